"""The odds that the page tells of attacks, strikes and cards are the frequencies with which the rules let them end."""

import numpy as np
import pytest

from medianoche.envs.medianokte.packs.effects import parse
from medianoche.envs.medianokte.packs.words import program_of
from medianoche.envs.medianokte.state import ACTIONS, BASE, LIMITS, PLACES, Code, Op, within
from medianoche.envs.medianokte.words import odds
from tests.envs.medianokte import numbers
from tests.envs.medianokte.table import GAME, crew, legal, near, outcomes, play

ARMY = [(0, 0, 1), (5, 0, 1), (6, 1, 1), (8, 0, 1), (10, 2, 1), (11, 0, 1)]
"""Astralis of different kinds; all are tapped, so that every foe can be reached."""
TIRED = [[2, 2, 2], [2, 2, 2]]
"""The crew's cards: a card that tires them asks nothing."""


def _at(characters=(numbers.KAZADOR, numbers.KAPITANA), **changes):
    return crew(characters=characters, **({"army": ARMY, "boss_damage": 5} | changes))


def _enemy(boss, **changes):
    """The Enemy's turn, with energy for everything."""
    ready = [(kind, damage, 0) for kind, damage, _ in ARMY]
    changed = {"army": ready, "orient": TIRED, "damage": [7, 2], "energy": 9, "last_hit": -1} | changes
    return crew(seat=0, boss=boss, **changed)


def _aimed(boss, card):
    """The Enemy is asked for the target of an action card."""
    return play(_enemy(boss), BASE.card + card)


POSITIONS = {
    **{f"weapons-{first}-{second}": _at((first, second)) for first, second in ((0, 1), (2, 3), (4, 5))},
    "strong": _at(euphoria=[1, 0], items={(0, k): 1 for k in range(12, 24)}, army_poison=[1, 0, 2, 0, 9]),
    "attackers-characteristic": _at(test="attacker"),
    "under-the-characteristic": _at(test="attacker_under"),
    "ties": _at((numbers.AKROBATA, numbers.KURADORA), test="attacker_under", ties=True),
    "revived": _at(extra_kind={(0, 0): 9, (0, 1): 5}),
    **{f"strikes-{boss}": _enemy(boss) for boss in range(3)},
    **{f"card-{boss}-{card}": _aimed(boss, card) for boss, card in ((0, 0), (0, 4), (1, 2), (1, 4), (2, 0), (2, 2))},
}


def _bleeds(view, action):
    """Whether the card of an action starts a bleeding, which does damage of its own at the end of the turn."""
    act, n = within(ACTIONS, action)
    state = view.state
    if act == "target":
        steps = program_of(view, state.card)
    else:
        row = view.tables.astrali[state.army_kind[n // LIMITS.members]] if act == "strike" else None
        row = row or odds.text.weapon_row(view.tables, view.record, state.to_move - 1, n // PLACES.size)
        steps = parse(row.effect or "")
    return any(step.op is Op.BLEED for step in steps)


def _harmed(states, view, row):
    """What a target has lost in each of many outcomes, at most its life."""
    code = row.code
    if code < Code.FOE:
        lost = states["damage"][:, code] - view.state.damage[code]
    elif code == Code.BOSS:
        lost = states["boss_damage"] - view.state.boss_damage
    else:
        slot = code - Code.FOE
        kind = view.state.army_kind[slot]
        standing = states["army_kind"] == kind
        damage = np.where(standing, states["army_damage"], 0).sum(axis=1)
        lost = np.where(standing.any(axis=1), damage - view.state.army_damage[slot], row.body.left)
    return np.minimum(lost, row.body.left)


@pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS)
def test_odds_are_frequencies(state):
    view = GAME.view(state, int(state.to_move))
    checked = 0
    for action in sorted(legal(state)):
        act, _ = within(ACTIONS, action)
        rows = odds.odds(view, action)
        assert bool(rows) or act not in ("attack", "strike", "target")
        states = outcomes(state, action) if rows else None
        for row in rows:
            assert sum(row.harm.values()) == pytest.approx(1)
            lost = _harmed(states, view, row)
            assert near(lost > 0, 1 - row.harm.get(0, 0)), view.describe(action)
            if not _bleeds(view, action):
                assert near(lost == row.body.left, row.falls), view.describe(action)
                assert all(near(lost == n, row.harm.get(n, 0)) for n in range(row.body.left)), view.describe(action)
            checked += 1
    assert checked


ODDS = [
    (
        "weapons-0-1",
        "Tejedora (slot 6) from a distance with Arko",
        "kills 65%, 1.6 damage",
        "3 dice, each hits on 5 or more (60%); kills with 65% (life 2); 1.6 damage on average. 3 dice distance; taps",
    ),
    (
        "weapons-0-1",
        "Espektro (slot 4) from a distance with Red",
        "kills 40%",
        (
            "1 die hits on 7 or more (40%): dexterity 6; kills with 40% (life 1). Special distance against dexterity: "
            "on a hit, the target takes 1 damage and is exhausted (the boss: 1 action card, chosen by the "
            "attacker); taps"
        ),
    ),
    ("weapons-2-3", "every astrali and the boss with Trabuko", "6.9 damage in all", None),
    (
        "strikes-0",
        "strike Kapitana with Espektro",
        "1.5 damage",
        (
            "the magic die does 0 to 3 damage, armour does not help; leaves 5 to 8 of 10 life; 1.5 damage on average. "
            "Costs 1 energy, and the astrali taps: magic die"
        ),
    ),
    (
        "card-2-0",
        "choose Kazador",
        "1 damage",
        (
            "will 5: the test fails with 60%; leaves 1 of 9 life. A crew member of choice rolls under will; if that "
            "fails, has 2 cards exhausted, chosen by the user; in any case takes 1 damage"
        ),
    ),
]


@pytest.mark.parametrize(("position", "action", "brief", "explained"), ODDS, ids=[row[1] for row in ODDS])
def test_odds_in_words(position, action, brief, explained):
    state = POSITIONS[position]
    view = GAME.view(state, int(state.to_move))
    number = next(one for one in sorted(legal(state)) if action in view.describe(one))
    assert GAME.declaration.brief(view, number) == brief
    told = GAME.explain(state, number, int(state.to_move)).removeprefix(view.describe(number) + ". ")
    assert explained is None or told[:1].lower() + told[1:] == explained
