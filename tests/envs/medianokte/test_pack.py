"""Packs: the default one, new rows in play, invalid rows with their error lines, generated packs."""

import numpy as np
import pytest

from medianoche.envs.core.content.pack import generate
from medianoche.envs.medianokte.packs.generate import FAIR, enemy_share
from tests.envs.medianokte.numbers import KAPITANA, KAZADOR
from tests.envs.medianokte.table import GAME, army, board, legal, near, outcomes, play
from tests.envs.packs import assert_refused, change, tables, written


def test_default_pack_has_everything():
    record = GAME.content.records[0]
    assert (record.num_characters, record.num_bosses) == (6, 3)
    assert (record.astrali[:, 8].sum(), record.event_copies.sum()) == (32, 20)
    assert (record.positive_copies.sum(), record.object_copies.sum()) == (24, 56)
    assert record.char_stats[0].tolist() == [9, 5, 5, 7, 5]
    assert record.char_weapon[0, 1].tolist() == [0, 10, 0, 1, 2]
    assert record.program[2].tolist()[:3] == [[1, 0, 1, 0], [6, 0, 1, 2], [0, 0, 0, 0]]
    assert record.magic_die.tolist() == [0, 1, 1, 2, 2, 3]
    assert record.life_bonus.tolist() == [3, 0, 0, 1, 1]
    assert record.preset_object[4].tolist() == record.preset_object[1].tolist()
    assert [int(n) for n in record.preset_astrali[:16]] == [1, 1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 1, 2, 1, 1, 1]


def test_stated_cards_are_marked_as_the_rulebooks():
    pack = GAME.content.read_pack("standard").model
    assert pack.character[0].provenance["name"] == "rulebook"
    assert pack.event[0].provenance["effect"] == "rulebook"
    assert pack.constants.provenance["hand_size"] == "rulebook"
    assert pack.constants.provenance["life_bonus"] == "reconstructed"


# ---- a new card is a row


ROW = {"provenance": "reconstructed"}
NEW = {
    "character": {
        "name": "Navegante",
        "life": 8,
        "armour": 4,
        "strength": 3,
        "dexterity": 3,
        "will": 3,
        "weapons": [
            {"name": "Sextante", "area": "special", "tire": "tap", "characteristic": "will",
             "effect": "damage target 2; test target strength 1; poison target 1"},
            {"name": "Brújula", "melee": 2, "tire": "exhaust"},
        ],
        "assist": {"name": "Rumbo", "tire": "tap", "header": "mate", "effect": "charge target 2; heal source 1"},
        "final": {"name": "Tormenta", "header": "melee", "effect": "magic target 2; tire target 2 exhaust"},
    },
    "boss": {
        "name": "Faro Roto",
        "armour": 4,
        "strength": 4,
        "dexterity": 4,
        "will": 4,
        "actions": [
            {"name": "Luz", "header": "self", "effect": "heal source 2; rest target"},
            {"name": "Sombra", "header": "astrali", "effect": "heal target 1; rest target"},
            {"name": "Marea", "header": "each_crew",
             "effect": "option 1 2; damage target 1; test target will 1; lose target"},
            {"name": "Niebla", "header": "none", "effect": "energy 1"},
            {"name": "Ancla", "header": "crew", "effect": "tire target 3 tap"},
        ],
    },
    "astrali": {
        "name": "Medusa", "cost": 2, "life": 1, "armour": 5, "attack": "special", "characteristic": "will",
        "effect": "damage source 1; damage target 2", "strength": 2, "dexterity": 2, "will": 2, "copies": 2,
    },
    "event": {"name": "Naufragio", "cost": 1, "header": "each_crew", "effect": "magic target 1", "copies": 2},
    "positive": {"name": "Tesoro", "cost": 1, "effect": "charge source 3; damage target 1", "copies": 3},
    "object": {"name": "Catalejo", "type": "permanent", "cost": 1, "gives": {"distance": 2, "will": 1}, "copies": 2},
}  # fmt: skip
NAVEGANTE = 6
FARO = 3
MEDUSA = 16
NAUFRAGIO = 10
TESORO = 8
CATALEJO = 28


@pytest.fixture(scope="module")
def larger(tmp_path_factory):
    """The default pack with one row more in each group."""
    changed = tables(GAME)
    for key, row in NEW.items():
        changed[key].append(row | ROW)
    return written(tmp_path_factory.mktemp("packs"), changed, "changed.toml")


def crew(larger, seat=1, **changes):
    return board(3, FARO, [NAVEGANTE, KAZADOR], seat, pack=larger, **changes)


def test_new_character_attacks_specially_in_an_area(larger):
    state = crew(larger, army=[(10, 0, 0), (8, 0, 0)])  # wills 3 and 7, the boss 4
    after = outcomes(state, 147 + 42)
    assert near(after.army_damage[:, 0] == 2, 0.7)
    assert near(after.army_size == 1, 0.3)
    assert near(after.boss_damage == 2, 0.6)
    assert ((after.army_size == 1) <= (after.boss_damage == 2)).all()  # one die for all
    assert set(after.charge[after.army_size == 1, 0]) == {1}
    assert near(after.army_poison[:, 0] == 1, 0.7 * 0.3)


def test_new_assist_is_for_mates_only(larger):
    after = play(crew(larger, damage=[3]), 405)
    assert (after.charge[:2].tolist(), after.damage[0], after.to_move) == ([0, 2], 2, 2)
    alone = board(2, FARO, [NAVEGANTE], 1, pack=larger)
    assert 405 not in legal(alone)


def test_new_final_action_follows_the_melee_rule(larger):
    state = crew(larger, charge=[3], army=[(10, 0, 1), (14, 0, 0)])
    after = outcomes(state, 406)
    assert set(after.army_damage[:, 0]) == {0}
    assert near(after.army_damage[:, 1] == 2, 1 / 9 + 2 * 1 / 18)
    assert 623 not in legal(state)
    state.army_orient[1] = 1
    asked = play(state, 406)
    assert legal(asked) == {623, 624, 643}
    asked = play(asked, 643)
    assert legal(asked) == {651, 652, 653, 654, 655}
    assert asked.left == 2
    asked = play(asked, 652)
    assert legal(asked) == {651, 653, 654, 655}
    assert play(asked, 655).boss_cards.tolist() == [0, 2, 0, 0, 2]


def test_new_boss(larger):
    state = crew(larger, 0, boss_damage=3, boss_cards=[0, 2, 1, 1, 2])
    after = play(state, 1)
    assert (after.boss_damage, after.boss_cards.tolist()) == (1, [0, 1, 0, 0, 1])
    asked = play(crew(larger, 0, army=[(12, 2, 2), (10, 0, 0)]), 2)
    assert legal(asked) == {623, 624}
    assert army(play(asked, 623)) == [(12, 1, 0), (10, 0, 0)]
    asked = play(crew(larger, 0, found=[[0, -1], [-1, -1]], items={(1, 19): 1}), 3)
    assert asked.target == 0
    asked = play(asked, 656)
    assert (asked.damage[0], asked.target) == (1, 1)
    lost = outcomes(asked, 657)
    assert near(lost["items"][:, 1, 19] == 0, 0.6)
    assert play(crew(larger, 0), 5, 618).orient[0].tolist() == [1, 1, 1]


def test_a_card_for_astralis_without_an_army_does_nothing(larger):
    assert play(crew(larger, 0), 2).to_move == 1


def test_new_astrali_may_die_of_its_own_attack(larger):
    state = crew(larger, 0, energy=1, army=[(MEDUSA, 0, 0)])
    after = outcomes(state, 46)  # will 3
    hit = after.damage[:, 0] == 2
    assert near(hit, 0.7)
    assert set(after.army_size[hit]) == {0}
    assert set(after.army_size[~hit]) == {1}
    assert not after.charge.any()


def test_new_event_and_finds(larger):
    after = outcomes(crew(larger, 0, energy=1, hand_event={NAUFRAGIO: 1}), 30 + NAUFRAGIO)
    assert near(after.damage[:, 0] == 3, 1 / 6)
    assert near((after.damage[:, 0] == 3) & (after.damage[:, 1] == 3), 1 / 36)
    after = play(crew(larger, phase=4, card=93 + TESORO), 615)
    assert (after.charge[0], after.damage[0], after.energy) == (3, 1, 1)
    after = play(crew(larger, phase=4, card=109 + CATALEJO), 610)
    assert after["items"][1, CATALEJO] == 1
    state = board(3, FARO, [KAZADOR, KAPITANA], 1, pack=larger, items={(0, CATALEJO): 1}, boss_poison=9)
    assert play(state, 147 + 41).boss_damage == 5


# ---- bad packs


BAD = [
    ("character", tables(GAME)["character"][:4], "character: 4 rows"),
    ("boss", [], "boss: 0 rows"),
    ("boss.0.actions.4", None, "5"),
    ("astrali", tables(GAME)["astrali"][:8], "astrali: 16 copies in all; at least 20"),
    ("event", tables(GAME)["event"][:4], "event: 8 copies in all; at least 10"),
    ("positive", tables(GAME)["positive"][:4], "positive: 12 copies in all; at least 15"),
    ("object", tables(GAME)["object"][:16], "object: 32 copies in all; at least 35"),
    ("character.0.life", 17, "character.0.life"),
    ("character.0.armour", 0, "character.0.armour"),
    ("astrali.3.will", 10, "astrali.3.will"),
    ("event.0.cost", 7, "event.0.cost"),
    ("object.0.melee", 9, "object.0.melee"),
    ("object.0.name", "", "object.0.name"),
    ("object.0.colour", "red", "object.0.colour"),
    ("character.0.weapons.1.characteristic", None, "needs characteristic and effect"),
    ("astrali.3.effect", None, "needs characteristic and effect"),
    ("character.0.weapons.0.effect", "damage target 1", "no special attack"),
    ("character.0.weapons.0.distance", None, "no attack value"),
    ("event.0.effect", "explode target 3", "unknown instruction 'explode'"),
    ("event.0.effect", "damage target", "is not of the form 'damage target|source amount'"),
    ("event.0.effect", "damage nobody 1", "'nobody' is not one of target, source"),
    ("event.0.effect", "damage target 50", "'50' is not a number from 1 to 20"),
    ("event.0.effect", "; ".join(["damage target 1"] * 7), "7 instructions; at most 6"),
    ("event.0.effect", "test target will 2; damage target 1", "beyond the end"),
    ("event.0.effect", "option 1 2; damage target 1; damage target 1", "beyond the end"),
    ("event.0.effect", "test target will 2; option 1 1; damage target 1; damage target 2", "cuts an option"),
    ("event.0.effect", "option 2 1; option 1 1; energy 1; energy 1", "holds another option"),
    ("event.0.effect", "option 1 2; test target will 1; energy 1; energy 1", "leaves its branch"),
    ("event.0.header", "foe", "header 'foe' is not for the Enemy"),
    ("event.0.effect", "revive target 3", "revive is only for the crew"),
    ("event.8.effect", "euphoria target 1", "acts only on crew members"),
    ("event.8.effect", "lose target", "lose is only for the target of header crew or each_crew"),
    ("event.0.effect", "charge source 1", "acts only on crew members"),
    ("object.19.effect", "summon 3", "summon is only for the Enemy"),
    ("positive.0.effect", "draw 1", "draw is only for the Enemy"),
    ("positive.0.effect", "lose target", "lose is only for the Enemy"),
    ("positive.0.header", "crew", "positive.0.header"),
    ("object.21.effect", "charge target 1", "acts only on crew members"),
    ("object.21.effect", "revive source 1", "revive is only for the crew, with header self, crew or mate"),
    ("astrali.3.effect", "charge target -1", "not for an astrali"),
    ("object.12.gives", {}, "gives nothing"),
    ("object.12.melee", 3, "cannot have melee"),
    ("object.19.header", None, "needs header"),
    ("object.0.tire", None, "needs tire"),
    ("object.1.name", "Espada Solar", "two rows have the same name"),
    ("preset.events", list(range(9)), "preset.events: 9 cards; it needs 10"),
    ("preset.events", [0] * 10, "10 of kind 0, which has 2 copies"),
    ("preset.astralis", [16] + [0] * 19, "there is no kind 16"),
    ("preset.objects.0", [1, 5, 9, 13, 17, 21, 25], "3 of kind 1, which has 2 copies"),
    ("constants.final_cost", 0, "constants.final_cost"),
    ("constants.life_bonus", [0, 0], "constants.life_bonus"),
    ("event.0.provenance", {"name": "rulebook"}, "provenance must name each key"),
    ("event.0.provenance", "guessed", "provenance"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "said"), BAD, ids=[f"{path}-{n}" for n, (path, _, _) in enumerate(BAD)])
def test_bad_packs_are_refused_in_one_line(path, value, said, tmp_path):
    changed = tables(GAME)
    change(changed, [int(part) if part.isdigit() else part for part in path.split(".")], value)
    assert_refused(GAME, tmp_path, changed, said)


# ---- generated packs


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_generated_packs_are_fair(seed):
    assert FAIR[0] <= enemy_share(generate(GAME.content.package, seed)) <= FAIR[1]


@pytest.mark.compiled
def test_generated_packs_differ_and_keep_the_groups_together():
    standard, one, two = (GAME.content.read_pack(source) for source in ("standard", 0, 1))
    assert len({standard.hash, one.hash, two.hash}) == 3
    for key in ("character", "boss", "astrali", "event", "positive", "object"):
        assert len(getattr(one.model, key)) == len(getattr(standard.model, key))
    for headers in ({"crew"}, {"each_crew"}):
        effects = [
            sorted(row.effect for row in pack.model.event if {row.header} == headers) for pack in (standard, one)
        ]
        assert effects[0] == effects[1]
    lives = [[row.life for row in pack.model.astrali] for pack in (standard, one)]
    assert np.abs(np.subtract(*lives)).max() == 1
