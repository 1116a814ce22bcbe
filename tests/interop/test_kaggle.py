"""The games in Kaggle's environment: agents of the suite, one that answers in words, replays, and what seats see."""

import json

import pytest

pytest.importorskip("pyspiel")
kaggle_environments = pytest.importorskip("kaggle_environments")

from medianoche import envs  # noqa: E402
from medianoche.kaggle import register, seat, seat_in_words  # noqa: E402

GAMES = 5
"""So many games, at most, until the seat in words is asked."""
PLAYERS = {"nocturna": 3, "medianokte": 3, "misty": 3, "correo": 3, "halloween": 4}


@pytest.mark.parametrize("name", envs.names())
def test_kaggles_environment_plays_a_game(name, monkeypatch):
    monkeypatch.setenv("MEDIANOCHE_DEALS", "a secret")
    players = PLAYERS[name]
    env = kaggle_environments.make(register(name, players=players), debug=True)
    asked = []

    def model(prompt):
        asked.append(prompt)
        return "I take the first one.\nACTION: #1"

    seats = [seat("greedy"), seat("random"), seat_in_words(model)] + [seat("random")] * (players - 3)
    seen = []

    def watching(agent):
        def act(observation, configuration):
            seen.append((dict(observation), dict(configuration)))
            return agent(observation, configuration)

        return act

    env.run([watching(agent) for agent in seats])
    for _ in range(GAMES - 1):  # a seat can lose a game before its first choice
        if asked:
            break
        env.reset()
        env.run([watching(agent) for agent in seats])
    assert env.done
    assert [state.status for state in env.state] == ["DONE"] * players
    assert sum(state.reward for state in env.state) == pytest.approx(sum(env.os_state.returns()))
    assert asked
    # No agent is sent the serialised game or the secret that decides the deals.
    assert not any("serializedGameAndState" in observation for observation, _ in seen)
    assert "a secret" not in json.dumps(seen, default=str)
    # The replay shows a picture of each step.
    frames = env.info["frames"]
    assert len(frames) == len(env.steps) - 1  # the first step is before the deal
    assert all(frame.startswith("<svg") for frame in frames)
    page = env.render(mode="html")
    assert "environment.info.frames" in page
    assert page.count("viewBox") >= len(frames)


def test_a_seat_in_words_can_be_asked_without_a_list_of_its_choices():
    env = kaggle_environments.make(register("misty", players=2), debug=True)
    asked = []

    def model(prompt):
        asked.append(prompt)
        state = env.os_state
        return f"ACTION: {state.action_to_string(state.legal_actions()[0])}"

    env.run([seat_in_words(model, listed=False), seat("random")])
    assert [state.status for state in env.state] == ["DONE"] * 2
    assert len(asked) > 1
    assert all("Kinds of actions" in prompt and "Your choices" not in prompt for prompt in asked)
    env.run([seat_in_words(lambda _: "ACTION: 1", listed=False), seat("random")])
    assert [state.reward for state in env.state] == [-1, 1]  # without a list, a number names nothing


def test_an_answer_that_names_no_choice_is_a_forfeit():
    env = kaggle_environments.make(register("misty", players=2), debug=True)
    env.run([seat_in_words(lambda _: "ACTION: 4.5"), seat("random")])
    assert env.state[0].status in ("INVALID", "DONE")
    assert [state.reward for state in env.state] == [-1, 1]
