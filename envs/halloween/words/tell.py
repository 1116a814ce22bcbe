"""Words for the values of Halloween's events; the sentences are in `en.ftl` and `es.ftl`."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.telling import Telling
from medianoche.envs.halloween import numbers as nm
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.packs.words import amount, children_of, label, named_card, treat_bonus, treat_text
from medianoche.envs.halloween.words.text import colour_name, square_words


def stride(telling: Telling) -> str:
    """The distance that a child with an ability walks with its roll."""
    view = telling.view
    child = telling.number("child")
    roll = telling.number("die")
    ability = view.pack.child_move[child] if child >= 0 else st.Walk.NORMAL
    name = st.CHILD_NAMES[child]
    if ability == st.Walk.DOUBLE:
        return view.say("may-walk", child=name, roll=roll, twice=2 * roll)
    return view.say("walks-half", child=name, half=(roll + 1) // 2) if ability == st.Walk.HALF else ""


def treat(telling: Telling, words: Any) -> str:
    """The treat card of a mover or owner in words."""
    return str(words(telling.view, telling.number("treat"), telling.number("role")))


def children(telling: Telling, bits: int) -> str:
    """What is said of a child card: one, some or all but one of the children."""
    count = bits.bit_count()
    if count == st.CHILDREN - 1:
        return telling.say("all-but", child=children_of(~bits))
    return telling.say("just-one" if count == 1 else "one-of", children=children_of(bits))


def both(telling: Telling, bits: int) -> str:
    """Two cards."""
    return telling.view.several(named_card(telling.view, card) for card in range(st.CARDS) if bits >> card & 1)


def reason(telling: Telling) -> str:
    """The reason for a payment; "" where the event before it says so."""
    fields = telling.fields
    phase = telling.number("phase")
    names = {
        st.Phase.BELIEVED: "claim",
        st.Phase.DISBELIEVED: "lie" if fields["payer"] == fields["mover"] else "doubt",
        st.Phase.DUEL: "totals",
        st.Phase.TREAT: "condition",
        st.Phase.CALL_DEFENDERS: "undefended",
        st.Phase.OPEN_BIDS: "bid",
    }
    if fields["mover"] not in (fields["payer"], fields["payee"]):
        names |= dict.fromkeys((st.Phase.BELIEVED, st.Phase.DISBELIEVED), "advice")
    return " " + telling.say(f"for-{names[st.Phase(phase)]}") if phase in names else ""


def bids(telling: Telling, values: list[int]) -> str:
    """The bids of the attacker and the defenders."""
    made = [(telling.name(seat), values[seat]) for seat in telling.view.seats if values[seat] >= 0]
    return ", ".join(telling.say("seat-value", seat=name, value=value) for name, value in made)


def outcome(telling: Telling) -> str:
    """The outcome of bids, unless the costume is torn."""
    fields: Any = telling.fields
    values = fields["bids"]
    mover = fields["seat"]
    best = max(values[seat] for seat in telling.view.seats if seat != mover)
    if best == values[mover]:
        return telling.say("bids-equal")
    winners = [seat for seat in telling.view.seats if seat != mover and values[seat] == best]
    saved = {"child": st.CHILD_NAMES[fields["child"]], "names": telling.names(winners)}
    return telling.say("saved-by", **saved) if best > values[mover] else ""


def parts(telling: Telling) -> str:
    """What the points of a seat are made of."""
    view = telling.view
    seat = telling.number("seat")
    state = view.state
    if not state.alive[seat]:
        return view.say("eliminated")
    costumes = nm.TORN_BY_YOU * state.torn[seat]
    bonus = state.scores[seat] - state.candies[seat] - costumes
    terms = [amount(view, state.candies[seat])]
    terms += [view.say("for-costumes", points=costumes)] * bool(costumes)
    terms.append(view.say("own-child-stays" if bonus > 0 else "own-child-torn", bonus=f"{bonus:+d}"))
    return ", ".join(terms)


def winners(telling: Telling) -> str:
    """The seats that win."""
    utility = telling.view.state.utility
    seats = telling.view.seats
    return telling.names(seat for seat in seats if utility[seat] == max(utility[other] for other in seats))


FIELDS = {
    "colour": lambda telling, colour: colour_name(telling.view, colour),
    "card": lambda telling, card: named_card(telling.view, card),
    "cards": both,
    "child": lambda _, child: st.CHILD_NAMES[child] if child >= 0 else "none",
    "children": children,
    "start": lambda _, square: square + 1,
    "square": lambda _, square: square + 1,
    "price": lambda telling, price: telling.say(f"price-{price}"),
    "advice": lambda _, advice: label(st.Advice(advice)),
    "stand": lambda _, stand: label(st.Stand(stand)),
    "bids": bids,
}
DERIVED = {
    "amount": lambda telling: amount(telling.view, telling.number("candies")),
    "place": lambda telling: square_words(telling.view, telling.number("square")),
    "stride": stride,
    "worth": lambda telling: amount(telling.view, int(telling.view.pack.candy[telling.number("claim")])),
    "treat-card": lambda telling: treat(telling, treat_text),
    "bonus": lambda telling: treat(telling, treat_bonus),
    "reason": reason,
    "outcome": outcome,
    "laps": lambda telling: int(telling.view.pack.rounds),
    "parts": parts,
    "winners": winners,
}
