"""A game against the engine, played by a program that does not import the suite: `python client.py misty`."""

import json
import subprocess
import sys
from typing import Any


class EngineClient:
    """Starts the engine and asks it."""

    def __init__(self, *command: str) -> None:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin
        assert process.stdout
        self.requests = process.stdin
        self.answers = process.stdout

    def ask(self, kind: str, **keys: Any) -> dict[str, Any]:
        """Send a request; returns its answer. Raises RuntimeError with the engine's line if it is refused."""
        self.requests.write(json.dumps({"type": kind, **keys}) + "\n")
        self.requests.flush()
        answer: dict[str, Any] = json.loads(self.answers.readline())
        if answer["type"] == "error":
            raise RuntimeError(answer["error"])
        return answer


def play(engine: EngineClient, seed: int, own_seat: int = 0) -> dict[str, Any]:
    """Play the first legal action in `own_seat`; the engine plays the others. Returns the last position."""
    engine.ask("new", seed=seed)
    while True:
        position = engine.ask("position", seat=own_seat, wants=["words"])
        if position["done"]:
            return position
        is_ours = position["to_move"] == own_seat
        action = position["legal"][0] if is_ours else engine.ask("best")["action"]
        news = engine.ask("apply", action=action, seat=own_seat)["news"]
        sys.stdout.write("".join(f"{line}\n" for line in news))


if __name__ == "__main__":
    engine = EngineClient(sys.executable, "-m", "medianoche", "engine", sys.argv[1])
    sys.stdout.write(engine.ask("hello")["title"] + "\n")
    sys.stdout.write(f"utilities: {play(engine, seed=1)['utilities']}\n")
    engine.ask("quit")
