"""Positions by hand in every game: what follows from the rest may be left out, and names stand for numbers."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.contract import same
from medianoche.envs.halloween import state as halloween
from medianoche.envs.medianokte import state as medianokte
from medianoche.envs.misty import state as misty
from medianoche.envs.nocturna import state as nocturna
from tests.envs.repeats import row

Condition = Callable[[Any], bool]


def always(state: Any) -> bool:
    return True


def building(state: Any) -> bool:
    return bool(state.phase <= misty.Phase.PLACE)


def one_round(state: Any) -> bool:
    return bool(state.round_no + state.done <= 1)


def preset(state: Any) -> bool:
    return bool(state.decks_mode == medianokte.Decks.PRESET)


def no_stakes(state: Any) -> bool:
    return not state.stake.any()


def a_player_has_left(state: Any) -> bool:
    return bool(state.alive.any())


def asks_one(state: Any) -> bool:
    return state.phase not in (halloween.Phase.DEFEND, halloween.Phase.BID)


def goes_on(state: Any) -> bool:
    return not state.done


def among_nightmares(state: Any) -> bool:
    return bool(state.turn > 0 and state.battle != nocturna.BOSS_BATTLE) or state.boss < 0


DERIVED: dict[str, dict[str, Condition]] = {
    "correo": {
        **dict.fromkeys(("done", "to_move", "hand", "reserve", "spell_reserve", "patch_reserve"), always),
        **dict.fromkeys(("scores", "objective_points", "utility"), always),
    },
    "misty": {
        **dict.fromkeys(("done", "to_move", "gone", "round_points", "utility"), always),
        **dict.fromkeys(("deck", "bh", "bw"), building),
        **dict.fromkeys(("scores", "points_total"), one_round),
    },
    "halloween": {
        **dict.fromkeys(("done", "pot", "deck_n", "scores"), always),
        "alive": no_stakes,
        "utility": a_player_has_left,
        "to_move": asks_one,
        **dict.fromkeys(("mover", "owner"), goes_on),
    },
    "nocturna": {
        **dict.fromkeys(("done", "to_move", "nm_deck", "rw_deck", "loc_deck", "scores", "utility"), always),
        "foe_kind": goes_on,
        "foe_max": lambda state: goes_on(state) and among_nightmares(state),
    },
    "medianokte": {
        **dict.fromkeys(("done", "to_move", "army_size", "scores", "utility"), always),
        **dict.fromkeys(("deck_astrali", "deck_event", "explore_object", "explore_event"), preset),
    },
}
"""Fields of each game that follow from the others, and when."""

CASES = [
    row(not number, name, number) for name in DERIVED for number in range(len(envs.game(name).declaration.variants))
]


def states(game: Any, options: dict[str, Any], share: float) -> Iterator[Any]:
    """A share of the states of two random games, and their ends."""
    rng = np.random.default_rng(3)
    for seed, num_players in enumerate((min(game.players), max(game.players))):
        state = game.new(num_players, seed, **options)
        while not state.done:
            if rng.random() < share:
                yield game.copy(state)
            game.step(state, int(rng.choice(game.legal_actions(state))))
        yield state


def position(game: Any, state: Any, changed: dict[str, Any], left_out: tuple[str, ...] = ()) -> Any:
    """`state` set up by hand, some fields in other words and some left out."""
    other = {"pack", "num_players", *game.declaration.options_model.model_fields, *left_out}
    fields = {name: state[name] for name in game.declaration.state_dtype.names if name not in other}
    return game.position(int(state.num_players), seed=9, **game.content.options_of(state), **fields | changed)


@pytest.mark.parametrize(("name", "number"), CASES)
def test_what_follows_from_the_rest_may_be_left_out(name, number):
    game = envs.game(name)
    sound_states = list(states(game, game.declaration.variants[number], 0.03))
    for state in sound_states[:: 1 + len(sound_states) // 12]:
        follow = tuple(field for field, when in DERIVED[name].items() if when(state))
        assert same(position(game, state, {}, follow), state)
    for state in sound_states[:: 1 + len(sound_states) // 2]:
        for field, when in DERIVED[name].items():
            assert not when(state) or same(position(game, state, {}, (field,)), state), field


def in_words(numbers: np.ndarray, names: dict[int, str]) -> Any:
    """Numbers with names in their place, where they have one."""
    words = np.array(numbers, object)
    for place, number in np.ndenumerate(numbers):
        words[place] = names.get(int(number), int(number))
    return words.tolist()


@pytest.mark.parametrize("name", DERIVED)
def test_a_position_by_names_is_that_by_numbers(name):
    game = envs.game(name)
    named = {"phase": game.declaration.phases.__members__, **game.declaration.value_names(game.content.packs[0].model)}
    for field, names in named.items():
        for word, number in names.items():
            state = game.position(check=False, **{field: word})
            assert np.all(state[field] == number)
            assert same(state, game.position(check=False, **{field: int(number)}))
    for state in list(states(game, {}, 0.02))[::5]:
        words = {field: in_words(state[field], {int(n): word for word, n in named[field].items()}) for field in named}
        assert same(position(game, state, words), state)


@pytest.mark.parametrize(("name", "fields", "said"), [
    ("misty", {"pick": ["OWL"]}, "pick = ['OWL']; accepted: int8[4], or of STILL, FLOWER, SMILE, MONSTER, ARROW_N"),
    ("correo", {"market": [["I"]]}, "market = [['I']]; accepted: int16[8][2], or of I "),
    ("halloween", {"deck": ["Joker"]}, "deck = ['Joker']; accepted: int8[17], or of Any child, treat only, "),
    ("nocturna", {"loc_kind": "cellar"}, "loc_kind = 'cellar'; accepted: int8[4], or of sala_del_tesoro, "),
    ("medianokte", {"boss": "Kapitana"}, "boss = 'Kapitana'; accepted: int8, or of Kapitán Umbral, "),
])  # fmt: skip
def test_other_names_get_one_line(name, fields, said):
    with pytest.raises(envs.core.errors.PositionError) as caught:
        envs.game(name).position(**fields)
    assert str(caught.value).startswith(f"{name}: {said}")
    assert "\n" not in str(caught.value)


def test_full_windows_are_enough_to_activate():
    flor = "flor"
    sonrisa = "sonrisa"
    casa = "casa"
    window = [[flor, "ARROW_E", "ARROW_W", sonrisa], [casa] * 4, [sonrisa] * 3 + [flor]]
    other = [[flor] * 4, ["MONSTER"] * 4, [sonrisa] * 2 + [casa] * 2]
    state = envs.game("misty").position(phase="ACT", win=[window, other])
    assert (state.bh.tolist(), state.bw.tolist()) == ([3, 3, 0, 0], [4, 4, 0, 0])
    assert (state.to_move, state.deck.sum(), state.deal, state.hand.sum()) == (0, 54 - 24, 2, 0)
    assert len(envs.game("misty").legal_actions(state)) == 2


def test_cards_in_a_hand_leave_the_deck():
    state = envs.game("halloween").position(4, colours="random", card_at=[2, -1, -1, "USED"], candies=[20, 16])
    assert (state.deck_n, state.card_seen[0], state.pot) == (15, 1 << 2, 100 - 20 - 16 - 2 * 18)
    assert not {1, 4} & set(state.deck.tolist())
    nocturna = envs.game("nocturna")
    state = nocturna.position(3, sheets="order", hand=[[1, 0], [0, 1]], insomnia=[21, 0])
    assert state.scores.tolist() == [1, 0, 0, 0, 0]
    assert nocturna.position(3, sheets="order").rw_deck.sum() - state.rw_deck.sum() == 2
    correo = envs.game("correo").position(spells=[3, 0], patches=[0, 2])
    assert (correo.spell_reserve, correo.patch_reserve) == (13, 14)
    kinds = np.flatnonzero(envs.game("medianokte").new().deck_astrali)
    army = envs.game("medianokte").position(army_kind=kinds[:2], damage=[1])
    assert (army.army_size, army.deck_astrali.sum()) == (2, envs.game("medianokte").new().deck_astrali.sum() - 2)
    assert army.scores[0] > 0


def test_derivations_read_nothing_beyond_the_record():
    """Any value of a field gives an error of one line or a sound position."""
    rng = np.random.default_rng(5)
    for name in DERIVED:
        game = envs.game(name)
        fields = [
            field
            for field in game.declaration.state_dtype.names
            if game.declaration.state_dtype[field].base.kind == "i"
        ]
        for field in {*fields} - {"pack", "num_players", *game.declaration.options_model.model_fields}:
            limits = np.iinfo(game.declaration.state_dtype[field].base)
            for value in (limits.min, limits.max, int(rng.integers(-9, 99))):
                with contextlib.suppress(envs.core.errors.PositionError):
                    assert not game.rules.inconsistency(game.position(**{field: value}))
