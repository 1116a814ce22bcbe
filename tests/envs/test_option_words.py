"""The glossary, the rules card and the guide follow the options of a game, in every language."""

import pytest

from medianoche import envs
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.envs.core.show.view import View
from tests.envs.options import others, values

SILENT = {
    ("correo", "start_player"),
    ("misty", "obs_memory"),
    ("nocturna", "sheets"),
    ("medianokte", "decks"),
    ("medianokte", "characters"),
}
"""Options that change no rule while a game goes on: who begins, what agents observe, what is chosen before."""
CHANGED = {
    ("nocturna", "variant", "quick"): {"boss", "round", "goal", "end"},
    ("nocturna", "actor", "free"): {"attack", "defence", "skill", "turn"},
    ("nocturna", "carry", "optional"): {"carry", "defeated", "turn", "guide-CARRY"},
    ("nocturna", "unguarded_rewards", True): {"move", "loot", "turn", "guide-MOVE"},
    ("nocturna", "boss_life", "standing"): {"Director del Circo", "end"},
    ("nocturna", "max_offers", 0): {"offer", "turn", "guide-USE"},
    ("nocturna", "fatigue", 10): {"fatigue"},
    ("medianokte", "combined", True): {"action card", "turn", "guide-ENEMY"},
    ("medianokte", "repeat", "turn"): {"strike", "guide-ENEMY"},
    ("medianokte", "test", "attacker_under"): {"special attack"},
    ("medianokte", "ties", True): {"test"},
    ("medianokte", "max_rounds", 10): {"end"},
    ("misty", "variant", "introductory"): {"window", "goal", "turn", "guide-PLACE"},
    ("misty", "activation", "solve"): {"activate", "end"},
    ("misty", "rounds_to_win", 1): {"goal"},
    ("misty", "smile_pairs", "disjoint"): {"smile", "scoring"},
    ("correo", "advanced", True): {"objective frogs", "scoring"},
    ("correo", "flat", False): {"tile", "turn"},
    ("correo", "count_destination", False): {"message", "scoring"},
    ("halloween", "colours", "random"): {"colour"},
    ("halloween", "counts", "secret"): {"candy"},
    ("halloween", "tear_cooldown", 0): {"tear"},
    ("halloween", "tear_cooldown", 2): {"tear"},
}
"""Names of the glossary, sections of the card and phases whose texts change with the value of an option."""


def view_of(name, lang, **options):
    """A view of a new game with options, for the usual number of players."""
    game = envs.game(name)
    return View(game, game.new(game.players[0], seed=1, **options), 0, lang)


def told(view):
    """{name: text} of the glossary, the sections of the card, and the guide of each phase, by English names."""
    game = view.game
    english = View(game, view.record, view.seat)
    names = list(game.declaration.glossary(english))
    entries = dict(zip(names, game.declaration.glossary(view).values(), strict=True))
    entries |= {section.name: " ".join(section.lines) for section in game.declaration.rules_of(view)}
    for phase in game.declaration.phases:
        if phase < game.rules.last_phase:
            state = game.copy(view.record)
            state.phase = phase
            entries[f"guide-{phase.name}"] = game.declaration.guide(View(game, state, view.seat, view.lang))
    return entries


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "option", "value"), CHANGED)
def test_texts_follow_an_option(name, option, value, lang):
    before = told(view_of(name, lang))
    after = told(view_of(name, lang, **{option: value}))
    changed = {key for key in before if before[key] != after.get(key)}
    assert changed >= CHANGED[name, option, value]
    assert all("  " not in text for text in after.values())


def test_every_value_of_every_option_is_in_the_table():
    for name in envs.names():
        game = envs.game(name)
        for option, field in game.declaration.options_model.model_fields.items():
            if (name, option) not in SILENT:
                known = {value for *where, value in CHANGED if where == [name, option]}
                assert known, (name, option)
                assert len(values(field)) > 4 or len(others(game, option)) - len(known) <= 1, (name, option)


@pytest.mark.parametrize("name", envs.names())
def test_the_card_of_a_game_with_no_options_is_the_usual_one(name):
    for lang in LANGUAGES:
        assert envs.game(name).declaration.rules_of(view_of(name, lang)) == envs.game(name).declaration.rules_card(lang)
