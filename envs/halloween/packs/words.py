"""The effects of the cards of La noche de Halloween, in words."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st

WALKS = {
    st.Walk.NORMAL: "walks exactly the roll",
    st.Walk.DOUBLE: "walks the roll or twice the roll, as you like",
    st.Walk.HALF: "walks half the roll, rounded up",
    st.Walk.REROLL: "you may roll a second time and must walk that",
    st.Walk.NEAREST: "from a grey square at the end of the walk it may go to the nearest house of another player "
    "instead",
}
LOOKS = {
    st.Look.TWO: "draws two cards on a draw square",
    st.Look.LOOK: "on a draw square you look at two cards and keep one; the other goes under the deck",
    st.Look.HOME: "draws a card on its own start square, if it walks there",
    st.Look.HOME_LOOK: "on its own start square, if it walks there, you look at two cards and keep one",
}
USES = {
    st.Op.FREE_CHILD: "your turn, before a child is chosen: one moved in this lap may be chosen, too; at the "
    "door only treat can be chosen",
    st.Op.GROUND: "your turn, before a child is chosen (or to make room for a draw): a player pays {arg} to the pot "
    "and moves no child in the next turn; your turn goes on",
    st.Op.FREEZE: "instead of moving a child: a child may not be moved for {arg} of your turns, even with card 1",
    st.Op.FORCE_DIE: "while you choose where to go: at a door there is no question, the owner rolls and pays you half "
    "the die, rounded up",
    st.Op.SEND_HOME: "when one of {children} knocks at your door: all of them go to their start squares; the turn ends",
    st.Op.SHUT: "when a child knocks at your door: no question, no payment, the turn ends",
    st.Op.TOLL: "when a child knocks at your door: the caller pays you {arg}, and the turn ends",
    st.Op.PASS_BY: "when a child knocks at your door: it goes on to the next square, past the mover's own houses",
    st.Op.POT_GAIN: "when a child knocks at your door: you take up to {arg} from the pot, and the turn ends",
    st.Op.ROLL_AGAIN: "when a child knocks at your door: the mover rolls again and the child goes on, not back",
    st.Op.LOSE: "played when drawn: you pay {arg} to the pot",
    st.Op.GAIN: "played when drawn: you take up to {arg} from the pot",
    st.Op.LOSE_DIE: "played when drawn: you roll and pay half the die, rounded up, to the pot",
    st.Op.GIVE_DIE: "played when drawn: you roll and give half the die, rounded up, to the left or right neighbour",
}


def children_of(bits: int) -> str:
    """The names of a set of children."""
    return ", ".join(name for number, name in enumerate(st.CHILD_NAMES) if bits >> number & 1)


def card_words(pack: Any, card: int) -> str:
    """The effect of an action card."""
    arg = int(pack.action_arg[card])
    texts = {
        st.Op.FREE_CHILD: "move any child, treat only",
        st.Op.GROUND: f"a player pays {arg} and sits out a turn",
        st.Op.FREEZE: f"a child stays put for {arg} turns, you do not move",
        st.Op.FORCE_DIE: "instead of the question the owner pays half a die",
        st.Op.SEND_HOME: f"send home {children_of(arg)}",
        st.Op.SHUT: "do not open",
        st.Op.TOLL: f"the caller pays you {arg}",
        st.Op.PASS_BY: "the child goes on to the next square",
        st.Op.POT_GAIN: f"take {arg} from the pot",
        st.Op.ROLL_AGAIN: "the child rolls again and goes on",
        st.Op.LOSE: f"pay {arg}",
        st.Op.GAIN: f"take {arg} from the pot",
        st.Op.LOSE_DIE: "pay half a die",
        st.Op.GIVE_DIE: "give half a die to a neighbour",
    }
    return texts[st.Op(int(pack.action_op[card]))]


def card_text(pack: Any, card: int) -> str:
    """An action card's number and effect."""
    return f"card {card + 1} ({card_words(pack, card)})"


def treat_text(pack: Any, card: int, role: int) -> str:
    """The condition and the bonus of a treat card."""
    arg = int(pack.treat_arg[card])
    texts = {
        st.Condition.FREE: "no condition",
        st.Condition.SHOW_RIVAL: "show your child to the other player",
        st.Condition.SHOW_ALL: "show your child to all players",
        st.Condition.SET: f"announce that yours is one of {children_of(arg)}",
        st.Condition.NOT_CALLER: "announce that yours is not the caller",
        st.Condition.CALLER: "show that yours is the caller",
        st.Condition.PAY: f"pay {arg}",
        st.Condition.DISCARD: "discard an action card",
    }
    bonus = (pack.treat_child, pack.treat_owner)[role][card]
    return f"{texts[st.Condition(int(pack.treat_cond[card]))]}: +{bonus}"


def amount(count: int) -> str:
    """A number of candies in words."""
    return f"{count} candy" if count == 1 else f"{count} candies"


def owner_of(view: View, square: int) -> int:
    """The owner of the house on a square; -1 for a grey square."""
    kind, state = int(view.pack.kind[square]), view.state
    return next((seat for seat in view.seats if state.alive[seat] and state.colour[seat] == kind), -1)
