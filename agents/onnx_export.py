"""Networks as ONNX files, for programs without the suite: `medianoche export-onnx` (extra `onnx`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.envs.core import files

if TYPE_CHECKING:
    from medianoche.agents.network import Network
    from medianoche.envs.core.base import BaseGame

OPSET, IR_VERSION = 13, 8
"""Old enough for the engines of games (Unity's reads operators up to 15), new enough for a softmax of one axis."""
LOWEST = -1e9
"""Logit of an illegal action; its probability is exactly 0 in float32."""
NOTE = """\
A network of medianoche. Each row is one decision. Inputs: observation (what the player to move sees, as the engine's
position with "wants": ["observation"] or Game.observe give it), legal (true for every legal action), role (0 where all
seats play alike; metadata "roles": for each number of players the role of each seat){advice}. Outputs: action (the most
probable legal action, the choice of the agent net:best), probabilities (0 for illegal actions), values (the expected
result of the player to move, then of the seats after it, each from -1 to 1; the last is the margin of scores). Values
of duels, by which the agent net plays where they lie beside the network's file, are not in it."""
ADVICE = """, advice (the action of the game's
hand-written policy, the agent greedy, for this player)"""


def export_onnx(network: Network, game: BaseGame, file: Path) -> None:
    """Write `network`, which plays `game`, as an ONNX file.

    Inputs, n rows: `observation` float32[n, observation_size], `legal` bool[n, num_actions], `role` int64[n], and
    `advice` int64[n] if the network takes advice. Outputs: `action` int64[n], `probabilities` float32[n, num_actions],
    `values` float32[n, outputs]. The model's text and metadata say how to feed it.

    Raises:
        AgentError: the network is for another game, onnx is not installed, or the file cannot be written.
    """
    try:
        import onnx
    except ImportError:
        raise AgentError("ONNX files need onnx; install it with: pip install 'medianoche[onnx]'") from None
    if difference := network.header.difference(game):
        raise AgentError(f"the network does not play {game.name}: {difference}")
    model = onnx_model(network, game)
    onnx.checker.check_model(model, full_check=True)
    try:
        files.write(file, model.SerializeToString())
    except OSError as error:
        raise AgentError(f"{file} cannot be written: {error.strerror}") from None


def onnx_model(network: Network, game: BaseGame) -> Any:
    """An `onnx.ModelProto`; see `export_onnx`."""
    from onnx import TensorProto, helper, numpy_helper

    header, (weights, nodes) = network.header, _operations(network)
    wide = {
        "observation": (TensorProto.FLOAT, header.observation_size),
        "legal": (TensorProto.BOOL, header.num_actions),
        "probabilities": (TensorProto.FLOAT, header.num_actions),
        "values": (TensorProto.FLOAT, header.outputs),
    }

    def described(name: str) -> Any:
        kind, *width = wide.get(name, (TensorProto.INT64,))
        return helper.make_tensor_value_info(name, kind, ["rows", *width])

    graph = helper.make_graph(
        [helper.make_node(kind, inputs, [output], **settings) for kind, inputs, output, settings in nodes],
        f"medianoche-{game.name}-v{game.version}",
        [described(name) for name in ("observation", "legal", "role", *(["advice"] if header.advice else []))],
        [described(name) for name in ("action", "probabilities", "values")],
        [numpy_helper.from_array(weight, name) for name, weight in weights.items()],
    )
    note = NOTE.format(advice=ADVICE if header.advice else "")
    versions = {"opset_imports": [helper.make_opsetid("", OPSET)], "ir_version": IR_VERSION}
    model = helper.make_model(graph, producer_name="medianoche", doc_string=note, **versions)
    helper.set_model_props(model, _metadata(network, game))
    return model


def _operations(network: Network) -> tuple[dict[str, np.ndarray], list[tuple[str, list[str], str, dict[str, Any]]]]:
    """The constants by name, and the nodes in order: operator, inputs, output, attributes. They compute the same as
    `kernels.network`."""
    header = network.header
    layers = network.layers()
    roles = header.roles
    actions = header.num_actions
    outputs = header.outputs
    seen = header.observation_size
    weights = {name: layer for name, layer in layers.items() if not name.startswith("advice_logit")}
    weights["hidden_1"] = layers["hidden_1"][:seen]
    weights |= {f"{name}_bias": layers[f"{name}_bias"].reshape(-1) for name in ("policy", "value")}
    weights |= {name: layers[name].reshape(-1, header.hidden[-1]) for name in ("policy", "value")}
    weights |= {"last_axis": np.array([-1]), "lowest": np.array(LOWEST, np.float32)}
    weights |= {"policy_shape": np.array([-1, roles, actions]), "value_shape": np.array([-1, roles, outputs])}
    nodes: list[tuple[str, list[str], str, dict[str, Any]]] = [("Unsqueeze", ["role", "last_axis"], "role_column", {})]
    last = "observation"
    for number in range(1, len(header.hidden) + 1):
        nodes.append(("Gemm", [last, f"hidden_{number}", f"hidden_{number}_bias"], f"sum_{number}", {}))
        total = f"sum_{number}"
        if header.advice and number == 1:
            weights["advised"] = layers["hidden_1"][seen:]
            nodes += [
                ("Gather", ["advised", "advice"], "advised_row", {"axis": 0}),
                ("Add", [total, "advised_row"], total := "advised_sum", {}),
            ]
        nodes.append(("Relu", [total], last := f"hidden_{number}_out", {}))
    for name, out in (("policy", "logits"), ("value", "sums")):
        nodes += [
            ("Gemm", [last, name, f"{name}_bias"], f"{name}_all", {"transB": 1}),
            ("Reshape", [f"{name}_all", f"{name}_shape"], f"{name}_by_role", {}),
            ("GatherND", [f"{name}_by_role", "role_column"], out, {"batch_dims": 1}),
        ]
    logits = "logits"
    if header.advice:
        weights |= {name: layers[name] for name in ("advice_logit", "advice_logit_bias")}
        weights |= {"none": np.array(0, np.float32), "numbers": np.arange(actions)}
        nodes += [
            ("Gemm", [last, "advice_logit", "advice_logit_bias"], "advice_logits", {"transB": 1}),
            ("GatherElements", ["advice_logits", "role_column"], "raise_by", {"axis": 1}),
            ("Unsqueeze", ["advice", "last_axis"], "advice_column", {}),
            ("Equal", ["advice_column", "numbers"], "is_advised", {}),
            ("Where", ["is_advised", "raise_by", "none"], "raise", {}),
            ("Add", ["logits", "raise"], logits := "raised_logits", {}),
        ]
    nodes += [
        ("Where", ["legal", logits, "lowest"], "legal_logits", {}),
        ("Softmax", ["legal_logits"], "probabilities", {"axis": -1}),
        ("ArgMax", ["probabilities"], "action", {"axis": -1, "keepdims": 0}),
        ("Tanh", ["sums"], "values", {}),
    ]
    return weights, nodes


def _metadata(network: Network, game: BaseGame) -> dict[str, str]:
    """What identifies the network, and what its inputs mean; values that are no texts are JSON."""
    header = network.header
    return {
        "game": header.game,
        "version": str(header.version),
        "layout": header.layout,
        "pack": header.pack,
        "roles": json.dumps({players: game.roles(players) for players in game.players}),
        "observation": json.dumps([[name, part.start, part.stop] for name, part in game.layout.slices().items()]),
        "actions": json.dumps([[name, part.start, part.stop] for name, part in game.actions.slices().items()]),
    }
