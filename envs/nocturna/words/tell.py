"""Words for the values of Nocturna's events; the sentences are in `en.ftl` and `es.ftl`."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.telling import Telling
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.state import BOSS_BATTLE, LEFT_BEHIND, Timing
from medianoche.envs.nocturna.words import text
from medianoche.envs.nocturna.words.explain import effects_of, in_words, reward_effects


def name(view: View, seat: int) -> str:
    """A seat in words."""
    return text.who(view, seat)


def outcome(telling: Telling) -> str:
    """The outcome for the child's card, as messages call it: "lost" (there is none), "equal" or "beats"."""
    child = telling.fields["card"]
    master = telling.fields["foe_card"]
    return "lost" if not child else "equal" if child == master else "beats"


def better(telling: Telling, which: int = 0) -> str:
    """The better of the two cards; with `which` 1 the worse one."""
    child = telling.number("card")
    master = telling.number("foe_card")
    return card(telling, (child, master)[((child - master) % 3 != 1) ^ which])


def card(telling: Telling, number: int) -> str:
    """An action card."""
    return text.card_word(telling.view, number)


def foe(telling: Telling, place: int) -> str:
    """A foe."""
    return telling.say("foe", j=place + 1, title=f" {telling.view.tables.foe_words(telling.number('kind'))}")


def effect(telling: Telling, by: str) -> str:
    """What a card does, of a child, a foe or an event."""
    view = telling.view
    number = telling.number("nightmare" if by == "event" else "card")
    if by == "event":
        return in_words(view, view.tables.event[number - len(view.tables.nightmare)].effects, by)
    row = text.foe_row(view, telling.number("kind")) if by == "foe" else view.tables.child[telling.number("sheet")]
    return in_words(view, effects_of(row, number), by)


def end(telling: Telling) -> str:
    """Whether a child is defeated or returns."""
    old, new = (telling.number(name) > CAP.insomnia for name in ("old", "new"))
    return "back" if old else "defeated" if new else "none"


def place(telling: Telling, number: int) -> str:
    """A location or the fight against the boss; "behind" for a child that is left behind."""
    if number == BOSS_BATTLE:
        return telling.say("the-boss")
    return "behind" if number == LEFT_BEHIND else text.location_name(telling.view, number)


def use(telling: Telling) -> str:
    """How a reward is used: put on the table, or at once, alone or with its mate."""
    kind = telling.number("reward")
    instant = telling.view.pack.rw_timing[kind] == Timing.INSTANT
    return "table" if not instant else "pair" if telling.fields["pair"] else "alone"


def row_of(telling: Telling) -> Any:
    """The row of a reward in the pack."""
    return telling.view.tables.reward[telling.number("reward")]


def cards(telling: Telling, kinds: list[int], words: Any) -> str:
    """The names of cards; "none" if there are none."""
    return ", ".join(words(telling.view, kind) for kind in kinds if kind >= 0) or "none"


FIELDS = {
    "sheet": lambda telling, sheet: telling.view.tables.child[sheet].words,
    "card": card,
    "foe_card": card,
    "foe": foe,
    "kind": lambda telling, kind: telling.view.tables.foe_words(kind),
    "place": place,
    "nightmare": lambda telling, kind: text.kind_name(telling.view, kind),
    "nightmares": lambda telling, kinds: cards(telling, kinds, text.kind_name),
    "reward": lambda telling, kind: text.reward_name(telling.view, kind),
    "given": lambda telling, kind: text.reward_name(telling.view, kind),
    "rewards": lambda telling, kinds: cards(telling, kinds, text.reward_name),
}
DERIVED = {
    "outcome": outcome,
    "better": better,
    "worse": lambda telling: better(telling, 1),
    "effect-of-child": lambda telling: effect(telling, "child"),
    "effect-of-foe": lambda telling: effect(telling, "foe"),
    "effect-of-event": lambda telling: effect(telling, "event"),
    "effect-of-reward": lambda telling: reward_effects(telling.view, telling.number("reward")),
    "end": end,
    "use": use,
    "mate": lambda telling: text.mate_words(telling.view, row_of(telling)),
    "provision-of-reward": lambda telling: row_of(telling).provision,
}
