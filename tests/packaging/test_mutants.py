"""The mutants that are drawn: each is a mistake in code that runs, and the same ones are drawn every time."""

import ast
import tomllib

import pytest

from tests.packaging import mutants

SOURCE = b'''"""Text with 1 < 2."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    A = 5


def f(a: "1 < 2" = 3, b: int | None = None) -> "2":
    """At most 4."""
    if a <= len("\xc3\xa9"): return g(a, b, "x")
    assert a > 1, "6"
    raise ValueError(f"{a + 7}")
    return a if b is None else max(a, b)
'''


def made(file, source):
    return {(mutant.kind, *mutant.lines(source)) for mutant in mutants.mutants_of(file, source)}


def test_comparisons_constants_branches_and_arguments_are_changed_where_code_runs():
    mutants_made = made("a.py", SOURCE)
    assert {(kind, before.split()[0]) for kind, before, _ in mutants_made} == {
        ("constant by one", "def"),
        ("branch dropped", "if"),
        ("comparison turned", "if"),
        ("argument swapped", "if"),
        ("branch dropped", "return"),
        ("comparison turned", "return"),
    }
    before = 'if a <= len("\u00e9"): return g(a, b, "x")'
    assert ("branch dropped", before, 'if False: return g(a, b, "x")') in mutants_made
    (swapped,) = [after for kind, _, after in mutants_made if kind == "argument swapped"]
    assert swapped.endswith(("return g(b, a, 'x')", "return g(a, 'x', b)"))
    (turned,) = [after for kind, start, after in mutants_made if kind == "comparison turned" and start == before]
    assert turned.startswith(("if (a > len('\u00e9')):", "if (a < len('\u00e9')):"))


def test_every_mutant_is_python_and_is_drawn_again():
    few = {part: (10, files) for part, (_, files) in mutants.SHARES.items() if part in {"agents", "tournament"}}
    drawn = mutants.drawn(few)
    assert len(drawn) == len(set(drawn.values())) == 20
    assert drawn == mutants.drawn(few)
    for mutant in drawn.values():
        source = (mutants.ROOT / mutant.file).read_bytes()
        assert ast.dump(ast.parse(mutant.applied(source))) != ast.dump(ast.parse(source)), mutant


def test_a_mutant_of_a_game_is_shown_to_its_tests_first_without_the_compiler():
    first, second, third, last = mutants.parts("envs/misty/kernels/rules.py", "quick")
    assert first.plain
    assert first.files[0].startswith("tests/envs/misty/")
    assert "tests/envs/misty/test_perft.py" in second.files
    assert not second.plain | third.plain | last.plain
    assert not any(test.startswith("tests/envs/misty/") for test in last.files)
    assert first.options[:2] == ["-m", "not larger and not compiled"]
    assert "halloween" in first.options[-1]
    assert "not larger" not in str(mutants.parts("envs/misty/kernels/rules.py", "all"))


def test_a_mutant_of_other_code_is_shown_to_the_tests_nearest_to_it():
    assert mutants.parts("agents/search.py", "quick")[0].files[0] == "tests/agents/test_search.py"


@pytest.mark.parametrize("mutant", tomllib.loads(mutants.KNOWN.read_text(encoding="utf-8"))["mutants"] or [None])
def test_a_mutant_listed_as_equivalent_is_one_that_could_be_drawn_and_has_a_reason(mutant):
    if mutant:
        source = (mutants.ROOT / mutant["file"]).read_bytes()
        assert (mutant["before"], mutant["after"]) in {lines[1:] for lines in made(mutant["file"], source)}
        assert mutant["why"]


def test_results_that_are_there_are_not_made_again(tmp_path, monkeypatch):
    class Copy:
        def __init__(self, folder, tests):
            pass

        def judge(self, mutant, suite):
            return {"file": mutant, "result": "killed", "killer": suite}

    monkeypatch.setattr(mutants, "Copy", Copy)
    monkeypatch.setattr(mutants, "drawn", lambda: {str(number): number for number in range(9)})
    for last, added in ((2, 2), (3, 1)):
        before = mutants.run(tmp_path / "a.json", "quick", range(1, last + 1), 1, None)
        assert before == added
