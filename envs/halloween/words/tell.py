"""What happened between two positions of La noche de Halloween, in words, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.packs.words import amount, card_text, children_of, treat_text
from medianoche.envs.halloween.words.text import PRICES, hand, known, square_words

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
    return before.names[seat] if seat >= 0 else "a player"


def _mover(view: View) -> str:
    return str(view.names[view.state.mover])


def _owner(view: View) -> str:
    return str(view.names[view.state.owner])


# ---- colours, cards, moves


def _colours(before: View, after: View) -> list[str]:
    then, now = before.state.colour, after.state.colour
    return [
        f"{after.names[seat]} {'got' if then[seat] >= 0 else 'chose'} {st.COLOUR_NAMES[now[seat]]}"
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
    verb = "drew" if drawn else verbs.get(st.Phase(then.phase), "played")
    lines = [
        f"{who} {verb} {card_text(after.pack, card)}"
        for card in _newly_used(before, after)
        if not _newly_out(before, after) or (drawn and after.pack.action_op[card] >= st.Op.LOSE)
    ]
    lines += [f"{after.names[seat]} will sit out the next turn" for seat in grounded]
    for child, name in enumerate(st.CHILD_NAMES):
        if now.frozen_left[child] > then.frozen_left[child]:
            seat = now.frozen_by[child]
            lines.append(f"{name} stays put for {now.frozen_left[child]} turns of {after.names[seat]}")
    return lines


def _moves(before: View, after: View) -> list[str]:
    """The child chosen, the die, the square reached, and children sent home."""
    then, now = before.state, after.state
    same = _same_turn(before, after)
    lines = []
    if same and now.child >= 0 and now.child != then.child:
        lines.append(f"{_mover(after)} chose {st.CHILD_NAMES[now.child]}")
    if same and now.rerolled > then.rerolled and now.phase == st.Phase.ROLL:
        lines.append(f"{_mover(after)} put the {then.roll} aside and rolled again")
    onward = now.phase == st.Phase.FORWARD and now.fwd == st.Onward.ROLL_AGAIN and then.phase == st.Phase.ANSWER
    if same and now.roll and (then.phase == st.Phase.ROLL or now.roll != then.roll or onward):
        lines.append(f"{_mover(after)} rolled {now.roll}{_stride(after)}")
    if same and now.stuck > then.stuck:
        lines.append("with that roll this child has nowhere to go, another one must")
    for child, name in enumerate(st.CHILD_NAMES):
        start, goal = then.pos[child], now.pos[child]
        walked = same and child == then.child and then.phase in (st.Phase.MOVE, st.Phase.FORWARD)
        if (
            walked
            and (goal != start or now.phase not in (st.Phase.MOVE, st.Phase.ROLL, st.Phase.FORWARD))
            and goal >= 0
        ):
            lines.append(
                f"{name} went from square {start} to square {goal}, {square_words(after, goal)}{_knock(after)}"
            )
        elif goal not in (start, -1):
            lines.append(f"{name} is on square {goal}{', its start square' if goal == now.start[child] else ''}")
    return lines


def _stride(view: View) -> str:
    """How far a child with an ability walks."""
    state = view.state
    if state.child < 0 or state.fwd:
        return ""
    ability, roll = view.pack.child_move[state.child], state.roll
    words = {
        st.Walk.DOUBLE: f": {st.CHILD_NAMES[state.child]} may walk {roll} or {2 * roll}",
        st.Walk.HALF: f": {st.CHILD_NAMES[state.child]} walks {(roll + 1) // 2}",
    }
    return words.get(ability, "")


def _knock(view: View) -> str:
    """The line that a child knocks at a door, if it does."""
    state = view.state
    return f", and knocked: truco o trato, {_owner(view)}?" if state.phase == st.Phase.ANSWER else ""


# ---- trick


def _question(before: View, after: View) -> list[str]:
    """The answer at the door, and the claim."""
    then, now = before.state, after.state
    lines = []
    if then.phase == st.Phase.ANSWER and then.force_die and not _newly_used(before, after):
        lines.append(f"{_owner(before)} rolled to pay half the die")
    if now.true_roll and not then.true_roll:
        die = f": {now.true_roll}" if now.true_roll != st.UNKNOWN else ""
        lines.append(f"{_owner(after)} chose truco (trick); {_mover(after)} rolled in secret{die}")
    if now.claim and not then.claim:
        lines.append(f"{_mover(after)} announced {now.claim}, worth {amount(int(after.pack.candy[now.claim]))}")
    return lines


def _advice(before: View, after: View) -> list[str]:
    """A consultation: the third, his price, his advice."""
    then, now = before.state, after.state
    lines = []
    if now.third >= 0 > then.third:
        lines.append(f"{_owner(after)} consulted {after.names[now.third]}")
    if now.third >= 0 and then.phase <= st.Phase.DEMAND < now.phase:
        lines.append(f"{after.names[now.third]} asked for {PRICES[min(now.demand, st.CARD_PRICE)]}")
    if then.phase == st.Phase.ACCEPT:
        lines.append(f"{_owner(before)} {'refused' if now.third < 0 else 'accepted'} the price")
    if then.true_roll == st.UNKNOWN and now.true_roll > 0 and now.phase == st.Phase.ADVICE:
        lines.append(f"{after.names[now.third]} looked: the die shows {now.true_roll}")
    if now.advice and not then.advice:
        says = "true" if now.advice == st.Advice.TRUE else "false"
        lines.append(f"{after.names[now.third]} said that the claim is {says}")
    return lines


def _verdict(before: View, after: View) -> list[str]:
    """Whether the owner believes, and who lied."""
    then, now = before.state, after.state
    if now.phase not in VERDICTS or then.phase in VERDICTS:
        return []
    believed = now.phase == st.Phase.BELIEVED
    lines = [f"{_owner(after)} {'believed' if believed else 'did not believe'} {_mover(after)}"]
    if not believed or now.third >= 0:
        honest = now.claim == now.true_roll
        lines.append(f"the die is shown: {now.true_roll}; {_mover(after)} {'told the truth' if honest else 'lied'}")
        if now.third >= 0:
            helped = honest == (now.advice == st.Advice.TRUE)
            lines.append(f"{after.names[now.third]} {'told the truth' if helped else 'lied'} about it")
    return lines


def _records(before: View, after: View) -> list[str]:
    """Checked claims and advice that the public record shows and `_verdict` has not told."""
    then, now = before.state, after.state
    lines: list[str] = []
    if then.phase in VERDICTS:
        return lines
    for seat in after.seats:
        if now.n_checked[seat] > then.n_checked[seat]:
            lied = now.n_lies[seat] > then.n_lies[seat]
            lines.append(f"{after.owners[seat]} claim was {'a lie' if lied else 'true'}")
        if now.n_advice[seat] > then.n_advice[seat]:
            lied = now.n_false[seat] > then.n_false[seat]
            lines.append(f"{after.owners[seat]} answer was {'a lie' if lied else 'true'}")
    return lines


# ---- treat


def _treats(before: View, after: View) -> list[str]:
    """Treat cards drawn, and whether their conditions are met."""
    then, now = before.state, after.state
    lines = []
    if then.treat_card[0] < 0 <= now.treat_card[0]:
        lines.append(f"{_owner(after)} chose trato (treat)")
        if now.treat_n > then.treat_n:
            lines.append("the treat cards were shuffled again")
    for role, seat in enumerate((now.mover, now.owner)):
        if now.treat_card[role] < 0:
            continue
        words = treat_text(after.pack, now.treat_card[role], role)
        if then.treat_card[role] < 0:
            lines.append(f"{after.names[seat]} drew a treat card: {words}")
        if then.treat_apply[role] < 0 <= now.treat_apply[role]:
            got = f"got the bonus {words.rpartition(' ')[2]}" if now.treat_apply[role] else "got no bonus"
            lines.append(f"{after.names[seat]} {got}")
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
            what = "is" if new & (new - 1) == 0 else "is one of"
            lines.append(f"you know now: {after.owners[seat]} child {what} {children_of(new)}")
    for seat in after.seats:
        old, new = before.state.know[seat][viewer], after.state.know[seat][viewer]
        if seat != viewer and new != old and new & (new - 1) == 0:
            lines.append(f"{after.names[seat]} has seen your child card")
    return lines


# ---- drawing


def _drawn(before: View, after: View) -> list[str]:
    """Cards drawn, looked at, kept, returned, given away."""
    then, now, who = before.state, after.state, _mover(after)
    gone = then.deck_n - now.deck_n
    lines = []
    new = [card for card in hand(after, now.mover)[0] if then.card_at[card] != now.mover]
    if then.phase == st.Phase.DRAW and then.draws and not now.draws and not gone:
        lines.append(f"{who} did not draw")
    if now.phase == st.Phase.KEEP and gone == 2:
        pair = [card_text(after.pack, card) for card in range(st.CARDS) if now.card_at[card] == st.Place.PAIR]
        lines.append(f"{who} looked at {' and '.join(pair) if len(pair) == 2 else 'two cards'}")
    elif gone > 0 and not _instant(before, after):
        lines.append(f"{who} drew {card_text(after.pack, new[0]) if len(new) == 1 else _some(gone)}")
    if then.phase == st.Phase.KEEP and now.phase != st.Phase.KEEP:
        back = known(now.deck[0])
        kept = card_text(after.pack, new[0]) if new else "one"
        keeps = "" if _instant(before, after) else f"kept {kept} and "
        lines.append(f"{who} {keeps}put {'the other' if back == '?' else f'card {back}'} under the deck")
    if now.amount and not then.amount:
        lines.append(f"{who} rolled: {amount(now.amount)} for a neighbour")
    if then.phase == st.Phase.FEE:
        given = [card for card in hand(after, then.third)[0] if then.card_at[card] == then.owner]
        sure = given and after.seat in (None, then.owner, then.third)
        known_before = [card for card in hand(after, then.third)[0] if then.card_at[card] != then.third]
        shown = given if sure else known_before if after.seat == then.third else []
        what = card_text(after.pack, shown[0]) if shown else "an action card"
        lines.append(f"{_owner(before)} gave {before.names[then.third]} {what}")
    return lines


def _some(count: int) -> str:
    return "an action card" if count == 1 else f"{count} action cards"


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
            holders = [after.owners[seat] for seat in after.seats if now.secret[seat] == child]
            whose = f"it was {holders[0]} child" if holders else "it was nobody's child"
            lines.append(f"{st.CHILD_NAMES[child]}'s costume is torn, and the child goes home: {whose}")
    return lines


def _attack(before: View, after: View) -> list[str]:
    then, now = before.state, after.state
    lines = []
    if then.phase == st.Phase.TEAR and now.target < 0:
        lines.append(f"{_mover(after)} left all costumes alone")
    if now.target >= 0 > then.target:
        lines.append(f"{_mover(after)} attacked the costume of {st.CHILD_NAMES[now.target]}: stake 1 candy")
    for seat in after.seats:
        if now.defend[seat] and not then.defend[seat]:
            defends = now.defend[seat] == st.Stand.DEFENDS
            words = f"defended: stake {amount(now.stake[seat])}" if defends else "stood aside"
            lines.append(f"{after.names[seat]} {words}")
    if then.phase == st.Phase.INSIST and now.phase != st.Phase.INSIST:
        lines.append(f"{_mover(after)} {'insisted' if now.phase == st.Phase.BID else 'withdrew'}")
    if now.phase == st.Phase.OPEN_BIDS != then.phase:
        bids = ", ".join(f"{after.names[seat]} {now.bid[seat]}" for seat in after.seats if now.bid[seat] >= 0)
        lines.append(f"the bids are opened: {bids}")
    else:
        for seat in after.seats:
            if then.bid[seat] == -1 != now.bid[seat]:
                secret = now.bid[seat] == st.UNKNOWN
                lines.append(f"{after.names[seat]} bid {'in secret' if secret else now.bid[seat]}")
    if then.phase == st.Phase.OPEN_BIDS and now.phase == st.Phase.CLEAR_TABLE:
        best = max(now.bid[seat] for seat in after.seats if seat != now.mover)
        lines.append("the bids are equal: nobody pays them" if best == now.bid[now.mover] else _saved(after, best))
    return lines


def _saved(view: View, best: int) -> str:
    state = view.state
    winners = [view.names[seat] for seat in view.seats if seat != state.mover and state.bid[seat] == best]
    return f"{st.CHILD_NAMES[state.target]} is saved by {' and '.join(winners)}"


# ---- candies, turns, the end


def _payments(before: View, after: View, noted: Sequence[Event]) -> list[str]:
    """Each payment: payer, payee, candies and reason. Stakes count when they go to the pot."""
    then = before.state
    changes = dict.fromkeys(["the pot", *(after.names[seat] for seat in after.seats)], 0)
    for event in noted:
        given: Any = event.fields
        if event.kind in ("paid", "stake-lost"):
            payer, payee = given.get("payer", given.get("seat")), given.get("payee", st.POT)
            for seat, sign in ((payer, -1), (payee, 1)):
                changes["the pot" if seat == st.POT else after.names[seat]] += sign * given["candies"]
    payers, payees = ([who for who in changes if sign * changes[who] > 0] for sign in (-1, 1))
    if not payers:
        nothing = then.phase in SETTLED[:4] and _same_turn(before, after)
        return ["nobody paid"] * nothing
    reason = _reason(before) if _same_turn(before, after) else ""
    if payers == ["the pot"]:
        return [f"{who} took {amount(changes[who])} from the pot" for who in payees]
    if len(payers) == len(payees) == 1:
        goal = "to the pot" if payees == ["the pot"] else f"to {payees[0]}"
        return [f"{payers[0]} paid {amount(-changes[payers[0]])} {goal}{reason}"]
    paid = ", ".join(f"{who} paid {amount(-changes[who])}" for who in payers)
    return [f"{paid}{reason}: {', '.join(f'{who} got {changes[who]}' for who in payees)}"]


def _reason(before: View) -> str:
    state = before.state
    lied = state.true_roll != state.claim
    doubt = "for the lie, by the difference of two dice" if lied else "for the doubt, by a new die"
    words = {
        st.Phase.BELIEVED: "for the claim",
        st.Phase.DISBELIEVED: doubt,
        st.Phase.DUEL: "by the difference of the totals",
        st.Phase.TREAT: "for the condition",
        st.Phase.DEFEND: "as nobody defends",
        st.Phase.TEAR: "as nobody defends",
        st.Phase.OPEN_BIDS: "for the highest bid",
        st.Phase.CLEAR_TABLE: "of stakes",
    }
    return f" {words[st.Phase(state.phase)]}" if st.Phase(state.phase) in words else ""


def _out(before: View, after: View) -> list[str]:
    """Players who have run out of candies."""
    seats = _newly_out(before, after)
    lines = [
        f"{after.names[seat]} lost the last candy and went out; {after.owners[seat]} houses are grey now"
        for seat in seats
    ]
    cards = [card + 1 for card in _newly_used(before, after) if after.pack.action_op[card] < st.Op.LOSE]
    if seats and cards:
        lines.append(f"discarded: cards {' '.join(map(str, cards))}")
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
        lines.append(f"lap {now.round_no + 1} of {int(after.pack.rounds)} begins with {after.names[now.starter]}")
    if not now.alive[now.mover]:
        return [*lines, f"no turn for {_mover(after)}: out"]
    grounded = ", grounded: no child may be moved" if now.no_move else ""
    return [*lines, f"it is {after.owners[now.mover]} turn{grounded}"]


def _game_over(view: View) -> list[str]:
    """Points with their reasons, and the winners."""
    state, lines = view.state, []
    for seat in view.seats:
        if not state.alive[seat]:
            lines.append(f"{view.names[seat]}: {state.scores[seat]} points (out)")
            continue
        bonus = state.scores[seat] - state.candies[seat] - 2 * state.torn[seat]
        parts = [amount(state.candies[seat]), *[f"{2 * state.torn[seat]} for costumes"] * bool(state.torn[seat])]
        parts.append(f"own child {'on the street' if bonus > 0 else 'torn'} {bonus:+d}")
        lines.append(f"{view.names[seat]}: {state.scores[seat]} points ({', '.join(parts)})")
    best = max(state.utility[seat] for seat in view.seats)
    winners = " and ".join(view.names[seat] for seat in view.seats if state.utility[seat] == best)
    return [*lines, f"the game is over; won by {winners}"]
