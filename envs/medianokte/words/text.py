"""Positions of Medianokte as text, names of cards and seats, and actions in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.envs.core.game import State
from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.packs.effects import TRAITS
from medianoche.envs.medianokte.packs.words import attack_words, card_name, effect_words, name_of, tally, within
from medianoche.envs.medianokte.state import ACTIONS, GROUPS, LIMITS, PLACE, PLACES, Code, Phase, Slot

if TYPE_CHECKING:
    from medianoche.envs.medianokte.pack import MedianoktePack
    from medianoche.envs.medianokte.packs.cards import Astrali, Object, Weapon

TIREDNESS = ("ready", "tapped", "exhausted")
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
RESULTS = ("the Enemy wins", "the crew wins", "neither side wins")


def render(view: View) -> str:
    """The position of `view` as text."""
    return "\n".join([*headlines(view), "", *enemy(view), "", *crew(view), "", *pending(view), *result(view)])


def headlines(view: View) -> list[str]:
    """Round, turn, and which seat is asked what."""
    state = view.state
    parts = [f"Medianokte, round {min(state.round_no + 1, state.max_rounds)} of {state.max_rounds}"]
    if state.done:
        return [f"{parts[0]}, {RESULTS[state.winner]}"]
    asked = f"{title(view, state.to_move)}: {QUESTIONS[Phase(state.phase)]}"
    return [parts[0], f"turn of {title(view, state.turn)}", asked]


def result(view: View) -> list[str]:
    """Percent of damage of both sides, and at the end the utilities."""
    state = view.state
    line = f"damage: nearest of the crew to falling {state.scores[0]}%, the boss {state.scores[1]}%"
    prizes = ", ".join(f"{title(view, seat)} {state.utility[seat]:+.0f}" for seat in view.seats)
    return [line, f"utility: {prizes}"] if state.done else [line]


def title(view: View, seat: int) -> str:
    """The character of a seat, with "(you)" for the seat of the view."""
    name = crew_name(view.tables, view.record, seat - 1) if seat else "the Enemy"
    return f"{name} (you)" if seat == view.seat else name


# ---- the Enemy


def enemy(view: View) -> list[str]:
    """The Enemy's boss, action cards, army, hand and piles."""
    pack, state = view.tables, view.record
    lines = [f"THE ENEMY{' (you)' if view.seat == 0 else ''}   energy {state.energy}"]
    if state.boss >= 0:
        lines += boss(pack, state)
    lines += [f"  {line}" for line in army(pack, state)]
    lines += [f"  {name}: {words}" for name, words in piles(view)]
    return lines


def piles(view: View) -> list[tuple[str, str]]:
    """(name, contents) of the Enemy's hand and piles; for the crew the hand has the cards that the crew knows."""
    pack, state = view.tables, view.state
    both = (("event", pack.event), ("astrali", pack.astrali))
    hand, known, deck = (
        [name for group, rows in both for name in tally(rows, getattr(state, f"{pile}_{group}"))]
        for pile in ("hand", "known", "deck")
    )
    if view.seat:
        hand += [f"{state.unknown} unknown"] * bool(state.unknown)
        listed = [("not seen, in the deck or the hand", deck)]
    else:
        listed = [("of it the crew knows", known), ("in the deck", deck)]
    last = [("discard", tally(pack.event, state.discard_event)), ("void", tally(pack.astrali, state.void_astrali))]
    sizes = f"hand ({hand_size(state)})", f"deck ({deck_size(state)})"
    rows = [(sizes[0], hand), *listed, *last]
    return [(name.replace("in the deck", sizes[1], name == "in the deck"), ", ".join(of) or "-") for name, of in rows]


def hand_size(state: Any) -> int:
    """Number of cards in the Enemy's hand, known or not."""
    return int(sum(state.hand_event) + sum(state.hand_astrali) + state.unknown)


def deck_size(state: Any) -> int:
    """Number of cards in the Enemy's deck, without the hand cards that a concealed record counts there."""
    return int(sum(state.deck_event) + sum(state.deck_astrali) - state.unknown)


def exploration_size(state: Any) -> int:
    """Number of cards in the exploration deck."""
    return int(sum(state.explore_object) + sum(state.explore_event))


def boss(pack: MedianoktePack, state: State) -> list[str]:
    """The boss and its action cards."""
    row = pack.boss[int(state.boss)]
    limit = boss_life(pack, state)
    traits = f"str {row.strength} dex {row.dexterity} will {row.will}"
    conditions = condition(state.boss_bleed, state.boss_poison)
    life = f"life {limit - int(state.boss_damage)}/{limit}"
    lines = [
        f"  {boss_name(pack, state)}   {life}   armour {row.armour - int(state.boss_poison)}   {traits}{conditions}"
    ]
    for i, card in enumerate(row.actions):
        lines.append(
            f"    {i} {card.name} ({TIREDNESS[state.boss_cards[i]]}): {effect_words(card.header, card.effect)}"
        )
    return lines


def army(pack: MedianoktePack, state: State) -> list[str]:
    """The astralis of the army, one a line."""
    lines = ["army: -" if state.army_size == 0 else "army:"]
    for slot in range(int(state.army_size)):
        row = pack.astrali[int(state.army_kind[slot])]
        conditions = condition(state.army_bleed[slot], state.army_poison[slot])
        life = f"life {row.life - int(state.army_damage[slot])}/{row.life}"
        armour = f"armour {row.armour - int(state.army_poison[slot])}"
        traits = f"str {row.strength} dex {row.dexterity} will {row.will}{conditions}"
        tired = TIREDNESS[state.army_orient[slot]]
        lines.append(f"  {slot} {row.name} ({tired})   {life}   {armour}   attack {attack_words(row)}   {traits}")
    return lines


# ---- the crew


def crew(view: View) -> list[str]:
    """Every crew member, and the exploration deck."""
    pack, state = view.tables, view.record
    lines = ["THE CREW"]
    for member in range(int(state.num_players) - 1):
        if state.character[member] >= 0:
            lines += crew_member(view, member)
    listed = [*tally(pack.object, state.explore_object), *tally(pack.positive, state.explore_event)]
    return [*lines, f"  exploration deck ({exploration_size(state)}): {', '.join(listed) or '-'}"]


def crew_member(view: View, member: int) -> list[str]:
    """A crew member and its cards."""
    pack, state = view.tables, view.record
    row = pack.character[int(state.character[member])]
    left, limit, armour, *values = values_of(pack, state, member)
    conditions = condition(state.bleed[member], state.poison[member]) + (
        "   euphoric" if state.euphoria[member] else ""
    )
    struck = "   (struck last)" if state.last_hit == member else ""
    counters = f"counters {state.charge[member]}/{pack.constants.final_cost}"
    traits = "str {} dex {} will {}".format(*values)
    name = f"{row.name}{' (you)' if member + 1 == view.seat else ''}"
    lines = [f"  {member} {name}   life {left}/{limit}   armour {armour}   {traits}   {counters}{conditions}{struck}"]
    for weapon, (tired, words) in weapons(pack, state, member).items():
        lines.append(f"    {weapon_name(pack, state, member, weapon)} ({TIREDNESS[tired]}): {words}")
    assist = TIREDNESS[state.orient[member, Slot.ASSIST]]
    lines += [
        f"    assist {row.assist.name} ({assist}): {effect_words(row.assist.header, row.assist.effect)}",
        f"    final action {row.final.name}: {effect_words(row.final.header, row.final.effect)}",
    ]
    if held := tally(pack.object, state["items"][member]):
        lines.append(f"    objects: {', '.join(held)}")
    return lines


def values_of(pack: MedianoktePack, state: State, member: int) -> list[int]:
    """Current values of a crew member: life left, life, armour, strength, dexterity, will."""
    row = pack.character[int(state.character[member])]
    limit = row.life + gained(pack, state, member, "life") + pack.constants.life_bonus[int(state.num_players) - 2]
    armour = row.armour + gained(pack, state, member, "armour") - int(state.poison[member])
    traits = (getattr(row, name) + gained(pack, state, member, name) for name in TRAITS)
    return [limit - int(state.damage[member]), limit, armour, *traits]


def boss_life(pack: MedianoktePack, state: State) -> int:
    """Life of the boss."""
    return pack.constants.boss_life + pack.constants.boss_life_per_crew * (int(state.num_players) - 1)


def weapons(pack: MedianoktePack, state: State, member: int) -> dict[int, tuple[int, str]]:
    """Orientation and effect of each weapon of a crew member, by the weapon's number."""
    found = {}
    for slot in range(LIMITS.weapons):
        found[slot] = int(state.orient[member, slot]), attack_words(weapon_row(pack, state, member, slot))
    for place in range(LIMITS.extra):
        if state.extra_kind[member, place] >= 0:
            words = attack_words(weapon_row(pack, state, member, LIMITS.weapons + place), revived=True)
            found[LIMITS.weapons + place] = int(state.extra_orient[member, place]), words
    return found


def weapon_row(pack: MedianoktePack, state: State, member: int, weapon: int) -> Weapon | Object | Astrali:
    """The pack's row of a weapon: basic, found or a revived astrali."""
    if weapon >= LIMITS.weapons:
        return pack.astrali[int(state.extra_kind[member, weapon - LIMITS.weapons])]
    kind = int(state.found[member, weapon])
    return pack.object[kind] if kind >= 0 else pack.character[int(state.character[member])].weapons[weapon]


# ---- the card being resolved


def pending(view: View) -> list[str]:
    """The card being resolved, and its target."""
    pack, state = view.tables, view.record
    if not state.card:
        return []
    aim = target_name(pack, state)
    return [f"card: {card_name(pack, int(state.card))}{f' on {aim}' if aim else ''}"]


def target_name(pack: MedianoktePack, state: State) -> str:
    """The target of the card being resolved; empty if there is none."""
    code = int(state.target)
    if code < 0:
        return ""
    if code < Code.FOE:
        return crew_name(pack, state, code)
    return slot_name(pack, state, code - Code.FOE) if code - Code.FOE < state.army_size else boss_name(pack, state)


# ---- parts


def gained(pack: MedianoktePack, state: State, member: int, name: str) -> int:
    """The sum of what the permanent objects of a crew member add to a value."""
    held = enumerate(state["items"][member])
    return sum(int(n) * getattr(pack.object[k].gives, name, 0) for k, n in held if n)


def condition(bleed: Any, poison: Any) -> str:
    """Bleeding and poison in words."""
    return ("   bleeding" if bleed else "") + (f"   poison {poison}" if poison else "")


# ---- names


def crew_name(pack: MedianoktePack, state: State, member: int) -> str:
    """The character of a crew member, or its number before one is chosen."""
    return name_of(pack.character, int(state.character[member])) if state.character[member] >= 0 else f"crew {member}"


def boss_name(pack: MedianoktePack, state: State) -> str:
    """The name of the boss."""
    return name_of(pack.boss, int(state.boss)) if state.boss >= 0 else "the boss"


def slot_name(pack: MedianoktePack, state: State, slot: int) -> str:
    """An astrali of the army, with its slot, since several may be of one kind."""
    kind = int(state.army_kind[slot]) if slot < state.army_size else -1
    return f"{name_of(pack.astrali, kind)} (slot {slot})"


def foe_name(pack: MedianoktePack, state: State, place: int) -> str:
    """The astrali in a slot of the army, or for place 20 the boss."""
    return boss_name(pack, state) if place == LIMITS.army else slot_name(pack, state, place)


def weapon_name(pack: MedianoktePack, state: State, member: int, weapon: int) -> str:
    """The name of a weapon: basic, found or a revived astrali."""
    if weapon >= LIMITS.weapons:
        place = weapon - LIMITS.weapons
        return f"revived {name_of(pack.astrali, int(state.extra_kind[member, place]))} (place {place})"
    if state.found[member, weapon] >= 0:
        return f"{name_of(pack.object, int(state.found[member, weapon]))} (weapon {weapon + 1})"
    character = int(state.character[member])
    return pack.character[character].weapons[weapon].name if character >= 0 else SLOTS[weapon]


def mate_name(pack: MedianoktePack, state: State, relative: int) -> str:
    """The crew member `relative` places clockwise from the one to move."""
    crew, member = int(state.num_players) - 1, max(int(state.to_move) - 1, 0)
    return crew_name(pack, state, (member + relative) % crew)


# ---- actions


def describe(view: View, action: int) -> str:
    """An action in words."""
    pack, state = view.tables, view.record
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


def steps(view: View, action: int) -> tuple[str, ...]:
    """An action as a sequence of choices: the weapon or astrali, then its target; the gift, then its receiver."""
    (act, _), words = within(ACTIONS, action), describe(view, action)
    if act in ("strike", "attack"):
        whom, _, arm = words.removeprefix(f"{act} ").rpartition(" with ")
        return f"{act} with {arm}", whom
    if act in ("give", "give_weapon"):
        what, _, whom = words.rpartition(" to ")
        return what, f"to {whom}"
    return (words,)


def _attack(pack: MedianoktePack, state: State, n: int) -> str:
    weapon, place = divmod(n, PLACES.size)
    name = weapon_name(pack, state, max(int(state.to_move) - 1, 0), weapon)
    if place == PLACE.area:
        return f"attack every foe with {name}"
    if place < PLACE.distance:
        return f"attack {foe_name(pack, state, place)} in melee with {name}"
    return f"attack {foe_name(pack, state, place - PLACE.distance)} from a distance with {name}"


def _strike(pack: MedianoktePack, state: State, n: int) -> str:
    return f"strike {crew_name(pack, state, n % LIMITS.members)} with {slot_name(pack, state, n // LIMITS.members)}"


def _give(pack: MedianoktePack, state: State, n: int) -> str:
    return f"give {name_of(pack.object, n // LIMITS.members)} to {mate_name(pack, state, n % LIMITS.members)}"


def _give_weapon(pack: MedianoktePack, state: State, n: int) -> str:
    weapon = weapon_name(pack, state, max(int(state.to_move) - 1, 0), n // LIMITS.members)
    return f"give {weapon} to {mate_name(pack, state, n % LIMITS.members)}"


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
    if n < LIMITS.objects:
        return f"remove {name_of(pack.object, n)}"
    return f"remove {weapon_name(pack, state, max(int(state.target), 0), n - LIMITS.objects)}"


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
