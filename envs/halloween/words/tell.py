"""What happened between two positions of La noche de Halloween, in words, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import numbers as nm
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.packs.words import amount, card_text, children_of, label, treat_bonus, treat_text
from medianoche.envs.halloween.words.text import colour_name, hand, square_words

SETTLED = (st.Phase.BELIEVED, st.Phase.DISBELIEVED, st.Phase.DUEL, st.Phase.NEIGHBOUR, st.Phase.OPEN_BIDS)
"""Phases at whose end a payment may be due."""
VERDICTS = (st.Phase.BELIEVED, st.Phase.DISBELIEVED)


def news(before: View, after: View, noted: Sequence[Event]) -> list[str]:
    """What happened from `before` to `after`, one event a line, in the order of play."""
    if before.record.tobytes() == after.record.tobytes():
        return []
    lines = [*_colours(before, after), *_cards(before, after), *_moves(before, after)]
    if _same_turn(before, after):
        lines += [*_question(before, after), *_advice(before, after), *_verdict(before, after)]
        lines += [*_treats(before, after), *_drawn(before, after)]
    lines += [*_records(before, after), *_costume(before, after), *_children_shown(before, after)]
    lines += [*_payments(before, after, noted), *_out(before, after), *_turn(before, after)]
    return lines


def _same_turn(before: View, after: View) -> bool:
    return all(getattr(before.state, name) == getattr(after.state, name) for name in ("round_no", "slot", "mover"))


def _asked(before: View) -> str:
    """The name of the seat that was asked, or of the mover."""
    state = before.state
    seat = state.to_move if state.phase < st.Phase.END and state.to_move >= 0 else state.mover
    return before.names[seat] if seat >= 0 else before.say("a-player")


def _mover(view: View) -> str:
    return str(view.names[view.state.mover])


def _owner(view: View) -> str:
    return str(view.names[view.state.owner])


# ---- colours, cards, moves


def _colours(before: View, after: View) -> list[str]:
    then, now = before.state.colour, after.state.colour
    return [
        after.say(
            "got-colour" if then[seat] >= 0 else "chose-colour",
            who=after.names[seat],
            colour=colour_name(after, now[seat]),
        )
        for seat in after.seats
        if now[seat] >= 0 and now[seat] != then[seat]
    ]


def _newly_used(before: View, after: View) -> list[int]:
    then, now = before.state.card_at, after.state.card_at
    return [card for card in range(st.CARDS) if now[card] == st.Place.USED != then[card]]


def _newly_out(before: View, after: View) -> list[int]:
    return [seat for seat in after.seats if before.state.alive[seat] and not after.state.alive[seat]]


def _cards(before: View, after: View) -> list[str]:
    """Action cards played, discarded, or drawn and played at once; what they do to players and children."""
    then, now, who = before.state, after.state, _asked(before)
    grounded = [seat for seat in after.seats if now.skip[seat] > then.skip[seat]]
    verbs = {st.Phase.TREAT: "discarded", st.Phase.DRAW: "played" if grounded else "discarded"}
    drawn = then.phase in (st.Phase.TAKE, st.Phase.KEEP)
    verb = "has-drawn" if drawn else verbs.get(st.Phase(then.phase), "played")
    lines = [
        after.say(verb, who=who, what=card_text(after, card))
        for card in _newly_used(before, after)
        if not _newly_out(before, after) or (drawn and after.pack.action_op[card] >= st.Op.LOSE)
    ]
    lines += [after.say("will-sit-out", who=after.names[seat]) for seat in grounded]
    for child, name in enumerate(st.CHILD_NAMES):
        if now.frozen_left[child] > then.frozen_left[child]:
            who = after.names[now.frozen_by[child]]
            lines.append(after.say("stays-put", child=name, count=now.frozen_left[child], who=who))
    return lines


def _moves(before: View, after: View) -> list[str]:
    """The child chosen, the die, the square reached, and children sent home."""
    then, now = before.state, after.state
    same = _same_turn(before, after)
    lines = []
    if same and now.child >= 0 and now.child != then.child:
        lines.append(after.say("chose-child", who=_mover(after), child=st.CHILD_NAMES[now.child]))
    if same and now.rerolled > then.rerolled and now.phase == st.Phase.ROLL:
        lines.append(after.say("rolled-again", who=_mover(after), die=then.roll))
    onward = now.phase == st.Phase.FORWARD and now.fwd == st.Onward.ROLL_AGAIN and then.phase == st.Phase.ANSWER
    if same and now.roll and (then.phase == st.Phase.ROLL or now.roll != then.roll or onward):
        lines.append(after.say("rolled-die", who=_mover(after), die=now.roll) + _stride(after))
    if same and now.stuck > then.stuck:
        lines.append(after.say("stuck"))
    for child, name in enumerate(st.CHILD_NAMES):
        start, goal = then.pos[child], now.pos[child]
        walked = same and child == then.child and then.phase in (st.Phase.MOVE, st.Phase.FORWARD)
        if (
            walked
            and (goal != start or now.phase not in (st.Phase.MOVE, st.Phase.ROLL, st.Phase.FORWARD))
            and goal >= 0
        ):
            places = {"start": start + 1, "goal": goal + 1, "what": square_words(after, goal)}
            lines.append(after.say("walked", child=name, **places) + _knock(after))
        elif goal not in (start, -1):
            lines.append(after.say("is-on", child=name, goal=goal + 1, home=int(goal == now.start[child])))
    return lines


def _stride(view: View) -> str:
    """How far a child with an ability walks."""
    state = view.state
    if state.child < 0 or state.fwd:
        return ""
    roll, name = state.roll, st.CHILD_NAMES[state.child]
    ability = view.pack.child_move[state.child]
    if ability == st.Walk.DOUBLE:
        return view.say("may-walk", child=name, roll=roll, twice=2 * roll)
    return view.say("walks-half", child=name, half=(roll + 1) // 2) if ability == st.Walk.HALF else ""


def _knock(view: View) -> str:
    """The line that a child knocks at a door, if it does."""
    return view.say("knocked", who=_owner(view)) if view.state.phase == st.Phase.ANSWER else ""


# ---- trick


def _question(before: View, after: View) -> list[str]:
    """The answer at the door, and the claim."""
    then, now = before.state, after.state
    lines = []
    if then.phase == st.Phase.ANSWER and then.force_die and not _newly_used(before, after):
        lines.append(after.say("rolled-to-pay", who=_owner(before)))
    if now.true_roll and not then.true_roll:
        die = now.true_roll if now.true_roll != st.UNKNOWN else "unknown"
        lines.append(after.say("chose-trick", who=_owner(after), mover=_mover(after), die=die))
    if now.claim and not then.claim:
        worth = amount(after, int(after.pack.candy[now.claim]))
        lines.append(after.say("announced", who=_mover(after), claim=now.claim, worth=worth))
    return lines


def _advice(before: View, after: View) -> list[str]:
    """A consultation: the third, his price, his advice."""
    then, now = before.state, after.state
    lines = []
    third = after.names[now.third] if now.third >= 0 else ""
    if now.third >= 0 > then.third:
        lines.append(after.say("has-consulted", who=_owner(after), third=third))
    if now.third >= 0 and then.phase <= st.Phase.DEMAND < now.phase:
        price = after.say(f"price-{min(now.demand, st.CARD_PRICE)}")
        lines.append(after.say("asked-for", who=third, price=price))
    if then.phase == st.Phase.ACCEPT:
        lines.append(after.say("refused-price" if now.third < 0 else "accepted-price", who=_owner(before)))
    if then.true_roll == st.UNKNOWN and now.true_roll > 0 and now.phase == st.Phase.ADVICE:
        lines.append(after.say("looked", who=third, die=now.true_roll))
    if now.advice and not then.advice:
        lines.append(after.say(f"said-{label(st.Advice(now.advice))}", who=third))
    return lines


def _verdict(before: View, after: View) -> list[str]:
    """Whether the owner believes, and who lied."""
    then, now = before.state, after.state
    if now.phase not in VERDICTS or then.phase in VERDICTS:
        return []
    believed, honest = now.phase == st.Phase.BELIEVED, now.claim == now.true_roll
    lines = [after.say("believed" if believed else "disbelieved", who=_owner(after), mover=_mover(after))]
    if not believed or now.third >= 0:
        lines.append(after.say("die-shown", die=now.true_roll, who=_mover(after), honest=int(honest)))
        if now.third >= 0:
            helped = honest == (now.advice == st.Advice.TRUE)
            lines.append(after.say("about-it", who=after.names[now.third], honest=int(helped)))
    return lines


def _records(before: View, after: View) -> list[str]:
    """Checked claims and advice that the public record shows and `_verdict` has not told."""
    then, now = before.state, after.state
    lines: list[str] = []
    if then.phase in VERDICTS:
        return lines
    for seat, who in enumerate(after.names):
        if now.n_checked[seat] > then.n_checked[seat]:
            lines.append(after.say("claim-was", who=who, lied=int(now.n_lies[seat] > then.n_lies[seat])))
        if now.n_advice[seat] > then.n_advice[seat]:
            lines.append(after.say("answer-was", who=who, lied=int(now.n_false[seat] > then.n_false[seat])))
    return lines


# ---- treat


def _treats(before: View, after: View) -> list[str]:
    """Treat cards drawn, and whether their conditions are met."""
    then, now = before.state, after.state
    lines = []
    if then.treat_card[0] < 0 <= now.treat_card[0]:
        lines.append(after.say("chose-treat", who=_owner(after)))
        if now.treat_n > then.treat_n:
            lines.append(after.say("treats-shuffled"))
    for role, seat in enumerate((now.mover, now.owner)):
        if now.treat_card[role] < 0:
            continue
        who, bonus = after.names[seat], treat_bonus(after, now.treat_card[role], role)
        if then.treat_card[role] < 0:
            lines.append(after.say("drew-treat", who=who, card=treat_text(after, now.treat_card[role], role)))
        if then.treat_apply[role] < 0 <= now.treat_apply[role]:
            lines.append(after.say("got-bonus" if now.treat_apply[role] else "no-bonus", who=who, bonus=bonus))
    return lines


def _children_shown(before: View, after: View) -> list[str]:
    """What the seat that looks has learned of others' child cards."""
    viewer = after.seat
    lines: list[str] = []
    if viewer is None:
        return lines
    for seat in after.seats:
        old, new = before.state.know[viewer][seat], after.state.know[viewer][seat]
        if seat != viewer and new != old:
            name = "learned-child" if new & (new - 1) == 0 else "learned-children"
            lines.append(after.say(name, who=after.names[seat], children=children_of(new)))
    for seat in after.seats:
        old, new = before.state.know[seat][viewer], after.state.know[seat][viewer]
        if seat != viewer and new != old and new & (new - 1) == 0:
            lines.append(after.say("has-seen", name=after.names[seat]))
    return lines


# ---- drawing


def _drawn(before: View, after: View) -> list[str]:
    """Cards drawn, looked at, kept, returned, given away."""
    then, now, who = before.state, after.state, _mover(after)
    gone = then.deck_n - now.deck_n
    lines = []
    new = [card for card in hand(after, now.mover)[0] if then.card_at[card] != now.mover]
    if then.phase == st.Phase.DRAW and then.draws and not now.draws and not gone:
        lines.append(after.say("did-not-draw", who=who))
    if now.phase == st.Phase.KEEP and gone == 2:
        pair = [card_text(after, card) for card in range(st.CARDS) if now.card_at[card] == st.Place.PAIR]
        what = after.several(pair) if len(pair) == 2 else after.say("two-cards")
        lines.append(after.say("looked-at-cards", who=who, what=what))
    elif gone > 0 and not _instant(before, after):
        what = card_text(after, new[0]) if len(new) == 1 else after.say("some-cards", count=gone)
        lines.append(after.say("has-drawn", who=who, what=what))
    if then.phase == st.Phase.KEEP and now.phase != st.Phase.KEEP:
        other = {
            "kept": card_text(after, new[0]) if new else after.say("one-card"),
            "back": "unknown" if now.deck[0] == st.UNKNOWN else now.deck[0],
        }
        lines.append(after.say("put-back" if _instant(before, after) else "kept-one", who=who, **other))
    if now.amount and not then.amount:
        lines.append(after.say("for-neighbour", who=who, candies=amount(after, now.amount)))
    if then.phase == st.Phase.FEE:
        given = [card for card in hand(after, then.third)[0] if then.card_at[card] == then.owner]
        sure = given and after.seat in (None, then.owner, then.third)
        known_before = [card for card in hand(after, then.third)[0] if then.card_at[card] != then.third]
        shown = given if sure else known_before if after.seat == then.third else []
        what = card_text(after, shown[0]) if shown else after.say("some-cards", count=1)
        lines.append(after.say("has-given", who=_owner(before), third=before.names[then.third], what=what))
    return lines


def _instant(before: View, after: View) -> bool:
    """Whether a card was played when drawn."""
    return any(after.pack.action_op[card] >= st.Op.LOSE for card in _newly_used(before, after))


# ---- costumes


def _costume(before: View, after: View) -> list[str]:
    """An attack: stakes, defenders, bids, and whether the costume is torn."""
    then, now = before.state, after.state
    lines = []
    if _same_turn(before, after):
        lines += _attack(before, after)
    for child in range(st.CHILDREN):
        if then.pos[child] >= 0 > now.pos[child]:
            holders = [after.names[seat] for seat in after.seats if now.secret[seat] == child]
            name = "torn-child" if holders else "torn-nobodys"
            lines.append(after.say(name, child=st.CHILD_NAMES[child], who="".join(holders[:1])))
    return lines


def _attack(before: View, after: View) -> list[str]:
    then, now = before.state, after.state
    lines = []
    if then.phase == st.Phase.TEAR and now.target < 0:
        lines.append(after.say("left-alone", who=_mover(after)))
    if now.target >= 0 > then.target:
        lines.append(after.say("attacked-child", who=_mover(after), child=st.CHILD_NAMES[now.target]))
    for seat in after.seats:
        if now.defend[seat] and not then.defend[seat]:
            name = f"did-{label(st.Stand(now.defend[seat]))}"
            lines.append(after.say(name, who=after.names[seat], stake=amount(after, now.stake[seat])))
    if then.phase == st.Phase.INSIST and now.phase != st.Phase.INSIST:
        lines.append(after.say("insisted" if now.phase == st.Phase.BID else "withdrew", who=_mover(after)))
    if now.phase == st.Phase.OPEN_BIDS != then.phase:
        bids = ", ".join(
            after.say("seat-value", seat=after.names[seat], value=now.bid[seat])
            for seat in after.seats
            if now.bid[seat] >= 0
        )
        lines.append(after.say("bids-open", bids=bids))
    else:
        for seat in after.seats:
            if then.bid[seat] == -1 != now.bid[seat]:
                bid = "unknown" if now.bid[seat] == st.UNKNOWN else now.bid[seat]
                lines.append(after.say("did-bid", who=after.names[seat], bid=bid))
    if then.phase == st.Phase.OPEN_BIDS and now.phase == st.Phase.CLEAR_TABLE:
        best = max(now.bid[seat] for seat in after.seats if seat != now.mover)
        lines.append(after.say("bids-equal") if best == now.bid[now.mover] else _saved(after, best))
    return lines


def _saved(view: View, best: int) -> str:
    state = view.state
    winners = [view.names[seat] for seat in view.seats if seat != state.mover and state.bid[seat] == best]
    return view.say("saved-by", child=st.CHILD_NAMES[state.target], names=view.several(winners))


# ---- candies, turns, the end


def _payments(before: View, after: View, noted: Sequence[Event]) -> list[str]:
    """Each payment: payer, payee, candies and reason. Stakes count when they go to the pot."""
    then = before.state
    names = {st.POT: after.say("the-pot"), **dict(enumerate(after.names))}
    changes = dict.fromkeys(names, 0)
    for event in noted:
        given: Any = event.fields
        if event.kind in ("paid", "stake-lost"):
            payer, payee = given.get("payer", given.get("seat")), given.get("payee", st.POT)
            changes[payer] -= given["candies"]
            changes[payee] += given["candies"]
    payers, payees = ([seat for seat in changes if sign * changes[seat] > 0] for sign in (-1, 1))
    if not payers:
        nothing = then.phase in SETTLED[:4] and _same_turn(before, after)
        return [after.say("none-paid")] * nothing
    reason = _reason(before, after) if _same_turn(before, after) else ""
    if payers == [st.POT]:
        return [after.say("took", who=names[seat], candies=amount(after, changes[seat])) for seat in payees]
    if len(payers) == len(payees) == 1:
        payer, payee, candies = payers[0], payees[0], amount(after, changes[payees[0]])
        if payee == st.POT:
            return [after.say("paid-pot", who=names[payer], candies=candies) + reason]
        return [after.say("paid-to", who=names[payer], candies=candies, payee=names[payee]) + reason]
    each = [after.say("paid-some", who=names[seat], candies=amount(after, -changes[seat])) for seat in payers]
    got = [after.say("got-some", who=names[seat], count=changes[seat]) for seat in payees]
    return [f"{', '.join(each)}{reason}: {', '.join(got)}"]


def _reason(before: View, after: View) -> str:
    state = before.state
    lied = state.true_roll != state.claim
    names = {
        st.Phase.BELIEVED: "claim",
        st.Phase.DISBELIEVED: "lie" if lied else "doubt",
        st.Phase.DUEL: "totals",
        st.Phase.TREAT: "condition",
        st.Phase.DEFEND: "undefended",
        st.Phase.TEAR: "undefended",
        st.Phase.OPEN_BIDS: "bid",
        st.Phase.CLEAR_TABLE: "stakes",
    }
    return " " + after.say(f"for-{names[st.Phase(state.phase)]}") if state.phase in names else ""


def _out(before: View, after: View) -> list[str]:
    """Players who have run out of candies."""
    seats = _newly_out(before, after)
    lines = [after.say("went-out", who=after.names[seat]) for seat in seats]
    cards = [card + 1 for card in _newly_used(before, after) if after.pack.action_op[card] < st.Op.LOSE]
    if seats and cards:
        lines.append(after.say("discarded-cards", cards=" ".join(map(str, cards))))
    return lines


def _turn(before: View, after: View) -> list[str]:
    """The next turn, the next lap, the end of the game."""
    now = after.state
    if now.done:
        return _game_over(after) if not before.state.done else []
    if _same_turn(before, after):
        return []
    lines = []
    if now.round_no != before.state.round_no or before.state.mover < 0:
        rounds, name = int(after.pack.rounds), after.names[now.starter]
        lines.append(after.say("lap-begins", lap=now.round_no + 1, rounds=rounds, who=name))
    if not now.alive[now.mover]:
        return [*lines, after.say("no-turn", who=_mover(after))]
    return [*lines, after.say("next-turn", who=_mover(after), grounded=int(now.no_move))]


def _game_over(view: View) -> list[str]:
    """Points with their reasons, and the winners."""
    state, lines = view.state, []
    for seat, who in enumerate(view.names):
        points = state.scores[seat]
        if not state.alive[seat]:
            lines.append(view.say("total", who=who, points=points, parts=view.say("eliminated")))
            continue
        costumes = nm.TORN_BY_YOU * state.torn[seat]
        bonus = points - state.candies[seat] - costumes
        parts = [amount(view, state.candies[seat])]
        parts += [view.say("for-costumes", points=costumes)] * bool(costumes)
        parts.append(view.say("own-child-stays" if bonus > 0 else "own-child-torn", bonus=f"{bonus:+d}"))
        lines.append(view.say("total", who=who, points=points, parts=", ".join(parts)))
    best = max(state.utility[seat] for seat in view.seats)
    winners = view.several(view.names[seat] for seat in view.seats if state.utility[seat] == best)
    return [*lines, view.say("is-over", winners=winners)]
