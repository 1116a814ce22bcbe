import json
import pickle

import pytest

from medianoche import envs
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.match import Replay


@pytest.fixture(scope="module")
def replay():
    env = envs.game("misty").aec(num_players=2, variant="introductory")
    env.reset(9)
    while not env.terminations[env.agent_selection]:
        env.step(env.sample_legal())
    return env.replay()


def test_a_saved_replay_ends_in_the_same_state(replay, tmp_path):
    file = tmp_path / "game.json"
    replay.save(file)
    loaded = Replay.load(file)
    assert loaded == replay
    assert loaded.play().record.done
    assert len(loaded.transcript()) == len(replay.actions) + 4


@pytest.mark.parametrize(("change", "complaint"), [
    ({"final": "0" * 16}, "rules have changed"), ({"pack_hash": "0" * 16}, "pack standard has changed"),
    ({"pack": "lost"}, "unknown pack 'lost'"), ({"version": 99}, "is of misty v99"),
    ({"game": "chess"}, "unknown game 'chess'"), ({"format": 99}, "has format 99"),
    ({"seed": 10}, "action number|rules have changed|ended after"), ({"actions": [0, 1, 2] * 200}, "action number"),
    ({"colour": "red"}, "is not a replay"),
])  # fmt: skip
def test_a_changed_replay_fails_loudly(replay, tmp_path, change, complaint):
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**vars(replay), **change}))
    with pytest.raises(ReplayError, match=complaint) as caught:
        Replay.load(file).play()
    assert "\n" not in str(caught.value)


def test_a_restored_game_has_no_replay_until_the_next_deal():
    env = envs.game("misty").aec()
    env.reset(3)
    env.step(env.sample_legal())
    assert env.seed == 3
    env.restore(env.state_bytes())
    assert env.seed is None
    for one in (env, env.copy(), pickle.loads(pickle.dumps(env))):
        one.step(one.sample_legal())
        for of in (one.replay, lambda env=one: Replay.from_env(env)):
            with pytest.raises(ReplayError, match="a game that was restored has no replay"):
                of()
        one.reset(4)
        assert one.replay().seed == 4


def test_too_many_actions_are_noticed(replay):
    longer = Replay(**{**vars(replay), "actions": [*replay.actions, 0]})
    with pytest.raises(ReplayError, match="the game ended after"):
        longer.play()


@pytest.mark.parametrize("text", ["", "{}", "[1]", "\x00"])
def test_a_damaged_file_gets_one_line(tmp_path, text):
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(ReplayError, match="is not a replay"):
        Replay.load(file)


def test_a_missing_file_gets_one_line(tmp_path):
    with pytest.raises(ReplayError, match="No such file"):
        Replay.load(tmp_path / "game.json")
