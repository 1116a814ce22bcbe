"""`make quick` finds the tests that can see a change, the nearest first, and runs what fits in its time."""

from types import SimpleNamespace
from unittest import mock

import pytest

from medianoche import envs
from tests.conftest import TAKEN, affordable, pytest_xdist_make_scheduler
from tests.packaging import quick


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        ("envs/core/play/batch.py", {"tests/envs/core/test_batch.py"}),
        ("agents/search.py", {"tests/agents/test_search.py"}),
        ("README.md", {"tests/test_readme.py"}),
        ("tests/envs/core/test_aec.py", {"tests/envs/core/test_aec.py"}),
        ("Makefile", {"tests/packaging/test_project.py"}),
        ("src/medianoche/ui/static/table.js", {"tests/ui/test_server.py"}),
    ],
)
def test_the_nearest_tests_of_a_file_come_first(changed, first):
    assert first <= set(quick.nearest([changed])[:4])


@pytest.mark.parametrize("file", ["kernels/rules.py", "packs/standard.toml", "words/en.ftl"])
def test_all_tests_of_a_game_see_each_of_its_files(file):
    tests_of_game = {test for test in quick.texts() if quick.is_test(test) and test.startswith("tests/envs/misty/")}
    nearest = quick.nearest([f"envs/misty/{file}"])
    assert set(nearest[: len(tests_of_game)]) == tests_of_game
    assert {"tests/envs/test_golden.py", "tests/envs/test_contract.py"} <= set(nearest)


def test_an_import_is_followed_through_other_files():
    assert "tests/benchmarks/test_tournament.py" in quick.nearest(["envs/core/kernels/bits.py"])
    assert "tests/envs/misty/test_perft.py" in quick.nearest(["tests/envs/perft.py"])
    assert "tests/benchmarks/test_connect_four.py" not in quick.nearest(["docs/map.py"])


def test_files_that_no_test_sees_call_none():
    assert quick.nearest([f"docs/{'nothing'}.txt"]) == []
    assert quick.nearest([]) == []


def test_every_import_form_is_read():
    text = "import medianoche.a\nfrom medianoche.b import (\n    c,  # why\n    d as e,\n)\nX = 'medianoche.f:G'\n"
    assert {f"medianoche.{name}" for name in ("a", "b", "b.c", "b.d", "f")} <= quick.imports(text)


@pytest.mark.parametrize(
    ("changed", "others"),
    [
        (["envs/misty/state.py", "tests/envs/misty/test_rules.py"], sorted(set(envs.names()) - {"misty"})),
        (["envs/misty/state.py", "envs/core/game.py"], []),
    ],
)
def test_only_where_all_changes_are_in_games_the_others_are_left_out(changed, others):
    assert quick.untouched(changed) == others


def test_of_each_file_the_shortest_tests_run_until_the_time_is_full():
    seconds = {"a::1": 9, "a::2": 2, "a::3": 1.5, "b::1": 3, "c::1": 3, "c::2": 1, "d::1": 0.5}
    assert affordable(list(seconds), seconds, 9) == {"a::3", "b::1", "c::2", "d::1"}


def test_several_processes_begin_with_games_and_what_takes_longest_and_share_no_group():
    taken = {f"tests/a.py::{name}": 0.5 for name in "abc"} | {"tests/b.py::a": 50, "tests/c.py::a": 1}
    taken |= {"tests/b.py::b[misty-2]": 9, "tests/envs/misty/test_a.py::a": 9}
    config = mock.Mock(option=SimpleNamespace(loadscopereorder=True))
    config.cache.get = {TAKEN: taken}.get
    config.getvalue.return_value = ["popen"] * 2
    scheduler = pytest_xdist_make_scheduler(config, None)
    nodes = [mock.Mock(shutting_down=False) for _ in range(2)]
    for node in nodes:
        scheduler.add_node(node)
        scheduler.add_node_collection(node, [*taken])
    scheduler.schedule()
    begun = [[[*taken][at] for call in node.send_runtest_some.call_args_list for at in call.args[0]] for node in nodes]
    assert begun == [
        ["tests/b.py::b[misty-2]", "tests/envs/misty/test_a.py::a", "tests/a.py::a", "tests/a.py::b", "tests/a.py::c"],
        ["tests/b.py::a", "tests/c.py::a"],
    ]
