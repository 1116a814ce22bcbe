"""Names that attributes of a game had before 0.4: they go on for a release, with a warning where they are used."""

from __future__ import annotations

import warnings
from typing import Any

PARTS = {
    "content": "check_players folder location options options_of pack_of package packs read_pack records state_table "
    "stream with_packs",
    "rules": "advance all_end_in_the_deal apply home illegal inconsistency last_phase loops mask_words num_roles "
    "public reasons seats unsound",
    "show": "events moments tell",
}
MOVED = {name: f"{part}.{name}" for part, names in PARTS.items() for name in names.split()}
MOVED["rules_module"] = "rules.module"
"""Where each is now, from the game."""


def moved(game: Any, name: str) -> Any:
    """The attribute that the game had under `name`; raises AttributeError for a name that was none."""
    if name not in MOVED:
        raise AttributeError(f"{type(game).__name__!r} object has no attribute {name!r}")
    part, _, now = MOVED[name].partition(".")
    found = getattr(getattr(game, part), now)
    warnings.warn(f"game.{name} is game.{part}.{now} now; the old name goes with 0.5", DeprecationWarning, 3)
    return found
