"""A tournament on a cluster that loses a node: the rehearsal of a large one, and what it measures."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from medianoche.benchmarks.speed.cluster import ClusterRow, Family, total
from medianoche.benchmarks.tournament import Store
from tests.benchmarks.conftest import YARDSTICK
from tests.waiting import LONG

LINE = ClusterRow("misty", 100, 900, 3.0, 2.0, 1.2, 25.0, 0.5, 65, 200, (100, 110), (50, 51))


def test_no_game_is_lost_with_a_node(tmp_path, environment):
    pytest.importorskip("ray")
    command = [sys.executable, "-m", "medianoche.benchmarks.speed.cluster", str(tmp_path), "400", YARDSTICK]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LONG)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"^\| {YARDSTICK} \| 400 \| ", done.stdout, re.MULTILINE)
    assert "400 games: wall" in done.stdout.splitlines()[-1]
    with Store.read(tmp_path / YARDSTICK) as store:
        assert store.played == 400
        assert not store.missing()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads what Linux tells of processes")
def test_a_family_is_this_process_and_those_below_even_when_they_have_ended():
    family = Family()
    own_seconds = family.spent()
    assert -0.5 < own_seconds - time.process_time() < 30  # other tests may have left processes of this one
    busy = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\nwhile True: time.sleep(1)"
    child = subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE)
    child.stdout.readline()
    seen = family.spent()
    child.kill()
    child.communicate()
    assert child.pid in family.seconds
    assert own_seconds + 0.45 < seen <= family.spent()
    driver, worker = family.memory()
    assert driver > 10
    assert worker == 0


def test_the_whole_is_weighed_by_what_is_played():
    other = LINE._replace(games=300, wall=7.0, playing=6.0, spent=1.6)
    assert total([LINE, other]) == "400 games: wall 10.0 s, playing 8.0 s; wall / playing 1.25, CPU / playing 1.50"
    assert str(LINE) == "| misty | 100 | 900 | 3.0 | 2.0 | 1.50 | 1.20 | 25 | 0.500 | 65 | 200 | 100, 110 | 50, 51 |"
