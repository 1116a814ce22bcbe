"""Packs of all games: the standard ones are kept, generated ones are the same for a seed, differ between seeds, and are
read from their files."""

import hashlib

import pytest

from medianoche import envs
from medianoche.envs.core.content.pack import generate, to_toml
from tests.envs.packs import written
from tests.envs.repeats import repeated

pytestmark = pytest.mark.compiled

KEPT = {
    "correo": "e21ea683d85ed164",
    "halloween": "38efe6107bee3482",
    "medianokte": "1fb6b7a8ce43bb57",
    "misty": "21f7dad2e511c6cf",
    "nocturna": "4ea8229ff1985bfa",
}
"""The first digits of the SHA-256 of each standard pack: of every row, name, number and provenance."""


@pytest.mark.parametrize("name", envs.names())
def test_the_standard_pack_is_kept(name):
    """Write the digest of a changed pack here and say why in the changelog."""
    model = envs.game(name).content.read_pack("standard").model
    assert hashlib.sha256(model.model_dump_json().encode()).hexdigest()[:16] == KEPT[name]


@repeated(3, 12, "seeds")
@pytest.mark.parametrize("game", [pytest.param(envs.game(name), id=f"{name}-packs") for name in envs.names()])
def test_generated_packs_are_always_the_same_differ_and_can_be_written(game, seeds, tmp_path):
    names = set()
    for seed in range(seeds):
        pack = generate(game.content.package, seed)
        assert type(pack).model_validate(pack.model_dump()) == pack == generate(game.content.package, seed)
        names.add(game.content.read_pack(seed).hash)
        assert game.content.read_pack(written(tmp_path, to_toml(pack))).hash == game.content.read_pack(seed).hash
    assert len(names) == seeds


@pytest.mark.parametrize("name", envs.names())
def test_the_standard_pack_reads_back(name, tmp_path):
    game = envs.game(name)
    standard = game.content.read_pack("standard")
    assert game.content.read_pack(written(tmp_path, to_toml(standard.model))).hash == standard.hash
