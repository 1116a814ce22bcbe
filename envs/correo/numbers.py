"""Numbers of the rules of Correo de Medianoche that are in no pack; rules, explanations and the page take them from
here."""

ROUNDS = 12  # turns of each player
HAND = 2  # cards in a hand
MARKET_TILES = 2  # tiles on offer of each shape of four spaces
START_TOKENS = 1  # spells, and patches, that each player begins with
TOKEN_POINTS = 1  # points of a token that was not used (R36)
COMBO_FROM = 2  # messages in a turn that are a combo (R32)
OBJECTIVE_POINTS = 15  # points of an objective for the player with most houses (R39)
OBJECTIVE_STEP = 5  # points less for each player with more houses
