"""`medianoche rules`: the rules of a game on one screen."""

from __future__ import annotations

from medianoche import envs
from medianoche.cli.common import new_console
from medianoche.cli.options import Language, Name, Source
from medianoche.cli.wording import sayer, show, spoken
from medianoche.envs.core.errors import GameError


def rules(name: Name, pack: Source = "standard", lang: Language = None) -> None:
    """Print the rules of a game on one screen: the goal, a turn, the end, scoring.

    The game's page in the documentation has all rules.

    Example: medianoche rules misty --lang es
    """
    from medianoche.envs.core.content.source import pack_source

    console = new_console()
    game = envs.game(name)
    chosen = spoken(lang)
    console.width = min(console.width, 80)
    if not (card := game.declaration.rules_card(chosen, pack_source(pack))):
        raise GameError(sayer(chosen)("no-rules", game=game.name))
    console.print(game.title, style="bold")
    for section in card:
        console.print()
        console.print(section.title, style="bold yellow")
        for line in section.lines:
            show(console, f"· {line}")
