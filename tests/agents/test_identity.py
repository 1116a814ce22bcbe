"""What belongs to a bot: the modules beside its file, and the files that decide its choices."""

import gc
import subprocess
import sys

import numpy as np
import pytest
from safetensors.numpy import save_file

from medianoche import envs
from medianoche.agents import AgentError, agent, fingerprint
from tests.agents.conftest import FOUR, turn

BOT = """
from pathlib import Path

HERE = Path(__file__).parent


class Mine:
    def __init__(self):
        self.made = self.make()

    def make(self):
        {make}

    def act(self, turn):
        {act}
        return turn.action_mask.argmax(axis=1)
"""


@pytest.fixture
def game():
    return envs.game(FOUR)


def write(folder, make="pass", act="pass", name="mine.py", head=""):
    """A bot that runs `make` when it is made and `act` at each decision; returns its string."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / name).write_text(head + BOT.format(make=make, act=act))
    return f"{folder / name}:Mine"


def write_array(file, value):
    file.parent.mkdir(exist_ok=True)
    if file.suffix == ".npy":
        np.save(file, np.full(3, value))
    elif file.suffix == ".safetensors":
        save_file({"weights": np.full(3, value)}, file)
    else:
        file.write_text(f"[{value}]")


SAFE = "from safetensors.numpy import load_file"


@pytest.mark.parametrize(
    ("make", "act", "file"),
    [
        ("import numpy; return numpy.load(HERE / 'mine.npy')", "pass", "mine.npy"),
        ("import numpy; return numpy.load(HERE / 'mine.npy', mmap_mode='r')", "pass", "mine.npy"),
        ("return (HERE / ('mi' + 'ne.json')).read_text()", "pass", "mine.json"),
        ("import os; return os.open(HERE / ('mi' + 'ne.json'), os.O_RDONLY)", "pass", "mine.json"),
        (f"{SAFE}; return load_file(HERE / 'mine.safetensors')", "pass", "mine.safetensors"),
        (f"{SAFE}; return load_file(Path(__file__).with_suffix('.safetensors'))", "pass", "mine.safetensors"),
        (f"{SAFE}; return load_file(HERE / 'weights' / 'best.safetensors')", "pass", "weights/best.safetensors"),
        ("pass", "(HERE / ''.join(['book', '.json'])).read_text()", "book.json"),
        ("pass", "(HERE / f'seat{turn.seats.max()}.json').read_text()", "seat1.json"),
    ],
)
def test_the_fingerprint_changes_with_a_file_that_the_bot_opens(tmp_path, game, make, act, file):
    bot = write(tmp_path, make, act)
    write_array(tmp_path / "seat0.json", 0)
    write_array(tmp_path / file, 1)
    before = fingerprint(bot, game)
    assert fingerprint(bot, game) == before
    write_array(tmp_path / file, 2)
    assert fingerprint(bot, game) != before
    write_array(tmp_path / file, 1)
    assert fingerprint(bot, game) == before


LOOK = "(HERE / 'weights')"
FIND = {
    "os.listdir": "import os; return os.listdir(HERE / 'weights')",
    "os.listdir of the current folder": "import os; os.chdir(HERE); return os.listdir()",
    "os.scandir": "import os; return list(os.scandir(HERE / 'weights'))",
    "os.walk": "import os; return list(os.walk(HERE))",
    "glob": "import glob; return glob.glob(str(HERE / 'weights' / '*.npy'))",
    "Path.glob": "return list(HERE.glob('*/*.npy'))",
    "Path.rglob above the folder": "return list(HERE.parent.rglob('*.npy'))",
    "Path.iterdir": f"return list({LOOK}.iterdir())",
    "a folder's number": f"import os; return os.listdir(os.open({LOOK}, os.O_RDONLY))",
    "dir_fd": f"import os; return os.open('be' + 'st.npy', os.O_RDONLY, dir_fd=os.open({LOOK}, os.O_RDONLY))",
    "a child process": "import subprocess; return subprocess.run(['cat', HERE / 'weights' / ('be' + 'st.npy')])",
    "a shell": "import os; return os.system(f'cat {HERE}/weights/be*')",
    "a fork": "import os; child = os.fork(); child or os._exit(0); return os.waitpid(child, 0)",
}


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("way", FIND)
def test_weights_that_a_bot_may_find_count(tmp_path, game, monkeypatch, capfd, way, late):
    """When it is made and when it is first asked."""
    monkeypatch.chdir(tmp_path)
    look = FIND[way].replace("return ", "self.found = ")
    bot = write(tmp_path / "bot", *("pass", look) if late else (look,))
    write_array(tmp_path / "bot" / "weights" / "best.npy", 1)
    write_array(tmp_path / "bot" / "weights" / "notes.txt", 1)
    before = fingerprint(bot, game)
    assert fingerprint(bot, game) == before
    write_array(tmp_path / "bot" / "weights" / "notes.txt", 2)
    assert fingerprint(bot, game) == before
    write_array(tmp_path / "bot" / "weights" / "best.npy", 2)
    assert fingerprint(bot, game) != before
    write_array(tmp_path / "bot" / "weights" / "best.npy", 1)
    assert fingerprint(bot, game) == before
    write_array(tmp_path / "bot" / "weights" / "newer.npy", 1)
    assert fingerprint(bot, game) != before
    agent(bot).act(turn(3))
    assert "fingerprint" not in capfd.readouterr().err  # all of it counts


@pytest.mark.parametrize(
    "name", ["'mi' + 'ne.safetensors'", "next(n for k in range(9) if (HERE / (n := f'mine{k}.safetensors')).exists())"]
)
def test_weights_that_a_library_reads_unheard_count_whatever_their_name(tmp_path, game, name):
    bot = write(tmp_path, f"{SAFE}; return load_file(HERE / ({name}))")
    for file in ("mine.safetensors", "mine3.safetensors"):
        write_array(tmp_path / file, 1)
    before = fingerprint(bot, game)
    write_array(tmp_path / "mine.npy", 2)  # another library's
    assert fingerprint(bot, game) == before
    for file in ("mine.safetensors", "mine3.safetensors"):
        write_array(tmp_path / file, 2)
    assert fingerprint(bot, game) != before


def test_weights_of_another_bot_do_not_count_if_a_bot_names_its_own(tmp_path, game):
    bot = write(tmp_path, f"{SAFE}; return load_file(HERE / 'mine.safetensors')")
    write_array(tmp_path / "mine.safetensors", 1)
    before = fingerprint(bot, game)
    write_array(tmp_path / "yours.safetensors", 1)
    assert fingerprint(bot, game) == before


LATER = {
    "opened": "(HERE / ''.join(['la', 'te.npy'])).read_bytes()",
    "searched": "list((HERE / 'late').iterdir())",
    "started a process": "import os; os.system('true')",
}


@pytest.mark.parametrize("what", LATER)
def test_what_a_bot_reads_after_its_first_decision_is_told_once(tmp_path, game, capfd, what):
    act = f"self.n = getattr(self, 'n', 0) + 1\n        if self.n > 9: {LATER[what]}"
    bot = write(tmp_path, act=act)
    (tmp_path / "late").mkdir()
    write_array(tmp_path / "late.npy", 1)
    fingerprint(bot, game)
    who = agent(bot)
    for _ in range(9):
        who.act(turn(3))
    assert capfd.readouterr().err == ""
    who.act(turn(3))
    who.act(turn(3))
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"medianoche: {bot} {what}")
    assert "after its first decision" in line


def test_what_the_suite_opens_below_the_folder_of_a_bot_is_not_the_bot_s(tmp_path, game, capfd):
    bot = write(tmp_path)
    fingerprint(bot, game)
    who = agent(bot)
    (tmp_path / "table.csv").write_text("1")
    (tmp_path / "table.csv").read_text()
    list(tmp_path.iterdir())
    who.act(turn(3))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("file", ["helper.py", "deeper.py", "parts/__init__.py", "parts/inner.py", "late.py"])
def test_the_fingerprint_changes_with_a_module_that_the_bot_imports(tmp_path, game, file):
    bot = write(tmp_path, "import helper; from parts import inner", "import late")
    (tmp_path / "parts").mkdir()
    for name in ("deeper.py", "parts/__init__.py", "parts/inner.py", "late.py"):
        (tmp_path / name).write_text("VALUE = 1\n")
    (tmp_path / "helper.py").write_text("from deeper import VALUE\n")
    before = fingerprint(bot, game)
    (tmp_path / file).write_text((tmp_path / file).read_text() + "OTHER = 2\n")
    assert fingerprint(bot, game) != before


def test_a_module_counts_though_its_import_is_not_reached(tmp_path, game):
    bot = write(tmp_path, act="if len(turn) > 99: import late")
    (tmp_path / "late.py").write_text("VALUE = 1\n")
    before = fingerprint(bot, game)
    (tmp_path / "late.py").write_text("VALUE = 2\n")
    assert fingerprint(bot, game) != before


def test_the_fingerprint_is_that_of_a_new_process(tmp_path, game):
    bot = write(tmp_path, "import helper; return (HERE / 'mine.json').read_text()", "import late")
    for name in ("helper.py", "late.py", "mine.json"):
        (tmp_path / name).write_text("[1]")
    code = f"from medianoche import envs, agents; print(agents.fingerprint({bot!r}, envs.game({FOUR!r})))"
    new_process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert new_process.stdout.strip() == fingerprint(bot, game)


def test_other_files_in_the_folder_of_a_bot_do_not_count(tmp_path, game):
    bot = write(
        tmp_path,
        "(HERE / 'new.txt').write_text('made')\n        with open(HERE / 'log.txt', 'a') as log: log.write('made')",
    )
    for folder in ("", ".cache", "lib/site-packages", "__pycache__"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "other.py").write_text("1 / 0")
    before = fingerprint(bot, game)
    (tmp_path / "other.py").write_text("2 / 0")
    assert fingerprint(bot, game) == before
    (tmp_path / "other").mkdir()
    (tmp_path / "mine.py").rename(tmp_path / "other" / "mine.py")
    assert fingerprint(f"{tmp_path}/other/mine.py:Mine", game) == before


def test_the_fingerprint_changes_when_a_file_appears_that_the_bot_tries_to_open(tmp_path, game):
    tries = "with contextlib.suppress(OSError): (HERE / ('m' + '.json')).read_text()"
    bot = write(tmp_path, tries, head="import contextlib\n")
    before = fingerprint(bot, game)
    (tmp_path / "m.json").write_text("1")
    assert fingerprint(bot, game) != before


def test_the_own_fingerprint_of_a_bot_counts_alone(tmp_path, game):
    body = "pass\n\n    def fingerprint(self):\n        return {}"
    bot = write(tmp_path, body.format("'version 7'"))
    assert fingerprint(bot, game) == "version 7"
    write(tmp_path, body.format("'version 7'") + "  # changed")
    assert fingerprint(bot, game) == "version 7"
    for wrong, words in (("1 / 0", "division by zero"), ("'a' * 300", "a line of 1 to 200"), ("'a\\n'", "a line of 1")):
        write(tmp_path, body.format(wrong))
        with pytest.raises(AgentError, match=words):
            fingerprint(bot, game)


def test_a_bot_that_fails_at_its_first_decision_has_a_fingerprint(tmp_path, game):
    assert fingerprint(write(tmp_path, act="1 / 0"), game) != fingerprint(write(tmp_path), game)


def test_bots_in_two_folders_have_a_helper_each(tmp_path):
    one, two = (write(tmp_path / name, "return helper.NAME", head="import helper\n") for name in "ab")
    for name in "ab":
        (tmp_path / name / "helper.py").write_text(f"import deeper\nNAME = '{name}' + deeper.NAME\n")
        (tmp_path / name / "deeper.py").write_text(f"NAME = '{name}'\n")
    assert (agent(one).made, agent(two).made, agent(one).made) == ("aa", "bb", "aa")
    assert "helper" not in sys.modules


def test_a_bot_imports_what_lies_beside_it_late_relatively_and_by_its_own_name(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").write_text("from . import inner\nfrom .inner import VALUE\nimport late\n")
    (tmp_path / "parts" / "inner.py").write_text("VALUE = 5\n")
    (tmp_path / "late.py").write_text("from mine import HERE\nVALUE = 6\n")
    act = "import late; import parts.inner as i, parts.inner; assert (late.VALUE, i.VALUE, parts.VALUE) == (6, 5, 5)"
    who = agent(write(tmp_path, act=act))
    assert (who.act(turn(3)) >= 0).all()
    assert "late" not in sys.modules


def test_modules_beside_a_bot_are_read_anew_each_time_and_go_with_it(tmp_path):
    bot = write(tmp_path, "return helper.VALUE", head="import helper\n")
    for value in range(3):  # of the same size, in the same second
        (tmp_path / "helper.py").write_text(f"VALUE = {value}\n")
        assert agent(bot).made == value
    bot = write(tmp_path, "return helper", head="import helper\n")
    (tmp_path / "helper.py").write_text("")
    before = set(sys.modules)
    who = agent(bot)
    assert who.made.__name__ in sys.modules
    del who
    gc.collect()
    assert not {name for name in set(sys.modules) - before if "bot" in name}


def test_the_standard_library_and_the_game_are_not_replaced_by_what_lies_beside_a_bot(tmp_path, monkeypatch):
    (tmp_path / "random.py").write_text("1 / 0\n")
    (tmp_path / "torchlike.py").write_text("class Mine:\n    act = None\n")
    (tmp_path / "ownlittlegame.py").write_text(
        f"from {FOUR.partition(':')[0]} import ConnectFour\n\nclass Own(ConnectFour):\n    name = 'own'\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    game = envs.game("ownlittlegame:Own")
    bot = write(tmp_path, "return Own, random.Random", head="import random\nfrom ownlittlegame import Own\n")
    assert agent(bot).made[0] is type(game.declaration)


def test_the_error_of_a_missing_module_names_the_line_of_the_bot(tmp_path):
    with pytest.raises(AgentError, match=r"No module named 'nowhere_at_all' \(.*mine.py, line 1\)"):
        agent(write(tmp_path, head="import nowhere_at_all\n"))
