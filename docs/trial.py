"""The page of `medianoche ui` without a server: `python -m docs.trial FOLDER`. Any server of static files can show it.

Pyodide runs the page's own code in the browser; `docs/try` holds what binds the two. Packages are pinned here, and
downloaded once, by npm and pip, into `docs/_build/packages`. Everything large is compressed here, since GitHub Pages
and others compress text alone, and none as well as Zstandard does. So a visit loads as many bytes from every server.
"""

from __future__ import annotations

import email
import gzip
import hashlib
import json
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import numpy as np

from medianoche import envs
from medianoche.agents.duels import DuelValues
from medianoche.agents.export.engine import export_engine, network_bytes
from medianoche.agents.network import Network, shipped
from medianoche.agents.valued import values_beside
from medianoche.envs.core import show
from medianoche.envs.core.game import Game
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.envs.core.show.svg import PALETTE
from medianoche.ui import catalog

HERE = Path(__file__).with_name("try")
ROOT = HERE.parents[1]
PACKAGES = HERE.parent / "_build" / "packages"
BLOCK = 32
"""Numbers of a network with an exponent of 2 in common."""
SCRIPTS = {"pyodide": "314.0.7", "fzstd": "0.1.1"}
"""Packages of npm. fzstd unpacks Zstandard, which no browser does yet. Pyodide's version is that of Python 3.14. It
fixes PLATFORM, for which pydantic_core has to be on PyPI."""
PLATFORM = "pyemscripten_2026_0_wasm32"
LIBRARIES = (
    "annotated-types==0.8.0",
    "anyio==4.16.0",
    "attrs==26.1.0",
    "babel==2.19.0",
    "fluent.runtime==0.4.0",
    "fluent.syntax==0.19.0",
    "pydantic==2.14.4",
    "pydantic-core==2.50.5",  # the only one that is compiled; pydantic names its version
    "pytz==2026.6",
    "starlette==1.10.0",
    "typing-extensions==4.16.0",
    "typing-inspection==0.4.5",
)
HASHES = {
    "pyodide-314.0.7.tgz": "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    f"pydantic_core-2.50.5-cp314-cp314-{PLATFORM}.whl": (
        "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1"
    ),
    "fzstd-0.1.1.tgz": "5ed2ee2d3439067be211d0093292c708a831045372342c897437e5a4997c45c5",
}
"""SHA-256 of what is machine code, or reads everything."""
UNUSED = (
    *(
        "babel/messages/*",
        "babel/locale-data/*",
        "babel/support.py",
        "babel/units.py",
        "babel/lists.py",
        "babel/languages.py",
    ),
    *("pydantic/v1/*", "pydantic/mypy.py", "pydantic/deprecated/*", "pydantic/experimental/*", "pydantic/color.py"),
    *("starlette/test*", "starlette/templating.py", "starlette/staticfiles.py", "starlette/schemas.py"),
    *(f"starlette/middleware/{name}.py" for name in ("wsgi", "cors", "sessions", "trustedhost", "opentelemetry")),
    *(
        "anyio/_backends/*",
        "anyio/pytest_plugin.py",
        "anyio/streams/*",
        "anyio/to_process.py",
        "anyio/to_interpreter.py",
    ),
    *("anyio/itertools.py", "anyio/functools.py", "annotated_types/test_cases.py", "*/tests/*", "*.pyi", "*.dat"),
)
"""Patterns of files of the libraries that the page does not need; besides all that is no code."""
SPOKEN = (*(f"babel/locale-data/{name}.dat" for name in ("root", *LANGUAGES)), "babel/global.dat")
WITHOUT = (
    *("unittest", "pdb.py", "pydoc.py", "doctest.py", "multiprocessing", "http/server.py", "xmlrpc", "curses"),
    *("_pyrepl", "tkinter", "smtplib.py", "socketserver.py", "optparse.py", "argparse.py", "xml/dom", "bdb.py"),
    *("cmd.py", "code.py", "gettext.py", "webbrowser.py", "tarfile.py", "_pydecimal.py", "_pyio.py"),
    *("_pydatetime.py", "http/cookiejar.py", "pyodide/console.py", "pyodide/http", "asyncio/__main__.py"),
    *("asyncio/windows_events.py", "asyncio/windows_utils.py", "asyncio/proactor_events.py", "asyncio/tools.py"),
)
"""Files and folders of Python's own library that the page's code imports nowhere where it comes."""
ALSO = (
    *(f"encodings/{name}.py" for name in ("ascii", "cp437", "latin_1", "idna", "unicode_escape", "raw_unicode_escape")),
    "pathlib/*.py",
    "importlib/**/*.py",
    "collections/*.py",
    "asyncio/*.py",
    "concurrent/futures/thread.py",
    "string/*.py",
    "_sysconfigdata*.py",
)
"""Patterns of files of it that are imported by name, or late."""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""Content-Security-Policy of the page: `ui.security.POLICY`, and workers and WebAssembly."""
CHANGES = {
    '<meta charset="utf-8">': f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
    "</head>": (
        "<style>.begin { margin: auto; } #what { font-weight: 700; } #loaded { margin: 0; } "
        ".opening { height: 55vh; } "
        ".opening svg { width: 100%; height: 100% !important; } "
        "#mistake, footer { margin: 0; padding: .6rem .8rem; }</style>\n</head>"
    ),
    '<script type="module" src="static/main.js">': (
        '<footer><a id="licences" href="licences.html">licences</a></footer>\n<script type="module" src="boot.mjs">'
    ),
}
"""What is otherwise in `index.html` than in that of `medianoche ui`."""
LICENCE_FILE = re.compile(r"(\.dist-info/.*(licen[cs]e|copying|notice)|/LICENSE\.[a-z]+$)", re.IGNORECASE)
"""Names of files in a wheel that are texts of licences, also of data beside the code."""
TEXTS = HERE / "licences"
"""Texts of licences, a file each, for packages that have none of their own."""
CODE = (".py", ".ftl", ".toml", ".so")


# ---- networks


def integers_of(parameters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8[blocks], int8[blocks, BLOCK]: exponents of 2 and integers, which round the parameters to 8 bits: format
    MXINT8 of Rouhani and others (2023), Microscaling data formats for deep learning."""
    rows = np.zeros((-(-len(parameters) // BLOCK), BLOCK), np.float32)
    rows.flat[: len(parameters)] = parameters
    exponents = np.maximum(np.frexp(np.abs(rows).max(axis=1) / 127.5)[1], -24)  # 2 ** -24 is the least float16
    integers = np.rint(np.ldexp(rows, -exponents[:, None])).clip(-127, 127)
    return exponents.astype(np.int8), integers.astype(np.int8)


def rounded(network: Network) -> Network:
    """The network that the page plays. Its file loses nothing: the numbers fit in 16 bits."""
    exponents, integers = integers_of(network.parameters)
    parameters = np.ldexp(integers.astype(np.float32), exponents[:, None].astype(int)).ravel()
    return Network(network.header, parameters[: len(network.parameters)])


def rounded_values(values: DuelValues) -> DuelValues:
    """The values of duels that the page plays by, rounded all together as they are sent."""
    exponents, integers = integers_of(np.concatenate(values.parameters))
    numbers = np.ldexp(integers.astype(np.float32), exponents[:, None].astype(int)).ravel()
    ends = np.cumsum([len(vector) for vector in values.parameters])
    return DuelValues(values.header, np.split(numbers[: ends[-1]], ends[:-1]))


def packed_part(head: bytes, parameters: np.ndarray) -> bytes:
    """Rounded parameters for `docs/try/network.mjs`: the length of what is before them, their number, what is before
    them, the exponents and the integers."""
    count = len(parameters)
    exponents, integers = integers_of(parameters)
    return struct.pack("<II", len(head), count) + head + exponents.tobytes() + integers.tobytes()[:count]


def packed(network: Network, game: Game, values: DuelValues | None = None) -> bytes:
    """A rounded network, and values of duels that follow it in an exported one."""
    alone = network_bytes(network, game)
    parts = packed_part(alone[: -4 * len(network.parameters)], network.parameters)
    if values:
        parameters = np.concatenate(values.parameters)
        parts += packed_part(network_bytes(network, game, values)[len(alone) : -4 * len(parameters)], parameters)
    return parts


def write_gzipped(file: Path, data: bytes) -> None:
    """Write FILE.gzipped; not ".gz", which some servers unpack."""
    file.with_name(f"{file.name}.gzipped").write_bytes(gzip.compress(data, mtime=0))


def write_engine(name: str, folder: Path) -> None:
    """Write the engine of a game, what describes it, and its network."""
    game = envs.game(name)
    network = rounded(Network.load(shipped(game)))
    beside = values_beside(shipped(game))
    values = rounded_values(DuelValues.load(beside)) if beside else None
    with tempfile.TemporaryDirectory() as made:
        wasm, *_ = export_engine(game, Path(made), "wasm32", network=network, values=values)
        about = json.loads((Path(made) / f"{name}.json").read_bytes())
        code = wasm.read_bytes()
    used = ("game", "presets", "seats", "mask_words", "work_bytes", "state", "actions", "observation", "note_words")
    short = {key: about[key] for key in (*used, "errors", "invariants", "network")}
    write_gzipped(folder / f"{name}.wasm", code)
    write_gzipped(folder / f"{name}.json", json.dumps(short, ensure_ascii=False, separators=(",", ":")).encode())
    write_gzipped(folder / f"{name}.net", packed(network, game, values))


# ---- packages


def downloaded() -> Path:
    """The folder with the pinned packages."""
    PACKAGES.mkdir(parents=True, exist_ok=True)
    for name, version in SCRIPTS.items():
        if not (PACKAGES / f"{name}-{version}.tgz").is_file():
            subprocess.run(["npm", "pack", f"{name}@{version}", "--silent"], cwd=PACKAGES, check=True)
    missing = [library for library in LIBRARIES if not wheel_of(library)]
    if missing:
        where = ["--dest", str(PACKAGES), "--platform", PLATFORM, "--platform", "any", "--python-version", "3.14"]
        options = ["--no-deps", "--only-binary=:all:", "--quiet"]
        subprocess.run([sys.executable, "-m", "pip", "download", *options, *where, *missing], check=True)
    for name, known in HASHES.items():
        if hashlib.sha256((PACKAGES / name).read_bytes()).hexdigest() != known:
            raise SystemExit(f"{PACKAGES / name} is not what this page was tested with; remove it")
    return PACKAGES


def wheel_of(library: str) -> Path | None:
    """The file of a library, if it was downloaded."""
    name, _, version = library.partition("==")
    return next(PACKAGES.glob(f"{name.replace('-', '_').replace('.', '[._]')}-{version}-*.whl"), None)


def unpacked(name: str, folder: Path) -> Path:
    """Unpack a package of npm into `folder`; returns where its files are."""
    with tarfile.open(downloaded() / f"{name}-{SCRIPTS[name]}.tgz") as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def fits(name: str, patterns: tuple[str, ...]) -> bool:
    """Whether one of the patterns fits the name of a file."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def standard_library(source: Path) -> Iterator[tuple[str, bytes]]:
    """The files of Python's own library."""
    with zipfile.ZipFile(source / "python_stdlib.zip") as archive:
        for info in archive.infolist():
            name = info.filename
            if not info.is_dir():
                yield name, archive.read(info)


def libraries() -> Iterator[tuple[str, bytes]]:
    """The files of the libraries."""
    for library in LIBRARIES:
        wheel = wheel_of(library)
        assert wheel
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                wanted = name.endswith(CODE) and not fits(name, UNUSED)
                if (
                    name in SPOKEN
                    or wanted
                    or (name.endswith((".dist-info/METADATA",)) and name.startswith("pydantic_core"))
                ):
                    yield name, archive.read(name)


def suite() -> Iterator[tuple[str, bytes]]:
    """The files of the suite: games, the page, and agents by their names; for NumPy and others what stands in."""
    games = [*envs.names(), "core"]
    folders = {f"envs/{game}": f"medianoche/envs/{game}" for game in games}
    folders |= {"src/medianoche/ui": "medianoche/ui"}
    unwanted = ("*/contract/*", "*/generate.py", "*/reaction.py", "*/running.py", "*/standins/*")
    for place, name in folders.items():
        for file in sorted((ROOT / place).rglob("*")):
            inner = f"{name}/{file.relative_to(ROOT / place).as_posix()}"
            kind = file.suffix in CODE or file.name.endswith(".board.svg")
            kind |= inner.startswith("medianoche/envs/core/show/static/")  # in pages of replays
            kind |= inner.startswith("medianoche/ui/puzzles/")
            if file.is_file() and kind and not fits(inner, unwanted):
                yield inner, file.read_bytes()
    single = [*(ROOT / "envs").glob("*.py"), *(ROOT / "agents").glob("*.py"), *(ROOT / "agents/kernels").glob("*.py")]
    for file in sorted([*single, *(ROOT / "src/medianoche").glob("*.py"), ROOT / "agents/levels.toml"]):
        yield f"medianoche/{file.relative_to(ROOT).as_posix().removeprefix('src/medianoche/')}", file.read_bytes()
    standins = ROOT / "src/medianoche/ui/browser/standins"
    for file in sorted(standins.rglob("*.py")):
        yield file.relative_to(standins).as_posix(), file.read_bytes()


def write_python(folder: Path) -> None:
    """Write Pyodide, and all that runs in it, compiled."""
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        source = unpacked("pyodide", work)
        out = work / "out"
        out.mkdir()
        for name, data in standard_library(source):
            place(work / "sources" / "standard" / name, data)
        for name, data in (*libraries(), *suite()):
            place(work / "sources" / "all" / name, data)
        told = [f"medianoche/envs/{game}/__init__.py" for game in envs.names()]  # the page shows what a game is about
        settings = {"told": told, "without": WITHOUT, "also": ALSO}
        place(work / "sources" / "settings.json", json.dumps(settings).encode())
        for name in ("pyodide.asm.wasm", "pyodide.asm.mjs"):
            place(work / "sources" / "plain" / name, (source / name).read_bytes())
        script = HERE / "compile.mjs"
        subprocess.run(["node", str(script), str(source), str(work / "sources"), str(out)], check=True)
        for file in out.iterdir():
            shutil.copy(file, folder)
        shutil.copy(source / "pyodide.mjs", folder)
        shutil.copy(unpacked("fzstd", work / "fzstd") / "esm/index.mjs", folder / "fzstd.mjs")


def place(file: Path, data: bytes) -> None:
    """Write a file, with its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


# ---- the page


def write_page(folder: Path) -> None:
    """Write the page's own files, with what they know beforehand."""
    static = folder / "static"
    static.mkdir(exist_ok=True)
    for source in (catalog.STATIC, Path(show.__path__[0]) / "static"):
        for file in source.iterdir():
            (static / file.name).write_bytes(file.read_bytes())
    page = (catalog.STATIC / "index.html").read_text(encoding="utf-8")
    for here, there_text in CHANGES.items():
        assert here in page, here
        page = page.replace(here, there_text)
    (folder / "index.html").write_text(page, encoding="utf-8")
    for name in ("boot.mjs", "worker.mjs", "thinker.mjs", "network.mjs"):
        shutil.copy(HERE / name, folder)
    shutil.copy(ROOT / "agents/export/engine.mjs", folder)
    about = {
        "words": json.loads((HERE / "words.json").read_text(encoding="utf-8")),
        "rated": {name: catalog.rated_in(name) for name in envs.names()},
        "games": {entry.name: entry.title for entry in envs.entries()},
        "dark": dict(PALETTE.values()),
        "bytes": sizes(folder),
        "engines": sorted(f"games/{file.name}" for file in (folder / "games").iterdir()),
        "packed": digest(file.read_bytes() for file in packed_files(folder)),
    }
    (folder / "about.json").write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")


def write_licences(folder: Path) -> None:
    """Write the page that names what is bundled, with its licences."""
    rows = [
        ("Pyodide", SCRIPTS["pyodide"], "MPL-2.0", "https://github.com/pyodide/pyodide"),
        ("fzstd", SCRIPTS["fzstd"], "MIT", "https://github.com/101arrowz/fzstd"),
        ("Python", "3.14", "PSF-2.0", "https://docs.python.org/3/license.html"),
    ]
    texts = [
        headed("medianoche", (ROOT / "LICENSE").read_text(encoding="utf-8")),
        headed(f"Pyodide {SCRIPTS['pyodide']}", licence_text("MPL-2.0")),  # its package has none
    ]
    with tempfile.TemporaryDirectory() as made:
        licence = (unpacked("fzstd", Path(made)) / "LICENSE").read_text(encoding="utf-8")
        texts.append(headed(f"fzstd {SCRIPTS['fzstd']}", licence))
    for library in LIBRARIES:
        wheel = wheel_of(library)
        assert wheel
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            about = email.message_from_bytes(archive.read(next(name for name in names if name.endswith("/METADATA"))))
            name, _, version = library.partition("==")
            licence = spdx(about["License-Expression"] or about["License"] or "see its text")
            rows.append((name, version, licence, f"https://pypi.org/project/{name}/{version}/"))
            held = [archive.read(member).decode() for member in names if LICENCE_FILE.search(member)]
        texts += [headed(f"{name} {version}", text) for text in held or [licence_text(licence)]]
        if name == "typing-extensions":  # it is a part of Python, and has Python's text
            texts += [headed("Python 3.14", text) for text in held]
    cells = [
        f'<tr><td><a href="{where}">{name}</a> {version}</td><td>{licence}</td></tr>'
        for name, version, licence, where in rows
    ]
    page = (HERE / "licences.html").read_text(encoding="utf-8").replace("LIBRARIES", "\n".join(cells))
    (folder / "licences.html").write_text(page, encoding="utf-8")
    (folder / "licences.txt").write_text(f"\n\n{'=' * 80}\n\n".join(texts), encoding="utf-8")


def headed(name: str, text: str) -> str:
    """The text of a licence below the name of what is under it."""
    return f"{name}\n\n{text}"


def licence_text(licence: str) -> str:
    """The text of a licence, by its name in SPDX."""
    return (TEXTS / f"{licence}.txt").read_text(encoding="utf-8")


def spdx(licence: str) -> str:
    """The name in SPDX of a licence that a package names in another way."""
    return {"APL 2": "Apache-2.0"}.get(licence, licence)


def sizes(folder: Path) -> dict[str, int]:
    """Bytes of what is loaded before the first game."""
    return {file.name: file.stat().st_size for file in packed_files(folder)}


def packed_files(folder: Path) -> list[Path]:
    """What is loaded before the first game and is the same for all games."""
    return sorted(folder.glob("*.zst"))


def digest(parts: Iterable[bytes]) -> str:
    """A version of files."""
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def build(folder: Path, names: list[str] | None = None) -> None:
    """Write the page to `folder`, with the engines of these games, by default of all."""
    folder.mkdir(parents=True, exist_ok=True)
    write_python(folder)
    engines = folder / "games"
    engines.mkdir(exist_ok=True)
    for name in names or envs.names():
        write_engine(name, engines)
    write_page(folder)
    write_licences(folder)
    write_offline(folder)


def write_offline(folder: Path) -> None:
    """Write the service worker, with the names of the page's small files and a hash of all."""
    shutil.copy(HERE / "offline.js", folder)
    whole = sorted(file for file in folder.rglob("*") if file.is_file())
    files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in whole}
    version = digest(name.encode() + data for name, data in files.items())
    small = [name for name in files if not name.endswith((".gzipped", ".zst", "offline.js", "licences.txt"))]
    offline = files["offline.js"].decode().replace("VERSION", version).replace("FILES", json.dumps(["./", *small]))
    (folder / "offline.js").write_text(offline, encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2:])
