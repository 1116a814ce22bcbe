"""A game in words: the whole table as text, the names of everything, and each action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.envs.core.game import State
from medianoche.envs.core.layout import Layout
from medianoche.envs.medianokte.state import ACTIONS, CARDS, GROUPS, MOST, PLACE, PLACES, Code, Phase, Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.envs.medianokte.pack import MedianoktePack
    from medianoche.envs.medianokte.packs.cards import Astrali, Character, Object, Weapon

TIREDNESS = ("ready", "tapped", "exhausted")
RANGES = ("melee", "distance", "area")
SLOTS = ("weapon 1", "weapon 2", "assist")
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
    for slot in range(MOST.weapons):
        kind = int(state.found[member, slot])
        weapon: Weapon | Object = row.weapons[slot] if kind < 0 else pack.object[kind]
        tired = TIREDNESS[state.orient[member, slot]]
        lines.append(f"    {weapon_name(pack, state, member, slot)} ({tired}): {attack(weapon)}")
    for place in range(MOST.extra):
        if state.extra_kind[member, place] >= 0:
            tired = TIREDNESS[state.extra_orient[member, place]]
            extra = pack.astrali[int(state.extra_kind[member, place])]
            lines.append(
                f"    {weapon_name(pack, state, member, MOST.weapons + place)} ({tired}): distance {attack(extra)}"
            )
    return [*lines, *other_cards(pack, state, member, row)]


def other_cards(pack: MedianoktePack, state: State, member: int, row: Character) -> list[str]:
    """Assist, final action and objects."""
    tired = TIREDNESS[state.orient[member, Slot.ASSIST]]
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
    if code < Code.FOE:
        return crew_name(pack, state, code)
    return slot_name(pack, state, code - Code.FOE) if code - Code.FOE < state.army_size else boss_name(pack, state)


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


# ---- names


def name_of(rows: Sequence[object], kind: int) -> str:
    """The name in a row of a table, or its number where there is no such row."""
    return str(getattr(rows[kind], "name")) if 0 <= kind < len(rows) else f"kind {kind}"  # noqa: B009 - any table


def crew_name(pack: MedianoktePack, state: State, member: int) -> str:
    """A crew member: the character, or the seat before one is chosen."""
    return name_of(pack.character, int(state.character[member])) if state.character[member] >= 0 else f"crew {member}"


def boss_name(pack: MedianoktePack, state: State) -> str:
    """The boss."""
    return name_of(pack.boss, int(state.boss)) if state.boss >= 0 else "the boss"


def slot_name(pack: MedianoktePack, state: State, slot: int) -> str:
    """An astrali of the army, with its slot: there may be several of a kind."""
    kind = int(state.army_kind[slot]) if slot < state.army_size else -1
    return f"{name_of(pack.astrali, kind)} (slot {slot})"


def foe_name(pack: MedianoktePack, state: State, place: int) -> str:
    """A slot of the army, or at place 20 the boss."""
    return boss_name(pack, state) if place == MOST.army else slot_name(pack, state, place)


def weapon_name(pack: MedianoktePack, state: State, member: int, weapon: int) -> str:
    """A weapon as it lies: basic, found or a revived astrali."""
    if weapon >= MOST.weapons:
        place = weapon - MOST.weapons
        return f"revived {name_of(pack.astrali, int(state.extra_kind[member, place]))} (place {place})"
    if state.found[member, weapon] >= 0:
        return f"{name_of(pack.object, int(state.found[member, weapon]))} (weapon {weapon + 1})"
    character = int(state.character[member])
    return pack.character[character].weapons[weapon].name if character >= 0 else SLOTS[weapon]


def within(layout: Layout, number: int) -> tuple[str, int]:
    """The block that holds a number, and which of the block it is."""
    return next((name, number - at.start) for name, at in layout.slices().items() if at.start <= number < at.stop)


def card_name(pack: MedianoktePack, number: int) -> str:
    """The card of a card number; empty for 0."""
    group, n = within(CARDS, number)
    if group == "character":
        character = pack.character[n // CARDS.per.character]
        cards = (*character.weapons, character.assist, character.final)
        return str(cards[n % CARDS.per.character].name)
    if group == "boss":
        return pack.boss[n // MOST.action_cards].actions[n % MOST.action_cards].name
    return name_of(getattr(pack, group), n) if number else ""


def mate_name(pack: MedianoktePack, state: State, relative: int) -> str:
    """A crew member counted from the one to move."""
    crew, member = int(state.num_players) - 1, max(int(state.to_move) - 1, 0)
    return crew_name(pack, state, (member + relative) % crew)


# ---- actions


def describe(pack: MedianoktePack, state: State, action: int) -> str:
    """An action in words."""
    if not 0 <= action < ACTIONS.size:
        return f"action {action}"
    act, n = within(ACTIONS, action)
    if act in TABLES:
        sentence, table = TABLES[act]
        return sentence.format(name_of(getattr(pack, table), n))
    if act in ON_CARD:
        return ON_CARD[act][n].format(card_name(pack, int(state.card)))
    if act in ACTION_CARDS_OF_BOSS:
        return ACTION_CARDS_OF_BOSS[act].format(_action_card(pack, state, n))
    if act == "tire":
        return "tire " + " and ".join(slot for i, slot in enumerate(SLOTS) if n + 1 >> i & 1)
    return DESCRIPTIONS[act](pack, state, n) if act in DESCRIPTIONS else PLAIN[act]


def _attack(pack: MedianoktePack, state: State, n: int) -> str:
    weapon, place = divmod(n, PLACES.size)
    name = weapon_name(pack, state, max(int(state.to_move) - 1, 0), weapon)
    if place == PLACE.area:
        return f"attack every foe with {name}"
    if place < PLACE.distance:
        return f"attack {foe_name(pack, state, place)} in melee with {name}"
    return f"attack {foe_name(pack, state, place - PLACE.distance)} from a distance with {name}"


def _strike(pack: MedianoktePack, state: State, n: int) -> str:
    return f"strike {crew_name(pack, state, n % MOST.members)} with {slot_name(pack, state, n // MOST.members)}"


def _give(pack: MedianoktePack, state: State, n: int) -> str:
    return f"give {name_of(pack.object, n // MOST.members)} to {mate_name(pack, state, n % MOST.members)}"


def _give_weapon(pack: MedianoktePack, state: State, n: int) -> str:
    weapon = weapon_name(pack, state, max(int(state.to_move) - 1, 0), n // MOST.members)
    return f"give {weapon} to {mate_name(pack, state, n % MOST.members)}"


def _take(pack: MedianoktePack, state: State, n: int) -> str:
    name = card_name(pack, int(state.card))
    return f"give {name} to {mate_name(pack, state, n)}" if n else f"keep {name}"


def _target(pack: MedianoktePack, state: State, n: int) -> str:
    if n == Code.BOSS:
        return f"choose {boss_name(pack, state)}"
    if n >= Code.FOE:
        return f"choose {slot_name(pack, state, n - Code.FOE)}"
    return f"choose {mate_name(pack, state, n) if state.to_move > 0 else crew_name(pack, state, n)}"


def _action_card(pack: MedianoktePack, state: State, n: int) -> str:
    return pack.boss[int(state.boss)].actions[n].name if state.boss >= 0 else f"action card {n}"


def _stack(pack: MedianoktePack, state: State, n: int) -> str:
    return f"lay {card_name(pack, int(state.card))} over {weapon_name(pack, state, max(int(state.receiver), 0), n)}"


def _lose(pack: MedianoktePack, state: State, n: int) -> str:
    if n < MOST.objects:
        return f"remove {name_of(pack.object, n)}"
    return f"remove {weapon_name(pack, state, max(int(state.target), 0), n - MOST.objects)}"


def _build(pack: MedianoktePack, _: State, n: int) -> str:
    group, kind = within(GROUPS, n)
    return f"add {name_of(getattr(pack, group), kind)} to the deck"


PLAIN = {
    "end_turn": "end the turn",
    "explore": "explore",
    "assist": "use the assist",
    "final": "use the final action",
    "decline": "summon nobody",
}
TABLES = {
    "summon": ("summon {}", "astrali"),
    "event": ("play event {}", "event"),
    "use": ("use {}", "object"),
    "revive": ("revive {}", "astrali"),
    "summon_free": ("summon {} for free", "astrali"),
    "character": ("play {}", "character"),
    "boss": ("play {}", "boss"),
}
ON_CARD = {
    "discard": ("discard {}",),
    "resolve": ("resolve {}",),
    "option": ("the first effect of {}", "the second effect of {}"),
}
ACTION_CARDS_OF_BOSS = {"card": "play action card {}", "pick": "tire action card {}"}
DESCRIPTIONS = {
    "strike": _strike,
    "attack": _attack,
    "give": _give,
    "give_weapon": _give_weapon,
    "take": _take,
    "stack": _stack,
    "target": _target,
    "lose": _lose,
    "build": _build,
}
