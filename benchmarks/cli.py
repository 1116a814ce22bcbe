"""What happens around every command of `medianoche`: where errors, signals and streams end.

Only the standard library is imported at the top, so that errors of what is imported later end here too. Signals that
come before are answered by the package's `__init__`.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from medianoche import _leave as _leave_unbegun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEFECT, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes: something that the suite should have foreseen; what a user gave; stopped."""
LONGEST = 2000
"""Characters of an error line."""
TRACEBACK = "MEDIANOCHE_TRACEBACK"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 0.25
"""Seconds after which one looks whether a signal was heard."""


class Stopped(BaseException):
    """A signal asked to stop; may say what is kept. No KeyboardInterrupt, which typer would swallow."""


def main() -> None:
    """Run the command line; whatever goes wrong ends here, in one line on stderr."""
    os.environ.setdefault("MEDIANOCHE_QUIET", "1")  # commands say themselves when they compile
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells people without a home of its cache
    try:
        code = _guarded()
        _answer_signals(_leave)  # nothing is left to be ended in good order
        _look_after(0)
    except Stopped:  # while the line about something else was on its way
        code = INTERRUPTED
        _look_after(0)
    code = _flush(code)
    _answer_signals(signal.SIG_IGN)  # all is done and said
    sys.exit(code)


def _guarded() -> int:
    try:
        _answer_signals(_leave_unbegun)  # what is imported may swallow an exception
        _open_doors()
        from medianoche.benchmarks.commands.app import app

        _answer_signals(_stop)
        code = int(app(standalone_mode=False) or 0)
        if code and signal.getsignal(signal.SIGTERM) is _leave:  # what was stopped took it for a failure
            raise Stopped
        return code
    except (KeyboardInterrupt, Stopped) as stop:
        # nothing is imported for this line: what was being imported lies about in halves
        sys.stderr.write(one_line(f"stopped: {str(stop) or 'the same command starts again'}") + "\n")
        return INTERRUPTED
    except BrokenPipeError:
        return INTERRUPTED
    except MemoryError as error:
        return complain(f"not enough memory: {str(error) or 'for what was asked'}", BAD_INPUT)
    except OSError as error:  # a file that cannot be read or written
        return complain(f"{error.filename or 'standard output'}: {error.strerror or error}", BAD_INPUT)
    except Exception as error:
        if usage := getattr(error, "format_message", None):  # typer's own complaints
            return complain(usage(), BAD_INPUT)
        from medianoche.envs.core.errors import MedianocheError

        if isinstance(error, MedianocheError):
            return complain(str(error), BAD_INPUT, *getattr(error, "__notes__", ()))
        if os.environ.get(TRACEBACK):
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename}, line {place.lineno}"
        return complain(
            f"unexpected {type(error).__name__}: {error} ({where}); {TRACEBACK}=1 shows where it came from", DEFECT
        )


def complain(message: str, code: int, *notes: str) -> int:
    """Print one red line after `notes` (a bot's part of a traceback); returns `code`."""
    from medianoche.benchmarks.commands.common import new_console

    console = new_console(stderr=True)
    for note in notes:
        console.print(note, soft_wrap=True)
    console.print(one_line(message), style="red", soft_wrap=True)
    return code


def one_line(message: str) -> str:
    """`message` on one line of printable characters; what is very long loses its middle."""
    line = "".join(_visible(" ".join(message.split())))
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"


def _visible(text: str) -> Iterator[str]:
    return (letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


# ---- streams and signals


def _open_doors() -> None:
    """What is read and written need not be text, nor be there; modules are looked for in the current folder, after all
    others."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed: the next file opened would be taken for it
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    if "" not in sys.path:
        sys.path.append("")


def _flush(code: int) -> int:
    """Write out what is still to be printed; the exit code, after a line if that cannot be and all else went well."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would complain when it ends
        if isinstance(error, BrokenPipeError):
            return INTERRUPTED
        return code or complain(f"standard output: {error.strerror}", BAD_INPUT)
    return code


def _answer_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for number in SIGNALS:
        signal.signal(number, handler)


def _stop(_number: int, _frame: FrameType | None) -> None:
    """The first signal ends what is done in good order; the second at once."""
    _answer_signals(_leave)
    sys.unraisablehook = _dropped
    _look_after(PATIENCE)
    raise Stopped


def _look_after(seconds: float) -> None:
    """Look every so many seconds whether the signal was heard; 0: no longer. Windows cannot."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _insist)
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def _insist(_number: int, _frame: FrameType | None) -> None:
    """Stop again where a library has swallowed the exception: where it is neither under way nor dealt with."""
    error = sys.exception()
    while error and not isinstance(error, Stopped):
        error = error.__context__
    if not error:
        raise Stopped


def _leave(_number: int, _frame: FrameType | None) -> None:
    os.write(2, b"stopped at once; the same command goes on\n")
    os._exit(INTERRUPTED)


def _dropped(_raised: object) -> None:
    """Python drops what is raised in a callback of its own; the next look raises it again, where there is one."""
    if not hasattr(signal, "setitimer"):
        _leave(signal.SIGINT, None)
