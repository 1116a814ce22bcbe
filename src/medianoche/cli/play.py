"""`medianoche play`: a person at the terminal plays against agents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli.common import compiling, game_options, new_console
from medianoche.cli.options import GameOptions, Language, Name, Players, Source
from medianoche.cli.person import Person, PersonLeft
from medianoche.cli.stopping import Stopped
from medianoche.cli.wording import Say, sayer, show, spoken
from medianoche.envs.core.content.source import pack_source
from medianoche.envs.core.errors import GameError, ReplayError, writing
from medianoche.envs.core.play.thoughts import up_to
from medianoche.places import has_net

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.agents.seating import Player
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.match import Match, Replay

HINTS = "net:300ms", "ismcts:300ms"
"""Agents that give hints: a search with the game's network; a search alone for a game without a network."""

Against = Annotated[
    str | None, typer.Option(help="The agent in all other seats: net, 'exec:./bot', ...", show_default="level:easy")
]
LevelName = Annotated[
    str | None, typer.Option(help="How well the others play: beginner, easy, medium, strong or strongest.")
]


def play(
    name: Name,
    against: Against = None,
    level: LevelName = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 1.")] = 1,
    players: Players = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of the deal.")] = 0,
    pack: Source = "standard",
    option: GameOptions = None,
    hint: Annotated[
        str | None, typer.Option(help="The agent that gives hints.", show_default="the game's network, searching")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Where the game is kept when you leave it.", show_default="medianoche-GAME.json")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Start a new game and ignore a saved one.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write a replay of the finished game to this file.")] = None,
    learn: Annotated[bool, typer.Option("--learn", help="Explain each choice as it comes; l ends that.")] = False,
    lang: Language = None,
) -> None:
    """Play a game yourself, and see what your seat sees. Hidden information is shown as a question mark.

    Where there are many legal actions you choose in steps. At every question, ? explains what is on the table,
    h is a hint, t shows the whole table, and q keeps the game in a file: the same command goes on.
    `medianoche rules GAME` has the rules on one screen.

    Example: medianoche play misty --level easy --seed 7
    """
    from medianoche.agents import agent, net
    from medianoche.agents.judging import judge
    from medianoche.agents.seating import Player
    from medianoche.envs.core.play.match import Match

    console = new_console()
    game = envs.game(name)
    say = sayer(lang := spoken(lang))
    seats = game.content.check_players(players)
    if not 1 <= seat <= seats:
        raise GameError(f"seat {seat} is not accepted; accepted: 1 to {seats}")
    others = {p: Player(agent(opponent(against, level, game.name)), [p]) for p in range(seats) if p != seat - 1}
    adviser = agent(hint or adviser_of(game))
    options = {"num_players": seats, "seed": seed, "pack": pack_source(pack), **game_options(game, option)}
    check_folders(kept := file or Path(f"medianoche-{game.name}.json"), save)
    with compiling(console, game, say("compiling", game=game.name)):
        match = Match(game, **options)
    net.check_networks(match.game, adviser, *(other.agent for other in others.values()))
    person = Person(console, match.game, seat - 1, lambda: judge(adviser, match.turn()), lang, learn)
    if resumed := not new and kept.exists():
        resume(match, person, kept)
    announce(console, say, game.name, level)
    names = [others[p].agent.name if p in others else say("you") for p in range(seats)]
    seats_of = zip(match.game.view(match.state, None, lang).agents, names, strict=True)
    seated = ", ".join(say("seat-of", name=player, who=who) for player, who in seats_of)
    show(console, say("opening", title=match.game.title, others=seated))
    run_or_keep(match, person, others, kept, "kept-new" if new else "kept")
    person.show(match.state)
    results(match, person, names)
    if save:
        with writing(save):
            replay_of(match, person).save(save)
        console.print(say("saved", file=str(save)), soft_wrap=True)
    if resumed and not (save and save.samefile(kept)):
        kept.unlink()


def check_folders(*files: Path | None) -> None:
    """Raise GameError if the folder of a file that will be written is missing, or the file is a folder."""
    for file in files:
        if file and file.is_dir():
            raise GameError(f"{file} is a folder; name a file")
        if file and not file.parent.is_dir():
            raise GameError(f"{file} cannot be written: there is no folder {file.parent}")


def results(match: Match, person: Person, names: list[str]) -> None:
    """Print score and utility of each seat; `names` are those of the players."""
    view = match.game.view(match.state, None, person.lang)
    for seat, (name, who, utility) in enumerate(zip(view.agents, names, match.returns, strict=True)):
        score = match.game.info(view.record, seat)["score"]
        show(person.console, person.say("result", name=name, who=who, score=score, utility=f"{utility:+.2f}"))


def opponent(against: str | None, level: str | None, game: str) -> str:
    """The agent of the other seats, by default level easy of a game that has levels; raises GameError if both say who
    it is."""
    from medianoche.agents.levels import levels

    if level and against:
        raise GameError("--level and --against both say who plays; give one of them")
    usual = "level:easy" if levels(game) else "greedy"
    return f"level:{level}" if level else against or usual


def announce(console: Console, say: Say, game: str, level: str | None) -> None:
    """Print what a level is, and how long it thinks about a decision in the game of this name."""
    from medianoche.agents.levels import levels

    for one_level in levels(game):
        if one_level.name == level:
            seconds = 0 if one_level.quick else f"{one_level.milliseconds / 1000:.1g}"
            show(console, say("level", level=level, seconds=seconds))


def run(match: Match, person: Person, others: dict[int, Player]) -> None:
    """Play to the end with the agents in the other seats; raises PersonLeft if the person leaves."""
    while match.to_move >= 0:
        if who := others.get(match.to_move):
            with person.console.status(person.say("is-thinking", who=who.agent.name)):
                action = who.act(match)
            if who.thought:
                person.thoughts[len(match.actions)] = who.thought
        else:
            action = person.choose(match.state)
        match.push(action)
        person.hear(match.news(person.seat, person.lang))
    for who in others.values():
        who.over(match)


def run_or_keep(match: Match, person: Person, others: dict[int, Player], file: Path, words: str) -> None:
    """`run`; where the person leaves, the input ends, an agent fails, a signal comes or anything else goes wrong, keep
    the game in `file`, say so in `words` and end the command."""
    from medianoche.agents import AgentError

    try:
        run(match, person, others)
    except PersonLeft:
        show(person.console, person.say("left", kept=keep(match, person, file, words)))
        raise typer.Exit from None
    except EOFError:
        raise GameError(person.say("input-ended", kept=keep(match, person, file, words))) from None
    except AgentError as error:
        raise AgentError(f"{error}; {keep(match, person, file, words)}") from None
    except (KeyboardInterrupt, Stopped):
        raise Stopped(keep(match, person, file, words)) from None
    except Exception:
        show(person.console, keep(match, person, file, words))
        raise


def adviser_of(game: Game) -> str:
    """The agent of HINTS that gives hints in `game`."""
    return HINTS[not has_net(game.name)]


# ---- a game that is kept


def replay_of(match: Match, person: Person) -> Replay:
    """The game with what the agents thought, which is shown when it is over."""
    return replace(match.replay(), thoughts=up_to(person.thoughts, len(match.actions)))


def keep(match: Match, person: Person, file: Path, words: str) -> str:
    """Write the game so far to `file` if the person has made a choice; return a line, `words`, about how to go on.
    Raises OSError, which names the file, if it cannot be written."""
    if not person.chosen:
        return person.say("begins-again")
    with writing(file):
        replay_of(match, person).save(file)
    return person.say(words, file=str(file))


def resume(match: Match, person: Person, file: Path) -> None:
    """Play the game kept in `file` in `match`, a new one; `person` is told what happened since their last choice.
    Raises ReplayError if it holds another game, one that is over, or none."""
    from medianoche.envs.core.play.match import Replay

    begun = match.replay()
    location = match.game.content.location
    saved = Replay.load(file, location if ":" in location else "", begun.pack)
    advised = "name another --file, or begin anew with --new"
    for name in ("game", "version", "num_players", "pack_hash", "options", "seed"):
        saved_value = getattr(saved, name)
        here = getattr(begun, name)
        if saved_value != here:
            raise ReplayError(f"{file} is another game: {name.replace('_', ' ')} {saved_value}, here {here}; {advised}")
    if saved.match(played=True).to_move < 0:
        raise ReplayError(f"{file} is a finished game (medianoche replay {file} shows it); {advised}")
    person.thoughts = dict(saved.thoughts or {})
    for action in saved.actions:
        if match.to_move == person.seat:
            person.forget()
        match.push(action)
        person.hear(match.news(person.seat, person.lang))
    show(person.console, person.say("going-on", file=str(file), count=len(match.actions)))
