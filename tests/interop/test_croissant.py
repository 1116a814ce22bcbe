"""mlcroissant validates and reads what `medianoche export` writes about its files."""

import pytest

from medianoche.benchmarks.tournament import Spec, run_tournament
from tests.benchmarks.calls import done

mlc = pytest.importorskip("mlcroissant", reason="make test-interop has it")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("words", [[], ["--format", "parquet"], ["--trajectories"]])
def test_mlcroissant_reads_every_table(words, tmp_path):
    run_tournament(Spec.create("misty", ["greedy", "random"]), tmp_path, 12, save_replays=True)
    done(["export", tmp_path, *words, "--out", tmp_path / "out"])
    dataset = mlc.Dataset(tmp_path / "out" / "croissant.json")
    assert not dataset.metadata.issues.errors
    assert not dataset.metadata.issues.warnings
    for table in dataset.metadata.record_sets:
        row = next(iter(dataset.records(table.id)))
        assert list(row) == [field.id for field in table.fields]
