"""A position as one seat sees it, with the streets drawn, and actions in words."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.packs.words import (
    amount,
    card_text,
    children_of,
    label,
    named_card,
    owner_of,
    treat_text,
)
from medianoche.envs.halloween.words import suspicion

INITIALS = tuple(name[:2] for name in st.CHILD_NAMES)
NAMED = {"child": "go-with", "freeze": "freeze", "tear": "tear"}
"""Messages of the ranges of actions that name a child."""
CARD_VERBS = {st.Phase.KEEP: "keep", st.Phase.FEE: "give", st.Phase.TREAT: "discard", st.Phase.DRAW: "discard"}


def describe(view: View, action: int) -> str:
    """An action in words."""
    for name, range_ in st.ACTIONS.slices().items():
        if range_.start <= action < range_.stop:
            return words_of(view, name, action - range_.start)
    raise ValueError(f"no action {action}; actions are 0 to {st.ACTIONS.size - 1}")


def words_of(view: View, name: str, number: int) -> str:
    """The action with this number in its range."""
    state = view.state
    if name == "card":
        return view.say(f"{CARD_VERBS.get(st.Phase(state.phase), 'play')}-card", card=named_card(view, number))
    if name in ("ground", "consult"):
        seat = (max(state.to_move, 0) + number + 1) % len(view.seats)
        return view.say(name, name=view.mention(seat))
    if name == "colour":
        return view.say("choose-colour", colour=colour_name(view, number))
    if name in NAMED:
        return view.say(NAMED[name], child=st.CHILD_NAMES[number])
    if name == "demand":
        return view.say("ask-for", price=view.say(f"price-{number}"))
    if name == "square":
        return view.say("do-square", number=number + 1, place=place_words(view, number))
    shown = {"claim": number + 1, "bid": number}
    return view.say(f"do-{name.replace('_', '-')}", number=shown.get(name, 0))


def colour_name(view: View, colour: int) -> str:
    """A colour."""
    return view.say(f"colour-{st.COLOUR_NAMES[colour]}")


def either(view: View, names: list[str]) -> str:
    """A list of alternatives: "Rosa, David or Lucía"."""
    *first, last = names
    return view.say("either", first=", ".join(first), last=last) if first else last


# ---- what a seat knows


def known(number: int) -> str:
    """A number, or "?" for one that a concealed record hides."""
    return "?" if number == st.UNKNOWN else str(number)


def candies(view: View, seat: int) -> int | str:
    """The candies of a seat, "?" for others under the option `counts="secret"`."""
    others = view.spectator or view.seat not in (None, seat)
    hidden = view.state.opt_candies and others and not view.state.done
    return "?" if hidden else int(view.state.candies[seat])


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
    children = suspicion.possible(view)[seat]
    return [child for child in range(st.CHILDREN) if children >> child & 1]


def child_words(view: View, seat: int) -> str:
    """A seat's child card as far as it is known."""
    children = possible_children(view, seat)
    if len(children) == 1:
        return st.CHILD_NAMES[children[0]]
    few = len(children) <= st.CHILDREN - 4
    return f"? ({either(view, [st.CHILD_NAMES[child] for child in children])})" if few else "?"


def shown_to(view: View, seat: int) -> list[str]:
    """The other seats that know a seat's child card, as far as the seat that looks knows."""
    single = [bits > 0 and bits & (bits - 1) == 0 for bits in (view.state.know[other][seat] for other in view.seats)]
    return [view.names[other] for other in view.seats if other != seat and single[other]]


def square_words(view: View, square: int) -> str:
    """The kind of a square, and the owner of a house."""
    owner = owner_of(view, square)
    if owner >= 0:
        return view.say("house-of", who=view.mentions[owner])
    if view.pack.kind[square] == st.Kind.DRAW:
        return view.say("a-draw-square")
    starts = [st.CHILD_NAMES[child] for child, start in enumerate(view.state.start) if start == square]
    return view.say("start-of", child=starts[0]) if starts else view.say("grey")


def place_words(view: View, square: int) -> str:
    """What is on a square to which a child may go: the owner and the colour of a house, or the kind of square."""
    kind = int(view.pack.kind[square])
    if kind < st.COLOURS:
        colour = colour_name(view, kind)
        owner = owner_of(view, square)
        if owner < 0:
            return view.say("unowned-house", colour=colour)
        return view.say("house-in-colour", who=view.mentions[owner], colour=colour)
    is_plain = kind == st.Kind.GREY and square not in view.state.start
    return view.say("a-grey-square") if is_plain else square_words(view, square)


# ---- the table


def render(view: View) -> str:
    """The whole position; "?" stands for what the seat does not know."""
    parts = [*headlines(view), "", *streets(view), "", *(player(view, seat) for seat in view.seats)]
    return "\n".join([*parts, "", *turn_lines(view), *card_lines(view)]).rstrip()


def paints(view: View) -> dict[str, str]:
    """The houses in their colours."""
    colours = zip(view.say("letters"), ("red", "green", "yellow", "bright_red", "blue"), strict=False)
    return {rf"(?<=\d){letter}\b": colour for letter, colour in colours}


def stage(view: View) -> str:
    """The lap."""
    rounds = int(view.pack.rounds)
    return view.say("stage", lap=min(view.state.round_no + 1, rounds), rounds=rounds)


def headlines(view: View) -> list[str]:
    """Lap, deck, pot, and the question."""
    pack = view.pack
    state = view.state
    lap = min(state.round_no + 1, int(pack.rounds))
    pot = amount(view, state.pot)
    line = view.say("headline", lap=lap, rounds=int(pack.rounds), deck=state.deck_n, pot=pot)
    if state.phase >= st.Phase.END or state.to_move < 0:
        return [line, view.say("over" if state.done else "none-asked")]
    return [line, view.say(f"asked-{label(st.Phase(state.phase))}", name=view.mentions[state.to_move])]


def streets(view: View) -> list[str]:
    """Every square as its number and letter, above the children that stand there."""
    pack = view.pack
    state = view.state
    standing: dict[int, str] = {}
    for number, square in enumerate(state.pos):
        if square >= 0:
            standing[square] = standing.get(square, "") + INITIALS[number]
    width = max(6, 1 + max(map(len, standing.values()), default=0))
    places = view.game.content.records[view.state.pack].place[: int(pack.n_squares)].astype(int)
    rows = [[" " * width] * (places[:, 1].max() + 1) for _ in range(2 * (places[:, 0].max() + 1))]
    for square, (y, x) in enumerate(places):
        rows[2 * y][x] = f"{square + 1}{letter_of(view, square)}".ljust(width)
        rows[2 * y + 1][x] = standing.get(square, "").ljust(width)
    return ["".join(row).rstrip() for row in rows] + ["", *extra_streets(view), view.say("legend")]


def letter_of(view: View, square: int) -> str:
    """The letter of a square: small for a house without an owner."""
    kind = int(view.pack.kind[square])
    letters = view.say("letters")
    if kind == st.Kind.GREY:
        return "."
    return letters[kind].lower() if kind < st.COLOURS and is_unowned(view, kind) else letters[min(kind, st.COLOURS)]


def is_unowned(view: View, colour: int) -> bool:
    """Whether houses of a colour are grey: no player in play has it, and none can choose it any more."""
    state = view.state
    owned = {state.colour[seat] for seat in view.seats if state.alive[seat]}
    return colour not in owned and state.phase != st.Phase.COLOUR


def extra_streets(view: View) -> list[str]:
    """Streets that differ from what the drawing shows."""
    real, drawn = street_pairs(view.game.content.records[view.state.pack])
    texts = (("also-joined", real - drawn), ("not-joined", drawn - real))
    shown = {name: ", ".join(f"{b + 1}-{a + 1}" for a, b in sorted(pairs)) for name, pairs in texts if pairs}
    return [view.say(name, streets=pairs) for name, pairs in shown.items()]


def street_pairs(pack: Any) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Pairs of connected squares, and pairs that touch in the drawing; the greater number first."""
    count = int(pack.n_squares)
    place = pack.place[:count].tolist()
    drawn = {(a, b) for a in range(count) for b in range(a) if _are_beside(place[a], place[b])}
    return {(a, int(b)) for a in range(count) for b in pack.nbr[a] if 0 <= b < a}, drawn


def _are_beside(one: list[int], other: list[int]) -> bool:
    """Whether two places of the drawing, row and column, are next to each other in a row or a column."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def player(view: View, seat: int) -> str:
    """A seat's candies, cards and secrets."""
    state = view.state
    colour = colour_name(view, state.colour[seat]) if state.colour[seat] >= 0 else view.say("no-colour")
    cards, more = hand(view, seat)
    held = " ".join([str(card + 1) for card in cards] + ["?"] * more) or "-"
    parts = [
        view.say("candies-seen", count=candies(view, seat)) if state.alive[seat] else view.say("eliminated"),
        view.say("child-is", child=child_words(view, seat)),
        view.say("cards-are", cards=held),
        *standing(view, seat),
    ]
    if state.phase == st.Phase.END:
        parts.append(view.say("score", points=state.scores[seat], utility=f"{state.utility[seat]:+.2f}"))
    return f"{'*' if seat == state.to_move else ' '} {view.names[seat]} ({colour}): {', '.join(parts)}"


def record_words(view: View, seat: int) -> list[str]:
    """How often a seat has lied, as far as it is known."""
    state = view.state
    parts = []
    if state.n_claims[seat]:
        shown = {"lies": state.n_lies[seat], "checked": state.n_checked[seat], "claims": state.n_claims[seat]}
        parts.append(view.say("record-of-claims", **shown))
    if state.n_advice[seat]:
        parts.append(view.say("record-of-advice", wrong=state.n_false[seat], answers=state.n_advice[seat]))
    return parts


def record_signs(view: View, seat: int) -> list[str]:
    """`record_words` in few words, "claims: 2 true, 1 lie, 3 unseen": the claims that were true, false, and not
    checked."""
    state = view.state
    parts = []
    if claims := state.n_claims[seat]:
        checked = state.n_checked[seat]
        lies = state.n_lies[seat]
        counts = {"true": checked - lies, "lie": lies, "unseen": claims - checked}
        parts.append(view.say("draw-claims", counts=_counted(view, "claims", counts)))
    if answers := state.n_advice[seat]:
        false = state.n_false[seat]
        counts = {"true": answers - false, "false": false}
        parts.append(view.say("draw-advice", counts=_counted(view, "advice", counts)))
    return parts


def _counted(view: View, of: str, counts: dict[str, int]) -> str:
    """How many there are of each kind, without those of which there are none: "2 true, 1 lie"."""
    return ", ".join(view.say(f"draw-{of}-{kind}", count=count) for kind, count in counts.items() if count)


def standing(view: View, seat: int, signs: bool = False) -> list[str]:
    """Other facts about a seat: costumes torn, seats that have seen its child card, stakes, lies. With `signs` without
    lies, and the seats are told in few words."""
    state = view.state
    parts = []
    if state.torn[seat]:
        parts.append(view.say("torn-by", count=state.torn[seat]))
    if view.seat is not None and (seen := shown_to(view, seat)) and state.secret[seat] != st.UNKNOWN:
        known_to_all = len(seen) == len(view.seats) - 1
        whom = view.say("all") if known_to_all else view.several(seen)
        parts.append(view.say("draw-known" if signs else "child-known", whom=whom))
    if state.skip[seat]:
        parts.append(view.say("grounded-next"))
    if state.stake[seat]:
        parts.append(view.say("stake", count=state.stake[seat]))
    if state.bid[seat] != -1:
        parts.append(view.say("bid-is", bid=known(state.bid[seat])))
    if state.defend[seat]:
        parts.append(view.say(f"is-{label(st.Stand(state.defend[seat]))}"))
    if not signs:
        parts += record_words(view, seat)
    return parts


def turn_lines(view: View) -> list[str]:
    """The children that may not be moved, and what has happened in this turn."""
    state = view.state
    lines = []
    if (moved := children_of(state.moved)) and state.phase != st.Phase.END:
        lines.append(view.say("moved-children", children=moved))
    frozen = [f"{st.CHILD_NAMES[c]} ({left})" for c, left in enumerate(state.frozen_left) if left]
    if frozen:
        lines.append(view.say("frozen-children", children=", ".join(frozen)))
    if guarded := [st.CHILD_NAMES[c] for c, seat in enumerate(state.guard) if seat >= 0]:
        lines.append(view.say("guarded-children", children=", ".join(guarded)))
    if state.child >= 0:
        lines.append(
            view.say("turn-of", name=view.names[state.mover], child=st.CHILD_NAMES[state.child], die=state.roll)
        )
    flags = {"now-grounded": state.no_move, "now-treat-only": state.treat_only, "now-no-question": state.force_die}
    lines += [view.say(text) for text, flag in flags.items() if flag]
    lines += trick_lines(view) + treat_lines(view)
    if state.target >= 0:
        lines.append(view.say("under-attack", child=st.CHILD_NAMES[state.target]))
    return lines


def trick_lines(view: View) -> list[str]:
    """The state of a trick."""
    state = view.state
    if not state.true_roll:
        return []
    lines = [view.say("trick-now", die=known(state.true_roll), claim=state.claim)]
    if state.third >= 0:
        price = view.say(f"price-{min(state.demand, st.CARD_PRICE)}")
        advice = {0: "none", st.Advice.TRUE: "true", st.Advice.FALSE: "false"}[state.advice]
        lines.append(view.say("consulted-now", name=view.mentions[state.third], price=price, advice=advice))
    return lines


def treat_lines(view: View) -> list[str]:
    """The treat cards on the table."""
    state = view.state
    lines = []
    for role, who in enumerate(("child", "owner")):
        if state.treat_card[role] >= 0:
            words = treat_text(view, state.treat_card[role], role)
            met = met_words(view, role)
            lines.append(view.say(f"treat-of-{who}", words=words, met=met))
    return lines


def met_words(view: View, role: int) -> str:
    """Whether the condition of a treat card on the table is met."""
    return view.say({-1: "met-open", 0: "met-not", 1: "met-yes"}[view.state.treat_apply[role]])


def card_lines(view: View) -> list[str]:
    """The action cards that the seat knows of, in words, and the possible places of the others."""
    state = view.state
    held = [card for seat in view.seats for card in hand(view, seat)[0]]
    pair = [card for card in range(st.CARDS) if state.card_at[card] == st.Place.PAIR]
    lines = [view.say("in-hand", card=card_text(view, card)) for card in held]
    lines += [view.say("looked-at", card=card_text(view, card)) for card in pair]
    return lines + table_lines(view)


def table_lines(view: View) -> list[str]:
    """Mixes, known places in the deck, unseen cards, and used ones."""
    state = view.state
    mixes = {tuple(mix) for mix in mixed(view).values()}
    lines = [view.say("mixed", mix=mix_words(view, list(mix))) for mix in sorted(mixes)]
    if any(card != "?" for card in cards_in_deck(view)):
        lines.append(view.say("deck-known", cards=" ".join(cards_in_deck(view))))
    if unseen := unseen_cards(view):
        lines.append(view.say("unseen", cards="; ".join(card_text(view, card) for card in unseen)))
    used = [card_text(view, card) for card in range(st.CARDS) if state.card_at[card] == st.Place.USED]
    return lines + ([view.say("cards-used", cards="; ".join(used))] if used else [])


def mix_words(view: View, mix: list[int]) -> str:
    """The cards of a mix, and the seats that hold them."""
    places = [view.state.card_at[card] for card in mix]
    owners = sorted(set(places))
    hands = ", ".join(view.say("count-in-hand", count=places.count(seat), who=view.mentions[seat]) for seat in owners)
    return view.say("mix", cards=" ".join(str(card + 1) for card in mix), hands=hands)
