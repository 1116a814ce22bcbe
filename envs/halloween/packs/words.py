"""The effects of the cards of La noche de Halloween, in words."""

from __future__ import annotations

import re
from enum import IntEnum
from unicodedata import normalize

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st


def label(member: IntEnum) -> str:
    """A member of an enum in the names of messages: "send-home"."""
    return member.name.lower().replace("_", "-")


def children_of(bits: int) -> str:
    """The names of a set of children."""
    return ", ".join(name for number, name in enumerate(st.CHILD_NAMES) if bits >> number & 1)


def card_words(view: View, card: int) -> str:
    """The effect of an action card."""
    arg = int(view.pack.action_arg[card])
    return view.say(f"op-{label(op_of(view, card))}", arg=arg, children=children_of(arg))


def card_use(view: View, card: int) -> str:
    """When an action card is played, and its effect."""
    arg = int(view.pack.action_arg[card])
    return view.say(f"use-{label(op_of(view, card))}", arg=arg, children=children_of(arg))


def op_of(view: View, card: int) -> st.Op:
    """The effect of an action card as a number."""
    return st.Op(int(view.pack.action_op[card]))


def card_name(view: View, card: int) -> str:
    """An action card's name in words; the pack's own name if no catalogue has words for it."""
    name = next(entry.name for entry in view.tables.action if entry.id == card + 1)
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = f"action-{'-'.join(re.findall('[a-z]+', plain))}"
    return view.say(key) if key in view.sentences else name


def named_card(view: View, card: int) -> str:
    """An action card's name, number and effect."""
    return view.say("named-card", name=card_name(view, card), number=card + 1, does=card_words(view, card))


def card_text(view: View, card: int) -> str:
    """An action card's number and effect."""
    return view.say("card-text", number=card + 1, does=card_words(view, card))


def condition_words(view: View, card: int) -> str:
    """The condition of a treat card."""
    arg = int(view.pack.treat_arg[card])
    name = f"condition-{label(st.Condition(int(view.pack.treat_cond[card])))}"
    return view.say(name, arg=arg, children=children_of(arg))


def treat_bonus(view: View, card: int, role: int) -> str:
    """The bonus of a treat card."""
    return f"+{(view.pack.treat_child, view.pack.treat_owner)[role][card]}"


def treat_text(view: View, card: int, role: int) -> str:
    """The condition and the bonus of a treat card."""
    return f"{condition_words(view, card)}: {treat_bonus(view, card, role)}"


def amount(view: View, count: int) -> str:
    """A number of candies in words."""
    return view.say("candies", count=count)


def owner_of(view: View, square: int) -> int:
    """The owner of the house on a square; -1 for a grey square."""
    kind = int(view.pack.kind[square])
    state = view.state
    return next((seat for seat in view.seats if state.alive[seat] and state.colour[seat] == kind), -1)
