"""The games on a GPU: the same bytes as on the CPU, and decisions per second (`medianoche bench gpu`)."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from medianoche import Game, envs
from medianoche.benchmarks.speed import games as on_cpu
from medianoche.benchmarks.speed.measure import Loop, machine, run_slice
from medianoche.envs import DeviceBatch, MedianocheError, OptionError
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.driver import Driver, opened
from medianoche.envs.core.play.threads import cores

CONNECT_FOUR = "medianoche.toys.connect_four:ConnectFour"
"""The game that pgx has, too."""
SIZES = (2**12, 2**14, 2**16, 2**18)
"""Games in a batch."""
SIZES_CONNECT_FOUR = (*SIZES, 2**20)
"""Of Connect Four, whose states are small, and of pgx beside it."""
CPU_ROWS = 4096
STEPS = 32
"""Random decisions of each row in one call."""
CHECKED_ROWS, CHECKED_STEPS = 2048, 100
"""Of the comparison with the CPU."""
POLICY_WIDTH = 256
"""Units in each of both hidden layers of the networks that play and learn."""
LEARNER = {"hidden": (128, 64), "num_envs": 32768, "num_steps": 32, "minibatch_size": 65536}
"""The round of the learner in torch: a million decisions, three passes, a network as small as the shipped ones."""
PROFILE_ROWS, PROFILE_NAME = 20, 48
"""Lines of the profiler's table, and characters of a name in it."""


def compare(game: Game, device: str | Driver, seed: int = 0) -> tuple[int, list[str]]:
    """Play the same decisions on the device and on the CPU.

    Returns:
        decisions: how many were played, up to the first step after which something differs.
        differing: what differs after it, with a row: fields of the state, masks; at the end also results, observations
            and the choices of the hand-written policy; empty if nothing does.
    """
    ours = DeviceBatch(game, CHECKED_ROWS, device=device, seed=seed, checked=False)
    theirs = game.batch(CHECKED_ROWS, seed=seed)
    names = theirs.states.dtype.names or ()
    for step in range(1, CHECKED_STEPS + 1):
        ours.step(ours.sample_legal())
        theirs.step(theirs.sample_legal())
        wanted = theirs.states
        states = ours.host_states()
        pairs = {f"field {name}": (states[name], wanted[name]) for name in names}
        if differing := different({**pairs, "masks": (ours.masks.numpy(), theirs.masks)}):
            return CHECKED_ROWS * step, [f"{difference} after step {step}" for difference in differing]
    live = np.flatnonzero(~theirs.done)
    seeds = np.arange(CHECKED_ROWS, dtype=np.uint64)
    choices = theirs.turn(live, seeds[live]).heuristic_actions()
    return CHECKED_ROWS * CHECKED_STEPS, different(
        {
            "observations": (ours.observation.numpy(), theirs.observation),
            "utility": (ours.utility.numpy(), theirs.utility),
            "ended": (ours.ended.numpy(), theirs.ended),
            "choices of the policy": (ours.heuristic(mix(seeds)).numpy()[live], choices),  # mixed as by `Turn`,
        }
    )


def different(pairs: dict[str, tuple[np.ndarray, np.ndarray]]) -> list[str]:
    """The names of the pairs of arrays that differ, each with the first row that does."""
    differences = []
    for name, (ours, theirs) in pairs.items():
        if ours.tobytes() != theirs.tobytes():
            rows = (ours != theirs).reshape(len(ours), -1).any(axis=1)
            differences.append(f"{name} of row {int(rows.argmax())}")
    return differences


def torch_place(driver: Driver) -> str | None:
    """Torch's name of the device, "cpu" for an emulated one; None if torch is not installed or knows no such GPU."""
    if importlib.util.find_spec("torch") is None:
        return None
    import torch

    kind, number = driver.device
    return "cpu" if kind == 1 else f"cuda:{number}" if torch.cuda.is_available() else None


def device_loops(game: Game, rows: int, driver: Driver, place: str | None) -> Iterator[tuple[str, Loop]]:
    """The loops that are measured, by the name of their figure: each plays `rows` games on the device and returns the
    number of decisions. It was called once, so that its code is compiled. One has a policy in PyTorch on `place`, see
    `torch_place`; with None it is left out."""
    batch = DeviceBatch(game, rows, device=driver, seed=0, checked=False)

    def stepped(read_observation: Callable[[], Any]) -> Loop:
        """A loop of STEPS steps with random legal actions, each after a call of `read_observation`."""

        def run() -> int:
            for _ in range(STEPS):
                read_observation()
                batch.step(batch.sample_legal())
            batch.check()
            return rows * STEPS

        return run

    def fused() -> int:
        batch.play(STEPS)
        return rows * STEPS

    loops: dict[str, Loop] = {
        "masks alone": fused,
        "batch": stepped(lambda: None),
        "with float32 observations": stepped(lambda: batch.observation),
        "with bfloat16 observations": stepped(lambda: batch.observation_bfloat16),
        "with sparse observations": stepped(lambda: batch.sparse_observation),
    }
    if place:
        loops["with a policy in PyTorch"] = stepped_by_policy(batch, place)
    for name, loop in loops.items():
        loop()
        yield name, loop


def stepped_by_policy(batch: DeviceBatch, place: str) -> Loop:
    """Decisions of a network with random weights in PyTorch, on the device: observations in, legal actions out."""
    import torch

    size = batch.game.observation_size
    actions = batch.game.num_actions
    layers = [torch.nn.Linear(size, POLICY_WIDTH), torch.nn.ReLU(), torch.nn.Linear(POLICY_WIDTH, POLICY_WIDTH)]
    policy = torch.nn.Sequential(*layers, torch.nn.ReLU(), torch.nn.Linear(POLICY_WIDTH, actions))
    policy = policy.to(place, torch.bfloat16)

    def run() -> int:
        with torch.inference_mode():
            for _ in range(STEPS):
                seen = torch.from_dlpack(batch.observation_bfloat16)
                legal = torch.from_dlpack(batch.action_mask).bool()
                chances = policy(seen).float().masked_fill(~legal, -torch.inf).softmax(dim=1)
                batch.step(torch.multinomial(chances, 1).squeeze(1))
        batch.check()
        return batch.num_envs * STEPS

    return run


def cpu_rates(game: Game, seconds: float) -> dict[str, float]:
    """Decisions per second of a batch on all cores of this machine, without and with observations."""
    threads = cores()
    loops = {
        "CPU, all cores": on_cpu.batch_loop(game, CPU_ROWS * threads, threads, observe=False),
        "CPU, all cores, with observations": on_cpu.batch_loop(game, CPU_ROWS * threads, threads, observe=True),
    }
    for loop in loops.values():
        loop()
    return {name: run_slice(loop, seconds).rate(threads) for name, loop in loops.items()}


def learner_rates(game: str, driver: Driver, place: str, seconds: float) -> Iterator[tuple[str, float]]:
    """Decisions per second of PPO in torch on `place`, playing and learning: with the games on the device, then with
    those of all cores."""
    from medianoche.training.torch.ppo import PPO
    from medianoche.training.torch.ppo_config import PPOConfig

    tables = {"game": game, "threads": cores(), "bf16": place != "cpu"}
    config = PPOConfig.from_tables("bench", {**tables, **LEARNER})
    games: dict[str, str | Driver] = {"PPO in torch": driver, "PPO in torch, games on the CPU": "cpu"}
    for name, where in games.items():
        ppo = PPO(config, place, where)

        def played(ppo: PPO = ppo) -> int:
            return ppo.round()[0]

        played()
        yield name, run_slice(played, seconds).rate(2)


def profile(game: str, driver: Driver, place: str) -> str:
    """The table of torch.profiler for a round of PPO in torch on `place`, playing and learning, with the games on the
    device: first what the device, else the processor, works on longest. A round before it is not counted."""
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    from medianoche.training.torch.ppo import PPO
    from medianoche.training.torch.ppo_config import PPOConfig

    config = PPOConfig.from_tables("bench", {"game": game, "threads": cores(), "bf16": place != "cpu", **LEARNER})
    ppo = PPO(config, place, driver)
    ppo.round()
    on_device = place != "cpu"
    activities = [ProfilerActivity.CPU, *([ProfilerActivity.CUDA] if on_device else [])]
    with profiler(activities=activities) as profiled:
        ppo.round()
    order = "self_device_time_total" if on_device else "self_cpu_time_total"
    averages = profiled.key_averages()
    return str(averages.table(sort_by=order, row_limit=PROFILE_ROWS, max_name_column_width=PROFILE_NAME))


def pgx_rates(sizes: Sequence[int], seconds: float, say: Callable[[str], None]) -> dict[str, dict[str, float]]:
    """Decisions per second of pgx's Connect Four on JAX's default device, by batch size; empty without pgx."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX else takes most memory of the GPU at once
    try:
        import jax

        from medianoche.benchmarks.speed.peers import of_pgx
    except ImportError:
        say("pgx is left out: pgx or JAX is not installed; install: pip install pgx 'jax[cuda13]'")
        return {}
    place = jax.devices()[0].device_kind
    rates_by_rows: dict[str, dict[str, float]] = {}
    for name, loop in of_pgx.figures(1, tuple(sizes)).items():
        loop()
        kind, _, rows = name.rpartition(", batch ")
        rates_by_rows.setdefault(rows, {})[f"pgx on {place}: {kind}"] = run_slice(loop, seconds).rate(2)
    return rates_by_rows


def figures(game: Game, driver: Driver) -> dict[str, dict[str, int]]:
    """What the device says of the loops of play and observation: registers, local memory, blocks at a time."""
    batch = DeviceBatch(game, 1, device=driver)
    batch.play(1)
    batch.step(batch.sample_legal())
    _ = batch.observation
    return batch.figures()


def measure_game(
    game: Game,
    driver: Driver,
    place: str | None,
    sizes: Sequence[int],
    seconds: float,
    say: Callable[[str], None],
    about: dict[str, Any],
) -> None:
    """The part of `measure` for playing one game, written to `about` as it is found."""
    about["compared"], about["different"] = compare(game, driver)
    words = ", ".join(about["different"]) or "nothing"
    say(f"{game.name}: {about['compared']} decisions compared with the CPU, different: {words}")
    for rows in sizes:
        rates = about["rates"].setdefault(str(rows), {})
        failed = ""
        try:
            for loop_name, loop in device_loops(game, rows, driver, place):
                rates[loop_name] = run_slice(loop, seconds).rate(2)
        except (OptionError, RuntimeError) as error:  # the device has too little memory, or reports an error
            failed = str(error).partition("\n")[0]
        texts = [*(f"{loop_name} {rate / 1e6:.1f} M/s" for loop_name, rate in rates.items()), failed]
        say(f"{game.name}, {rows} rows: {', '.join(filter(None, texts))}")
        if failed:
            break
    about["loops"] = figures(game, driver)
    about["beside"] |= cpu_rates(game, seconds)


def measure(
    names: Sequence[str],
    device: str | Driver,
    sizes: Sequence[int] | None,
    seconds: float,
    say: Callable[[str], None],
    learn: bool = True,
    keep: Callable[[dict[str, Any]], None] | None = None,
    profiled: bool = False,
) -> dict[str, Any]:
    """Everything that `medianoche bench gpu` reports.

    Args:
        names: the games.
        device: "cuda", "cuda:NUMBER" or a driver.
        sizes: games in a batch; None: SIZES, and SIZES_CONNECT_FOUR for Connect Four.
        seconds: length of one measurement.
        say: called with a line for every step.
        learn: also measure the learner in torch.
        keep: called with all that was found so far, after every game.
        profiled: also keep the profiler's table of a round of this learner.

    Raises:
        OptionError: there is no such device.
    """
    driver = opened(device)
    place = torch_place(driver)
    if place is None:
        say("PyTorch is left out: it is not installed, or knows no GPU; install: pip install 'medianoche[train]'")
    about_here = machine("torch", "pgx", "jax", "cuda-bindings")
    figures: dict[str, Any] = {"device": driver.name, "machine": about_here, "games": {}}
    for name in dict.fromkeys([*names, CONNECT_FOUR]):
        game = envs.game(name)
        about: dict[str, Any] = {"compared": 0, "different": [], "rates": {}, "beside": {}, "loops": {}}
        figures["games"][game.name] = about
        try:
            rows = sizes or (SIZES_CONNECT_FOUR if name == CONNECT_FOUR else SIZES)
            measure_game(game, driver, place, rows, seconds, say, about)
            if place and learn:
                for loop_name, rate in learner_rates(name, driver, place, seconds):
                    about["beside"][loop_name] = rate
            if place and profiled:
                about["profile"] = profile(name, driver, place)
            rates = (f"{loop_name} {rate / 1e6:.2f} M/s" for loop_name, rate in about["beside"].items())
            say(f"{game.name}: {', '.join(rates)}")
        except (MedianocheError, RuntimeError) as error:  # what the device reports of one game; the others are measured
            about["failed"] = str(error).partition("\n")[0]
            say(f"{game.name}: {about['failed']}")
        if keep:
            keep(figures)
    figures["pgx"] = pgx_rates(sizes or SIZES_CONNECT_FOUR, seconds, say)
    return figures


def report(figures: dict[str, Any]) -> str:
    """The figures of `measure` as Markdown: for each game a table of decisions per second."""
    about = figures["machine"]
    here = f"{about['processor']}, {about['cores']} cores; {about['versions']}"
    lines = [f"Device: {figures['device']}; processor: {here}.", ""]
    for name, game in figures["games"].items():
        different = ", ".join(game["different"]) or "nothing"
        lines += [
            f"## {name}",
            "",
            f"{game['compared']:,} decisions compared with the CPU; different: {different}.",
            *([f"Not finished: {game['failed']}"] if "failed" in game else []),
            "",
        ]
        pgx = figures.get("pgx", {}) if name == "connect_four" else {}
        rates = {rows: {**row_rates, **pgx.get(rows, {})} for rows, row_rates in game["rates"].items()}
        names = list(dict.fromkeys(loop_name for row_rates in rates.values() for loop_name in row_rates))
        lines += [f"| games in a batch | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
        for rows, row_rates in rates.items():
            cells = (f"{row_rates[loop_name] / 1e6:.2f} M" if loop_name in row_rates else "" for loop_name in names)
            lines.append(f"| {int(rows):,} | {' | '.join(cells)} |")
        lines += ["", *(f"- {loop_name}: {rate / 1e6:.2f} M/s" for loop_name, rate in game["beside"].items())]
        for loop, its in game["loops"].items():
            lines.append(f"- `{loop}`: {', '.join(f'{number} {what}' for what, number in its.items())}")
        if "profile" in game:
            lines += ["", "A round of PPO in torch, by torch.profiler:", "", "```", game["profile"].rstrip(), "```"]
        lines.append("")
    return "\n".join(lines)
