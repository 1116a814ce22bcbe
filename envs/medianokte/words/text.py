"""Positions of Medianokte as text, names of cards and seats, and actions in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from medianoche.envs.core.declaration import State
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.kernels.effects import instruction
from medianoche.envs.medianokte.pack import MedianoktePack
from medianoche.envs.medianokte.packs.cards import Astrali, Object, Weapon
from medianoche.envs.medianokte.packs.effects import TRAITS
from medianoche.envs.medianokte.packs.words import attack_words, card_effect, option_words, tally
from medianoche.envs.medianokte.state import (
    ACTIONS,
    GROUPS,
    LIMITS,
    PLACE,
    PLACES,
    Code,
    Phase,
    Slot,
    card_name,
    name_of,
    within,
)

TIREDNESS = ("ready", "tapped", "exhausted")
TIRED = ("green", "yellow", "red")
SLOTS, GAP = ("weapon-1", "weapon-2", "assist"), "   "
"""Places of cards before a character; what stands between the facts of a line."""


def render(view: View) -> str:
    """The position of `view` as text."""
    return "\n".join([*headlines(view), "", *enemy(view), "", *crew(view), "", *pending(view), *result(view)])


def paints(view: View) -> dict[str, str]:
    """Whether cards are ready, each in a colour."""
    return {rf"\b{view.say(f'is-{how}')}\b": paint for how, paint in zip(TIREDNESS, TIRED, strict=True)}


def stage(view: View, message: str = "stage") -> str:
    """The round."""
    last = view.state.max_rounds
    return view.say(message, number=min(view.state.round_no + 1, last), last=last)


def headlines(view: View) -> list[str]:
    """Round, turn, and which seat is asked what."""
    state = view.state
    first = stage(view, "headline")
    if state.done:
        return [f"{first}, {view.say(f'result-{state.winner}')}"]
    asked = f"{title(view, state.to_move)}: {question(view)}"
    return [first, view.say("turn-of", name=title(view, state.turn)), asked]


def question(view: View) -> str:
    """What the seat to move is asked."""
    return view.say(f"asked-{Phase(view.state.phase).name.lower()}", **view.options)


def result(view: View) -> list[str]:
    """Percent of damage of both sides, and at the end the utilities."""
    state = view.state
    line = view.say("damage-now", crew=state.scores[0], boss=state.scores[1])
    prizes = ", ".join(f"{title(view, seat)} {state.utility[seat]:+.0f}" for seat in view.seats)
    return [line, view.say("utilities", names=prizes)] if state.done else [line]


def title(view: View, seat: int) -> str:
    """The character of a seat, with "(you)" for the seat of the person who looks."""
    name = seat_title(view, seat)
    return view.say("with-you", name=name) if seat == view.addressed else name


def seat_title(view: View, seat: int) -> str:
    """The character of a seat: `Mekániko`, or `Ana (Mekániko)` for a person with a name."""
    person = view.person(seat)
    name = crew_name(view, seat - 1) if seat else view.say("the-enemy")
    return f"{person} ({name})" if person and person != name else name


def tiredness(view: View, orientation: int) -> str:
    """The orientation of a card in words."""
    return view.say(f"is-{TIREDNESS[orientation]}")


# ---- the Enemy


def enemy(view: View) -> list[str]:
    """The Enemy's boss, action cards, army, hand and piles."""
    lines = [view.say("enemy-head", own=int(view.seat == 0), energy=view.state.energy)]
    if view.state.boss >= 0:
        lines += boss(view)
    lines += [f"  {line}" for line in army(view)]
    lines += [f"  {name}: {words}" for name, words in piles(view)]
    return lines


def piles(view: View) -> list[tuple[str, str]]:
    """(name, contents) of the Enemy's hand and piles; for the crew the hand has the cards that the crew knows."""
    pack = view.tables
    state = view.state
    both = (("event", pack.event), ("astrali", pack.astrali))
    hand, known, deck = (
        [name for group, rows in both for name in tally(rows, getattr(state, f"{pile}_{group}"))]
        for pile in ("hand", "known", "deck")
    )
    size = view.say("pile-deck", count=deck_size(state))
    if view.seat or view.spectator:
        hand += [view.say("cards-unknown", count=state.unknown)] * bool(state.unknown)
        listed = [(view.say("pile-unseen"), deck)]
    else:
        listed = [(view.say("pile-known"), known), (size, deck)]
    discard = tally(pack.event, state.discard_event)
    void = tally(pack.astrali, state.void_astrali)
    last = [(view.say("pile-discard"), discard), (view.say("pile-void"), void)]
    rows = [(view.say("pile-hand", count=hand_size(state)), hand), *listed, *last]
    return [(name, ", ".join(of) or "-") for name, of in rows]


def hand_size(state: Any) -> int:
    """Number of cards in the Enemy's hand, known or not."""
    return int(sum(state.hand_event) + sum(state.hand_astrali) + state.unknown)


def deck_size(state: Any) -> int:
    """Number of cards in the Enemy's deck, without the hand cards that a concealed record counts there."""
    return int(sum(state.deck_event) + sum(state.deck_astrali) - state.unknown)


def exploration_size(state: Any) -> int:
    """Number of cards in the exploration deck."""
    return int(sum(state.explore_object) + sum(state.explore_event))


def boss(view: View) -> list[str]:
    """The boss and its action cards."""
    state = view.state
    row = view.tables.boss[state.boss]
    limit = boss_life(view.tables, view.record)
    facts = [
        boss_name(view),
        view.say("life-of", left=limit - state.boss_damage, limit=limit),
        view.say("armour-is", value=row.armour - state.boss_poison),
        traits_words(view, [getattr(row, name) for name in TRAITS]),
        *condition(view, state.boss_bleed, state.boss_poison),
    ]
    lines = [f"  {GAP.join(facts)}"]
    for i, card in enumerate(row.actions):
        lines.append(f"    {i + 1} {card.name} ({tiredness(view, state.boss_cards[i])}): {card_effect(view, card)}")
    return lines


def army(view: View) -> list[str]:
    """The astralis of the army, one a line."""
    state = view.state
    lines = [view.say("army-head") + " -" * (state.army_size == 0)]
    for slot in range(state.army_size):
        row = view.tables.astrali[state.army_kind[slot]]
        facts = [
            f"{slot + 1} {row.name} ({tiredness(view, state.army_orient[slot])})",
            view.say("life-of", left=row.life - state.army_damage[slot], limit=row.life),
            view.say("armour-is", value=row.armour - state.army_poison[slot]),
            view.say("attack-is", attack=attack_words(view, row)),
            traits_words(view, [getattr(row, name) for name in TRAITS]),
            *condition(view, state.army_bleed[slot], state.army_poison[slot]),
        ]
        lines.append(f"  {GAP.join(facts)}")
    return lines


# ---- the crew


def crew(view: View) -> list[str]:
    """Every crew member, and the exploration deck."""
    pack = view.tables
    state = view.state
    lines = [view.say("crew-head")]
    for member in view.seats[:-1]:
        if state.character[member] >= 0:
            lines += crew_member(view, member)
    listed = [*tally(pack.object, state.explore_object), *tally(pack.positive, state.explore_event)]
    deck = view.say("pile-exploration", count=exploration_size(state))
    return [*lines, f"  {deck}: {', '.join(listed) or '-'}"]


def crew_member(view: View, member: int) -> list[str]:
    """A crew member and its cards."""
    pack = view.tables
    state = view.state
    row = pack.character[state.character[member]]
    left, limit, armour, *values = values_of(pack, view.record, member)
    facts = [
        title(view, member + 1),
        view.say("life-of", left=left, limit=limit),
        view.say("armour-is", value=armour),
        traits_words(view, values),
        view.say("counters-are", count=state.charge[member], limit=pack.constants.final_cost),
        *condition(view, state.bleed[member], state.poison[member]),
        *[view.say("is-euphoric")] * bool(state.euphoria[member]),
        *[f"({view.say('struck-last')})"] * bool(state.last_hit == member),
    ]
    lines = [f"  {member + 1} {GAP.join(facts)}"]
    for weapon, (tired, words) in weapons(view, member).items():
        lines.append(f"    {weapon_name(view, member, weapon)} ({tiredness(view, tired)}): {words}")
    assist = tiredness(view, state.orient[member][Slot.ASSIST])
    shown = {"name": row.assist.name, "tired": assist, "does": card_effect(view, row.assist)}
    lines.append("    " + view.say("assist-line", **shown))
    lines.append("    " + view.say("final-line", name=row.final.name, does=card_effect(view, row.final)))
    if held := tally(pack.object, state.items[member]):
        lines.append("    " + view.say("objects-line", names=", ".join(held)))
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


def weapons(view: View, member: int) -> dict[int, tuple[int, str]]:
    """Orientation and effect of each weapon of a crew member, by the weapon's number."""
    pack = view.tables
    state = view.state
    weapon_rows = {}
    for slot in range(LIMITS.weapons):
        row = weapon_row(pack, view.record, member, slot)
        weapon_rows[slot] = int(state.orient[member][slot]), attack_words(view, row)
    for place in range(LIMITS.extra):
        if state.extra_kind[member][place] >= 0:
            row = weapon_row(pack, view.record, member, LIMITS.weapons + place)
            words = attack_words(view, row, revived=True)
            weapon_rows[LIMITS.weapons + place] = int(state.extra_orient[member][place]), words
    return weapon_rows


def weapon_row(pack: MedianoktePack, state: State, member: int, weapon: int) -> Weapon | Object | Astrali:
    """The pack's row of a weapon: basic, found or a revived astrali."""
    if weapon >= LIMITS.weapons:
        return pack.astrali[int(state.extra_kind[member, weapon - LIMITS.weapons])]
    kind = int(state.found[member, weapon])
    return pack.object[kind] if kind >= 0 else pack.character[int(state.character[member])].weapons[weapon]


# ---- the card being resolved


def pending(view: View) -> list[str]:
    """The card being resolved, and its target."""
    return [view.say("card-now", card=card_and_aim(view, target_name(view)))] if view.state.card else []


def card_and_aim(view: View, aim: str) -> str:
    """The card being resolved, with its target in words; "" if it has none."""
    name = card_name(view.tables, view.state.card)
    return view.say("on-target", card=name, target=aim) if aim else name


def target_name(view: View) -> str:
    """The target of the card being resolved; empty if there is none."""
    code = view.state.target
    if code < 0:
        return ""
    if code < Code.FOE:
        return crew_name(view, code)
    return slot_name(view, code - Code.FOE) if code - Code.FOE < view.state.army_size else boss_name(view)


# ---- parts


def gained(pack: MedianoktePack, state: State, member: int, name: str) -> int:
    """The sum of what the permanent objects of a crew member add to a value."""
    held = enumerate(state["items"][member].tolist())
    return sum(n * getattr(pack.object[k].gives, name, 0) for k, n in held if n)


def traits(view: View, values: Sequence[int]) -> list[str]:
    """Strength, dexterity and will, each in short."""
    return [f"{view.say(f'short-{name}')} {value}" for name, value in zip(TRAITS, values, strict=True)]


def traits_words(view: View, values: Sequence[int]) -> str:
    """Strength, dexterity and will in short."""
    return " ".join(traits(view, values))


def condition(view: View, bleed: int, poison: int) -> list[str]:
    """Bleeding and poison in words."""
    return [view.say("is-bleeding")] * bool(bleed) + [view.say("poison-is", count=poison)] * bool(poison)


# ---- names


def crew_name(view: View, member: int) -> str:
    """The character of a crew member, or its number before one is chosen."""
    kind = view.state.character[member]
    return name_of(view.tables.character, kind) if kind >= 0 else view.say("seat-crew", number=member + 1)


def boss_name(view: View) -> str:
    """The name of the boss."""
    return name_of(view.tables.boss, view.state.boss) if view.state.boss >= 0 else view.say("the-boss")


def slot_name(view: View, slot: int) -> str:
    """An astrali of the army, with its slot, since several may be of one kind."""
    kind = view.state.army_kind[slot] if slot < view.state.army_size else -1
    return view.say("in-slot", name=name_of(view.tables.astrali, kind), slot=slot + 1)


def foe_name(view: View, place: int) -> str:
    """The astrali in a slot of the army, or for place 20 the boss."""
    return boss_name(view) if place == LIMITS.army else slot_name(view, place)


def weapon_name(view: View, member: int, weapon: int) -> str:
    """The name of a weapon: basic, found or a revived astrali."""
    pack = view.tables
    state = view.state
    if weapon >= LIMITS.weapons:
        place = weapon - LIMITS.weapons
        name = name_of(pack.astrali, state.extra_kind[member][place])
        return view.say("revived", name=name, place=place + 1)
    if state.found[member][weapon] >= 0:
        return view.say("found-weapon", name=name_of(pack.object, state.found[member][weapon]), number=weapon + 1)
    character = state.character[member]
    return pack.character[character].weapons[weapon].name if character >= 0 else view.say(SLOTS[weapon])


def mate_name(view: View, relative: int) -> str:
    """The crew member `relative` places clockwise from the one to move."""
    crew = len(view.seats) - 1
    member = max(view.state.to_move - 1, 0)
    return crew_name(view, (member + relative) % crew)


# ---- actions


def describe(view: View, action: int) -> str:
    """An action in words."""
    pack = view.tables
    state = view.state
    if not 0 <= action < ACTIONS.size:
        return f"action {action}"
    act, n = within(ACTIONS, action)
    said = f"do-{act.replace('_', '-')}"
    if act in TABLES:
        return view.say(said, name=name_of(getattr(pack, TABLES[act]), n))
    if act in ON_CARD:
        return view.say(said, name=card_name(pack, state.card), does=option_words(view, state.card, n) or n + 1)
    if act in ("card", "pick"):
        return view.say(said, name=_action_card(view, n))
    if act == "tire":
        return _tiring(view, n)
    if act in PARTS:
        what, whom = PARTS[act](view, n)
        return view.say("keep", name=what) if act == "take" and not n else view.say(said, what=what, whom=whom)
    return view.say(said, name=DESCRIPTIONS[act](view, n)) if act in DESCRIPTIONS else view.say(said)


def steps(view: View, action: int) -> tuple[str, ...]:
    """An action as a sequence of choices: the weapon or astrali, then its target; the gift, then its receiver."""
    act, n = within(ACTIONS, action)
    if act not in PARTS or act in ("take", "stack"):
        return (describe(view, action),)
    what, whom = PARTS[act](view, n)
    return view.say(f"first-{act.replace('_', '-')}", what=what), view.say(f"then-{act.replace('_', '-')}", whom=whom)


def group_words(view: View, actions: Sequence[int], name: str, aimed: Collection[str] = ()) -> str:
    """What a choice among several actions of a card or a figure called `name` begins: "attack with Espada", or for the
    ranges in `aimed`, whose target it is, "strike Akróbata"."""
    told = []
    for act in dict.fromkeys(within(ACTIONS, action)[0] for action in actions):
        of_act = [action for action in actions if within(ACTIONS, action)[0] == act]
        message = f"to-{act.replace('_', '-')}"
        named = act in aimed or (act not in PARTS and len(of_act) > 1)
        told.append(view.say(message, whom=name) if named and message in view.sentences else view.beginnings(of_act))
    return " / ".join(dict.fromkeys(told))


def _tiring(view: View, n: int) -> str:
    """The cards that answer `n` tires, and whose they are."""
    member = tiring_member(view)
    if member < 0:
        return view.say("do-tire", cards=view.several(view.say(SLOTS[slot]) for slot in tiring_slots(n)))
    cards = view.several(own_card_name(view, member, slot) for slot in tiring_slots(n))
    return view.say("do-tire-of", cards=cards, whom=crew_name(view, member))


def tiring_slots(n: int) -> list[int]:
    """The slots of the cards that answer `n` of TIRE tires."""
    return [slot for slot in range(LIMITS.slots) if n + 1 >> slot & 1]


def tiring_member(view: View) -> int:
    """The crew member whose cards are about to tire; -1 if that is not asked."""
    if view.state.phase != Phase.TIRE:
        return -1
    _, code, _, _ = uncompiled(instruction)(view.pack, view.record)
    return int(code)


def own_card_name(view: View, member: int, slot: int) -> str:
    """The name of a crew member's weapon or assist."""
    character = view.state.character[member]
    if slot == Slot.ASSIST and character >= 0:
        return view.tables.character[character].assist.name
    return weapon_name(view, member, slot) if slot < LIMITS.weapons else view.say(SLOTS[slot])


def _attack(view: View, n: int) -> tuple[str, str]:
    weapon, place = divmod(n, PLACES.size)
    name = weapon_name(view, max(view.state.to_move - 1, 0), weapon)
    if place == PLACE.area:
        return name, view.say("whom-all")
    near = place < PLACE.distance
    foe = foe_name(view, place if near else place - PLACE.distance)
    return name, view.say("whom-melee" if near else "whom-distance", foe=foe)


def _strike(view: View, n: int) -> tuple[str, str]:
    return slot_name(view, n // LIMITS.members), crew_name(view, n % LIMITS.members)


def _give(view: View, n: int) -> tuple[str, str]:
    return name_of(view.tables.object, n // LIMITS.members), mate_name(view, n % LIMITS.members)


def _give_weapon(view: View, n: int) -> tuple[str, str]:
    weapon = weapon_name(view, max(view.state.to_move - 1, 0), n // LIMITS.members)
    return weapon, mate_name(view, n % LIMITS.members)


def _take(view: View, n: int) -> tuple[str, str]:
    return card_name(view.tables, view.state.card), mate_name(view, n)


def _stack(view: View, n: int) -> tuple[str, str]:
    covered = weapon_name(view, max(view.state.receiver, 0), n)
    return card_name(view.tables, view.state.card), covered


def _target(view: View, n: int) -> str:
    if n == Code.BOSS:
        return boss_name(view)
    if n >= Code.FOE:
        return slot_name(view, n - Code.FOE)
    return mate_name(view, n) if view.state.to_move > 0 else crew_name(view, n)


def _action_card(view: View, n: int) -> str:
    boss = view.state.boss
    return str(view.tables.boss[boss].actions[n].name) if boss >= 0 else view.say("action-card", number=n + 1)


def _lose(view: View, n: int) -> str:
    if n < LIMITS.objects:
        return name_of(view.tables.object, n)
    return weapon_name(view, max(view.state.target, 0), n - LIMITS.objects)


def _build(view: View, n: int) -> str:
    group, kind = within(GROUPS, n)
    return name_of(getattr(view.tables, group), kind)


TABLES = {
    "summon": "astrali",
    "event": "event",
    "use": "object",
    "revive": "astrali",
    "summon_free": "astrali",
    "character": "character",
    "boss": "boss",
}
"""Tables of the pack whose rows actions name."""
ON_CARD = ("discard", "resolve", "option")
"""Actions that name the card being resolved."""
PARTS = {
    "strike": _strike,
    "attack": _attack,
    "give": _give,
    "give_weapon": _give_weapon,
    "take": _take,
    "stack": _stack,
}
"""What an action does something with, and to whom."""
DESCRIPTIONS = {"target": _target, "lose": _lose, "build": _build}
"""What other actions name."""
