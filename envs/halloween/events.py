"""What happens in La noche de Halloween: the kinds of events that the rules note. `words/tell.py` tells them with other
news, which follow from positions."""

from medianoche.envs.core.show.events import Kind, Now, Seat, Secret

CARDS = Now("card_at", "card_seen", "mix", "mix_seen", "unseen", "deck", "deck_n", "draws", "amount")
CANDIES = Now("candies", "pot")
WALK = Now("child", "roll", "came", "fwd", "steps", "stuck", "rerolled", "force_die", "treat_only", "attack")
STAYS = Now("guard", "frozen_by", "frozen_left", "cool", "skip")
DOOR = Now("owner", "third", "claim", "true_roll", "demand", "advice", "treat_card", "treat_apply")
COSTUME = Now("target", "stake", "defend", "bid")


class News(Kind):
    """Kinds of events. Payers and payees are seats or POT; children, squares and advice are numbers as in the state."""

    COLOURED = Seat("seat"), "colour", Now("colour")
    CHOSE = Seat("seat"), "child", WALK  # child -1: with this roll another one must be chosen
    ADDED = Seat("seat"), WALK  # a card or an ability to the turn
    USED = "card", CARDS
    GROUNDED = Seat("seat"), STAYS
    FROZEN = "child", STAYS
    ROLLED = Seat("seat"), "die", WALK
    ROLLED_IN_SECRET = Seat("seat"), Secret("die", "seat"), DOOR
    WENT = "child", "square", WALK, Now("pos", "moved")
    LANDED = Seat("owner"), WALK, CARDS, DOOR  # no owner: on a grey square, or the child goes on
    CLAIMED = Seat("seat"), "claim", DOOR, Now("n_claims")
    CONSULTED = Seat("seat"), DOOR
    DEMANDED = Seat("seat"), "price", DOOR  # no seat: the price was refused
    ADVISED = Seat("seat"), "advice", DOOR
    JUDGED = Seat("seat"), Seat("third"), DOOR, Now("n_checked", "n_lies", "n_advice", "n_false")
    GAVE = Seat("seat"), Seat("third"), CARDS
    TREATS = DOOR, Now("treat_deck", "treat_n")
    CONDITION = (DOOR,)  # of a treat card: met or not
    SHOWN = Seat("seat"), Now("know", "secret")  # something of its child card
    DREW = Seat("seat"), CARDS
    PAID = "payer", "payee", "candies", CANDIES
    STAKED = Seat("seat"), "candies", CANDIES, COSTUME, STAYS
    STAKE_LOST = Seat("seat"), "candies", CANDIES, COSTUME  # it goes to the pot
    STOOD = Seat("seat"), "stand", COSTUME
    BID = Seat("seat"), Secret("candies", "seat"), COSTUME
    TORN = Seat("seat"), "child", STAYS, Now("pos", "torn")
    OUT = Seat("seat"), Now("alive")
    TURN = Seat("seat"), WALK, CARDS, STAYS, DOOR, COSTUME, Now("mover", "slot", "no_move")
    LAP = "lap", Now("round_no", "slot", "moved", "starter")
    GAME_OVER = (Now("scores", "utility", "know", "secret", "slot"),)
