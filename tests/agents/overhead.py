"""Time of a decision of `exec:` with a program that answers at once.

PYTHONPATH=. python tests/agents/overhead.py [GAME ...]
"""

import shlex
import sys
import time

import numpy as np

from medianoche import envs
from medianoche.agents import agent, ask

ECHO = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready","protocol":1,"wants":%s,"parallel":%d}', flush=True)
    elif message["type"] == "decision":
        print('{"type":"action","id":%%d,"action":%%d}' %% (message["id"], message["legal"][0]), flush=True)
"""
KINDS = {
    "nothing": ("[]", 1),
    "nothing, 16 at once": ("[]", 16),
    "fields": ('["fields"]', 1),
    "text": ('["text"]', 1),
    "words": ('["words"]', 1),
    "text, fields, words": ('["text","fields","words"]', 1),
    "what prompts need": ('["text","words","effects","news"]', 1),
    "observation": ('["observation"]', 1),
}
ROWS = 100
ROUNDS = 15


def turn_of(name):
    """A function that makes a new Turn of decisions from the middle of games."""
    batch = envs.game(name).batch(ROWS, seed=1)
    for _ in range(40):
        batch.step(batch.sample_legal())
    rows = np.arange(ROWS)
    return lambda: batch.turn(rows, rows.astype(np.uint64), rows)


def main(names):
    print(f"| game | told | µs a decision, best of {ROUNDS} | median | of this process |\n|---|---|---|---|---|")
    for name in names:
        turn = turn_of(name)
        for what, kind in KINDS.items():
            who = agent(shlex.join([f"exec:{sys.executable}", "-c", ECHO % kind]))
            ask(who, turn())
            times = []
            work = time.process_time()
            for _ in range(ROUNDS):
                asked = turn()
                began = time.perf_counter()
                ask(who, asked)
                times.append((time.perf_counter() - began) / ROWS)
            work = (time.process_time() - work) / ROWS / ROUNDS
            who.close()
            numbers = (min(times), float(np.median(times)), work)
            print("|", " | ".join([name, what, *(f"{1e6 * number:.0f}" for number in numbers)]), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or envs.names())
