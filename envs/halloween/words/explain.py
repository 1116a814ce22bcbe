"""Effects of the cards, children, squares and actions of La noche de Halloween, in words."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import numbers as nm
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.pack import HalloweenPack
from medianoche.envs.halloween.packs.words import amount, card_use, condition_words, label, owner_of
from medianoche.envs.halloween.words.text import colour_name


def rule_values(tables: HalloweenPack) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    rules = tables.rules
    bonus = {"stays": f"{nm.OWN_CHILD_STAYS:+d}", "torn": f"{nm.OWN_CHILD_TORN:+d}", "yours": f"{nm.TORN_BY_YOU:+d}"}
    numbers = {"rounds": rules.rounds, "tear": rules.tear_from_round, "undefended": rules.undefended}
    ends = {"out": f"{nm.OUT:+d}", "lost": nm.LOST_PLAYERS}
    return {**bonus, **numbers, **ends, "hand": rules.hand_limit, "die": nm.DIE}


def glossary(view: View) -> dict[str, str]:
    """An explanation of each card, child, square and rule, by its name."""
    pack = view.pack
    tables = view.tables
    entries = {}
    for card in range(st.CARDS):
        about = view.say("about-card", does=card_use(view, card))
        entries[_card_name(view, card)] = about
    names = [entry.name for entry in tables.treat for _ in range(entry.copies)]
    for card, name in enumerate(names):
        bonus = {"mover": int(pack.treat_child[card]), "owner": int(pack.treat_owner[card])}
        about = view.say("about-treat-card", name=name, condition=condition_words(view, card), **bonus)
        entries[view.say("name-treat-card", number=card + 1)] = about
    for child, name in enumerate(st.CHILD_NAMES):
        look = st.Look(int(pack.child_draw[child]))
        words = [view.say(f"walk-{label(st.Walk(int(pack.child_move[child])))}")]
        words += [view.say(f"look-{label(look)}")] if look else []
        entries[name] = view.say("about-child", words="; ".join(words), start=view.state.start[child] + 1)
    for colour in range(st.COLOURS):
        squares = [square for square in range(int(pack.n_squares)) if pack.kind[square] == colour]
        entries[_house(view, colour)] = view.say("about-house", squares=_numbers(squares))
    values = _values(view)
    return entries | {view.say(f"name-{term}"): view.say(f"about-{term}", **values) for term in TERMS}


TERMS = (
    *("grey-square", "draw-square", "start-square", "knock", "trick", "treat", "candy-table", "announce", "believe"),
    *("disbelieve", "consult", "price", "refuse", "meet", "decline", "pass", "reroll", "tear", "defend", "aside"),
    *("withdraw", "insist", "bid", "guard", "child-card", "action-card", "candy", "pot", "lap", "turn-card", "moved"),
    *("colour", "record"),
)
"""Terms of the rules that the glossary explains."""


def _values(view: View) -> dict[str, Any]:
    """Values of the variables of all terms."""
    pack = view.pack
    draws = [square for square in range(int(pack.n_squares)) if pack.kind[square] == st.Kind.DRAW]
    rerolls = [name for name, way in zip(st.CHILD_NAMES, pack.child_move, strict=True) if way == st.Walk.REROLL]
    worth = ", ".join(f"{result} → {int(pack.candy[result])}" for result in range(1, len(pack.candy)))
    here = {"draws": _numbers(draws), "rerolls": ", ".join(rerolls), "worth": worth, "total": int(pack.total)}
    stakes = {"attack": amount(view, nm.ATTACK_STAKE), "defence": amount(view, nm.DEFENCE_STAKE)}
    prices = {"from": nm.CANDIES_FOR_A_PRICE, "top": amount(view, nm.TOP_PRICE), "fine": nm.FINE_OF_A_LIAR}
    paid = {"honest": amount(view, nm.FOR_THE_HONEST), "liar": nm.FROM_THE_LIAR}
    return {**rule_values(view.tables), **view.options, **here, **stakes, **prices, **paid}


def _numbers(squares: list[int]) -> str:
    return ", ".join(str(square + 1) for square in squares)


def _card_name(view: View, card: int) -> str:
    return view.say("name-card", number=card + 1)


def _house(view: View, colour: int) -> str:
    return view.say("name-house", colour=colour_name(view, colour))


# ---- effects of actions


def effect(view: View, action: int) -> list[str]:
    """The effects of an action, in words, for the seat that is asked."""
    words = glossary(view)
    if action < st.BASE.child:
        return [words[_house(view, action)]]
    if action < st.BASE.square:
        return [words[st.CHILD_NAMES[action - st.BASE.child]]]
    if action < st.BASE.reroll:
        square = action - st.BASE.square
        return _landing(view, square) if square < view.pack.n_squares else []
    if st.BASE.card <= action < st.BASE.ground:
        return _card(view, action - st.BASE.card, words)
    if st.BASE.ground <= action < st.BASE.trick:
        op = st.Op.GROUND if action < st.BASE.freeze else st.Op.FREEZE
        return [words[_card_name(view, card)] for card in range(st.CARDS) if view.pack.action_op[card] == op][:1]
    name = next(name for name, part in st.ACTIONS.slices().items() if part.start <= action < part.stop)
    return _other(view, name, action - getattr(st.BASE, name), words)


def _landing(view: View, square: int) -> list[str]:
    """The consequences if the child stops on a square."""
    state = view.state
    owner = owner_of(view, square)
    here = [st.CHILD_NAMES[child] for child, place in enumerate(state.pos) if place == square and child != state.child]
    parts = [view.say("there", children=", ".join(here))] if here else []
    beside = {int(other) for other in view.pack.nbr[square] if other >= 0}
    near = [st.CHILD_NAMES[child] for child, place in enumerate(state.pos) if place in beside and child != state.child]
    early = state.round_no + 1 < view.pack.tear_round
    if owner == state.mover:
        parts.insert(0, view.say("own-house", tear=int(state.fwd == 0)))
    elif owner >= 0:
        rule = "rolls" if state.force_die else "treat" if state.treat_only else "question"
        parts.insert(0, view.say("door-of", who=view.mentions[owner], rule=rule))
    else:
        draw = view.pack.kind[square] == st.Kind.DRAW
        parts.insert(0, view.say("lands-on-draw" if draw else "lands-on-grey"))
    if near and not early and owner in (-1, state.mover):
        parts.append(view.say("near", children=", ".join(near)))
    return parts


def _card(view: View, card: int, words: dict[str, str]) -> list[str]:
    does = {
        st.Phase.TREAT: "card-for-condition",
        st.Phase.DRAW: "card-for-room",
        st.Phase.FEE: "card-for-helper",
        st.Phase.KEEP: "card-kept",
    }
    phase = st.Phase(view.state.phase)
    return [*([view.say(does[phase])] if phase in does else []), words[_card_name(view, card)]]


def _other(view: View, name: str, number: int, words: dict[str, str]) -> list[str]:
    """Explanations of actions other than colours, children, squares and cards."""
    state = view.state
    pack = view.pack
    if name == "claim":
        candies = amount(view, int(pack.candy[number + 1]))
        return [view.say("if-believed", candies=candies, die=max(state.true_roll, 0))]
    if name == "pay_die":
        return [view.say("pay-half")]
    lines = []
    if name == "believe" and state.claim:
        cost = amount(view, int(pack.candy[state.claim]))
        lines.append(view.say("claim-costs", claim=state.claim, candies=cost))
    if name in ("defend", "stand_aside") and state.secret[state.to_move] == state.target:
        lines.append(view.say("your-child", child=st.CHILD_NAMES[state.target], torn=f"{nm.OWN_CHILD_TORN:+d}"))
    if name == "defend":
        stake = amount(view, nm.DEFENCE_STAKE + state.defend.count(st.Stand.DEFENDS))
        lines.append(view.say("your-stake", candies=stake))
    if name in ("left", "right"):
        return [view.say("costs-you", candies=amount(view, state.amount))]
    terms = {
        "pass_turn": "pass",
        "demand": "price",
        **dict.fromkeys(("accept", "say_true", "say_false"), "consult"),
        **dict.fromkeys(("no_draw", "draw"), "action-card"),
        "no_tear": "tear",
        "stand_aside": "aside",
    }
    return [*lines, words[view.say(f"name-{terms.get(name, name)}")]]
