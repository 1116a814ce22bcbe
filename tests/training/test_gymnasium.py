"""One seat as a Gymnasium environment, alone and in a vector, in both modes of autoreset and Gymnasium's wrappers."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics

from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
from tests.training.conftest import YARDSTICK

GAMES = ["misty", YARDSTICK]


@pytest.fixture(scope="module", params=GAMES)
def registered(request):
    """The name under which one of the games is registered, as games of the suite are."""
    name = f"tested/{request.param.rpartition(':')[2]}-v0"
    where = "medianoche.training.adapters.gymnasium"
    gymnasium.register(name, f"{where}:make", vector_entry_point=f"{where}:make_vec", kwargs={"game": request.param})
    yield name
    del gymnasium.registry[name]


def test_check_env(registered, capsys):
    check_env(gymnasium.make(registered, opponents=["greedy"]).unwrapped)
    assert capsys.readouterr().out  # in mode "human"


def test_they_are_made_by_name(registered):
    vector = gymnasium.make_vec(registered, num_envs=5, opponents=["random"])
    assert isinstance(vector, SeatVectorEnv)
    observations, info = vector.reset(seed=1)
    assert observations in vector.observation_space
    assert info["action_mask"].shape == (5, vector.single_action_space.n)
    env = gymnasium.make("medianoche/Misty-v0", opponents=["random"], num_players=3)
    assert env.spec is not None
    assert isinstance(env.unwrapped, SeatEnv)


def test_a_game_from_beginning_to_end():
    env = SeatEnv("misty", opponents=["random"], num_players=4, render_mode="ansi")
    seats = []
    for _ in range(5):
        observation, info = env.reset()
        over = False
        total = 0.0
        while not over:
            assert observation in env.observation_space
            np.testing.assert_array_equal(info["action_mask"], env.action_masks())
            action = env.action_space.sample(mask=info["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            assert truncated is False
            total += reward
        state = env.matches.batch.states[0]
        assert total == state.utility[info["seat"]]
        assert info["score"] == state.scores[info["seat"]]
        assert not info["action_mask"].any()
        assert "won" in env.render()
        seats.append(info["seat"])
        with pytest.raises(GameError, match=r"the game is over; call reset\(\)"):
            env.step(0)
    assert len(set(seats)) > 1


def test_an_illegal_action_loses_or_raises():
    env = SeatEnv(YARDSTICK, opponents=["random"])
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(7)
    assert (reward, over) == (-1.0, True)
    strict = SeatEnv(YARDSTICK, opponents=["random"], illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError):
        strict.step(7)


def test_a_game_that_others_end_before_the_first_decision_is_dealt_again():
    env = SeatEnv("tests.toys.duel:Duel", opponents=["random"], seat=1, kinds=2)
    for seed in range(12):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        env.step(0)


@pytest.mark.parametrize("action", [1.0, "1", None, True, [1], np.array([1]), np.nan, 2**70])
def test_what_is_no_action_is_refused_and_changes_nothing(action):
    one = SeatEnv(YARDSTICK, opponents=["random"])
    many = SeatVectorEnv(YARDSTICK, 2, opponents=["random"])
    for env, action_given in ((one, action), (many, action), (many, [action] * 2), (many, [[1], [1]])):
        with pytest.raises(GameError, match=r"step\(\) before reset\(\)"):
            env.step(action_given)
        env.reset(seed=1)
        before = env.matches.batch.states.tobytes()
        with pytest.raises(GameError):
            env.step(action_given)
        assert env.matches.batch.states.tobytes() == before
        env._seeded = False


def test_infos_and_pictures_show_what_the_seat_may_know():
    env = SeatEnv("tests.toys.duel:Duel", opponents=["random"], seat=0, num_players=3)
    _, info = env.reset(seed=1)
    assert info["cards"] == [int(env.matches.batch.states[0].card[0]), -1, -1, 0, 0]
    env = SeatEnv("misty", opponents=["random"], num_players=3, seat=1, render_mode="svg")
    env.reset(seed=5)
    state = env.matches.batch.states[0]
    assert env.render() == env.game.draw(state, 1) != env.game.draw(state)


def test_a_keyword_that_is_no_option_is_a_type_error_too_and_a_wrong_render_mode_is_refused():
    for make in (SeatEnv, SeatVectorEnv):
        with pytest.raises(TypeError, match=r"^connect_four .*unexpected keyword argument 'frameskip'"):
            make(YARDSTICK, opponents=["random"], frameskip=4)
    with pytest.raises(OptionError, match="accepted: None, 'ansi', 'human', 'svg', 'rgb_array'"):
        SeatEnv(YARDSTICK, render_mode="hologram")


def test_a_vector_tells_what_was_seen_last():
    env = SeatVectorEnv(YARDSTICK, num_envs=20, opponents=["random"], autoreset_mode="SameStep")
    _, info = env.reset(seed=3)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(40):
        masks = info["action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        observations, rewards, over, truncated, info = env.step(actions)
        assert observations in env.observation_space
        assert not truncated.any()
        assert (rewards[~over] == 0).all()
        for row in np.flatnonzero(over):
            assert info["_final_obs"][row]
            assert info["final_obs"][row].sum() >= 7 > observations[row].sum()
        ended += over.sum()
    assert ended > 20


pytestmark = pytest.mark.filterwarnings("ignore:RecordEpisodeStatistics")
BOTH = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def vector(mode, rows=8):
    return SeatVectorEnv(YARDSTICK, num_envs=rows, opponents=["random"], autoreset_mode=mode)


def play(env, steps, seed=3):
    """Random legal play: (action masks before the step, what the step returned) of each step."""
    _, info = env.reset(seed=seed)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        masks = info["action_mask"]
        step = env.step((rng.random(masks.shape) * masks).argmax(axis=1))
        info = step[-1]
        yield masks, step


def test_by_default_the_next_step_deals_as_in_gymnasiums_own_vectors():
    assert SeatVectorEnv(YARDSTICK).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    ended = 0
    over = np.zeros(8, bool)
    for masks, (observation, rewards, now, _, info) in play(vector(AutoresetMode.NEXT_STEP), 60):
        assert masks[over].all()
        assert not rewards[over].any()
        assert not now[over].any()
        assert (observation[over, : 6 * 7 * 2].sum(axis=1) <= 1).all()
        assert (observation[now].sum(axis=1) >= 7).all()
        if now.any():
            np.testing.assert_array_equal(info["_score"], now)
        over = now
        ended = ended + now.sum()
    assert ended > 20


def test_both_modes_play_the_same_games():
    """Game by game: the same lengths and results, whatever the mode, if the same actions are chosen."""

    def games(mode):
        env = vector(mode, rows=1)
        _, info = env.reset(seed=1)
        games_met = []
        length = 0
        waiting = False
        while len(games_met) < 12:
            _, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            length += not waiting
            if over[0]:
                games_met.append((length, float(rewards[0])))
                length = 0
            waiting = bool(over[0]) and mode is AutoresetMode.NEXT_STEP
        return games_met

    assert games(BOTH[0]) == games(BOTH[1])


@pytest.mark.parametrize("mode", BOTH)
def test_gymnasiums_statistics_are_those_of_the_games(mode):
    if mode is AutoresetMode.SAME_STEP and gymnasium.__version__ < "1.4":
        pytest.skip("Gymnasium counts wrongly")
    env = RecordEpisodeStatistics(vector(mode))
    lengths = np.zeros(8, np.int64)
    waiting = np.zeros(8, bool)
    seen = 0
    for _, (_, rewards, over, _, info) in play(env, 60):
        lengths += ~waiting
        for row in np.flatnonzero(over):
            assert info["episode"]["l"][row] == lengths[row]
            assert info["episode"]["r"][row] == rewards[row]
        seen += over.sum()
        lengths[over] = 0
        waiting = over & (mode is AutoresetMode.NEXT_STEP)
    assert seen > 20


def test_gymnasium_normalizes_observations_and_where_it_counts_wrongly_a_warning_says_so(monkeypatch):
    env = NormalizeObservation(vector(AutoresetMode.NEXT_STEP))
    for _, (observation, *_) in play(env, 5):
        assert np.isfinite(observation).all()
    monkeypatch.setattr(gymnasium, "__version__", "1.2.3")
    with pytest.warns(UserWarning, match=r"counts wrongly in SAME_STEP"):
        vector(AutoresetMode.SAME_STEP)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", *BOTH])
def test_a_mode_is_given_as_it_is_or_by_its_value(mode):
    assert vector(mode).metadata["autoreset_mode"] in (mode, AutoresetMode(mode))


@pytest.mark.parametrize("mode", [AutoresetMode.DISABLED, "next", None, 1, np.zeros(2)])
def test_another_mode_is_refused_in_one_line(mode):
    with pytest.raises(OptionError, match=r"^autoreset_mode .* is not accepted; accepted: "):
        vector(mode)
