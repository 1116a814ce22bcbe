"""What happens in La noche de Halloween: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Kind, List, Now, Only, Seat, Secret
from medianoche.envs.halloween.state import SEATS

CARDS = Now("card_at", "card_seen", "mix", "mix_seen", "unseen", "deck", "deck_n", "draws")
CANDIES = Now("candies", "pot", "amount")
WALK = Now("child", "roll", "came", "fwd", "steps", "stuck", "rerolled", "force_die", "treat_only", "attack")
STAYS = Now("guard", "frozen_by", "frozen_left", "cool", "skip")
DOOR = Now("owner", "third", "claim", "true_roll", "demand", "advice", "treat_card", "treat_apply")
KNOWN = Now("know", "secret")
COSTUME = Now("target", "stake", "defend", "bid")


class News(Kind):
    """Kinds of events. Children, squares, cards and advice are numbers as in the state; no seat as payer or payee is
    the pot."""

    COLOURED = Seat("seat"), "colour", Now("colour")
    PLAYED = Seat("seat"), "card", CARDS, WALK
    DISCARDED = Seat("seat"), "card", CARDS
    CHOSE = Seat("seat"), "child", WALK  # child -1: with this roll another one must be chosen
    GROUNDED = Seat("seat"), STAYS
    FROZEN = Seat("seat"), "child", "turns", STAYS
    ROLLED = Seat("seat"), "die", "child", WALK  # child -1: the die is for a child that goes on from a door
    THREW = Seat("seat"), "die"  # an open die, not to walk
    PUT_ASIDE = Seat("seat"), "die", WALK  # to roll again
    WENT = "child", "start", "square", WALK, Now("pos", "moved")
    SENT_HOME = "child", "square", Now("pos")
    LANDED = WALK, CARDS, DOOR
    KNOCKED = Seat("seat"), "child", DOOR
    ROLLED_TO_PAY = Seat("seat"), DOOR
    ROLLED_IN_SECRET = Seat("owner"), Seat("seat"), Secret("die", "seat"), DOOR
    CLAIMED = Seat("seat"), "claim", DOOR, Now("n_claims")
    CONSULTED = Seat("seat"), Seat("third"), DOOR
    DEMANDED = Seat("seat"), "price", DOOR
    REFUSED = Seat("seat"), DOOR  # the price
    ACCEPTED = Seat("seat"), DOOR
    SAW = Only("seat"), "die", DOOR
    ADVISED = Seat("seat"), "advice", DOOR
    VERDICT = Seat("seat"), Seat("mover"), "believes", DOOR
    DIE_SHOWN = Seat("seat"), "die", "honest", DOOR, Now("n_checked", "n_lies")
    ADVICE_CHECKED = Seat("seat"), "honest", DOOR, Now("n_advice", "n_false")
    GAVE = Seat("seat"), Seat("third"), Secret("card", "seat", "third"), CARDS
    CHOSE_TREAT = Seat("seat"), DOOR
    TREATS_SHUFFLED = (Now("treat_deck", "treat_n"),)
    DREW_TREAT = Seat("seat"), "treat", "role", DOOR, Now("treat_deck", "treat_n")
    CONDITION = Seat("seat"), "treat", "role", "met", DOOR
    SHOWED = Seat("seat"), Seat("to"), Secret("child", "seat", "to"), KNOWN
    ANNOUNCED = Seat("seat"), "children", KNOWN  # bits of the children that the seat may have
    DREW = Seat("seat"), Secret("card", "seat"), CARDS
    OPENED = Seat("seat"), "card", CARDS  # drawn and played at once
    LOOKED = Seat("seat"), Secret("cards", "seat"), CARDS  # bits of two cards
    PUT_BACK = Seat("seat"), Secret("card", "seat"), CARDS
    DECLINED = Seat("seat"), CARDS  # to draw
    OWES = Seat("seat"), "candies", CANDIES  # to a neighbour of choice
    PAID = Seat("payer"), Seat("payee"), "candies", Seat("mover"), "phase", CANDIES, DOOR
    ATTACKED = Seat("seat"), "child", "candies", COSTUME, STAYS  # the stake
    LEFT_ALONE = Seat("seat"), WALK
    STAKED = Seat("seat"), "candies", CANDIES, COSTUME
    STOOD = Seat("seat"), "stand", "candies", COSTUME  # the stake, 0 aside
    INSISTED = Seat("seat"), "insists", COSTUME
    BID = Seat("seat"), Secret("candies", "seat"), COSTUME
    BIDS_OPENED = Seat("seat"), "child", List("bids", SEATS), COSTUME
    TORN = Seat("seat"), "child", Seat("holder"), STAYS, KNOWN, Now("pos", "torn")
    STAKE_LOST = Seat("seat"), "candies", CANDIES, COSTUME  # it goes to the pot
    OUT = Seat("seat"), Now("alive")
    LAP = Seat("seat"), "lap", Now("round_no", "slot", "moved", "starter")
    TURN = Seat("seat"), "alive", "grounded", WALK, CARDS, STAYS, DOOR, COSTUME, Now("mover", "slot", "no_move")
    TOTAL = Seat("seat"), "points", Now("scores")
    GAME_OVER = (Now("scores", "utility", "know", "secret", "slot", "round_no", "moved"),)
