"""Whole turns with exact numbers, one for each part of the rules."""

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.examples import at, examples, then
from tests.envs.halloween import table
from tests.envs.halloween.table import RUN, bid, card, child, consult, consulted, demand, freeze, ground, square, tear

KNOCK = child(0), square(1)
NAMES = {0: "Montse", 1: "Simoncito", 3: "David", 4: "Rosa"}
THIRD = {"mover": 2, "to_move": 2, "slot": 2}
TREATS = at(dice=[1, 7, 5], treat_top=[5, 6])


def told(die, *dice, **fields):
    """A trick of seat 0, announced as 8 (or `says`), which seat 1 has to judge."""
    return lambda: table.trick(die, *dice, **{"says": 8, **fields})


def asks(distance, price, says):
    return lambda state: consulted(state, distance, price, says)


def verdict(believes):
    return BASE.believe if believes else BASE.disbelieve


def attack(round_no=2, **fields):
    """Miguelín goes next to David."""
    return at(dice=[2], round_no=round_no, pos={3: 48}, **fields), child(5), square(47)


FIGHT = *attack(), tear(3), BASE.defend, BASE.stand_aside, BASE.defend, BASE.stand_aside
LUCIA = {"dice": [2, 5], "pos": {6: 16}}
LAST = {"round_no": 7, "starter": 2, "slot": 4, "mover": 1, "to_move": 1, "hands": {1: [10]}, "check": False}
FOUR = {"round_no": 7, "starter": 3, "slot": 3, "mover": 2, "to_move": 2, "hands": {2: [10]}, "check": False}
EXAMPLES = [
    *((f"the first move of {NAMES[number]}", at(dice=[die]), child(number), then(squares=squares, lacks=BASE.reroll))
      for number, die, squares in ((0, 4, [3, 15, 25, 31, 41]), (3, 5, [19, 29, 49]), (4, 3, [12, 22, 28, 38]),
                                   (1, 8, [9, 25, 35, 43]))),
    ("Lucía may roll once more", at(dice=[2, 3]), child(6), then(squares=[10, 30], has=BASE.reroll), BASE.reroll,
     then(squares=[9, 29], lacks=BASE.reroll)),
    *((f"Jorgito takes the nearest house: {die}, {fields}", at(dice=[die], **fields), child(2), then(squares=squares))
      for die, fields, squares in ((1, {}, [0, 11, 17]), (2, {}, [0, 17, 20, 31]), (1, THIRD, [0, 11]))),
    ("the treat of the rulebook", TREATS, *KNOCK, BASE.treat, then(to_move=0), BASE.meet, BASE.meet,
     then(candies=[19, 11, 15, 15, 15], know_1_0=1, know_0_1=2, know_2_0=255)),
    ("a treat that one declines", TREATS, *KNOCK, BASE.treat, BASE.decline, BASE.meet,
     then(candies=[13, 17, 15, 15, 15])),
    ("a trick believed", told(3), BASE.believe, then(candies=[20, 10, 15, 15, 15])),
    *((f"a trick disbelieved: {dice}", told(*dice), BASE.disbelieve, then(candies=[*candies, 15, 15, 15]))
      for dice, candies in (((3, 6, 2), [11, 19]), ((3, 4, 4), [14, 16]), ((8, 3), [16, 14]))),
    ("a third is consulted", told(3), consult(2), then(to_move=3, legal=[demand(0), demand(1), demand(2)])),
    *((f"a trick consulted: {roll}, says {says}, believed {believes}", told(roll, *dice), asks(2, 2, says),
       verdict(believes), then(candies=[*candies[:2], 15, candies[2], 15], pot=candies[3], phase=Phase.CHILD))
      for roll, says, believes, dice, candies in (
          (8, True, True, [], [18, 10, 17, 25]), (8, False, True, [], [20, 10, 14, 26]),
          (3, True, True, [], [20, 10, 14, 26]), (3, False, True, [], [18, 10, 17, 25]),
          (3, False, False, [6, 2], [11, 17, 17, 25]), (3, True, False, [6, 2], [11, 19, 14, 26]),
          (8, True, False, [5], [17, 11, 17, 25]), (8, False, False, [5], [17, 13, 14, 26]))),
    ("a trick consulted for a card", told(5, says=5, hands={1: [9, 14]}), consult(1),
     then(legal=[demand(0), demand(3)])),
    ("the card for help is chosen", told(5, says=5, hands={1: [9, 14]}), asks(1, 3, True), BASE.believe,
     then(phase=Phase.FEE, legal=[card(9), card(14)]), card(14), then(card_at_13=2, candies=[17, 13, 15, 15, 15])),
    ("a trick consulted with nothing to ask for", told(5, says=5), consult(1), then(phase=Phase.ADVICE)),
    ("an undefended tear", *attack(), then(legal=[BASE.no_tear, tear(3)]), tear(3), *[BASE.stand_aside] * 4,
     then(candies_0=12, pot=28, pos_3=-1, torn_0=1, cool_0=2, knowledge_3=[8] * 5, asked=(Phase.CHILD, 1))),
    ("no tear before the third lap", *attack(1), then(asked=(Phase.CHILD, 1))),
    ("stakes of a fight", *FIGHT, then(phase=Phase.INSIST, stake=[1, 2, 0, 3, 0], candies=[14, 13, 15, 12, 15],
                                       pot=25)),
    ("a fight withdrawn", *FIGHT, BASE.withdraw, then(candies=[14, 13, 15, 12, 15], pot=31, guard_3=0)),
    *((f"the bids of a fight: {bids}", *FIGHT, BASE.insist, *map(bid, bids),
       then(candies=left, pot=pot, guard_3=-1 if torn else 0, pos_3=-1 if torn else 48))
      for bids, torn, left, pot in (
          ((4, 3, 2), True, [10, 13, 15, 12, 15], 35), ((4, 3, 5), False, [14, 13, 15, 7, 15], 36),
          ((4, 4, 1), False, [14, 13, 15, 12, 15], 31), ((2, 5, 5), False, [14, 8, 15, 7, 15], 41),
          ((0, 0, 0), False, [14, 13, 15, 12, 15], 31))),
    ("an attack from own colour", at(dice=[1], round_no=2, pos={3: 43}), child(5), then(squares=[38, 44, 46]),
     square(44), then(asked=(Phase.DEFEND, 1), stake_0=1, target=3)),
    *((f"no attack from own colour: {never}", at(dice=[1], pos={3: 43}, **never), child(5), then(squares=[38, 46]))
      for never in ({"round_no": 1}, {"round_no": 2, "cool": [1]})),
    ("pass by goes on past own houses", at(dice=[2], hands={1: [13]}), *KNOCK,
     then(legal=[card(13), BASE.trick, BASE.treat]), card(13), then(pos_0=3, asked=(Phase.CHILD, 1))),
    ("pass by stops at another's house", at(dice=[2], hands={1: [13]}, **THIRD), *KNOCK, card(13),
     then(pos_0=2, phase=Phase.ANSWER, owner=0)),
    ("pass by at a junction", at(dice=[2], hands={3: [13]}, pos={6: 28}), child(6), square(30), card(13),
     then(phase=Phase.FORWARD, squares=[19, 33]), square(33), then(pos_6=36, asked=(Phase.CHILD, 1))),
    *((f"roll again: {die}", at(dice=[2, die], hands={1: [15]}), *KNOCK, card(15), then(pos_0=pos, asked=asked))
      for die, pos, asked in ((3, 4, (Phase.ANSWER, 4)), (1, 2, (Phase.CHILD, 1)))),
    ("card 7", at(**LUCIA, deck_top=[7]), child(6), square(10), BASE.draw, then(candies_0=12, pot=28)),
    *((f"card 8: {side}", at(**LUCIA, deck_top=[8]), child(6), square(10), BASE.draw, then(phase=Phase.NEIGHBOUR), side,
       then(candies=candies)) for side, candies in ((BASE.left, [12, 18, 15, 15, 15]),
                                                    (BASE.right, [12, 15, 15, 15, 18]))),
    ("Miguelín looks at two", at(dice=[2], deck_top=[9, 3]), child(5), square(35), BASE.draw,
     then(phase=Phase.KEEP, legal=[card(3), card(9)]), card(9), then(hand_0=[9], deck_0=3, deck_n=16, card_seen_2=1)),
    ("Miguelín keeps an instant", at(dice=[2], deck_top=[9, 3]), child(5), square(35), BASE.draw, card(3),
     then(candies_0=13, pot=27, deck_0=9)),
    ("the order of laps", at(slot=4, mover=4, to_move=4, hands={4: [10]}), freeze(0),
     then(round_no=1, starter=1, mover=1, moved=0, frozen_left_0=2)),
    ("the order of laps without the eliminated",
     at(round_no=1, starter=1, slot=4, alive=[1, 1, 0, 1, 1], candies=[15, 15, 0, 15, 15], hands={0: [10]}), freeze(0),
     then(starter=3)),
    ("the mover is out", told(3, 7, 2, candies=[3, 15, 15, 15, 15]), BASE.disbelieve,
     then(candies=[0, 18, 15, 15, 15], alive_0=0)),
    ("two are left", told(3, alive=[1, 1, 0, 0, 1], candies=[15, 4, 0, 0, 15]), BASE.believe,
     then(phase=Phase.END, scores=[24, -10, -10, -10, 20], utility=[1, -1, -1, -1, -1])),
    ("the last turn", at(**LAST, candies=[12, 20, 9, 14, 10], pos=[11, -1, 14, 36, 25, -1, -1, 34], torn=[1, 0, 2]),
     freeze(0), then(scores=[19, 10, 18, 19, 15], utility=[-1, -1, -1, 1, -1])),
    ("the last turn with a costume torn",
     at(**LAST, candies=[12, 24, 9, 14, 10], pos=[11, -1, 14, 36, -1, -1, -1, -1], torn=[1, 0, 4]), freeze(0),
     then(scores=[19, 14, 22, 19, 0], utility=[-1, -1, 1, -1, -1])),
    ("the last turn shared by four",
     at(num_players=4, **FOUR, candies=[12, 12, 9, 9], pos=[11, 39, 14, 36, 25, -1, -1, 34], torn=[1, 1]), freeze(0),
     then(scores=[19, 19, 14, 14, 0], utility=[0, 0, -1, -1, 0])),
    ("card 11 at the door", at(dice=[2], hands={1: [11]}), *KNOCK, card(11),
     then(candies=[12, 18, 15, 15, 15], to_move=1)),
    ("card 14 at the door", at(dice=[2], hands={1: [14]}, candies=[32, 18, 16, 16, 16]), *KNOCK, card(14),
     then(candies_1=20, pot=0, to_move=1)),
    ("card 2 before a walk", at(dice=[2], hands={0: [2]}), ground(2),
     then(candies_2=13, pot=27, skip_2=1, asked=(Phase.CHILD, 0)), *KNOCK, BASE.trick, table.claim(1),
     then(phase=Phase.RESPOND)),
]  # fmt: skip


@examples(EXAMPLES)
def test_example(row):
    RUN.run(row)
