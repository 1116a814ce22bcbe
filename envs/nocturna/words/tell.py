"""What happened between two positions of Camino a Nocturna, in words, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medianoche.envs.core.show.catalogue import Telling
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.state import FOES, LEFT_BEHIND, LOCATIONS, UNKNOWN, Phase
from medianoche.envs.nocturna.words import text
from medianoche.envs.nocturna.words.explain import children_of, effects_of, in_words, reward_effects


def news(before: View, after: View, noted: Sequence[Event]) -> list[str]:
    """What happened from `before` to `after` besides `noted`, one event a line."""
    revealed = any(event.kind == "revealed" for event in noted)
    return [
        *_sheets(before, after),
        *_committed(before, after),
        *_events(before, after, revealed),
        *_placed(before, after),
        *_rewards(before, after),
        *_moved(before, after),
        *_changes_of_children(before, after),
        *_changes_of_foes(before, after),
        *_combat_over(before, after),
        *_loot(before, after),
        *_hand(before, after, revealed),
        *_round(before, after),
        *_combat_begun(before, after),
        *_end(before, after),
    ]


# ---- words for the values of events


def name(view: View, seat: int) -> str:
    """A seat in words."""
    return text.who(view, seat)


def outcome(telling: Telling) -> str:
    """Which card is better."""
    child, master = telling.fields["card"], telling.fields["foe_card"]
    return "lost" if not child else "equal" if child == master else "beats"


def better(telling: Telling, which: int = 0) -> str:
    """The better of the two cards; with `which` 1 the worse one."""
    child, master = int(telling.fields["card"]), int(telling.fields["foe_card"])  # type: ignore[arg-type]
    return card(telling, (child, master)[((child - master) % 3 != 1) ^ which])


def card(telling: Telling, number: int) -> str:
    """An action card."""
    return text.card_word(telling.view, number)


def foe(telling: Telling, place: int) -> str:
    """A foe."""
    return telling.say("foe", j=place + 1, title=f" {telling.view.tables.foe_words(telling.fields['kind'])}")


def effect(telling: Telling, by: str) -> str:
    """What a card does, of a child or of a foe."""
    fields, view = telling.fields, telling.view
    played: Any = fields["card"]
    row = text.foe_row(view, fields["kind"]) if by == "foe" else view.tables.child[fields["sheet"]]  # type: ignore[arg-type]
    return in_words(view, effects_of(row, played), by)


FIELDS = {"card": card, "foe_card": card, "foe": foe}
DERIVED = {
    "outcome": outcome,
    "better": better,
    "worse": lambda telling: better(telling, 1),
    "effect-of-child": lambda telling: effect(telling, "child"),
    "effect-of-foe": lambda telling: effect(telling, "foe"),
}


# ---- what follows from positions


def _sheets(before: View, after: View) -> list[str]:
    """Sheets that children took."""
    sheets = after.tables.child
    return [
        after.say("took-sheet", who=after.names[child + 1], sheet=sheets[after.state.sheet[child]].words)
        for child in children_of(after)
        if before.state.sheet[child] < 0 <= after.state.sheet[child]
    ]


# ---- combat


def _same_combat(before: View, after: View) -> bool:
    then, now = before.state, after.state
    return bool(0 < then.turn <= now.turn and then.foe_kind == now.foe_kind and then.round_no == now.round_no)


def _committed(before: View, after: View) -> list[str]:
    """The Master has chosen his card; only he reads which."""
    card = after.state.card_master
    if after.state.phase != Phase.CHILD_CARD or before.state.card_master == card:
        return []
    hidden = card == UNKNOWN
    what = after.say("card-hidden-yet") if hidden else text.card_word(after, card)
    return [after.say("chose-secretly", who=text.who(after, 0), card=what)]


def _changes_of_children(before: View, after: View) -> list[str]:
    """Changes of insomnia, tokens and cover of each child."""
    then, now = before.state, after.state
    lines: list[str] = []
    same, fighting = _same_combat(before, after), now.turn > 0
    for child in children_of(after):
        old, new = then.insomnia[child], now.insomnia[child]
        parts = text.change(after, "insomnia", old, new)
        if new > CAP.insomnia >= old:
            parts.append(after.say("defeated"))
        if old > CAP.insomnia >= new:
            parts = [after.say("back-with", new=new)]
        for token in ("shield", "stun", "bottle"):
            if same or fighting:  # the end of a combat clears these tokens
                parts += text.change(
                    after, token, getattr(then, token)[child] if same else 0, getattr(now, token)[child]
                )
        parts += text.change(after, "charge", then.charge[child], now.charge[child])
        if parts:
            lines.append(f"{text.name_of(after, child)}: {', '.join(parts)}")
    if same and then.covered != now.covered:
        old, new = then.covered, now.covered
        message = "is-covered" if new >= 0 else "covered-no-more"
        lines.append(after.say(message, who=text.name_of(after, max(new, old) if new < 0 else new)))
    return lines


def _changes_of_foes(before: View, after: View) -> list[str]:
    """Changes of life and tokens of each foe; all foes of a combat that the children have just won are defeated."""
    then, now, lines = before.state, after.state, []
    over = then.turn > 0 and not _same_combat(before, after)
    survived = any(then.in_battle[c] and now.insomnia[c] <= CAP.insomnia for c in children_of(after))
    if over and not survived:
        return []
    for j in range(FOES):
        if then.turn == 0 or then.foe_kind[j] < 0:
            continue
        life = 0 if over else now.foe_life[j]
        parts = text.change(after, "life", then.foe_life[j], life)
        parts += [after.say("defeated")] * (then.foe_life[j] > 0 == life)
        if not over and life:
            parts += text.change(after, "shield", then.foe_shield[j], now.foe_shield[j])
        if not over:
            parts += text.change(after, "power", then.foe_emp[j], now.foe_emp[j])
        if parts:
            lines.append(f"{text.foe_name(before, j)}: {', '.join(parts)}")
    if not over and then.marked != now.marked:
        lines.append(after.say("foes-marked" if now.marked else "mark-gone"))
    return lines


def _combat_over(before: View, after: View) -> list[str]:
    """The end of a combat."""
    over = before.state.turn and not after.state.done and not _same_combat(before, after)
    return [after.say("combat-over", place=text.combat_place(before))] if over else []


def _combat_begun(before: View, after: View) -> list[str]:
    """A combat that begins, and the holders of the initiative in each turn."""
    then, now, lines = before.state, after.state, []
    same = _same_combat(before, after)
    if now.turn and not same:
        lines.append(after.say("combat-begins", place=text.combat_place(after)))
    if now.done or not now.turn or now.lead_child < 0:
        return lines
    if same and now.turn == then.turn:
        if now.lead_child != then.lead_child:
            lines.append(after.say("initiative-goes", who=text.name_of(after, now.lead_child)))
        return lines
    if same and then.turn > then.fatigue:
        lines.append(after.say("both-tired"))
    leaders = after.say("leaders", child=text.name_of(after, now.lead_child), foe=text.foe_name(after, now.lead_foe))
    return [*lines, after.say("turn-begins", turn=now.turn, leaders=leaders)]


# ---- the Master's cards


def _spent(before: View, after: View) -> list[int]:
    """Cards that went from the Master's hand to the discards, by kind; zeros where that cannot be known."""
    then, now = before.state, after.state
    if then.round_no != now.round_no or any(b < a for a, b in zip(then.nm_disc, now.nm_disc, strict=True)):
        return [0] * len(then.nm_disc)
    gone = text.more(then.nm_disc, now.nm_disc)
    for place in range(LOCATIONS):
        for kind in then.loc_nm[place]:
            if kind >= 0 and now.loc_nm[place][0] == -1:  # these were foes of a combat that is over
                gone[kind] -= 1
    return [max(count, 0) for count in gone]


def _events(before: View, after: View, revealed: bool) -> list[str]:
    """Events announced, paid for and resolved."""
    then, now, lines = before.state, after.state, []
    spent, tables = _spent(before, after), after.tables
    events = [kind for kind, count in enumerate(spent) if count and kind >= len(tables.nightmare)]
    kind = then.event_kind
    if kind < 0 and now.event_kind >= 0:
        kind = now.event_kind
    elif kind < 0 and then.phase in (Phase.PLACE, Phase.MASTER_CARD, Phase.CONCLUSION) and events:
        kind = -1 if revealed else events[0]
    if kind < 0:
        return []
    if then.event_kind < 0:
        lines.append(after.say("played-event", who=text.who(after, 0), event=text.kind_name(after, kind)))
        spent[kind] -= min(spent[kind], 1)
    if then.phase == Phase.PAY and sum(spent):
        lines.append(
            after.say("paid-with", who=text.who(after, 0), cards=text.amounts(after, spent, text.kind_names(after)))
        )
    if now.event_kind < 0:
        words = in_words(after, tables.event[kind - len(tables.nightmare)].effects, "event")
        lines.append(f"{text.kind_name(after, kind)}: {words}")
    return lines


def _hand(before: View, after: View, revealed: bool) -> list[str]:
    """Cards that the Master drew or lost at random, and decks refilled."""
    then, now, lines = before.state, after.state, []
    spent, names, master = _spent(before, after), text.kind_names(after), text.who(after, 0)
    placed = sum(len(text.lying(after, place)[1]) - len(text.lying(before, place)[1]) for place in range(LOCATIONS))
    placed = placed if then.phase == Phase.PLACE and now.round_no == then.round_no else 0
    drawn = text.master_hand(after) - text.master_hand(before) + placed + sum(spent)
    paid = then.event_kind < 0 <= now.event_kind or then.phase == Phase.PAY or bool(_events(before, after, revealed))
    if not paid and any(spent):
        lines.append(after.say("lost-cards", who=master, cards=text.amounts(after, spent, names)))
    if drawn > 0:
        gained = [b - a + c for a, b, c in zip(then.mp_hand, now.mp_hand, spent, strict=True)]
        known = not now.mp_unseen and not placed
        cards = (
            text.amounts(after, [max(count, 0) for count in gained], names)
            if known
            else after.say("cards", count=drawn)
        )
        lines.append(after.say("drew", who=master, cards=cards))
    for deck in ("nm", "rw", "loc"):
        old, new = (getattr(state, f"{deck}_disc") for state in (then, now))
        if any(b < a for a, b in zip(old, new, strict=True)):
            lines.append(after.say(f"made-anew-{deck}"))
    return lines


def _placed(before: View, after: View) -> list[str]:
    """Nightmares placed, and nightmares turned up."""
    then, now, lines = before.state, after.state, []
    if then.round_no != now.round_no:
        return []
    for place in range(LOCATIONS):
        where = text.location_name(after, place)
        new = text.lying(after, place)[1][len(text.lying(before, place)[1]) :]
        for kind in new:
            what = after.say("a-nightmare") if kind == UNKNOWN else text.kind_name(after, kind)
            lines.append(after.say("placed-card", who=text.who(after, 0), what=what, place=where))
        if now.loc_up[place] and not then.loc_up[place]:
            shown = [text.kind_name(after, kind) for kind in text.lying(after, place)[1]]
            lines.append(after.say("turned-up", place=where, cards=", ".join(shown) or after.say("some-nightmares")))
    if then.phase == Phase.PLACE and now.phase not in (Phase.PLACE, Phase.PAY, Phase.TARGET):
        lines.append(after.say("placed-no-more", who=text.who(after, 0)))
    return lines


# ---- rewards and movement


def _rewards(before: View, after: View) -> list[str]:
    """Rewards used, put on the table, exchanged or lost."""
    then, now, lines = before.state, after.state, []
    names = text.reward_names(after)
    if then.offer_kind < 0 <= now.offer_kind:
        giver, taker = (text.name_of(after, child) for child in (now.offer_from, now.offer_to))
        lines.append(after.say("offered", who=giver, reward=names[now.offer_kind], other=taker))
    if then.phase == Phase.RETURN and now.offer_kind < 0:
        taker, kind = then.offer_to, then.offer_kind
        given = text.more(now.hand[taker], then.hand[taker])
        who, reward = text.name_of(after, taker), names[kind]
        if not sum(given):
            return [*lines, after.say("refused", who=who, reward=reward)]
        return [*lines, after.say("gave", who=who, given=text.amounts(after, given, names), reward=reward)]
    for child in children_of(after):
        name = text.name_of(after, child)
        lost, laid = text.more(now.hand[child], then.hand[child]), text.more(then.active[child], now.active[child])
        swept = text.more(now.active[child], then.active[child])
        used = [a - min(a, b) for a, b in zip(lost, laid, strict=True)]
        if sum(laid):
            lines.append(after.say("put-on-table", who=name, rewards=text.amounts(after, laid, names)))
        if sum(used):
            by_choice = then.phase == Phase.USE and child == then.to_move - 1
            rewards = text.amounts(after, used, names)
            lines.append(after.say("used" if by_choice else "lost", who=name, rewards=rewards))
            if by_choice and now.reward_kind < 0:
                lines += [f"{names[kind]}: {reward_effects(after, kind)}" for kind, count in enumerate(used) if count]
        if sum(swept):
            lines.append(
                after.say("left-table", rewards=text.amounts(after, swept, names), owner=text.whose(after, child))
            )
        if now.use_done[child] and not then.use_done[child] and now.round_no == then.round_no:
            lines.append(after.say("used-no-more", who=name))
    if then.reward_kind >= 0 > now.reward_kind:
        lines.append(f"{names[then.reward_kind]}: {reward_effects(after, then.reward_kind)}")
    return lines


def _moved(before: View, after: View) -> list[str]:
    """Children that moved, were carried or were left behind."""
    then, now, lines = before.state, after.state, []
    for child in children_of(after):
        place = now.loc[child]
        if then.loc[child] == place or place == -1:
            continue
        walked = now.insomnia[child] <= CAP.insomnia or then.phase == Phase.MOVE
        message = "was-left" if place == LEFT_BEHIND else "moved-to" if walked else "carried-to"
        where = {} if place == LEFT_BEHIND else {"place": text.location_name(after, max(place, 0))}
        lines.append(after.say(message, who=text.name_of(after, child), **where))
    return lines


def _loot(before: View, after: View) -> list[str]:
    """Rewards of a location that were shared out, and their provision."""
    then, now, lines = before.state, after.state, []
    names, rows = text.reward_names(after), after.tables.reward
    moved_on = (now.loot_slot, now.battle) != (then.loot_slot, then.battle)
    if then.phase == Phase.LOOT and moved_on:
        kind, total = then.loc_rw[then.battle][then.loot_slot], then.loot_sum
        takers = [child for child in children_of(after) if now.hand[child][kind] > then.hand[child][kind]]
        lines += [after.say("got", who=text.name_of(after, child), reward=names[kind]) for child in takers]
        lines += [] if takers else [after.say("was-left-there", reward=names[kind])]
        if now.loot_slot < 0:
            total += rows[kind].provision * len(takers)
            lines.append(after.say("provision-taken", total=total))
    if now.loot_slot >= 0 and moved_on:
        kind = now.loc_rw[now.battle][now.loot_slot]
        lines.append(after.say("to-share-out", reward=names[kind], provision=rows[kind].provision))
    return lines


# ---- rounds


def _round(before: View, after: View) -> list[str]:
    """The Conclusion, the end of a round, and the locations or the boss of the next one."""
    then, now, tables, lines = before.state, after.state, after.tables, []
    if now.phase == Phase.CONCLUSION and then.phase not in (Phase.CONCLUSION, Phase.PAY, Phase.TARGET):
        lines.append(after.say("conclusion"))
    if now.round_no == then.round_no and not (then.phase == Phase.SHEET and now.phase != Phase.SHEET):
        return lines
    if now.round_no != then.round_no:
        lines.append(after.say("round-over", lap=then.round_no))
    down = (
        []
        if then.battle >= 0
        else [k for p in range(LOCATIONS) if not then.loc_up[p] for k in text.lying(before, p)[1]]
    )
    if down and now.round_no == then.round_no + 1:
        shown = text.more(then.nm_disc, now.nm_disc)
        cards = text.amounts(after, shown, text.kind_names(after)) if sum(shown) else len(down)
        lines.append(after.say("discarded-down", cards=cards))
    if now.boss >= 0:
        name = tables.boss[now.boss].words
        return [*lines, after.say("round-boss", lap=now.round_no, name=name, life=now.foe_max[0])]
    lines.append(after.say("round-begins", lap=now.round_no))
    for place in range(LOCATIONS):
        if now.loc_kind[place] >= 0:
            rewards = [text.reward_name(after, kind) for kind in text.lying(after, place)[0]]
            lines.append(f"{text.location_name(after, place)}: {', '.join(rewards) or after.say('no-reward')}")
    return lines


def _end(before: View, after: View) -> list[str]:
    """The end of the game and its winners."""
    if not after.state.done or before.state.done:
        return []
    if after.state.utility[0] > 0:
        return [after.say("over-master")]
    return [after.say("over-children")]
