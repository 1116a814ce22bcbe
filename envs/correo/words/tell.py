"""Events of Correo de Medianoche in words, deduced from the differences between two concealed positions."""

from __future__ import annotations

from medianoche.envs.core.show.view import View
from medianoche.envs.correo.pack import QUADRANTS
from medianoche.envs.correo.state import ANIMALS, BASE, MARKET, NONE, PATCH_PIECE, ROUNDS, SHAPES, WILD_HOUSE, Phase
from medianoche.envs.correo.words.text import CARDS, DIRECTIONS, at, cards_of, face, objective_names, with_article

CELLS = [(row, col) for row in range(8) for col in range(8)]
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def news(before: View, after: View) -> list[str]:
    """What happened between two positions, one event a line."""
    then, now = before.state, after.state
    if now.turn == then.turn:
        return _in_a_turn(before, after) if then.to_move >= 0 else []
    if now.turn == then.turn + 1 and then.phase == Phase.RESOLVE and (now.done or now.phase == Phase.TAKE):
        return [*_turn_over(before, after), *_game_over(before, after)]
    lines = []
    for seat in after.seats:
        if now.scores[seat] != then.scores[seat]:
            parts = [f"messages {now.track[seat] - then.track[seat]}", f"combos {now.combo[seat] - then.combo[seat]}"]
            lines.append(f"{after.names[seat]}: {now.scores[seat]} points ({', '.join(parts)} more)")
    return [*lines, *_game_over(before, after)]


def _in_a_turn(before: View, after: View) -> list[str]:
    """The events of one action within a turn."""
    then, now, seat = before.state, after.state, before.state.to_move
    lines = []
    if then.phase == Phase.TAKE:
        lines += _taken(before, after, seat)
    if now.patch_used and not then.patch_used:
        lines += _patch(before, after, seat)
    elif now.spell_used and not then.spell_used:
        lines += _spell(before, after, seat)
    elif now.msgs > then.msgs:
        lines += _message(before, after, seat)
    elif then.phase in (Phase.PLACE, Phase.WILD):
        lines += _placed(before, after, seat)
    return lines + _covered(before, after, seat)


# ---- 1 a card and a tile


def _taken(before: View, after: View, seat: int) -> list[str]:
    """The card played, the tile taken, and the new tile in the market."""
    then, now, who = before.state, after.state, after.names[seat]
    if now.phase == Phase.TAKE:
        return []
    shown = [kind for kind in range(len(CARDS)) if now.up[seat][kind] > then.up[seat][kind]]
    hidden = [kind for kind in range(len(CARDS)) if now.down[seat][kind] > then.down[seat][kind]]
    card = f"card {CARDS[(shown or hidden)[0]]}" if shown or hidden else "a card"
    how = f"{who} played {card} face {'up' if shown else 'down'}"
    if now.taken == NONE:
        return [f"{how}, without a tile"]
    pile = after.pack.tile_pile[now.taken]
    return [f"{how} and took {SHAPES[pile]} {face(after.pack, now.taken)}", *_refilled(before, after)]


def _refilled(before: View, after: View) -> list[str]:
    """New tiles in the market, "nothing" for a slot that stays empty."""
    return [
        f"{SHAPES[pile]} {face(after.pack, after.state.market[pile][slot])} came to the market"
        for pile in range(len(SHAPES))
        for slot in range(MARKET[pile])
        if before.state.market[pile][slot] != after.state.market[pile][slot]
    ]


# ---- 2 placing it


def _placed(before: View, after: View, seat: int) -> list[str]:
    """The cells on which the tile was laid, and the animals that came to its houses."""
    then, now, who = before.state, after.state, after.names[seat]
    spots = [cell for cell in now.placed if cell != NONE]
    lines = []
    if then.phase == Phase.PLACE and spots:
        level = now.height[seat][spots[0] // 8][spots[0] % 8]
        lines.append(f"{who} laid {face(after.pack, now.taken)} on {' '.join(map(at, spots))}, level {level}")
    for index, cell in enumerate(spots):
        row, col = divmod(cell, 8)
        house, animal = now.house[seat][row][col], now.animal[seat][row][col]
        if animal and not then.animal[seat][row][col]:
            lines.append(f"{with_article(animal)} came to {'the wild house' * (house == WILD_HOUSE)} {at(cell)}")
        elif 0 < house < WILD_HOUSE and not animal and then.phase == Phase.PLACE:
            lines.append(f"no {ANIMALS[house - 1]} is left for space {index} at {at(cell)}")
    return [" ".join(line.split()) for line in lines]


def areas(view: View) -> list[str]:
    """Names of the areas that give tokens, in the order of the pack."""
    board = view.tables.board
    lines = [f"row {row}" for row in board.highlight_rows] + [f"column {col}" for col in board.highlight_cols]
    return [*(f"the {name} quadrant" for name in QUADRANTS), *lines]


def _covered(before: View, after: View, seat: int) -> list[str]:
    """Quadrants and highlighted lines covered anew, and the tokens for them (R18-R20)."""
    then, now, who = before.state, after.state, after.names[seat]
    if then.height == now.height:
        return []
    gains = {"spell": now.spell_gain - then.spell_gain, "patch": now.patch_gain - then.patch_gain}
    lines = []
    regions = after.pack.areas.tolist()
    for number, name in enumerate(areas(after)):
        cells = [(r, c) for r, c in CELLS if regions[number] >> (8 * r + c) & 1]
        old, new = (min(state.height[seat][r][c] for r, c in cells) for state in (then, now))
        token = "spell" if number < len(QUADRANTS) else "patch"
        if new > old:
            gets = f"{who} got a {token}" if gains[token] > 0 else f"no {token} is left"
            lines.append(f"{name} is covered up to level {new}: {gets}")
            gains[token] -= 1
    return lines


# ---- 3 messages, spells and patches


def _message(before: View, after: View, seat: int) -> list[str]:
    """The animal that walked, its way, and the points of each step."""
    then, now = before.state, after.state
    points = now.msg_points - then.msg_points
    for cell in CELLS:
        kind = then.animal[seat][cell[0]][cell[1]]
        if kind and not now.animal[seat][cell[0]][cell[1]]:
            walks = [(DIRECTIONS[k], walk) for k in range(4) if (walk := _walk(before, seat, cell, k))]
            for way, walk in walks:
                goal = walk[-1]
                steps = [then.height[seat][r][c] for r, c in (walk if then.count_dest else walk[:-1])]
                if sum(steps) == points:
                    route = f"{way} from {at(8 * cell[0] + cell[1])} to {at(8 * goal[0] + goal[1])}"
                    sum_of = f"{' + '.join(map(str, steps))} = " if len(steps) > 1 else ""
                    return [
                        f"message: {after.owners[seat]} {ANIMALS[kind - 1]} walked {route}: {sum_of}{points} points"
                    ]
    return [f"{after.names[seat]}: {points} points for messages"]


def _walk(view: View, seat: int, cell: tuple[int, int], direction: int) -> list[tuple[int, int]]:
    """Cells entered on the way to the first animal in a direction; empty if that animal is of another kind."""
    size, board = int(view.pack.board_size), view.state.animal[seat]
    walk, (row, col) = [], cell
    while True:
        row, col = row + STEPS[direction][0], col + STEPS[direction][1]
        if not (0 <= row < size and 0 <= col < size):
            return []
        walk.append((row, col))
        if board[row][col]:
            return walk if board[row][col] == board[cell[0]][cell[1]] else []


def _spell(before: View, after: View, seat: int) -> list[str]:
    """A spell: an animal became another or moved."""
    changes = [(r, c) for r, c in CELLS if before.state.animal[seat][r][c] != after.state.animal[seat][r][c]]
    old = {(r, c): kind for r, c in changes if (kind := before.state.animal[seat][r][c])}
    new = {(r, c): kind for r, c in changes if (kind := after.state.animal[seat][r][c])}
    if len(old) != 1 or len(new) != 1:
        return [f"{after.names[seat]} used a spell"]
    ((row, col), kind), (goal, other) = *old.items(), *new.items()
    start = at(8 * row + col)
    if (row, col) == goal:
        return [f"{after.names[seat]} used a spell: the {ANIMALS[kind - 1]} on {start} became {with_article(other)}"]
    where = at(8 * goal[0] + goal[1])
    return [f"{after.names[seat]} used a spell: the {ANIMALS[kind - 1]} on {start} moved to {where}"]


def _patch(before: View, after: View, seat: int) -> list[str]:
    """A patch used on the market or laid on the board."""
    then, now, who = before.state, after.state, after.names[seat]
    if now.patch_reserve > then.patch_reserve:  # it came back: the market was renewed
        slots = [(pile, slot) for pile in range(BASE.take_special // 2) for slot in range(MARKET[pile])]
        for pile, slot in slots:
            old, new = then.market[pile][slot], now.market[pile][slot]
            if old != new:
                tiles = f"{SHAPES[pile]} {face(after.pack, old)} went under its pile, {face(after.pack, new)} came"
                return [f"{who} renewed the market with a patch: {tiles}"]
        return [f"{who} renewed the market with a patch: a tile like the one before came"]
    for row, col in CELLS:
        if now.height[seat][row][col] > then.height[seat][row][col] and now.piece[seat][row][col] == PATCH_PIECE:
            animal = then.animal[seat][row][col]
            home = f"; the {ANIMALS[animal - 1]} there went home" if animal else ""
            where = f"{at(8 * row + col)}, level {now.height[seat][row][col]}"
            return [f"{who} laid a patch on {where}{home}"]
    return [f"{who} used a patch"]


# ---- 4 the end of a turn, and of the game


def _turn_over(before: View, after: View) -> list[str]:
    """The combo, the new card, the next round."""
    then, now, seat = before.state, after.state, before.state.to_move
    lines = []
    if now.combo[seat] > then.combo[seat]:
        factors = f"{then.msgs} messages x {then.msg_colours.bit_count()} kinds of animals"
        lines.append(f"{after.names[seat]} made a combo: {factors} = {now.combo[seat] - then.combo[seat]} points")
    if now.deck_n[seat] < then.deck_n[seat]:
        new = cards_of(after, seat, "hand")
        for card in cards_of(before, seat, "hand"):
            new.remove(card)
        lines.append(f"{after.names[seat]} drew {'a card' if new[0] == '?' else f'card {new[0]}'}")
    if now.turn % now.num_players == 0 and not now.done:
        lines.append(f"turn {now.turn // now.num_players + 1} of {ROUNDS} begins")
    return lines or [f"{after.names[seat]} ended the turn"]


def _game_over(before: View, after: View) -> list[str]:
    """Objectives, totals and winners."""
    now = after.state
    if not now.done or before.state.done:
        return []
    counts = {seat: after.game.objective_counts(after.record, seat) for seat in after.seats}  # type: ignore[attr-defined]
    lines = []
    for number, name in enumerate(objective_names(after)):
        seen = {seat: counts[seat][number] for seat in after.seats}
        places = {seat: sum(other > seen[seat] for other in seen.values()) for seat in after.seats}
        shares = [f"{after.names[p]} {seen[p]} houses, {15 - 5 * places[p]} points" for p in after.seats]
        lines.append(f"objective {name}: {'; '.join(shares)}")
    for seat in after.seats:
        parts = [f"messages {now.track[seat]}", f"combos {now.combo[seat]}", f"spells {now.spells[seat]}"]
        parts += [f"patches {now.patches[seat]}"]
        parts += [f"objectives {now.objective_points[seat]}"] if now.advanced else []
        lines.append(f"{after.names[seat]}: {now.scores[seat]} points ({', '.join(parts)})")
    if len(after.seats) > 1:
        best = max(now.utility[seat] for seat in after.seats)
        winners = " and ".join(after.names[seat] for seat in after.seats if now.utility[seat] == best)
        return [*lines, f"the game is over; won by {winners}"]
    return [*lines, f"the game is over; the par is {int(after.pack.solo_par)}"]
