"""What training/README.md shows works."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "training"
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
@pytest.mark.parametrize("example", EXAMPLES, ids=[text.strip().splitlines()[0] for text in EXAMPLES])
def test_an_example_runs(example):
    if "sb3_contrib" in example:
        pytest.importorskip("sb3_contrib")
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
