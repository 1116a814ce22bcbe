"""How long the page of `medianoche ui` waits with a hundred games at once, twenty of each, against `greedy`.

PYTHONPATH=. python tests/benchmarks/answer_times.py
"""

import statistics
import tempfile
from pathlib import Path

from medianoche import envs
from tests.ui.pages import load, serving

GAMES, ASKS = 100, 400
RATES = 5, 10, 20
"""Requests per second for a frame and a choice, in all games together."""


def deal(server, number):
    """A game of one person against `greedy`; the person's token."""
    name = envs.names()[number % len(envs.names())]
    seats = ["greedy"] * envs.game(name).players[0]
    seats[-1 if envs.game(name).num_roles > 1 else 0] = "you"
    token = next(filter(None, server.new(game=name, seats=seats)[1]))
    frame = server.get("/api/frame?width=720", token)
    while not frame.get("asked"):
        frame = server.get(f"/api/frame?known={frame['key']}&wait=20&width=720", token)
    return token


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        tokens = [deal(server, number) for number in range(GAMES)]
        for rate in RATES:
            times = sorted(load(server, tokens, rate, ASKS)[0])
            median, late = 1000 * statistics.median(times), 1000 * times[int(0.95 * len(times))]
            print(f"{rate} looks a second: {len(times)} answers, median {median:.1f} ms, 95% within {late:.1f} ms")
