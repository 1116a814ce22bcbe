"""Every opcode and scope of a card has its branch, its place in the observation, and its worth."""

import re
from pathlib import Path

from medianoche.envs import nocturna
from medianoche.envs.nocturna import opcodes
from medianoche.envs.nocturna.kernels import effects, estimates, evaluation, fight, targets
from medianoche.envs.nocturna.opcodes import CHOOSING, FATIGUE_STOPS, HARMS, HELPS, Op, Scope
from medianoche.envs.nocturna.packs.art import BONUS, GLYPHS
from tests.envs.opcodes import named

PASSIVE = {Op[name.upper()] for name in opcodes.PASSIVE_EFFECTS}
AT_THE_BEGINNING = {Op.OPENING_SHIELD, Op.OPENING_RESTORE, Op.HUSH}
"""Passive effects that act before or after a fight, in `combat.py`."""
IN_FIGHTS = {*opcodes.FOE_EFFECTS, *opcodes.CHILD_EFFECTS, *opcodes.COMBAT_EVENT_EFFECTS}
OF_REWARDS = {Op[name.upper()] for name in opcodes.INSTANT_EFFECTS.keys() - IN_FIGHTS}
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
    assert named(Op, fight) == set(Op) - AT_THE_BEGINNING - OF_REWARDS - OF_CARDS - {Op.NONE}
    assert named(Op, evaluation) == set(Op) - AT_THE_BEGINNING - OF_REWARDS
    assert named(Op, evaluation.on_game) <= named(Op, evaluation.list_worth)


def test_every_effect_of_a_reward_is_valued():
    of_instants = {Op[name.upper()] for name in opcodes.INSTANT_EFFECTS}
    on_receivers = named(Op, estimates.on_receiver)
    on_the_game = named(Op, estimates.on_game)
    assert on_receivers | on_the_game == of_instants | PASSIVE
    assert not on_receivers & on_the_game


def test_every_scope_is_named_by_the_code_that_finds_and_values_its_targets():
    assert named(Scope, targets.candidates) == set(CHOOSING)
    assert named(Scope, effects.concerned) == set(Scope) - set(CHOOSING)
    assert named(Scope, evaluation.reached) == set(Scope) - set(CHOOSING)


def test_every_opcode_has_a_sign():
    assert GLYPHS.keys() | BONUS.keys() == set(Op) - {Op.NONE}


def test_the_page_names_every_opcode_and_scope():
    page = Path(nocturna.__file__).with_name("README.md").read_text(encoding="utf-8")
    section = page.partition("\n## Pack\n")[2].partition("\n## ")[0]
    members = [*Op, *Scope]
    assert {one.name.lower() for one in members} - {"none"} <= set(re.findall(r"`(\w+)`", section))


def test_the_observation_has_a_number_for_each_opcode_that_it_shows():
    assert {op - Op.ATTACK_BONUS for op in PASSIVE} == set(range(opcodes.PASSIVES))
    shown = {Op[name.upper()] - Op.HIT for name in opcodes.FOE_EFFECTS}
    assert shown <= set(range(opcodes.NUMBERS_SHOWN))
