"""The pages of the documentation: all are reached, links lead somewhere, and what they show works."""

import ast
import re
import shlex
import tomllib

import pytest
import typer

from docs import pages, tables
from medianoche import envs
from medianoche.cli.app import app
from tests.benchmarks.calls import Called

ROOT = pages.ROOT
WRITTEN = [page for page in pages.written() if page.endswith(".md")]
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in WRITTEN}
NAMES = tuple(envs.names())

TESTED = {
    "README.md": "tests/test_readme.py",
    "agents/bots/README.md": "tests/agents/test_bots.py",
    "agents/engine/README.md": "tests/agents/test_engine.py",
    "benchmarks/reference/README.md": "tests/benchmarks/test_reference.py",
    "benchmarks/studies/equilibrium.md": "tests/training/test_seeds.py",
    "benchmarks/studies/language_models.md": "tests/agents/test_bots.py",
    "toys/brisca/README.md": "tests/benchmarks/test_tutorials.py",
    "toys/connect_four/README.md": "tests/benchmarks/test_tutorials.py",
    "benchmarks/studies/playtest.md": "tests/benchmarks/test_playtest.py",
    "docs/guides/export.md": "tests/agents/test_export.py",
    "docs/guides/equilibrium.md": "tests/training/test_seeds.py",
    "docs/guides/libraries.md": "tests/interop/test_recipes.py",
    "docs/guides/loops.md": "tests/training/test_recipes.py",
    "docs/guides/own-game.md": "tests/benchmarks/test_love_letter.py",
    "docs/guides/onnx.md": "tests/agents/test_onnx.py",
    "docs/guides/sweeps.md": "tests/benchmarks/test_sweep.py",
    "docs/guides/play.md": "tests/test_readme.py",
    "docs/guides/tournaments.md": "tests/test_readme.py",
    "training/README.md": "tests/training/test_readme.py",
}
"""Pages whose blocks another test runs."""
ELSEWHERE = {
    "medianoche bench gpu": "tests/benchmarks/test_gpu.py",
    "--ray ": "tests/benchmarks/test_workers.py",
    "medianoche exploit": "tests/benchmarks/test_exploit.py",
    "medianoche metagame": "tests/benchmarks/test_metagame.py",
    "medianoche unseen": "tests/benchmarks/test_unseen.py",
    "medianoche train misty --minutes 2 ": "tests/training/test_net.py",
    "medianoche tournament misty --agents random greedy net:runs/train/first/": "tests/benchmarks/test_tournament.py",
    "medianoche rate net:runs/train/first/": "tests/benchmarks/test_reference.py",
}
"""What needs an extra or minutes, and who tests it: commands are run without the one, and not the others."""
BLOCK = re.compile(r"^```(sh|python3?)\n(.*?)^```", re.DOTALL | re.MULTILINE)
RUN = [page for page in WRITTEN if page not in TESTED and BLOCK.search(TEXTS[page])]


def named(place):
    return {path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.glob(f"{place}.*")}


def test_every_page_is_in_the_contents():
    index = TEXTS["docs/index.md"]
    lists = "".join(re.findall(r"```{toctree}(.*?)```", index, re.DOTALL))
    entries = re.findall(r"^(?:.*<)?(/?[\w/*]+)>?$", lists, re.MULTILINE)
    reached = {"docs/index.md"}
    for entry in entries:
        place = entry.removeprefix("/") if entry.startswith("/") else f"docs/{entry}"
        pages_met = {page for page in pages.written() if page.rpartition(".")[0] in named(place)}
        assert pages_met, f"docs/index.md names {entry}, which is no page"
        reached |= pages_met
    assert reached == set(pages.written())


@pytest.mark.parametrize("page", WRITTEN)
def test_links_lead_to_files_and_headings(page):
    for target, place in re.findall(r"\]\((?!http)([^)#\s]*)(?:#([^)]*))?\)", TEXTS[page]):
        target_file = (ROOT / page).parent.joinpath(target).resolve() if target else ROOT / page
        assert target_file.exists(), target
        if place:
            headings = re.findall(r"^#+ (.+)$", target_file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert place in slugs, f"{target}#{place}"


COMMAND = typer.main.get_command(app)


@pytest.mark.parametrize("page", WRITTEN)
def test_commands_are_as_the_program_has_them(page):
    """Names of commands and options, and values that have a choice; what they do is for the tests that run them."""
    text = TEXTS[page].partition("\n## 0.3.0")[0] if page == "CHANGELOG.md" else TEXTS[page]  # then it had others
    fenced = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    said = re.findall(r"`(medianoche [a-z][^`]*)`", text)
    for line in dict.fromkeys([*fenced.splitlines(), *said]):
        words = shlex.split(re.sub(r"\bN\b", "1", line.partition("  #")[0]))
        if words[:1] == ["medianoche"]:
            # in a sentence a command may stand for itself, without its arguments
            assert complaint(words[1:]) in ("", "MissingParameter" if line in said else ""), line


def complaint(words):
    command = COMMAND
    context = None
    name = "medianoche"
    try:
        while context is None or hasattr(command, "resolve_command"):
            if context:
                if not (rest := [*context._protected_args, *context.args]):
                    return "MissingParameter"  # a group without its command
                name, command, words = command.resolve_command(context, rest)
            context = command.make_context(name, [*words], parent=context)
    except typer.BadParameter as error:
        return type(error).__name__
    return ""


@pytest.mark.parametrize("page", RUN)
def test_a_page_runs_from_beginning_to_end(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for kind, block in BLOCK.findall(TEXTS[page]):
        if kind != "sh":
            exec(compile(block, page, "exec"), names)
            continue
        for line in block.splitlines():
            small = re.sub(r"--games \d+", "--games 4", line.partition("  #")[0].replace("--ray ", ""))
            words = shlex.split(small)
            if words[:1] == ["medianoche"] and not small.startswith(tuple(ELSEWHERE)):
                called = Called(words[1:], b"q\n")
                assert called.code == 0, (line, called.err)


def test_the_places_that_a_change_concerns_are_there():
    chapter = TEXTS["CONTRIBUTING.md"].partition("\n## What else changes when\n")[2]
    named = re.findall(r"`((?:agents|benchmarks|docs|envs|src|tests|training)/[\w./*]+)`", chapter)
    assert len(set(named)) > 50
    for place in named:
        game = place.replace("GAME", "nocturna").replace("NAME.py", "__init__.py").replace("/N.toml", "/1.toml")
        assert any(ROOT.glob(game.rstrip("/"))), place


def test_the_names_that_a_change_concerns_are_in_their_files():
    """`name` in `folder/file.py`: the file defines or calls something of this name."""
    chapter = TEXTS["CONTRIBUTING.md"].partition("\n## What else changes when\n")[2]
    pairs = re.findall(r"`([\w.]+)`(?: and `([\w.]+)`)?\s+in\s+`([\w/]+/[\w.]+)`", chapter)
    held = [(name, place) for *names, place in pairs for name in names if name and "GAME" not in place]
    held = [(name, place) for name, place in held if (ROOT / place).is_file()]
    assert len(held) > 20
    for name, place in held:
        text = (ROOT / place).read_text(encoding="utf-8")
        last = name.rpartition(".")[2]
        assert re.search(rf"\b(def|class|const|function) {last}\b|\b{last}( =|: |\()", text), (name, place)


def test_what_is_tested_elsewhere_is():
    assert all((ROOT / test).exists() for page, test in TESTED.items() if page in WRITTEN)
    assert all((ROOT / test).exists() for test in ELSEWHERE.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_game_says_what_the_game_is(name):
    """The tables of actions and observations are those of the code: tests/envs/test_house.py."""
    page = TEXTS[f"envs/{name}/README.md"]
    game = envs.game(name)
    assert f"| id | `medianoche/{name}-v{game.version}` |" in page
    assert f"| actions | `Discrete({game.num_actions})`" in page
    assert f"| observation | `float32[{game.observation_size}]`" in page
    assert re.search(rf"^- v{game.version}\b", page.partition("\n## Version history\n")[2], re.MULTILINE)
    section = page.partition("## Options")[2].partition("\n## ")[0]
    defaults = {field: option.default for field, option in game.declaration.options_model.model_fields.items()}
    known = {"num_players": game.players[0], **defaults, "pack": "standard"}
    written = dict(re.findall(r"^\| `(\w+)` \| `?([^|`]+)`? \|", section, re.MULTILINE))
    assert {key: ast.literal_eval(value) for key, value in written.items()} == known
    for heading in ("Rules in brief", "Actions", "Observation", "Options", "Rulings"):
        assert f"\n## {heading}\n" in page


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_game_gets_its_board_and_its_agents(name):
    assert all(f"{name}.{theme}.svg" in pages.board(name) for theme in ("light", "dark"))
    assert any("|" in part and name in part.lower() for part in pages.strength(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_game_gets_its_fields_and_numbers(name, monkeypatch):
    monkeypatch.setattr(pages, "things", lambda name: "")  # compiles the game
    page = pages.finished(f"envs/{name}/README.md", TEXTS[f"envs/{name}/README.md"])
    assert envs.game(name).content.state_table() in page
    assert tables.numbers(envs.game(name)) in page


def test_other_comments_of_a_page_stay():
    assert pages.finished("README.md", "<!-- mapped -->\n") == "<!-- mapped -->\n"


def test_the_section_of_studies_has_a_paragraph_of_each():
    text = pages.finished("benchmarks/studies/README.md", TEXTS["benchmarks/studies/README.md"])
    studies = {page.name for page in (ROOT / "benchmarks/studies").glob("*.md")} - {"README.md"}
    assert all(
        re.search(rf"^\*\*\[.+\]\({study}\)\*\*: \w.{{80}}", text, re.MULTILINE | re.DOTALL) for study in studies
    )


@pytest.mark.parametrize("words", ["action mask", "reward", "seed"])
def test_the_search_finds_the_guide_before_the_contributors_page(words):
    """Sphinx gives a page at most 20 points by its title and words; docs/scorer.js adds more by the place."""
    places = re.findall(r"\[/(\S+?)/, (-?\d+)\]", (ROOT / "docs/scorer.js").read_text(encoding="utf-8"))

    def more(page):
        return sum(int(points) for place, points in places if re.search(place, page.removesuffix(".md")))

    concept_pages = [page for page in TEXTS if page.startswith("docs/concepts/") and words in TEXTS[page].lower()]
    assert concept_pages
    assert all(more(page) > more(other) + 20 for page in concept_pages for other in ("CONTRIBUTING.md", "CHANGELOG.md"))


def test_the_page_in_the_browser_lies_beside_the_others():
    assert pages.finished("docs/index.md", "[play](try/index.html)") == "[play](try/index.html)"
    assert pages.finished("README.md", "[play](docs/try/index.html)") == '<a href="try/index.html">play</a>'


def test_links_to_folders_become_links_to_their_pages():
    text = "[a](envs/misty) [b](envs/core) [c](CHANGELOG.md) [d](docs/guides/)"
    assert pages.finished("README.md", text) == "[a](envs/misty/README.md) b [c](CHANGELOG.md) d"


# ---- words


@pytest.mark.parametrize("name", NAMES)
def test_english_words_are_those_of_the_game(name):
    files = [
        path for path in (ROOT / "envs" / name).rglob("*") if path.suffix in (".py", ".md") or path.name == "en.ftl"
    ]
    said = " ".join(path.read_text(encoding="utf-8").lower() for path in files)
    said = re.sub(r"[\s_]+", " ", said)
    assert [word for word in pages.words()[name].values() if not re.search(rf"\b{word.lower()}", said)] == []


def names_in(table):
    """Every `name` in a pack, at any depth, without those of tables of provenance."""
    if isinstance(table, list):
        return set().union(*map(names_in, table))
    if not isinstance(table, dict):
        return set()
    own_names = {table["name"]} if "name" in table else set()
    return own_names.union(*(names_in(value) for key, value in table.items() if key != "provenance"))


@pytest.mark.parametrize("name", pages.words()["names"])
def test_names_of_cards_are_those_of_the_pack(name):
    pack = tomllib.loads((ROOT / "envs" / name / "packs" / "standard.toml").read_text(encoding="utf-8"))
    parts = (
        pack["treat"] if name == "halloween" else [value for key, value in pack.items() if key not in ("meta", "child")]
    )
    assert names_in(parts) == set(pages.words()["names"][name])
