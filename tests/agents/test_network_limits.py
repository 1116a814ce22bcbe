"""Network files that are damaged, or whose numbers no search may get: refused in one line when read or written."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from safetensors.numpy import save_file

from medianoche.agents import AgentError, agent, mixture
from medianoche.agents.network import FORMAT, Network
from medianoche.training.compiled.config import NetConfig
from medianoche.training.settings import TrainingError
from tests.agents.test_net import small
from tests.benchmarks.calls import one_line


@pytest.fixture
def file(misty, tmp_path):
    path = tmp_path / "net.safetensors"
    small(misty).save(path)
    return path


def test_a_file_that_is_missing_or_damaged_is_refused(misty, file, tmp_path):
    with pytest.raises(AgentError, match="does not exist"):
        agent(f"net:{tmp_path / 'nowhere'}")
    whole = file.read_bytes()
    file.write_bytes(whole[:-7])
    with pytest.raises(AgentError, match="is damaged"):
        agent(f"net:{file}")
    header = small(misty).header

    def refused(words, about=header, **changes):
        parts = {name: part.astype(np.float16) for name, part in small(misty).layers().items()} | changes
        kept = {name: part for name, part in parts.items() if part is not None}
        save_file(kept, file, {"format": FORMAT, "header": json.dumps(asdict(about))})
        with one_line(AgentError, words):
            agent(f"net:{file}")

    refused("do not fit its header", hidden_1=None)
    refused("do not fit its header", more=np.zeros(3, np.float16))
    refused("do not fit its header", hidden_1_bias=np.zeros(12, np.int32))
    refused("holds infinite numbers or NaN", hidden_1_bias=np.full(12, np.nan, np.float16))
    refused("its header: hidden: Tuple should have at least 1 item", replace(header, hidden=()))
    refused("hidden.0: Input should be less than or equal to 4096 (given 4", replace(header, hidden=(4_000_000, 6)))
    refused("do not fit its header", replace(header, num_actions=54))
    save_file({"x": np.zeros(1, np.float32)}, file, {"format": "another"})
    with pytest.raises(AgentError, match="is not a network: its format is 'another'"):
        agent(f"net:{file}")


WRONG_NUMBERS = [
    *[("search_margin", value) for value in (np.nan, np.inf, -0.1, 1.1)],
    *[("c_puct", value) for value in (np.nan, np.inf, -1.0, 0.0)],
    *[("scale", value) for value in (np.nan, np.inf, 0.0, -1.0, 1e-300)],
    *[("decisions", value) for value in (-1, 10**40)],
    *[(name, value) for name in ("roles", "outputs", "observation_size", "num_actions") for value in (0, 10**40)],
]


@pytest.mark.parametrize(("name", "value"), WRONG_NUMBERS)
def test_a_number_of_the_header_out_of_its_range_is_refused(misty, file, name, value):
    parts = {layer: part.astype(np.float16) for layer, part in small(misty).layers().items()}
    about = {**asdict(small(misty).header), name: value}
    save_file(parts, file, {"format": FORMAT, "header": json.dumps(about)})
    with pytest.raises(AgentError, match=rf"^network \S+ is damaged: its header: {name}: Input should be .*$"):
        Network.load(file)


@pytest.mark.parametrize(
    ("layer", "weight"), [("hidden_1", 3e38), ("policy", -3e38), ("advice_logit", 3e38), ("value", 3e38)]
)
def test_a_network_that_can_overflow_is_refused(misty, file, layer, weight):
    """On real observations such weights give NaN as probabilities and values."""
    parts = {name: part.astype(np.float32) for name, part in small(misty).layers().items()}
    parts[layer][...] = weight
    save_file(parts, file, {"format": FORMAT, "header": json.dumps(asdict(small(misty).header))})
    with pytest.raises(AgentError, match=r"^network \S+ is damaged: its weights are too large to compute with \(its"):
        Network.load(file)


@pytest.mark.parametrize("weight", [np.nan, np.inf, 1e6])
def test_a_network_that_has_diverged_is_not_written(misty, file, weight):
    before = file.read_bytes()
    network = small(misty)
    network.parameters[7] = weight
    for save in (network.save, lambda path: mixture.save(path, [network])):
        with pytest.raises(
            AgentError, match=r"cannot be written: a weight is NaN or too large .*; learning has diverged$"
        ):
            save(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("value", ["nan", "inf", "-1.0"])
@pytest.mark.parametrize("name", ["scale", "c_puct", "margin"])
def test_a_configuration_has_the_same_ranges(name, value):
    with pytest.raises(TrainingError, match=rf"^here: {name}: Input should be "):
        NetConfig.from_tables("here", {"game": "misty", name: float(value)})


def test_a_key_of_0_3_is_refused_in_a_line():
    with pytest.raises(TrainingError, match=r"^here: explore: Extra inputs are not permitted"):
        NetConfig.from_tables("here", {"game": "misty", "explore": 2.0})
