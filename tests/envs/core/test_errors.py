"""Which exceptions are a signal's, and which those of the code that ran."""

import importlib
import signal
import sys

import pytest

from medianoche.envs.core.errors import is_interrupt


class Asked(BaseException):
    """What a handler raises."""


def handler(_number, _frame):
    raise Asked


def frame_of_a_call():
    return sys._getframe()


def raised(function, *arguments):
    with pytest.raises(BaseException) as caught:  # noqa: PT011 - any
        function(*arguments)
    return caught.value


def test_what_a_handler_raises_is_an_interrupt():
    before = signal.signal(signal.SIGTERM, handler)
    try:
        error = raised(signal.raise_signal, signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert is_interrupt(error)


def test_so_it_is_where_the_frame_that_it_interrupts_is_not_in_the_traceback():
    """Python removes the frames of its import machinery from tracebacks."""
    assert is_interrupt(raised(handler, signal.SIGTERM, frame_of_a_call()))


@pytest.mark.parametrize("error", ["Exception", "SystemExit", "KeyboardInterrupt", "GeneratorExit"])
def test_what_a_module_raises_is_not(error, tmp_path, monkeypatch):
    (tmp_path / f"raises_{error.lower()}.py").write_text(f"raise {error}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert not is_interrupt(raised(importlib.import_module, f"raises_{error.lower()}"))
