"""Games that a tournament kept are played again to the same end."""

import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Spec, Store, TournamentError, play_shard, run_tournament
from medianoche.envs.core.play.replay import Replay


@pytest.fixture(scope="module")
def spec():
    return Spec.create("misty", ["random", "greedy"], players=3, pack=3, seed=2, variant="introductory")


@pytest.fixture(scope="module")
def folder(spec, tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    run_tournament(spec, folder, 20, save_replays=True)
    return folder


def test_every_game_is_verified(spec, folder):
    shard = play_shard(spec, 0, 20)
    with Store.read(folder) as store:
        for game in range(20):
            replay = store.replay(game)
            env = replay.play()
            assert env.record.scores[:3].tolist() == shard.scores[game].tolist()
            assert len(replay.actions) == shard.decisions[game]


def test_a_game_is_kept_in_few_bytes(folder):
    with Store.read(folder) as store:
        lengths = store.database.execute("SELECT length(actions), decisions FROM replays JOIN games USING (game)")
        assert all(length == decisions for length, decisions in lengths)


def test_an_extracted_replay_is_one_like_any_other(folder, tmp_path):
    file = tmp_path / "game.json"
    with Store.read(folder) as store:
        store.replay(4).save(file)
    assert Replay.load(file).play().record.done


def test_recording_changes_no_game(spec):
    plain, recorded = play_shard(spec, 3, 9), play_shard(spec, 3, 9, record=True)
    assert plain.scores.tolist() == recorded.scores.tolist()
    assert plain.actions is None
    assert len(recorded.actions) == recorded.decisions.sum()
    assert recorded.actions.max() < envs.game("misty").num_actions


def test_what_was_not_kept_is_said(spec, tmp_path):
    run_tournament(spec, tmp_path, 3)
    run_tournament(spec, tmp_path, 5, save_replays=True)
    with Store.read(tmp_path) as store:
        assert store.replay(4).play().record.done
        with pytest.raises(TournamentError, match=r"no replay of game 1 in .*; 2 games were played with --save"):
            store.replay(1)
