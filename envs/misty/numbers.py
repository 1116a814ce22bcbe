"""Numbers of Misty's rules that are in no pack; rules, explanations and the page take them from here."""

HAND = 6  # cards that each player is dealt
SHORT_HAND = 3  # in the introductory variant
DEALS = 2  # deals of a round
SHORT_DEALS = 3  # in the introductory variant
FRAME = (3, 4)  # rows and columns of a window, which may be upright, too
SHORT_FRAME = (3, 3)  # in the introductory variant
