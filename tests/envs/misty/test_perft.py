"""Perft: how many sequences of choices there are from fixed deals, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.misty.test_perft`, in the root
of the repository, counts them again. A deal is chance, so a sequence that reaches one is counted there and
ends, as at the end of the match. Positions are written in the letters of drawings; `counts` holds [sequences,
distinct positions] after 1, 2, ... choices.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from medianoche.envs import game
from tests.envs import perft
from tests.envs.misty.reference import ACT, LETTERS, PICK, STANDARD_PTS, Match, Window

HERE = Path(__file__).parent
POSITIONS: dict[str, dict[str, Any]] = perft.read(HERE)
STANDARD_DECK = (8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0)
CHANCE = ("deck", "hand", "pick", "cell", "to_move")
"""What differs, after a deal, with the cards that were dealt."""


def fields(position: dict[str, Any]) -> dict[str, Any]:
    """The state's fields of a position; cards that are neither in a hand nor in a window are in the deck."""
    seats = range(position["num_players"])
    phase = position.get("phase", PICK)
    hands = [[hand.count(letter) for letter in LETTERS] for hand in position.get("hands", [""] * len(seats))]
    windows = [Window.drawn(drawing) for drawing in position.get("windows", [""] * len(seats))]
    codes = [window.codes() for window in windows]
    laid = [code for window in codes for row in window for code in row]
    dealt = [sum(hand[kind] for hand in hands) + laid.count(kind) for kind in range(12)]
    deck = [copies - used for copies, used in zip(STANDARD_DECK, dealt, strict=True)]
    assert min(deck) >= 0, position
    written = {name: value for name, value in position.items() if name in ("round_no", "step")}
    per_seat = {name: position.get(name, [0] * len(seats)) for name in ("scores", "points_total", "last_points")}
    return {
        "phase": phase, "to_move": 0, "deal": position.get("deal", 2 if phase == ACT else 0), "deck": deck,
        "hand": hands, "pick": [-1 for _ in seats], "cell": [-1 for _ in seats], "win": codes,
        "bh": [window.box[2] for window in windows], "bw": [window.box[3] for window in windows], **per_seat, **written,
    }  # fmt: skip


def reference_match(position: dict[str, Any]) -> Match:
    """The position in the reference, at its first choice."""
    options = position.get("options", {})
    intro = options.get("variant") == "introductory"
    nothing = [0] * position["num_players"]
    rest = {
        "num_players": position["num_players"], "hand_size": 3 if intro else 6, "n_deals": 3 if intro else 2,
        "frame_h": (3, 3) if intro else (3, 4), "frame_w": (3, 3) if intro else (4, 3),
        "rounds_to_win": options.get("rounds_to_win", 2), "round_no": 0, "step": 0,
        **dict.fromkeys(("activation", "smile_mode"), 0),
        **dict.fromkeys(("gone", "act_done", "round_points"), nothing),
    }  # fmt: skip
    match = Match(rest | fields(position), STANDARD_DECK, STANDARD_PTS)
    match.settle()
    match.play_forced()
    return match


def key(values: dict[str, Any], dealt: bool) -> str:
    """What makes a position distinct: every field the rules speak of, but for what is chance."""
    return repr([(name, value) for name, value in values.items() if not (dealt and name in CHANCE)])


def children(parent: Match) -> Iterator[Match]:
    """The positions after each legal action; none after a deal."""
    for action in [] if parent.waiting else parent.legal():
        child = parent.copy()
        child.apply(action)
        child.play_forced()
        yield child


def count(position: dict[str, Any]) -> list[list[int]]:
    """The counts by the reference."""
    start = reference_match(position)
    return perft.count_merged(start, position["depth"], children, lambda match: key(match.fields(), match.waiting))


def real_counts(state: Any, names: list[str], depth: int) -> list[list[int]]:
    """The counts by the game."""

    def dealt(child: Any) -> bool:
        return bool(child.phase < ACT and (child.round_no, child.deal) != (state.round_no, state.deal))

    def key_of(child: Any) -> str:
        return key({name: child[name].tolist() for name in names}, dealt(child))

    return perft.count_all(game("misty"), state, depth, key_of, dealt)


@perft.counted(POSITIONS)
def test_real_game_has_as_many_sequences_and_positions(name: str, depth: int) -> None:
    position = POSITIONS[name]
    misty = game("misty")
    state = misty.position(position["num_players"], **position.get("options", {}), **fields(position))
    misty.rules.advance(state)
    names = list(reference_match(position).fields())
    assert real_counts(state, names, depth) == position["counts"][:depth]


def test_perft_file_is_what_the_reference_counts() -> None:
    for name in ("start, introductory", "end of a round", "activation"):
        assert count(POSITIONS[name]) == POSITIONS[name]["counts"]


if __name__ == "__main__":
    perft.write(HERE, POSITIONS, count)
