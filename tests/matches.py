"""Matches at other positions than those that were played."""


def at(match, state):
    """A copy of a match with its past, whose present position is `state`."""
    copy = match.copy(past=True)
    size = len(state.tobytes())
    place = (len(copy.states) - 1) * size
    copy._memory[place : place + size] = state.tobytes()
    copy._look()
    return copy


def dealt_again(match, seat, seed):
    """A copy of a match in which what a seat does not know of the present position is dealt again."""
    state = match.game.copy(match.state)
    match.game.determinize(state, seat, seed)
    return at(match, state)


def show(table, match):
    """Let a game on the page be this match, of which nothing was made yet."""
    table.match = match
    table._made.clear()
    table._now.clear()
