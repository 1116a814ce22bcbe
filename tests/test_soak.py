"""`make soak` runs every script of its folder and loses no finding."""

import re
import sys

import pytest

from tests.soak import __main__ as soak

SCRIPTS = {
    "helper": "print('imported')",
    "good": "print('working', sys.argv[1:]); print('soak good: tried 7 things, found nothing')",
    "memory": "print('soak memory: tried a minute, found nothing')",
    "finder": "print('soak finder: tried 3 things, found 1 fault'); sys.exit(1)",
    "broken": "raise ValueError('no idea')",
    "silent": "pass",
    "endless": "import time; time.sleep(600)",
}

SHORT = ("good", "finder", "broken", "silent", "memory")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "tests" / "soak").mkdir(parents=True)
    for name, code in SCRIPTS.items():
        main = "" if name == "helper" else 'if __name__ == "__main__":\n    '
        (tmp_path / f"tests/soak/{name}.py").write_text(f"import sys\n{main}{code}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(soak, "HERE", tmp_path / "tests" / "soak")


def called(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["soak", *words])
    return soak.main()


@pytest.mark.usefixtures("folder")
def test_every_script_is_run_and_its_findings_are_in_the_table(monkeypatch, capfd):
    assert called(monkeypatch, "--list") == 0
    assert capfd.readouterr().out.split() == ["broken", "endless", "finder", "good", "memory", "silent"]
    assert called(monkeypatch, "--quick", "--seed", "5", "--only", *SHORT) == 1
    out = capfd.readouterr().out
    assert "good | working ['--quick', '--seed', '5']" in out
    lines = [re.sub(r" +", " ", line.strip()) for line in out.partition("\n\n")[2].splitlines()[1:]]
    assert [re.sub(r"^(\w+) \| [\d.]+ ", r"\1 ", line) for line in lines] == [
        "memory | a minute; nothing",
        "good | 7 things; nothing",
        "finder | 3 things; 1 fault <--",
        "broken | ?; broke off: ValueError: no idea <--",
        "silent | ?; broke off: <--",
    ]


@pytest.mark.usefixtures("folder")
def test_a_script_that_does_not_end_is_ended(monkeypatch, capfd):
    monkeypatch.setattr(soak, "LIMIT", 1)
    assert called(monkeypatch, "--only", "endless") == 1
    assert "?; broke off: took longer than 1 s <--" in capfd.readouterr().out


@pytest.mark.usefixtures("folder")
def test_without_findings_it_ends_well(monkeypatch, capfd):
    assert called(monkeypatch, "--only", "good", "memory") == 0
    assert "good | working ['--seed', '0']" in capfd.readouterr().out
