"""A position and its actions in words, as one seat sees them."""

from __future__ import annotations

import textwrap

from medianoche.envs.core.game import State
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.pack import Child, Foe, NocturnaPack, Reward, parse

TOKENS = ("shield", "charge", "stun", "bottle")
CARDS = ("nothing", "attack", "defence", "skill")
PASSES = {
    st.Phase.PLACE: "place no more",
    st.Phase.USE: "use no more rewards",
    st.Phase.RETURN: "refuse the exchange",
    st.Phase.CARRY: "leave the child behind",
    st.Phase.TARGET: "keep the mark",
    st.Phase.LOOT: "leave the reward",
    st.Phase.CONCLUSION: "end the round",
    st.Phase.RESURRECT: "bring nobody back",
}
ASKED = {
    st.Phase.SHEET: "chooses a sheet",
    st.Phase.PLACE: "places nightmares face down",
    st.Phase.PAY: "pays for the event",
    st.Phase.USE: "uses and exchanges rewards",
    st.Phase.RETURN: "answers an offer",
    st.Phase.MOVE: "moves",
    st.Phase.CARRY: "carries a defeated child",
    st.Phase.MASTER_CARD: "chooses an action card in secret",
    st.Phase.CHILD_CARD: "chooses an action card",
    st.Phase.ACTOR: "chooses who acts",
    st.Phase.TARGET: "chooses a target",
    st.Phase.LOOT: "shares out a reward",
    st.Phase.CONCLUSION: "may play conclusion events",
    st.Phase.RESURRECT: "may bring a child back",
}


def mate_words(tables: NocturnaPack, reward: Reward) -> str:
    """What is shown for the other reward of a family; "nothing" without one."""
    return next((row.words for row in tables.reward if row.name == reward.mate), "nothing")


def child_name(tables: NocturnaPack, state: State, child: int) -> str:
    """`child 2 Kate`."""
    sheet = int(state.sheet[child])
    return f"child {child}" + (f" {tables.child[sheet].words}" if sheet >= 0 else "")


def location_name(tables: NocturnaPack, state: State, place: int) -> str:
    """`location 0 perrera`."""
    kind = int(state.loc_kind[place])
    return f"location {place}" + (f" {tables.location[kind].words}" if kind >= 0 else "")


def foe_name(tables: NocturnaPack, state: State, j: int) -> str:
    """`foe 1 muneca rota`."""
    kind = int(state.foe_kind[j])
    return f"foe {j}" + (f" {tables.foe_words(kind)}" if kind >= 0 else "")


def relative_child(state: State, i: int) -> int:
    """The child that relative child i means for the player to move."""
    return (max(int(state.to_move) - 1, 0) + i) % (int(state.num_players) - 1)


def kind_name(tables: NocturnaPack, kind: int) -> str:
    """The name of a nightmare or event kind, or its number if the pack has no such kind."""
    known = len(tables.nightmare) + len(tables.event)
    if kind == st.UNKNOWN:
        return "?"
    return tables.foe_words(kind) if kind < known else f"nightmare {kind}"


def reward_name(tables: NocturnaPack, kind: int) -> str:
    """The name of a reward kind, or its number if the pack has no such kind."""
    return tables.reward[kind].words if kind < len(tables.reward) else f"reward {kind}"


def describe(view: View, action: int) -> str:
    """`action` in words."""
    tables, state = view.tables, view.record
    if action == 0:
        return PASSES.get(st.Phase(int(state.phase)), "pass")
    if action < st.BASE.child:
        return f"play {CARDS[action - st.BASE.card + 1]}"
    if action < st.BASE.foe:
        return child_name(tables, state, relative_child(state, action - st.BASE.child))
    if action < st.BASE.location:
        return foe_name(tables, state, action - st.BASE.foe)
    if action < st.BASE.sheet:
        return location_name(tables, state, action - st.BASE.location)
    if action < st.BASE.event:
        return f"be {tables.child[action - st.BASE.sheet].words}"
    if action < st.BASE.discard:
        return f"play the event {kind_name(tables, action - st.BASE.event)}"
    if action < st.BASE.place:
        return f"discard {kind_name(tables, action - st.BASE.discard)}"
    if action < st.BASE.use:
        where = location_name(tables, state, (action - st.BASE.place) % st.LOCATIONS)
        return f"place {kind_name(tables, (action - st.BASE.place) // st.LOCATIONS)} at {where}"
    return describe_reward(tables, state, action)


def steps(view: View, action: int) -> tuple[str, ...]:
    """An action split into choices made one after the other: a card, then its location; a reward, then its receiver."""
    words = describe(view, action)
    split = (
        " at " if st.BASE.place <= action < st.BASE.use else " to " if st.BASE.offer <= action < st.BASE.give else ""
    )
    if not split:
        return (words,)
    what, link, where = words.rpartition(split)
    return what, f"{link.strip()} {where}"


def describe_reward(tables: NocturnaPack, state: State, action: int) -> str:
    """An action with a reward in words."""
    if action < st.BASE.use_family:
        return f"use {reward_name(tables, action - st.BASE.use)}"
    if action < st.BASE.offer:
        kind = action - st.BASE.use_family
        mate = mate_words(tables, tables.reward[kind]) if kind < len(tables.reward) else "nothing"
        return f"use {reward_name(tables, kind)} together with {mate}"
    if action < st.BASE.give:
        to = child_name(tables, state, relative_child(state, (action - st.BASE.offer) % st.CHILDREN))
        return f"offer {reward_name(tables, (action - st.BASE.offer) // st.CHILDREN)} to {to}"
    return f"give {reward_name(tables, action - st.BASE.give)} in return"


def effects(given: tuple[str, ...]) -> str:
    """A list of effects as the pack writes it."""
    return " + ".join(given) or "nothing"


def brief(listed: tuple[str, ...]) -> str:
    """A list of effects in few words; an effect on a whole side is for "all"."""
    parts = []
    for each in listed:
        _, amount, scope = parse(each)
        whole = " all" * (scope in (st.Scope.ENEMIES, st.Scope.ALLIES, st.Scope.CHILDREN))
        parts.append(each.split()[0] + f" {amount}" * (amount > 0) + whole)
    return ", ".join(parts) or "nothing"


def listed(counts: list[int], names: list[str]) -> list[str]:
    """`["2 manzanilla", "espada de madera"]`."""
    return [f"{count} {name}" if count > 1 else name for count, name in zip(counts, names, strict=False) if count]


def amounts(counts: list[int], names: list[str]) -> str:
    """`2 manzanilla, espada de madera`."""
    return ", ".join(listed(counts, names)) or "none"


def more(then: list[int], now: list[int]) -> list[int]:
    """How many more of each kind there are now than then."""
    return [max(b - a, 0) for a, b in zip(then, now, strict=True)]


def change(words: str, then: int, now: int) -> list[str]:
    """The line that a number has changed, if it has."""
    return [f"{words} {then} to {now}"] if then != now else []


# ---- as one seat sees it


def who(view: View, seat: int) -> str:
    """A seat in words: `you`, `the Master`, `child 1 Mayla`."""
    if seat == view.seat:
        return "you"
    return "the Master" if seat == 0 else child_name(view.tables, view.record, seat - 1)


def name_of(view: View, child: int) -> str:
    """What to call a child: "you" for the seat that looks."""
    return who(view, child + 1)


def whose(view: View, child: int) -> str:
    """The genitive of a child's name: "your" for the seat that looks."""
    name = name_of(view, child)
    return "your" if name == "you" else f"{name}'s"


def reward_names(view: View) -> list[str]:
    """The name of each kind of reward."""
    return [row.words for row in view.tables.reward]


def kind_names(view: View) -> list[str]:
    """The name of each kind of nightmare and event."""
    return [row.words for row in (*view.tables.nightmare, *view.tables.event)]


def foe_row(view: View, kind: int) -> Foe:
    """The card of a foe kind."""
    row: Foe = view.tables.boss[kind - st.KINDS] if kind >= st.KINDS else view.tables.nightmare[kind]
    return row


def lying(view: View, place: int) -> tuple[list[int], list[int]]:
    """The kinds of the rewards and of the nightmares at a location."""
    rewards, nightmares = view.state.loc_rw[place], view.state.loc_nm[place]
    return [kind for kind in rewards if kind >= 0], [kind for kind in nightmares if kind != -1]


def master_hand(view: View) -> int:
    """How many cards the Master has in hand, named or not."""
    return int(sum(view.state.mp_hand) + view.state.mp_unseen)


def is_asked(view: View, seat: int) -> bool:
    """Whether this seat is to move."""
    return seat == view.state.to_move and not view.state.done


def waits(view: View) -> str:
    """Which player is asked for what, or which side has won."""
    state = view.state
    if state.phase == st.Phase.END:
        won = "the children have escaped" if state.utility[0] < 0 else "the Nightmare Master wins"
        return f"The game is over: {won}"
    name = "the Master" if state.to_move == 0 else child_name(view.tables, view.record, state.to_move - 1)
    return f"{name}{' (you)' * (state.to_move == view.seat)} {ASKED[st.Phase(state.phase)]}"


def headline(view: View) -> str:
    """Round and zone."""
    number, last = view.state.round_no, view.state.rounds_total
    return f"Round {number} of {last}, zone {(number - 1) // st.ZONE + 1}"


def pending(view: View) -> str:
    """The card being played, offered or shared out; empty if there is none."""
    tables, state = view.tables, view.state
    if state.event_kind >= 0:
        return f"Event: {kind_name(tables, state.event_kind)}, {state.event_cost} cards still to pay"
    if state.reward_kind >= 0:
        return f"Reward in use: {reward_name(tables, state.reward_kind)}"
    if state.offer_kind >= 0:
        giver, taker = (child_name(tables, view.record, child) for child in (state.offer_from, state.offer_to))
        return f"{giver} offers {reward_name(tables, state.offer_kind)} to {taker}"
    if state.loot_slot >= 0:
        kind = state.loc_rw[state.battle][state.loot_slot]
        provision = tables.reward[kind].provision if kind >= 0 else 0
        return f"To share out: {reward_name(tables, kind)} (provision {provision})"
    return ""


def played(view: View) -> str:
    """The known action cards of this turn and of the last one; empty outside combats."""
    state, parts = view.state, []
    if state.last_master and state.last_master != state.card_master:
        parts.append(f"last turn: Master {CARDS[state.last_master]}, child {CARDS[state.last_child]}")
    if state.card_master:
        master = "a card (?)" if state.card_master == st.UNKNOWN else CARDS[state.card_master]
        child = "not yet" if state.phase == st.Phase.CHILD_CARD else CARDS[state.card_child]
        parts.append(f"this turn: Master {master}, child {child}")
    return "; ".join(parts)


def combat_place(view: View) -> str:
    """Where a combat takes place: the boss, or a location."""
    boss = view.state.battle in (st.BOSS_BATTLE, -1)
    return "the boss" if boss else location_name(view.tables, view.record, view.state.battle)


def combat_title(view: View) -> str:
    """The place and turn of the combat; empty outside combats."""
    state = view.state
    if not state.turn:
        return "Boss" if state.boss >= 0 else ""
    tired = ", both sides tire" if state.turn > state.fatigue else ""
    return f"Combat at {combat_place(view)}, turn {state.turn}{tired}{', nightmares marked' * state.marked}"


def heaps(view: View) -> list[tuple[str, int, list[str]]]:
    """Name, number of cards and cards of each deck and pile of discards. A deck's contents are public, its order is
    not."""
    state, tables = view.state, view.tables
    names, places = reward_names(view), [row.words for row in tables.location]
    down = sum(kind == st.UNKNOWN for row in state.loc_nm for kind in row)
    hidden = state.mp_unseen + down
    title = f"nightmares not seen, {sum(state.nm_deck) - hidden} in the deck" if hidden else "nightmare deck"
    rows = [
        (title, state.nm_deck, kind_names(view)),
        ("nightmare discards", state.nm_disc, kind_names(view)),
        ("reward deck", state.rw_deck, names),
        ("reward discards", state.rw_disc, names),
        ("location deck", state.loc_deck, places),
        ("location discards", state.loc_disc, places),
        ("bosses left", state.boss_left, [row.words for row in tables.boss]),
    ]
    return [(title, sum(counts), listed(counts, known)) for title, counts, known in rows]


def piles(view: View) -> list[str]:
    """Decks and discards, one a line."""
    return [f"{title} ({count}): {', '.join(cards) or 'none'}" for title, count, cards in heaps(view)]


def status(view: View, child: int) -> list[str]:
    """A child's insomnia, tokens, initiative and location."""
    state = view.state
    insomnia = state.insomnia[child]
    parts = ["defeated" if insomnia > st.CAP.insomnia else f"insomnia {insomnia}"]
    parts += [f"{name} {getattr(state, name)[child]}" for name in TOKENS if getattr(state, name)[child]]
    parts += ["covered"] * (state.covered == child) + ["initiative"] * (state.lead_child == child)
    if state.loc[child] >= 0:
        parts.append(f"at location {state.loc[child]}")
    return parts + ["left behind"] * (state.loc[child] == st.LEFT_BEHIND)


def condition(view: View, child: int) -> str:
    """A child's insomnia and tokens."""
    return ", ".join(w for w in status(view, child) if w != "initiative" and not w.startswith(("at ", "left ")))


def aims(view: View, child: int) -> list[int]:
    """The action that chooses this child, as a list; empty where no child is chosen. Actions count from the child that
    is asked."""
    state = view.state
    if state.phase not in (st.Phase.ACTOR, st.Phase.TARGET, st.Phase.LOOT, st.Phase.RESURRECT):
        return []
    return [st.BASE.child + (child - max(state.to_move - 1, 0)) % (len(view.seats) - 1)]


def uses(kind: int) -> list[int]:
    """All actions with a reward of a child's hand."""
    offers = range(st.BASE.offer + st.CHILDREN * kind, st.BASE.offer + st.CHILDREN * (kind + 1))
    return [st.BASE.use + kind, st.BASE.use_family + kind, *offers, st.BASE.give + kind]


def show_child(view: View, child: int) -> list[str]:
    """The lines about a child."""
    you = " (you)" * (child + 1 == view.seat)
    lines = [f"  {child_name(view.tables, view.record, child)}{you}: {', '.join(status(view, child))}"]
    kept = {name: getattr(view.state, name)[child] for name in ("hand", "active")}
    names = reward_names(view)
    return lines + [f"      {name}: {amounts(counts, names)}" for name, counts in kept.items() if any(counts)]


def show_location(view: View, place: int) -> list[str]:
    """The lines about a location."""
    tables, state = view.tables, view.state
    if state.loc_kind[place] < 0:
        return []
    row = tables.location[state.loc_kind[place]]
    rewards, nightmares = lying(view, place)
    shown = ", ".join(f"{reward_name(tables, k)} (provision {tables.reward[k].provision})" for k in rewards)
    names = ", ".join(kind_name(tables, kind) for kind in nightmares)
    side = "" if state.loc_up[place] or not nightmares else " face down:"
    return [
        f"  {location_name(tables, view.record, place)} (rewards {row.reward}, nightmares up to {row.nightmares})",
        f"      rewards: {shown or 'none'}",
        f"      nightmares {len(nightmares)}{side} {names}".rstrip(),
    ]


def show_foe(view: View, j: int) -> list[str]:
    """The lines about a foe."""
    state, kind = view.state, view.state.foe_kind[j]
    if kind < 0:
        return []
    parts = [f"life {state.foe_life[j]}/{state.foe_max[j]}" if state.foe_life[j] else "defeated"]
    parts += [f"shield {state.foe_shield[j]}"] * (state.foe_shield[j] > 0)
    parts += [f"hits +{state.foe_emp[j]}"] * (state.foe_emp[j] > 0)
    parts += ["initiative"] * (state.lead_foe == j)
    name = foe_name(view.tables, view.record, j)
    return [f"  {name}: {', '.join(parts)}", f"      {show_cards(foe_row(view, kind))}"]


def show_cards(row: Foe | Child) -> str:
    """The effects of three action cards, as the pack writes them."""
    return f"attack {effects(row.attack)}; defence {effects(row.defence)}; skill {effects(row.skill)}"


def show_combat(view: View) -> list[str]:
    """The lines about the combat."""
    if not (title := combat_title(view)):
        return []
    lines = [f"{title}:"]
    for j in range(st.FOES):
        lines += show_foe(view, j)
    for child in range(len(view.seats) - 1):
        if view.state.in_battle[child]:
            lines.append(f"  {child_name(view.tables, view.record, child)}")
            lines.append(f"      {show_cards(view.tables.child[view.state.sheet[child]])}")
    return [*lines, f"  {played(view)}"] if played(view) else lines


def render(view: View) -> str:
    """The whole position as text; decks and discards are the last lines."""
    tables, state = view.tables, view.state
    lines = [headline(view), "Children:"]
    for child in range(len(view.seats) - 1):
        lines += show_child(view, child)
    if max(state.loc_kind) >= 0:
        lines.append("Locations:")
    for place in range(st.LOCATIONS):
        lines += show_location(view, place)
    lines += show_combat(view)
    known = "?" if state.mp_unseen else amounts(state.mp_hand, kind_names(view))
    you = " (you)" * (view.seat == 0)
    lines.append(f"Master's hand{you} ({master_hand(view)}): {known}")
    lines += [pending(view)] if pending(view) else []
    if state.phase == st.Phase.SHEET:
        free = [sheet for sheet in range(st.SHEETS) if sheet not in state.sheet]
        lines += [f"  {tables.child[s].words}: {show_cards(tables.child[s])}" for s in free]
    wrapped = [textwrap.fill(line, 116, subsequent_indent="    ") for line in piles(view)]
    return "\n".join([*lines, waits(view), "", *wrapped])
