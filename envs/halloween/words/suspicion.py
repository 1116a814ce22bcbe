"""The table of suspicion: the children that each seat's card can be, by what the seat that looks knows."""

from __future__ import annotations

from itertools import combinations

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st


def possible(view: View) -> list[int]:
    """The children that each seat's card can be, as bits.

    Cards are all different. So if two seats can only have Lucía or Eduardito, no other seat has one of these: a group
    of as many seats as its members have children takes these children from all other seats. Nothing else follows from
    what was shown and announced (Hall's theorem).
    """
    children = [_shown(view, seat) for seat in view.seats]
    for size in range(1, len(children)):
        for group in combinations(view.seats, size):
            taken = 0
            for seat in group:
                taken |= children[seat]
            if taken.bit_count() != size:
                continue
            for seat in view.seats:
                children[seat] &= ~taken if seat not in group else taken
    return children


def _shown(view: View, seat: int) -> int:
    """The children that a seat's card can be by what was shown and announced, as bits. A spectator knows what every
    player knows."""
    state = view.state
    if state.secret[seat] != st.UNKNOWN:
        return 1 << state.secret[seat]
    witnesses = [view.seat] if view.seat is not None else [other for other in view.seats if other != seat]
    known = [state.know[other][seat] for other in witnesses]
    return max(children for children in known if children != st.UNKNOWN)


def words(view: View, seat: int, children: int) -> list[str]:
    """What the seat that looks can say of a seat's card: a heading, and what is excluded."""
    held = [name for number, name in enumerate(st.CHILD_NAMES) if children >> number & 1]
    others = [name for name in st.CHILD_NAMES if name not in held]
    name = view.names[seat]
    if view.state.secret[seat] != st.UNKNOWN:
        return [view.say("suspect-known", name=name, child=held[0])]
    if len(held) == 1:
        return [view.say("suspect-only", name=name, child=held[0])]
    *first, last = held
    some = view.say("suspect-some", name=name, children=view.say("either", first=", ".join(first), last=last))
    return [some, view.say("suspect-not", children=", ".join(others))] if others else [some]
