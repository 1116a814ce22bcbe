"""Every card of the default pack is the one listed here in a shorthand.

Attacks: M melee, D distance, A area with dice, `mag` the magic die, `*` special against a characteristic; (t) taps, (e)
exhausts. Effects: the header, then instructions in capitals, on the target unless S (source) is named.
"""

import tomllib

import pytest

from tests.envs.medianokte.table import GAME

PACK = tomllib.loads((GAME.content.folder / "packs" / "standard.toml").read_text(encoding="utf-8"))
SHORT = {"strength": "str", "dexterity": "dex", "will": "will"}
TRAITS = ("strength", "dexterity", "will")

CHARACTERS = """
Kazador 9 5 5 7 5 | Arko de Hueso D3 (t) | Red Oskura D* dex (t): DAMAGE 1; TIRE 1 exhaust | Ojo de Presa (t) FOE: POISON 1 | Lluvia de Flechas EACH_FOE: DICE 4
Nigromante 10 5 3 5 8 | Guadaña M3 (t) | Toke Marchito D mag (t) | Animar a los Kaidos (t) SELF: REVIVE 3 | Repartir Semillas SELF: REVIVE 9; REVIVE 9; HEAL 3
Kapitana 10 5 6 4 6 | Sable de Abordaje M3 (t) | Trabuko A2 (e) | Arenga (t) CREW: OPTION 1 1; EUPHORIA 1; HEAL 1 | Todos a Una EACH_CREW: REST; EUPHORIA 1; HEAL 1
Kuradora 9 5 4 6 7 | Báculo de Luz D2 (t) | Bisturí M* dex (t): DAMAGE 2; BLEED 1 | Vendaje (t) CREW: HEAL 2; BLEED 0 | Milagro EACH_CREW: HEAL 4; BLEED 0; POISON -9
Mekániko 10 6 6 4 4 | Llave Titán M5 (e) | Remachadora D2 (t) | Sabotaje (e) NONE: ENERGY -3 | Sobrekarga EACH_FOE: DAMAGE 2
Akróbata 9 5 4 8 5 | Dagas Gemelas M3 D2 (t) | Patada Giratoria M* str (t): DAMAGE 2; TIRE 1 tap | Finta (t) FOE: TIRE 1 tap; DAMAGE 1 | Danza Letal FOE: DAMAGE 5; BLEED 1
"""  # noqa: E501
BOSSES = """
Kapitán Umbral 5 7 5 6 | Kañonazo CREW: DICE 3 | Grito del Vacío EACH_CREW: TEST will 1; TIRE 1 tap | Reklutar NONE: SUMMON 3 | Saqueo NONE: ENERGY 2; DRAW 1 | Filo Oskuro CREW: TEST str 1; DAMAGE 1; BLEED 1
Madre Kolmena 5 6 4 5 | Enjambre NONE: SUMMON 2; SUMMON 2 | Nube Ácida EACH_CREW: TEST str 1; POISON 1 | Drenar CREW: DICE 2; HEAL S 1 | Feromonas EACH_ASTRALI: REST; HEAL 1 | Aguijón CREW: TEST dex 2; DAMAGE 2; POISON 1
Orákulo sin Rostro 5 4 6 8 | Pesadilla CREW: TEST will 1; TIRE 2 exhaust; DAMAGE 1 | Presagio NONE: ENERGY 2; DRAW 2 | Rayo Negro CREW: MAGIC 1 | Silencio CREW: OPTION 1 1; CHARGE -2; TIRE 1 exhaust | Eklipse EACH_CREW: TEST will 1; DAMAGE 1
"""  # noqa: E501
ASTRALIS = """
Larva 1 1 3 1 2 3 2
Polilla de Éter 1 1 6 1 2 7 3
Centinela Oxidado 1 2 5 1 5 2 2
Sanguijuela 1 1 4 * dex: DAMAGE 1; BLEED 1 · 3 4 3
Eskolopendra 2 2 4 2 4 5 3
Duende de Válvula 2 1 6 * will: DAMAGE 1; TIRE 1 tap · 2 7 5
Espora Korrosiva 2 2 3 * str: DAMAGE 1; POISON 1 · 3 2 4
Guardia de la Nave 2 2 5 2 5 4 4
Espektro 2 1 7 mag 2 6 7
Merodeador 2 3 4 2 6 4 3
Golem de Chatarra 3 4 5 2 8 2 3
Tejedora 3 2 5 * dex: DAMAGE 2; TIRE 1 tap · 4 7 5
Verdugo 3 3 5 3 7 4 4
Aparición 3 2 6 mag 3 6 8
Leviatán Menor 4 5 5 3 9 3 4
Heraldo Umbrío 4 3 6 4 6 6 7
"""
EVENTS = """
Momento de Vacilación 2 CREW: TEST will 1; TIRE 2 exhaust
Deskompresión 3 EACH_CREW: TEST str 1; DAMAGE 1
Fuga Tóxika 1 CREW: TEST str 1; POISON 1
Hemorragia 1 CREW: TEST dex 1; BLEED 1
Trampa de Kuchillas 2 CREW: TEST dex 1; DAMAGE 2
Apagón 2 EACH_CREW: TEST will 1; TIRE 1 tap
Manos Invisibles 1 CREW: TEST dex 1; LOSE
Susurros 1 CREW: TEST will 3; OPTION 1 1; EUPHORIA 0; CHARGE -1
Eko en los Pasillos 2 EACH_ASTRALI: REST
Torreta Automátika 2 CREW: DICE 3
"""
POSITIVES = """
Botiquín 2 SELF: HEAL 3
Adrenalina 1 SELF: EUPHORIA 1
Segundo Aliento 2 SELF: REST
Antídoto 0 SELF: POISON -9; BLEED 0; HEAL 1
Kortocirkuito 0 SELF: ENERGY -2
Inspiración 1 SELF: CHARGE 1
Golpe de Suerte 1 SELF: OPTION 1 1; HEAL 2; CHARGE 1
Pakto de Sangre 0 SELF: CHARGE 2; TEST str 1; DAMAGE 1
"""
OBJECTS = """
Espada Solar 2 M4 (t)
Maza Gravitatoria 2 M6 (e)
Pistola de Pulso 2 D3 (t)
Rifle Largo 2 D5 (e)
Lanzallamas 2 A3 (e)
Varita de Vacío 2 D mag (t)
Orbe Estelar 3 A mag (e)
Lanza Arponera 1 M4 D2 (t)
Látigo Eléktriko 1 M* dex (t): DAMAGE 2; TIRE 1 exhaust
Ballesta Venenosa 1 D* str (t): DAMAGE 1; POISON 2
Sierra Dentada 1 M* str (t): DAMAGE 3; BLEED 1
Kanto Prohibido 2 D* will (e): DAMAGE 4
Traje Reforzado 2 armour +1
Amuleto de Hierro 2 life +2
Kasko Psíkiko 1 will +2
Botas Magnétikas 1 dexterity +2
Exoeskeleto 1 strength +2, melee +1
Mira Láser 2 distance +1
Batería Auxiliar 1 discount +1
Inyector 1 CREW: HEAL 3
Granada 2 EACH_FOE: DICE 2
Bomba de Pulso 1 FOE: DAMAGE 2
Red de Kaptura 1 FOE: TIRE 1 exhaust
Estimulante 1 CREW: EUPHORIA 1; HEAL 1
Célula de Karga 1 CREW: CHARGE 1
Antitoxina 0 CREW: POISON -9; BLEED 0; HEAL 1
Interferidor 1 NONE: ENERGY -3
Reloj Detenido 2 SELF: REST
"""


def steps(effect: str) -> str:
    """A program in the contract's shorthand."""
    parts = []
    for part in effect.split(";"):
        op, *words = part.split()
        words = [SHORT.get(word, "S" if word == "source" else word) for word in words if word != "target"]
        parts.append(" ".join([op.upper(), *words]))
    return "; ".join(parts)


def card(row: dict, tires: str = "") -> str:
    return f"{row['name']}{tires} {row.get('header', 'self').upper()}: {steps(row['effect'])}"


def weapon(row: dict) -> str:
    values = []
    for reach in ("melee", "distance", "area"):
        if value := row.get(reach):
            letter = reach[0].upper()
            values.append(letter + {"magic": " mag", "special": "*"}.get(value, str(value)))
    special = f" {SHORT[row['characteristic']]}" if "characteristic" in row else ""
    effect = f": {steps(row['effect'])}" if "effect" in row else ""
    return f"{' '.join(values)}{special} ({row['tire'][0]}){effect}"


def character(row: dict) -> str:
    numbers = " ".join(str(row[name]) for name in ("life", "armour", *TRAITS))
    weapons = [f"{one['name']} {weapon(one)}" for one in row["weapons"]]
    assist = card(row["assist"], f" ({row['assist']['tire'][0]})")
    return " | ".join([f"{row['name']} {numbers}", *weapons, assist, card(row["final"])])


def boss(row: dict) -> str:
    numbers = " ".join(str(row[name]) for name in ("armour", *TRAITS))
    return " | ".join([f"{row['name']} {numbers}", *map(card, row["actions"])])


def astrali(row: dict) -> str:
    attack = {"magic": "mag", "special": "*"}.get(row["attack"], str(row["attack"]))
    if "effect" in row:
        attack += f" {SHORT[row['characteristic']]}: {steps(row['effect'])} ·"
    numbers = (row["name"], row["cost"], row["life"], row["armour"], attack, *(row[name] for name in TRAITS))
    return " ".join(map(str, numbers))


def event(row: dict) -> str:
    return card(row | {"name": f"{row['name']} {row['cost']}"})


def thing(row: dict) -> str:
    if row["type"] == "weapon":
        return f"{row['name']} {row['cost']} {weapon(row)}"
    if row["type"] == "permanent":
        return f"{row['name']} {row['cost']} " + ", ".join(f"{name} +{n}" for name, n in row["gives"].items())
    return event(row)


@pytest.mark.parametrize(("group", "copies", "written", "contract"), [
    ("character", None, character, CHARACTERS), ("boss", None, boss, BOSSES), ("astrali", 2, astrali, ASTRALIS),
    ("event", 2, event, EVENTS), ("positive", 3, event, POSITIVES), ("object", 2, thing, OBJECTS),
])  # fmt: skip
def test_cards_are_those_of_the_contract(group, copies, written, contract):
    assert [written(row) for row in PACK[group]] == contract.strip().splitlines()
    assert {row.get("copies") for row in PACK[group]} == {copies}


def test_constants_and_preset_decks_are_those_of_the_contract():
    constants = {name: value for name, value in PACK["constants"].items() if name != "provenance"}
    assert constants == {
        "hand_size": 8, "energy_base": 1, "energy_per_crew": 2, "boss_life": 5, "boss_life_per_crew": 5,
        "final_cost": 3, "charge_cap": 15, "magic_die": [0, 1, 1, 2, 2, 3], "life_bonus": [3, 0, 0, 1, 1],
    }  # fmt: skip
    preset = PACK["preset"]
    assert sorted(preset["events"]) == list(range(10))
    assert sorted(preset["astralis"]) == sorted([*range(16), 4, 7, 9, 12])
    for c in range(5):
        assert sorted(preset["objects"][c]) == list(range(c if c < 4 else 1, 28, 4))
        assert sorted(preset["positives"][c]) == sorted((3 * c + k) % 8 for k in range(3))
