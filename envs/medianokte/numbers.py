"""Numbers of the rules of Medianokte that are in no pack; rules, explanations and the page take them from here."""

ENEMY_DECK = 30  # cards of the Enemy's deck
ENEMY_ASTRALIS = 20  # astralis among them
CREW_DECK = 10  # cards that each crew member puts into the exploration deck
CREW_OBJECTS = 7  # objects among them
DIE = 10  # faces of the die of tests and attacks
BLEEDING_DIE = 6  # faces of the die for bleeding; its highest one ends the bleeding (R27)
BLEEDS_UP_TO = 3  # highest face at which bleeding does damage
BLEEDING_DAMAGE = 1  # damage of bleeding
STRIKE_COST = 1  # energy that a strike costs (R9)
EVENTS_A_TURN = 12  # events that the Enemy plays in a turn at the most (R60)
ACTION_CARDS = 5  # action cards of a boss
KILL_COUNTERS = 1  # counters for bringing an astrali down
