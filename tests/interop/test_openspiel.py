"""The games in OpenSpiel's hands: its tests, its search with our resampler, its environment and its algorithms."""

import pickle

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from medianoche import envs  # noqa: E402
from medianoche.openspiel import GAMES, register, resampler  # noqa: E402
from medianoche.places import YARDSTICKS  # noqa: E402
from tests.processes import printed  # noqa: E402

YARDSTICK = register("connect_four", "medianoche.toys.connect_four:ConnectFour")
DUEL = register("duel", "tests.toys.duel:Duel")
ALL = [*(f"medianoche_{name}" for name in envs.names()), YARDSTICK, DUEL]
DEALT = [f"medianoche_{name}(deals=16)" for name in envs.names()]
"""Games whose deals are explicit outcomes of chance."""
BOARDS = [f"medianoche_{name}" for name in YARDSTICKS if "tic_tac" in name or "hex" in name]
"""Games without chance."""
SMALL = ["medianoche_kuhn", "medianoche_leduc", "medianoche_liars_dice", "medianoche_strong_wing"]
"""Games with explicit chance."""


def dealt(name, seed=0, decisions=0):
    """A state in mid-game."""
    state = pyspiel.load_game(name, {"rng_seed": seed}).new_initial_state()
    if state.is_chance_node():
        state.apply_action(0)
    chance = np.random.default_rng(seed)
    for _ in range(decisions):
        if not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))
    return state


def test_all_games_and_yardsticks_are_registered():
    assert {f"medianoche_{name}" for name in (*envs.names(), *YARDSTICKS)} == set(GAMES)
    assert set(GAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", ALL)
def test_openspiels_random_simulations(name):
    game = pyspiel.load_game(name)
    kind = game.get_type()
    modes = pyspiel.GameType.ChanceMode
    assert kind.chance_mode == (modes.DETERMINISTIC if name == YARDSTICK else modes.SAMPLED_STOCHASTIC)
    # A game of sampled chance is written down with its generator, which OpenSpiel asks of C++ games alone: the games
    # with explicit deals are written down, below.
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ALL)
def test_a_clone_and_what_was_written_down_go_on_alike(name):
    state = dealt(name, 3, 4)
    others = [state.clone(), state.get_game().deserialize_state(state.serialize())]
    assert [key for key in vars(state) if not key.startswith("_")] == ["held"]
    while not state.is_terminal():
        action = state.legal_actions()[-1]
        before = str(state)
        for other in others:
            other.apply_action(action)
        assert str(state) == before  # what one plays does not reach the other
        state.apply_action(action)
        assert {str(other) for other in others} == {str(state)}
        assert [other.legal_actions() for other in others] == [state.legal_actions()] * 2
    assert [other.returns() for other in others] == [state.returns()] * 2


@pytest.mark.parametrize("name", ALL)
def test_the_same_seed_is_the_same_deal_and_ours(name):
    one = dealt(name, 5)
    other = dealt(name, 5)
    assert str(one) == str(other)
    game = one.held.game
    np.testing.assert_array_equal(one.observation_tensor(0), game.observe(one.held.state, 0))
    assert one.legal_actions() == game.legal_actions(one.held.state).tolist()
    assert one.action_to_string(one.legal_actions()[0]) == game.describe(one.held.state, one.legal_actions()[0])


@pytest.mark.parametrize("name", ALL)
def test_a_resampled_state_is_another_that_the_player_cannot_tell_apart(name):
    state = dealt(name, 1, 1 if name == DUEL else 6)
    player = state.current_player()
    resample = resampler(0)
    samples = [resample(state, player) for _ in range(8)]
    assert {sample.observation_string(player) for sample in samples} == {state.observation_string(player)}
    assert {tuple(sample.legal_actions()) for sample in samples} == {tuple(state.legal_actions())}
    assert len({sample.held.state.tobytes() for sample in samples}) == 8  # future chance at least
    assert state.history() == samples[0].history()


@pytest.mark.parametrize("name", [name for name in ALL if name != YARDSTICK])
def test_python_ismcts_with_our_resampler(name):
    from open_spiel.python.algorithms import ismcts, mcts

    state = dealt(name, 2, 3)
    chance = np.random.RandomState(0)
    game = state.get_game()
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=chance, use_observation_string=True)
    bot.set_resampler(resampler(1))
    before = str(state)
    for _ in range(3):
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            assert str(state) == before
            state.apply_action(action)
            before = str(state)


def test_python_mcts_beats_chance_at_connect_four():
    """`ISMCTSBot` refuses games without hidden information."""
    from open_spiel.python.algorithms import mcts

    chance = np.random.RandomState(0)
    won = 0.0
    for number in range(6):
        state = dealt(YARDSTICK, number)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(state.get_game(), 2.0, 40, evaluator, random_state=chance)
        while not state.is_terminal():
            mine = state.current_player() == number % 2
            state.apply_action(int(bot.step(state) if mine else chance.choice(state.legal_actions())))
        won += state.returns()[number % 2]
    assert won >= 3


# ---- explicit chance


@pytest.mark.parametrize("name", [*DEALT, *SMALL, *BOARDS])
def test_openspiels_random_simulations_with_serialisation(name):
    game = pyspiel.load_game(name)
    modes = pyspiel.GameType.ChanceMode
    assert game.get_type().chance_mode == (modes.DETERMINISTIC if name in BOARDS else modes.EXPLICIT_STOCHASTIC)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def written(state):
    """What can be told of a state."""
    seats = range(state.num_players())
    return [str(state), state.legal_actions(), state.returns(), *(state.observation_string(seat) for seat in seats)]


@pytest.mark.parametrize("name", [*DEALT, *SMALL, *BOARDS])
def test_a_state_comes_back_from_a_pickle_and_from_a_string(name):
    state = pyspiel.load_game(name).new_initial_state()
    chance = np.random.default_rng(0)
    for _ in range(8):
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        others = [pickle.loads(pickle.dumps(state)), pyspiel.deserialize_game_and_state(text)[1]]
        if not state.is_chance_node():
            assert [written(other) for other in others] == [written(state)] * 2
        if state.is_terminal():
            break
        action = int(chance.choice(state.legal_actions()))
        for twin in (state, *others):
            twin.apply_action(action)
        assert [written(other) for other in others] == [written(state)] * 2


@pytest.mark.parametrize("name", ["medianoche_misty(deals=16)", "medianoche_kuhn", "medianoche_dark_hex"])
def test_a_playthrough_is_the_same_twice(name):
    from open_spiel.python.algorithms import generate_playthrough

    once, again = (generate_playthrough.playthrough(name, action_sequence=None, seed=7) for _ in range(2))
    assert once == again
    assert "GameType.chance_mode = ChanceMode." in once


def test_deals_are_those_of_their_seeds():
    game = pyspiel.load_game("medianoche_misty(deals=5,rng_seed=3)")
    misty = envs.game("misty")
    assert len(set(game.deal_seeds)) == game.max_chance_outcomes() == 5
    for number, (outcome, chance) in enumerate(game.new_initial_state().chance_outcomes()):
        assert (outcome, chance) == (number, 0.2)
        state = game.new_initial_state()
        state.apply_action(outcome)
        assert state.held.state.tobytes() == misty.new(seed=game.deal_seeds[number]).tobytes()
    assert pyspiel.load_game("medianoche_misty(deals=5)").deal_seeds != game.deal_seeds


def test_a_secret_of_the_host_decides_the_deals(monkeypatch):
    """Parameters of a game are shown to players, so that its seed is none that they do not know."""
    seeds = []
    for secret in ("one", "other", "one"):
        monkeypatch.setenv("MEDIANOCHE_DEALS", secret)
        game = pyspiel.load_game("medianoche_misty(deals=5,rng_seed=3)")
        assert secret not in str(game)
        seeds.append(game.deal_seeds)
    monkeypatch.delenv("MEDIANOCHE_DEALS")
    seeds.append(pyspiel.load_game("medianoche_misty(deals=5,rng_seed=3)").deal_seeds)
    assert seeds[0] == seeds[2]
    assert len({*map(tuple, seeds)}) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("medianoche_misty(deals=-1)", "misty: deals=-1 is not accepted; accepted: 0"),
        ("medianoche_misty(deals=99999999)", "accepted: 0 (sampled chance) to 1048576"),
        ("medianoche_dark_hex(deals=4)", "the game leaves nothing to chance"),
        ("medianoche_kuhn(deals=4)", "the game lists all of its deals"),
    ],
)
def test_numbers_of_deals_that_no_game_accepts_are_refused(text, said):
    with pytest.raises(Exception, match="deals=") as caught:
        pyspiel.load_game(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", envs.names())
@pytest.mark.parametrize("place", [0, -1])
def test_utilities_are_declared_as_they_are(name, place):
    game = envs.game(name)
    players = game.players[place]
    loaded = pyspiel.load_game(f"medianoche_{name}(players={players})")
    total = game.declaration.utility_sum(players)
    kinds = pyspiel.GameType.Utility
    kind = kinds.GENERAL_SUM if total is None else kinds.CONSTANT_SUM if total else kinds.ZERO_SUM
    assert (loaded.utility_sum(), loaded.get_type().utility) == (total, kind)


@pytest.mark.parametrize("name", SMALL)
def test_small_games_list_their_deals(name):
    game = pyspiel.load_game(name)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    outcomes = game.new_initial_state().chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert len(outcomes) == game.max_chance_outcomes()
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "nash_conv"), [("medianoche_kuhn", 11 / 12 / 2), ("medianoche_leduc", 4.7472 / 13)])
def test_openspiels_exploitability_of_uniform_play_is_the_known_one(name, nash_conv):
    """In utilities, chips divided by the stake; the C++ best response."""
    game = pyspiel.load_game(name)
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(nash_conv, abs=1e-5)


def test_openspiels_cfr_solves_kuhn_poker():
    from open_spiel.python.algorithms import cfr, expected_game_score

    game = pyspiel.load_game("medianoche_kuhn")
    solvers = [cfr.CFRPlusSolver(game), pyspiel.CFRPlusSolver(game)]
    for solver in solvers:
        for _ in range(200):
            solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solvers[1].average_policy()) < 0.001
    expected_value = expected_game_score.policy_value(game.new_initial_state(), [solvers[0].average_policy()] * 2)
    assert expected_value == pytest.approx([-1 / 36, 1 / 36], abs=1e-3)  # 1/18 of a chip, two chips being 1


def test_python_ismcts_plays_kuhn_poker():
    from open_spiel.python.algorithms import ismcts, mcts

    chance = np.random.RandomState(0)
    game = pyspiel.load_game("medianoche_kuhn")
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 50, random_state=chance, use_observation_string=True)
    bot.set_resampler(resampler(1))
    for deal in range(6):
        state = game.new_initial_state()
        state.apply_action(deal)
        while not state.is_terminal():
            state.apply_action(bot.step(state))


CPP = """
import sys
import pyspiel
from medianoche.openspiel import register

register("connect_four", "medianoche.toys.connect_four:ConnectFour")
game = pyspiel.load_game(sys.argv[1])
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
if sys.argv[2] == "mcts":
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 20, 10, False, 0, False)
else:
    bot = pyspiel.ISMCTSBot(0, evaluator, 2.0, 20, use_observation_string=True)
try:
    found = bot.step(state)
    print("legal" if found in state.legal_actions() else found)
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("name", "search", "said"),
    [
        (YARDSTICK, "mcts", "legal"),
        (YARDSTICK, "ismcts", "pyspiel.ISMCTSBot cannot search medianoche_connect_four"),
        ("medianoche_misty", "ismcts", "use ISMCTSBot of open_spiel.python.algorithms.ismcts"),
        ("kuhn_poker", "ismcts", "legal"),
    ],
)
def test_a_search_in_cpp_plays_or_says_that_it_cannot(name, search, said):
    """In a process of its own: what goes wrong in there kills the interpreter."""
    assert said in printed("-c", CPP, name, search)


@pytest.mark.parametrize("name", [YARDSTICK, DUEL, "medianoche_misty"])
def test_rl_environment_with_one_of_its_agents(name):
    from tests.interop.openspiel_learner import learn

    learn(pyspiel.load_game(name, {"rng_seed": 1}))


def test_parameters_are_those_of_the_game():
    game = pyspiel.load_game("medianoche_misty(players=3,rng_seed=4,pack_seed=7)")
    assert game.num_players() == 3
    state = game.new_initial_state()
    state.apply_action(0)
    misty = envs.game("misty")
    expected = misty.new(3, seed=int(np.random.default_rng(4).integers(2**31)), pack=7)
    assert state.held.game.render(state.held.state) == misty.render(expected)
