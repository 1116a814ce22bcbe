"""The blocks of the observation of Medianokte, and their parts."""

from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.medianokte.state import CARDS, LIMITS, Code, Decks, Phase, Test


def _parts(layout: Layout) -> str:
    sizes = (block.shape if isinstance(block.shape, tuple) else (block.shape,) for block in layout)
    numbers = ("" if size == (1,) else " x ".join(map(str, size)) + " " for size in sizes)
    return "; ".join(number + block.meaning for number, block in zip(numbers, layout, strict=True))


COMMON_BLOCK = Layout(
    Block("enemy", 1, "is Enemy"),
    Block("turn", LIMITS.seats, "turn (Enemy, crew slots)"),
    Block("to_move", LIMITS.seats, "to move (the same)"),
    Block("phase", Phase.END + 1, "phase"),
    Block("players", 1, "players / 6"),
    Block("round", 1, "round / `max_rounds`"),
    Block("energy", 1, "energy / 30"),
    Block("spent", 1, "has bought"),
    Block("struck", LIMITS.members, "struck last"),
    Block("combined", 1, "`combined`"),
    Block("test", len(Test), "`test`"),
    Block("ties", 1, "`ties`"),
    Block("repeat", 1, "`repeat`"),
    Block("decks", len(Decks), "`decks`"),
    Block("picks", 1, "picks / 30"),
)
WEAPON_BLOCK = Layout(
    Block("value", (LIMITS.ranges, 3), "of each range dice / 8, magic, special"),
    Block("tires", 1, "tires / 2"),
    Block("trait", LIMITS.traits, "characteristic"),
    Block("found", 1, "found"),
)
BODY_BLOCKS = (
    Block("armour", 1, "armour / 10"),
    Block("traits", LIMITS.traits, "strength, dexterity, will / 10"),
    Block("bleed", 1, "bleeding"),
    Block("poison", 1, "poison / 5"),
)
MEMBER_BLOCK = Layout(
    Block("present", 1, "present"),
    Block("character", LIMITS.characters, "character"),
    Block("life", 1, "life / 20"),
    Block("left", 1, "life left / 20"),
    *BODY_BLOCKS,
    Block("euphoria", 1, "euphoria"),
    Block("charge", 1, "counters / 6"),
    Block("orient", LIMITS.slots, "orientation / 2"),
    Block("weapon", (LIMITS.weapons, WEAPON_BLOCK.size), f"weapons as they lie ({_parts(WEAPON_BLOCK)})"),
    Block("found", (LIMITS.weapons, LIMITS.objects), "kind found"),
    Block("extra", (LIMITS.extra, LIMITS.astralis + 1), "revived astralis (24 kind; orientation / 2)"),
    Block("items", LIMITS.objects, "objects / 2"),
)
ASTRALI_BLOCK = Layout(
    Block("present", 1, "present"),
    Block("left", 1, "life left / 6"),
    Block("armour", 1, "armour / 10"),
    Block("orient", 1, "orientation / 2"),
    Block("bleed", 1, "bleeding"),
    Block("poison", 1, "poison / 5"),
    Block("cost", 1, "cost / 6"),
    Block("value", 3, "dice / 8, magic, special"),
    Block("kind", LIMITS.astralis, "kind"),
)
BOSS_BLOCK = Layout(
    Block("kind", LIMITS.bosses, "kind"),
    Block("left", 1, "life left / 30"),
    Block("share", 1, "share of damage"),
    *BODY_BLOCKS,
    Block("cards", LIMITS.action_cards, "orientation / 2 of the action cards"),
)
PENDING_BLOCK = Layout(
    Block("card", CARDS.size, "card being resolved, drawn or stacked, by number"),
    Block("step", LIMITS.steps, "its instruction (of a found weapon: 0 given, 1 drawn)"),
    Block("source", LIMITS.seats, "who plays it (Enemy, crew slots)"),
    Block("target", Code.BOSS + 1, "target (crew slots, army, boss)"),
    Block("receiver", LIMITS.members, "who gets the found weapon"),
    Block("left", 1, "picks left / 3, or tiredness of the weapon / 2"),
)


LAYOUT = Layout(
    Block("common", COMMON_BLOCK.size, _parts(COMMON_BLOCK)),
    Block("crew_slot0", MEMBER_BLOCK.size, _parts(MEMBER_BLOCK)),
    *(Block(f"crew_slot{slot}", MEMBER_BLOCK.size, "the same") for slot in range(1, LIMITS.members)),
    Block("army_slot0", ASTRALI_BLOCK.size, _parts(ASTRALI_BLOCK)),
    *(Block(f"army_slot{slot}", ASTRALI_BLOCK.size, "the same") for slot in range(1, LIMITS.army)),
    Block("boss", BOSS_BLOCK.size, _parts(BOSS_BLOCK)),
    Block(
        "hand",
        LIMITS.events + LIMITS.astralis + 1,
        "the Enemy's hand (for the crew: what it knows of it): 16 events, 24 astralis, / 3; size of the hand / 12",
    ),
    Block(
        "unseen",
        LIMITS.events + LIMITS.astralis,
        "the deck (for the crew: and unknown hand): 16 events, 24 astralis, / 3",
    ),
    Block("discard", LIMITS.events, "events / 3"),
    Block("void", LIMITS.astralis, "astralis / 3"),
    Block("exploration", LIMITS.objects + LIMITS.positives + 1, "32 objects, 16 positive events, / 3; cards left / 50"),
    Block("pending", PENDING_BLOCK.size, _parts(PENDING_BLOCK)),
)
"""Blocks of the observation. Crew slots are relative for a crew member, whose own slot is 0, and absolute for the
Enemy."""
AT = LAYOUT.at
