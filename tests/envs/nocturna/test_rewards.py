"""Every effect that a reward may have, also one of no standard card: its targets, its sum on the page, its worth.

The cases come from the tables in `opcodes.py`, so a new opcode or scope there is tested here.
"""

import re

import pytest

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.envs.nocturna.kernels.estimates import receiver_worth, reward_worth
from medianoche.envs.nocturna.kernels.presence import child_meant
from medianoche.envs.nocturna.opcodes import CHOOSING, INSTANT_EFFECTS, PASSIVE_EFFECTS, Scope
from medianoche.envs.nocturna.packs.generate import STANDARD
from medianoche.envs.nocturna.state import BASE, Phase
from medianoche.envs.nocturna.words.aims import changes, name_of
from tests.envs.nocturna.positions import NOCTURNA, legal, place, position
from tests.envs.nocturna.test_aims import values

CARD = "vaso_de_leche"
KIND = [row.name for row in NOCTURNA.content.read_pack("standard").model.reward].index(CARD)
INSTANTS = [(op, scope) for op, scopes in INSTANT_EFFECTS.items() for scope in scopes]
CHOSEN = {scope.name.lower() for scope in CHOOSING} - {"location"}
AIMED = [case for case in INSTANTS if case[1] in CHOSEN]
"""Effects on a child that is chosen."""
FALL = 100
"""A child that falls counts as so much insomnia."""


def using(folder, timing, effect):
    """A position in which a child may use a card with this effect alone. One child has fallen, one falls with two more
    points of insomnia, and one has little."""
    before, name, rest = STANDARD.read_text(encoding="utf-8").partition(f'name = "{CARD}"')
    rest = re.sub("timing = .*", f'timing = "{timing}"', rest, count=1)
    rest = re.sub("effects = .*", f'effects = ["{effect}"]', rest, count=1)
    file = folder / "one.toml"
    file.write_text(before + name + rest, encoding="utf-8")
    fields = {
        "insomnia": [9, 2, 19, 21], "phase": Phase.USE, "to_move": 1, "hand": [{KIND: 1}, {}, {}, {}],
        "mp_hand": {8: 2, 9: 2}, "loc_nm": [place(1), place(), place(2), place()],
    }  # fmt: skip
    return position(5, pack=str(file), **fields)


def worth(state):
    """What the heuristic thinks the card is worth to its owner."""
    return uncompiled(reward_worth)(NOCTURNA.content.records[int(state.pack)], state, 0, KIND)


def outcomes(state):
    """The position after the card, by the action that chooses its target; by -1 if there is none to choose."""
    used = NOCTURNA.copy(state)
    NOCTURNA.rules.apply(used, BASE.use + KIND)
    if used.phase != Phase.TARGET:
        return used, {-1: used}
    made = {}
    for action in legal(used):
        made[action] = NOCTURNA.copy(used)
        NOCTURNA.rules.apply(made[action], action)
    return used, made


@pytest.mark.parametrize(("op", "scope"), INSTANTS)
def test_an_instant_asks_for_the_target_that_its_scope_says(op, scope, tmp_path):
    used, _ = outcomes(using(tmp_path, "instant", f"{op} 3 {scope}"))
    assert (used.phase == Phase.TARGET) == (Scope[scope.upper()] in CHOOSING)


@pytest.mark.parametrize(("op", "scope"), [case for case in AIMED if case[1] != "fallen"])
def test_the_sum_of_a_receiver_is_what_the_rules_do(op, scope, tmp_path):
    used, made = outcomes(using(tmp_path, "instant", f"{op} 3 {scope}"))
    view = NOCTURNA.view(used, int(used.to_move))
    for action, after in made.items():
        made_changes = changes(view, action)
        told = {(change.foe, change.one): (change.new, change.left) for change in made_changes}
        assert values(used) | told == values(after)
        brief = f"{view.describe(action)}: {NOCTURNA.declaration.brief(view, action)}"
        assert {name_of(view, change) in brief for change in made_changes} == {True}
        for lang in LANGUAGES:
            assert "→" in NOCTURNA.explain(used, action, int(used.to_move), lang)


def burden(state):
    """The insomnia of all children; one that has fallen counts FALL."""
    return int(state.insomnia.sum()) + FALL * int(state.scores[0])


@pytest.mark.parametrize(("op", "scope"), AIMED)
def test_a_card_is_worth_what_it_is_worth_for_the_best_target(op, scope, tmp_path):
    state = using(tmp_path, "instant", f"{op} 3 {scope}")
    used, made = outcomes(state)
    pack = NOCTURNA.content.records[int(state.pack)]
    children = [uncompiled(child_meant)(used, action) for action in made]
    assert worth(state) == max(uncompiled(receiver_worth)(pack, used, child) for child in children)


@pytest.mark.parametrize(("op", "scope"), INSTANTS)
def test_the_worth_of_an_instant_has_the_sign_of_what_it_does(op, scope, tmp_path):
    state = using(tmp_path, "instant", f"{op} 3 {scope}")
    used, made = outcomes(state)
    relief = {action: burden(state) - burden(after) for action, after in made.items()}
    best = max(relief.values())
    assert worth(state) > 0 if best >= 0 else worth(state) < 0
    if used.phase == Phase.TARGET:
        assert relief[NOCTURNA.heuristic(used)] == best


@pytest.mark.parametrize("op", PASSIVE_EFFECTS)
def test_a_passive_effect_is_worth_something(op, tmp_path):
    assert worth(using(tmp_path, "permanent", f"{op} 1")) > 0
