"""The game as a whole: positions that are refused, names, options and words."""

import numpy as np
import pytest

from medianoche.envs.core.errors import OptionError, PositionError
from medianoche.envs.nocturna.state import Phase
from tests.envs.nocturna.positions import BOSS, NOCTURNA, base, legal, place, play, position

REVEALED = {"phase": 10, "card_master": 3, "card_child": 2, "todo": 2, "source": 2, "actor_foe": 0}
REVEALED |= {"last_master": 3, "last_child": 2}
WRONG = [
    ("sheets_mode = 3; accepted: 0, 1, 2 (option sheets)", {"sheets_mode": 3}), ("done 1 in 14 alone", {"done": 1}),
    ("whom the phase asks", {"to_move": 1}), ("round_no", {"boss": 2}),
    ("insomnia[3] = 3; accepted: 21 for an empty seat",
     {"num_players": 4, "insomnia": [5, 5, 5, 3], "loc": [0, 0, 1, -1]}),
    ("shield[0] = 7; accepted: 0 to 6", {"shield": [7]}), ("a third child has a bottle", {"bottle": [1, 1, 1, 0]}),
    ("sheets must be", {"sheet": [2, 2, 0, 3]}), ("nightmare cards", {"nm_disc": [1, *[0] * 44]}),
    ("reward cards", {"rw_disc": [9, *[0] * 25]}), ("location cards", {"loc_disc": [1, *[0] * 17]}),
    ("more than 12 cards", {"mp_hand": {3: 3, 6: 3, 7: 3, 4: 2, 5: 2}}),
    ("more nightmares", {"loc_nm": [place(0, 1, 2), place(4), place(), place()]}),
    ("at most 2 children", {"loc": [0, 0, 0, 1], "in_battle": [1, 1, 1, 0]}),
    ("instant reward", {"active": [{2: 1}, {}, {}, {}]}), ("a combat is going on", {"turn": 0}),
    ("in_battle and the holders", {"lead_child": 2}), ("foes are not", {"foe_life": [4, 5, 6]}),
    ("cards committed", {"card_child": 1}), ("source, target", {"source": 2}),
    ("scores must", {"scores": [1, 0, 0, 0, 0]}), ("utility is not", {"utility": [1, -1, -1, -1, -1]}),
    ("all children are defeated", {"insomnia": [21, 21, 21, 21]}),
]  # fmt: skip


FRESH = {"in_battle": [0] * 4, "foe_kind": [-1] * 4, "foe_life": [0] * 4, "foe_max": [0] * 4, "loc_nm": [place()] * 4}
FRESH |= {"lead_child": -1, "lead_foe": -1, "turn": 0, "battle": -1, "loc_up": [0] * 4}
MOVES = FRESH | {"phase": 5, "to_move": 1}
EVENT_FIRST = FRESH | {"phase": 2, "event_kind": 16, "event_cost": 2, "source": 3, "resume": 1, "mp_hand": {0: 2}}
EVENT_FIRST |= {"nm_disc": [*[0] * 16, 1, *[0] * 28]}
STRUCK = REVEALED | {"to_move": 2, "lead_child": 1, "card_master": 2, "card_child": 3, "todo": 1, "source": 1}
PAID = {"phase": 2, "source": 3, "resume": 7, "mp_hand": {0: 1}}
UNREACHED = [
    ("no target to strike unmarked", "source, target",
     STRUCK | {"actor_foe": -1, "actor_child": 1, "last_master": 2, "last_child": 3}),
    ("an actor among the stunned", "cards committed",
     {"phase": 9, "to_move": 1, "actor": "free", "card_master": 2, "card_child": 3, "todo": 1, "stun": [1, 1]}),
    ("two cards to pay with one", "source, target",
     PAID | {"event_kind": 18, "event_cost": 2, "nm_disc": [*[0] * 18, 1, *[0] * 26]}),
    ("a stunned child chooses a card", "cards committed", {"phase": 8, "to_move": 1, "card_master": 1, "stun": [1]}),
    ("cover without William", "in_battle and the holders", {"covered": 1}),
    ("a child fights in another location", "in_battle and the holders", {"in_battle": [1, 1, 1, 0]}),
    ("a standing child at the fight is not in it", "in_battle and the holders", {"in_battle": [1, 0, 0, 0]}),
    ("the ninth location", "place_cursor", {"place_cursor": 9}),
    ("the loser of a turn acts", "cards committed", REVEALED | {"todo": 1}),
    ("a foe without the initiative acts", "cards committed", REVEALED | {"actor_foe": 1}),
    ("less than nothing", "insomnia[0] = -1; accepted: 0 to 21", {"insomnia": [-1, 5, 5, 5]}),
    ("foes face down", "in_battle and the holders", {"loc_up": [0] * 4}),
    ("a boss with another life", "foes are not", {"foe_max": [33], "foe_life": [30]} | BOSS),
    ("a child carried before all have moved", "loc must be",
     MOVES | {"insomnia": [5, 21, 5, 5], "loc": [-1, 1, -1, -1]}),
    ("the second child before the first", "loc must be", MOVES | {"loc": [-1, 1, -1, -1]}),
    ("a child without a place", "loc must be", MOVES | {"insomnia": [5, 5, 21, 21], "loc": [0, 0, -1, -1], "phase": 6}),
    ("moved while an event is paid for before", "loc must be", EVENT_FIRST | {"loc": [0, 0, 1, 1]}),
    ("a mark without Mayla", "in_battle and the holders", {"marked": 1, "sheet": [2, 0, 1, 3]}),
    ("long tired foes that are unhurt", "foes are not", {"turn": 90, "fatigue": 30}),
    ("long tired children who slept", "foes are not", {"turn": 42, "foe_life": [1] * 3, "insomnia": [1, 1]}),
    ("less than no cards", "mp_hand[0] = -1; accepted: from 0", {"mp_hand": {0: -1}}),
    ("cards without a name", "mp_unseen = 1; accepted: 0", {"mp_unseen": 1}),
    ("a creature as an event", "source, target",
     PAID | {"event_kind": 3, "event_cost": 1, "nm_disc": [0, 0, 0, 1, *[0] * 41]}),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "fields"), [case[1:] for case in UNREACHED], ids=[case[0] for case in UNREACHED])
def test_what_play_cannot_reach_is_refused(reason, fields):
    with pytest.raises(PositionError) as refused:
        base(**fields)
    assert reason in str(refused.value)


def test_what_play_can_reach_is_accepted():
    assert base(**REVEALED).phase == 10
    assert base(covered=1, sheet=[0, 1, 2, 3]).covered == 1
    assert base(**MOVES | {"loc": [0, -1, -1, -1], "to_move": 2}).phase == 5
    assert base(**EVENT_FIRST, loc=[-1] * 4).phase == 2
    assert base(**BOSS | {"foe_max": [32], "foe_life": [30]}).battle == 4
    assert base(turn=41, foe_life=[1] * 3).turn == 41


LAST = (
    *("turn", "battle", "in_battle", "foe_kind", "foe_life", "foe_max", "foe_shield", "lead_child", "lead_foe"),
    *("card_master", "card_child", "last_master", "last_child", "tie", "todo", "actor_child", "actor_foe", "source"),
    *("target", "event_kind", "event_cost", "resume", "reward_kind", "reward_pair", "offer_kind", "offer_from"),
    *("offer_to", "loot_slot", "loot_sum", "marked", "covered", "boss"),
)


@pytest.mark.parametrize("name", LAST)
def test_what_lies_on_the_table_at_the_end_is_what_a_game_left(name):
    for seed in (2, 4):
        state = NOCTURNA.new(3, seed)
        number = 0
        while not state.done:
            number += 1
            actions = legal(state)
            NOCTURNA.step(state, actions[number % len(actions)])
        assert not NOCTURNA.rules.inconsistency(state)
        for value in (99, -9):
            other = NOCTURNA.copy(state)
            other[name] = value
            assert NOCTURNA.rules.inconsistency(other)


def test_the_foes_of_the_last_combat_are_looked_at():
    state = NOCTURNA.new(3, 2)
    while not state.done:
        NOCTURNA.step(state, legal(state)[0])
    assert state.turn > 0
    state.foe_emp[3] = 1  # of no foe
    assert "foes" in NOCTURNA.rules.inconsistency(state)


def test_a_concealed_record_can_be_read():
    state = play(base(mp_hand={0: 2}, loc_nm=[place(0, 1, 2), place(), place(4), place()]), 1)
    NOCTURNA.conceal(state, 1)
    text = NOCTURNA.render(state)
    assert "Master's hand (2): ?" in text
    assert "nightmares 1 face down: ?" in text
    assert "loc_nm" in NOCTURNA.rules.inconsistency(state) or "mp_unseen" in NOCTURNA.rules.inconsistency(state)


@pytest.mark.parametrize(("reason", "fields"), WRONG, ids=[reason for reason, _ in WRONG])
def test_bad_positions_are_refused_with_one_line(reason, fields):
    with pytest.raises(PositionError) as refused:
        changed(fields)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


OPTIONAL = ("pack", "num_players", "max_offers", "fatigue")


def changed(fields):
    """Position B with some fields written over it, decks left as they are."""
    if not {"nm_disc", "rw_disc", "loc_disc"} & set(fields):
        return base(**fields)
    state = base()
    for name, value in fields.items():
        state[name][: len(value)] = value
    kept = {name: state[name] for name in NOCTURNA.declaration.state_dtype.names if name not in OPTIONAL}
    return NOCTURNA.position(5, **kept)


def test_names_and_teams():
    assert NOCTURNA.agents(3) == ["master", "child_0", "child_1"]
    assert NOCTURNA.teams(5) == [0, 1, 1, 1, 1]
    assert (NOCTURNA.num_actions, NOCTURNA.players) == (472, (5, 4, 3, 2))


@pytest.mark.parametrize("options", [{"variant": "long"}, {"max_offers": 5}, {"fatigue": 9}, {"unguarded_rewards": 1}])
def test_bad_options_are_refused(options):
    with pytest.raises(OptionError):
        NOCTURNA.new(5, **options)


def test_info_tells_how_the_game_stands():
    state = base(insomnia=[5, 21, 5, 5], in_battle=[1, 0, 0, 0])
    assert NOCTURNA.info(state, 0) == {"score": 1, "round": 1, "defeated_children": 1, "standing_children": 3}


@pytest.mark.larger
def test_every_question_can_be_read():
    phases = set()
    rng = np.random.default_rng(0)
    for seed in range(6):
        state = NOCTURNA.new((5, 4)[seed % 2], seed, actor=("initiative", "free")[seed % 2], carry="optional")
        while not state.done:
            phases.add(int(state.phase))
            text = NOCTURNA.render(state)
            assert "None" not in text
            assert max(map(len, text.splitlines())) < 200
            actions = legal(state)
            assert len({NOCTURNA.describe(state, action) for action in actions}) == len(actions)
            NOCTURNA.step(state, int(rng.choice(actions)))
        assert "game is over" in NOCTURNA.render(state)
    assert phases >= set(range(12)) - {Phase.RETURN, Phase.SHEET}


def test_rendering_of_a_combat():
    text = NOCTURNA.render(base(mp_hand={0: 2}, hand=[{2: 2}, {}, {}, {}], insomnia=[5, 21, 5, 5], in_battle=[1]))
    for words in (
        "Round 1 of 12, zone 1",
        "child 1 Timmy: insomnia 5, initiative, at location 1",
        "hand: 2 Manzanilla",
        "child 2 Mayla: defeated",
        "Combat at location 1 Sala del Tesoro, turn 1:",
        "nightmare 1 Ojos de Botón: life 3/3, initiative",
        "skill hit 1 enemy + stun 1 enemy",
        "Master's hand (2): 2 Ojos de Botón",
        "the Master chooses an action card in secret",
    ):
        assert words in text, words


def test_actions_are_described_in_words():
    state = position(mp_hand={0: 1, 16: 1}, place_cursor=0)
    assert NOCTURNA.describe(state, 110) == "place Ojos de Botón at location 1 Sala del Tesoro"
    assert NOCTURNA.describe(state, 36) == "play the event Mal Presagio"
    assert NOCTURNA.describe(state, 0) == "place no more"
    every = [NOCTURNA.describe(state, action) for action in range(NOCTURNA.num_actions)]
    assert all(every)
