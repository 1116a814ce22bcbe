"""An audit of leaks: pairs of positions that a seat cannot tell apart, and everything that differs between them.

The second position of a pair is dealt anew from what the seat knows (`determinize`). Whatever the seat is given has to
be the same for both: observation, mask, words, picture, events, account, the saved position, the message to a program,
and what a search samples. A spectator's pair is dealt anew for each player in turn.

A deal can come out as it was: in a late position, or by chance, nothing else is possible. Such a pair shows no leak. So
it is dealt anew up to DRAWS times; if it still is the same position, it is counted as "dealt alike".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, get_args

from medianoche.agents import messages
from medianoche.envs.core.contract import positions
from medianoche.envs.core.contract.hidden import resample
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.match import Match
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.envs.core.show.events import PUBLIC

SEAT_SEED = 2**32
DRAWS = 8
"""How often a position is dealt anew until it is another one."""
QUOTED = 60
"""Characters of a value that a finding quotes."""
Shown = dict[str, Any]
"""What a seat is given, by the place where it is given."""


@dataclass
class Leaks:
    """What an audit has seen.

    Attributes:
        pairs: how many pairs were compared.
        alike: how many of them were the same position twice, but for future chance.
        compared: how many pairs each place was compared in.
        differ: in how many of them it differed.
        first: the first difference of each place, in words.
    """

    pairs: int = 0
    alike: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    differ: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)

    def compare(self, where: str, one: Shown, other: Shown) -> None:
        """Count a pair; `where` says which one it is."""
        self.pairs += 1
        for place in one.keys() | other.keys():
            self.compared[place] += 1
            first = one.get(place)
            second = other.get(place)
            if first != second:
                self.differ[place] += 1
                self.first.setdefault(place, f"{where}: {difference(first, second)}")

    def lines(self) -> Iterator[tuple[str, int, int, str]]:
        """(place, pairs, pairs that differ, the first difference), in alphabetical order."""
        for place in sorted(self.compared):
            yield place, self.compared[place], self.differ[place], self.first.get(place, "")


def difference(first: Any, second: Any) -> str:
    """The first part in which two values differ, in words."""
    if isinstance(first, list | tuple) and isinstance(second, list | tuple) and len(first) == len(second):
        place = next(number for number, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
        return f"number {place}: {str(first[place])[:QUOTED]} and {str(second[place])[:QUOTED]}"
    if isinstance(first, bytes) and isinstance(second, bytes):
        return (
            difference(list(first), list(second)).replace("number", "byte") if len(first) == len(second) else "lengths"
        )
    one = str(first)
    other = str(second)
    place = next((number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    begin = max(0, place - QUOTED // 3)
    return f"{one[begin : begin + QUOTED]!r} and {other[begin : begin + QUOTED]!r}"


def audit(game: Game, pairs: int, num_players: int | None = None, seed: int = 0, **options: Any) -> Leaks:
    """Compare so many pairs, from all parts of random games; seats and spectator take turns.

    Raises:
        GameError, OptionError: an argument is not accepted.
    """
    count = game.content.check_players(num_players)
    leaks = Leaks()
    viewers = [*range(count), PUBLIC]
    for number, state in enumerate(positions(game, count, seed, pairs, **options)):
        seat = viewers[number % len(viewers)]
        other = dealt_anew(game, state, seat, SEAT_SEED + number)
        leaks.alike += same_deal(game, state, other)
        lang = tuple(LANGUAGES)[number // len(viewers) % len(LANGUAGES)]
        who = "the spectator" if seat == PUBLIC else f"seat {seat}"
        one = what_is_shown(game, state, seat, lang, number)
        leaks.compare(f"pair {number}, {who}", one, what_is_shown(game, other, seat, lang, number))
        for place, values in told(game, state, other, seat, lang).items():
            leaks.compared[place] += 1
            if values[0] != values[1]:
                leaks.differ[place] += 1
                leaks.first.setdefault(place, f"pair {number}, {who}: {difference(*values)}")
    return leaks


def dealt_anew(game: Game, state: Any, seat: int, seed: int) -> Any:
    """A position that `seat` cannot tell from `state`; another one, if DRAWS deals find one."""
    for draw in range(DRAWS):
        other = game.copy(state)
        resample(game, other, seat, seed + draw * SEAT_SEED)
        if not same_deal(game, state, other):
            break
    return other


def same_deal(game: Game, state: Any, other: Any) -> bool:
    """Whether two positions are the same but for future chance."""
    twin = game.copy(other)
    twin.rng = state.rng
    return bool(twin.tobytes() == state.tobytes())


def what_is_shown(game: Game, state: Any, seat: int, lang: str, seed: int) -> Shown:
    """Everything that `seat` is given of a position, by place."""
    shown: Shown = {"words": game.render(state, seat, lang), "picture": str(game.draw(state, seat, lang=lang))}
    view = game.view(state, seat, lang)
    shown["fields"] = {name: str(value) for name, value in view.fields.items()}
    shown["serialised view"] = view.record.tobytes()
    if seat == PUBLIC:
        return shown
    declaration = game.declaration
    shown["observation"] = game.observe(state, seat).tolist()
    shown["info"] = game.info(state if declaration.public_info else game.known(state, seat), seat)
    known = Match.from_state(game, state).known(seat)
    shown["saved game of a seat"] = [known.states[-1].tobytes(), list(known.actions), list(known.legal_actions)]
    again = game.copy(state)
    game.determinize(again, seat, seed)
    shown["sample of a search"] = again.tobytes()
    if seat == int(state.to_move):
        legal = game.legal_actions(state).tolist()
        shown["mask"] = legal
        shown["words of actions"] = [game.describe(state, action, lang) for action in legal]
        turn = Match.from_state(game, state).turn(seed)
        wants = list(get_args(messages.Part))
        shown["exec: message"] = messages.decision(turn, 0, view, [], wants, id=0, game=0, match=0)
    return shown


def told(game: Game, state: Any, other: Any, seat: int, lang: str) -> dict[str, tuple[Any, Any]]:
    """What the seat learns of the same step from both positions, if the step looks the same to it on the way."""
    action = int(game.legal_actions(state)[0])
    other = game.copy(other)
    other.rng = state.rng  # else chance would make most of the steps look different
    if action not in game.legal_actions(other):
        return {}
    steps = [game.show.moments(position, action, game.declaration.revealing_phases) for position in (state, other)]
    seen = [[game.view(position, seat).record.tobytes() for position in moments] for moments in steps]
    if seen[0] != seen[1]:
        return {}
    one, two = ([event.json() for event in moments.events(seat, lang)] for moments in steps)
    account, other_account = (game.account(moments, seat, lang) for moments in steps)
    return {"events": (one, two), "account": (account, other_account)}
