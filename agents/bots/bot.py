"""A bot that does not import the suite: it plays the action with the longest description. Try it:

medianoche tournament misty --agents random "exec:python3 bot.py" --games 20 --out runs/exec
"""

import json
import random
import sys


def say(**message: object) -> None:
    """Write a message as one line and flush it."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready", protocol=1, wants=["words"])
    elif message["type"] == "decision":
        chance = random.Random(message["seed"])
        lengths = [len(words) + chance.random() for words in message["words"]]
        say(type="action", id=message["id"], action=message["legal"][lengths.index(max(lengths))])
