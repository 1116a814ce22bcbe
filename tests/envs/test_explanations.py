"""Every legal action of every phase, under every option, is described, explained and drawn in every language."""

import re
from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.envs.halloween import state as halloween
from medianoche.envs.medianokte import state as medianokte
from tests.envs.halloween import table
from tests.envs.medianokte import test_cards as cards
from tests.envs.options import option_sets
from tests.envs.repeats import repeated

GAMES = [pytest.param(name, id=f"{name}-explained") for name in envs.names()]
GAME_LIMIT = 60
"""Games after which a phase counts as never reached."""
LATE = 20
"""Of the positions of a phase that are met, one of so many is kept when the first ones are."""


def fee():
    """Someone whose advice was paid with a card, which is to be chosen now: once in hundreds of games."""
    trick = table.trick(5, says=5, hands={1: [9, 14]})
    return table.verdict(table.consulted(trick, 1, 3, True), True)


def loss():
    """The Enemy's event takes an object of the choice of the Enemy."""
    return cards.RUN.run(("", cards.HANDS, cards.LOST))


RARE = {
    "halloween": {int(halloween.Phase.FEE): fee},
    "medianokte": {int(medianokte.Phase.LOSE): loss},
}
"""Positions of phases to which few games come."""


def test_every_value_of_every_option_is_tried():
    nocturna = option_sets("nocturna")
    assert {str(max_offer["max_offers"]) for max_offer in nocturna if "max_offers" in max_offer} >= {"0", "4"}
    assert any(option_set.get("advanced") for option_set in option_sets("correo"))
    assert any(option_set.get("repeat") == "turn" for option_set in option_sets("medianokte"))


@cache
def phases(name):
    """{phase: positions at a question in it}, from games with all options that are half chance and half the
    heuristic's, until every phase has come."""
    game = envs.game(name)
    asked = {int(phase) for phase in game.declaration.phases if phase < game.rules.last_phase}
    rng = np.random.default_rng(5)
    sets = option_sets(name)
    groups = defaultdict(list, {phase: [make()] for phase, make in RARE.get(name, {}).items()})
    for number in range(GAME_LIMIT):
        if number >= len(sets) and asked <= groups.keys():
            break
        options = sets[number % len(sets)]
        count = game.players[-1 - number % len(game.players)]
        count = game.players[0] if options.get("advanced") or options.get("start_player") else count
        state = game.new(count, seed=number, **options)
        share = (0.5, 0.05)[number % 2]
        met = defaultdict(int)
        while not state.done:
            met[int(state.phase)] += 1
            if met[int(state.phase)] == 1 or rng.random() < 1 / LATE:
                groups[int(state.phase)].append(game.copy(state))
            by_chance = rng.random() < share
            action = rng.choice(game.legal_actions(state)) if by_chance else game.heuristic(state, seed=number)
            game.step(state, int(action))
    assert asked == groups.keys()
    return {phase: spread(states) for phase, states in sorted(groups.items())}


def spread(states):
    """The states in an order in which the first ones are from all parts of the list."""
    return [states[place] for place in np.random.default_rng(3).permutation(len(states))]


def drawn(svg):
    """The actions that a picture offers."""
    return {int(number) for group in re.findall(r'data-action="([\d ]+)"', svg) for number in group.split()}


@repeated(2, 40, "positions")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_of_every_phase_is_described_explained_and_drawn(name, lang, positions):
    game = envs.game(name)
    most = 12 if positions < 10 else 60
    for states in phases(name).values():
        for state in states[:positions]:
            asked = int(state.to_move)
            legal = game.legal_actions(state).tolist()
            view = game.view(state, asked, lang)
            words = [game.describe(state, action, lang) for action in legal]
            assert all(words)
            assert len(set(words)) == len(words)
            assert all(game.declaration.steps(view, action) for action in legal)
            for action in legal[:: 1 + len(legal) // most]:
                assert game.explain(state, action, asked, lang).startswith(game.describe(view.record, action, lang))
                assert isinstance(game.declaration.brief(view, action), str)
            assert drawn(game.draw(state, asked, lang=lang, width=720)) == set(legal)
            assert game.declaration.guide(view)
            assert game.declaration.text(view)
