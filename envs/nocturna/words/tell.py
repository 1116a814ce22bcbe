"""What happened between two positions of Camino a Nocturna, in words, as one seat may know it."""

from __future__ import annotations

from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna.state import (
    CAP,
    LEFT_BEHIND,
    LOCATIONS,
    UNKNOWN,
    Phase,
)
from medianoche.envs.nocturna.words.explain import children_of, in_words, reward_effects
from medianoche.envs.nocturna.words.fights import (
    cards_resolved,
    changes_of_children,
    changes_of_foes,
    combat_begun,
    combat_over,
    committed,
    name_of,
    revealed,
    whose,
)
from medianoche.envs.nocturna.words.text import (
    amounts,
    kind_name,
    kind_names,
    location_name,
    lying,
    master_hand,
    reward_name,
    reward_names,
    spaced,
    who,
)


def news(before: View, after: View) -> list[str]:
    """What happened from `before` to `after`, one event a line."""
    return [
        *_sheets(before, after),
        *committed(before, after),
        *cards_resolved(before, after),
        *_events(before, after),
        *_placed(before, after),
        *_rewards(before, after),
        *_moved(before, after),
        *changes_of_children(before, after),
        *changes_of_foes(before, after),
        *combat_over(before, after),
        *_loot(before, after),
        *_hand(before, after),
        *_round(before, after),
        *combat_begun(before, after),
        *_end(before, after),
    ]


def _more(then: list[int], now: list[int]) -> list[int]:
    """How many more of each kind there are now than then."""
    return [max(b - a, 0) for a, b in zip(then, now, strict=True)]


def _sheets(before: View, after: View) -> list[str]:
    """Sheets that children took."""
    sheets = after.tables.child
    return [
        f"{after.names[child + 1]} took the sheet of {spaced(sheets[after.state.sheet[child]].name)}"
        for child in children_of(after)
        if before.state.sheet[child] < 0 <= after.state.sheet[child]
    ]


# ---- the Master's cards


def _spent(before: View, after: View) -> list[int]:
    """Cards that went from the Master's hand to the discards, by kind; zeros where that cannot be known."""
    then, now = before.state, after.state
    if then.round_no != now.round_no or any(b < a for a, b in zip(then.nm_disc, now.nm_disc, strict=True)):
        return [0] * len(then.nm_disc)
    gone = _more(then.nm_disc, now.nm_disc)
    for place in range(LOCATIONS):
        for kind in then.loc_nm[place]:
            if kind >= 0 and now.loc_nm[place][0] == -1:  # these were foes of a combat that is over
                gone[kind] -= 1
    return [max(count, 0) for count in gone]


def _events(before: View, after: View) -> list[str]:
    """Events announced, paid for and resolved."""
    then, now, lines = before.state, after.state, []
    spent, tables = _spent(before, after), after.tables
    events = [kind for kind, count in enumerate(spent) if count and kind >= len(tables.nightmare)]
    kind = then.event_kind
    if kind < 0 and now.event_kind >= 0:
        kind = now.event_kind
    elif kind < 0 and then.phase in (Phase.PLACE, Phase.MASTER_CARD, Phase.CONCLUSION) and events:
        kind = events[0] if revealed(before, after) is None else -1
    if kind < 0:
        return []
    if then.event_kind < 0:
        lines.append(f"{who(after, 0)} played the event {kind_name(tables, kind)}")
        spent[kind] -= min(spent[kind], 1)
    if then.phase == Phase.PAY and sum(spent):
        lines.append(f"{who(after, 0)} paid with {amounts(spent, kind_names(after))}")
    if now.event_kind < 0:
        words = in_words(tables.event[kind - len(tables.nightmare)].effects, "event")
        lines.append(f"{kind_name(tables, kind)}: {words}")
    return lines


def _hand(before: View, after: View) -> list[str]:
    """Cards that the Master drew or lost at random, and decks refilled."""
    then, now, lines = before.state, after.state, []
    spent, names, master = _spent(before, after), kind_names(after), who(after, 0)
    placed = sum(len(lying(after, place)[1]) - len(lying(before, place)[1]) for place in range(LOCATIONS))
    placed = placed if then.phase == Phase.PLACE and now.round_no == then.round_no else 0
    drawn = master_hand(after) - master_hand(before) + placed + sum(spent)
    paid = then.event_kind < 0 <= now.event_kind or then.phase == Phase.PAY or bool(_events(before, after))
    if not paid and any(spent):
        lines.append(f"{master} lost {amounts(spent, names)} at random")
    if drawn > 0:
        gained = [b - a + c for a, b, c in zip(then.mp_hand, now.mp_hand, spent, strict=True)]
        known = not now.mp_unseen and not placed
        cards = amounts([max(count, 0) for count in gained], names) if known else f"{drawn} card{'s' * (drawn > 1)}"
        lines.append(f"{master} drew {cards}")
    for deck in ("nm", "rw", "loc"):
        old, new = (getattr(state, f"{deck}_disc") for state in (then, now))
        if any(b < a for a, b in zip(old, new, strict=True)):
            word = {"nm": "nightmare", "rw": "reward", "loc": "location"}[deck]
            lines.append(f"the {word} deck was made anew of its discards")
    return lines


def _placed(before: View, after: View) -> list[str]:
    """Nightmares placed, and nightmares turned up."""
    then, now, tables, lines = before.state, after.state, after.tables, []
    if then.round_no != now.round_no:
        return []
    for place in range(LOCATIONS):
        where = location_name(tables, after.record, place)
        new = lying(after, place)[1][len(lying(before, place)[1]) :]
        for kind in new:
            what = "a nightmare" if kind == UNKNOWN else kind_name(tables, kind)
            lines.append(f"{who(after, 0)} placed {what} face down at {where}")
        if now.loc_up[place] and not then.loc_up[place]:
            shown = [kind_name(tables, kind) for kind in lying(after, place)[1]]
            lines.append(f"turned up at {where}: {', '.join(shown) or 'nightmares'}")
    if then.phase == Phase.PLACE and now.phase not in (Phase.PLACE, Phase.PAY, Phase.TARGET):
        lines.append(f"{who(after, 0)} placed no more")
    return lines


# ---- rewards and movement


def _rewards(before: View, after: View) -> list[str]:
    """Rewards used, put on the table, exchanged or lost."""
    then, now, lines = before.state, after.state, []
    names = reward_names(after)
    if then.offer_kind < 0 <= now.offer_kind:
        giver, taker = (name_of(after, child) for child in (now.offer_from, now.offer_to))
        lines.append(f"{giver} offered {names[now.offer_kind]} to {taker}")
    if then.phase == Phase.RETURN and now.offer_kind < 0:
        taker, kind = then.offer_to, then.offer_kind
        given = _more(now.hand[taker], then.hand[taker])
        answer = f"gave {amounts(given, names)} for {names[kind]}" if sum(given) else f"refused {names[kind]}"
        return [*lines, f"{name_of(after, taker)} {answer}"]
    for child in children_of(after):
        name = name_of(after, child)
        lost, laid = _more(now.hand[child], then.hand[child]), _more(then.active[child], now.active[child])
        swept = _more(now.active[child], then.active[child])
        used = [a - min(a, b) for a, b in zip(lost, laid, strict=True)]
        if sum(laid):
            lines.append(f"{name} put {amounts(laid, names)} on the table")
        if sum(used):
            verb = "used" if then.phase == Phase.USE and child == then.to_move - 1 else "lost"
            lines.append(f"{name} {verb} {amounts(used, names)}")
            if verb == "used" and now.reward_kind < 0:
                lines += [f"{names[kind]}: {reward_effects(after, kind)}" for kind, count in enumerate(used) if count]
        if sum(swept):
            lines.append(f"{amounts(swept, names)} left {whose(after, child)} table")
        if now.use_done[child] and not then.use_done[child] and now.round_no == then.round_no:
            lines.append(f"{name} used no more rewards")
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
        verb = "moved" if now.insomnia[child] <= CAP.insomnia or then.phase == Phase.MOVE else "was carried"
        where = f"{verb} to {location_name(after.tables, after.record, max(place, 0))}"
        lines.append(f"{name_of(after, child)} {'was left behind' if place == LEFT_BEHIND else where}")
    return [line.replace("you was", "you were") for line in lines]


def _loot(before: View, after: View) -> list[str]:
    """Rewards of a location that were shared out, and their provision."""
    then, now, lines = before.state, after.state, []
    names, rows = reward_names(after), after.tables.reward
    moved_on = (now.loot_slot, now.battle) != (then.loot_slot, then.battle)
    if then.phase == Phase.LOOT and moved_on:
        kind, total = then.loc_rw[then.battle][then.loot_slot], then.loot_sum
        takers = [child for child in children_of(after) if now.hand[child][kind] > then.hand[child][kind]]
        lines += [f"{name_of(after, child)} got {names[kind]}" for child in takers] or [f"{names[kind]} was left"]
        if now.loot_slot < 0:
            total += rows[kind].provision * len(takers)
            lines.append(f"provision of the rewards taken: {total}")
    if now.loot_slot >= 0 and moved_on:
        kind = now.loc_rw[now.battle][now.loot_slot]
        lines.append(f"to share out: {names[kind]}, provision {rows[kind].provision}")
    return lines


# ---- rounds


def _round(before: View, after: View) -> list[str]:
    """The Conclusion, the end of a round, and the locations or the boss of the next one."""
    then, now, tables, lines = before.state, after.state, after.tables, []
    if now.phase == Phase.CONCLUSION and then.phase not in (Phase.CONCLUSION, Phase.PAY, Phase.TARGET):
        lines.append("all combats are over; the Conclusion")
    if now.round_no == then.round_no and not (then.phase == Phase.SHEET and now.phase != Phase.SHEET):
        return lines
    if now.round_no != then.round_no:
        lines.append(f"round {then.round_no} is over")
    down = [] if then.battle >= 0 else [k for p in range(LOCATIONS) if not then.loc_up[p] for k in lying(before, p)[1]]
    if down and now.round_no == then.round_no + 1:
        shown = _more(then.nm_disc, now.nm_disc)
        lines.append(f"discarded face down: {amounts(shown, kind_names(after)) if sum(shown) else len(down)}")
    if now.boss >= 0:
        name = spaced(tables.boss[now.boss].name)
        return [*lines, f"round {now.round_no}: the boss {name} with life {now.foe_max[0]}"]
    lines.append(f"round {now.round_no} begins")
    for place in range(LOCATIONS):
        if now.loc_kind[place] >= 0:
            rewards = [reward_name(tables, kind) for kind in lying(after, place)[0]]
            lines.append(f"{location_name(tables, after.record, place)}: {', '.join(rewards) or 'no reward'}")
    return lines


def _end(before: View, after: View) -> list[str]:
    """The end of the game and its winners."""
    if not after.state.done or before.state.done:
        return []
    if after.state.utility[0] > 0:
        return ["the game is over: all children are defeated, the Nightmare Master wins"]
    return ["the game is over: the last boss is defeated, the children win"]
