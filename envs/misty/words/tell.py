"""What happened between two positions of Misty, in words, as one seat may know it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.misty.state import CODE_SIDE, CODES, MOVED, SIDE, STACK, UNKNOWN, Kind, Phase
from medianoche.envs.misty.words.text import WORDS, counted, place_of

Window = list[list[int]]
PLURALS = {"flower": "flowers", "smile": "smiles", "monster": "monsters", "arrow": "arrows", "still": "other cards"}


def news(before: View, after: View) -> list[str]:
    """What happened from `before` to `after`, one event a line."""
    then, now = before.state, after.state
    same_round = then.round_no == now.round_no
    lines = []
    if same_round:
        lines += _choices(before, after)
        if then.phase == Phase.PLACE and now.phase != Phase.PLACE:
            lines += _laid(before, after)
        if now.phase in (Phase.ACT, Phase.END):
            lines += _activated(before, after)
    lines += _results(before, after)
    return lines + _dealt(before, after)


def _choices(before: View, after: View) -> list[str]:
    """Cards picked and places chosen in secret; then the picks, face up."""
    then, now = before.state, after.state
    lines = []
    for seat in after.seats:
        if now.phase == Phase.PICK and then.pick[seat] < 0 <= now.pick[seat]:
            card = "a card" if now.pick[seat] == UNKNOWN else WORDS[now.pick[seat]]
            lines.append(f"{after.names[seat]} picked {card}")
        if now.phase == Phase.PLACE and then.cell[seat] < 0 <= now.cell[seat]:
            where = "a place" if now.cell[seat] == UNKNOWN else place_of(now.cell[seat])
            lines.append(f"{after.names[seat]} chose {where}")
    if then.phase == Phase.PICK and now.phase == Phase.PLACE:
        picks = ", ".join(f"{after.names[seat]} {WORDS[now.pick[seat]]}" for seat in after.seats)
        lines.insert(0, f"all picks are revealed: {picks}")
    return lines


def _laid(before: View, after: View) -> list[str]:
    """The place of each player's card."""
    lines = []
    for seat in after.seats:
        kind, window = before.state.pick[seat], before.state.win[seat]
        spots = (spot for code in range(CODES) if (spot := _lay(window, kind, code, after.state.win[seat])))
        where = next(spots, "its window")
        lines.append(f"{after.names[seat]} placed {WORDS[kind]} at {where}" if kind >= 0 else "")
    return [line for line in lines if line]


def _lay(window: Window, kind: int, code: int, goal: Window) -> str:
    """The place, in the new box, of a card laid at a placement code, if that turns `window` into `goal`; else empty."""
    row, col = divmod(code, CODE_SIDE)
    down, right = int(row == 0), int(col == 0)
    row, col = row - 1 + down, col - 1 + right
    laid = [[-1] * SIDE for _ in range(SIDE)]
    for r in range(SIDE - down):
        for c in range(SIDE - right):
            laid[r + down][c + right] = window[r][c]
    if row >= SIDE or col >= SIDE or laid[row][col] >= 0:
        return ""
    laid[row][col] = kind
    return f"row {row}, column {col}" if laid == goal else ""


# ---- activation


def _activated(before: View, after: View) -> list[str]:
    """Arrows that moved, flowers eaten, and finished windows with their points."""
    lines = []
    for seat in after.seats:
        if before.state.phase == Phase.ACT and before.state.win[seat] != after.state.win[seat]:
            lines += _moves(before, after, seat)
        if after.state.act_done[seat] and not before.state.act_done[seat]:
            points = after.state.round_points[seat]
            why = "activated as well as can be" if after.state.activation else reasons(after, seat)
            lines.append(f"{after.owners[seat]} window is worth {points} points: {why}")
    return lines


def _moves(before: View, after: View, seat: int) -> list[str]:
    """The moves in a seat's window: the activated arrow in conflict, if any, then free arrows, then monsters."""
    from medianoche.envs.misty.kernels.activation import conflict_arrows, feed_monsters, pending_arrows

    goal = after.state.win[seat]
    conflicts = int(conflict_arrows(before.record, seat))
    for first in [None, *(cell for cell in range(SIDE * SIDE) if conflicts >> cell & 1)]:
        record = before.game.copy(before.record)
        lines = [_activate(after, record, seat, first)] if first is not None else []
        while free := int(pending_arrows(record, seat)) & ~int(conflict_arrows(record, seat)):
            lines += [_activate(after, record, seat, cell) for cell in range(SIDE * SIDE) if free >> cell & 1]
        if record.win[seat].tolist() == goal:
            return lines
        gone = int(record.gone[seat])
        feed_monsters(record, seat)
        if record.win[seat].tolist() == goal:
            eaten = int(record.gone[seat]) - gone
            return [*lines, f"{after.owners[seat]} monsters ate {eaten} flower{'s' * (eaten > 1)}"]
    return [f"cards moved in {after.owners[seat]} window"]


def _activate(view: View, record: Any, seat: int, cell: int) -> str:
    """Activate an arrow in `record` and describe the move."""
    from medianoche.envs.misty.kernels.activation import activate

    words = f"{view.owners[seat]} {passage(record, seat, cell)}"
    activate(record, seat, cell)
    return words


def passage(record: Any, seat: int, cell: int) -> str:
    """The cell that an arrow moves to, and the card that it covers."""
    from medianoche.envs.misty.kernels.activation import target_of

    row, col = divmod(cell, SIDE)
    kind = int(record.win[seat, row, col])
    target = int(target_of(cell, kind, int(record.bh[seat]), int(record.bw[seat])))
    start = f"{WORDS[kind]} at row {row}, column {col}"
    if target < 0:
        return f"{start} leaves the window"
    there = int(record.win[seat, target // SIDE, target % SIDE])
    goal = f"{start} moves to row {target // SIDE}, column {target % SIDE}"
    if there < 0:
        return goal
    return f"{goal}, onto the {'stack' if there >= STACK else WORDS[there % MOVED]}"


def reasons(view: View, seat: int) -> str:
    """The points of a finished window, kind by kind."""
    state, scoring = view.state, view.tables.scoring
    alone = [[code % MOVED if 0 <= code < STACK else -1 for code in row] for row in state.win[seat]]
    names = [WORDS[min(kind, Kind.ARROW_N)].split()[0] for row in alone for kind in row if kind >= 0]
    parts, counts = [], Counter(names)
    for name, plural in PLURALS.items():
        if count := counts[name]:
            parts.append(f"{count} {plural if count > 1 else name} {count * getattr(scoring, name).value}")
        pairs = sum(_pairs(row, state.smile_mode) for row in alone) if name == "smile" else 0
        if pairs:
            parts.append(f"{pairs} pair{'s' * (pairs > 1)} of smiles {pairs * scoring.pair.value}")
    return ", ".join(parts) or "nothing is left"


def _pairs(kinds: list[int], disjoint: int) -> int:
    """Pairs of neighbouring smiles in a row (R29)."""
    runs = "".join("O" if kind == Kind.SMILE else " " for kind in kinds).split()
    return sum(len(run) // 2 if disjoint else len(run) - 1 for run in runs)


# ---- rounds and deals


def _results(before: View, after: View) -> list[str]:
    """The end of a round, and of the match."""
    then, now = before.state, after.state
    if now.round_no == then.round_no and now.done == then.done:
        return []
    points = ", ".join(f"{after.names[seat]} {now.last_points[seat]} points" for seat in after.seats)
    winners = " and ".join(after.names[seat] for seat in after.seats if now.scores[seat] > then.scores[seat])
    lines = [f"round {now.round_no + bool(now.done)} is over: {points}; won by {winners}"]
    if now.done:
        best = " and ".join(after.names[seat] for seat in after.seats if now.scores[seat] >= now.rounds_to_win)
        lines.append(f"the match is over; won by {best}")
    return lines


def _dealt(before: View, after: View) -> list[str]:
    """New hands, passed on or dealt."""
    then, now = before.state, after.state
    if now.phase != Phase.PICK or (then.round_no, then.deal, then.step) == (now.round_no, now.deal, now.step):
        return []
    if (then.round_no, then.deal) == (now.round_no, now.deal):
        lines = [f"hands went to the {'right' if now.deal & 1 else 'left'}"]
    else:
        lines = [f"round {now.round_no + 1}, deal {now.deal + 1}: {now.hand_size} cards each"]
    for seat in after.seats:
        if after.seat in (None, seat):
            lines.append(f"{after.names[seat]} got {counted(now.hand[seat])}")
    return lines
