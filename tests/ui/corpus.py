"""What the page shows of many positions, as hashes: `python -m tests.ui.corpus GAME POSITIONS`.

Two processes, with NumPy and with its stand-in, have to print the same. Every position is asked for in both languages:
the picture for four viewers in two sizes, actions, events and texts, and whole frames of a session.
"""

import hashlib
import json
import random
import sys

from medianoche import envs
from medianoche.envs.core.play.match import Match
from medianoche.envs.core.show.events import PUBLIC
from medianoche.ui import catalog, frames
from medianoche.ui.session import Session
from medianoche.ui.stored import SavedSession

EVERY = 3
"""Positions between two that are shown."""
WIDTHS = (360, 1440)
SETTINGS = {"judges", "judge", "hints"}
"""What a frame says of the agents that are offered, which differ."""


def digest(shown):
    """A hash of anything that is shown."""
    return hashlib.sha256(json.dumps(shown, ensure_ascii=False, default=str).encode()).hexdigest()[:12]


def drawn(game, state, before, width, lang):
    """Pictures and texts of a position."""
    seat = max(int(state.to_move), 0)
    viewers = (seat, (seat + 1) % int(state.num_players), None, PUBLIC)
    legal = [int(action) for action in game.legal_actions(state)]
    view = game.view(state, seat, lang)
    yield "state", state.tobytes().hex()
    for viewer in viewers:
        yield f"draw {viewer}", game.draw(state, viewer, lang=lang, before=before, width=width)
    yield "describe", [game.describe(state, action, lang) for action in legal[:40]]
    yield "render", game.render(state, seat, lang)
    yield "stage", game.declaration.stage(view)
    yield "guide", game.declaration.guide(view)
    yield "glossary", game.declaration.glossary(view)
    for action in legal[:2]:
        yield f"explain {action}", game.explain(state, action, seat, lang)


def framed(session, width, lang):
    """What the page of the player to move gets, and what it is told of the past."""
    seat = max(session.asked, 0)
    for key, value in frames.contents(session, seat, lang).items():
        if key not in SETTINGS:
            yield f"frame {key}", value
    yield "picture", frames.picture(session, seat, [], width, lang=lang)
    yield "told", frames.told(session, seat, lang)
    yield "past", frames.past(session, seat, len(session.steps(seat)) - 1, width, lang)


def corpus(name, positions):
    """The hashes of so many positions: [{what: hash, ...}, ...]."""
    game = envs.game(name)
    rows = []
    deal = 0
    while len(rows) < positions:
        rng = random.Random(deal)
        players = game.players[deal % len(game.players)]
        match = Match(name, players, seed=deal)
        tokens = [f"{seat:016}" for seat in range(players + 1)]
        saved = SavedSession(match.replay(), ["you"] * players, tokens, [], 0.0, 1.0, ["Ana"] + [""] * (players - 1))
        session = Session(match, saved)
        deal += 1
        before = None
        while len(rows) < positions:
            if len(match.actions) % EVERY == deal % EVERY or not match.legal_actions:
                width = WIDTHS[len(rows) % 2]
                row = {}
                for lang in ("en", "es"):
                    for parts in (drawn(match.game, match.state, before, width, lang), framed(session, width, lang)):
                        row |= {f"{lang} {what}": digest(shown) for what, shown in parts}
                rows.append(row)
                before = match.game.copy(match.state)
            if not match.legal_actions:
                break
            session.choose(match.to_move, rng.choice(match.legal_actions))
    return rows


def main(words):
    """Print the corpus of a game, in which no agents are rated."""
    name, positions = words
    catalog.offer(catalog.Offers(rated={name: ("", {})}))
    print(json.dumps(corpus(name, int(positions))))


if __name__ == "__main__":
    main(sys.argv[1:])
