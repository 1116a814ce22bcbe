"""A position as text with the streets drawn, and actions in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from medianoche.envs.halloween.state import (
    ACTIONS,
    CARD_PRICE,
    CARDS,
    CHILD_NAMES,
    COLOUR_NAMES,
    UNKNOWN,
    Condition,
    Kind,
    Op,
    Phase,
    Place,
    Stand,
)

INITIALS = tuple(name[:2] for name in CHILD_NAMES)
HOUSES = "RGYOB"
PRICES = ("nothing", "1 candy", "2 candies", "an action card")
QUESTIONS = {
    Phase.COLOUR: "chooses a colour",
    Phase.CHILD: "chooses a child to move",
    Phase.MOVE: "chooses where to go",
    Phase.FORWARD: "chooses where to go on to",
    Phase.ANSWER: "is asked: truco o trato?",
    Phase.CLAIM: "has rolled in secret and announces a result",
    Phase.RESPOND: "believes or not",
    Phase.DEMAND: "names a price for advice",
    Phase.ACCEPT: "accepts the price or not",
    Phase.ADVICE: "has seen the die and speaks",
    Phase.VERDICT: "decides",
    Phase.FEE: "gives a card",
    Phase.TREAT: "may meet the condition of a treat card",
    Phase.DRAW: "may draw an action card",
    Phase.KEEP: "keeps one of two cards",
    Phase.NEIGHBOUR: "gives candies to a neighbour",
    Phase.TEAR: "may tear a costume",
    Phase.DEFEND: "may defend",
    Phase.INSIST: "insists or withdraws",
    Phase.BID: "bids in secret",
}
WORDS = {
    "reroll": "roll again",
    "pass_turn": "pass",
    "trick": "truco (trick)",
    "treat": "trato (treat)",
    "pay_die": "roll and pay half the die",
    "believe": "believe",
    "disbelieve": "disbelieve",
    "refuse": "refuse the price",
    "accept": "accept the price",
    "say_true": "say the claim is true",
    "say_false": "say the claim is false",
    "decline": "do not meet the condition",
    "meet": "meet the condition",
    "no_draw": "do not draw",
    "draw": "draw",
    "left": "give to the left",
    "right": "give to the right",
    "no_tear": "leave all costumes alone",
    "stand_aside": "stand aside",
    "defend": "defend",
    "withdraw": "withdraw",
    "insist": "insist",
}
RANGES: dict[str, Callable[[int], str]] = {
    "colour": lambda k: f"choose {COLOUR_NAMES[k]}",
    "child": lambda k: f"move {CHILD_NAMES[k]}",
    "square": lambda k: f"go to square {k}",
    "freeze": lambda k: f"play a card so that {CHILD_NAMES[k]} stays put",
    "claim": lambda k: f"announce {k + 1}",
    "demand": lambda k: f"ask for {PRICES[k]}",
    "tear": lambda k: f"tear the costume of {CHILD_NAMES[k]}",
    "bid": lambda k: f"bid {k}",
}
CARD_VERBS = {Phase.KEEP: "keep", Phase.FEE: "give", Phase.TREAT: "discard", Phase.DRAW: "discard"}


def children_of(bits: int) -> str:
    """The names of a set of children."""
    return ", ".join(name for number, name in enumerate(CHILD_NAMES) if bits >> number & 1)


def card_text(pack: Any, card: int) -> str:
    """What an action card does."""
    arg = int(pack.action_arg[card])
    texts = {
        Op.FREE_CHILD: "move any child, treat only",
        Op.GROUND: f"a player pays {arg} and sits out a turn",
        Op.FREEZE: f"a child stays put for {arg} turns, you do not move",
        Op.FORCE_DIE: "instead of the question the owner pays half a die",
        Op.SEND_HOME: f"send home {children_of(arg)}",
        Op.SHUT: "do not open",
        Op.TOLL: f"the caller pays you {arg}",
        Op.PASS_BY: "the child goes on to the next square",
        Op.POT_GAIN: f"take {arg} from the pot",
        Op.ROLL_AGAIN: "the child rolls again and goes on",
        Op.LOSE: f"pay {arg}",
        Op.GAIN: f"take {arg} from the pot",
        Op.LOSE_DIE: "pay half a die",
        Op.GIVE_DIE: "give half a die to a neighbour",
    }
    return f"card {card + 1} ({texts[Op(int(pack.action_op[card]))]})"


def treat_text(pack: Any, card: int, role: int) -> str:
    """What a treat card asks for and brings."""
    arg = int(pack.treat_arg[card])
    texts = {
        Condition.FREE: "no condition",
        Condition.SHOW_RIVAL: "show your child to the other player",
        Condition.SHOW_ALL: "show your child to everybody",
        Condition.SET: f"announce that yours is one of {children_of(arg)}",
        Condition.NOT_CALLER: "announce that yours is not the caller",
        Condition.CALLER: "show that yours is the caller",
        Condition.PAY: f"pay {arg}",
        Condition.DISCARD: "discard an action card",
    }
    bonus = (pack.treat_child, pack.treat_owner)[role][card]
    return f"{texts[Condition(int(pack.treat_cond[card]))]}: +{bonus}"


def describe(pack: Any, state: Any, action: int) -> str:
    """An action in words."""
    for name, range_ in ACTIONS.slices().items():
        if range_.start <= action < range_.stop:
            return words_of(pack, state, name, action - range_.start)
    raise ValueError(f"no action {action}; actions are 0 to {ACTIONS.size - 1}")


def words_of(pack: Any, state: Any, name: str, number: int) -> str:
    """The action with this number in its range."""
    if name in WORDS:
        return WORDS[name]
    if name == "card":
        return f"{CARD_VERBS.get(Phase(int(state.phase)), 'play')} {card_text(pack, number)}"
    if name in ("ground", "consult"):
        seat = (max(int(state.to_move), 0) + number + 1) % int(state.num_players)
        return f"{name} player_{seat}" + (" with a card" if name == "ground" else "")
    return RANGES[name](number)


# ---- the table


def known(number: int) -> str:
    """A number, or ? for one that a concealed record does not tell."""
    return "?" if number == UNKNOWN else str(number)


def table(pack: Any, state: Any) -> str:
    """The whole position, with all that is secret."""
    parts = [headline(pack, state), "", *streets(pack, state), "", *players(state)]
    return "\n".join([*parts, "", *turn_lines(pack, state)]).rstrip()


def headline(pack: Any, state: Any) -> str:
    """Lap, deck, pot, and who is asked what."""
    phase = Phase(int(state.phase))
    lap = min(int(state.round_no) + 1, int(pack.rounds))
    stocks = f"{state.deck_n} cards in the deck, {state.pot} candies in the pot"
    line = f"La noche de Halloween, lap {lap} of {pack.rounds}, {stocks}"
    if phase == Phase.END:
        return f"{line}\nthe game is over"
    return f"{line}\nplayer_{state.to_move} {QUESTIONS[phase]}"


def streets(pack: Any, state: Any) -> list[str]:
    """Every square as its number and letter, above the children that stand there."""
    standing: dict[int, str] = {}
    for number, square in enumerate(state.pos.tolist()):
        if square >= 0:
            standing[square] = standing.get(square, "") + INITIALS[number]
    width = max(6, 1 + max(map(len, standing.values()), default=0))
    count = int(pack.n_squares)
    places = pack.place[:count].astype(int)
    rows = [[" " * width] * (places[:, 1].max() + 1) for _ in range(2 * (places[:, 0].max() + 1))]
    owned = {int(c) for c, alive in zip(state.colour, state.alive, strict=True) if alive}
    for square, (y, x) in enumerate(places):
        kind = int(pack.kind[square])
        letter = HOUSES[kind] if kind < len(HOUSES) else "D" if kind == Kind.DRAW else "."
        if kind < len(HOUSES) and kind not in owned and state.phase != Phase.COLOUR:
            letter = letter.lower()
        rows[2 * y][x] = f"{square}{letter}".ljust(width)
        rows[2 * y + 1][x] = standing.get(square, "").ljust(width)
    return ["".join(row).rstrip() for row in rows] + ["", *extra_streets(pack), LEGEND]


LEGEND = "R G Y O B houses (small letters: nobody's), . grey, D a card to draw; children by their first two letters"


def extra_streets(pack: Any) -> list[str]:
    """Streets that differ from what the drawing shows."""
    count = int(pack.n_squares)
    place = [tuple(pair) for pair in pack.place[:count].astype(int).tolist()]
    drawn = {(a, b) for a in range(count) for b in range(a) if sum(abs(np.subtract(place[a], place[b]))) == 1}
    real = {(a, int(b)) for a in range(count) for b in pack.nbr[a] if 0 <= b < a}
    texts = (("also joined", real - drawn), ("not joined", drawn - real))
    return [f"{text}: {', '.join(f'{b}-{a}' for a, b in sorted(pairs))}" for text, pairs in texts if pairs]


def players(state: Any) -> list[str]:
    """One line for each seat."""
    return [player(state, seat) for seat in range(int(state.num_players))]


def player(state: Any, seat: int) -> str:
    """A seat's candies, cards and secrets."""
    colour = COLOUR_NAMES[state.colour[seat]] if state.colour[seat] >= 0 else "no colour yet"
    parts = [
        f"{state.candies[seat]} candies" if state.alive[seat] else "out",
        f"child {CHILD_NAMES[state.secret[seat]] if state.secret[seat] != UNKNOWN else '?'}",
    ]
    hand = [str(card + 1) for card in np.flatnonzero(state.card_at == seat)] + ["?"] * int(state.unseen[seat])
    parts.append(f"cards {' '.join(hand) or '-'}")
    if state.torn[seat]:
        parts.append(f"torn {state.torn[seat]}")
    if state.skip[seat]:
        parts.append("grounded next turn")
    if state.stake[seat]:
        parts.append(f"stake {state.stake[seat]}")
    if state.bid[seat] != -1:
        parts.append(f"bid {known(state.bid[seat])}")
    if state.defend[seat]:
        parts.append({Stand.ASIDE: "stands aside", Stand.DEFENDS: "defends"}[Stand(int(state.defend[seat]))])
    if state.n_claims[seat]:
        parts.append(f"{state.n_lies[seat]} lies in {state.n_checked[seat]} of {state.n_claims[seat]} claims shown")
    if state.phase == Phase.END:
        parts.append(f"score {state.scores[seat]}, utility {state.utility[seat]:+.2f}")
    return f"{'*' if seat == state.to_move else ' '} player_{seat} ({colour}): {', '.join(parts)}"


def turn_lines(pack: Any, state: Any) -> list[str]:
    """What has happened in this turn, which children may not be moved, and the cards that matter."""
    lines = []
    if (moved := children_of(int(state.moved))) and state.phase != Phase.END:
        lines.append(f"moved in this lap: {moved}")
    frozen = [f"{CHILD_NAMES[c]} ({left})" for c, left in enumerate(state.frozen_left) if left]
    if frozen:
        lines.append(f"stay put: {', '.join(frozen)}")
    if guarded := [CHILD_NAMES[c] for c, seat in enumerate(state.guard) if seat >= 0]:
        lines.append(f"may not be attacked: {', '.join(guarded)}")
    if state.child >= 0:
        lines.append(f"player_{state.mover} moves {CHILD_NAMES[state.child]}, die {state.roll}")
    flags = {"grounded": state.no_move, "treat only": state.treat_only, "no question": state.force_die}
    lines += [text for text, flag in flags.items() if flag]
    lines += trick_lines(state) + treat_lines(pack, state)
    if state.target >= 0:
        lines.append(f"under attack: {CHILD_NAMES[state.target]}")
    lines += card_lines(pack, state)
    return lines


def trick_lines(state: Any) -> list[str]:
    """A trick so far."""
    if not state.true_roll:
        return []
    said = f", announced {state.claim}" if state.claim else ""
    lines = [f"trick: the die shows {known(state.true_roll)}{said}"]
    if state.third >= 0:
        price = PRICES[min(int(state.demand), CARD_PRICE)]
        advice = ("", ", says it is true", ", says it is false")[int(state.advice)]
        lines.append(f"player_{state.third} is consulted for {price}{advice}")
    return lines


def treat_lines(pack: Any, state: Any) -> list[str]:
    """The treat cards on the table."""
    lines = []
    for role, who in enumerate(("child", "owner")):
        if state.treat_card[role] >= 0:
            met = {-1: "open", 0: "not met", 1: "met"}[int(state.treat_apply[role])]
            lines.append(f"treat card of the {who}: {treat_text(pack, int(state.treat_card[role]), role)} ({met})")
    return lines


def card_lines(pack: Any, state: Any) -> list[str]:
    """The action cards in hands and on the table in words."""
    shown = [card for card in range(CARDS) if state.card_at[card] not in (Place.DECK, Place.USED, UNKNOWN)]
    where: dict[int, str] = {Place.PAIR: "looked at"}
    lines = [f"{where.get(int(state.card_at[card]), 'in hand')}: {card_text(pack, card)}" for card in shown]
    used = [str(card + 1) for card in np.flatnonzero(state.card_at == Place.USED)]
    return lines + ([f"used cards: {' '.join(used)}"] if used else [])
