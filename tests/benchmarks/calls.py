"""Calling the command line in this process, streams and all, and what many tests assert."""

import contextlib
import functools
import io
import signal
import sys
from unittest import mock

import pytest

from medianoche.cli import main as cli
from medianoche.cli.stopping import SIGNALS

larger = functools.partial(pytest.param, marks=pytest.mark.larger)
"""A set of parameters that repeats another one at larger numbers."""


class Called:
    """How a call of `medianoche` ended: exit code, and what it printed where."""

    def __init__(self, words, stdin=b""):
        streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (stdin, b"", b"")]
        handlers = {number: signal.getsignal(number) for number in SIGNALS}
        with (
            mock.patch.object(sys, "argv", ["medianoche", *map(str, words)]),
            mock.patch.object(sys, "stdin", streams[0]),
            mock.patch.object(sys, "path", sys.path[:]),
            mock.patch.object(sys, "unraisablehook", sys.unraisablehook),
            contextlib.redirect_stdout(streams[1]),
            contextlib.redirect_stderr(streams[2]),
        ):
            try:
                cli.main()
            except SystemExit as end:
                self.code = end.code
            finally:
                for number, handler in handlers.items():
                    signal.signal(number, handler)
        for stream in streams[1:]:
            stream.flush()
        self.out, self.err = (stream.buffer.getvalue().decode() for stream in streams[1:])


def done(words, stdin=b""):
    """What a call of `medianoche` that succeeds prints."""
    called = Called(words, stdin)
    assert called.code == 0, called.err
    return called.out


def refused(words, line=""):
    """The answer to a call that is wrong: exit code 2 and one line, which holds `line`."""
    called = Called(words)
    assert called.code == 2, called.err
    assert called.err.count("\n") == 1, called.err
    assert line in called.err, called.err
    return called.err


@contextlib.contextmanager
def one_line(kind, *words):
    """What is done inside raises an error of this kind whose message is one line and holds all of `words`."""
    with pytest.raises(kind) as error:
        yield error
    assert [word for word in words if word not in str(error.value)] == [], error.value
    assert "\n" not in str(error.value)
