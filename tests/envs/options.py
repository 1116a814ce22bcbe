"""The values of the options of a game."""

from functools import cache
from typing import Literal, get_args, get_origin

from medianoche import envs


def values(field):
    """The values of an option: all of a few, the ends of a range of numbers and its default."""
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    if isinstance(field.default, bool):
        return [True, False]
    ends = [getattr(bound, name) for bound in field.metadata for name in ("ge", "le") if hasattr(bound, name)]
    return [*(ends or [0]), field.default]


def others(game, name):
    """The values of an option that are not its default."""
    field = game.declaration.options_model.model_fields[name]
    return [value for value in values(field) if value != field.default]


@cache
def option_sets(name):
    """The options of the variants, and further ones in which every value of every option is there."""
    game = envs.game(name)
    sets = [dict(variant) for variant in game.declaration.variants]
    for key, field in game.declaration.options_model.model_fields.items():
        tried = {str(options.get(key, field.default)) for options in sets}
        sets += [{key: value} for value in values(field) if str(value) not in tried]
    return sets
