"""Symmetries as data augmentation: what is learned from are images of what was played, in both learners."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.envs.core.play.turn import Sparse
from medianoche.training.compiled.config import NetConfig
from medianoche.training.compiled.kernels.learning import write_images
from medianoche.training.compiled.kernels.transitions import LEARNER
from medianoche.training.compiled.rollouts import SelfPlayGames, compact
from medianoche.training.compiled.train import StagedAlgorithm
from medianoche.training.settings import TrainingError
from medianoche.training.torch.ppo_config import PPOConfig
from tests.benchmarks.calls import larger
from tests.training.conftest import NIM

CORREO = envs.game("correo")
TABLES = CORREO.declaration.symmetries(CORREO.content.records[0])
IDENTITY = TABLES._replace(**{part: getattr(TABLES, part)[:1] for part in ("observation", "actions", "inverse")})
NETWORK = Network.new(NetHeader.made_for(CORREO, hidden=(8,), advice=True), 0)


def played(symmetries, network):
    """Transitions of self-play, with views and observations of all seats."""
    games = SelfPlayGames(CORREO, 2, {}, 400, network, 1, heuristic=True, critic=True, symmetries=symmetries)
    deciders = np.full((9, 4), LEARNER, np.int8)
    return compact(games.play(network, network, np.arange(9, dtype=np.uint64), deciders, 1.0, 0.0, 0.3)[0])


@pytest.fixture(scope="module")
def original():
    return played(IDENTITY, Network(NETWORK.header, np.zeros_like(NETWORK.parameters)))


def image(transitions, number):
    image_made = transitions._replace(indices=transitions.indices.copy(), legal=transitions.legal.copy())
    write_images(TABLES, np.full(int(image_made.size[0]), number, np.int64), image_made)
    return image_made


def entries(transitions, k):
    return transitions.indices[slice(*transitions.starts[k : k + 2])].tolist()


def legal(transitions, k):
    return transitions.legal[slice(*transitions.legal_starts[k : k + 2])].tolist()


def test_self_play_learns_from_images_of_what_it_has_played(original):
    """A policy that plays all actions alike plays the same games in images as without."""
    played_transitions = played(TABLES, Network(NETWORK.header, np.zeros_like(NETWORK.parameters)))
    images = [image(original, number) for number in range(8)]
    size = CORREO.observation_size
    states = [slice(*played_transitions.state_starts[k : k + 2]) for k in range(int(played_transitions.size[0]))]
    drawn = set()
    assert (played_transitions.returns[:, [0, 1, -1]] == original.returns[:, [0, 1, -1]]).all()
    assert (played_transitions.choice == original.choice).all()
    assert (played_transitions.entries == original.entries).all()
    for k, span in enumerate(states):
        numbers = [n for n in range(8) if entries(played_transitions, k) == entries(images[n], k)]
        assert any(legal(played_transitions, k) == legal(images[n], k) for n in numbers)
        slots, places = np.divmod(original.state_indices[span].astype(int), size)
        seen = [slots * size + TABLES.observation[n, places] for n in numbers]
        assert any((played_transitions.state_indices[span] == seen_observation).all() for seen_observation in seen)
        drawn.update(numbers if len(numbers) == 1 else ())
    assert drawn == set(range(8))


def test_an_image_of_an_image_is_the_original(original):
    for number, inverse in enumerate(TABLES.inverse):
        back = image(image(original, number), inverse)
        assert (back.indices == original.indices).all()
        assert (back.legal == original.legal).all()


@pytest.mark.parametrize("kind", ["imitation", larger("self-play"), "expert"])
def test_every_stage_learns_with_symmetries(kind):
    games = {"num_steps": 200} if kind == "self-play" else {"games": 2}
    quick = {"simulations": 4, "fast_simulations": 2} if kind == "expert" else {}
    stage = {"kind": kind, "rounds": 1, "symmetries": True, **games, **quick}
    config = NetConfig.from_tables(
        "small", {"game": "correo", "hidden": (8,), "advice": True, "threads": 1, "stages": [stage]}
    )
    without = config.model_copy(update={"stages": (config.stages[0].model_copy(update={"symmetries": False}),)})
    one, other, plain = (StagedAlgorithm(config_given) for config_given in (config, config, without))
    assert one.round() == other.round() != plain.round()
    assert (one.network.parameters == other.network.parameters).all()


def test_a_game_without_symmetries_is_refused():
    stages = [{"kind": "self-play", "rounds": 1, "symmetries": True}]
    with pytest.raises(TrainingError, match="symmetries = true: nim with the pack standard has none"):
        StagedAlgorithm(NetConfig.from_tables("small", {"game": NIM, "stages": stages}))


def test_images_in_torch_are_those_of_the_compiled_learner(original):
    torch = pytest.importorskip("torch")
    from medianoche.training.torch.network import DecisionTensors, TorchSymmetries

    decided = np.flatnonzero(original.choice >= 0)[:64]
    numbers = np.arange(64) % 8
    device = torch.device("cpu")

    def tensors(transitions):
        parts = [transitions[number] if isinstance(transitions, list) else transitions for number in numbers]
        rows = [entries(part, k) for part, k in zip(parts, decided, strict=True)]
        values = [original.entries[slice(*original.starts[k : k + 2])] for k in decided]
        starts = np.cumsum([0, *map(len, rows)])
        masks = np.zeros((64, CORREO.num_actions), np.int8)
        for mask, part, k in zip(masks, parts, decided, strict=True):
            mask[legal(part, k)] = 1
        seen = Sparse(np.concatenate(rows).astype(np.uint16), np.concatenate(values), starts)
        return DecisionTensors.from_columns(NETWORK.header, seen, masks, np.zeros(64, np.int64), device)

    chosen = torch.tensor([original.legal[original.legal_starts[k] + original.choice[k]] for k in decided]).long()
    images = [image(original, number) for number in range(8)]
    images_made, originals = TorchSymmetries(TABLES, device).image(tensors(original), torch.from_numpy(numbers))
    assert all(map(torch.equal, images_made, tensors(images)))
    expected_actions = [
        images[n].legal[original.legal_starts[k] + original.choice[k]] for n, k in zip(numbers, decided, strict=True)
    ]
    assert torch.equal(originals.gather(1, torch.tensor(expected_actions).long()[:, None]).squeeze(1), chosen)


def test_ppo_plays_and_learns_with_symmetries():
    pytest.importorskip("torch")
    from medianoche.training.torch.ppo import PPO

    tables = {"game": "correo", "hidden": (8,), "advice": True, "num_envs": 16, "num_steps": 4, "symmetries": True}
    one = PPO(PPOConfig.from_tables("test", tables))
    other = PPO(PPOConfig.from_tables("test", tables))
    assert one.round() == other.round()
