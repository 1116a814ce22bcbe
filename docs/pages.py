"""The generated parts of pages: from the games, the commands and the measurements."""

from __future__ import annotations

import itertools
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from posixpath import relpath
from typing import Any

from docs import map as files
from docs import tables
from medianoche import envs
from medianoche.envs.core.game import Game

ROOT = Path(__file__).parents[1]
BUILT = "docs/_build"
"""The folder of all generated files, from the root of the repository."""
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/*/*.md",
    "envs/*/README.md",
    "toys/README.md",
    "toys/*/README.md",
    "agents/*/README.md",
    "training/README.md",
    "benchmarks/*.md",
    "benchmarks/*/README.md",
    "benchmarks/studies/*.md",
    "deploy/README.md",
    "notebooks/*.ipynb",
)
"""Patterns of the pages, from the root of the repository; every page has to be in a `toctree` of docs/index.md."""
MEASURED = ("benchmarks/LEADERBOARD.md", "benchmarks/BASELINES.md", "benchmarks/studies/TRAINING.md")
"""Pages with tables of the strength of agents; the game is in the first column or in the heading."""
TYPES = ("LearnerName", "PackSource")
"""Public names of types that are no classes."""
DECISIONS = {"correo": 60, "misty": 34, "halloween": 60, "nocturna": 11, "medianokte": 60}
"""Decisions of the hand-written policy before the picture of a game is drawn; 30 for a game that is not here."""


def written() -> list[str]:
    """The paths of all pages, from the root of the repository."""
    page_names = {path.relative_to(ROOT).as_posix() for pattern in PAGES for path in ROOT.glob(pattern)}
    return sorted(page for page in page_names if not page.startswith(BUILT))


def finished(page: str, text: str) -> str:
    """The text of `page` with its generated parts, as Sphinx reads it."""
    if page in (homes := {f"envs/{name}/README.md": name for name in envs.names()}):
        text = of_game(homes[page], text)
    marker = rf"^<!-- ({'|'.join(MADE)})(?: (\S+))? -->$"
    text = re.sub(marker, lambda match: MADE[match[1]](*filter(None, [match[2]])), text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\(([^)#:\s]+)\)", lambda link: _to_a_page(page, *link.groups()), text)


def _to_a_page(page: str, words: str, target: str) -> str:
    """A link to a folder, as a link to the README in it, or as plain words if it has none. The page that `docs.trial`
    builds lies beside the others."""
    if target.endswith("docs/try/index.html"):
        return f'<a href="{relpath("try/index.html", Path(page).parent.as_posix())}">{words}</a>'
    folder = (ROOT / page).parent / target
    if not folder.is_dir():
        return f"[{words}]({target})"
    home = f"{target.rstrip('/')}/README.md"
    return f"[{words}]({home})" if (ROOT / page).parent.joinpath(home).exists() else words


# ---- games


def of_game(name: str, text: str) -> str:
    """The page of a game with a picture, tables of its fields, numbers and agents' strength, and a glossary."""
    game = envs.game(name)
    text = text.replace("<!-- fields -->", game.content.state_table()).replace("<!-- numbers -->", tables.numbers(game))
    title, intro, rest = text.split("\n\n", 2)
    parts = [
        title,
        intro,
        board(name),
        rest.rstrip(),
        "## How strong the agents are",
        *strength(name),
        "## What is what",
    ]
    return "\n\n".join([*parts, f"In Spanish: [glossary](../../docs/glossary.md#{name}).", things(name)])


def played(game: Game) -> Iterator[Any]:
    """The states of a game of the hand-written policy, from the deal to the end."""
    state = game.new(seed=7)
    for number in itertools.count():
        yield game.copy(state)
        if state.done:
            return
        game.step(state, game.heuristic(state, seed=number))


def position(game: Game, decisions: int) -> tuple[Any, int]:
    """The state after some decisions of the hand-written policy, or the last, and the seat to move (-1 at the end)."""
    *_, state = itertools.islice(played(game), decisions + 1)
    return state, int(state.to_move)


def draw_boards(folder: Path = ROOT / BUILT / "boards") -> None:
    """Write a picture of every game to NAME.THEME.svg, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in envs.names():
        game = envs.game(name)
        state, seat = position(game, DECISIONS.get(name, 30))
        for theme in ("light", "dark"):
            picture = game.draw(state, seat, width=720).themed(theme)
            (folder / f"{name}.{theme}.svg").write_text(picture, encoding="utf-8")


def board(name: str) -> str:
    """The lines of a page that show the picture of a game, as the player to move sees it."""
    shown = (
        f"```{{image}} /{BUILT}/boards/{name}.{theme}.svg\n:alt: a position of {name}\n:class: only-{theme}\n```"
        for theme in ("light", "dark")
    )
    return "\n".join(shown)


def strength(name: str) -> Iterator[str]:
    """The tables about a game on the pages of MEASURED, each with a link to its page. A table belongs to a game if its
    section's heading begins with the game's name or title; of other tables, the rows that begin with it."""
    names = (name, envs.game(name).title.lower())
    for page in MEASURED:
        path = ROOT / page
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for section in re.split(r"^#+ ", text, flags=re.MULTILINE):
            whole = section.lower().lstrip("`").startswith(names)
            for table in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
                head, ruler, *rows = table.splitlines()
                if about := [row for row in rows if whole or row.lower().lstrip("|` ").startswith(names)]:
                    yield "\n".join([f"{section.splitlines()[0]}:\n"] * whole + [head, ruler, *about])
        if text:
            yield f"From [{text.partition(chr(10))[0].lstrip('# ')}]({relpath(page, f'envs/{name}')})."


def things(name: str) -> str:
    """A table of the pieces and actions of a game and their effects."""
    game = envs.game(name)
    return table("what", "what it does", rows=game.declaration.glossary(game.view(game.new())).items())


def table(*heads: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    cells = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in cells)


# ---- what stands for `<!-- name -->`


def games() -> str:
    """All games: title, player counts, summary and a position."""
    parts = (
        f"## [{entry.title}](../envs/{entry.name}/README.md)\n\n{entry.players} players: {entry.summary}.\n\n"
        + board(entry.name)
        for entry in envs.entries()
    )
    return "\n\n".join(parts)


def studies() -> str:
    """The first paragraph of each study, below its title, which leads to the study."""
    parts = []
    for page in sorted((ROOT / "benchmarks/studies").glob("*.md")):
        if page.name != "README.md":
            title, about, *_ = page.read_text(encoding="utf-8").split("\n\n")
            about = about.replace("](#", f"]({page.name}#")  # a link to a section of the study
            parts.append(f"**[{title.removeprefix('# ')}]({page.name})**: {about}")
    return "\n\n".join(parts)


def face(package: str) -> str:
    """What `package` offers (its `__all__`) and those above it do not: a table of links, and each with its arguments,
    for autodoc. The names themselves are not imported, since some of them need extras."""
    above = [import_module(package[: dot.start()]) for dot in re.finditer(r"\.", package)]
    known = {"__version__"}.union(*(module.__all__ for module in above))
    names = [name for name in import_module(package).__all__ if name not in known]
    lines = [f"## {package}", "", "```{eval-rst}", f".. automodule:: {package}", "", ".. autosummary::"]
    lines += ["   :nosignatures:", ""]
    lines += [f"   {name}" for name in names]
    for name in names:
        kind = "exception" if name.endswith("Error") else "class" if name[0].isupper() else "function"
        kind = "data" if name.isupper() or name in TYPES else kind
        lines += ["", f".. auto{kind}:: {package}.{name}", *["   :members:"] * (kind in {"class", "exception"})]
        lines += ["   :inherited-members: Generic, object"] * (name in {"Game", "Match", "Replay"})
    return "\n".join([*lines, "```"])


def words() -> dict[str, Any]:
    """docs/words.toml: Spanish to English words by game; under `names`, names of cards by game."""
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def glossary() -> str:
    """For every game, a table of its terms with their meaning where the game explains them, and one of card names."""
    parts = []
    for name, pairs in words().items():
        if name == "names":
            continue
        game = envs.game(name)
        cards = words()["names"].get(name, {})
        known = game.declaration.glossary(game.view(game.new()))
        parts += [f"({name})=\n## {game.title}"]
        parts += [table("Spanish", "English", "what it is", rows=[(w, e, known.get(e, "")) for w, e in _sorted(pairs)])]
        if cards:
            parts += ["Names of cards:", table("Spanish", "English", rows=_sorted(cards))]
    return "\n\n".join(parts)


def _sorted(pairs: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(pairs.items(), key=lambda pair: unicodedata.normalize("NFD", pair[0]).lower().lstrip("¡"))


def commands() -> str:
    """Every command with its arguments and options, with the text of `--help`, in the groups of `medianoche --help`."""
    import typer
    from typer.cli import get_docs_for_click

    from medianoche.cli.app import GROUPS, app

    program = typer.main.get_group(app)
    context = typer.Context(program, info_name="medianoche")
    parts = []
    for group in GROUPS:
        parts.append(f"## {group}\n")
        for name, command in program.commands.items():
            if command.rich_help_panel == group:
                parts.append(
                    get_docs_for_click(obj=command, ctx=context, name=name, indent=2, call_prefix="medianoche")
                )
    return "\n".join(parts)


MADE: dict[str, Callable[..., str]] = {
    "games": games,
    "glossary": glossary,
    "commands": commands,
    "map": files.text,
    "studies": studies,
    "face": face,
}


def stored_board(name: str) -> str:
    """The board of a game as the README and the page of `medianoche ui` show it: after DECISIONS decisions."""
    game = envs.game(name)
    state, seat = position(game, DECISIONS.get(name, 30))
    return game.draw(state, seat, width=720, only="board").themed("light")


if __name__ == "__main__":  # python -m docs.pages: the README's pictures, which the page of `medianoche ui` has, too
    for name in envs.names():
        (ROOT / f"src/medianoche/ui/static/{name}.board.svg").write_text(stored_board(name), encoding="utf-8")
