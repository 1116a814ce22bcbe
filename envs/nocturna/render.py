"""A position and its actions in words."""

from __future__ import annotations

from medianoche.envs.core.game import State
from medianoche.envs.nocturna.pack import Child, Foe, NocturnaPack
from medianoche.envs.nocturna.state import (
    BASE,
    BOSS_BATTLE,
    CAP,
    CHILDREN,
    KINDS,
    LEFT_BEHIND,
    LOCATIONS,
    SHEETS,
    UNKNOWN,
    ZONE,
    Phase,
)

TOKENS = ("shield", "charge", "stun", "bottle")
CARDS = ("nothing", "attack", "defence", "skill")
PASSES = {
    Phase.PLACE: "place no more",
    Phase.USE: "use no more rewards",
    Phase.RETURN: "refuse the exchange",
    Phase.CARRY: "leave the child behind",
    Phase.TARGET: "keep the mark",
    Phase.LOOT: "leave the reward",
    Phase.CONCLUSION: "end the round",
    Phase.RESURRECT: "bring nobody back",
}
ASKED = {
    Phase.SHEET: "chooses a sheet",
    Phase.PLACE: "places nightmares face down",
    Phase.PAY: "pays for the event",
    Phase.USE: "uses and exchanges rewards",
    Phase.RETURN: "answers an offer",
    Phase.MOVE: "moves",
    Phase.CARRY: "carries a defeated child",
    Phase.MASTER_CARD: "chooses an action card in secret",
    Phase.CHILD_CARD: "chooses an action card",
    Phase.ACTOR: "chooses who acts",
    Phase.TARGET: "chooses a target",
    Phase.LOOT: "shares out a reward",
    Phase.CONCLUSION: "may play conclusion events",
    Phase.RESURRECT: "may bring a child back",
}


def spaced(name: str) -> str:
    """A card's name for people."""
    return name.replace("_", " ")


def child_name(tables: NocturnaPack, state: State, child: int) -> str:
    """`child 2 Kate`."""
    sheet = int(state.sheet[child])
    return f"child {child}" + (f" {spaced(tables.child[sheet].name)}" if sheet >= 0 else "")


def location_name(tables: NocturnaPack, state: State, place: int) -> str:
    """`location 0 perrera`."""
    kind = int(state.loc_kind[place])
    return f"location {place}" + (f" {spaced(tables.location[kind].name)}" if kind >= 0 else "")


def foe_name(tables: NocturnaPack, state: State, j: int) -> str:
    """`foe 1 muneca rota`."""
    kind = int(state.foe_kind[j])
    return f"foe {j}" + (f" {spaced(tables.foe_name(kind))}" if kind >= 0 else "")


def relative_child(state: State, i: int) -> int:
    """The child that action i of a range counted from the acting child means."""
    return (max(int(state.to_move) - 1, 0) + i) % (int(state.num_players) - 1)


def kind_name(tables: NocturnaPack, kind: int) -> str:
    """A nightmare or event kind, or its number if the pack has fewer."""
    known = len(tables.nightmare) + len(tables.event)
    if kind == UNKNOWN:
        return "unknown"
    return spaced(tables.foe_name(kind)) if kind < known else f"nightmare {kind}"


def reward_name(tables: NocturnaPack, kind: int) -> str:
    """A reward kind, or its number if the pack has fewer."""
    return spaced(tables.reward[kind].name) if kind < len(tables.reward) else f"reward {kind}"


def describe(tables: NocturnaPack, state: State, action: int) -> str:
    """`action` in words."""
    if action == 0:
        return PASSES.get(Phase(int(state.phase)), "pass")
    if action < BASE.child:
        return f"play {CARDS[action - BASE.card + 1]}"
    if action < BASE.foe:
        return child_name(tables, state, relative_child(state, action - BASE.child))
    if action < BASE.location:
        return foe_name(tables, state, action - BASE.foe)
    if action < BASE.sheet:
        return location_name(tables, state, action - BASE.location)
    if action < BASE.event:
        return f"be {spaced(tables.child[action - BASE.sheet].name)}"
    if action < BASE.discard:
        return f"play the event {kind_name(tables, action - BASE.event)}"
    if action < BASE.place:
        return f"discard {kind_name(tables, action - BASE.discard)}"
    if action < BASE.use:
        where = location_name(tables, state, (action - BASE.place) % LOCATIONS)
        return f"place {kind_name(tables, (action - BASE.place) // LOCATIONS)} at {where}"
    return describe_reward(tables, state, action)


def describe_reward(tables: NocturnaPack, state: State, action: int) -> str:
    """An action with a reward in words."""
    if action < BASE.use_family:
        return f"use {reward_name(tables, action - BASE.use)}"
    if action < BASE.offer:
        kind = action - BASE.use_family
        mate = tables.reward[kind].mate if kind < len(tables.reward) else None
        return f"use {reward_name(tables, kind)} together with {spaced(mate or 'nothing')}"
    if action < BASE.give:
        to = child_name(tables, state, relative_child(state, (action - BASE.offer) % CHILDREN))
        return f"offer {reward_name(tables, (action - BASE.offer) // CHILDREN)} to {to}"
    return f"give {reward_name(tables, action - BASE.give)} in return"


def effects(listed: tuple[str, ...]) -> str:
    """A list of effects as the pack writes it."""
    return " + ".join(listed) or "nothing"


def amounts(counts: list[int], names: list[str]) -> str:
    """`2 manzanilla, espada de madera`."""
    parts = [f"{count} {name}" if count > 1 else name for count, name in zip(counts, names, strict=False) if count]
    return ", ".join(parts) or "none"


def show_child(tables: NocturnaPack, state: State, child: int) -> list[str]:
    """A child's lines."""
    insomnia = int(state.insomnia[child])
    parts = ["defeated" if insomnia > CAP.insomnia else f"insomnia {insomnia}"]
    parts += [f"{name} {state[name][child]}" for name in TOKENS if state[name][child]]
    if state.covered == child:
        parts.append("covered")
    if state.lead_child == child:
        parts.append("initiative")
    if state.loc[child] >= 0:
        parts.append(f"at location {state.loc[child]}")
    elif state.loc[child] == LEFT_BEHIND:
        parts.append("left behind")
    lines = [f"  {child_name(tables, state, child)}: {', '.join(parts)}"]
    names = [spaced(row.name) for row in tables.reward]
    kept = [name for name in ("hand", "active") if state[name][child].any()]
    return lines + [f"      {name}: {amounts(state[name][child].tolist(), names)}" for name in kept]


def show_location(tables: NocturnaPack, state: State, place: int) -> list[str]:
    """A location's lines."""
    if state.loc_kind[place] < 0:
        return []
    row = tables.location[int(state.loc_kind[place])]
    rewards = [int(kind) for kind in state.loc_rw[place] if kind >= 0]
    nightmares = [int(kind) for kind in state.loc_nm[place] if kind != -1]
    shown = ", ".join(f"{reward_name(tables, k)} (provision {tables.reward[k].provision})" for k in rewards)
    names = ", ".join(kind_name(tables, kind) for kind in nightmares)
    side = "" if state.loc_up[place] or not nightmares else " face down, known to the Master only:"
    return [
        f"  {location_name(tables, state, place)} (rewards {row.reward}, nightmares up to {row.nightmares})",
        f"      rewards: {shown or 'none'}",
        f"      {len(nightmares)} nightmares{side} {names}".rstrip(),
    ]


def show_foe(tables: NocturnaPack, state: State, j: int) -> list[str]:
    """A foe's lines."""
    kind = int(state.foe_kind[j])
    if kind < 0:
        return []
    row: Foe = tables.boss[kind - KINDS] if kind >= KINDS else tables.nightmare[kind]
    parts = [f"life {state.foe_life[j]}/{state.foe_max[j]}" if state.foe_life[j] else "defeated"]
    if state.foe_shield[j]:
        parts.append(f"shield {state.foe_shield[j]}")
    if state.foe_emp[j]:
        parts.append(f"hits +{state.foe_emp[j]}")
    if state.lead_foe == j:
        parts.append("initiative")
    return [f"  {foe_name(tables, state, j)}: {', '.join(parts)}", f"      {show_cards(row)}"]


def show_cards(row: Foe | Child) -> str:
    """What three action cards do."""
    return f"attack {effects(row.attack)}; defence {effects(row.defence)}; skill {effects(row.skill)}"


def show_combat(tables: NocturnaPack, state: State) -> list[str]:
    """The combat's lines."""
    if not state.turn and state.boss < 0:
        return []
    lines = ["Boss:" if state.boss >= 0 else "Combat:"]
    if state.turn:
        where = "the boss" if state.battle == BOSS_BATTLE else location_name(tables, state, int(state.battle))
        tired = ", both sides tire" if state.turn > state.fatigue else ""
        lines = [f"Combat at {where}, turn {state.turn}{tired}{', nightmares marked' * int(state.marked)}:"]
    for j in range(4):
        lines += show_foe(tables, state, j)
    for child in range(int(state.num_players) - 1):
        if state.in_battle[child]:
            lines.append(f"  {child_name(tables, state, child)}")
            lines.append(f"      {show_cards(tables.child[int(state.sheet[child])])}")
    if state.last_master:
        lines.append(f"  last turn: Master {CARDS[state.last_master]}, child {CARDS[state.last_child]}")
    if state.card_master and state.phase != Phase.CHILD_CARD:
        lines.append(f"  this turn: Master {CARDS[state.card_master]}, child {CARDS[state.card_child]}")
    return lines


def show_pending(tables: NocturnaPack, state: State) -> list[str]:
    """The line of what is being played, offered or shared out."""
    if state.event_kind >= 0:
        return [f"Event: {kind_name(tables, int(state.event_kind))}, {state.event_cost} cards still to pay"]
    if state.reward_kind >= 0:
        return [f"Reward in use: {reward_name(tables, int(state.reward_kind))}"]
    if state.offer_kind >= 0:
        giver = child_name(tables, state, int(state.offer_from))
        return [f"{giver} offers {reward_name(tables, int(state.offer_kind))}"]
    if state.loot_slot >= 0:
        kind = int(state.loc_rw[int(state.battle), int(state.loot_slot)])
        return [f"To share out: {reward_name(tables, kind)} (provision {tables.reward[kind].provision})"]
    return []


def render(tables: NocturnaPack, state: State) -> str:
    """The whole position as text, the Master's hand included."""
    zone = (int(state.round_no) - 1) // ZONE + 1
    lines = [f"Round {state.round_no} of {state.rounds_total}, zone {zone}", "Children:"]
    for child in range(int(state.num_players) - 1):
        lines += show_child(tables, state, child)
    if (state.loc_kind >= 0).any():
        lines.append("Locations:")
    for place in range(LOCATIONS):
        lines += show_location(tables, state, place)
    lines += show_combat(tables, state)
    names = [kind_name(tables, kind) for kind in range(KINDS)]
    held, unseen = int(state.mp_hand.sum()), int(state.mp_unseen)
    known = "unknown" if unseen else amounts(state.mp_hand.tolist(), names)
    lines.append(f"Master's hand ({held + unseen}): {known}")
    lines += show_pending(tables, state)
    if state.phase == Phase.SHEET:
        taken = set(state.sheet.tolist())
        free = [sheet for sheet in range(SHEETS) if sheet not in taken]
        lines += [f"  {spaced(tables.child[s].name)}: {show_cards(tables.child[s])}" for s in free]
    if state.phase == Phase.END:
        won = "the children have escaped" if state.utility[0] < 0 else "the Nightmare Master wins"
        return "\n".join([*lines, f"The game is over: {won}"])
    seat = int(state.to_move)
    who = "the Master" if seat == 0 else child_name(tables, state, seat - 1)
    return "\n".join([*lines, f"{who} {ASKED[Phase(int(state.phase))]}"])
