"""mlcroissant validates and reads what `medianoche export` writes about its files."""

import pytest

from medianoche.benchmarks.tournament import Spec, run_tournament
from medianoche.envs.core.play.forfeit import Failure
from tests.benchmarks.calls import done
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.failing import lost_by

mlc = pytest.importorskip("mlcroissant", reason="make test-interop has it")
pytest.importorskip("pyarrow", reason="mlcroissant reads Parquet files by it; make test-interop has it")


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


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("words", [[], ["--format", "parquet"], ["--trajectories", "--game", YARDSTICK]])
def test_mlcroissant_reads_who_failed(words, tmp_path):
    lost = lost_by(tmp_path, Failure.ILLEGAL_ACTION)
    done(["export", lost.folder, *words, "--out", tmp_path / "out"])
    dataset = mlc.Dataset(tmp_path / "out" / "croissant.json")
    assert not dataset.metadata.issues.errors
    assert "forfeited, since an agent failed" in dataset.metadata.description
    table = dataset.metadata.record_sets[0].id
    rows = [row for row in dataset.records(table) if row[f"{table}/game"] == lost.game]
    assert rows[-1][f"{table}/forfeit_reason"] == b"illegal action"
    assert rows[-1][f"{table}/forfeit_action"] == 99
