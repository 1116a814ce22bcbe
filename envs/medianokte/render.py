"""The whole table as text: the Enemy with his cards and army, the crew, the decks, and what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.envs.core.game import State
from medianoche.envs.medianokte.state import EXTRA, FOE, Phase
from medianoche.envs.medianokte.words import boss_name, card_name, crew_name, name_of, slot_name, weapon_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.envs.medianokte.pack import Astrali, Character, MedianoktePack, Object, Weapon

TIREDNESS = ("ready", "tapped", "exhausted")
RANGES = ("melee", "distance", "area")
QUESTIONS = {
    Phase.CHOOSE: "choose a boss or a character",
    Phase.BUILD: "pick a card for the deck",
    Phase.ENEMY: "an action card, or summon, play events and strike",
    Phase.CREW: "gifts and single-use objects, then one activation",
    Phase.DRAWN: "keep, give, resolve or discard what was found",
    Phase.STACK: "which weapon does it cover?",
    Phase.TARGET: "for whom?",
    Phase.TIRE: "which cards tire?",
    Phase.CARD: "which action card tires?",
    Phase.OPTION: "which effect?",
    Phase.REVIVE: "which astrali comes back?",
    Phase.SUMMON: "which astrali enters for free?",
    Phase.LOSE: "what is removed?",
}
RESULTS = ("the Enemy wins", "the crew wins", "nobody wins")


def render(pack: MedianoktePack, state: State) -> str:
    """The position as lines of text; the Enemy's hand is shown too."""
    return "\n".join([*header(pack, state), "", *enemy(pack, state), "", *crew(pack, state), "", *asked(pack, state)])


def header(pack: MedianoktePack, state: State) -> list[str]:
    """Round and turn."""
    playing = "the Enemy" if state.turn == 0 else crew_name(pack, state, int(state.turn) - 1)
    return [f"Medianokte, round {int(state.round_no) + 1} of {state.max_rounds}, turn of {playing}"]


# ---- the Enemy


def enemy(pack: MedianoktePack, state: State) -> list[str]:
    """Boss, action cards, army, hand and piles."""
    lines = [f"THE ENEMY   energy {state.energy}"]
    if state.boss >= 0:
        lines += boss(pack, state)
    lines += [f"  {line}" for line in army(pack, state)]
    piles = (
        ("hand", state.hand_event, state.hand_astrali),
        ("known to the crew", state.known_event, state.known_astrali),
        ("deck", state.deck_event, state.deck_astrali),
    )
    for name, events, astralis in piles:
        listed = [*tally(pack.event, events), *tally(pack.astrali, astralis)]
        size = int(events.sum()) + int(astralis.sum())
        lines.append(f"  {name} ({size}): {', '.join(listed) or '-'}")
    lines.append(f"  discard: {', '.join(tally(pack.event, state.discard_event)) or '-'}")
    lines.append(f"  void: {', '.join(tally(pack.astrali, state.void_astrali)) or '-'}")
    return lines


def boss(pack: MedianoktePack, state: State) -> list[str]:
    """The boss and his action cards."""
    row = pack.boss[int(state.boss)]
    limit = pack.constants.boss_life + pack.constants.boss_life_per_crew * (int(state.num_players) - 1)
    traits = f"str {row.strength} dex {row.dexterity} will {row.will}"
    conditions = condition(state.boss_bleed, state.boss_poison)
    life = f"life {limit - int(state.boss_damage)}/{limit}"
    lines = [
        f"  {boss_name(pack, state)}   {life}   armour {row.armour - int(state.boss_poison)}   {traits}{conditions}"
    ]
    for i, card in enumerate(row.actions):
        lines.append(f"    {i} {card.name} ({TIREDNESS[state.boss_cards[i]]}): {effect(card.header, card.effect)}")
    return lines


def army(pack: MedianoktePack, state: State) -> list[str]:
    """The astralis from the left."""
    lines = ["army: -" if state.army_size == 0 else "army:"]
    for slot in range(int(state.army_size)):
        row = pack.astrali[int(state.army_kind[slot])]
        conditions = condition(state.army_bleed[slot], state.army_poison[slot])
        life = f"life {row.life - int(state.army_damage[slot])}/{row.life}"
        armour = f"armour {row.armour - int(state.army_poison[slot])}"
        traits = f"str {row.strength} dex {row.dexterity} will {row.will}{conditions}"
        tired = TIREDNESS[state.army_orient[slot]]
        lines.append(f"  {slot} {row.name} ({tired})   {life}   {armour}   attack {attack(row)}   {traits}")
    return lines


# ---- the crew


def crew(pack: MedianoktePack, state: State) -> list[str]:
    """Every crew member, and the exploration deck."""
    lines = ["THE CREW"]
    for member in range(int(state.num_players) - 1):
        if state.character[member] >= 0:
            lines += crew_member(pack, state, member)
    listed = [*tally(pack.object, state.explore_object), *tally(pack.positive, state.explore_event)]
    size = int(state.explore_object.sum()) + int(state.explore_event.sum())
    return [*lines, f"  exploration deck ({size}): {', '.join(listed) or '-'}"]


def crew_member(pack: MedianoktePack, state: State, member: int) -> list[str]:
    """A crew member and the cards in front of it."""
    row = pack.character[int(state.character[member])]
    limit = row.life + gained(pack, state, member, "life") + pack.constants.life_bonus[int(state.num_players) - 2]
    armour = row.armour + gained(pack, state, member, "armour") - int(state.poison[member])
    values = (getattr(row, name) + gained(pack, state, member, name) for name in ("strength", "dexterity", "will"))
    traits = "   str {} dex {} will {}".format(*values)
    conditions = condition(state.bleed[member], state.poison[member]) + (
        "   euphoric" if state.euphoria[member] else ""
    )
    struck = "   (struck last)" if state.last_hit == member else ""
    life = f"life {limit - int(state.damage[member])}/{limit}"
    counters = f"counters {state.charge[member]}/{pack.constants.final_cost}"
    lines = [f"  {member} {row.name}   {life}   armour {armour}{traits}   {counters}{conditions}{struck}"]
    for slot in range(2):
        kind = int(state.found[member, slot])
        weapon: Weapon | Object = row.weapons[slot] if kind < 0 else pack.object[kind]
        tired = TIREDNESS[state.orient[member, slot]]
        lines.append(f"    {weapon_name(pack, state, member, slot)} ({tired}): {attack(weapon)}")
    for place in range(EXTRA):
        if state.extra_kind[member, place] >= 0:
            tired = TIREDNESS[state.extra_orient[member, place]]
            extra = pack.astrali[int(state.extra_kind[member, place])]
            lines.append(f"    {weapon_name(pack, state, member, 2 + place)} ({tired}): distance {attack(extra)}")
    return [*lines, *other_cards(pack, state, member, row)]


def other_cards(pack: MedianoktePack, state: State, member: int, row: Character) -> list[str]:
    """Assist, final action and objects."""
    tired = TIREDNESS[state.orient[member, 2]]
    lines = [
        f"    assist {row.assist.name} ({tired}): {effect(row.assist.header, row.assist.effect)}",
        f"    final action {row.final.name}: {effect(row.final.header, row.final.effect)}",
    ]
    if held := tally(pack.object, state["items"][member]):
        lines.append(f"    objects: {', '.join(held)}")
    return lines


# ---- what is asked


def asked(pack: MedianoktePack, state: State) -> list[str]:
    """The card being resolved and the question, or the result."""
    if state.done:
        return [RESULTS[state.winner]]
    mover = "the Enemy" if state.to_move == 0 else crew_name(pack, state, int(state.to_move) - 1)
    lines = [f"{mover}: {QUESTIONS[Phase(state.phase)]}"]
    if state.card:
        aim = target_name(pack, state)
        lines.insert(0, f"card: {card_name(pack, int(state.card))}{f' on {aim}' if aim else ''}")
    return lines


def target_name(pack: MedianoktePack, state: State) -> str:
    """Whom the card being resolved is on; empty if nobody."""
    code = int(state.target)
    if code < 0:
        return ""
    if code < FOE:
        return crew_name(pack, state, code)
    return slot_name(pack, state, code - FOE) if code - FOE < state.army_size else boss_name(pack, state)


# ---- parts


def gained(pack: MedianoktePack, state: State, member: int, name: str) -> int:
    """What the permanent objects of a crew member add."""
    held = enumerate(state["items"][member])
    return sum(int(n) * getattr(pack.object[k].gives, name, 0) for k, n in held if n)


def condition(bleed: Any, poison: Any) -> str:
    """Bleeding and poison in words."""
    return ("   bleeding" if bleed else "") + (f"   poison {poison}" if poison else "")


def tally(rows: Sequence[Any], counts: Any) -> list[str]:
    """Names with counts, of what there is."""
    held = [(kind, int(n)) for kind, n in enumerate(counts) if n]
    return [name_of(rows, kind) + (f" x{n}" if n > 1 else "") for kind, n in held]


def effect(aim: str | None, text: str | None) -> str:
    """A card's effect, with whom it is for."""
    return f"{(aim or '').replace('_', ' ')}: {text}" if aim not in (None, "none") else str(text)


def attack(row: Weapon | Object | Astrali) -> str:
    """What an attack does."""
    values = [(name, getattr(row, name, None)) for name in RANGES]
    text = ", ".join(f"{name} {value}" for name, value in values if value) or str(getattr(row, "attack", ""))
    if row.characteristic:
        text += f" against {row.characteristic}: {row.effect}"
    tire = getattr(row, "tire", None)
    return f"{text} ({tire}s)" if tire else text
