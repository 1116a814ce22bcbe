"""The entry point of `medianoche`: it handles errors, signals and streams around every command.

Only modules that `import medianoche` has loaded are imported at the top; errors of later imports are handled here.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from medianoche.cli.stopping import INTERRUPTED, Stopped, answer_signals, leave, stop, was_asked, watching
from medianoche.envs.core.errors import MedianocheError, one_line, unexpected

DEFECT, BAD_INPUT = 1, 2
"""Exit codes besides INTERRUPTED: a defect of the suite; input of the user that is not accepted."""
TRACEBACK = "MEDIANOCHE_TRACEBACK"
GONE = "standard output: the code of an agent has closed it; what was stored is kept"
NO_ROOM = "failed to map segment"
"""Part of the message of an ImportError for want of memory."""


def main() -> None:
    """Run the command line and exit with its code; every error ends in one line on stderr."""
    os.environ.setdefault("MEDIANOCHE_QUIET", "1")  # commands announce compiling themselves
    warnings.formatwarning = lambda message, *_, **__: f"{message}\n"
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns of its cache without a home
    try:
        with watching():
            code = _guarded()
        answer_signals(leave)  # from here on there is nothing to store
    except Stopped:  # a signal came while another error was handled
        code = INTERRUPTED
    code = _flush(code)
    answer_signals(signal.SIG_IGN)  # the command has ended
    sys.exit(code)


def _guarded() -> int:
    try:
        answer_signals(leave)  # an import may swallow the exception of `stop`
        _prepare_streams()
        from medianoche.cli.app import app

        answer_signals(stop)
        return _run(app)
    except (KeyboardInterrupt, Stopped) as stopped:
        # no import here: the interrupted import may have left modules half loaded
        sys.stderr.write(one_line(f"stopped: {str(stopped) or 'the same command starts again'}") + "\n")
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
        if os.environ.get(TRACEBACK):
            raise
        if isinstance(error, ImportError) and NO_ROOM in str(error):
            return complain(f"not enough memory: {error}", BAD_INPUT)
        if isinstance(error, MedianocheError):
            return complain(str(error), BAD_INPUT, *getattr(error, "__notes__", ()))
        if isinstance(error, ValueError) and _is_gone(sys.stdout):
            return complain(GONE, BAD_INPUT)
        return complain(f"{unexpected(error)}; {TRACEBACK}=1 shows where it came from", DEFECT)


def _run(app: Callable[..., int | None]) -> int:
    """Run the command; what fails after a signal has failed because of it: an import in C replaces its exception."""
    try:
        code = int(app(standalone_mode=False) or 0)
    except (MedianocheError, OSError):  # what could not be stored is said
        raise
    except Exception:
        if was_asked():
            raise Stopped from None
        raise
    if code and was_asked():
        raise Stopped
    return code


def complain(message: str, code: int, *notes: str) -> int:
    """Print one red line after `notes` (a bot's part of a traceback); returns `code`."""
    from medianoche.cli.common import new_console

    console = new_console(stderr=True)
    for note in notes:
        console.print(note, soft_wrap=True)
    console.print(one_line(message), style="red", soft_wrap=True)
    return code


# ---- streams


def _prepare_streams() -> None:
    """Replace closed streams, accept bytes that are not text, and append the current folder to the import path."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed: the next opened file would get its descriptor
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    for stream in (sys.stdout, sys.stderr):
        # a bot that closes them has ended its output, not that of the command
        setattr(stream, "close", stream.flush)  # noqa: B010 - a method
    if "" not in sys.path:
        sys.path.append("")


def _is_gone(stream: TextIO) -> bool:
    """Whether a stream was closed, or its buffer was closed or taken away."""
    try:
        return stream.closed
    except ValueError:
        return True


def _flush(code: int) -> int:
    """Flush stdout; return `code`, or BAD_INPUT with one line if the output cannot be written and `code` is 0."""
    if _is_gone(sys.stdout):
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - else Python prints an error at exit
        return code or complain(GONE, BAD_INPUT)
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python prints an error at exit
        if isinstance(error, BrokenPipeError):
            return INTERRUPTED
        return code or complain(f"standard output: {error.strerror}", BAD_INPUT)
    return code
