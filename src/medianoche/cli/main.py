"""What happens around every command of `medianoche`: where errors, signals and streams end.

Only what `import medianoche` has imported is imported at the top, so that errors of what is imported later end here.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import traceback
from pathlib import Path

from medianoche.cli.stopping import INTERRUPTED, Stopped, answer_signals, leave, stop, was_asked
from medianoche.envs.core.errors import MedianocheError, one_line

DEFECT, BAD_INPUT = 1, 2
"""Exit codes beside INTERRUPTED: something that the suite should have foreseen; what a user gave."""
TRACEBACK = "MEDIANOCHE_TRACEBACK"


def main() -> None:
    """Run the command line; whatever goes wrong ends here, in one line on stderr."""
    os.environ.setdefault("MEDIANOCHE_QUIET", "1")  # commands say themselves when they compile
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells people without a home of its cache
    try:
        code = _guarded()
        answer_signals(leave)  # nothing is left to be ended in good order
    except Stopped:  # while the line about something else was on its way
        code = INTERRUPTED
    code = _flush(code)
    answer_signals(signal.SIG_IGN)  # all is done and said
    sys.exit(code)


def _guarded() -> int:
    try:
        answer_signals(leave)  # what is imported may swallow an exception
        _prepare_streams()
        from medianoche.cli.app import app

        answer_signals(stop)
        code = int(app(standalone_mode=False) or 0)
        if code and was_asked():  # what was stopped took it for a failure
            raise Stopped
        return code
    except (KeyboardInterrupt, Stopped) as stopped:
        # nothing is imported for this line: what was being imported lies about in halves
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
    from medianoche.cli.common import new_console

    console = new_console(stderr=True)
    for note in notes:
        console.print(note, soft_wrap=True)
    console.print(one_line(message), style="red", soft_wrap=True)
    return code


# ---- streams


def _prepare_streams() -> None:
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
