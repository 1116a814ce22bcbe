"""The map of CONTRIBUTING.md has a line for every file of code."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_map_is_complete_and_says_what_the_files_say():
    spec = importlib.util.spec_from_file_location("map_of_files", ROOT / "docs" / "map.py")
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)
    written = page.PAGE.read_text(encoding="utf-8").partition(page.BEGIN)[2].partition(page.END)[0]
    text = page.text()
    assert written.strip() == text.strip(), "python docs/map.py writes the map anew"
    assert [line for line in text.splitlines() if line.startswith("-") and not line.partition("`: ")[2]] == []
