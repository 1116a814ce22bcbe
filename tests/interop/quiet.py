"""Other libraries print, and warn of what is theirs."""

import contextlib
import io
import warnings


@contextlib.contextmanager
def quietly():
    """In here nothing is printed, and no warning is shown."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
