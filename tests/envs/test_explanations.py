"""Every legal action of every phase, under every option, is described, explained and drawn in every language."""

import re
from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.errors import PositionError
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
IMPOSSIBLE = {
    "misty": {("ACT", "activation", "solve")},
    "medianokte": {("BUILD", "decks", "preset")},
    "nocturna": {("ACTOR", "actor", "initiative"), ("RETURN", "max_offers", 0)},
}
"""Phases that no position has with a value of an option."""
MANY = 12
"""Games of each option set in the larger tests."""
TRIES = 60
"""Positions of other option sets, of which one becomes a position of an option set under which a phase was not met."""


def test_every_value_of_every_option_is_tried():
    nocturna = option_sets("nocturna")
    assert {str(max_offer["max_offers"]) for max_offer in nocturna if "max_offers" in max_offer} >= {"0", "4"}
    assert any(option_set.get("advanced") for option_set in option_sets("correo"))
    assert any(option_set.get("repeat") == "turn" for option_set in option_sets("medianokte"))


def asked_phases(game):
    """The phases in which a player is asked."""
    return [phase for phase in game.declaration.phases if phase < game.rules.last_phase]


@cache
def met(name, games):
    """{(phase, number of an option set): positions at a question in it}, from games that are half chance and half the
    heuristic's: so many of each option set, and further ones until every phase has come."""
    game = envs.game(name)
    asked = set(map(int, asked_phases(game)))
    rng = np.random.default_rng(5)
    sets = option_sets(name)
    groups = defaultdict(list, {(phase, 0): [make()] for phase, make in RARE.get(name, {}).items()})
    for number in range(max(GAME_LIMIT, games * len(sets))):
        if number >= games * len(sets) and asked <= {phase for phase, _ in groups}:
            break
        place = number % len(sets)
        options = sets[place]
        count = game.players[-1 - number % len(game.players)]
        count = game.players[0] if options.get("advanced") or options.get("start_player") else count
        state = game.new(count, seed=number, **options)
        share = (0.5, 0.05)[number % 2]
        came = set()
        while not state.done:
            phase = int(state.phase)
            if phase not in came or rng.random() < 1 / LATE:
                groups[phase, place].append(game.copy(state))
            came.add(phase)
            by_chance = rng.random() < share
            action = rng.choice(game.legal_actions(state)) if by_chance else game.heuristic(state, seed=number)
            game.step(state, int(action))
    assert asked == {phase for phase, _ in groups}
    return {pair: spread(states) for pair, states in groups.items()}


@cache
def positions_of(name, games):
    """The same with a position for each pair that no game met, if play can reach one."""
    game = envs.game(name)
    groups = dict(met(name, games))
    for phase in map(int, asked_phases(game)):
        others = [state for (other, _), states in met(name, games).items() if other == phase for state in states]
        for place, options in enumerate(option_sets(name)):
            if (phase, place) not in groups:
                made = (under(game, state, options) for state in others[:TRIES])
                groups[phase, place] = [state for state in made if state is not None][:1]
    return groups


def under(game, state, options):
    """The position with other options; None if play cannot reach it then."""
    fields = dict(game.view(state).fields)
    players = fields.pop("num_players")
    for name, _, _ in game.declaration.option_fields:
        fields.pop(name)
    if "max_rounds" in options:
        fields["round_no"] = min(fields["round_no"], options["max_rounds"] - 1)
    is_rare = int(state.phase) in RARE.get(game.name, {})  # a table laid by hand lacks what is of no account there
    try:
        return game.position(int(players), check=not is_rare, **fields, **options)
    except PositionError:
        return None


def spread(states):
    """The states in an order in which the first ones are from all parts of the list."""
    return [states[place] for place in np.random.default_rng(3).permutation(len(states))]


def drawn(svg):
    """The actions that a picture offers."""
    return {int(number) for group in re.findall(r'data-action="([\d ]+)"', svg) for number in group.split()}


@pytest.mark.larger
@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_position_of_every_phase_under_every_option_set(name):
    game = envs.game(name)
    defaults = game.content.options({}).model_dump()
    sets = [defaults | options for options in option_sets(name)]
    missing = {
        (game.declaration.phases(phase).name, place)
        for (phase, place), states in positions_of(name, MANY).items()
        if not states
    }
    assert missing == {
        (phase, place)
        for phase, option, value in IMPOSSIBLE.get(name, ())
        for place, options in enumerate(sets)
        if options[option] == value
    }


@repeated(1, 8, "positions")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_of_every_phase_is_described_explained_and_drawn(name, lang, positions):
    """Under every option set; the quick test explains a part of the actions."""
    game = envs.game(name)
    is_quick = positions == 1
    for states in positions_of(name, 1 if is_quick else MANY).values():
        for state in states[:positions]:
            asked = int(state.to_move)
            legal = game.legal_actions(state).tolist()
            view = game.view(state, asked, lang)
            words = [game.describe(state, action, lang) for action in legal]
            assert all(words)
            assert len(set(words)) == len(words)
            assert all(game.declaration.steps(view, action) for action in legal)
            explained = legal[:: 1 + len(legal) // 12] if is_quick else legal
            for action in explained:
                assert game.explain(state, action, asked, lang).startswith(game.describe(view.record, action, lang))
                assert isinstance(game.declaration.brief(view, action), str)
            assert drawn(game.draw(state, asked, lang=lang, width=720)) == set(legal)
            assert game.declaration.guide(view)
            assert game.declaration.text(view)
