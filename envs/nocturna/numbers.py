"""Numbers of the rules of Camino a Nocturna that are in no pack; rules, explanations and the page take them from
here."""

from typing import NamedTuple

HAND_START = 5  # cards that the Master begins with
REVIVED = 10  # insomnia of a child that returns after a boss
BOSS_LIFE = 8  # of a boss, for each child
ZONE = 4  # rounds of a zone; the last of each is against a boss
LAST_ROUND = 12  # rounds of the game
QUICK_ROUNDS = 8  # rounds of the quick variant


class Caps(NamedTuple):
    """Upper bounds. Tokens never run out but for bottles, one cover and one mark (R5)."""

    insomnia: int = 20  # of a standing child
    shield: int = 6  # of a child or foe
    charge: int = 4  # of a child
    power: int = 4  # of a foe
    bottles: int = 2  # children in bottles
    hand: int = 12  # cards of the Master
    crowd: int = 2  # children in a location


CAP = Caps()
