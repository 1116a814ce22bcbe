"""The network in torch: the same file, the same numbers as the compiled one."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.network import NetHeader
from medianoche.agents.network import Network as Compiled

torch = pytest.importorskip("torch")

from medianoche.training.torch.network import DecisionTensors, TorchNetwork, joined  # noqa: E402

CPU = torch.device("cpu")
GAMES = ["correo", "misty", "halloween", "nocturna", "medianokte"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("hidden", "advice"), [((12, 7, 5), True), ((16,), False)])
def test_logits_and_values_are_those_of_the_compiled_network(name, hidden, advice, tmp_path):
    game = envs.game(name)
    network = Compiled.new(NetHeader.made_for(game, hidden=hidden, advice=advice), 3)
    network.parameters += np.random.default_rng(3).normal(0, 0.2, network.parameters.shape).astype(np.float32)
    network.save(tmp_path / "one.safetensors")
    TorchNetwork.load(tmp_path / "one.safetensors").save(tmp_path / "two.safetensors")
    assert (tmp_path / "one.safetensors").read_bytes() == (tmp_path / "two.safetensors").read_bytes()
    compiled = Compiled.load(tmp_path / "two.safetensors")
    batch = game.batch(24, seed=2)
    for _ in range(9):
        batch.step(batch.sample_legal())
    turn = batch.turn(np.arange(24), np.arange(24, dtype=np.uint64))
    inputs = compiled.inputs(turn)
    probabilities, values = compiled.evaluate(turn, inputs)
    with torch.no_grad():
        decisions = DecisionTensors.of(
            compiled.header, inputs, turn.action_mask, np.array(game.roles(game.players[0]))[turn.seats], CPU
        )
        parts = [decisions.part(torch.arange(9)), decisions.part(slice(9, 24))]
        narrow = parts[0]._replace(indices=parts[0].indices[:, :-1], entries=parts[0].entries[:, :-1])
        assert not parts[0].entries[:, -1].any()
        logits, theirs = TorchNetwork(compiled)(joined([narrow, parts[1]]))
    np.testing.assert_allclose(theirs.numpy(), values, atol=1e-4)
    legal = turn.action_mask != 0
    ours = np.log(np.where(legal, probabilities, 1))
    known = torch.log_softmax(logits, dim=1).numpy()
    np.testing.assert_allclose(np.where(legal, known, 0), ours, atol=1e-4)
