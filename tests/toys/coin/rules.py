"""The kernels of Coin."""

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.shared import conceal, determinize, end_game, pay_winner, reset  # noqa: F401 - kernels of this game, too
from tests.toys.coin import BETS, Phase, kernel

INCONSISTENCIES = ("there is a score before the end",)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    for action in range(BETS):
        set_bit(mask, action)
    return BETS


@kernel
def apply(pack, state, action):
    won = draw(state, 10) < (9 if action == 0 else 1)
    winner = 0 if won else 1
    state.scores[winner] = 1
    pay_winner(state, winner)
    end_game(state, Phase.END)


@kernel
def observe(pack, state, player, out):
    out[0] = 1


@kernel
def heuristic(pack, state, mask):
    return 0


@kernel
def inconsistency(pack, state):
    return not state.done and state.scores[0] + state.scores[1] > 0
