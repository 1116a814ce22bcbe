"""Words for the values of Medianokte's events, and news that follow from the differences between two positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medianoche.envs.core.show.catalogue import Telling
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.packs.words import (
    attack_brief,
    card_effect,
    card_name,
    name_of,
    object_words,
    rolls_dice,
    tally,
    within,
)
from medianoche.envs.medianokte.state import CARD, CARDS, DECKS_BUILT, LIMITS, After, Code, Phase, Slot
from medianoche.envs.medianokte.words import text

IGNORED = {"rng": 0, "scores": 0, "utility": 0, "to_move": 0}
"""Fields whose changes are not reported: they follow from other fields, or no seat sees them."""


Astrali = tuple[int, int, int, int, int]
"""Kind, damage, orientation, bleeding, poison."""


class Change:
    """Two positions, with what is needed to describe the differences between them."""

    def __init__(self, before: View, after: View, noted: Sequence[Event]) -> None:
        self.before, self.after, self.noted = before, after, noted
        self.then, self.now = before.state, after.state
        self.pack: Any = after.tables
        self.say = after.say
        self.crew = range(len(after.seats) - 1)
        self.known = [m for m in self.crew if self.then.character[m] >= 0]
        self.old, self.new = army(self.then), army(self.now)
        slots = _followed(len(self.old), noted)
        self.pairs = [(slot, place) for place, slot in enumerate(slots) if slot >= 0]
        self.fallen = sorted({*range(len(self.old))} - {i for i, _ in self.pairs})
        self.entered = [place for place, slot in enumerate(slots) if slot < 0]
        self.played = next((event.fields["card"] for event in noted if event.kind == "acted"), -1)
        """The action card that was played, -1 none."""
        self.told: set[tuple[int, int]] = set()
        """(crew member, slot) of cards whose new orientation follows from a line already written."""

    def who(self, member: int) -> str:
        """A crew member, or with -1 the Enemy: "you" for the seat of the view."""
        if member + 1 == self.after.seat:
            return self.say("you")
        return text.crew_name(self.after, member) if member >= 0 else self.say("the-enemy")

    def aim(self, view: View) -> str:
        """The target of the card or attack in a position; empty if there is none."""
        code = view.state.target
        return self.who(code) if 0 <= code < Code.FOE else text.target_name(view)

    @property
    def turn_over(self) -> bool:
        """Whether the turn has ended."""
        return bool(self.then.turn != self.now.turn or self.now.done)


def army(state: Any) -> list[Astrali]:
    """The astralis of the army by slot."""
    fields = (state.army_kind, state.army_damage, state.army_orient, state.army_bleed, state.army_poison)
    return list(zip(*(field[: state.army_size] for field in fields), strict=True))


def _followed(size: int, noted: Sequence[Event]) -> list[int]:
    """The slot before the events of each astrali that is in the army after them; -1 for those that entered."""
    slots = list(range(size))
    for event in noted:
        if event.kind == "fell":
            slots.pop(event.fields["slot"])  # type: ignore[arg-type]
        elif event.kind == "entered":
            slots.append(-1)
    return slots


def news(before: View, after: View, noted: Sequence[Event]) -> list[str]:
    """What happened between two positions, one event a line."""
    if {**vars(before.state), **IGNORED} == {**vars(after.state), **IGNORED}:
        return []
    c = Change(before, after, noted)
    if c.then.phase <= Phase.BUILD:
        return [*_chosen(c), *_built(c), *_dealt(c)]
    acts = {Phase.ENEMY: _enemy_act, Phase.CREW: _crew_act, Phase.DRAWN: _drawn_act}
    lines = acts[Phase(c.then.phase)](c) if c.then.phase in acts else _answer(c)
    lines += _foes(c)
    for member in c.known:
        lines += _member(c, member)
    lines += _piles(c)
    told = any(event.words for event in noted)
    if not lines and not told and c.then.card and c.then.card != c.now.card:
        lines = [c.say("no-effect", card=card_name(c.pack, c.then.card))]
    if attacking(c.then) and not lines:
        lines = [c.say("hits-none")]
    lines += _turns(c)
    if not lines and not told and c.now.card:
        return [f"{text.card_and_aim(c.after, c.aim(c.after))}: {text.question(c.after)}"]
    return lines


def attacking(state: Any) -> bool:
    """Whether a position is the moment between an attack of the crew and its dice."""
    return bool(state.phase == Phase.CREW and state.after == After.TURN_ENDS)


# ---- words for the values of events


def name(view: View, seat: int) -> str:
    """A seat in words."""
    return text.crew_name(view, seat - 1) if seat else view.say("the-enemy")


def row_of(telling: Telling, group: str) -> Any:
    """The row of the pack of an event's card."""
    fields: Any = telling.fields
    if group == "card":
        return telling.view.tables.boss[fields["boss"]].actions[fields["card"]]
    return getattr(telling.view.tables, group)[fields[group]]


def effect(telling: Telling, group: str) -> str:
    """What a card does."""
    return card_effect(telling.view, row_of(telling, group))


FIELDS = {group: lambda telling, _, group=group: row_of(telling, group).name for group in ("card", "event", "astrali")}
DERIVED = {
    "effect-of-card": lambda telling: effect(telling, "card"),
    "effect-of-event": lambda telling: effect(telling, "event"),
    "cost-of-event": lambda telling: row_of(telling, "event").cost,
    "cost-of-astrali": lambda telling: row_of(telling, "astrali").cost,
}


# ---- before play


def _chosen(c: Change) -> list[str]:
    lines = []
    if c.then.boss != c.now.boss:
        lines.append(c.say("chose-boss", who=c.who(-1), name=text.boss_name(c.after)))
    return lines + [
        c.say("chose-character", who=c.after.names[m + 1], name=name_of(c.pack.character, c.now.character[m]))
        for m in c.crew
        if c.then.character[m] != c.now.character[m]
    ]


def _built(c: Change) -> list[str]:
    if c.then.phase != Phase.BUILD:
        return []
    building = c.now.phase == Phase.BUILD  # after the last card, the Enemy's cards are dealt already
    return [
        c.say("added", who=c.who(c.then.turn - 1), name=name_of(getattr(c.pack, group), kind))
        for group, pile in DECKS_BUILT.items()
        if building or pile.startswith("explore")
        for kind, count in enumerate(getattr(c.now, pile))
        if count > getattr(c.then, pile)[kind]
    ]


def _dealt(c: Change) -> list[str]:
    if c.now.phase <= Phase.BUILD:
        return []
    start = c.say("began", who=c.who(-1), energy=c.now.energy, count=text.hand_size(c.now))
    return [start + _named(c, [*tally(c.pack.event, c.now.hand_event), *tally(c.pack.astrali, c.now.hand_astrali)])]


def _named(c: Change, cards: list[str]) -> str:
    """The names of drawn cards, for the Enemy only."""
    return f": {', '.join(cards)}" if not c.after.seat and cards else ""


# ---- actions


def _enemy_act(c: Change) -> list[str]:
    struck: Any = next((event.fields for event in c.noted if event.kind == "struck"), None)
    return _struck(c, struck["slot"], struck["member"]) if struck else []


def _struck(c: Change, slot: int, member: int) -> list[str]:
    row = c.pack.astrali[c.old[slot][0]]
    name = text.slot_name(c.before, slot)
    fields = ("damage", "bleed", "poison", "orient")
    hit = any(getattr(c.then, name)[member] != getattr(c.now, name)[member] for name in fields)
    vain = not (hit or c.now.done or c.now.card)
    given = {"who": c.who(-1), "name": name, "whom": c.who(member), "attack": _dice(c, row, member)}
    return [c.say("did-strike", **given, vain=int(vain))]


def _dice(c: Change, row: Any, code: int, revived: bool = False) -> str:
    """An attack with the armour that its dice must reach."""
    brief = attack_brief(c.after, row, revived)
    return c.say("against-armour", attack=brief, armour=_armour(c, code)) if rolls_dice(row) else brief


def _armour(c: Change, code: int) -> int:
    state = c.before.record
    if code < Code.FOE:
        return text.values_of(c.pack, state, code)[2]
    if code == Code.BOSS:
        return int(c.pack.boss[c.then.boss].armour - c.then.boss_poison)
    return int(c.pack.astrali[c.then.army_kind[code - Code.FOE]].armour - c.then.army_poison[code - Code.FOE])


def _crew_act(c: Change) -> list[str]:
    then, now, member = c.then, c.now, c.then.turn - 1
    who = c.who(member)
    if attacking(then) or any(event.kind == "ended" for event in c.noted):
        return []
    for kind in range(LIMITS.objects):
        if now.items[member][kind] < then.items[member][kind]:
            name = name_of(c.pack.object, kind)
            mates = [m for m in c.crew if now.items[m][kind] > then.items[m][kind]]
            row = c.pack.object[kind]
            if mates:
                return [c.say("has-given", who=who, what=name, whom=c.who(mates[0]))]
            return [c.say("cards-used", who=who, name=name, does=card_effect(c.after, row))]
    if now.phase == Phase.STACK:
        return [c.say("has-given", who=who, what=card_name(c.pack, now.card), whom=c.who(now.receiver))]
    rested = sum(now.orient[member]) < sum(then.orient[member]) and now.charge[member] >= then.charge[member]
    if now.phase == Phase.DRAWN or rested:
        return _explored(c, member)
    for slot, (old, new) in enumerate(
        zip(then.orient[member] + then.extra_orient[member], now.orient[member] + now.extra_orient[member], strict=True)
    ):
        if old < new and slot != Slot.ASSIST:
            c.told.add((member, slot))
            return _attacked(c, member, slot if slot < Slot.ASSIST else slot - 1)
    row, first = c.pack.character[now.character[member]], CARD.character + CARDS.per.character * now.character[member]
    if now.card == first + Slot.ASSIST or then.orient[member][Slot.ASSIST] < now.orient[member][Slot.ASSIST]:
        c.told.add((member, Slot.ASSIST))
        return [c.say("used-assist", who=who, name=row.assist.name, does=card_effect(c.after, row.assist))]
    cost = c.pack.constants.final_cost
    if now.card == first + Slot.FINAL or now.charge[member] == then.charge[member] - cost + len(c.fallen):
        given = {"name": row.final.name, "count": cost, "does": card_effect(c.after, row.final)}
        return [c.say("used-final", who=who, **given)]
    return []


def _attacked(c: Change, member: int, weapon: int) -> list[str]:
    row = text.weapon_row(c.pack, c.before.record, member, weapon)
    given = {"who": c.who(member), "name": text.weapon_name(c.before, member, weapon)}
    revived = weapon >= LIMITS.weapons
    if not attacking(c.now):
        return [c.say("has-attacked", **given, attack=attack_brief(c.after, row, revived))]
    if c.now.target < 0:
        return [c.say("attacked-all", **given, attack=attack_brief(c.after, row, revived))]
    return [c.say("attacked-one", **given, foe=c.aim(c.after), attack=_dice(c, row, c.now.target, revived))]


def _explored(c: Change, member: int) -> list[str]:
    was, now = (state.orient[member] + state.extra_orient[member] for state in (c.then, c.now))
    rested = sum(old > new for old, new in zip(was, now, strict=True))
    c.told.update((member, slot) for slot in range(LIMITS.slots + LIMITS.extra))
    found = c.say("has-found", what=_found(c)) if c.now.card else c.say("found-none")
    return [c.say("has-explored", who=c.who(member), count=rested, found=found)]


def _found(c: Change) -> str:
    group, n = within(CARDS, c.now.card)
    row = c.pack.object[n] if group == "object" else c.pack.positive[n]
    words = object_words(c.after, row) if group == "object" else card_effect(c.after, row)
    return c.say("found-object" if group == "object" else "found-event", name=row.name, cost=row.cost, words=words)


def _drawn_act(c: Change) -> list[str]:
    """What the crew member did with the found card."""
    then, now, member = c.then, c.now, c.then.turn - 1
    who, name = c.who(member), card_name(c.pack, then.card)
    group, n = within(CARDS, then.card)
    if group == "positive":
        noticed = (now.energy, now.poison, now.euphoria, now.charge, now.orient, now.extra_orient, now.card)
        was = (then.energy, then.poison, then.euphoria, then.charge, then.orient, then.extra_orient, 0)
        if noticed != was or then.damage[member] > now.damage[member]:
            return [c.say("has-resolved", who=who, card=name, cost=c.pack.positive[n].cost)]
        return [c.say("out-of-game", card=name)]
    if now.removed_object[n] > then.removed_object[n]:
        return [c.say("discarded", who=who, card=name)]
    taker = next((m for m in c.crew if now.items[m][n] > then.items[m][n]), member)
    taker = now.receiver if now.phase == Phase.STACK else taker
    given = {"who": who, "card": name, "cost": c.pack.object[n].cost, "enemy": c.who(-1)}
    return [c.say("kept", **given) if taker == member else c.say("passed-on", **given, whom=c.who(taker))]


def _answer(c: Change) -> list[str]:
    """The answer to a question of a card, where the positions show it."""
    then, now, who = c.then, c.now, c.who(c.then.source)
    card = card_name(c.pack, then.card)
    if then.phase == Phase.TARGET and then.target < 0 <= now.target:
        chosen = c.aim(c.after)
        if who == chosen:
            return [c.say("chose-self", who=who, card=card)]
        return [c.say("chose-target", who=who, whom=chosen, card=card)]
    if then.phase == Phase.STACK:
        member = then.receiver
        slot = next((s for s in range(LIMITS.weapons) if now.found[member][s] != then.found[member][s]), 0)
        covered = text.weapon_name(c.before, member, slot)
        return [c.say("laid-over", who=c.who(member), card=card, covered=covered)]
    if then.phase == Phase.SUMMON:
        names = ", ".join(name_of(c.pack.astrali, c.new[j][0]) for j in c.entered)
        return [c.say("summoned-free", who=who, names=names or c.say("no-astrali"))]
    if then.phase == Phase.OPTION:
        return [c.say("chose-option", who=who, card=card)]
    return []


# ---- consequences


def _conditions(c: Change, who: str, was: tuple[int, ...], now: tuple[int, ...], armour: int) -> list[str]:
    """Changes of (bleeding, poison); `armour` is the armour after them."""
    lines = []
    if was[0] != now[0]:
        lines.append(c.say("started-bleeding" if now[0] else "stopped-bleeding", who=who))
    if was[1] != now[1]:
        name = "got-poison" if now[1] > was[1] else "lost-poison"
        lines.append(c.say(name, who=who, count=abs(now[1] - was[1]), armour=armour))
    return lines


def _life(c: Change, who: str, change: int, left: int, limit: int, bled: bool = False) -> list[str]:
    given = {"who": who, "left": max(left, 0), "limit": limit}
    if change > 0:
        return [c.say("lost-life", **given, count=change, bled=int(bled))]
    return [c.say("healed", **given, count=-change)] if change else []


def _foes(c: Change) -> list[str]:
    """Changes of astralis and of the boss."""
    then, now = c.then, c.now
    bled = c.turn_over and then.turn == 0 and then.phase in (Phase.ENEMY, Phase.TARGET, Phase.TIRE, Phase.OPTION)
    lines = [c.say("astrali-fell", name=name_of(c.pack.astrali, c.old[i][0])) for i in c.fallen]
    rested = 0
    for i, j in c.pairs:
        name, row = text.slot_name(c.after, j), c.pack.astrali[c.new[j][0]]
        old, new = c.old[i], c.new[j]
        lines += _life(c, name, new[1] - old[1], row.life - new[1], row.life, bool(bled and old[3]))
        lines += _conditions(c, name, old[3:], new[3:], row.armour - new[4])
        rested += new[2] < old[2]
        if new[2] > old[2] and then.phase != Phase.ENEMY:
            lines.append(c.say("is-now", card=name, tired=text.tiredness(c.after, new[2])))
    if rested:
        lines.append(c.say("astralis-rest", count=rested))
    if now.boss < 0:
        return lines
    boss, limit = text.boss_name(c.after), text.boss_life(c.pack, c.after.record)
    left = limit - now.boss_damage
    lines += _life(c, boss, now.boss_damage - then.boss_damage, left, limit, bool(bled and then.boss_bleed))
    was, has = (then.boss_bleed, then.boss_poison), (now.boss_bleed, now.boss_poison)
    lines += _conditions(c, boss, was, has, c.pack.boss[now.boss].armour - now.boss_poison)
    cards = zip(c.pack.boss[now.boss].actions, then.boss_cards, now.boss_cards, strict=True)
    changed = [(card.name, old, new) for n, (card, old, new) in enumerate(cards) if old != new and n != c.played]
    tired = [(name, text.tiredness(c.after, new)) for name, old, new in changed if new > old]
    lines += [c.say("action-is-now", card=name, tired=words) for name, words in tired]
    if any(new < old for _, old, new in changed):
        lines.append(c.say("action-cards-rest"))
    return lines


def _member(c: Change, member: int) -> list[str]:
    """Changes of life, conditions and cards of a crew member."""
    then, now, who = c.then, c.now, c.who(member)
    left, limit, armour, *_ = text.values_of(c.pack, c.after.record, member)
    loss = now.damage[member] - then.damage[member]
    group, n = within(CARDS, then.card)
    own = then.phase in (Phase.DRAWN, Phase.OPTION) and group == "positive" and "damage" in c.pack.positive[n].effect
    bled = c.turn_over and then.turn == member + 1 and then.bleed[member] and not own
    lines = _life(c, who, loss, left, limit, bool(bled))
    was, has = (then.bleed[member], then.poison[member]), (now.bleed[member], now.poison[member])
    lines += _conditions(c, who, was, has, armour)
    if then.euphoria[member] != now.euphoria[member]:
        lines.append(c.say("became-euphoric" if now.euphoria[member] else "no-more-euphoric", who=who))
    if gained := now.charge[member] - then.charge[member]:
        given = {"count": abs(gained), "now": now.charge[member], "limit": c.pack.constants.final_cost}
        lines.append(c.say("got-counters" if gained > 0 else "lost-counters", who=who, **given))
    old, new = (state.orient[member] + state.extra_orient[member] for state in (then, now))
    for slot, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after and (member, slot) not in c.told:
            card = c.pack.character[now.character[member]].assist.name if slot == Slot.ASSIST else ""
            index = slot if slot < Slot.ASSIST else slot - 1
            card = card or text.weapon_name(c.after, member, index)
            lines.append(c.say("card-is-now", who=who, card=card, tired=text.tiredness(c.after, after)))
    for place in range(LIMITS.extra):
        if then.extra_kind[member][place] != now.extra_kind[member][place]:
            name = name_of(c.pack.astrali, now.extra_kind[member][place])
            lines.append(c.say("did-revive", who=who, name=name))
    if then.phase == Phase.LOSE:
        lost = [k for k in range(LIMITS.objects) if now.removed_object[k] > then.removed_object[k]]
        if then.items[member] != now.items[member] or then.found[member] != now.found[member]:
            lines += [c.say("lost-object", who=who, name=name_of(c.pack.object, kind)) for kind in lost]
    return lines


def _piles(c: Change) -> list[str]:
    """Changes of energy, cards drawn, and a reshuffled deck."""
    then, now, who = c.then, c.now, c.who(-1)
    lines = []
    if gained := now.energy - then.energy:
        name = "got-energy" if gained > 0 else "spent-energy" if then.phase == Phase.ENEMY else "lost-energy"
        lines.append(c.say(name, who=who, count=abs(gained), now=now.energy))
    played = [max(now.discard_event[k] - then.discard_event[k], 0) for k in range(LIMITS.events)]
    if sum(now.discard_event) < sum(then.discard_event):
        played = [0] * LIMITS.events
        lines.append(c.say("deck-renewed"))
    summoned = [c.new[j][0] for j in c.entered]
    drawn = text.hand_size(now) - text.hand_size(then) + len(summoned) + sum(played)
    if drawn > 0:
        astralis = [now.hand_astrali[k] - then.hand_astrali[k] + summoned.count(k) for k in range(LIMITS.astralis)]
        events = [now.hand_event[k] - then.hand_event[k] + played[k] for k in range(LIMITS.events)]
        cards = [*tally(c.pack.event, events), *tally(c.pack.astrali, astralis)]
        lines.append(c.say("drew", who=who, count=drawn) + _named(c, cards))
    return lines


def _turns(c: Change) -> list[str]:
    """The end of a turn, round or game."""
    if c.now.done:
        fallen = [m for m in c.crew if c.now.winner == 0 and text.values_of(c.pack, c.after.record, m)[0] <= 0]
        return [*(c.say("crew-fell", who=c.who(m)) for m in fallen), c.say(f"end-{c.now.winner}")]
    if c.then.turn == c.now.turn:
        return []
    turn = c.say("next-turn", who=c.who(c.now.turn - 1))
    new = c.now.round_no > c.then.round_no
    return [c.say("next-round", number=c.now.round_no + 1, turn=turn) if new else turn]
