"""What happens in Correo de Medianoche: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Kind, Seat, Secret


class News(Kind):
    """Kinds of events. Cells are 8 * row + column; cards, tiles, piles and animals are numbers as in the state."""

    PLAYED_UP = Seat("seat"), "card", "tile"
    PLAYED_DOWN = Seat("seat"), Secret("card", "seat"), "tile"  # tile NONE: none
    REFILLED = "pile", "slot", "tile"
    RENEWED = Seat("seat"), "pile", "slot", "old", "tile"
    LAID = Seat("seat"), "tile", "cells", "level"
    HOUSED = Seat("seat"), "space", "cell", "house", "animal"  # animal 0: none of the house's colour is left
    COVERED = Seat("seat"), "area", "spell", "patch"  # how many of each token the seat got
    RECOLOURED = Seat("seat"), "cell", "old", "animal"
    RELOCATED = Seat("seat"), "cell", "goal", "animal"
    PATCHED = Seat("seat"), "cell", "animal", "level"  # the animal that went home, 0 none
    DELIVERED = Seat("seat"), "animal", "cell", "goal", "direction", "points"
    COMBO = Seat("seat"), "messages", "colours"
    DREW = Seat("seat"), Secret("card", "seat")
    ENDED = (Seat("seat"),)
    TURN = ("lap",)
    OBJECTIVE = "number", "card"
    TOTAL = Seat("seat"), "points"
    GAME_OVER = ()
