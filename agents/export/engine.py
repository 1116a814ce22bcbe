"""A game for programs without Python: a library or a WebAssembly module, its header, its network and its words.

Compiling takes place in a process of its own, which compiles for no processor in particular and simplifies nothing
before the target is known.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.agents.duels import DuelValues, rules_of
from medianoche.agents.network import Network, layout_hash
from medianoche.agents.valued import TREMBLES
from medianoche.envs import game as game_named
from medianoche.envs.core import files
from medianoche.envs.core.content.fields import fields_of
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.errors import GameError, PackError
from medianoche.envs.core.show.catalogue import LANGUAGES, SHARED
from medianoche.envs.core.show.events import note_dtype, secrets

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.show.events import Kind

ENVIRONMENT = {"MEDIANOCHE_EARLY_PASSES": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
"""Of the process that compiles."""
GAMES, LEGAL = 8, 6
"""Games, and legal actions of a position, from which follows which words of actions depend on the position."""
SCRIPTS = ("engine.mjs", "engine.d.mts")
"""Files of this folder that belong to a WebAssembly module."""
HEADER = Path(__file__).with_name("engine.h")
"""The header of a library; `header_text` writes the numbers of a game into it."""


class GamePreset(NamedTuple):
    """How a game may begin."""

    players: int
    options: dict[str, Any]


def presets_of(game: BaseGame, options: Mapping[str, Any] | None) -> list[GamePreset]:
    """The presets of a game: one for each number of players with `options`; with None, one for each number of players
    and each of the game's variants."""
    chosen = game.declaration.variants if options is None else [dict(options)]
    models = [game.content.options(option).model_dump(mode="json") for option in chosen]
    return [GamePreset(players, preset) for preset in models for players in game.players]


def identity(game: BaseGame) -> int:
    """A number that stands for the game, its version and what a network sees of it; int64."""
    about = game.content.location, game.version, layout_hash(game), game.num_actions
    return int.from_bytes(hashlib.sha256(repr(about).encode()).digest()[:8], "little", signed=True)


def offsets(dtype: np.dtype[Any]) -> dict[str, int]:
    """The offset of each field of a record, in bytes."""
    return {name: place for name, (_, place, *_) in (dtype.fields or {}).items()}


def duel_facts(game: BaseGame) -> dict[int, int]:
    """What a game tells of its duels, 0 each if it has none."""
    from medianoche.envs.core.kernels.exported import Fact

    rules = game.declaration.duels()
    if rules and not rules.turns:  # without a kernel that spreads a duel out
        rules = None
    rows, columns = rules.pair if rules else (0, 0)
    return {
        Fact.DUEL_ROWS: rows,
        Fact.DUEL_COLUMNS: columns,
        Fact.DUEL_TURNS: rules.turns if rules else 0,
        Fact.DUEL_INPUTS: rules.inputs if rules else 0,
        Fact.DUEL_ENTRIES: rules.entries if rules else 0,
        Fact.DUEL_NETWORKS: len(rules.networks) if rules else 0,
    }


def tables(game: BaseGame, presets: Sequence[GamePreset]) -> dict[str, np.ndarray]:
    """The constants of the functions, by the names of their parameters."""
    from medianoche.envs.core.kernels.exported import LIMIT, Fact

    declaration = game.declaration
    rules = game.rules
    blanks = np.concatenate([declaration.blank(n, game.content.options(options)) for n, options in presets])
    fixed = np.zeros(1, declaration.state_dtype)
    for name in ("num_players", *(field for field, _, _ in game.declaration.option_fields)):
        fixed[name] = np.frombuffer(b"\xff" * fixed[name].nbytes, fixed[name].dtype).reshape(fixed[name].shape)
    limits = []
    places = offsets(declaration.state_dtype)
    for name, field in fields_of(declaration.record).items():
        if not field.accepted:
            continue
        blank, (low, high) = field.about.get("blank"), field.limits
        count = int(np.prod(field.shape, dtype=int))
        seats = count // field.shape[0] if blank is not None else 0
        width = 0 if field.kind.kind == "f" else field.kind.itemsize
        limits.append((places[name], count, width, seats, low, high, field.about.get("none", np.nan), blank or 0))
    parties = np.zeros((rules.seats + 1, 2, rules.seats), np.int64)
    for n in game.players:
        parties[n, :, :n] = declaration.roles(n), declaration.teams(n)
    record = declaration.state_dtype.itemsize
    about: dict[int, int] = {
        Fact.STATE_BYTES: record,
        Fact.ACTIONS: game.num_actions,
        Fact.MASK_WORDS: rules.mask_words,
        Fact.OBSERVATION: game.observation_size,
        Fact.SEATS: rules.seats,
        Fact.PRESETS: len(presets),
        Fact.PACKS: len(game.content.packs),
        Fact.GAME_VERSION: game.version,
        Fact.WORK_BYTES: -(-record // 8) * 8 + 8 * rules.mask_words,
        Fact.NOTE_WORDS: note_dtype(declaration.kinds).itemsize // 8,
        Fact.END: int(rules.last_phase),
        Fact.ROLES: rules.num_roles,
        Fact.OUTPUTS: rules.seats + 1,
        Fact.IDENTITY: identity(game),
        **duel_facts(game),
    }
    return {
        "packs": game.content.records,
        "blanks": blanks,
        "fixed": np.frombuffer(fixed.tobytes(), np.uint8),
        "limits": np.array(limits, LIMIT),
        "parties": parties,
        "secrets": secrets(declaration.kinds),
        "numbers": np.array([about[place] for place in range(len(about))], np.int64),
    }


def value_bytes(values: DuelValues, trembles: float = TREMBLES) -> bytes:
    """Values of duels as they follow a network for `mn_choose`.

    Args:
        values: the networks of values.
        trembles: the share of an opponent's choices that are expected to be uniformly random.
    """
    from medianoche.agents.kernels.valued import MAGIC, ROW, VALUES

    header = np.zeros(1, VALUES)
    header["magic"] = MAGIC
    header["networks"] = len(values.sizes)
    header["count"] = sum(map(len, values.parameters))
    header["trembles"] = trembles
    rows = np.zeros((len(values.sizes), ROW), np.int64)
    for row, sizes, widths in zip(rows, values.sizes, values.header.hidden, strict=True):
        row[0] = len(widths)
        row[1 : 1 + len(sizes)] = sizes
    return header.tobytes() + rows.tobytes() + np.concatenate(values.parameters).tobytes()


def network_bytes(network: Network, game: BaseGame, values: DuelValues | None = None) -> bytes:
    """The network as `mn_choose` takes it, and the values with which it plays duels."""
    from medianoche.agents.kernels.exported import HEADER, MAGIC
    from medianoche.agents.kernels.guided import TURN_LIMIT
    from medianoche.agents.net import searched_phases

    about = network.header
    header = np.zeros(1, HEADER)
    header["magic"], header["identity"] = MAGIC, identity(game)
    header["count"] = len(network.parameters)
    header["layers"] = len(about.hidden)
    for name in ("c_puct", "search_margin", "scale", "advice"):
        header[name] = getattr(about, name)
    header["min_p"] = about.played_min_p
    header["turn_limit"] = TURN_LIMIT if about.whole_turns else 0
    header["searched"] = searched_phases(game, about.search_phases)
    whole = header.tobytes() + about.sizes.tobytes() + network.trained_seats().tobytes() + network.parameters.tobytes()
    return whole + bytes(-len(whole) % 8) + value_bytes(values) if values else whole


def header_text(game: BaseGame, constants: Mapping[str, np.ndarray]) -> str:
    """The header of the library of `game`."""
    from medianoche.agents.kernels.exported import Way
    from medianoche.envs.core.kernels.exported import Fact, Refusal

    public = [place for place in Fact.__members__.values() if place < Fact.PUBLIC]
    return Template(HEADER.read_text(encoding="utf-8")).substitute(
        title=game.title,
        version=game.version,
        numbers=",\n".join(f"  MN_{place.name} = {constants['numbers'][place]}" for place in public),
        errors=",\n".join(f"  MN_{refusal.name} = {refusal.value} /* {refusal.meaning} */" for refusal in Refusal),
        ways=", ".join(f"MN_{way.name} = {way.value}" for way in Way),
    )


def blocks(layout: Layout) -> dict[str, Any]:
    """A layout for JSON."""
    pairs = zip(layout.blocks, layout.at, strict=True)
    blocks_by_name = {
        b.name: {"at": at, "shape": np.atleast_1d(b.shape).tolist(), "meaning": b.meaning} for b, at in pairs
    }
    return {"size": layout.size, "blocks": blocks_by_name}


def event_fields(kind: Kind) -> dict[str, Any]:
    """The fields of a kind of events for JSON: where they are in the values of a note; `to`: fields with the seats that
    alone know the value; `only`: those with the seats that alone learn of the event; `dice`: four bits a die."""
    fields = {}
    for field, at in zip(kind.fields, kind.at.values(), strict=True):
        about = {"at": at, "shape": list(field.shape), "seat": field.seat, "dice": field.dice, "to": list(field.to)}
        fields[field.name] = {name: value for name, value in about.items() if name == "at" or value}
    only = [field.name for field in kind.fields if field.only]
    return {"number": int(kind), "fields": fields} | ({"only": only} if only else {})


def action_words(game: BaseGame, language: str) -> list[str | None]:
    """Every action in words; None where they depend on the position, as for what lies on a numbered place. Found out in
    games at random: of each position some legal actions, of the first ones all."""
    known: list[set[str]] = [set() for _ in range(game.num_actions)]
    for number in range(GAMES):
        state = game.new(game.players[number % len(game.players)], number)
        rng = np.random.default_rng(number)
        for action in range(game.num_actions if number < len(game.players) else 0):
            known[action].add(game.describe(state, action, language))
        while not state.done:
            legal = game.legal_actions(state)
            for action in rng.choice(legal, min(len(legal), LEGAL), replace=False).tolist():
                known[action].add(game.describe(state, action, language))
            game.step(state, int(rng.choice(legal)))
    return [words.pop() if len(words) == 1 else None for words in known]


def described_network(network: Network, game: BaseGame, values: DuelValues | None) -> dict[str, Any]:
    """What a program needs to know of the network, for JSON. So many of its bytes are the network alone."""
    return {
        "min_p": network.header.played_min_p,
        "parameters": len(network.parameters),
        "bytes": len(network_bytes(network, game)),
        "plays_duels_by_values": values is not None,
    }


def described(
    game: BaseGame, presets: Sequence[GamePreset], network: Network | None, values: DuelValues | None = None
) -> dict[str, Any]:
    """All that a program needs to know of the game, for JSON."""
    from medianoche.envs.core.kernels.exported import Fact, Refusal

    declaration = game.declaration
    words = {}
    dtype = declaration.state_dtype
    meant = fields_of(declaration.record)
    fields = {}
    for name, place in offsets(dtype).items():
        about = {"offset": place, "type": str(dtype[name].base), "shape": list(dtype[name].shape)}
        fields[name] = about | (
            {"meaning": meant[name].meaning, "values": meant[name].accepted} if name in meant else {}
        )
    for language in LANGUAGES:
        sources = [folder / "words" / f"{language}.ftl" for folder in (SHARED, game.content.folder)]
        words[language] = "\n".join(file.read_text(encoding="utf-8") for file in sources if file.is_file())
    return {
        "game": game.content.location,
        "title": game.title,
        "version": game.version,
        "players": list(game.players),
        "seats": game.rules.seats,
        "mask_words": game.rules.mask_words,
        "work_bytes": int(tables(game, presets)["numbers"][Fact.WORK_BYTES]),
        "presets": [preset._asdict() for preset in presets],
        "packs": [{"hash": pack.hash, "tables": pack.model.model_dump(mode="json")} for pack in game.content.packs],
        "state": {"bytes": dtype.itemsize, "fields": fields},
        "actions": blocks(game.actions),
        "observation": blocks(game.layout),
        "phases": {phase.name: int(phase) for phase in declaration.phases},
        "note_words": note_dtype(declaration.kinds).itemsize // 8,
        "events": {kind.label: event_fields(kind) for kind in declaration.kinds or ()},
        "errors": {refusal.name: {"number": refusal.value, "meaning": refusal.meaning} for refusal in Refusal},
        "invariants": list(game.rules.reasons),
        "network": network and described_network(network, game, values),
        "action_words": {language: action_words(game, language) for language in LANGUAGES},
        "words": words,
    }


def object_code(location: str, packs: Sequence[PackSource], options: Mapping[str, Any] | None, target: str) -> bytes:
    """The object file of a game, compiled in another process; raises GameError."""
    asked = json.dumps([location, list(packs), options, target])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")} | ENVIRONMENT
    if "NUMBA_CACHE_DIR" in os.environ:
        environment["NUMBA_CACHE_DIR"] = os.environ["NUMBA_CACHE_DIR"]
    command = [sys.executable, "-m", __name__, asked]
    ran = subprocess.run(command, capture_output=True, check=False, env=environment)
    if ran.returncode:
        raise GameError(f"{location} cannot be compiled for {target}: {ran.stderr.decode().strip().splitlines()[-1]}")
    return ran.stdout


def export_engine(
    game: BaseGame,
    folder: Path,
    target: str,
    packs: Sequence[PackSource] = ("standard",),
    options: Mapping[str, Any] | None = None,
    network: Network | None = None,
    values: DuelValues | None = None,
) -> list[Path]:
    """Write a game's library for `target` into `folder`, with what belongs to it: a header or a module of JavaScript,
    a JSON of all that is in its memory, the network and the licence.

    Args:
        game: the game.
        folder: is made if it does not exist.
        target: see `compile/export.py`.
        packs: by name, file or seed; the first has the number 0.
        options: of every preset; None: presets for each of the game's variants.
        network: None writes none.
        values: those with which the network plays duels; None: it plays them alone.

    Raises:
        GameError, AgentError, PackError, OptionError: an argument is not accepted, or no linker is installed.
    """
    from medianoche.agents.kernels import exported as choosing
    from medianoche.envs.core.kernels import exported as rules
    from medianoche.envs.core.kernels.exporting import link, linker, target_of

    machine = target_of(target)
    linker(machine)
    game = game.content.with_packs(packs)
    if game.content.stream:
        raise PackError(f"{packs[0]}: packs are not generated in a library; accepted: a list of packs")
    presets = presets_of(game, options)
    if network and (difference := network.header.difference(game)):
        raise AgentError(f"the network does not play {game.name}: {difference}")
    if values and (difference := values.difference(game)):
        raise AgentError(f"values of duels are none for {game.name}: {difference}")
    if values and not rules_of(game).turns:
        raise AgentError(f"{game.name} has no kernel spread_duel, so an exported network cannot play duels by values")
    code = object_code(game.content.location, packs, options, target)
    folder.mkdir(parents=True, exist_ok=True)
    engine = folder / machine.file_name.format(game.name)
    link(code, machine, engine, [*rules.FUNCTIONS, *choosing.FUNCTIONS])
    texts: dict[str, str | bytes] = {
        f"{game.name}.json": json.dumps(described(game, presets, network, values), ensure_ascii=False, indent=1)
    }
    if target == "wasm32":
        texts |= {name: Path(__file__).with_name(name).read_text(encoding="utf-8") for name in SCRIPTS}
    else:
        texts[f"{game.name}.h"] = header_text(game, tables(game, presets))
    texts["LICENSE"] = licence()
    if network:
        texts[f"{game.name}.net"] = network_bytes(network, game, values)
    for name, text in texts.items():
        files.write(folder / name, text)
    return [engine, *(folder / name for name in texts)]


def licence() -> str:
    """The licence of the suite, in a checkout or as installed."""
    file = Path(__file__).resolve().parents[2] / "LICENSE"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    return str(metadata.distribution("medianoche").read_text("licenses/LICENSE"))


def _compile(asked: str) -> None:
    """The work of the other process: write the object file to stdout."""
    from medianoche.agents.kernels import exported as choosing
    from medianoche.envs.core.kernels import exported, exporting

    location, packs, options, target = json.loads(asked)
    game = game_named(location)
    exporting.begin(game)  # packs that are generated are tried with compiled code
    game = game.content.with_packs(packs)
    functions = {**exported.FUNCTIONS, **choosing.FUNCTIONS}
    constants = tables(game, presets_of(game, options))
    named = {**exported.NAMED, **choosing.NAMED}
    sys.stdout.buffer.write(exporting.compile_engine(game, functions, named, constants, target))


if __name__ == "__main__":
    _compile(sys.argv[1])
