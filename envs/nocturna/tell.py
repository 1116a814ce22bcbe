"""What has happened in Camino a Nocturna, as one seat may know it, and what its cards do, in words."""

from __future__ import annotations

from medianoche.envs.core.game import State
from medianoche.envs.core.plain import uncompiled
from medianoche.envs.core.view import View
from medianoche.envs.nocturna.pack import TIMINGS, Child, Foe, Reward, parse
from medianoche.envs.nocturna.render import (
    CARDS,
    amounts,
    child_name,
    foe_name,
    foe_row,
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
from medianoche.envs.nocturna.state import (
    BASE,
    BOSS_BATTLE,
    CAP,
    CHILDREN,
    FOES,
    LEFT_BEHIND,
    LOCATIONS,
    REVIVED,
    UNKNOWN,
    Card,
    Op,
    Phase,
    Scope,
    Source,
    Todo,
)


def news(before: View, after: View) -> list[str]:
    """What has happened between two positions, one thing a line."""
    return [
        *_sheets(before, after),
        *_committed(before, after),
        *_revealed(before, after),
        *_events(before, after),
        *_placed(before, after),
        *_rewards(before, after),
        *_moved(before, after),
        *_on_children(before, after),
        *_on_foes(before, after),
        *_combat_over(before, after),
        *_loot(before, after),
        *_hand(before, after),
        *_round(before, after),
        *_combat(before, after),
        *_end(before, after),
    ]


def _children(view: View) -> range:
    return range(len(view.seats) - 1)


def _name(view: View, child: int) -> str:
    return who(view, child + 1)


def _whose(view: View, child: int) -> str:
    name = _name(view, child)
    return "your" if name == "you" else f"{name}'s"


def _more(then: list[int], now: list[int]) -> list[int]:
    """What there is more of, kind by kind."""
    return [max(b - a, 0) for a, b in zip(then, now, strict=True)]


def _same_combat(before: View, after: View) -> bool:
    then, now = before.state, after.state
    return bool(0 < then.turn <= now.turn and then.foe_kind == now.foe_kind and then.round_no == now.round_no)


def _sheets(before: View, after: View) -> list[str]:
    """Sheets that the children took."""
    sheets = after.tables.child
    return [
        f"{after.names[child + 1]} took the sheet of {spaced(sheets[after.state.sheet[child]].name)}"
        for child in _children(after)
        if before.state.sheet[child] < 0 <= after.state.sheet[child]
    ]


# ---- a turn of combat


def _committed(before: View, after: View) -> list[str]:
    """The Master's choice, which nobody else sees yet."""
    card = after.state.card_master
    if after.state.phase != Phase.CHILD_CARD or before.state.card_master == card:
        return []
    return [f"{who(after, 0)} chose {'a card' if card == UNKNOWN else CARDS[card]} in secret"]


def revealed(before: View, after: View) -> tuple[int, int] | None:
    """The cards of the Master and the child that were turned up between two positions."""
    then, now = before.state, after.state
    if then.phase not in (Phase.MASTER_CARD, Phase.CHILD_CARD) or now.phase == Phase.CHILD_CARD:
        return None
    if not _same_combat(before, after):
        found = _last_cards(before, after)
        return found[0] if len(found) == 1 else None
    won = now.phase == Phase.END and now.utility[0] < 0
    if now.turn > then.turn or now.card_master or now.phase == Phase.RESURRECT or won:
        return now.last_master, now.last_child
    return None


TRACES = ("insomnia", "shield", "charge", "bottle", "foe_life", "foe_shield", "foe_emp", "covered", "marked")


def _result(before: View, record: State) -> State:
    """What the cards of a turn do in `record` until it ends or somebody is asked; by the rules in plain Python."""
    from medianoche.envs.nocturna.kernels import turns

    steps = {Phase.FIND_TARGET: turns.find_target, Phase.RESOLVE: turns.resolve}
    while record.phase in (Phase.REVEAL_CARDS, Phase.NEXT_CARD, *steps):
        if step := steps.get(Phase(int(record.phase))):
            uncompiled(step)(before.pack, record)
        else:
            uncompiled(turns.next_card if record.phase == Phase.NEXT_CARD else turns.reveal_cards)(record)
    return record


def _last_cards(before: View, after: View) -> list[tuple[int, int]]:
    """What the cards of a combat's last turn, which its end puts away, can have been: those without a target after
    which the children of the combat are as they are now."""
    then, cards = before.state, (Card.ATTACK, Card.DEFENCE, Card.SKILL)
    if then.turn == 0:
        return []
    lost = then.stun[then.lead_child] > 0 or then.bottle[then.lead_child] > 0
    if then.phase == Phase.MASTER_CARD and not lost:
        return []
    fighters = [child for child in _children(after) if then.in_battle[child]]
    found: list[tuple[int, int]] = []
    for master in cards if then.card_master in (UNKNOWN, Card.NONE) else (then.card_master,):
        for child in (Card.NONE,) if lost else cards:
            record = before.game.copy(before.record)
            record.card_master, record.card_child, record.phase = master, child, Phase.REVEAL_CARDS
            _result(before, record)
            same = all(record.insomnia[child] == after.state.insomnia[child] for child in fighters)
            if same and record.phase in (Phase.END_TURN, Phase.END):
                found.append((int(master), int(child)))
    return found


def _actor(before: View, after: View) -> tuple[int, int]:
    """The child and the foe (-1: nobody) who were chosen to act, or of whom alone all that followed can come."""
    then, now = before.state, after.state
    if now.turn == then.turn and now.phase == Phase.TARGET:
        return now.actor_child, now.actor_foe
    of_child = then.todo == Todo.CHILD
    able = [j for j in range(FOES) if then.foe_life[j]]
    if of_child:
        able = [c for c in _children(after) if then.in_battle[c] and not (then.stun[c] or then.bottle[c])]
    found = []
    for one in able:
        record = before.game.copy(before.record)
        record["actor_child" if of_child else "actor_foe"], record.phase = one, Phase.NEXT_CARD
        _result(before, record)
        if all(record[name].tolist() == getattr(now, name) for name in TRACES):
            found.append(one)
    one = found[0] if len(found) == 1 else -1
    return (one, -1) if of_child else (-1, one)


def _revealed(before: View, after: View) -> list[str]:
    """Cards turned up, who acts, and the lists of effects that were resolved."""
    then, now = before.state, after.state
    cards = revealed(before, after)
    lines: list[str] = []
    same_turn = now.turn == then.turn and now.phase in (Phase.TARGET, Phase.ACTOR)
    ordered = then.phase in (Phase.TARGET, Phase.ACTOR) and then.source <= Source.FOE_CARD
    todo = then.todo if ordered else 0
    child, foe = (then.actor_child, then.actor_foe) if ordered else (then.lead_child, then.lead_foe)
    if cards:
        todo, lines = _beaten(before, *cards)
    elif then.phase == Phase.ACTOR and not (same_turn and now.phase == Phase.ACTOR):
        child, foe = _actor(before, after)
        name = _name(after, child) if child >= 0 else foe_name(before.tables, before.record, foe) if foe >= 0 else ""
        lines = [f"{name or 'somebody'} was chosen to act".replace("you was", "you were")]
    master_card, child_card = cards or (then.card_master, then.card_child)
    done = todo & ~(now.todo if same_turn else 0)
    if done & Todo.CHILD and child >= 0:
        what = in_words(_list(after.tables.child[then.sheet[child]], child_card), "child")
        lines.append(f"{_whose(after, child)} {CARDS[child_card]}: {what}")
    if done & Todo.FOE and foe >= 0 and then.foe_kind[foe] >= 0:
        what = in_words(_list(foe_row(before, then.foe_kind[foe]), master_card), "foe")
        lines.append(f"{foe_name(before.tables, before.record, foe)}, {CARDS[master_card]}: {what}")
    return lines


def _beaten(view: View, master: int, child: int) -> tuple[int, list[str]]:
    """Whose cards of the two are resolved, and the reveal in words."""
    lead = view.state.lead_child
    if not child:
        return Todo.FOE, [f"revealed: {who(view, 0)} {CARDS[master]}; {_name(view, lead)} lost the turn"]
    both = f"revealed: {who(view, 0)} {CARDS[master]}, {_name(view, lead)} {CARDS[child]}"
    if master == child:
        return Todo.BOTH, [f"{both}: equal cards, both are resolved"]
    won = (child - master) % 3 == 1
    better, worse = (child, master) if won else (master, child)
    return (Todo.CHILD if won else Todo.FOE), [f"{both}: {CARDS[better]} beats {CARDS[worse]}"]


def _list(row: Foe | Child, card: int) -> tuple[str, ...]:
    """The effects of one of three action cards."""
    return ((), row.attack, row.defence, row.skill)[max(card, 0)]


def _change(words: str, then: int, now: int) -> list[str]:
    return [f"{words} {then} to {now}"] if then != now else []


def _on_children(before: View, after: View) -> list[str]:
    """What children have more or less of."""
    then, now = before.state, after.state
    lines: list[str] = []
    same, fighting = _same_combat(before, after), now.turn > 0
    for child in _children(after):
        old, new = then.insomnia[child], now.insomnia[child]
        parts = _change("insomnia", old, new)
        if new > CAP.insomnia >= old:
            parts.append("defeated")
        if old > CAP.insomnia >= new:
            parts = [f"back with insomnia {new}"]
        for token in ("shield", "stun", "bottle"):
            if same or fighting:  # the end of a combat takes them all
                parts += _change(token, getattr(then, token)[child] if same else 0, getattr(now, token)[child])
        parts += _change("charge", then.charge[child], now.charge[child])
        if parts:
            lines.append(f"{_name(after, child)}: {', '.join(parts)}")
    if same and then.covered != now.covered:
        old, new = then.covered, now.covered
        lines.append(f"{_name(after, new)}: covered" if new >= 0 else f"{_name(after, old)}: covered no more")
    return lines


def _on_foes(before: View, after: View) -> list[str]:
    """What foes have more or less of; those of a combat that the children have just won are defeated."""
    then, now, lines = before.state, after.state, []
    over = then.turn > 0 and not _same_combat(before, after)
    survived = any(then.in_battle[c] and now.insomnia[c] <= CAP.insomnia for c in _children(after))
    if over and not survived:
        return []
    for j in range(FOES):
        if then.turn == 0 or then.foe_kind[j] < 0:
            continue
        life = 0 if over else now.foe_life[j]
        parts = _change("life", then.foe_life[j], life) + ["defeated"] * (then.foe_life[j] > 0 == life)
        if not over and life:
            parts += _change("shield", then.foe_shield[j], now.foe_shield[j])
        if not over:
            parts += _change("power", then.foe_emp[j], now.foe_emp[j])
        if parts:
            lines.append(f"{foe_name(before.tables, before.record, j)}: {', '.join(parts)}")
    if not over and then.marked != now.marked:
        lines.append("all foes are marked" if now.marked else "the mark is gone")
    return lines


def _combat_over(before: View, after: View) -> list[str]:
    then = before.state
    if then.turn and not after.state.done and not _same_combat(before, after):
        where = (
            "the boss" if then.battle in (BOSS_BATTLE, -1) else location_name(before.tables, before.record, then.battle)
        )
        lines = [f"the combat at {where} is over"]
        asked = then.phase in (Phase.MASTER_CARD, Phase.CHILD_CARD)
        masters = {master for master, _ in _last_cards(before, after)} if asked and not revealed(before, after) else ()
        return [f"the last card of {who(after, 0)}: {CARDS[master]}" for master in masters if len(masters) == 1] + lines
    return []


def _combat(before: View, after: View) -> list[str]:
    """A combat that begins, and who leads in each turn."""
    then, now, lines = before.state, after.state, []
    same = _same_combat(before, after)
    if now.turn and not same:
        where = "the boss" if now.battle == BOSS_BATTLE else location_name(after.tables, after.record, now.battle)
        lines.append(f"combat at {where}")
    if now.done or not now.turn or now.lead_child < 0:
        return lines
    if same and now.turn == then.turn:
        if now.lead_child != then.lead_child:
            lines.append(f"the initiative of the children goes to {_name(after, now.lead_child)}")
        return lines
    if same and then.turn > then.fatigue:
        lines.append("both sides tired: 1 insomnia, 1 life")
    leaders = f"{_name(after, now.lead_child)} and {foe_name(after.tables, after.record, now.lead_foe)}"
    return [*lines, f"turn {now.turn}: {leaders} have the initiative"]


# ---- the Master's cards


def _spent(before: View, after: View) -> list[int]:
    """Cards of the Master's hand that went to the discards, by kind; none where that cannot be told."""
    then, now = before.state, after.state
    if then.round_no != now.round_no or any(b < a for a, b in zip(then.nm_disc, now.nm_disc, strict=True)):
        return [0] * len(then.nm_disc)
    gone = _more(then.nm_disc, now.nm_disc)
    for place in range(LOCATIONS):
        for kind in then.loc_nm[place]:
            if kind >= 0 and now.loc_nm[place][0] == -1:  # foes of a combat that is over
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
    """Cards that the Master drew, or lost at random."""
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
    """Nightmares placed, and those turned up."""
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
    """Rewards used, put on the table, exchanged, lost."""
    then, now, lines = before.state, after.state, []
    names = reward_names(after)
    if then.offer_kind < 0 <= now.offer_kind:
        giver, taker = (_name(after, child) for child in (now.offer_from, now.offer_to))
        lines.append(f"{giver} offered {names[now.offer_kind]} to {taker}")
    if then.phase == Phase.RETURN and now.offer_kind < 0:
        taker, kind = then.offer_to, then.offer_kind
        given = _more(now.hand[taker], then.hand[taker])
        answer = f"gave {amounts(given, names)} for {names[kind]}" if sum(given) else f"refused {names[kind]}"
        return [*lines, f"{_name(after, taker)} {answer}"]
    for child in _children(after):
        name = _name(after, child)
        lost, laid = _more(now.hand[child], then.hand[child]), _more(then.active[child], now.active[child])
        swept = _more(now.active[child], then.active[child])
        used = [a - min(a, b) for a, b in zip(lost, laid, strict=True)]
        if sum(laid):
            lines.append(f"{name} put {amounts(laid, names)} on the table")
        if sum(used):
            verb = "used" if then.phase == Phase.USE and child == then.to_move - 1 else "lost"
            lines.append(f"{name} {verb} {amounts(used, names)}")
            if verb == "used" and now.reward_kind < 0:
                lines += [f"{names[kind]}: {_instant(after, kind)}" for kind, count in enumerate(used) if count]
        if sum(swept):
            lines.append(f"{amounts(swept, names)} left {_whose(after, child)} table")
        if now.use_done[child] and not then.use_done[child] and now.round_no == then.round_no:
            lines.append(f"{name} used no more rewards")
    if then.reward_kind >= 0 > now.reward_kind:
        lines.append(f"{names[then.reward_kind]}: {_instant(after, then.reward_kind)}")
    return lines


def _instant(view: View, kind: int) -> str:
    return in_words(view.tables.reward[kind].effects, "reward")


def _moved(before: View, after: View) -> list[str]:
    """Children who went somewhere or were carried."""
    then, now, lines = before.state, after.state, []
    for child in _children(after):
        place = now.loc[child]
        if then.loc[child] == place or place == -1:
            continue
        verb = "moved" if now.insomnia[child] <= CAP.insomnia or then.phase == Phase.MOVE else "was carried"
        where = f"{verb} to {location_name(after.tables, after.record, max(place, 0))}"
        lines.append(f"{_name(after, child)} {'was left behind' if place == LEFT_BEHIND else where}")
    return [line.replace("you was", "you were") for line in lines]


def _loot(before: View, after: View) -> list[str]:
    """Rewards of a location shared out, and the provision that the Master draws for them."""
    then, now, lines = before.state, after.state, []
    names, rows = reward_names(after), after.tables.reward
    moved_on = (now.loot_slot, now.battle) != (then.loot_slot, then.battle)
    if then.phase == Phase.LOOT and moved_on:
        kind, total = then.loc_rw[then.battle][then.loot_slot], then.loot_sum
        takers = [child for child in _children(after) if now.hand[child][kind] > then.hand[child][kind]]
        lines += [f"{_name(after, child)} got {names[kind]}" for child in takers] or [f"{names[kind]} was left"]
        if now.loot_slot < 0:
            total += rows[kind].provision * len(takers)
            lines.append(f"provision of the rewards taken: {total}")
    if now.loot_slot >= 0 and moved_on:
        kind = now.loc_rw[now.battle][now.loot_slot]
        lines.append(f"to share out: {names[kind]}, provision {rows[kind].provision}")
    return lines


# ---- rounds


def _round(before: View, after: View) -> list[str]:
    """The Conclusion, the end of a round, and what a new one brings."""
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
    if not after.state.done or before.state.done:
        return []
    if after.state.utility[0] > 0:
        return ["the game is over: all children are defeated, the Nightmare Master wins"]
    return ["the game is over: the last boss is defeated, the children win"]


# ---- what things do

WORDS = {
    Op.SHIELD: "{n} shield for {whom}",
    Op.STUN: "{whom} loses {n} turn{s}",
    Op.BOTTLE: "{whom} is put into a bottle, if one is left, for {n} turn{s}",
    Op.EMPOWER: "hits of {whom} are {n} stronger for the rest of the combat",
    Op.CHARGE: "{n} charge, which the next attack adds to its damage",
    Op.COVER: "{whom} is covered: the next attack or skill aimed at it hits the coverer",
    Op.MARK: "all foes are marked; if they are already, {n} damage to {whom} instead, and the mark is gone",
    Op.DRAW: "the Master draws {n} card{s}",
    Op.DISCARD: "the Master loses {n} random card{s}",
    Op.STRIP: "all shield of {whom} is gone",
    Op.SNATCH: "{whom} loses {n} random reward{s} of the hand",
    Op.REVEAL: "the nightmares of {whom} are turned up",
    Op.REVIVE: "{whom} is back with insomnia {n}",
    Op.ATTACK_BONUS: "its attacks do {n} damage more",
    Op.DEFENCE_BONUS: "its defence gives {n} shield more",
    Op.OPENING_SHIELD: "{n} shield when a combat of it begins",
    Op.OPENING_RESTORE: "{n} insomnia less when a combat of it begins",
    Op.STEADY: "it is never stunned or bottled",
    Op.HUSH: "the Master draws {n} card{s} less for rewards taken where it stands",
}
ON_SIDES = {
    (Op.HIT, True): "{n} insomnia for {whom}",
    (Op.HIT, False): "{n} damage to {whom}",
    (Op.RESTORE, True): "{n} insomnia less for {whom}",
    (Op.RESTORE, False): "{n} life back for {whom}",
}
WHOM = {
    Scope.SELF: "itself",
    Scope.LEAD: "the child with the initiative",
    Scope.LOCATION: "a location",
    Scope.CHILDREN: "all standing children",
    Scope.FALLEN: "a defeated child",
    Scope.CHILD: "a standing child",
}
AGAINST = ("a foe", "all foes", "another child of the combat", "all children of the combat")
OF_FOES = ("a child of the combat", "all children of the combat", "another foe", "all foes")
CALLED = {"instant": "used at once", "after_combat": "on the table until combats are over"}
CALLED["permanent"] = "on the table until the zone's boss is defeated"


def in_words(listed: tuple[str, ...], by: str) -> str:
    """A list of effects in words, played by a "child" or a "foe", as an "event" or a "reward"."""
    parts = []
    for effect_text in listed:
        op, amount, scope = parse(effect_text)
        sides = AGAINST if by == "child" else OF_FOES
        whom = sides[scope - Scope.ENEMY] if Scope.ENEMY <= scope <= Scope.ALLIES else WHOM[Scope(scope)]
        on_children = (by in ("foe", "event")) == (op == Op.HIT) or by == "reward"
        words = WORDS.get(Op(op)) or ON_SIDES[Op(op), on_children]
        parts.append(words.format(n=amount, whom=whom, s="s" * (amount != 1)))
    return "; then ".join(parts) or "no effect"


def three_cards(row: Foe | Child, by: str) -> str:
    """What the three action cards do."""
    return ". ".join(f"{name}: {in_words(_list(row, card), by)}" for card, name in enumerate(CARDS) if card)


def reward_words(row: Reward) -> str:
    """What a reward does."""
    mate = f". Family with {spaced(row.mate)}: also {in_words(row.family, 'reward')}" if row.mate else ""
    return (
        f"reward, {CALLED[TIMINGS[TIMINGS.index(row.timing)]]}: {in_words(row.effects, 'reward')}{mate}. Provision "
        f"{row.provision}: cards that the Master draws if it is taken; {row.copies} in the deck"
    )


def glossary(view: View) -> dict[str, str]:
    """Every kind of card, creature, location and action, and what else has a name."""
    tables, found = view.tables, {}
    for child in tables.child:
        found[child.name] = f"a child's sheet. {three_cards(child, 'child')}"
    for foe in tables.nightmare:
        found[foe.name] = f"nightmare, life {foe.life}. {three_cards(foe, 'foe')}. {foe.copies} in the deck"
    for boss in tables.boss:
        found[boss.name] = f"boss, life 8 for each child. {three_cards(boss, 'foe')}"
    for event in tables.event:
        cost = f"for {event.cost} other card{'s' * (event.cost != 1)} of the hand" if event.cost else "for nothing"
        words = in_words(event.effects, "event")
        found[event.name] = f"event of the {event.label} phase, {cost}: {words}. {event.copies} in the deck"
    for reward in tables.reward:
        found[reward.name] = reward_words(reward)
    for row in tables.location:
        found[row.name] = f"location: {row.reward} rewards, up to {row.nightmares} nightmares; {row.copies} in the deck"
    return {spaced(name): words for name, words in found.items()} | terms(view)


def terms(view: View) -> dict[str, str]:
    """Action cards, tokens, actions, parts of a round."""
    state = view.state
    actor = "whom its player picks" if state.actor_mode else "the child or foe with the initiative"
    return {
        "attack": f"action card: beats skill, is beaten by defence; played by {actor}",
        "defence": f"action card: beats attack, is beaten by skill; played by {actor}",
        "skill": f"action card: beats defence, is beaten by attack; played by {actor}",
        "action card": "both sides choose one in secret; a beaten one does nothing, equal ones are both resolved, the "
        "child's first, and then can be aimed only at who has the initiative",
        "initiative": "one child and one foe have it; both markers move on after every turn",
        "insomnia": f"rises with every hit; above {CAP.insomnia} a child is defeated",
        "defeated": "such a child fights no more and is carried along; the Master draws a card for it before a combat "
        "there; a reward or the end of a boss may bring it back",
        "shield": f"takes damage first, at most {CAP.shield}; the children's is put away after a combat",
        "charge": f"added to the damage of the child's next attack that is resolved, at most {CAP.charge}",
        "stun": "Aturdido: turns that a child loses when it has the initiative; the Master's card is resolved alone",
        "bottle": f"Embotellado: like stun; there are {CAP.bottles} bottles",
        "covered": "Cubierto: the next attack or skill aimed at this child hits William instead; one child at a time",
        "marked": "Marcado: each foe that Mayla's hits defeat costs the Master a random card",
        "power": f"Potenciado: added to each hit of this foe's attacks and skills, at most {CAP.power}",
        "provision": f"sum of the rewards taken: so many cards the Master draws, up to {CAP.hand} in hand",
        "family": "Familia: a reward does more if its mate is on the same child's table, or is used together with it",
        "fatigue": f"in a combat's turns after {state.fatigue} shields and restoring do nothing; each turn costs the "
        "child and the foe with the initiative 1",
        "boss": "in rounds 4, 8 and 12 all standing children fight it; then one defeated child may come back with "
        f"insomnia {REVIVED}",
        "round": f"locations are dealt, filled and visited; {state.rounds_total} in all; surviving the last boss wins",
        "nightmares face down": "known to the Master; the children see how many they are; turned up when they come",
        "place": "the Master lays a nightmare face down at a location, from the left on, up to its number",
        "play the event": "the Master plays an event of this phase; cards of his choice are its cost",
        "discard": "the Master pays for an event with a card of his hand",
        "use": "a child plays an instant reward, or puts another one on the table",
        "offer": f"one reward for another of the receiver's choice, who may refuse; {state.max_offers} offers a round",
        "move": f"every standing child goes to a location, at most {CAP.crowd} to one; without nightmares no combat",
        "carry": "a defeated child is brought to a location where a standing one is",
        "target": "whom or what the card in play is aimed at",
        "loot": "rewards of a location whose nightmares are defeated, for the standing children there",
        "pass": "be done with what is asked, or decline it",
    }


# ---- what an action brings


def effect(view: View, action: int) -> list[str]:
    """What a legal action brings, for the seat that is asked."""
    state, tables, words = view.state, view.tables, terms(view)
    if state.done or action not in view.game.legal_actions(view.record):
        return []
    if action == BASE.decline:
        return [words["target"] if state.phase == Phase.TARGET else words["pass"]]
    if action < BASE.child:
        return _about_a_card(view, action - BASE.card + Card.ATTACK)
    if action < BASE.location:
        return _about_a_target(view)
    if action < BASE.sheet:
        place = action - BASE.location
        there = f"nightmares there: {len(lying(view, place)[1])}, rewards: {len(lying(view, place)[0])}"
        company = [child_name(tables, view.record, c) for c in _children(view) if state.loc[c] == place]
        return [words[{Phase.MOVE: "move", Phase.CARRY: "carry"}.get(Phase(state.phase), "target")], there] + (
            [f"{' and '.join(company)} went there"] if company else []
        )
    if action < BASE.event:
        return [three_cards(tables.child[action - BASE.sheet], "child")]
    if action < BASE.use:
        known = glossary(view)
        kind = action - (BASE.event if action < BASE.discard else BASE.discard)
        kind = (action - BASE.place) // LOCATIONS if action >= BASE.place else kind
        return [known[kind_name(tables, kind)]]
    kind = action - BASE.give
    if action < BASE.give:
        kind = (action - BASE.offer) // CHILDREN
    if action < BASE.offer:
        kind = action - (BASE.use if action < BASE.use_family else BASE.use_family)
    mate = tables.reward[kind].mate if BASE.use_family <= action < BASE.offer else None
    rows = [row for row in tables.reward if row.name in (tables.reward[kind].name, mate)]
    return [reward_words(row) for row in rows]


def _about_a_card(view: View, card: int) -> list[str]:
    """What the action card does for whoever may act with it."""
    state, lines = view.state, [terms(view)[CARDS[card]]]
    if state.to_move > 0:
        actors = [c for c in _children(view) if state.in_battle[c] and state.insomnia[c] <= CAP.insomnia]
        rows = [(child_name(view.tables, view.record, c), view.tables.child[state.sheet[c]], c) for c in actors]
        by, lead = "child", state.lead_child
    else:
        alive = [j for j in range(FOES) if state.foe_life[j]]
        rows = [(foe_name(view.tables, view.record, j), foe_row(view, state.foe_kind[j]), j) for j in alive]
        by, lead = "foe", state.lead_foe
    shown = [(name, row) for name, row, number in rows if state.actor_mode or number == lead]
    return lines + [f"{name}: {in_words(_list(row, card), by)}" for name, row in shown]


def _about_a_target(view: View) -> list[str]:
    """What is aimed at a child or a foe."""
    state, tables = view.state, view.tables
    if state.phase == Phase.LOOT:
        return [reward_words(tables.reward[state.loc_rw[state.battle][state.loot_slot]])]
    if state.phase == Phase.RESURRECT:
        return [f"back with insomnia {REVIVED}"]
    if state.phase == Phase.ACTOR:
        child = state.todo == Todo.CHILD
        return [f"acts with the {CARDS[state.card_child if child else state.card_master]}"]
    if state.source == Source.EVENT:
        return [in_words(tables.event[state.event_kind - len(tables.nightmare)].effects, "event")]
    if state.source == Source.REWARD:
        return [_instant(view, state.reward_kind)]
    if state.source == Source.CHILD_CARD:
        return [in_words(_list(tables.child[state.sheet[state.actor_child]], state.card_child), "child")]
    return [in_words(_list(foe_row(view, state.foe_kind[state.actor_foe]), state.card_master), "foe")]
