"""What the page tells of a target before it is chosen is what the rules then do to it."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.nocturna.kernels.turns import play_target, resolve
from medianoche.envs.nocturna.state import BASE, Phase, Source
from medianoche.envs.nocturna.words.aims import changes
from tests.envs.nocturna.positions import ATTACK, DEFENCE, NOCTURNA, SKILL, base, legal, play

GAMES = 12
ENOUGH = 6
"""Positions of each source of effects that are kept."""
SOURCES = {int(Source.CHILD_CARD), int(Source.FOE_CARD), int(Source.EVENT), int(Source.REWARD)}


@cache
def asked():
    """Positions of random games in which a target is asked for, by the source of the effects."""
    rng = np.random.default_rng(3)
    kept = {source: [] for source in SOURCES}
    for seed in range(GAMES):
        state = NOCTURNA.new(5, seed=seed)
        while not state.done:
            if state.phase == Phase.TARGET and len(kept[int(state.source)]) < ENOUGH:
                kept[int(state.source)].append(NOCTURNA.copy(state))
            NOCTURNA.step(state, int(rng.choice(sorted(legal(state)))))
    return kept


def values(state):
    """Insomnia and shield of the children, life and shield of the foes."""
    children = zip(state.insomnia.tolist(), state.shield.tolist(), strict=True)
    foes = zip(state.foe_life.tolist(), state.foe_shield.tolist(), strict=True)
    return {(0, one): pair for one, pair in enumerate(children)} | {(1, one): pair for one, pair in enumerate(foes)}


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_sums_of_a_target_are_what_the_rules_do(source):
    seen = Counter()
    pack = NOCTURNA.content.packs[0].records[0]
    for state in asked()[source]:
        view = NOCTURNA.view(state, int(state.to_move))
        for action in sorted(legal(state)):
            if action >= BASE.location:
                continue
            made = changes(view, action)
            assert bool(NOCTURNA.declaration.brief(view, action)) == bool(made)
            assert NOCTURNA.explain(state, action, int(state.to_move), "es").count("→") <= 2 * len(made)
            after = NOCTURNA.copy(state)
            uncompiled(play_target)(after, action)
            uncompiled(resolve)(pack, after)
            told = values(state) | {(change.foe, change.one): (change.new, change.left) for change in made}
            expected = values(after)
            for (foe, one), (amount, _) in expected.items():
                defeated = not foe and amount > 20
                assert told[foe, one][0] == amount
                assert defeated or told[foe, one] == expected[foe, one]
            seen.update(change.op for change in made)
    assert sum(seen.values())


def boss(**changed):
    """Timmy without a shield and William with six points of it against Director del Circo, who has chosen his attack
    and won the turn."""
    fields = {
        "num_players": 3, "sheet": [2, 0], "insomnia": [5, 9], "shield": [0, 6], "loc": [0, 0], "in_battle": [1, 1],
        "foe_shield": [1, 3, 0], **changed,
    }  # fmt: skip
    return base(**fields)


ASKED = [
    ("the shield takes all", boss(), (ATTACK, SKILL), "child 2 William", "shield 6 → 3",
     "3 insomnia - 6 shield = 0; insomnia stays 9, shield 6 → 3. 3 insomnia for a child of the combat",
     "3 de Insomnio - 6 de Escudo = 0; Insomnio 9 como antes, Escudo 6 → 3. 3 de Insomnio a un Niño del Combate"),
    ("no shield", boss(), (ATTACK, SKILL), "child 1 Timmy", "insomnia 5 → 8",
     "3 insomnia; insomnia 5 → 8. 3 insomnia for a child of the combat",
     "3 de Insomnio; Insomnio 5 → 8. 3 de Insomnio a un Niño del Combate"),
    ("a child falls", boss(insomnia=[19, 9]), (ATTACK, SKILL), "child 1 Timmy", "defeated",
     "3 insomnia; insomnia 19, defeated. 3 insomnia for a child of the combat",
     "3 de Insomnio; Insomnio 19, derrotado. 3 de Insomnio a un Niño del Combate"),
    ("William takes the hit", boss(covered=0), (ATTACK, SKILL), "child 1 Timmy", "child 2 William: shield 6 → 3",
     "Child 2 William: 3 insomnia - 6 shield = 0; insomnia stays 9, shield 6 → 3. 3 insomnia for a child of the combat",
     None),
    ("charges count", boss(charge=[2, 0]), (SKILL, ATTACK), "nightmare 2", "life 5 → 2, shield 3 → 0",
     "6 damage - 3 shield = 3; life 5 → 2, shield 3 → 0. 6 damage to a nightmare",
     "6 de daño - 3 de Escudo = 3; Vida 5 → 2, Escudo 3 → 0. 6 de daño a una Pesadilla"),
    ("power counts", boss(foe_emp=[2, 0, 0]), (ATTACK, SKILL), "child 1 Timmy", "insomnia 5 → 10",
     "5 insomnia; insomnia 5 → 10. 5 insomnia for a child of the combat",
     "5 de Insomnio; Insomnio 5 → 10. 5 de Insomnio a un Niño del Combate"),
]  # fmt: skip


@pytest.mark.parametrize("row", ASKED, ids=[row[0] for row in ASKED])
def test_a_target_has_its_sum_in_words(row):
    _, before, cards, words, brief, english, spanish = row
    state = play(before, *cards)
    assert state.phase == Phase.TARGET
    seat = int(state.to_move)
    action = next(action for action in sorted(legal(state)) if words in NOCTURNA.describe(state, action))
    assert NOCTURNA.declaration.brief(NOCTURNA.view(state, seat), action) == brief
    assert NOCTURNA.explain(state, action, seat).removeprefix(NOCTURNA.describe(state, action) + ". ") == english
    told = NOCTURNA.explain(state, action, seat, "es")
    assert spanish is None or told.removeprefix(NOCTURNA.describe(state, action, "es") + ". ") == spanish


CARDS = [
    ("the card alone", {}, "hit 3"),
    ("power is added", {"foe_emp": [2, 0, 0]}, "hit 5"),
]


@pytest.mark.parametrize(("changed", "expected"), [row[1:] for row in CARDS], ids=[row[0] for row in CARDS])
def test_a_card_says_what_it_does_now(changed, expected):
    state = boss(**changed)
    assert NOCTURNA.declaration.repeats(NOCTURNA.view(state, 0)).effects[ATTACK] == expected
    assert f"{expected.removeprefix('hit ')} insomnia for a child" in NOCTURNA.explain(state, ATTACK, 0)


def test_a_tired_side_is_told_that_its_defence_does_nothing():
    state = boss(turn=31)
    assert NOCTURNA.declaration.repeats(NOCTURNA.view(state, 0)).effects[DEFENCE] == "nothing"
    assert "no effect" in NOCTURNA.explain(state, DEFENCE, 0)
