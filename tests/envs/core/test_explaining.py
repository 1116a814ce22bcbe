"""numba's errors about a kernel as one line: the innermost cause, its function, file and line."""

import pathlib

import pytest

from medianoche.envs.core.compile import jit
from medianoche.envs.core.compile.explaining import explained
from medianoche.envs.core.errors import GameError

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
kernel = jit.Kernels()


@kernel
def add_words(number):
    return [number] + "a"


@kernel
def calls_add_words(number):
    return add_words(number) + 1


@jit.inlined
def middle(number):
    return calls_add_words(number)


@kernel
def unknown_name(number):
    return undefined  # noqa: F821


@kernel
def open_file(number):
    with pathlib.Path("file").open(encoding="utf-8") as file:
        return file


@kernel
def reads_field(pack):
    return pack.points


def plain(number):
    return number


@kernel
def calls_plain(number):
    return plain(number)


@kernel
def outermost(number):
    return middle(number)


@pytest.mark.parametrize(("function", "inner", "reason", "line"), [
    (outermost, "add_words", "No implementation of function add", 'return [number] + "a"'),
    (unknown_name, "unknown_name", "name 'undefined' is not defined", "return undefined # noqa: F821"),
    (open_file, "open_file", "construct is not supported", "@kernel"),
    (reads_field, "reads_field", "the record has no field 'points'", "return pack.points"),
    (calls_plain, "calls_plain", "Untyped global name 'plain'", "return plain(number)"),
], ids=lambda value: getattr(value, "__name__", None))  # fmt: skip
def test_a_kernel_that_cannot_be_compiled_is_told_with_the_innermost_cause(function, inner, reason, line):
    with pytest.raises(GameError) as caught:
        function(1)
    told = str(caught.value)
    assert told.startswith(f"{__name__}.{inner} cannot be compiled: ")
    assert reason in told
    assert f"({__file__}, line " in told
    assert told.endswith(f": {line})")
    assert "\n" not in told
    assert len(told) < 400


@kernel
def never_returns(number):
    number += 1


@kernel
def sometimes_returns(number):
    if number:
        return 2
    return None


@pytest.mark.parametrize(("function", "how"), [(never_returns, ""), (sometimes_returns, " on some of its paths")])
def test_a_missing_return_is_told_with_its_function(function, how, monkeypatch):
    monkeypatch.setattr(function, "result", "how many there are")
    with pytest.raises(GameError) as caught:
        function(1)
    name = function.py_func.__name__
    told = f"{__name__}.{name} cannot be compiled: it returns nothing{how}; it has to return how many there are"
    assert str(caught.value).startswith(f"{told} ({__file__}, line ")
    assert str(caught.value).endswith(f": def {name}(number):)")


def test_a_long_sentence_is_cut_and_the_place_stays():
    told = explained(plain, ValueError("word " * 1000))
    assert told.endswith(f"({__file__}, line {plain.__code__.co_firstlineno}: def plain(number):)")
    assert len(told) < 800
