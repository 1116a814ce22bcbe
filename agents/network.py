"""Networks and their files: all learners write the same file, and the same agents play it.

A network file is a safetensors file: the layers by name as float16, and a header with everything that identifies the
network. Loading it runs no code. `kernels.network` computes the network, `training.torch.network` does it in torch.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from medianoche.agents.base import AgentError
from medianoche.envs.core import files
from medianoche.envs.core.errors import MedianocheError, choices
from medianoche.envs.core.kernels import direct
from medianoche.envs.core.play.turn import Sparse
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.threads import Threads
    from medianoche.envs.core.play.turn import Turn

FORMAT = "medianoche network 1"
RENAMED = {
    "explore": "c_puct",
    "greed": "search_margin",
    "trust": "advice_logit",
    "trust_bias": "advice_logit_bias",
}
"""Keys of headers and layers in files of 0.3 and 0.4, and those of today."""
CACHE_LINE = 64
"""Bytes."""
WIDTH_LIMIT, DEPTH_LIMIT = 4096, 8
"""Units of a hidden layer, and hidden layers, at most."""
FIRST_SPREAD = 0.08
"""Standard deviation of a new network's weights in the first hidden layer, whose inputs are mostly 0."""
ADVICE_LOGIT = 3.0
"""What is at first added to the advised action's logit: the advised action is e^3 times as probable as any other."""
C_PUCT = 1.5
"""PUCT's exploration constant: weight of the policy's probabilities against the mean results."""
WORD = 8
"""Bytes of the number at the start of a safetensors file, the length of its header, which is a multiple of WORD."""
FILE_BYTES = 2**30
"""Size of a network file, at most."""
ACTIVATION_LIMIT = 1e30
"""Numbers that a network may compute, at most, far below the largest float32: a network that can exceed it for some
observation with numbers from -1 to 1 is refused."""

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(gt=0, le=FILE_BYTES)]
Width = Annotated[int, Field(gt=0, le=WIDTH_LIMIT)]
Widths = Annotated[tuple[Width, ...], Field(min_length=1, max_length=DEPTH_LIMIT)]
Scale = Annotated[float, Field(ge=1e-6, le=1e9)]
CPuct = Annotated[float, Field(gt=0, le=1e6)]
"""What is accepted in headers and in configurations of trainings."""


@dataclass(frozen=True)
class NetHeader:
    """What identifies a network: its game, what it has learned from, and its sizes. The fields' names are keys in the
    file."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", allow_inf_nan=False)

    game: files.GameName  #: the game's name, or `module:Class`
    version: Annotated[int, Field(ge=0, le=FILE_BYTES)]  #: the game's version
    observation_size: Count  #: length of the observation
    num_actions: Count  #: number of actions
    layout: str  #: hash of the names and sizes of the observation's blocks
    pack: str  #: hash of the pack of its training. It also plays other packs
    decisions: Annotated[int, Field(ge=0, lt=2**63)] = 0  #: transitions that it was trained on
    hidden: Widths = (128, 64)  #: units of the hidden layers; fastest if they are multiples of 16
    roles: Count = 1  #: how many roles have a policy head and a value head
    outputs: Count = 3  #: of a value head: one for each seat, and the margin
    search_margin: Share = 0.0  #: weight of the margin in search; the utility has the rest
    scale: Scale = 20.0  #: the margin of scores that becomes 1
    c_puct: CPuct = C_PUCT  #: see C_PUCT
    whole_turns: bool = False  #: whether search plays leaves on to the end of the turn, see `kernels.guided`
    search_phases: tuple[str, ...] = ()  #: names of the phases that are searched, see `phase_numbers`; empty: all
    advice: bool = False  #: whether the heuristic's action is an input
    sampling: bool = False  #: whether its agent samples actions where its string does not say
    min_p: Share = 0.0  #: which actions it then samples, see `kernels.network.choose_place`
    learner: str = ""  #: who trained it, a name of `train --learner`; empty: unknown

    @classmethod
    def made_for(cls, game: BaseGame, **numbers: Any) -> NetHeader:
        """The header of a network for `game` and the first of its packs."""
        defaults = {
            "game": game.content.location,
            "version": game.version,
            "observation_size": game.observation_size,
            "num_actions": game.num_actions,
            "layout": layout_hash(game),
            "pack": game.content.packs[0].hash,
            "roles": game.rules.num_roles,
            "outputs": game.rules.seats + 1,
        }
        return cls(**{**defaults, **numbers})

    @property
    def greed(self) -> float:
        """The name of `search_margin` in 0.4."""
        warnings.warn("NetHeader.greed is search_margin now; the old name goes with 0.6", DeprecationWarning, 2)
        return self.search_margin

    @property
    def sizes(self) -> np.ndarray:
        """int64[5 + hidden layers], see `kernels.network.Size`."""
        inputs = self.observation_size + (self.num_actions if self.advice else 0)
        heads = (self.roles, self.num_actions, self.outputs)
        return np.array([inputs, self.observation_size, *heads, *self.hidden], np.int64)

    @property
    def played_min_p(self) -> float:
        """The `min_p` with which its agent plays where its string does not say; 1 is the most probable action."""
        return self.min_p if self.sampling else 1.0

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """See `shapes_of`."""
        return shapes_of(self.sizes)

    def difference(self, game: BaseGame) -> str:
        """Why this network cannot play `game`, in words; "" if it can."""
        expected = NetHeader.made_for(game)
        for name in ("game", "version", "observation_size", "num_actions", "layout"):
            mine = getattr(self, name)
            its = getattr(expected, name)
            if mine != its:
                grown = name == "version" and self.observation_size < expected.observation_size
                how = "; if only blocks of the observation are new, Network.widened(game, blocks) fits it" * grown
                return f"it was trained on {name.replace('_', ' ')} {mine}, this is {its}{how}"
        try:
            phase_numbers(game, self.search_phases)
        except AgentError as error:
            return f"search_phases: {error}"
        return (
            "" if (self.roles, self.outputs) == (expected.roles, expected.outputs) else "its roles or seats are others"
        )


def phase_numbers(game: BaseGame, names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the phases of `game` with these names, which are those of the log, such as `take`. Raises
    AgentError if the game has no phase of such a name."""
    numbers = {phase.name.lower(): int(phase) for phase in game.declaration.phases}
    if unknown := [name for name in names if name not in numbers]:
        raise AgentError(f"{game.name} has no phase {unknown[0]!r}; phases: {choices(numbers)}")
    return tuple(numbers[name] for name in names)


def shapes_of(sizes: np.ndarray) -> dict[str, tuple[int, ...]]:
    """The shapes of a network's layers by name, in the order of the parameter vector; `sizes` are as
    `NetHeader.sizes`."""
    inputs, _, roles, actions, outputs, *hidden = sizes.tolist()
    shapes: dict[str, tuple[int, ...]] = {}
    for number, (before, width) in enumerate(zip((inputs, *hidden), hidden, strict=False), 1):
        shapes |= {f"hidden_{number}": (before, width), f"hidden_{number}_bias": (width,)}
    for name, head in (("policy", (roles, actions)), ("value", (roles, outputs)), ("advice_logit", (roles,))):
        shapes |= {name: (*head, hidden[-1]), f"{name}_bias": head}
    return shapes


def random_parameters(sizes: np.ndarray, seed: int, policy: float, value: float) -> np.ndarray:
    """Weights drawn from `seed`, biases 0, as one vector.

    Args:
        sizes: as `NetHeader.sizes`.
        seed: of the weights.
        policy, value: standard deviations of the weights of the policy heads and of the value heads.

    Returns:
        float32[n].
    """
    rng = np.random.default_rng(seed)
    shapes = shapes_of(sizes)
    spread = {"hidden_1": FIRST_SPREAD, "policy": policy, "value": value}
    for name, shape in shapes.items():
        if name.startswith("hidden") and not name.endswith("bias"):
            spread.setdefault(name, np.sqrt(2 / shape[0]))
    drawn = [rng.standard_normal(shape) * spread.get(name, 0.0) for name, shape in shapes.items()]
    return np.concatenate([layer.astype(np.float32).ravel() for layer in drawn])


def aligned(array: np.ndarray) -> np.ndarray:
    """`array`, copied if it does not begin at a cache line. Learning is a fifth slower with vectors that straddle cache
    lines."""
    if array.ctypes.data % CACHE_LINE == 0:
        return array
    memory = np.empty(array.nbytes + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    copy: np.ndarray = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


class Network:
    """A network that plays a game: its policy and values are computed by compiled code, without a library.

    Args:
        header: its game and sizes.
        parameters: float32[n], all layers as one vector.

    Attributes:
        header: as given.
        parameters: as given, at the start of a cache line; see `kernels.network.Layers`.

    Example:
        >>> import numpy as np
        >>> from medianoche import envs, make_batch
        >>> network = Network.new(NetHeader.made_for(envs.game("misty"), hidden=(32, 16)), seed=1)
        >>> turn = make_batch("misty", 2, seed=1).turn(np.arange(2), np.arange(2, dtype=np.uint64))
        >>> probabilities, values = network.evaluate(turn, network.inputs(turn))
        >>> probabilities.shape, values.shape, np.allclose(probabilities.sum(axis=1), 1)
        ((2, 53), (2, 5), True)
        >>> network.save(Path("policy.safetensors"))
        >>> Network.load(Path("policy.safetensors")).header == network.header
        True
    """

    def __init__(self, header: NetHeader, parameters: np.ndarray) -> None:
        self.header = header
        self.parameters = aligned(parameters)

    def __reduce__(self) -> tuple[type[Network], tuple[NetHeader, np.ndarray]]:  # copies are aligned, too
        return Network, (self.header, self.parameters)

    def __copy__(self) -> Network:
        return Network(self.header, self.parameters.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Network:
        copied = Network.__new__(Network)
        copied.header = self.header
        # what else refers to the same array, as an optimiser, refers to the copy's
        copied.parameters = memo.setdefault(id(self.parameters), aligned(self.parameters.copy()))
        return copied

    @classmethod
    def new(cls, header: NetHeader, seed: int = 0) -> Network:
        """A new network: weights drawn from `seed`, biases 0. Its policy is nearly uniform but for advice, its values
        nearly 0."""
        parameters = random_parameters(header.sizes, seed, policy=0.01, value=0.05)
        if header.advice:
            parameters[-header.roles :] = ADVICE_LOGIT
        return cls(header, parameters)

    def layers(self) -> dict[str, np.ndarray]:
        """The layers by name; views of the parameters."""
        layers = {}
        start = 0
        for name, shape in self.header.shapes().items():
            stop = start + int(np.prod(shape))
            layers[name] = self.parameters[start:stop].reshape(shape)
            start = stop
        return layers

    def widened(self, game: BaseGame, blocks: Sequence[str]) -> Network:
        """This network for `game`, whose observation has further blocks since the network was trained. It chooses as
        before: the weights of the new numbers are zero.

        Args:
            game: its game, of a later version.
            blocks: the names of the new blocks of the observation, of `game.layout`.

        Raises:
            AgentError: the network is of another game, or does not become one of `game` with these blocks.

        Example:
            >>> from medianoche import envs
            >>> nocturna = envs.game("nocturna")
            >>> old = NetHeader.made_for(nocturna, version=1, observation_size=1370, layout="", hidden=(16,))
            >>> new = ["loot_slot", "rewards_from_left", "nightmares_from_left"]  # since v1
            >>> Network.new(old).widened(nocturna, new).header.observation_size
            1406
        """
        known = {block.name for block in game.layout}
        if unknown := [name for name in blocks if name not in known]:
            raise AgentError(f"{game.name} observes no block {unknown[0]!r}; blocks: {choices(sorted(known))}")
        expected = NetHeader.made_for(game)
        added = np.unique([place for name in blocks for place in range(expected.observation_size)[game.layout[name]]])
        names = ("version", "observation_size", "layout")
        header = replace(self.header, **{name: getattr(expected, name) for name in names})
        if header.observation_size - len(added) != self.header.observation_size or header.difference(game):
            raise AgentError(
                f"this network of {self.header.game} v{self.header.version} observes {self.header.observation_size} "
                f"numbers; without these blocks {game.name} v{game.version} has "
                f"{expected.observation_size - len(added)}"
            )
        layers = self.layers()
        before = added - np.arange(len(added))  # where they are inserted, in places of the old observation
        layers["hidden_1"] = np.insert(layers["hidden_1"], before, 0, axis=0)
        return Network(header, np.concatenate([layer.ravel() for layer in layers.values()]))

    def without_advice(self) -> Network:
        """This network without the heuristic's advice: the weights of the advised action are left out. Its policy is
        another one until it learns, since the policy had relied on the advice."""
        layers = self.layers()
        layers["hidden_1"] = layers["hidden_1"][: self.header.observation_size]
        for name in ("advice_logit", "advice_logit_bias"):
            layers[name] = np.zeros_like(layers[name])
        parameters = np.concatenate([layer.ravel() for layer in layers.values()])
        return Network(replace(self.header, advice=False), parameters)

    def trained_seats(self) -> np.ndarray:
        """int64[roles]: for how many seats, the mover's first, each role's values were trained. Learning moves the bias
        of each value that it trains away from 0."""
        header = self.header
        stop = len(self.parameters) - header.roles * (header.hidden[-1] + 1)  # `value_bias` is before the advice logits
        biases = self.parameters[stop - header.roles * header.outputs : stop].reshape(header.roles, header.outputs)
        return np.cumprod(biases[:, :-1] != 0, axis=1).sum(axis=1)  # without the margin's

    def inputs(self, turn: Turn) -> Sparse:
        """The network's input of each row: the observation, followed by the heuristic's action if it takes advice."""
        observed = turn.sparse_observation
        if not self.header.advice:
            return observed
        rows = np.arange(len(turn))
        ends = observed.starts[1:]
        advised = (self.header.observation_size + turn.heuristic_actions()).astype(np.uint16)
        indices = np.insert(observed.indices[: ends[-1]], ends, advised)
        values = np.insert(observed.values[: ends[-1]], ends, np.float32(1))
        return Sparse(indices, values, np.concatenate([[0], ends + rows + 1]))

    def evaluate(self, turn: Turn, inputs: Sparse) -> tuple[np.ndarray, np.ndarray]:
        """Evaluate each row, given its `inputs`.

        Returns:
            probabilities: float32[n, num_actions], 0 for illegal actions.
            values: float32[n, outputs], see `kernels.network.value_head`.
        """
        from medianoche.agents.kernels.choosing import evaluate_rows

        rows = len(turn)
        header = self.header
        probabilities = np.empty((rows, header.num_actions), np.float32)
        values = np.empty((rows, header.outputs), np.float32)
        asked = inputs, turn.masks, turn.roles
        direct(evaluate_rows)(self.parameters, header.sizes, *asked, probabilities, values, 0, rows)
        return probabilities, values

    def choose_actions(self, turn: Turn, min_p: float, threads: Threads) -> np.ndarray:
        """An action for each row, int64[n], drawn from the policy as `min_p` says (`kernels.network.choose_place`)."""
        from medianoche.agents.kernels.choosing import choose_rows

        choose = direct(choose_rows)
        actions = np.zeros(len(turn), np.int64)
        asked = self.inputs(turn), turn.masks, turn.roles, turn.seeds, np.float32(min_p), actions
        threads.share(len(turn), lambda _, begin, end: choose(self.parameters, self.header.sizes, *asked, begin, end))
        return actions

    def save(self, file: Path, notes: Mapping[str, str] | None = None) -> None:
        """Write a network file, layers as float16, and `notes` to its metadata; raises AgentError if it cannot be
        written."""
        with np.errstate(over="ignore"):  # what becomes infinite is refused below
            halves = {name: layer.astype(np.float16) for name, layer in self.layers().items()}
        write_network(file, self.header, halves, "network", FORMAT, notes)

    @classmethod
    def load(cls, file: Path) -> Network:
        """Read a network file.

        Raises:
            AgentError: the file does not exist, is damaged, or is no network.
        """
        header, tensors = read_network(file, "network", FORMAT)
        return cls.from_tensors(header, tensors, f"network {file}")

    @classmethod
    def from_tensors(cls, header: NetHeader, tensors: dict[str, np.ndarray], source: str) -> Network:
        """A network of a file's header and layers. Raises AgentError, whose line begins with `source`, if they do not
        fit."""
        shapes = header.shapes()
        if {name: tensor.shape for name, tensor in tensors.items()} != shapes or any(
            tensor.dtype.kind != "f" for tensor in tensors.values()
        ):
            raise AgentError(f"{source} is damaged: its layers do not fit its header")
        with np.errstate(over="ignore"):  # too large numbers become infinite, and are refused below
            parameters = np.concatenate([tensors[name].astype(np.float32).ravel() for name in shapes])
        if not np.isfinite(parameters).all():
            raise AgentError(f"{source} is damaged: it holds infinite numbers or NaN")
        network = cls(header, parameters)
        if not (highest := network.highest()) <= ACTIVATION_LIMIT:  # NaN, too
            bounds = f"its numbers reach {highest:.0e}, accepted: {ACTIVATION_LIMIT:.0e}"
            raise AgentError(f"{source} is damaged: its weights are too large to compute with ({bounds})")
        return network

    def highest(self) -> float:
        """A bound of all numbers, without their signs, that the network computes for observations with numbers from -1
        to 1."""
        layers = {name: np.abs(layer, dtype=np.float64) for name, layer in self.layers().items()}
        last = np.ones(len(layers["hidden_1"]))
        bounds = []
        with np.errstate(all="ignore"):
            for number in range(1, len(self.header.hidden) + 1):
                last = last @ layers[f"hidden_{number}"] + layers[f"hidden_{number}_bias"]
                bounds.append(last.max())
            heads = [layers[name] @ last + layers[f"{name}_bias"] for name in ("policy", "value", "advice_logit")]
        return float(np.max([*bounds, heads[0].max() + heads[2].max(), heads[1].max()]))


def shelf(learner: str) -> Path:
    """The folder of the networks that come with the games and that `learner`, net or ppo, trained."""
    return NETWORKS if learner == "net" else NETWORKS / learner


def shipped(game: BaseGame, learner: str = "net") -> Path:
    """The file of the network that comes with `game` from `learner`; raises AgentError if there is none."""
    folder = shelf(learner)
    file = folder / f"{game.name}.safetensors"
    if not file.is_file():
        known = choices(sorted(path.stem for path in folder.glob("*.safetensors"))) or "none"
        raise AgentError(f"no network comes with {game.name} (with: {known}); give {learner}:PATH, or train one")
    return file


def layout_hash(game: BaseGame) -> str:
    """Hash of the observation's layout: the names and sizes of its blocks."""
    return hashlib.sha256(json.dumps([[block.name, block.size] for block in game.layout]).encode()).hexdigest()[:16]


def read_network(file: Path, what: str, form: str) -> tuple[NetHeader, dict[str, np.ndarray]]:
    """The header and the tensors of a network's file. Raises AgentError, which calls the file `what`, if it does not
    exist, is damaged, or has another format than `form`."""
    metadata, tensors = read_tensors(file, what)
    its = metadata.get("format", "")
    damage = f"{what} {file} is damaged: its header"
    if its != form:
        raise AgentError(f"{file} is not a {what}: its format is {its!r}; accepted: {form!r}")
    tables = files.from_json(TypeAdapter(dict[str, Any]), metadata.get("header", ""), damage, AgentError)
    text = json.dumps({RENAMED.get(key, key): value for key, value in tables.items()})
    renamed = {RENAMED.get(name, name): tensor for name, tensor in tensors.items()}
    return files.from_json(TypeAdapter(NetHeader), text, damage, AgentError), renamed


def write_network(
    file: Path,
    header: NetHeader,
    tensors: dict[str, np.ndarray],
    what: str,
    form: str,
    notes: Mapping[str, str] | None = None,
) -> None:
    """Write a file that `read_network` reads, with `notes` in its metadata. Raises AgentError, which calls the file
    `what`, if it cannot be written or a number is not finite."""
    metadata = {"format": form, "header": json.dumps(asdict(header)), **(notes or {})}
    write_tensors(file, tensors, metadata, what)


def write_tensors(file: Path, tensors: dict[str, np.ndarray], metadata: dict[str, str], what: str) -> None:
    """Write a safetensors file atomically, the same bytes for the same contents: metadata keep their order, which the
    library does not ensure. Raises AgentError, which calls the file `what`, if it cannot be written or a number is not
    finite."""
    if not all(np.isfinite(tensor).all() for tensor in tensors.values()):
        why = "a weight is NaN or too large for 16 bits; learning has diverged"
        raise AgentError(f"{what} {file} cannot be written: {why}")
    data = save(tensors)
    start = WORD + int.from_bytes(data[:WORD], "little")
    header = json.dumps({"__metadata__": metadata, **json.loads(data[WORD:start])}).encode()
    header += b" " * (-len(header) % WORD)
    try:
        files.write(file, len(header).to_bytes(WORD, "little") + header + data[start:])
    except OSError as error:  # a full disk, say
        raise AgentError(f"{what} {file} cannot be written: {error.strerror}") from None


def read_tensors(
    file: Path, what: str, error: type[MedianocheError] = AgentError, limit: int = FILE_BYTES
) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """The metadata and the tensors of a safetensors file. Raises `error`, which calls the file `what`, if it does not
    exist, has more than `limit` bytes or is damaged."""
    if not file.exists():
        raise error(f"{what} {file} does not exist")
    files.regular(file, error, limit)
    try:
        with safe_open(file, framework="np") as opened:
            metadata = opened.metadata() or {}
            tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118 (no iterator)
    except (OSError, SafetensorError, ValueError, TypeError, AttributeError, MemoryError) as problem:
        raise error(f"{what} {file} is damaged: {' '.join(str(problem).split())}") from None
    return metadata, tensors
