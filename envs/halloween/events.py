"""What happens in La noche de Halloween: the kinds of events that the rules note. `words/tell.py` tells them with other
news, which follow from positions."""

from medianoche.envs.core.show.events import Kind, Seat, Secret


class News(Kind):
    """Kinds of events. Payers and payees are seats or POT; children, squares and advice are numbers as in the state."""

    ROLLED = Seat("seat"), "die"
    ROLLED_IN_SECRET = Seat("seat"), Secret("die", "seat")
    WENT = "child", "square"
    CLAIMED = Seat("seat"), "claim"
    ADVISED = Seat("seat"), "advice"
    PAID = "payer", "payee", "candies"
    STAKED = Seat("seat"), "candies"
    STAKE_LOST = Seat("seat"), "candies"  # it goes to the pot
    BID = Seat("seat"), Secret("candies", "seat")
    TORN = Seat("seat"), "child"
