"""The check of the JavaScript of the page says when it is left out, and finds what is wrong."""

import json
import subprocess

import pytest

from tests.packaging import javascript


def test_without_node_a_line_says_that_javascript_is_not_checked(monkeypatch, capsys):
    monkeypatch.setattr(javascript.shutil, "which", lambda name: None)
    assert javascript.main() == 0
    assert capsys.readouterr().out == "JavaScript is not checked: node is not installed\n"


@pytest.mark.skipif(not javascript.COMPILER.is_file(), reason="TypeScript is not installed; make lint installs it")
def test_a_property_that_an_element_lacks_is_found(tmp_path):
    settings = json.loads((javascript.HERE / "tsconfig.json").read_text(encoding="utf-8"))
    (tmp_path / "tsconfig.json").write_text(json.dumps({**settings, "include": ["*.js"]}), encoding="utf-8")
    (tmp_path / "wrong.js").write_text('document.getElementById("name").value = "";\n', encoding="utf-8")
    words = ["node", javascript.COMPILER, "--project", tmp_path / "tsconfig.json"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode
    assert "wrong.js(1,33): error TS2339: Property 'value' does not exist" in done.stdout
