"""Every opcode of a card has its branch, its place in the observation, and its worth."""

from medianoche.envs.nocturna import opcodes
from medianoche.envs.nocturna.kernels import effects, evaluation, fight
from medianoche.envs.nocturna.opcodes import FATIGUE_STOPS, HARMS, HELPS, Op
from tests.envs.opcodes import named

PASSIVE = {Op[name.upper()] for name in opcodes.PASSIVE_EFFECTS}
AT_THE_BEGINNING = {Op.OPENING_SHIELD, Op.OPENING_RESTORE, Op.HUSH}
"""Passive effects that act before or after a fight, in `combat.py`."""
OF_REWARDS = {Op[name.upper()] for name in opcodes.INSTANT_EFFECTS} - {Op.RESTORE}
"""Opcodes that no card of a fight has; `estimates.py` says what they are worth."""
OF_CARDS = {Op.DRAW, Op.SNATCH}
"""Opcodes that move cards, which the small record of a fight does not have."""


def test_every_effect_acts_on_a_side_or_on_the_game():
    acting = set(Op) - PASSIVE - {Op.NONE}
    on_a_side = {*HARMS, *HELPS}
    on_the_game = named(Op, effects.affect_game)
    assert on_a_side | on_the_game == acting
    assert not on_a_side & on_the_game
    assert on_a_side <= named(Op, effects.affect_child, effects.affect_foe)
    assert not set(HARMS) & set(HELPS)
    assert set(FATIGUE_STOPS) <= set(HELPS)


def test_every_opcode_is_named_by_the_code_that_plays_and_values_it():
    assert named(Op, effects) == set(Op) - AT_THE_BEGINNING
    assert named(Op, fight) == set(Op) - AT_THE_BEGINNING - OF_REWARDS - OF_CARDS
    assert named(Op, evaluation) == set(Op) - AT_THE_BEGINNING - OF_REWARDS
    assert named(Op, evaluation.on_game) <= named(Op, evaluation.list_worth)


def test_the_observation_has_a_number_for_each_opcode_that_it_shows():
    assert {op - Op.ATTACK_BONUS for op in PASSIVE} == set(range(opcodes.PASSIVES))
    shown = {Op[name.upper()] - Op.HIT for name in opcodes.FOE_EFFECTS}
    assert shown <= set(range(opcodes.NUMBERS_SHOWN))
