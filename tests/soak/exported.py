"""Exported libraries under AddressSanitizer: 10,000 calls a game with bad arguments, records and networks.

`python -m tests.soak.exported [--quick] [--seed N]`. Every load, store and copy of the library's code, after it was
optimised, asks the sanitizer's run-time library first, as in gcc's outlined instrumentation. All memory that a call is
given is from `malloc`, with exactly the size that the header asks for: no call may touch a byte outside, and every one
is answered by a result or a named error, after which the record is the same. Tables in the library and its stack are
not guarded. A call with a mask that is too short must be found. Skipped without a C compiler that has the sanitizer.
"""

import ctypes
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from tests.soak.frame import environment, finish, options_of

COUNT = 10_000
QUICK = 1000
TARGET = "x86_64"
LOAD = re.compile(r"\s*%\S+ = load (?:volatile )?([^,]+), ptr (%[^,\s]+)")
STORE = re.compile(r"\s*store (?:volatile )?(<[^>]+>|\S+) .*, ptr (%[^,\s]+)")
COPY = re.compile(r".*call void @llvm\.mem(cpy|move|set)\.\S+?\(ptr [^,]*?([%@][^,\s]+), (.*?)([^,\s]+), i64 ([^,]+),")
WIDTHS = {"ptr": 64, "float": 32, "double": 64}
SMALL_MASK = "small"
SOUND = "sound"
CALLS = ("step", "observe", "choose", "network", "other network", "check")
"""What `fuzz` may do next; each has a branch there."""


def width(kind):
    """Bytes of a value of one of LLVM's types; of a structure, which is written in a piece, the first one."""
    if kind.startswith(("{", "[")):
        return 1
    count, kind_name = re.fullmatch(r"<(\d+) x (\S+)>", kind).groups() if kind.startswith("<") else (1, kind)
    return (int(count) * (WIDTHS.get(kind_name) or int(kind_name[1:])) + 7) // 8


def guarded(text):
    """LLVM's text of a module in which every access asks first, and how many accesses there are."""
    lines = []
    count = 0
    for line in text.split("\n"):
        asked = []
        if match := LOAD.match(line):
            asked = [("load", match[2], width(match[1]))]
        elif match := STORE.match(line):
            asked = [("store", match[2], width(match[1]))]
        elif match := COPY.match(line):
            asked = [("store", match[2], match[5])] + [("load", match[4], match[5])] * (match[1] != "set")
        count += len(asked)
        lines += [f"  call void @__asan_{what}N(ptr {where}, i64 {size})" for what, where, size in asked] + [line]
    return "\n".join([*lines, *(f"declare void @__asan_{what}N(ptr, i64)" for what in ("load", "store"))]), count


class Machine:
    """A target machine whose object files are guarded."""

    def __init__(self, machine):
        self._machine = machine

    def __getattr__(self, name):
        return getattr(self._machine, name)

    def emit_object(self, module):
        from llvmlite import binding

        text, count = guarded(str(module))
        print(count, "accesses are guarded", file=sys.stderr)
        return self._machine.emit_object(binding.parse_assembly(text))


def export(name, folder):
    """Write the guarded library of a game with all that belongs to it."""
    from medianoche import envs
    from medianoche.agents.export import engine
    from medianoche.agents.network import Network, shipped
    from medianoche.envs.core.compile import export as compiling

    def object_code(*asked):
        machine = compiling._machine
        shown = sys.stdout
        compiling._machine, sys.stdout = (
            (lambda target: Machine(machine(target))),
            io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        )
        engine._compile(json.dumps(asked))
        code = sys.stdout.buffer.getvalue()
        sys.stdout = shown
        return code

    def link(code, target, file, names):
        file.with_suffix(".o").write_bytes(code)
        subprocess.run(["cc", "-shared", "-fsanitize=address", "-o", file, file.with_suffix(".o")], check=True)

    engine.object_code = object_code
    engine.link = link
    game = envs.game(name)
    engine.export_engine(game, Path(folder), TARGET, network=Network.load(shipped(game)))


class Bytes:
    """Memory of an exact size, with the sanitizer's zones around it."""

    def __init__(self, data):
        self.size, self._c = len(data), ctypes.CDLL(None)
        self._c.malloc.restype = ctypes.c_void_p
        self.at = ctypes.c_void_p(self._c.malloc(ctypes.c_size_t(self.size)))
        ctypes.memmove(self.at, bytes(data), self.size)

    def __del__(self):
        self._c.free(self.at)

    def read(self):
        return ctypes.string_at(self.at, self.size)


def number(chance):
    """A number that is likely to be refused."""
    return chance.choice([chance.randrange(2000), -chance.randrange(2000), 2**31 - 1, -(2**31), 0, 16])


def fuzz(folder, name, other, count, seed, kind):
    """Call the library of `name` so often; raises AssertionError at an answer without a name, or a changed record."""
    about = json.loads(Path(folder, f"{name}.json").read_text(encoding="utf-8"))
    own_bytes, its = (Path(folder, f"{which}.net").read_bytes() for which in (name, other))
    c = ctypes.CDLL(f"{folder}/lib{name}.so")
    rng = random.Random(seed)
    mask = Bytes(bytes(8 * about["mask_words"] - 8 * (kind == SMALL_MASK)))
    out = Bytes(bytes(4 * about["observation"]["size"]))
    judged = Bytes(bytes(4 * (2 * about["actions"]["size"] + 1)))
    state = Bytes(bytes(about["state"]["bytes"]))
    network = Bytes(own_bytes)
    size = c.mn_network(network.at, network.size, 16)
    named = {refusal["number"] for refusal in about["errors"].values()} | {
        -101 - k for k in range(len(about["invariants"]))
    }
    seen = {}
    for k in range(count):
        if k % 20 == 0:
            left = c.mn_new(state.at, mask.at, rng.randrange(len(about["presets"])), 0, ctypes.c_uint64(k))
            for _ in range(rng.randrange(60)):
                if left > 0:
                    bits = int.from_bytes(mask.read(), "little")
                    legal = [action for action in range(about["actions"]["size"]) if bits >> action & 1]
                    left = c.mn_step(state.at, mask.at, rng.choice(legal), None, 0)
        before = state.read()
        call = rng.choice(CALLS)
        bad = state
        work = Bytes(bytes(rng.choice([size, size - 1, about["work_bytes"], rng.randrange(size)])))
        words = [rng.randrange(-2, 40) for _ in range(rng.randrange(4 * about["note_words"]))]
        notes = Bytes(b"".join(word.to_bytes(8, "little", signed=True) for word in words))
        copy = Bytes(before)
        answers = []
        if call == "step":
            arguments = state.at, mask.at, number(rng), notes.at, notes.size
            answers += [rng.choice([c.mn_step, c.mn_apply])(*arguments), c.mn_legal(state.at, mask.at)]
        elif call == "observe":
            answers += [c.mn_observe(state.at, number(rng), out.at), c.mn_about(number(rng))]
            answers.append(c.mn_conceal(copy.at, rng.randrange(6), notes.at, notes.size))
        elif call == "choose":
            way = number(rng) % 6
            first = number(rng)
            last = number(rng) % 64
            words = work.at, work.size, way, first, last, ctypes.c_uint64(k)
            answers.append(c.mn_choose(state.at, network.at, network.size, *words))
            words = work.at, work.size, first, last, ctypes.c_uint64(k), judged.at
            answers.append(c.mn_judge(state.at, network.at, network.size, *words))
        elif call in ("network", "other network"):
            data = bytearray(its if call == "other network" else own_bytes)
            for _ in range(rng.randrange(3)):
                data[rng.choice([rng.randrange(160), rng.randrange(len(data))])] = rng.randrange(256)
            wrong = Bytes(data[: rng.choice([len(data), rng.randrange(len(data) + 1)])])
            answers.append(c.mn_network(wrong.at, wrong.size, 16))
            words = work.at, work.size, rng.randrange(1, 5), 0, 16, ctypes.c_uint64(k)
            answers.append(c.mn_choose(state.at, wrong.at, wrong.size, *words))
        elif call == "check":
            record = bytearray(before)
            for _ in range(rng.randrange(1, 4)):
                record[rng.randrange(len(record))] = rng.randrange(256)
            bad = Bytes(record)
            answers.append(c.mn_check(bad.at))
        assert answers, f"nothing is called for {call!r} of CALLS"
        for answer in answers:
            assert answer >= 0 or answer in named, f"call {k}, {call!r}, is answered by {answer}"
            seen[min(answer, 0)] = seen.get(min(answer, 0), 0) + 1
        assert state.read() == before or answers[0] >= 0, f"call {k}, {call!r}, has changed the record"
    return seen


def run(words, **changes):
    """What a process of this module says, and whether it ended well."""
    code = f"from tests.soak import exported; print(exported.{words})"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment(**changes))
    match = re.search(r"ERROR: AddressSanitizer.*", done.stderr)
    return done.returncode == 0, match[0] if match else (done.stdout + done.stderr).strip().rpartition("\n")[2]


def main():
    options = options_of(__doc__, f"{QUICK:,} calls a game, and two games")
    from medianoche import envs
    from medianoche.agents.export.engine import ENVIRONMENT

    library = (
        shutil.which("cc")
        and subprocess.run(
            ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    if not library or not Path(library).is_absolute():
        finish("nothing: no C compiler with AddressSanitizer", [])
    names = envs.names()[: 2 if options.quick else None]
    count = QUICK if options.quick else COUNT
    faults = []
    watched = {"LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0"}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            fine, said = run(f"export({name!r}, {folder!r})", **ENVIRONMENT)
            print(name, said, flush=True)
            faults += [] if fine else [f"{name} cannot be made: {said}"]
        for other, name in pairwise([names[-1], *names]):
            words = f"{folder!r}, {name!r}, {other!r}, {count}, {options.seed}"
            fine, said = run(f"fuzz({words}, {SOUND!r})", **watched)
            print(name, said, flush=True)
            faults += [] if fine else [f"{name}: {said}"]
            passed, said = run(f"fuzz({words}, {SMALL_MASK!r})", **watched)
            faults += (
                [f"{name}: a mask that is too short is not found: {said}"]
                if passed or "AddressSanitizer" not in said
                else []
            )
    finish(f"{count * len(names):,} calls", faults)


if __name__ == "__main__":
    main()
