"""Calling the command line in this process, streams and all."""

import contextlib
import io
import signal
import sys
from unittest import mock

from medianoche.cli import main as cli
from medianoche.cli.stopping import SIGNALS


class Called:
    """How a call of `medianoche` ended: exit code, and what it printed where."""

    def __init__(self, words, stdin=b""):
        streams = [io.TextIOWrapper(io.BytesIO(given), encoding="utf-8") for given in (stdin, b"", b"")]
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
