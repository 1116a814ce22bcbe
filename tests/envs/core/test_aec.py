import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.env_registry.registration import aec_registry

import medianoche
from medianoche import envs
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from tests.processes import printed


def changed(state, **fields):
    for name, value in fields.items():
        state[name] = value
    return state


def play(env, *drops):
    for drop in drops:
        env.step(drop)


def test_the_result_is_the_reward_of_all_agents(four):
    env = four.aec()
    env.reset(0)
    play(env, 0, 1, 0, 1, 0, 1)
    assert env.last()[1:] == (0.0, False, False, {"score": 0})
    env.step(0)
    results = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert termination
        assert not truncation
        assert not observation["action_mask"].any()
        results[agent] = reward, info["score"]
        env.step(None)
    assert results == {"player_0": (1.0, 1), "player_1": (-1.0, 0)}
    assert not env.agents


def test_every_agent_observes_the_end_from_its_own_seat(four):
    env = four.aec()
    env.reset(0)
    play(env, 0, 1, 0, 1, 0, 1, 0)
    for player, agent in enumerate(env.possible_agents):
        assert env.agent_selection == agent
        own_seat, other = env.last()[0]["observation"].reshape(2, -1)
        assert (own_seat.sum(), other.sum()) == ((4, 3), (3, 4))[player]
        env.step(None)


def test_after_an_illegal_end_no_agent_sees_the_view_of_another(duel):
    env = duel.aec(illegal="terminate", num_players=2, kinds=3)
    env.reset(1)
    while env.agent_selection != "player_1":
        env.step(env.sample_legal())
    views = {agent: env.observe(agent)["observation"] for agent in env.possible_agents}
    env.step(3)
    for agent in env.possible_agents:
        assert np.array_equal(env.last()[0]["observation"], views[agent])
        env.step(None)


def test_after_the_end_only_none_is_a_step(four):
    env = four.aec()
    env.reset(0)
    play(env, 0, 1, 0, 1, 0, 1, 0)
    with pytest.raises(IllegalActionError, match="the game is over"):
        env.step(3)


def test_infos_are_those_of_now_and_tell_an_agent_what_it_knows(duel):
    env = duel.aec(num_players=3)
    env.reset(4)
    assert sum(env.record.card > 0) > 1
    while env.agents and not env.terminations[env.agent_selection]:
        for player, agent in enumerate(env.possible_agents):
            cards = [-1, -1, -1, 0, 0]
            cards[player] = int(env.record.card[player])
            assert env.infos[agent] == {"score": 0, "cards": cards}
        assert env.last()[4] == env.infos[env.agent_selection]
        env.step(env.sample_legal())
    winner = int(env.record.scores.argmax())
    assert env.infos[f"player_{winner}"]["score"] == 1
    env.step(None)
    assert list(env.infos) == env.agents == env.possible_agents[1:]


def test_the_whole_state_is_an_array(duel):
    env = duel.aec(num_players=3)
    env.reset(9)
    numbers = env.state()
    assert numbers in env.state_space
    assert env.state_space.shape == numbers.shape == (2 + 5 + 5 + 7 + 5 + 4 + 1,)
    assert numbers[0] + numbers[1] * 2**32 == float(env.record.rng)
    assert int(numbers[1]) << 32 | int(numbers[0]) == int(env.record.rng)
    assert numbers[19:24].tolist() == env.record.card.tolist()
    numbers[:] = 0
    assert env.state()[0]
    before = env.state()
    env.step(env.sample_legal())
    assert (before != env.state()).any()


@pytest.mark.parametrize("look", [
    lambda env: env.last(), lambda env: env.observe("player_0"), lambda env: env.agent_iter(),
    lambda env: env.agent_selection, lambda env: env.rewards, lambda env: env.terminations, lambda env: env.truncations,
    lambda env: env.infos, lambda env: env.state(), lambda env: env.record, lambda env: env.render(),
    lambda env: env.turn(), lambda env: env.state_bytes(), lambda env: env.replay(), lambda env: env.step(0),
])  # fmt: skip
def test_before_reset_there_is_nothing_to_see(four, look):
    env = four.aec(render_mode="ansi")
    with pytest.raises(GameError, match=r"^connect_four: .* before reset\(\)$"):
        look(env)
    assert not hasattr(env, "agent_selection")
    assert not hasattr(env, "no_such_thing")
    assert env.sample_legal() == -1
    twin = env.copy()
    twin.reset(0)
    look(twin)


def test_after_all_agents_have_left_every_call_but_reset_fails(four):
    env = four.aec()
    env.reset(0)
    play(env, 0, 1, 0, 1, 0, 1, 0, None, None)
    assert list(env.agent_iter()) == []
    for look in (env.last, lambda: env.step(None)):
        with pytest.raises(GameError, match=r"all agents have left; call reset\(\)"):
            look()


def test_a_copy_goes_on_alone(four):
    env = four.aec()
    env.reset(0)
    play(env, 3)
    env.last()
    twin = env.copy()
    play(twin, 3, 3)
    assert twin.last()[0]["observation"].sum() == 3
    assert env.last()[0]["observation"].sum() == 1


def test_only_the_mover_has_a_mask(four):
    env = four.aec()
    env.reset(0)
    assert env.observe("player_0")["action_mask"].tolist() == [1] * 7
    assert not env.observe("player_1")["action_mask"].any()
    play(env, 3)
    assert env.agent_selection == "player_1"
    assert not env.observe("player_0")["action_mask"].any()
    assert env.observe("player_1")["observation"][42 + 3] == 1
    assert env.observe("player_0")["observation"][3] == 1


def test_observations_are_the_callers_own(four):
    env = four.aec()
    env.reset(0)
    first = env.observe("player_0")
    first["action_mask"][:] = 0
    first["observation"][:] = 9
    assert env.observe("player_0")["action_mask"].all()
    assert not env.observe("player_0")["observation"].any()


def test_same_seed_same_game_and_no_seed_another(four):
    env = four.aec()
    twin = four.aec()
    env.reset(7)
    twin.reset(7)
    assert env.state_bytes() == twin.state_bytes()
    assert [env.sample_legal() for _ in range(9)] == [twin.sample_legal() for _ in range(9)]
    env.reset()
    twin.reset()
    assert env.state_bytes() == twin.state_bytes()
    assert env.seed != 7


def test_an_illegal_action_ends_the_game_if_asked_to(four):
    env = four.aec(illegal="terminate")
    for _ in range(20):  # the next game is not touched by it
        env.reset(1)
        play(env, 3, 3, 3, 3, 3, 3)
        assert not any(env.terminations.values())
        env.step(3)
        assert env.terminations == {"player_0": True, "player_1": True}
        assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
        assert env.last()[1] == -1.0


def test_rendering(four, capsys):
    assert four.aec().render_mode is None
    text = four.aec(render_mode="ansi")
    text.reset(0)
    assert "1 2 3 4 5 6 7" in text.render()
    human = four.aec(render_mode="human")
    human.reset(0)
    assert human.render() is None
    assert capsys.readouterr().out == text.render() + "\n"


def test_an_agent_can_be_asked_through_a_turn(four):
    env = four.aec()
    env.reset(0)
    play(env, 0, 1, 0, 1, 0, 1)
    turn = env.turn()
    assert turn.seats.tolist() == [0]
    assert turn.heuristic_actions().tolist() == [0]
    assert env.turn(seed=7).seeds == env.turn(seed=7).seeds != env.turn(seed=8).seeds
    assert env.turn().seeds != env.turn().seeds
    assert np.array_equal(turn.observation[0], env.observe("player_0")["observation"])
    env.step(0)
    with pytest.raises(GameError, match="no player is to move"):
        env.turn()


def test_restore_goes_back(four):
    env = four.aec()
    env.reset(0)
    play(env, 1, 2)
    kept = env.state_bytes()
    play(env, 3, 4)
    env.restore(kept)
    assert env.state_bytes() == kept
    assert env.agent_selection == "player_0"
    with pytest.raises(GameError, match="bytes, given 3"):
        env.restore(b"abc")
    for wrong in (None, 5, "abc", [1]):
        with pytest.raises(GameError, match="a state is bytes, given"):
            env.restore(wrong)
    env.restore(bytearray(kept), check=False)
    assert env.state_bytes() == kept


def test_restore_refuses_what_is_no_state_of_this_game(duel):
    env = duel.aec(num_players=2)
    env.reset(3)
    before = env.state_bytes()
    cases = [
        (duel.new(3), "a state of 3 players, not of 2"),
        (duel.new(2, kinds=2), "a state of a game with kinds = 2, not 4"),
        (duel.position(2, card=[9, 0], check=False), r"card\[0\] = 9; accepted: -1 to 3"),
        (duel.position(2, card=[-1, 0], check=False), "a card is none of the kinds"),
        (changed(duel.new(2), pack=3), "pack 3"),
        (changed(duel.new(2), num_players=9), "num_players 9"),
        (duel.position(2, phase=7, check=False), "phase = 7; accepted: 0 or 1"),
        (duel.position(2, to_move=-5, check=False), "to_move.*-5"),
        (duel.position(2, done=1, check=False), "done 1|done = 1"),
    ]
    for state, reason in cases:
        with pytest.raises(GameError, match=reason):
            env.restore(state.tobytes())
        assert env.state_bytes() == before
    env.restore(duel.new(2, seed=5).tobytes())
    assert env.state_bytes() == duel.new(2, seed=5).tobytes()


def test_bad_arguments_get_one_line(four):
    with pytest.raises(OptionError, match="accepted: 'error', 'terminate'"):
        four.aec(illegal="ignore")
    with pytest.raises(GameError, match="no agent 'player_9'; agents: player_0, player_1"):
        four.aec().action_space("player_9")


def test_importing_the_package_registers_the_games_and_imports_none():
    program = (
        "import sys, medianoche, pettingzoo, gymnasium\n"
        "heavy = {'numba', 'pydantic', 'matplotlib', 'torch', 'medianoche.envs.misty'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "print('medianoche/Misty-v0' in gymnasium.registry)\n"
        "print(pettingzoo.make('aec', 'medianoche/misty-v0', num_players=3))\n"
    )
    assert printed("-c", program) == "True\nmedianoche/misty-v0\n"


@pytest.mark.parametrize("name", envs.names())
def test_a_game_is_registered_with_its_version(name):
    assert f"medianoche/{name}-v{envs.game(name).version}" in aec_registry
    assert f"medianoche/{name.capitalize()}-v{envs.game(name).version}" in gymnasium.registry


def test_the_registry_makes_the_same_environment():
    env = pettingzoo.make("aec", "medianoche/misty-v0", num_players=3)
    env.reset(seed=2)
    ours = medianoche.make("misty", num_players=3)
    ours.reset(seed=2)
    assert env.unwrapped.record.tobytes() == ours.unwrapped.record.tobytes()
    assert len(env.possible_agents) == 3
