"""What happens in Correo de Medianoche: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Kind, List, Now, Seat, Secret

CARDS = Now("hand", "up", "down", at="seat")
TILES = Now("taken", "market", "pile", "pile_n", "pile_known")
BOARD = Now(
    "height", "piece", "house", "animal", "piece_pile", "spells", "patches", "track", "combo", "scores", at="seat"
)
TOKENS = Now(
    "reserve", "spell_reserve", "patch_reserve", "placed", "wild_idx", "spell_open", "spell_used", "patch_used"
)
GAINS = Now("spell_gain", "patch_gain", "msgs", "msg_colours", "msg_points")
TURN_OVER = Now("turn", "scores", *TILES.names, *TOKENS.names, *GAINS.names)


class News(Kind):
    """Kinds of events. Cells are 8 * row + column; cards, tiles, piles and animals are numbers as in the state."""

    PLAYED_UP = Seat("seat"), "card", "tile", CARDS, TILES
    PLAYED_DOWN = Seat("seat"), Secret("card", "seat"), "tile", CARDS, TILES, TOKENS  # tile NONE: none
    REFILLED = "pile", "slot", "tile", TILES
    RENEWED = Seat("seat"), "pile", "slot", "old", "tile", TILES, BOARD, TOKENS
    LAID = Seat("seat"), "tile", List("cells", 4), "level", BOARD, TOKENS
    # animal 0: none of the house's colour is left
    HOUSED = Seat("seat"), "space", "cell", "house", "animal", BOARD, TOKENS
    COVERED = Seat("seat"), "area", "spell", "patch", BOARD, TOKENS, GAINS  # how many of each token the seat got
    RECOLOURED = Seat("seat"), "cell", "old", "animal", BOARD, TOKENS
    RELOCATED = Seat("seat"), "cell", "goal", "animal", BOARD, TOKENS
    PATCHED = Seat("seat"), "cell", "animal", "level", BOARD, TOKENS  # the animal that went home, 0 none
    DELIVERED = Seat("seat"), "animal", "cell", "goal", "direction", "points", BOARD, TOKENS, GAINS
    COMBO = Seat("seat"), "messages", "colours", BOARD, TURN_OVER
    DREW = Seat("seat"), Secret("card", "seat"), CARDS, Now("deck", "deck_n", at="seat"), TURN_OVER
    ENDED = Seat("seat"), TURN_OVER
    TURN = ("lap",)
    OBJECTIVE = "number", "card", Now("objective_points")
    TOTAL = Seat("seat"), "points", BOARD
    SCORE = Seat("seat"), Now("scores")
    GAME_OVER = (Now("utility", "scores", "turn"),)
