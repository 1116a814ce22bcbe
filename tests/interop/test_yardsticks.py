"""The yardsticks side by side with OpenSpiel's games of the same rules, in random play."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from medianoche import envs  # noqa: E402
from medianoche.benchmarks.exploit.exact import Tree  # noqa: E402

BOARDS = {
    "phantom_tic_tac_toe": "phantom_ttt(gameversion=classical,obstype=reveal-nothing)",
    "abrupt_phantom_tic_tac_toe": "phantom_ttt(gameversion=abrupt,obstype=reveal-nothing)",
    "dark_hex": "dark_hex(board_size=3,gameversion=cdh,obstype=reveal-nothing)",
    "abrupt_dark_hex": "dark_hex(board_size=3,gameversion=adh,obstype=reveal-nothing)",
}
GAMES = 600


def compare(game, ours, theirs):
    """Compare turn, end, legal actions and returns of two states."""
    assert bool(ours.done) == theirs.is_terminal()
    if ours.done:
        assert ours.utility.tolist() == theirs.returns()
    else:
        assert int(ours.to_move) == theirs.current_player()
        assert game.legal_actions(ours).tolist() == theirs.legal_actions()


def play_forced(state):
    """Play on while there is one legal action, as our games do by themselves."""
    while not state.is_terminal() and len(actions := state.legal_actions()) == 1:
        state.apply_action(actions[0])


def tries_of(state, seat):
    """The tries of a seat in order, each with its answer."""
    return seat, tuple((int(cell), int(state.board[cell]) == seat) for cell in state.tries[seat] if cell >= 0)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_in_lockstep(name):
    """OpenSpiel's string for dark hex contains the number of tries of both players, its tensor does not: the tensor is
    the information set."""
    game = envs.game(name)
    rng = np.random.default_rng(1)
    loaded = pyspiel.load_game(BOARDS[name])
    pairs = set()
    for _ in range(GAMES):
        ours = game.new(2, 0)
        theirs = loaded.new_initial_state()
        while not ours.done:
            compare(game, ours, theirs)
            for seat in range(2):
                seen = np.array(theirs.information_state_tensor(seat), bool)
                pairs.add((tries_of(ours, seat), (seat, np.packbits(seen).tobytes())))
            action = int(rng.choice(theirs.legal_actions()))
            game.step(ours, action)
            theirs.apply_action(action)
            play_forced(theirs)
        compare(game, ours, theirs)
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) > GAMES


def test_liars_dice_in_lockstep():
    game = envs.game("liars_dice")
    rng = np.random.default_rng(1)
    loaded = pyspiel.load_game("liars_dice(numdice=1)")
    pairs = set()
    for _ in range(GAMES):
        dice = rng.integers(6, size=2).tolist()
        ours = game.position(dice=[die + 1 for die in dice])
        theirs = loaded.new_initial_state()
        for die in dice:
            theirs.apply_action(die)
        while not ours.done:
            compare(game, ours, theirs)
            for seat in range(2):
                pairs.add((game.known(ours, seat).tobytes(), (seat, theirs.information_state_string(seat))))
            size = min(len(theirs.legal_actions()), 1 + int(rng.integers(4)))  # long games, too
            action = int(rng.choice(theirs.legal_actions()[:size]))
            game.step(ours, action)
            theirs.apply_action(action)
            play_forced(theirs)
        compare(game, ours, theirs)
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) > GAMES


@pytest.mark.parametrize(
    ("name", "theirs"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker"), ("liars_dice", "liars_dice")]
)
def test_the_nash_conv_of_uniform_play(name, theirs):
    loaded = pyspiel.load_game(theirs)
    tree = Tree(envs.game(name))
    expected = pyspiel.nash_conv(loaded, pyspiel.UniformRandomPolicy(loaded))
    assert tree.nash_conv(tree.uniform) * tree.stake == pytest.approx(expected, abs=1e-6)
