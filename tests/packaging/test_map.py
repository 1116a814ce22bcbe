"""The map has a line for every file of code."""

from docs import map as files
from docs import pages


def test_every_file_has_a_line_on_the_map():
    page = (files.ROOT / "docs/reference/map.md").read_text(encoding="utf-8")
    shown = pages.finished("docs/reference/map.md", page)
    for file in files.sources():
        assert files.sentence(file), f"{file}: its docstring has no first sentence"
        assert f"- `{file.name}`: {files.sentence(file)}\n" in shown
