"""A position as one seat sees it, with the streets drawn, and actions in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.numbers import TOP_PRICE
from medianoche.envs.halloween.packs.words import amount, card_text, children_of, owner_of, treat_text

INITIALS = tuple(name[:2] for name in st.CHILD_NAMES)
HOUSES = "RGYOB"
PRICES = ("nothing", *map(amount, range(1, TOP_PRICE + 1)), "an action card")
QUESTIONS = {
    st.Phase.COLOUR: "to choose a colour",
    st.Phase.CHILD: "to choose a child",
    st.Phase.MOVE: "to choose where to go",
    st.Phase.FORWARD: "to choose where to go on to",
    st.Phase.ANSWER: "to answer: truco o trato?",
    st.Phase.CLAIM: "to announce the result of the secret roll",
    st.Phase.RESPOND: "to believe or not",
    st.Phase.DEMAND: "to name a price for advice",
    st.Phase.ACCEPT: "to accept the price or not",
    st.Phase.ADVICE: "to say whether the claim is true",
    st.Phase.VERDICT: "to decide",
    st.Phase.FEE: "to give a card",
    st.Phase.TREAT: "to meet the condition of a treat card or not",
    st.Phase.DRAW: "to draw an action card or not",
    st.Phase.KEEP: "to keep one of two cards",
    st.Phase.NEIGHBOUR: "to give candies to a neighbour",
    st.Phase.TEAR: "to tear a costume or not",
    st.Phase.DEFEND: "to defend or not",
    st.Phase.INSIST: "to insist or withdraw",
    st.Phase.BID: "to bid in secret",
}
WORDS = {
    "reroll": "roll again",
    "pass_turn": "pass",
    "trick": "truco (trick)",
    "treat": "trato (treat)",
    "pay_die": "roll and pay half the die",
    "refuse": "refuse the price",
    "accept": "accept the price",
    "say_true": "say the claim is true",
    "say_false": "say the claim is false",
    "decline": "do not meet the condition",
    "meet": "meet the condition",
    "no_draw": "do not draw",
    "left": "give to the left",
    "right": "give to the right",
    "no_tear": "leave all costumes alone",
}
RANGES: dict[str, Callable[[int], str]] = {
    "colour": lambda k: f"choose {st.COLOUR_NAMES[k]}",
    "child": lambda k: f"move {st.CHILD_NAMES[k]}",
    "square": lambda k: f"go to square {k}",
    "freeze": lambda k: f"play a card so that {st.CHILD_NAMES[k]} stays put",
    "claim": lambda k: f"announce {k + 1}",
    "demand": lambda k: f"ask for {PRICES[k]}",
    "tear": lambda k: f"tear the costume of {st.CHILD_NAMES[k]}",
    "bid": lambda k: f"bid {k}",
}
CARD_VERBS = {st.Phase.KEEP: "keep", st.Phase.FEE: "give", st.Phase.TREAT: "discard", st.Phase.DRAW: "discard"}


def describe(view: View, action: int) -> str:
    """An action in words."""
    pack, state = view.pack, view.state
    for name, range_ in st.ACTIONS.slices().items():
        if range_.start <= action < range_.stop:
            return words_of(pack, state, name, action - range_.start)
    raise ValueError(f"no action {action}; actions are 0 to {st.ACTIONS.size - 1}")


def words_of(pack: Any, state: Any, name: str, number: int) -> str:
    """The action with this number in its range."""
    if name == "card":
        return f"{CARD_VERBS.get(st.Phase(int(state.phase)), 'play')} {card_text(pack, number)}"
    if name in ("ground", "consult"):
        seat = (max(int(state.to_move), 0) + number + 1) % int(state.num_players)
        return f"{name} player {seat}" + (" with a card" if name == "ground" else "")
    return RANGES[name](number) if name in RANGES else WORDS.get(name, name.replace("_", " "))


# ---- what a seat knows


def known(number: int) -> str:
    """A number, or "?" for one that a concealed record hides."""
    return "?" if number == st.UNKNOWN else str(number)


def candies(view: View, seat: int) -> str:
    """The candies of a seat, "?" for others under the option `counts="secret"`."""
    hidden = view.state.opt_candies and view.seat not in (None, seat) and not view.state.done
    return "?" if hidden else str(view.state.candies[seat])


def mixed(view: View) -> dict[int, list[int]]:
    """The cards of each mix that the seat knows: it knows their hands, but not which card is in which."""
    if view.seat is None:
        return {}
    state = view.state
    inside = [card for card in range(st.CARDS) if state.mix[card] and state.mix_seen[card] >> view.seat & 1]
    mixes = {card: [other for other in inside if state.mix[other] == state.mix[card]] for card in inside}
    return {card: mix for card, mix in mixes.items() if len({state.card_at[other] for other in mix}) > 1}


def hand(view: View, seat: int) -> tuple[list[int], int]:
    """The cards that a seat is known to hold, and the number of its unknown cards."""
    held = [card for card in range(st.CARDS) if view.state.card_at[card] == seat]
    unsure = [card for card in held if card in mixed(view)]
    return [card for card in held if card not in unsure], len(unsure) + view.state.unseen[seat]


def cards_in_deck(view: View) -> list[str]:
    """The deck as far as the seat knows it, its top first."""
    return [known(card) for card in reversed(view.state.deck[: view.state.deck_n])]


def unseen_cards(view: View) -> list[int]:
    """Cards whose places the seat does not know: in others' hands or in the deck."""
    return [card for card in range(st.CARDS) if view.state.card_at[card] == st.UNKNOWN]


def possible_children(view: View, seat: int) -> list[int]:
    """The children that a seat's card can be, by all that the seat that looks was shown."""
    state = view.state
    if state.secret[seat] != st.UNKNOWN:
        return [state.secret[seat]]
    others = {state.secret[other] for other in view.seats if other != seat}
    bits = state.know[view.seat][seat] if view.seat is not None else -1
    return [child for child in range(st.CHILDREN) if bits >> child & 1 and child not in others]


def child_words(view: View, seat: int) -> str:
    """A seat's child card as far as it is known."""
    children = possible_children(view, seat)
    if len(children) == 1:
        return st.CHILD_NAMES[children[0]]
    few = len(children) <= st.CHILDREN - 4
    return f"? ({' or '.join(st.CHILD_NAMES[child] for child in children)})" if few else "?"


def shown_to(view: View, seat: int) -> list[str]:
    """The other seats that know a seat's child card, as far as the seat that looks knows."""
    single = [bits > 0 and bits & (bits - 1) == 0 for bits in (view.state.know[other][seat] for other in view.seats)]
    return [view.names[other] for other in view.seats if other != seat and single[other]]


def square_words(view: View, square: int) -> str:
    """The kind of a square, and the owner of a house."""
    owner = owner_of(view, square)
    if owner >= 0:
        return f"{view.owners[owner]} house"
    if view.pack.kind[square] == st.Kind.DRAW:
        return "a draw square"
    starts = [st.CHILD_NAMES[child] for child, start in enumerate(view.state.start) if start == square]
    return f"{starts[0]}'s start square" if starts else "grey"


# ---- the table


def render(view: View) -> str:
    """The whole position; "?" stands for what the seat does not know."""
    parts = [*headlines(view), "", *streets(view), "", *(player(view, seat) for seat in view.seats)]
    return "\n".join([*parts, "", *turn_lines(view), *card_lines(view)]).rstrip()


def headlines(view: View) -> list[str]:
    """Lap, deck, pot, and the question."""
    pack, state = view.pack, view.state
    lap = min(state.round_no + 1, int(pack.rounds))
    stocks = f"{state.deck_n} cards in the deck, {amount(state.pot)} in the pot"
    line = f"La noche de Halloween, lap {lap} of {pack.rounds}, {stocks}"
    if state.phase >= st.Phase.END or state.to_move < 0:
        return [line, "the game is over" if state.done else "nobody is asked"]
    return [line, f"next: {view.names[state.to_move]}, {QUESTIONS[st.Phase(state.phase)]}"]


def streets(view: View) -> list[str]:
    """Every square as its number and letter, above the children that stand there."""
    pack, state = view.pack, view.state
    standing: dict[int, str] = {}
    for number, square in enumerate(state.pos):
        if square >= 0:
            standing[square] = standing.get(square, "") + INITIALS[number]
    width = max(6, 1 + max(map(len, standing.values()), default=0))
    places = view.game.records[view.state.pack].place[: int(pack.n_squares)].astype(int)
    rows = [[" " * width] * (places[:, 1].max() + 1) for _ in range(2 * (places[:, 0].max() + 1))]
    for square, (y, x) in enumerate(places):
        rows[2 * y][x] = f"{square}{letter_of(view, square)}".ljust(width)
        rows[2 * y + 1][x] = standing.get(square, "").ljust(width)
    return ["".join(row).rstrip() for row in rows] + ["", *extra_streets(view.game.records[view.state.pack]), LEGEND]


LEGEND = "R G Y O B houses (small letters: nobody's), . grey, D a card to draw; children by their first two letters"


def letter_of(view: View, square: int) -> str:
    """The letter of a square: small for a house without an owner."""
    kind = int(view.pack.kind[square])
    letter = HOUSES[kind] if kind < len(HOUSES) else "D" if kind == st.Kind.DRAW else "."
    return letter.lower() if kind < len(HOUSES) and is_unowned(view, kind) else letter


def is_unowned(view: View, colour: int) -> bool:
    """Whether houses of a colour are grey: no player in play has it, and none can choose it any more."""
    state = view.state
    owned = {state.colour[seat] for seat in view.seats if state.alive[seat]}
    return colour not in owned and state.phase != st.Phase.COLOUR


def extra_streets(pack: Any) -> list[str]:
    """Streets that differ from what the drawing shows."""
    real, drawn = street_pairs(pack)
    texts = (("also joined", real - drawn), ("not joined", drawn - real))
    return [f"{text}: {', '.join(f'{b}-{a}' for a, b in sorted(pairs))}" for text, pairs in texts if pairs]


def street_pairs(pack: Any) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Pairs of connected squares, and pairs that touch in the drawing; the greater number first."""
    count = int(pack.n_squares)
    place = [tuple(pair) for pair in pack.place[:count].astype(int).tolist()]
    drawn = {(a, b) for a in range(count) for b in range(a) if sum(abs(np.subtract(place[a], place[b]))) == 1}
    return {(a, int(b)) for a in range(count) for b in pack.nbr[a] if 0 <= b < a}, drawn


def player(view: View, seat: int) -> str:
    """A seat's candies, cards and secrets."""
    state = view.state
    colour = st.COLOUR_NAMES[state.colour[seat]] if state.colour[seat] >= 0 else "no colour yet"
    cards, more = hand(view, seat)
    parts = [
        "out" if not state.alive[seat] else f"{candies(view, seat)} candies",
        f"child {child_words(view, seat)}",
        f"cards {' '.join([str(card + 1) for card in cards] + ['?'] * more) or '-'}",
        *standing(view, seat),
    ]
    if state.phase == st.Phase.END:
        parts.append(f"score {state.scores[seat]}, utility {state.utility[seat]:+.2f}")
    return f"{'*' if seat == state.to_move else ' '} {view.names[seat]} ({colour}): {', '.join(parts)}"


def standing(view: View, seat: int) -> list[str]:
    """Other facts about a seat: costumes torn, seats that have seen its child card, stakes, lies."""
    state, parts = view.state, []
    if state.torn[seat]:
        parts.append(f"torn {state.torn[seat]}")
    if view.seat is not None and (seen := shown_to(view, seat)) and state.secret[seat] != st.UNKNOWN:
        parts.append(f"child known to {'all' if len(seen) == len(view.seats) - 1 else ' and '.join(seen)}")
    if state.skip[seat]:
        parts.append("grounded next turn")
    if state.stake[seat]:
        parts.append(f"stake {state.stake[seat]}")
    if state.bid[seat] != -1:
        parts.append(f"bid {known(state.bid[seat])}")
    if state.defend[seat]:
        parts.append({st.Stand.ASIDE: "stands aside", st.Stand.DEFENDS: "defends"}[st.Stand(state.defend[seat])])
    if state.n_claims[seat]:
        parts.append(f"{state.n_lies[seat]} lies in {state.n_checked[seat]} of {state.n_claims[seat]} claims shown")
    if state.n_advice[seat]:
        parts.append(f"{state.n_false[seat]} of {state.n_advice[seat]} answers false")
    return parts


def turn_lines(view: View) -> list[str]:
    """The children that may not be moved, and what has happened in this turn."""
    state = view.state
    lines = []
    if (moved := children_of(state.moved)) and state.phase != st.Phase.END:
        lines.append(f"moved in this lap: {moved}")
    frozen = [f"{st.CHILD_NAMES[c]} ({left})" for c, left in enumerate(state.frozen_left) if left]
    if frozen:
        lines.append(f"stay put: {', '.join(frozen)}")
    if guarded := [st.CHILD_NAMES[c] for c, seat in enumerate(state.guard) if seat >= 0]:
        lines.append(f"may not be attacked: {', '.join(guarded)}")
    if state.child >= 0:
        die = f", die {state.roll}" if state.roll else ""
        lines.append(f"{view.names[state.mover]}, with {st.CHILD_NAMES[state.child]}{die}")
    flags = {"grounded": state.no_move, "treat only": state.treat_only, "no question": state.force_die}
    lines += [text for text, flag in flags.items() if flag]
    lines += trick_lines(view) + treat_lines(view)
    if state.target >= 0:
        lines.append(f"under attack: {st.CHILD_NAMES[state.target]}")
    return lines


def trick_lines(view: View) -> list[str]:
    """The state of a trick."""
    state = view.state
    if not state.true_roll:
        return []
    said = f", announced {state.claim}" if state.claim else ""
    lines = [f"trick: the die shows {known(state.true_roll)}{said}"]
    if state.third >= 0:
        price = PRICES[min(state.demand, st.CARD_PRICE)]
        advice = ("", ", says it is true", ", says it is false")[state.advice]
        lines.append(f"consulted: {view.names[state.third]} for {price}{advice}")
    return lines


def treat_lines(view: View) -> list[str]:
    """The treat cards on the table."""
    state = view.state
    lines = []
    for role, who in enumerate(("child", "owner")):
        if state.treat_card[role] >= 0:
            met = {-1: "open", 0: "not met", 1: "met"}[state.treat_apply[role]]
            lines.append(f"treat card of the {who}: {treat_text(view.pack, state.treat_card[role], role)} ({met})")
    return lines


def card_lines(view: View) -> list[str]:
    """The action cards that the seat knows of, in words, and the possible places of the others."""
    pack, state = view.pack, view.state
    lines = [f"in hand: {card_text(pack, card)}" for seat in view.seats for card in hand(view, seat)[0]]
    lines += [f"looked at: {card_text(pack, card)}" for card in range(st.CARDS) if state.card_at[card] == st.Place.PAIR]
    return lines + table_lines(view)


def table_lines(view: View) -> list[str]:
    """Mixes, known places in the deck, unseen cards, and used ones."""
    state = view.state
    mixes = {tuple(mix) for mix in mixed(view).values()}
    lines = [f"which is where is unknown: {mix_words(view, list(mix))}" for mix in sorted(mixes)]
    if any(card != "?" for card in cards_in_deck(view)):
        lines.append(f"deck, its top first: {' '.join(cards_in_deck(view))}")
    if unseen := unseen_cards(view):
        lines.append(f"not seen: cards {' '.join(str(card + 1) for card in unseen)}")
    used = [str(card + 1) for card in range(st.CARDS) if state.card_at[card] == st.Place.USED]
    return lines + ([f"used cards: {' '.join(used)}"] if used else [])


def mix_words(view: View, mix: list[int]) -> str:
    """The cards of a mix, and the seats that hold them."""
    places = [view.state.card_at[card] for card in mix]
    hands = ", ".join(f"{places.count(seat)} in {view.owners[seat]} hand" for seat in sorted(set(places)))
    return f"cards {' '.join(str(card + 1) for card in mix)}, {hands}"
