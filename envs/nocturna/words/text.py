"""A position and its actions in words, as one seat sees them."""

from __future__ import annotations

import textwrap

from medianoche.envs.core.declaration import State
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.numbers import CAP, ZONE
from medianoche.envs.nocturna.opcodes import WHOLE, parse
from medianoche.envs.nocturna.pack import Child, Foe, Reward

TOKENS = ("shield", "charge", "stun", "bottle")
CARDS = ("nothing", "attack", "defence", "skill")
PASSES = {st.Phase[name] for name in ["PLACE", "USE", "RETURN", "CARRY", "TARGET", "LOOT", "CONCLUSION", "RESURRECT"]}
"""Phases in which a pass has words of its own."""


def mate_words(view: View, reward: Reward) -> str:
    """What is shown for the other reward of a family; "nothing" without one."""
    return next((row.words for row in view.tables.reward if row.name == reward.mate), view.say("card-nothing"))


def child_name(view: View, child: int) -> str:
    """`child 3 Kate`, or `Ana (Kate)` for a person with a name."""
    sheet = view.state.sheet[child]
    person = view.person(child + 1)
    name = view.tables.child[sheet].words if sheet >= 0 else ""
    if person:
        return f"{person} ({name})" if name else person
    return view.say("child", child=child + 1, title=f" {name}" if name else "")


def location_name(view: View, place: int) -> str:
    """`location 1 perrera`."""
    kind = view.state.loc_kind[place]
    title = f" {view.tables.location[kind].words}" if kind >= 0 else ""
    return view.say("location", place=place + 1, title=title)


def foe_name(view: View, j: int) -> str:
    """`foe 2 Muñeca Rota`."""
    kind = view.state.foe_kind[j]
    title = f" {view.tables.foe_words(kind)}" if kind >= 0 else ""
    return view.say("foe", j=j + 1, title=title)


def relative_child(state: State, i: int) -> int:
    """The child that relative child i means for the player to move."""
    return (max(int(state.to_move) - 1, 0) + i) % (int(state.num_players) - 1)


def kind_name(view: View, kind: int) -> str:
    """The name of a nightmare or event kind, or its number if the pack has no such kind."""
    tables = view.tables
    known = len(tables.nightmare) + len(tables.event)
    if kind == st.UNKNOWN:
        return "?"
    return tables.foe_words(kind) if kind < known else view.say("nightmare-number", kind=kind + 1)


def reward_name(view: View, kind: int) -> str:
    """The name of a reward kind, or its number if the pack has no such kind."""
    return (
        view.tables.reward[kind].words if kind < len(view.tables.reward) else view.say("reward-number", kind=kind + 1)
    )


def describe(view: View, action: int) -> str:
    """`action` in words."""
    tables = view.tables
    state = view.record
    if action == 0:
        phase = st.Phase(int(state.phase))
        return view.say(f"pass-{phase.name.lower()}") if phase in PASSES else view.say("pass")
    if action < st.BASE.child:
        return view.say("play-card", card=card_word(view, action - st.BASE.card + 1))
    if action < st.BASE.foe:
        return child_name(view, relative_child(state, action - st.BASE.child))
    if action < st.BASE.location:
        return foe_name(view, action - st.BASE.foe)
    if action < st.BASE.sheet:
        return location_name(view, action - st.BASE.location)
    if action < st.BASE.event:
        return view.say("be", words=tables.child[action - st.BASE.sheet].words)
    if action < st.BASE.discard:
        return view.say("play-event", kind_name=kind_name(view, action - st.BASE.event))
    if action < st.BASE.place:
        return view.say("discard", kind_name=kind_name(view, action - st.BASE.discard))
    if action < st.BASE.use:
        where = location_name(view, (action - st.BASE.place) % st.LOCATIONS)
        return view.say("place", kind_name=kind_name(view, (action - st.BASE.place) // st.LOCATIONS), where=where)
    return describe_reward(view, action)


def steps(view: View, action: int) -> tuple[str, ...]:
    """An action split into choices made one after the other: a card, then its location; a reward, then its receiver."""
    if st.BASE.place <= action < st.BASE.use:
        kind, place = divmod(action - st.BASE.place, st.LOCATIONS)
        return view.say("place-card", card=kind_name(view, kind)), view.say(
            "at-place", place=location_name(view, place)
        )
    if st.BASE.offer <= action < st.BASE.give:
        kind, child = divmod(action - st.BASE.offer, st.CHILDREN)
        whom = child_name(view, relative_child(view.state, child))
        return view.say("offer-reward", reward=reward_name(view, kind)), view.say("to-child", child=whom)
    return (describe(view, action),)


def describe_reward(view: View, action: int) -> str:
    """An action with a reward in words."""
    tables = view.tables
    state = view.state
    if action < st.BASE.use_family:
        return view.say("use", reward_name=reward_name(view, action - st.BASE.use))
    if action < st.BASE.offer:
        kind = action - st.BASE.use_family
        mate = mate_words(view, tables.reward[kind]) if kind < len(tables.reward) else view.say("card-nothing")
        return view.say("use-family", reward_name=reward_name(view, kind), mate=mate)
    if action < st.BASE.give:
        to = child_name(view, relative_child(state, (action - st.BASE.offer) % st.CHILDREN))
        return view.say("offer", reward_name=reward_name(view, (action - st.BASE.offer) // st.CHILDREN), to=to)
    return view.say("give-back", reward_name=reward_name(view, action - st.BASE.give))


def card_word(view: View, card: int) -> str:
    """The name of an action card; "nothing" for Card.NONE."""
    return view.say(f"card-{CARDS[card]}")


def effects(view: View, listed: tuple[str, ...]) -> str:
    """A list of effects, word for word as the pack writes it."""
    said = (" ".join(w if w.isdecimal() else view.say(f"code-{w}") for w in code.split()) for code in listed)
    return " + ".join(said) or view.say("card-nothing")


def brief(view: View, listed: tuple[str, ...]) -> str:
    """A list of effects in few words; an effect on a whole side is for "all"."""
    parts = []
    for code in listed:
        _, amount, scope = parse(code)
        words = [view.say(f"code-{code.split()[0]}"), *[str(amount)] * (amount > 0)]
        words += [view.say("for-all")] * (scope in WHOLE)
        parts.append(" ".join(words))
    return ", ".join(parts) or view.say("card-nothing")


def listed(counts: list[int], names: list[str]) -> list[str]:
    """`["2 manzanilla", "espada de madera"]`."""
    return [f"{count} {name}" if count > 1 else name for count, name in zip(counts, names, strict=False) if count]


def amounts(view: View, counts: list[int], names: list[str]) -> str:
    """`2 manzanilla, espada de madera`."""
    return ", ".join(listed(counts, names)) or view.say("none")


# ---- as one seat sees it


def who(view: View, seat: int) -> str:
    """A seat in words: `you`, `the Master`, `child 1 Mayla`."""
    if seat == view.addressed:
        return view.say("you")
    return master_name(view) if seat == 0 else child_name(view, seat - 1)


def master_name(view: View) -> str:
    """`the Master`, or the name of the person."""
    return view.person(0) or view.say("master")


def name_of(view: View, child: int) -> str:
    """What to call a child: "you" for the seat that looks."""
    return who(view, child + 1)


def reward_names(view: View) -> list[str]:
    """The name of each kind of reward."""
    return [row.words for row in view.tables.reward]


def kind_names(view: View) -> list[str]:
    """The name of each kind of nightmare and event."""
    return [row.words for row in (*view.tables.nightmare, *view.tables.event)]


def foe_row(view: View, kind: int) -> Foe:
    """The card of a foe kind."""
    return view.tables.boss[kind - st.KINDS] if kind >= st.KINDS else view.tables.nightmare[kind]


def lying(view: View, place: int) -> tuple[list[int], list[int]]:
    """The kinds of the rewards and of the nightmares at a location."""
    rewards = view.state.loc_rw[place]
    nightmares = view.state.loc_nm[place]
    return [kind for kind in rewards if kind >= 0], [kind for kind in nightmares if kind != -1]


def master_hand(view: View) -> int:
    """How many cards the Master has in hand, named or not."""
    return int(sum(view.state.mp_hand) + view.state.mp_unseen)


def is_asked(view: View, seat: int) -> bool:
    """Whether this seat is to move."""
    return seat == view.state.to_move and not view.state.done


def waits(view: View) -> str:
    """The player who is asked, and the question; or the side that has won."""
    state = view.state
    if state.phase == st.Phase.END:
        return view.say("children-won") if state.utility[0] < 0 else view.say("master-won")
    name = master_name(view) if state.to_move == 0 else child_name(view, state.to_move - 1)
    return view.say(f"asked-{st.Phase(state.phase).name.lower()}", name=name + you(view, state.to_move), **view.options)


def you(view: View, seat: int) -> str:
    """What follows the name of the seat that looks: " (you)"."""
    return f" ({view.say('you')})" if seat == view.addressed else ""


def paints(view: View) -> dict[str, str]:
    """Children and nightmares, each in a colour."""
    child, foe = (view.say(key, child=0, j=0, title="").split("0")[0] for key in ("child", "foe"))
    return {rf"\b{child}\d \w+": "cyan", rf"\b{foe}\d [\w ]+": "red"}


def stage(view: View) -> str:
    """Round and zone."""
    return headline(view)


def headline(view: View) -> str:
    """Round and zone."""
    number = view.state.round_no
    last = view.state.rounds_total
    return view.say("headline", number=number, last=last, zone=(number - 1) // ZONE + 1)


def pending(view: View) -> str:
    """The card being played, offered or shared out; empty if there is none."""
    tables = view.tables
    state = view.state
    if state.event_kind >= 0:
        return view.say("pending-event", kind_name=kind_name(view, state.event_kind), event_cost=state.event_cost)
    if state.reward_kind >= 0:
        return view.say("pending-reward", reward_name=reward_name(view, state.reward_kind))
    if state.offer_kind >= 0:
        giver, taker = (child_name(view, child) for child in (state.offer_from, state.offer_to))
        return view.say("pending-offer", giver=giver, reward_name=reward_name(view, state.offer_kind), taker=taker)
    if state.loot_slot >= 0:
        kind = state.loc_rw[state.battle][state.loot_slot]
        provision = tables.reward[kind].provision if kind >= 0 else 0
        return view.say("pending-loot", reward_name=reward_name(view, kind), provision=provision)
    return ""


def played(view: View) -> str:
    """The known action cards of this turn and of the last one; empty outside combats."""
    state = view.state
    parts = []
    if state.last_master and state.last_master != state.card_master:
        last = card_word(view, state.last_master), card_word(view, state.last_child)
        parts.append(view.say("last-turn", master=last[0], child=last[1]))
    if state.card_master:
        hidden = state.card_master == st.UNKNOWN
        open_ = state.phase == st.Phase.CHILD_CARD
        master = view.say("card-hidden") if hidden else card_word(view, state.card_master)
        child = view.say("card-open") if open_ else card_word(view, state.card_child)
        parts.append(view.say("this-turn", master=master, child=child))
    return "; ".join(parts)


def combat_place(view: View) -> str:
    """The name of the place of a combat: that of the boss, or of a location."""
    boss = view.state.battle in (st.BOSS_BATTLE, -1)
    return view.say("the-boss") if boss else location_name(view, view.state.battle)


def combat_title(view: View) -> str:
    """The place and turn of the combat; empty outside combats."""
    state = view.state
    if not state.turn:
        return view.say("boss") if state.boss >= 0 else ""
    title = view.say("combat-title", place=combat_place(view), turn=state.turn)
    more_words = [view.say("both-tire")] * (state.turn > state.fatigue) + [view.say("marked")] * bool(state.marked)
    return ", ".join([title, *more_words])


def heaps(view: View) -> list[tuple[str, int, list[str]]]:
    """Name, number of cards and cards of each deck and pile of discards. A deck's contents are public, its order is
    not."""
    state = view.state
    tables = view.tables
    names = reward_names(view)
    places = [row.words for row in tables.location]
    down = sum(kind == st.UNKNOWN for row in state.loc_nm for kind in row)
    hidden = state.mp_unseen + down
    title = view.say("pile-unseen", sum=sum(state.nm_deck) - hidden) if hidden else view.say("pile-nightmares")
    rows = [
        (title, state.nm_deck, kind_names(view)),
        (view.say("pile-nightmare-discards"), state.nm_disc, kind_names(view)),
        (view.say("pile-rewards"), state.rw_deck, names),
        (view.say("pile-reward-discards"), state.rw_disc, names),
        (view.say("pile-locations"), state.loc_deck, places),
        (view.say("pile-location-discards"), state.loc_disc, places),
        (view.say("pile-bosses"), state.boss_left, [row.words for row in tables.boss]),
    ]
    return [(title, sum(counts), listed(counts, known)) for title, counts, known in rows]


def piles(view: View) -> list[str]:
    """Decks and discards, one a line."""
    return [f"{title} ({count}): {', '.join(cards) or view.say('none')}" for title, count, cards in heaps(view)]


def status(view: View, child: int) -> list[str]:
    """A child's insomnia, tokens, initiative and location."""
    state = view.state
    insomnia = state.insomnia[child]
    defeated = insomnia > CAP.insomnia
    parts = [view.say("defeated") if defeated else token(view, "insomnia", insomnia)]
    parts += [token(view, name, getattr(state, name)[child]) for name in TOKENS if getattr(state, name)[child]]
    parts += [view.say("covered")] * (state.covered == child) + [view.say("initiative")] * (state.lead_child == child)
    if state.loc[child] >= 0:
        parts.append(view.say("at-location", place=state.loc[child] + 1))
    return parts + [view.say("left-behind")] * (state.loc[child] == st.LEFT_BEHIND)


def token(view: View, name: str, count: int | str) -> str:
    """A kind of token and its number: "shield 2"."""
    return f"{view.say(f'token-{name}')} {count}"


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
    lines = [f"  {child_name(view, child)}{you(view, child + 1)}: {', '.join(status(view, child))}"]
    kept = {name: getattr(view.state, name)[child] for name in ("hand", "active")}
    names = reward_names(view)
    return lines + [
        f"      {view.say(f'kept-{name}')}: {amounts(view, counts, names)}"
        for name, counts in kept.items()
        if any(counts)
    ]


def show_location(view: View, place: int) -> list[str]:
    """The lines about a location."""
    tables = view.tables
    state = view.state
    if state.loc_kind[place] < 0:
        return []
    row = tables.location[state.loc_kind[place]]
    rewards, nightmares = lying(view, place)
    shown = ", ".join(
        view.say("provision", reward_name=reward_name(view, k), provision=tables.reward[k].provision) for k in rewards
    )
    names = ", ".join(kind_name(view, kind) for kind in nightmares)
    side = f" {view.say('face-down')}:" if nightmares and not state.loc_up[place] else ""
    return [
        "  "
        + view.say(
            "location-line", location_name=location_name(view, place), reward=row.reward, nightmares=row.nightmares
        ),
        "      " + view.say("rewards-line", names=shown or view.say("none")),
        "      " + view.say("nightmares-line", count=len(nightmares), side=side, names=names).rstrip(),
    ]


def show_foe(view: View, j: int) -> list[str]:
    """The lines about a foe."""
    kind = view.state.foe_kind[j]
    state = view.state
    if kind < 0:
        return []
    parts = [
        token(view, "life", f"{state.foe_life[j]}/{state.foe_max[j]}") if state.foe_life[j] else view.say("defeated")
    ]
    parts += [token(view, "shield", state.foe_shield[j])] * (state.foe_shield[j] > 0)
    parts += [view.say("hits-more", count=state.foe_emp[j])] * (state.foe_emp[j] > 0)
    parts += [view.say("initiative")] * (state.lead_foe == j)
    name = foe_name(view, j)
    return [f"  {name}: {', '.join(parts)}", f"      {show_cards(view, foe_row(view, kind))}"]


def show_cards(view: View, row: Foe | Child) -> str:
    """The effects of three action cards, as the pack writes them."""
    listed_of = {name: effects(view, getattr(row, name)) for name in CARDS[1:]}
    return "; ".join(f"{view.say(f'card-{name}')} {words}" for name, words in listed_of.items())


def show_combat(view: View) -> list[str]:
    """The lines about the combat."""
    if not (title := combat_title(view)):
        return []
    lines = [f"{title}:"]
    for j in range(st.FOES):
        lines += show_foe(view, j)
    for child in range(len(view.seats) - 1):
        if view.state.in_battle[child]:
            lines.append(f"  {child_name(view, child)}")
            lines.append(f"      {show_cards(view, view.tables.child[view.state.sheet[child]])}")
    return [*lines, f"  {played(view)}"] if played(view) else lines


def render(view: View) -> str:
    """The whole position as text; decks and discards are the last lines."""
    tables = view.tables
    state = view.state
    lines = [headline(view), view.say("children")]
    for child in range(len(view.seats) - 1):
        lines += show_child(view, child)
    if max(state.loc_kind) >= 0:
        lines.append(view.say("locations"))
    for place in range(st.LOCATIONS):
        lines += show_location(view, place)
    lines += show_combat(view)
    known = "?" if state.mp_unseen else amounts(view, state.mp_hand, kind_names(view))
    hand = view.say("masters-hand", you=you(view, 0), count=master_hand(view))
    lines.append(f"{hand}: {known}")
    lines += [pending(view)] if pending(view) else []
    if state.phase == st.Phase.SHEET:
        free = [sheet for sheet in range(st.SHEETS) if sheet not in state.sheet]
        lines += [f"  {tables.child[s].words}: {show_cards(view, tables.child[s])}" for s in free]
    wrapped = [textwrap.fill(line, 76, subsequent_indent="    ") for line in piles(view)]
    return "\n".join([*lines, waits(view), "", *wrapped])
