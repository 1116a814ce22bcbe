"""Change files as time, a disk or a stranger would, and check what reading them says."""

import json
import random

import pytest

from medianoche.envs.core.errors import MedianocheError

WILD = [None, True, -1, 0, 2**31, 2**63, -(2**70), int("9" * 4000), 90.0, 1e308, "", "os:abort", "builtins:exit"]
WILD += ["x" * 999, "/etc/passwd", "../../../secret.toml", "\x1b[31m"]
WILD += [[], [[]], {}, {"num_players": 3}, [None], {"": {}}]


def mutated(data, chance):
    """Some bytes changed, lost, repeated or moved."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 40))):
        at = chance.randrange(len(changed) + 1)
        length = chance.choice((1, 2, 8, 64, 512))
        kind = chance.randrange(5)
        if kind == 0 and at < len(changed):
            changed[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del changed[at : None if chance.random() < 0.2 else at + length]
        elif kind == 2:
            changed[at : at + length] = chance.randbytes(length)
        elif kind == 3:
            changed[at:at] = changed[at : at + length] * chance.randrange(3)
        elif at < len(changed):
            changed[at] = chance.choice(b'\x00\xff"[]{}-9.,=e\n')
    return bytes(changed)


def with_wild_value(tables, chance):
    """One value somewhere in nested tables replaced by what has no business there."""
    changed = json.loads(json.dumps(tables))
    here = changed
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chance.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and chance.random() < 0.8:
            here = here[key]
            continue
        if chance.random() < 0.1 and isinstance(here, dict):
            here[chance.choice(("colour", "game", "\x00"))] = here.pop(key)
        else:
            here[key] = chance.choice(WILD)
        return changed


def mangled_json(tables, chance):
    """A JSON file of `tables`, changed."""
    if chance.random() < 0.5:
        return mutated(json.dumps(tables).encode(), chance)
    if chance.random() < 0.05:
        key = chance.choice(list(tables))
        depth = chance.choice((50, 5000, 200_000))
        return json.dumps({**tables, key: "DEEP"}).replace('"DEEP"', "[" * depth + "]" * depth).encode()
    text = json.dumps(with_wild_value(tables, chance))
    return text.replace("9" * 4000, "9" * chance.choice((20, 4000, 6000))).encode()


def answered(work, file):
    """True if `work` goes through; else it must have said one line that names `file`."""
    try:
        work()
    except MedianocheError as error:
        line = str(error)
        assert file.name in line or str(file.parent) in line, line
        assert "\n" not in line
        assert len(line) < 2000
        return False
    return True


def survey(count, make, work, file):
    """Mutate, write and read `count` times; returns how many files still did."""
    good = 0
    for seed in range(count):
        rng = random.Random(seed)
        data = make(rng)
        file.write_bytes(data)
        try:
            good += answered(work, file)
        except BaseException as error:  # noqa: BLE001 - print the file that caused it
            pytest.fail(f"{file.name}, seed {seed}: {type(error).__name__}: {error} ({data[:300]!r})")
    return good
