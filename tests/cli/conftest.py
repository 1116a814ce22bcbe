"""The command line is tried with the fixtures of the tournaments."""

from tests.benchmarks.conftest import bots, environment  # noqa: F401 - fixtures
