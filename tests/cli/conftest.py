"""The command line is tried with the fixtures of the tournaments."""

from tests.benchmarks.conftest import bots, environment, quick  # noqa: F401 - fixtures
