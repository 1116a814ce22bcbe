"""`exec:COMMAND`: programs in any language play; a failure is one line and costs a game or stops the run."""

import copy
import gc
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from medianoche import envs
from medianoche.agents import AgentError, ForfeitError, agent, ask, fingerprint, link, process
from medianoche.envs.core.play.forfeit import Failure, Lapse
from medianoche.envs.core.play.views import Views
from tests.agents.conftest import FOUR, GOOD, HEAD, PROGRAMS, turn
from tests.benchmarks.calls import larger
from tests.processes import environment
from tests.waiting import has_gone, soon

LAPSE = Lapse(Failure.NO_ANSWER, "failed")
WRONG = {
    "say(**right | {'action': 99})": "chose an illegal action: connect_four",
    "say(**right | {'action': -1})": "chose an illegal action: connect_four",
    "say(**right | {'action': True})": "no answer: action: Input should be a valid integer (given True)",
    "say(**right | {'action': 1.0})": "no answer: action: Input should be a valid integer (given 1.0)",
    "say(**right | {'action': '1'})": "no answer: action: Input should be a valid integer (given '1')",
    "say(**right | {'action': 10**30})": "no answer: action: ",
    "say(**right | {'id': message['id'] + 1})": "which is not asked",
    "say(type='action', action=0)": "no answer: id: ",
    "say(type='ready', protocol=1)": "no answer: type: ",
    "write('\\n')": "wrote '', no answer: Invalid JSON",
    "write('resign\\n')": "wrote 'resign', no answer: Invalid JSON",
    "write('[' * 60000 + '\\n')": "no answer: Invalid JSON: recursion limit exceeded",
    "write('9' * 60000 + '\\n')": "no answer: ",
    "write('x' * 70000)": "wrote a line of more than 65,536 bytes",
    "write(json.dumps(right) + ' ' * 70000 + '\\n')": "wrote a line of more than 65,536 bytes",
    "sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush()": "wrote '\\xff\\x00', no answer: Invalid JSON",
    "sys.exit(3)": "ended with exit code 3",
    "os.kill(os.getpid(), signal.SIGKILL)": "was ended by SIGKILL",
    "os.close(1); time.sleep(60)": "closed its input or output",
    "time.sleep(60)": "took longer than 0.3 s",
    "write('{'); time.sleep(60)": "took longer than 0.3 s",
    "os.kill(os.getpid(), signal.SIGSTOP)": "took longer than 0.3 s",
}


@pytest.fixture
def patient(monkeypatch):
    """Wait long for bots that start slowly on a busy machine, but not for those that never send `ready`."""
    monkeypatch.setattr(process, "START", 120.0)


def test_a_program_that_does_not_import_the_suite_plays():
    who = agent(GOOD)
    first = ask(who, turn(3))
    again = ask(agent(GOOD), turn(3))
    assert first.tolist() == again.tolist()
    assert (ask(who, turn(3)) == first).all()


def test_so_does_one_in_c(tmp_path):
    if not (compiler := shutil.which("cc")):
        pytest.skip("no compiler")
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2"]
    subprocess.run([compiler, *flags, "-o", tmp_path / "bot", PROGRAMS / "bot.c"], check=True)
    who = agent(f"exec:{tmp_path / 'bot'}")
    for name in (FOUR, "misty"):
        assert (ask(who, turn(20, name=name)) >= 0).all()


def logging(log, ready):
    """The head of a bot that says `ready` and writes all that it is told to a file."""
    head = HEAD.replace("protocol=1, wants=[]", ready)
    return head.replace("    kind = ", f"    open({str(log)!r}, 'a').write(line)\n    kind = ")


def test_a_decision_holds_the_parts_that_the_program_wants(bot, tmp_path):
    wants = ["text", "fields", "words", "effects", "news", "events", "glossary", "observation"]
    log = tmp_path / "log"
    text = bot("say(**right)", head=logging(log, f"protocol=2, wants={wants}")).replace("300ms", "20s")
    game = envs.game("misty")
    batch = game.batch(1, num_players=3, seed=5, autoreset=False)
    who = agent(text)
    row = np.zeros(1, np.int64)
    states: list = []
    heard: list[list] = [[] for _ in range(3)]
    while len(states) < 6:
        asked = batch.turn(row, np.array([7], np.uint64), row + 4)
        states.append(game.copy(batch.states[0]))
        actions = ask(who, asked)
        before = batch.states.copy()
        batch.step_rows(row, actions)
        for seat in range(3):
            seats = np.array([seat])
            who.watch(Views(batch, row, seats, actions, row.astype(np.uint64), row + 4, (before, actions)))
            heard[seat].append(game.show.events(before[0], int(actions[0]), seat))
    scores = batch.states["scores"][:, :3]
    who.over(row + 4, scores, batch.states["utility"][:, :3])
    who.close()
    hello, kind, *decisions, end = map(json.loads, log.read_text().splitlines())
    assert (hello["type"], hello["protocol"], hello["deadline"]) == ("hello", 1, 20)
    assert (kind["type"], kind["name"], kind["players"], kind["teams"]) == ("game", "misty", 3, [0, 1, 2])
    assert kind["options"] == game.content.options({}).model_dump()
    assert kind["names"]["phase"]["PICK"] == 0
    assert kind["glossary"] == game.declaration.glossary(game.view(states[0]))
    assert [block["first"] for block in kind["actions"]] == list(game.actions.at)
    assert len({decision["match"] for decision in decisions}) == 1
    assert len({decision["id"] for decision in decisions}) == len(decisions) == 6
    seen = {}
    for number, (state, told) in enumerate(zip(states, decisions, strict=True)):
        seat = int(state.to_move)
        legal = game.legal_actions(state).tolist()
        assert (told["seat"], told["legal"], told["game"]) == (seat, legal, kind["id"])
        assert told["text"] == game.render(state, seat)
        assert told["fields"] == game.view(state, seat).fields
        assert told["words"] == [game.describe(state, action) for action in legal]
        effects = [[effect[:1].upper() + effect[1:] for effect in more] for more in told["effects"]]
        explained = [". ".join([words, *more]) for words, more in zip(told["words"], effects, strict=True)]
        assert explained == [game.explain(state, action, seat) for action in legal]
        events = [event for step in heard[seat][seen.get(seat, 0) : number] for event in step]
        assert told["events"] == [event.json() for event in events]
        assert told["news"] == [event.words for event in events]
        assert told["observation"] == game.observe(state, seat).tolist()
        assert 0 <= told["seed"] < 2**53
        seen[seat] = number
    assert any(told["news"] for told in decisions)
    assert end == {"type": "end", "match": decisions[0]["match"], "scores": scores[0].tolist(), "utilities": [0, 0, 0]}


def test_messages_hold_nothing_hidden(bot, tmp_path):
    """A position and its determinizations give the same lines."""
    log = tmp_path / "log"
    wants = ["text", "fields", "words", "effects", "news", "glossary", "observation"]
    who = agent(bot("say(**right)", head=logging(log, f"protocol=1, wants={wants}")).replace("300ms", "20s"))
    game = envs.game("misty")
    row = np.zeros(1, np.int64)
    batch = game.batch(1, num_players=4, seed=2, autoreset=False)
    for _ in range(9):
        batch.step_rows(row, batch.sample_legal())
    for seed in range(4):
        ask(who, batch.turn(row, np.zeros(1, np.uint64), row))
        sample = game.copy(batch.states[0])
        game.determinize(sample, int(batch.to_move[0]), seed)
        batch.restore([sample])
    who.close()
    lines = [json.loads(line) | {"id": 0} for line in log.read_text().splitlines()[2:]]
    assert len(lines) == 4
    assert all(line == lines[0] for line in lines)
    assert lines[0]["match"] == 1


def test_several_decisions_may_be_under_way(bot):
    lines = ["late = [] if asked == 1 else late", "late.append(right)"]
    lines += ["for each in late[::-1] if len(late) == 4 else []: say(**each)", "late = [] if len(late) == 4 else late"]
    text = bot(*lines, head=HEAD.replace("wants=[]", "wants=[], parallel=4")).replace("300ms", "20s")
    asked = turn(12)
    assert ask(agent(text), asked).tolist() == asked.action_mask.argmax(axis=1).tolist()


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("line", WRONG)
def test_a_failure_is_one_line(bot, line):
    text = bot(line) if "took longer" in WRONG[line] else bot(line).replace("300ms", "20s")
    who = agent(text)
    with pytest.raises(AgentError) as error:
        ask(who, turn())
    assert str(error.value).startswith(f"{text} ")
    assert WRONG[line] in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 900


FAILURES = {
    "time.sleep(60)": Failure.TIME_LIMIT,
    "sys.exit(3)": Failure.CRASH,
    "os.close(1), os.close(0), time.sleep(60)": Failure.CRASH,
    "say(**right | {'action': 9})": Failure.ILLEGAL_ACTION,
    "write('no\\n')": Failure.NO_ANSWER,
    "say(**right | {'id': right['id'] + 5})": Failure.NO_ANSWER,
    "write('x' * 70_000)": Failure.NO_ANSWER,
}


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("line", "failure"), FAILURES.items())
def test_it_loses_the_decision_at_which_it_fails_and_no_other(bot, line, failure):
    lost = {}
    text = bot(f"if message['seed'] == {int(turn(5).seeds[2]) >> 11}: {line}", "else: say(**right)")
    who = agent(text.replace("300ms", "1s" if "sleep" in line else "20s"))
    actions = ask(who, turn(5), lost)
    assert list(lost) == [2]
    assert actions.tolist() == [0, 0, -1, 0, 0]
    assert lost[2].failure is failure
    assert lost[2].action == (9 if failure is Failure.ILLEGAL_ACTION else None)
    assert "row" not in lost[2].detail.replace("no row", "")


@pytest.mark.usefixtures("patient")
def test_a_failure_loses_all_decisions_under_way(bot):
    head = HEAD.replace("wants=[]", "wants=[], parallel=3")
    lost = {}
    ask(agent(bot("if asked == 3: sys.exit(0)", head=head).replace("300ms", "20s")), turn(3), lost)
    assert lost == dict.fromkeys(range(3), Lapse(Failure.CRASH, "ended with exit code 0"))


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("say(type='ready', protocol=3)", "speaks protocol 3; accepted: 1, 2"),
        ("say(type='ready', protocol=1, wants=['events'])", "wants events, which protocol 2 has"),
        ("say(type='ready', protocol=1, wants=['state'])", "no message that it is ready: wants.0"),
        ("say(type='ready', protocol=1, parallel=0)", "no message that it is ready: parallel"),
        ("say(type='hello')", "no message that it is ready: type"),
        ("write('Welcome!\\n')", "wrote 'Welcome!', no message that it is ready: Invalid JSON"),
        ("sys.exit(9)", "ended with exit code 9"),
        ("pass", "did not say in 0.3 s that it is ready"),
    ],
)
def test_one_that_never_gets_ready_stops_the_run(bot, monkeypatch, head, words):
    monkeypatch.setattr(process, "START", 0.3 if head == "pass" else 120.0)
    who = agent(bot("pass", head=HEAD.replace('say(type="ready", protocol=1, wants=[])', head)))
    with pytest.raises(AgentError, match=r"^exec:") as error:
        ask(who, turn(), {})
    assert words in str(error.value)


def test_one_that_cannot_be_started_is_one_line(tmp_path):
    file = tmp_path / "bot"
    file.write_bytes(b"\x00 no program")
    file.chmod(0o755)
    before = set(link._open)
    with pytest.raises(AgentError, match=rf"^exec:{file} cannot be started: Exec format error$"):
        ask(agent(f"exec:{file}"), turn())
    assert link._open <= before


def test_a_deadline_and_colons_and_quotes_are_read_and_errors_travel_between_processes():
    who = agent("exec:250ms:env A=b:c 'two words' x.py:Bot")
    assert (who.deadline, who.command) == (0.25, ["env", "A=b:c", "two words", "x.py:Bot"])
    assert agent("exec:2s:true").deadline == 2
    assert agent("exec:true 5s:x").deadline == 10
    assert agent("exec:true bot.py:Bot").name == "exec:true bot.py:Bot"
    error = pickle.loads(pickle.dumps(ForfeitError("x failed", np.array([1, -1]), {1: LAPSE})))
    assert (str(error), error.actions.tolist(), error.lapses) == ("x failed", [1, -1], {1: LAPSE})
    with pytest.raises(TypeError, match="a Lapse for each row"):
        ForfeitError("x failed", np.array([1, -1]), {1: "failed"})


def test_the_fingerprint_follows_from_the_files_of_the_command(bot, tmp_path):
    game = envs.game(FOUR)
    text = bot("say(**right)")
    before = fingerprint(f"{text} --x", game)
    assert before == fingerprint(f"{text} --x", game)
    bot("say(**right)", "# changed")
    assert fingerprint(f"{text} --x", game) != before
    (tmp_path / "bot.py").write_text("")
    with pytest.raises(AgentError, match="ended with exit code 0"):
        fingerprint(text, game)


def test_the_own_fingerprint_of_a_program_counts_alone(bot, tmp_path):
    starts = tmp_path / "starts"
    head = HEAD.replace("wants=[]", "wants=[], fingerprint=OWN")
    before = f"OWN = 'version 7'\nopen({str(starts)!r}, 'a').write('x')\n"
    text = bot("say(**right)", head=head, before=before)
    game = envs.game(FOUR)
    assert fingerprint(text, game) == fingerprint(text, game) == "version 7"
    assert starts.read_text() == "x"
    bot("say(**right)", "# changed", head=head, before=before)
    assert fingerprint(text, game) == "version 7"
    bot("say(**right)", head=head, before="OWN = 'a\\n'\n")
    with pytest.raises(AgentError, match="fingerprint: holds characters that cannot be printed"):
        fingerprint(text, game)


LINES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(str.encode),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["type", "id", "action", "x"]), inner)
        ),
        max_leaves=9,
    ).map(lambda value: json.dumps(value).encode() + b"\n"),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["action", "ready", "Action"]), "id": st.integers(0, 9), "action": st.integers(-2, 9)}
    ).map(lambda value: json.dumps(value).encode() + b"\n"),
)


@settings(
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(said=st.lists(LINES, max_size=4))
def test_any_output_is_an_action_or_an_error_of_one_line(tmp_path, said):
    file = tmp_path / "said"
    file.write_bytes(b'{"type":"ready","protocol":1,"wants":[]}\n' + b"".join(said))
    lost = {}
    asked = turn(2)
    actions = ask(agent(f"exec:200ms:sh -c 'cat {file}; cat >>{file}.read'"), asked, lost)
    for row, action in enumerate(actions.tolist()):
        assert (row in lost) == (action == -1)
        assert row in lost or asked.action_mask[row, action]
    assert all(lapse.detail.isprintable() and len(lapse.detail) < 900 for lapse in lost.values())


def pid_of(who):
    return who._program.link.pid


@pytest.mark.parametrize("end", [lambda who: who.close(), lambda who: None], ids=["closed", "dropped"])
def test_no_process_is_left(end):
    gc.collect()
    others = set(link._open)  # of tests before this one
    who = agent(GOOD)
    ask(who, turn())
    keeper = who._program.link._keeper.pid
    pid = pid_of(who)
    end(who)
    del who
    gc.collect()
    assert has_gone(pid)
    assert has_gone(keeper)
    assert link._open <= others


CHILD = """
import os, subprocess
def note(pid):
    open({file!r}, "w").write(str(pid))
def plain(**more):
    note(subprocess.Popen(["sleep", "99"], **more).pid)
def session():
    plain(start_new_session=True)
def group():
    plain(process_group=0)
def daemon():
    if not os.fork():
        os.setsid()
        if not os.fork():
            note(os.getpid())
            os.execvpe("sleep", ["sleep", "99"], {{}})
        os._exit(0)
    os.wait()
{kind}()
"""
KINDS = ["plain"] + ["session", "group", "daemon"] * (sys.platform == "linux")
"""Children that a bot may start; outside Linux those that leave its process group are not ended."""


@pytest.mark.parametrize("end", ["close", "fail"])
@pytest.mark.parametrize("kind", KINDS)
def test_its_children_end_with_it(bot, tmp_path, kind, end):
    file = tmp_path / "pid"
    text = bot("say(**right) if asked == 1 else sys.exit(3)", before=CHILD.format(file=str(file), kind=kind))
    who = agent(text.replace("300ms", "20s"))
    ask(who, turn())
    assert soon(lambda: file.exists() and file.read_text())
    child = int(file.read_text())
    assert not has_gone(child)
    if end == "close":
        who.close()
    else:
        lost = {}
        ask(who, turn(), lost)
        assert lost == {0: Lapse(Failure.CRASH, "ended with exit code 3")}
    assert soon(lambda: has_gone(child))


def test_a_program_whose_keeper_was_killed_ends_too():
    who = agent(GOOD)
    ask(who, turn())
    pid = pid_of(who)
    os.kill(who._program.link._keeper.pid, signal.SIGKILL)
    assert (ask(who, turn()) >= 0).all()
    who.close()
    assert soon(lambda: has_gone(pid))


@pytest.mark.parametrize("how", [signal.SIGKILL, larger(signal.SIGTERM), larger(None)])
def test_it_ends_when_the_process_that_started_it_ends(bot, tmp_path, how):
    """The program has stopped reading its input and has children; all of them end."""
    file = tmp_path / "pid"
    before = CHILD.format(file=str(file), kind=KINDS[-1])
    text = bot("say(**right)", "time.sleep(99)", before=before).replace("300ms", "20s")
    code = f"""
import sys, time
import numpy as np
from medianoche import envs
from medianoche.agents import agent, ask
who = agent({text!r})
batch = envs.game({FOUR!r}).batch(1)
ask(who, batch.turn(np.zeros(1, int), np.zeros(1, np.uint64)))
print(who._program.link.pid, flush=True)
time.sleep(99 * {how is not None})
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment()) as host:
        pid = int(host.stdout.readline())
        assert soon(lambda: file.exists() and file.read_text())
        child = int(file.read_text())
        assert not has_gone(pid)
        assert not has_gone(child)
        if how:
            host.send_signal(how)
        host.wait()
    assert soon(lambda: has_gone(pid))
    assert soon(lambda: has_gone(child))


def test_a_fork_has_a_program_of_its_own():
    who = agent(GOOD)
    expected = ask(who, turn()).tolist()
    read, write = os.pipe()
    if not (child := os.fork()):
        try:
            actions_asked = ask(who, turn()).tolist()
            os.write(write, json.dumps([actions_asked, pid_of(who)]).encode())
            who.close()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    actions_asked, pid = json.loads(os.read(read, 999))
    os.close(read)
    os.close(write)
    assert actions_asked == expected == ask(who, turn()).tolist()
    assert pid != pid_of(who)
    assert has_gone(pid)
    who.close()


def test_a_copy_has_a_program_of_its_own():
    who = agent(GOOD)
    ask(who, turn())
    for other in (copy.deepcopy(who), pickle.loads(pickle.dumps(who))):
        assert other.name == who.name
        assert ask(other, turn()).tolist() == ask(who, turn()).tolist()
        assert pid_of(other) != pid_of(who)
        other.close()
    who.close()


def test_its_errors_are_passed_through(bot, capfd):
    who = agent(bot("sys.stderr.write('thinking\\n')", "say(**right)").replace("300ms", "20s"))
    ask(who, turn())
    who.close()
    assert "thinking" in capfd.readouterr().err
