"""What Misty's cards and actions do, in words."""

from __future__ import annotations

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.catalogue import Telling
from medianoche.envs.core.show.events import Note
from medianoche.envs.core.show.moments import Watched
from medianoche.envs.core.show.view import View
from medianoche.envs.misty.pack import DIRECTIONS, Worth
from medianoche.envs.misty.state import KINDS, SIDE, Kind
from medianoche.envs.misty.words import tell
from medianoche.envs.misty.words.text import BASE, WORDS, hand_size


def glossary(view: View) -> dict[str, str]:
    """An explanation of each kind, drawing and rule, by its name."""
    tables, copies = view.tables, view.tables.copies
    points = {worth: getattr(tables.scoring, worth.name.lower()).value for worth in Worth}
    pairs = "overlapping: three in a row make two" if not view.state.smile_mode else "a smile is in one pair only"
    kinds = {
        "still": f"never moves; worth {points[Worth.STILL]}",
        "flower": f"worth {points[Worth.FLOWER]}, unless a monster eats it or a card covers it",
        "smile": f"worth {points[Worth.SMILE]}, and {points[Worth.PAIR]} for each pair side by side ({pairs})",
        "monster": f"worth {points[Worth.MONSTER]}; once all arrows have moved it eats a flower that is not covered "
        "and goes there, unless it is itself covered",
    }
    for direction in DIRECTIONS:
        kinds[f"arrow {direction}"] = (
            f"when activated, moves one place {direction}: covers what is there, or leaves the window; worth "
            f"{points[Worth.ARROW]} if alone at the end; must be activated unless covered before"
        )
    found = {name: f"{words}; {copies[kind]} in the deck" for kind, (name, words) in enumerate(kinds.items())}
    for card in tables.card:
        found.setdefault(card.name, f"a drawing of {WORDS[card.kind_id]}: {kinds[WORDS[card.kind_id]]}")
    return found | {
        "stack": "two or more cards on one place: worth nothing; what is covered does nothing any more",
        "empty place": "worth nothing",
        "window": f"{view.state.hand_size * view.state.n_deals} cards within the allowed frame, each next to another",
        "hand": "cards to pick one of; the rest is passed on",
        "pick": "choose a card of the hand in secret; all picks are revealed together",
        "place": "lay the revealed card next to a card of the window, diagonally too; it stays until activation",
        "activate": "move an arrow; you are asked only where the order matters",
    }


def effect(view: View, action: int) -> list[str]:
    """What an action does, for the seat that is asked."""
    state, seat = view.state, view.state.to_move
    if action < BASE.place:
        return [glossary(view)[WORDS[action]]]
    if action < BASE.activate:
        card = WORDS[state.pick[seat]] if seat >= 0 and 0 <= state.pick[seat] < KINDS else "the card"
        return [f"{card} is laid there; {hand_size(state)} cards of the hand are passed on"]
    row, col = divmod(action - BASE.activate, SIDE)
    if seat < 0 or not Kind.ARROW_N <= state.win[seat][row][col] < KINDS:
        return []
    return [passage(view, seat, action - BASE.activate)]


def passage(view: View, seat: int, cell: int) -> str:
    """What the arrow on `cell` does if it is activated."""
    from medianoche.envs.misty.kernels.activation import activate

    record = Watched(view.game.copy(view.record))
    uncompiled(activate)(record, seat, cell)
    kind, values, _ = record.notes[0]
    return Telling(view, tell, Note(kind, values, 0).known(None) or {}, kind).event("passage")
