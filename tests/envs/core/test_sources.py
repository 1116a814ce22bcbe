"""Compiled code follows its sources: the modules that kernels import, and the constants that they read."""

import importlib
import shutil
import subprocess
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import medianoche
from medianoche import envs
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.envs.core.compile import content, jit, sources
from medianoche.envs.core.contents import GameContent
from tests import processes, toys
from tests.cli.small import FILES, NEEDS, words_of
from tests.envs.repeats import larger
from tests.waiting import LONG

ENVS = Path(envs.__path__[0])
NIM = Path(toys.__path__[0]) / "nim"
PACKAGE = Path(medianoche.__file__).parent
compiled_only = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")

IMPORTS = {
    "board": "from . import board",
    "named": "from .named import PRIZE as NAMED",
    "deep/values": "import theirs.deep.values as values",
    "deep/plain": "import theirs.deep.plain",
    "stars": "from theirs.stars import *",
    "deep/several": "from .deep import (  # in (several) lines\n    several as some,\n)",
    "deep/further": "from theirs.deep \\\n    import further",
    "deep/inner/most": "from .deep.way import MOST",
    "late": "def read():\n    import sys; from theirs import late\n    return late.PRIZE\n\n\nLATE = read()",
}
"""Statements of the rules by the module to which each leads, with a constant."""
USED = "board.PRIZE NAMED values.PRIZE theirs.deep.plain.PRIZE STAR some.PRIZE further.PRIZE MOST LATE HERE FILE[0]"
PLACES = [name.partition("[")[0] for name in USED.split()]
RULES = f"""
import os
HERE = int(os.environ.get("PRIZE", "1"))
FILE = np.load(os.path.dirname(__file__) + "/prize.npy")


@kernel
def prize():
    return {" + ".join(f"{10**place} * {name}" for place, name in enumerate(USED.split()))}
"""


@pytest.fixture
def theirs(tmp_path, cache, monkeypatch):
    """The folder of a user's game, whose states hold the sum of constants of all those modules: a digit each."""
    package = tmp_path / "theirs"
    (package / "deep" / "inner").mkdir(parents=True)
    for name in IMPORTS:
        (package / f"{name}.py").write_text("PRIZE = STAR = 1\n")
    (package / "deep" / "way.py").write_text("from .inner.most import PRIZE as MOST\n")
    np.save(package / "prize.npy", np.array([1]))
    text = (NIM / "__init__.py").read_text()
    (package / "__init__.py").write_text(
        text.replace('("stones", np.int8)', '("stones", np.int8), ("prize", np.int64)')
    )
    text = (NIM / "rules.py").read_text().replace("tests.toys.nim", "theirs")
    text = text.replace("    state.stones = 4", "    state.prize = prize()\n    state.stones = 4")
    imports, rules = text.split("NO_CHANCE", 1)
    (package / "rules.py").write_text("\n".join([imports, *IMPORTS.values(), RULES, f"\nNO_CHANCE{rules}"]))
    monkeypatch.syspath_prepend(tmp_path)
    yield package
    for name in [name for name in sys.modules if name.partition(".")[0] == "theirs"]:
        del sys.modules[name]
    sources._imported.cache_clear()


PLAY = "from medianoche import envs; print(*envs.make_batch('theirs:Nim', 1).states.prize)"


def played(folder, script=PLAY, **environment):
    """What a new process prints, and its lines on stderr but for those about compiling; all use the `cache`."""
    variables = processes.environment(NUMBA_CACHE_DIR=str(folder / "cache"), MEDIANOCHE_QUIET="0", **environment)
    words = [sys.executable, "-c", script]
    ran = subprocess.run(words, env=variables, cwd=folder, capture_output=True, text=True, timeout=LONG, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split(), [line for line in ran.stderr.splitlines() if "compiling" not in line]


def hashed(home):
    """The hash of the sources as a new process computes it."""
    sources.sources_hash.cache_clear()
    sources._imported.cache_clear()
    return sources.sources_hash(home)


def edit(file, old="1", new="7"):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_every_form_of_import_is_followed(theirs):
    whole = hashed(theirs)
    for file in [*(theirs / f"{name}.py" for name in IMPORTS), theirs / "deep" / "way.py"]:
        kept = file.read_text()
        file.write_text(f"{kept}\nMORE = 1\n")
        assert hashed(theirs) != whole, file
        file.write_text(kept)
    assert hashed(theirs) == whole


def digits(**sevens):
    """What states hold if these constants are 7."""
    return ["".join("7" if name in sevens else "1" for name in reversed(PLACES))]


@compiled_only
@pytest.mark.parametrize("all_kinds", [False, larger(True)])
def test_an_edited_constant_is_played_in_the_next_process(theirs, all_kinds):
    """One in a module that a module imports; also one in the environment, and one in a file of data."""
    assert played(theirs.parent)[0] == digits()
    folders = set((theirs.parent / "cache").iterdir())
    edit(theirs / "deep" / "inner" / "most.py")
    assert played(theirs.parent)[0] == digits(MOST=7)
    assert len(set((theirs.parent / "cache").iterdir()) - folders) == 1  # theirs anew; the core's is kept
    if all_kinds:
        assert played(theirs.parent, PRIZE="7")[0] == digits(MOST=7, HERE=7)
        np.save(theirs / "prize.npy", np.array([7]))
        assert played(theirs.parent)[0] == digits(MOST=7, FILE=7)


RELOAD = """
import importlib, pathlib
from medianoche import Game, envs
print(*envs.make_batch("theirs:Nim", 1).states.prize)
import theirs.{module} as module
file = pathlib.Path(module.__file__)
file.write_text(file.read_text().replace({old!r}, {new!r}, 1))
importlib.reload(module)
print(*envs.make_batch("theirs:Nim", 1).states.prize)
game = Game(type(envs.game("theirs:Nim").declaration))
print(*game.batch(1).states.prize, *game.aec().game.batch(1).states.prize)
"""


@compiled_only
@pytest.mark.larger
@pytest.mark.parametrize(("module", "old", "new"), [("rules", "1 * board", "2 * board"), ("board", "1", "2")])
def test_a_module_that_is_loaded_again_says_to_restart(theirs, module, old, new):
    digits_found, lines = played(theirs.parent, RELOAD.format(module=module, old=old, new=new))
    assert set(digits_found) == set(digits())
    assert all("restart it (in a notebook, the kernel) for the new rules" in line for line in lines)
    assert 1 <= len(lines) <= 2
    anew, quiet = played(theirs.parent)
    assert anew == [str(int(digits_found[0]) + 1)]  # and no old code was left under a name of the new
    assert quiet == []


ONE_FILE = """
import sys
from medianoche import envs
sys.path.insert(0, "")
batch = envs.make_batch("{place}", 1)
batch.step(batch.sample_legal())
env = batch.game.aec()
env.reset(3)
print(*batch.states.stones, batch.game.content.package, batch.game.render(batch.states[0]))
"""


@pytest.fixture
def one_file(tmp_path, cache):
    """Nim in one file, in a folder with other files."""
    kernels = (NIM / "rules.py").read_text().replace("from tests.toys.nim import STONE_LIMIT, TAKE, kernel\n", "")
    file = tmp_path / "onefile.py"
    file.write_text((NIM / "__init__.py").read_text() + kernels.split('"""', 2)[2])
    (tmp_path / "other.py").write_text("raise SystemExit('not a part of the game')\n")
    return file


@pytest.mark.parametrize("place", [larger("module"), larger("package"), larger("script"), "notebook"])
def test_a_game_in_one_file_is_played(one_file, place):
    """As a module, in a package of such games, as the program itself, and in a `__main__` that has no file."""
    script = ONE_FILE
    if place == "package":
        (one_file.parent / "games").mkdir()
        shutil.copy(one_file, one_file.parent / "games" / "onefile.py")
        script = script.replace("{place}", "games.onefile:Nim")
    elif place == "module":
        script = script.replace("{place}", "onefile:Nim")
    else:
        script = one_file.read_text() + script.replace("{place}", "__main__:Nim")
    if place == "script":
        one_file.write_text(script)
        script = "import runpy; runpy.run_path('onefile.py', run_name='__main__')"
    assert played(one_file.parent, script)[0]


def test_the_sources_of_a_game_in_one_file_are_that_file(one_file, monkeypatch):
    monkeypatch.syspath_prepend(one_file.parent)
    importlib.import_module("onefile")
    home = sources.home_of("onefile")
    del sys.modules["onefile"]
    assert home == one_file
    assert [file for file in sources.sources(home) if not file.is_relative_to(PACKAGE)] == [one_file]


@pytest.mark.parametrize("name", ["misty", *(larger(name) for name in envs.names() if name != "misty")])
def test_each_module_that_is_loaded_with_a_game_s_kernels_is_in_its_hash(name, tmp_path, monkeypatch):
    """In a copy of the game: its kernels are imported without its package, and every module loaded so is edited."""
    package = tmp_path / f"copied_{name}"
    copy = f"copied_{name}"
    shutil.copytree(ENVS / name, package, ignore=shutil.ignore_patterns("__pycache__", "*.ftl", "*.md"))
    for file in package.rglob("*.py"):
        file.write_text(file.read_text().replace(f"medianoche.envs.{name}", copy))
    monkeypatch.syspath_prepend(tmp_path)
    module = module_from_spec(PathFinder.find_spec(copy))  # which is not executed
    monkeypatch.setitem(sys.modules, copy, module)
    for file in (package / "kernels").glob("*.py"):
        importlib.import_module(f"{copy}.kernels.{file.stem}".removesuffix(".__init__"))
    loaded = [sys.modules.pop(module) for module in list(sys.modules) if module.startswith(f"{copy}.")]
    files = [Path(file) for module in loaded if (file := getattr(module, "__file__", None))]
    assert {"pack.py", "state.py", "numbers.py", "rules.py", "observe.py"} <= {file.name for file in files}
    whole = hashed(package)
    for file in files:
        kept = file.read_text()
        file.write_text(f"{kept}\nEDITED = 1\n")
        assert hashed(package) != whole, file
        file.write_text(kept)
    assert hashed(package) == whole


CONSTANTS = {
    "a global": ("PRIZE = {}", "PRIZE"),
    "an attribute of a module": ("import types\nboard = types.ModuleType('board')\nboard.PRIZE = {}", "board.PRIZE"),
    "a tuple in a tuple": ("PRIZES = (0, (1, {}))", "PRIZES[1][1]"),
    "an array": ("import numpy\nPRIZES = numpy.array([0, {}])", "PRIZES[1]"),
    "a real number": ("PRIZE = 0.1 + {}", "PRIZE"),
    "a member of an enum": ("import enum\nclass Prize(enum.IntEnum):\n    BIG = {}", "Prize.BIG"),
    "a named tuple": ("import collections\nPRIZES = collections.namedtuple('P', 'big')({})", "PRIZES.big"),
    "the order of a named tuple": (
        "import collections\nP = collections.namedtuple('P', ['ab', 'ba'][{} == 7])",
        "P(1)",
    ),
    "a called function": ("def prize():\n    return {}", "prize()"),
    "a function that a called function calls": (
        "def inner():\n    return {}\ndef prize():\n    return inner()",
        "prize()",
    ),
    "a default": ("def prize(of={}):\n    return of", "prize()"),
    "a closure": ("def make(of):\n    def prize():\n        return of\n    return prize\nprize = make({})", "prize()"),
    "a kernel": ("@kernel\ndef prize():\n    return {}", "prize()"),
    "the type of a kernel's parameter": (
        "import numpy\n@Kernels(x=numpy.dtype(['i4', 'i8'][{} == 7]))\ndef prize(x):\n    return x",
        "prize(1)",
    ),
    "a compiled function": ("import numba\n@numba.njit\ndef prize():\n    return {}", "prize()"),
    "a function of numba.vectorize": ("import numba\n@numba.vectorize\ndef prize(a):\n    return {}", "prize(a)"),
    "the layout of a function of numba.guvectorize": (
        "import numba\n@numba.guvectorize('(n)->(' + 'n' * ({} == 7) + ')')\ndef prize(a, out):\n    out[0] = 1",
        "prize(a)",
    ),
    "an argument of a numba's intrinsic": (
        "import numba.extending\n@numba.extending.intrinsic\ndef prize(context):\n    return {}",
        "prize()",
    ),
}


def made(constant, value):
    """A function whose result has `constant`, and byte code that does not depend on `value`."""
    code, expression = CONSTANTS[constant]
    names = {"__name__": __name__, "Kernels": jit.Kernels, "kernel": jit.Kernels()}
    exec(f"{code.format(value)}\ndef f(a):\n    return a + {expression}", names)
    return names["f"]


@compiled_only
@pytest.mark.parametrize("constant", CONSTANTS)
def test_code_is_named_by_the_values_that_it_reads(constant):
    one, same, other = (content.content_hash(made(constant, value), ()) for value in (100, 100, 7))
    assert one == same
    assert one != other


def test_recursion_and_objects_that_hold_themselves_are_read_once():
    names = {"__name__": "theirs", "holder": ModuleType("holder")}
    names["holder"].holder = names["holder"]
    exec("def f(n):\n    return g(holder.holder.n)\ndef g(n):\n    return f(n - 1) if n else 0", names)
    assert content.content_hash(names["f"], ()) != content.content_hash(names["g"], ())


@compiled_only
def test_symbols_of_functions_that_read_other_constants_differ():
    kernels = [jit.Kernels()(made("a global", value)) for value in (100, 200)]
    results = [next(iter(kernel.executable.overloads.values())) for kernel in kernels]
    assert [kernel(1) for kernel in kernels] == [101, 201]
    assert results[0].fndesc.mangled_name != results[1].fndesc.mangled_name


def test_edits_are_looked_for_while_another_thread_reads_files(tmp_path, monkeypatch):
    stamp = sources._stamp
    read = {tmp_path / name: ((0, 0), b"") for name in "ab"}

    def reading(file):  # what the other thread does while this one asks the file system
        read[tmp_path / f"{len(read)}"] = (0, 0), b""
        return stamp(file)

    monkeypatch.setattr(sources, "_read", read)
    monkeypatch.setattr(sources, "_stamp", reading)
    monkeypatch.setattr(sources, "_digest", lambda file: b"")
    sources.tell_edits()
    assert len(read) == 4


def test_the_code_of_a_game_is_a_hash_of_its_files_and_of_those_that_they_import(tmp_path, monkeypatch):
    """But for its tests; the suite's games have none."""
    assert envs.game("misty").content.code == envs.game("kuhn").content.code == ""
    monkeypatch.syspath_prepend(tmp_path)
    own_folder = tmp_path / "owned"
    own_folder.mkdir()
    texts = {
        "__init__": "from owned import rules, state",
        "rules": "",
        "state": "import beside_owned",
        "test_rules": "",
    }
    for name, text in texts.items():
        (own_folder / f"{name}.py").write_text(text)
    (beside := tmp_path / "beside_owned.py").write_text("")
    importlib.import_module("owned")
    monkeypatch.delitem(sys.modules, "beside_owned")

    def code():
        return sources.code_hash.__wrapped__("owned")

    code_before = code()
    (own_folder / "test_rules.py").write_text("1")
    assert code() == code_before
    for file in (own_folder / "rules.py", own_folder / "__init__.py", own_folder / "state.py", beside):
        file.write_text(file.read_text() + "\n")
        assert code() != code_before, file
        code_before = code()
    monkeypatch.delitem(sys.modules, "owned")
    for name in ("rules", "state"):
        monkeypatch.delitem(sys.modules, f"owned.{name}")


CODE = "from medianoche import envs; print(envs.game('theirs:Nim').content.code)"


def test_the_code_of_a_game_follows_what_its_kernels_read_from_files_and_the_environment(theirs):
    (first,), _ = played(theirs.parent, CODE)
    assert played(theirs.parent, CODE, PRIZE="7")[0] != [first]
    assert played(theirs.parent, CODE, NUMBA_DISABLE_JIT="1")[0] == [first]
    (theirs / "notes.txt").write_text("nobody reads this")
    assert played(theirs.parent, CODE)[0] == [first]
    np.save(theirs / "prize.npy", np.array([7]))
    assert played(theirs.parent, CODE)[0] != [first]
    np.save(theirs / "prize.npy", np.array([1]))
    moved = theirs.parent / "elsewhere"
    moved.mkdir()
    shutil.move(theirs, moved)
    assert played(moved, CODE, PYTHONPATH=str(moved))[0] == [first]


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("tournament", "another tournament (game_code: "),
        larger("rate", "the game's code is"),
        larger("sweep", "the game's code is"),
        larger("train", "trains nim with other code"),
    ],
)
def test_a_command_does_not_go_on_with_another_file_of_data(theirs, command, line):
    folder = theirs.parent
    for name, text in FILES.items():
        (folder / name).write_text(text)
    variables = processes.environment(NUMBA_DISABLE_JIT="1", MEDIANOCHE_QUIET="1")

    def call(words):
        whole = [sys.executable, "-m", "medianoche", *words]
        how = {"env": variables, "cwd": folder, "capture_output": True, "text": True, "timeout": LONG}
        return subprocess.run(whole, **how, check=False)

    *before, words = [words_of(name, "theirs:Nim") for name in (*NEEDS.get(command, ()), command)]
    for known in (*before, words, words):  # the same command goes on
        ended = call(known)
        assert ended.returncode == 0, ended.stderr
    np.save(theirs / "prize.npy", np.array([7]))
    refused = call(words)
    assert refused.returncode == 2
    assert line in " ".join(refused.stderr.split())


WRITTEN = {
    "a called function",
    "a function that a called function calls",
    "a kernel",
    "the type of a kernel's parameter",
    "a compiled function",
    "a function of numba.vectorize",
    "the layout of a function of numba.guvectorize",
    "an argument of a numba's intrinsic",
}
"""Constants that stand in the code, whose files are hashed."""


@pytest.mark.parametrize("constant", sorted(CONSTANTS.keys() - WRITTEN))
def test_values_that_a_game_reads_are_part_of_its_identity(constant):
    one, same, other = (content.values_hash([made(constant, value)]) for value in (100, 100, 7))
    assert one == same
    assert one != other


def test_games_of_a_game_that_was_edited_are_not_continued(monkeypatch):
    elsewhere = Spec.create("tests.toys.nim:Nim", ["random", "greedy"])
    assert len(elsewhere.game_code) == 16
    monkeypatch.setattr(GameContent, "code", "another")
    here = Spec.create("tests.toys.nim:Nim", ["random", "greedy"])
    assert elsewhere.difference(here) == f"game_code: {elsewhere.game_code} there, another here"
