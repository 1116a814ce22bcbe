"""A small call of each command, with a game of one's own where it takes a game, for tests over all commands."""

from pathlib import Path

from tests.toys import nim

NAME = "own_nim"
OWN = f"{NAME}:Nim"
"""A game that is no part of the suite, in the current folder."""
SWEEP = 'trials = 1\nminutes = 0.1\ngames = 4\n[ranges]\n"stages.0.update_epochs" = { low = 1, high = 2 }\n'
TRAINING = """
hidden = [8]
evaluation.games = 2
evaluation.simulations = 2

[[stages]]
kind = "self-play"
rounds = 1
num_steps = 64
minibatch_size = 32
"""
LOOP = """
from medianoche.agents import agent

def train(game, decisions, seed):
    return agent("greedy")
"""
FIELDS = '*shared_fields(2), ("stones", np.int8)'
OWN_FIELDS = f'{FIELDS}, ("spare", np.int8)'
"""The copy has one more field: a test of the same process may have loaded the toy, and two games share no record."""
FILES = {"sweep.toml": SWEEP, "small.toml": TRAINING, "loop.py": LOOP}
"""Files that the calls name."""

CALLS = {
    "tournament": ["--games", "4", "--agents", "random", "greedy", "--out", "first", "--save-replays"],
    "table": ["first"],
    "export": ["first", "--format", "csv", "--out", "first.csv"],
    "replay": ["first", "--game", "0"],
    "salvage": ["first", "--out", "saved"],
    "sprt": ["--games", "4", "--agents", "random", "greedy", "--out", "second"],
    "ladder": ["--from", "1", "--to", "2", "--games", "4", "--fewest", "0", "--out", "ladder"],
    "metagame": ["random", "greedy", "--deals", "2", "--out", "metagame"],
    "freeze": ["--games", "20", "--agents", "random", "greedy"],
    "rate": ["--field", "field.toml", "--games", "8", "--out", "rated", "--bundle", "rated.zip"],
    "verify": ["rated.zip", "--field", "field.toml", "--game"],
    "leaderboard": ["--field", "field.toml", "--page", "board.md"],
    "levels": [],
    "unseen": ["--packs", "1", "--seeds", "1"],
    "demo": ["--games", "2", "--out", "demo"],
    "warmup": ["--processes", "1"],
    "new-game": ["moon_deal"],
    "play": ["--against", "random"],
    "rules": [],
    "sizes": ["--probes", "100"],
    "puzzles": ["--games", "2", "--agent", "ismcts:16", "--judge", "ismcts:32"],
    "ui": ["--port", "0", "--no-open", "--folder", "page"],
    "engine": [],
    "export-engine": ["--target", "x86_64", "--out", "library"],
    "train": ["--config", "small.toml", "--out", "trained"],
    "export-onnx": ["trained/policy.safetensors", "policy.onnx", "--game"],
    "mcp": [],
    "check-learner": ["loop.py:train", "--decisions", "100"],
    "sweep": ["sweep.toml", "--config", "small.toml", "--out", "sweep", "--field", "field.toml"],
    "playtest": ["--games", "2", "--agents", "random", "greedy", "--restricted", "0", "--out", "playtest"],
    "baselines": ["--games", "2", "--agents", "net", "--opponents", "random", "--others", "-", "--out", "measured"],
    "affected": [],
    "exploit": ["--victim", "random", "--budget", "64", "--deals", "2", "--attackers", "scratch", "--out", "attacks"],
    "games": [],
    "check": [],
    "pack": [],
    "bench games": ["--rounds", "1", "--seconds", "0.001", "--rows", "2"],
    "bench export": ["--target", "x86_64", "--seconds", "0.01"],
    "bench gpu": ["--rows", "2"],
    "bench peers": ["--rounds", "1", "--seconds", "0.01", "--games", "0"],
    "bench training": ["--rounds", "1"],
    "bench actors": ["--rounds", "1", "--most", "1", "--decisions", "100"],
    "bench page": ["--choices", "1"],
    "bench compile": [],
}
"""The words of each command besides a game."""
NO_GAME = {"table", "export", "salvage", "leaderboard", "demo", "new-game", "check-learner", "games", "bench peers"}
"""Commands that take no game."""
OF_THE_SUITE = {"baselines": "halloween", "affected": "misty"}
"""Commands about what comes with a game of the suite, and a game for them."""
AT = {"freeze": ("field.toml",), "rate": ("random",)}
"""Words before the game."""
LAST = {"verify", "export-onnx"}
"""Commands that take the game at the end."""
SERVERS = {"ui", "engine", "mcp"}
"""Commands that go on until their input ends or they are stopped."""
NEEDS = {
    "table": ["tournament"],
    "export": ["tournament"],
    "replay": ["tournament"],
    "salvage": ["tournament"],
    "rate": ["freeze"],
    "leaderboard": ["freeze"],
    "sweep": ["freeze"],
    "verify": ["freeze", "rate"],
    "export-onnx": ["train"],
}
"""Commands whose files a command reads."""
SAID = {
    "levels": "has no levels",
    "unseen": "this game has no pack generator",
    "rules": "nim has no rules card",
    "pack": "this game has no pack generator",
}
"""What commands say of this game, which they do not refuse."""


def words_of(command, game_named=OWN):
    """The words of a small call."""
    words = command.split()
    if command in OF_THE_SUITE:
        return [*words, OF_THE_SUITE[command], *CALLS[command]]
    game = [] if command in NO_GAME else [game_named]
    if command == "replay":
        return [*words, *CALLS[command], game_named]
    if command in LAST:
        return [*words, *CALLS[command], *game]
    return [*words, *AT.get(command, ()), *game, *CALLS[command]]


def write_files(folder):
    """Write the game and the files that the calls name to a folder."""
    (folder / NAME).mkdir()
    for file in Path(nim.__file__).parent.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("tests.toys.nim", NAME).replace(FIELDS, OWN_FIELDS)
        (folder / NAME / file.name).write_text(text, encoding="utf-8")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
