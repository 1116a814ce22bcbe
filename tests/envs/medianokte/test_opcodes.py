"""Every opcode of a card has its branch, its worth and its words."""

from medianoche.envs.medianokte.kernels import effects, evaluation
from medianoche.envs.medianokte.packs.effects import AMOUNTS
from medianoche.envs.medianokte.packs.words import SIGNED
from medianoche.envs.medianokte.state import Op
from tests.envs.opcodes import named

LAST_OF_CREW = {Op.REST}
"""The opcode of the last branch of `change_crew`."""
LAST_OF_WORTH = {Op.CHARGE}
"""The opcode of the last branch of `condition_worth`."""
OF_CREW = {Op.EUPHORIA, Op.CHARGE}
"""Opcodes that act on crew members alone; `check_owner` refuses a card that has them for others."""


def test_every_opcode_is_named_by_the_code_that_plays_and_values_it():
    asking = named(Op, effects.run_program)
    hurting = named(Op, effects.change)
    of_crew = named(Op, effects.change_crew) | LAST_OF_CREW
    assert asking | hurting | of_crew == set(Op)
    assert named(Op, effects.change_foe) == of_crew - OF_CREW
    assert named(Op, evaluation) | LAST_OF_WORTH == set(Op)


def test_an_amount_below_zero_has_a_message_of_its_own():
    assert {op for op, (low, _) in AMOUNTS.items() if low < 0} <= set(SIGNED)
