"""Effects of the cards, children, squares and actions of La noche de Halloween, in words."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import numbers as nm
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.pack import HalloweenPack
from medianoche.envs.halloween.packs.words import LOOKS, USES, WALKS, amount, children_of, owner_of, treat_text


def rule_values(tables: HalloweenPack) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    rules = tables.rules
    bonus = {"stays": f"{nm.OWN_CHILD_STAYS:+d}", "torn": f"{nm.OWN_CHILD_TORN:+d}", "yours": f"{nm.TORN_BY_YOU:+d}"}
    numbers = {"rounds": rules.rounds, "tear": rules.tear_from_round, "undefended": rules.undefended}
    ends = {"out": f"{nm.OUT:+d}", "lost": nm.LOST_PLAYERS}
    return {**bonus, **numbers, **ends, "hand": rules.hand_limit, "die": nm.DIE}


def glossary(view: View) -> dict[str, str]:
    """An explanation of each card, child, square and rule, by its name."""
    pack, tables, found = view.pack, view.tables, {}
    for entry in tables.action:
        words = USES[st.Op[entry.op]].format(arg=entry.arg, children=children_of(entry.arg))
        found[f"card {entry.id}"] = f"{entry.name}: {words}; one card, used once"
    for card in range(st.TREATS):
        name = _treat_name(view, card)
        words = treat_text(pack, card, 0).rpartition(": ")[0]
        found[f"treat card {card + 1}"] = (
            f"{name}: {words}; if met, it adds {int(pack.treat_child[card])} to the die of the player who moves the "
            f"child, {int(pack.treat_owner[card])} to that of the owner of the house"
        )
    for child, name in enumerate(st.CHILD_NAMES):
        draws = LOOKS.get(st.Look(int(pack.child_draw[child])))
        words = WALKS[st.Walk(int(pack.child_move[child]))] + (f"; {draws}" if draws else "")
        found[name] = f"{words}; its start square is {view.state.start[child]}"
    for colour, name in enumerate(st.COLOUR_NAMES):
        squares = [square for square in range(int(pack.n_squares)) if pack.kind[square] == colour]
        found[f"{name} house"] = (
            f"a child that lands there knocks at its owner's door, but never at the mover's own; grey if no player "
            f"in the game has the colour; squares {', '.join(map(str, squares))}"
        )
    return found | _squares(view) | _answers(view) | _fights(view) | _terms(view)


def _treat_name(view: View, card: int) -> str:
    names = [entry.name for entry in view.tables.treat for _ in range(entry.copies)]
    return str(names[card])


def _squares(view: View) -> dict[str, str]:
    pack = view.pack
    draws = [square for square in range(int(pack.n_squares)) if pack.kind[square] == st.Kind.DRAW]
    lap = int(pack.tear_round)
    return {
        "grey square": f"has no owner: no question; from lap {lap} on a costume on a neighbouring square may be torn",
        "draw square": f"grey, and you may draw an action card; squares {', '.join(map(str, draws))}",
        "start square": "a grey square where a child begins, and to which cards send it home",
    }


def _answers(view: View) -> dict[str, str]:
    worth = ", ".join(f"{result} {int(view.pack.candy[result])}" for result in range(1, len(view.pack.candy)))
    rerolls = [name for name, way in zip(st.CHILD_NAMES, view.pack.child_move, strict=True) if way == st.Walk.REROLL]
    return {
        "knock": "a child on another player's house asks: truco o trato? The owner answers, or plays a card",
        "trick": "truco: the mover rolls in secret and announces any result; the owner believes, disbelieves or "
        "consults a third player",
        "treat": "trato: both draw a treat card, may meet its condition for its bonus, and roll; the lower total pays "
        "the difference",
        "candy table": f"candies for each result of a die: {worth}",
        "announce": f"say any result from 1 to {nm.DIE}; another one than the die shows is a lie",
        "believe": "pay the candies of the announced result; the die stays hidden unless a third was consulted",
        "disbelieve": "see the die: if the claim was a lie, the mover pays the difference of two dice, at least "
        f"{nm.FINE_OF_A_LIAR}; if it was true, you roll and pay by the candy table",
        "consult": "a third player names a price, sees the die, and says that the claim is true or false, or lies; the "
        f"honest one gets the price ({amount(nm.FOR_THE_HONEST)} instead of candies if you disbelieve), a liar nothing "
        f"and pays {nm.FROM_THE_LIAR} to the pot",
        "price": f"nothing; 1 to {amount(nm.TOP_PRICE)} if the claim is worth {nm.CANDIES_FOR_A_PRICE} or more; an "
        "action card if you have one",
        "refuse": "the third does not look, and you decide alone",
        "meet the condition": "do what your treat card asks for, and add its bonus to your die",
        "decline the condition": "keep your secret or your candies; your treat card adds nothing",
        "pass": "no child can be moved: the turn ends",
        "reroll": f"{', '.join(rerolls)} rolls a second time, once a turn, and must walk that",
    }


def _fights(view: View) -> dict[str, str]:
    pack, rest = view.pack, view.state.tear_cooldown
    return {
        "tear": f"from lap {int(pack.tear_round)} on, with {int(pack.undefended)} candies or more, from a grey square "
        f"or your own house beside the child: you lay down {amount(nm.ATTACK_STAKE)}; if nobody defends you pay "
        f"{int(pack.undefended)} in all and the child is out for good; {nm.TORN_BY_YOU} points for you; {rest} of your "
        "turns must pass before the next attempt",
        "defend": f"lay down {amount(nm.DEFENCE_STAKE)}, or one more than the last who defended, to save the costume",
        "stand aside": "do not defend; it costs nothing",
        "withdraw": "leave the costume alone: all stakes go to the pot, and the turn ends",
        "insist": "the attacker and all defenders bid in secret",
        "bid": "the highest bid is paid to the pot and wins: the attacker's tears the costume, a defender's saves it; "
        "if both sides bid the same nobody pays and nothing happens; stakes go to the pot in any case",
        "guard": "after an attempt nobody may attack that child until the attacker's next turn",
    }


def _terms(view: View) -> dict[str, str]:
    pack = view.pack
    return {
        "child card": f"your secret child: {nm.OWN_CHILD_STAYS} points if it is on the street at the end, "
        f"{nm.OWN_CHILD_TORN} if its costume is torn",
        "action card": f"{int(pack.hand_limit)} in a hand at most; used cards never come back",
        "candy": f"1 point at the end; a player without candies is out with {nm.OUT} points",
        "pot": f"the candies that no player has; {int(pack.total)} are in the game",
        "lap": f"one turn of each player; {int(pack.rounds)} laps are played, fewer if {nm.LOST_PLAYERS} players are "
        "out",
        "turn card": "goes to the next player each lap: that one begins, and all children may be moved again",
        "moved": "a child can be chosen once a lap, by any player",
        "colour": "its houses are yours; chosen once, at the beginning",
    }


# ---- effects of actions


def effect(view: View, action: int) -> list[str]:
    """The effects of an action, in words, for the seat that is asked."""
    words = glossary(view)
    if action < st.BASE.child:
        return [words[f"{st.COLOUR_NAMES[action]} house"]]
    if action < st.BASE.square:
        return [words[st.CHILD_NAMES[action - st.BASE.child]]]
    if action < st.BASE.reroll:
        square = action - st.BASE.square
        return _landing(view, square) if square < view.pack.n_squares else []
    if st.BASE.card <= action < st.BASE.ground:
        return _card(view, action - st.BASE.card, words)
    if st.BASE.ground <= action < st.BASE.trick:
        op = st.Op.GROUND if action < st.BASE.freeze else st.Op.FREEZE
        return [words[f"card {card + 1}"] for card in range(st.CARDS) if view.pack.action_op[card] == op][:1]
    name = next(name for name, part in st.ACTIONS.slices().items() if part.start <= action < part.stop)
    return _other(view, name, action - getattr(st.BASE, name), words)


def _landing(view: View, square: int) -> list[str]:
    """The consequences if the child stops on a square."""
    state, owner = view.state, owner_of(view, square)
    here = [st.CHILD_NAMES[child] for child, place in enumerate(state.pos) if place == square and child != state.child]
    parts = [f"there: {', '.join(here)}"] if here else []
    beside = {int(other) for other in view.pack.nbr[square] if other >= 0}
    near = [st.CHILD_NAMES[child] for child, place in enumerate(state.pos) if place in beside and child != state.child]
    early = state.round_no + 1 < view.pack.tear_round
    if owner == state.mover:
        parts.insert(0, "your own house" + (", from where you must tear a costume" if state.fwd == 0 else ""))
    elif owner >= 0:
        rule = "the owner rolls and pays half the die" if state.force_die else "truco o trato?"
        rule = "only treat" if state.treat_only and not state.force_die else rule
        parts.insert(0, f"the house of {view.names[owner]}: {rule}")
    else:
        draw = view.pack.kind[square] == st.Kind.DRAW
        parts.insert(0, "a draw square: you may draw an action card" if draw else "grey: no question")
    if near and not early and owner in (-1, state.mover):
        parts.append(f"next to it: {', '.join(near)}, whose costume might be torn")
    return parts


def _card(view: View, card: int, words: dict[str, str]) -> list[str]:
    does = {
        st.Phase.TREAT: "discarded to meet the condition",
        st.Phase.DRAW: "discarded to make room; then you draw",
        st.Phase.FEE: "given to the player who helped you",
        st.Phase.KEEP: "kept; the other card goes under the deck",
    }
    phase = st.Phase(view.state.phase) if view.state.phase in does else None
    return [*([does[phase]] if phase else []), words[f"card {card + 1}"]]


def _other(view: View, name: str, number: int, words: dict[str, str]) -> list[str]:
    """Explanations of actions other than colours, children, squares and cards."""
    state, pack = view.state, view.pack
    if name == "claim":
        lie = f"; the die shows {state.true_roll}" if state.true_roll > 0 else ""
        return [f"if believed, you get {amount(int(pack.candy[number + 1]))}{lie}"]
    if name in ("believe", "disbelieve") and state.claim:
        cost = amount(int(pack.candy[state.claim]))
        return [f"the announced {state.claim} costs {cost}", words[name]] if name == "believe" else [words[name]]
    if name == "defend":
        stake = nm.DEFENCE_STAKE + state.defend.count(st.Stand.DEFENDS)
        return [f"your stake is {amount(stake)}", words["defend"]]
    if name in ("left", "right"):
        return [f"costs you {amount(state.amount)}"]
    if name == "pay_die":
        return ["you roll one die and pay half of it, rounded up, to the player whose child knocks"]
    terms = {
        "pass_turn": "pass",
        "demand": "price",
        **dict.fromkeys(("accept", "say_true", "say_false"), "consult"),
        "decline": "decline the condition",
        "meet": "meet the condition",
        **dict.fromkeys(("no_draw", "draw"), "action card"),
        "no_tear": "tear",
    }
    return [words[terms.get(name, name.replace("_", " "))]]
