"""Packs of all games: generated ones are the same for a seed, differ between seeds, and are read from their files."""

import pytest

from medianoche import envs
from medianoche.envs.core.content.pack import generate, to_toml
from tests.envs.packs import written
from tests.envs.repeats import repeated

pytestmark = pytest.mark.compiled


@repeated(3, 12, "seeds")
@pytest.mark.parametrize("game", [pytest.param(envs.game(name), id=f"{name}-packs") for name in envs.names()])
def test_generated_packs_are_always_the_same_differ_and_can_be_written(game, seeds, tmp_path):
    found = set()
    for seed in range(seeds):
        pack = generate(game.content.package, seed)
        assert type(pack).model_validate(pack.model_dump()) == pack == generate(game.content.package, seed)
        found.add(game.content.read_pack(seed).hash)
        assert game.content.read_pack(written(tmp_path, to_toml(pack))).hash == game.content.read_pack(seed).hash
    assert len(found) == seeds


@pytest.mark.parametrize("name", envs.names())
def test_the_standard_pack_reads_back(name, tmp_path):
    game = envs.game(name)
    standard = game.content.read_pack("standard")
    assert game.content.read_pack(written(tmp_path, to_toml(standard.model))).hash == standard.hash
