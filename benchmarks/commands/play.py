"""`medianoche play`: a person at the terminal against agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche.benchmarks.commands.common import compiling, game_options, new_console, pack_source
from medianoche.envs.core.errors import writing

if TYPE_CHECKING:
    import numpy as np
    from rich.console import Console

    from medianoche.agents import Agent
    from medianoche.envs.core.batch import Batch
    from medianoche.envs.core.turn import Turn


class Person:
    """An agent that shows the position to whoever sits at the terminal and asks for an action."""

    name = "you"

    def __init__(self, console: Console) -> None:
        self.console = console

    def act(self, turn: Turn) -> np.ndarray:
        """Ask for each row."""
        import numpy as np

        states = turn.sample().states
        return np.array([self._ask(turn, row, states[row]) for row in range(len(turn))], np.int64)

    def _ask(self, turn: Turn, row: int, state: np.record) -> int:
        import numpy as np

        from medianoche.envs.core.errors import GameError

        game, seat = turn.game, int(turn.seats[row])
        legal = np.flatnonzero(turn.action_mask[row]).tolist()
        self.console.print()
        self.console.print(game.render(state, seat), markup=False)
        self.console.rule(f"{game.agents(turn.num_players)[seat]}: your turn")
        numbers = {str(number): action for number, action in enumerate(legal, 1)}
        for number, action in numbers.items():
            self.console.print(f"{number:>4}  {game.describe(state, action)}")
        while True:
            try:
                answer = self.console.input(f"1 to {len(legal)}, or q to leave: ").strip()
            except EOFError:
                raise GameError("the input ended before the game did") from None
            if answer == "q":
                raise typer.Exit
            if answer in numbers:
                return numbers[answer]


def play(
    game: Annotated[str, typer.Argument(help="Name of the game.", show_default=False)],
    against: Annotated[str, typer.Option(help="The agent in all other seats: net, 'exec:./bot', ...")] = "greedy",
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    players: Annotated[
        int | None, typer.Option(help="Players at the table.", show_default="the game's default")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the deal.")] = 0,
    pack: Annotated[str, typer.Option(help="Content pack: a name, a TOML file, or a generator's seed.")] = "standard",
    option: Annotated[
        list[str] | None, typer.Option(help="The game's options, as key=value.", show_default=False)
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write a replay of the game to this file.")] = None,
) -> None:
    """Play a game yourself. What you cannot see is a question mark.

    Example: medianoche play misty --against greedy --seed 7
    """
    from medianoche import envs
    from medianoche.agents import agent
    from medianoche.envs.core.errors import GameError

    console, room = new_console(), envs.game(game)
    seats = room.check_players(players)
    if not 0 <= seat < seats:
        raise GameError(f"seat {seat} is not accepted; accepted: 0 to {seats - 1}")
    agents = [Person(console) if p == seat else agent(against) for p in range(seats)]
    given = {"num_players": seats, "pack": pack_source(pack), **game_options(room, option)}
    with compiling(console, room):
        batch = room.batch(1, seeds=[seed], autoreset=False, **given)
        replay = room.aec(**given)
        replay.reset(seed)
    for action in moves(batch, agents):
        replay.step(action)
    console.print(batch.game.render(batch.states[0]))
    for (name, info), who in zip(replay.infos.items(), agents, strict=True):
        utility = replay.rewards[name]
        console.print(f"{name} ({who.name}): score {info['score']}, utility {utility:+.2f}")
    if save:
        with writing(save):
            replay.replay().save(save)
        console.print(f"saved: medianoche replay {save}")


def moves(batch: Batch, agents: list[Agent]) -> list[int]:
    """Play the one game of `batch` to its end, `agents` in its seats; returns the actions chosen."""
    import numpy as np

    from medianoche.agents import ask

    row = np.zeros(1, np.int64)
    actions: list[int] = []
    while not batch.done[0]:
        turn = batch.turn(row, np.array([len(actions)], np.uint64), row)
        who = agents[int(batch.to_move[0])]
        action = who.act(turn) if isinstance(who, Person) else ask(who, turn)
        batch.step_rows(row, action)
        actions.append(int(action[0]))
    players = batch.num_players
    for over in (getattr(who, "over", None) for who in agents):
        if over:
            over(row, batch.states["scores"][:, :players], batch.states["utility"][:, :players])
    return actions
