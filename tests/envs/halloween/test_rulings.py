"""Corner cases, each in a position; the sentences name the rulings that they hold to."""

import pytest

from medianoche.envs.halloween.pack import read_drawing
from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.examples import at, examples, then
from tests.envs.halloween import table
from tests.envs.halloween.table import (
    NEXT,
    RUN,
    card,
    child,
    consult,
    consulted,
    demand,
    freeze,
    ground,
    square,
    tear,
)

KNOCK = child(0), square(1)
"""Montse of seat 0 goes to the house of seat 1."""
ORANGE = {"mover": 3, "to_move": 3, "slot": 3}
OUT = {"alive": [1, 0, 1, 1, 1], "candies": [15, 0, 15, 15, 15]}
FROZEN = {"frozen_by": [-1, -1, -1, 2] + [-1] * 4, "frozen_left": [0, 0, 0, 2] + [0] * 4}
EVEN = [15] * 5


def told(die, *dice, says, **fields):
    """A trick of seat 0, which seat 1 has to judge."""
    return lambda: table.trick(die, *dice, says=says, **fields)


def asks(distance, price, says):
    return lambda state: consulted(state, distance, price, says)


def david(**fields):
    """Miguelín of seat 0 may land next to David."""
    return at(**{"round_no": 2, "dice": [2], "pos": {3: 48}, **fields})


BESIDE = (child(5), square(47))
ASIDE = [BASE.stand_aside] * 4
OWNERS = [[255 if b != a else 1 << (0, 0, 1, 2, 4)[a] for b in range(5)] for a in range(1, 5)]
COSTUME = [
    ("no tear without its price r47", david(candies=[2, 15, 15, 15, 15]), *BESIDE, then(asked=NEXT)),
    ("a tear for its price r47", david(candies=[3, 15, 15, 15, 15]), *BESIDE, then(asked=(Phase.TEAR, 0))),
    ("a guarded child is safe r48", david(guard=[-1, -1, -1, 2] + [-1] * 4), *BESIDE, then(asked=NEXT)),
    ("who has torn waits r49", david(cool=[1]), *BESIDE, then(asked=NEXT)),
    ("undefended with the last three candies puts out r52", david(candies=[3, 15, 15, 15, 15]), *BESIDE, tear(3),
     *ASIDE, then(alive_0=0, pos_3=-1, torn_0=1, asked=NEXT)),
    ("the guard lasts until the attackers turn even if out r48",
     at(hands={0: [10]}, **OUT, guard=[-1, -1, -1, 1] + [-1] * 4), freeze(0), then(mover=2, guard_3=-1)),
    *((f"a cooldown of {n} counts own turns r49", david(options={"tear_cooldown": n}), *BESIDE, tear(3), *ASIDE,
       then(cool_0=n + 1)) for n in range(3)),
    ("ones own child may be attacked and defended r50",
     david(secret=[3, 0, 1, 2, 4], know=[[8 if b == 0 else 255 for b in range(5)], *OWNERS]), *BESIDE, tear(3),
     then(asked=(Phase.DEFEND, 1))),
    ("who cannot pay the stake is not asked r51", david(candies=[15, 1, 2, 2, 15]), *BESIDE, tear(3),
     then(asked=(Phase.DEFEND, 2)), BASE.defend,
     then(asked=(Phase.DEFEND, 4), candies=[15 - 1, 1, 0, 2, 15], alive_2=1, defend=[0, 0, 2, 0, 0]),
     BASE.stand_aside, BASE.withdraw, then(alive_2=0)),
    ("all learn that a torn child has no owner r55",
     david(secret=[0, 1, 2, 5, 4], know=[[255 if b != a else 1 << (0, 1, 2, 5, 4)[a] for b in range(5)]
                                         for a in range(5)]), *BESIDE, tear(3), *ASIDE,
     then(know_0=[1, 247, 247, 247, 247])),
    ("an eliminated holder still shows r55", david(alive=[1, 1, 1, 0, 1], candies=[15, 15, 15, 0, 15]), *BESIDE,
     tear(3), *ASIDE[1:], then(knowledge_3=[8] * 5)),
    ("a torn child is neither frozen nor guarded r56", david(**FROZEN), *BESIDE, tear(3), *ASIDE,
     then(frozen_by_3=-1, frozen_left_3=0, guard_3=-1)),
    ("not tearing ends the turn r18", david(), *BESIDE, BASE.no_tear, then(asked=NEXT)),
    ("without survivors the last to go out share the win r58",
     at(num_players=4, dice=[2], round_no=2, pos={3: 48}, alive=[1, 1, 0, 0], candies=[3, 2, 0, 0]), *BESIDE, tear(3),
     BASE.defend, BASE.insist, table.bid(2),
     then(phase=Phase.END, scores=[-10] * 4 + [0], utility=[0, 0, -1, -1, 0])),
]  # fmt: skip
MANY = at(dice=[2, 3, 8], hands={0: [1, 16], 1: [15], 4: [9]})
DOOR = [
    ("card 1 moves a moved child to a treat r31",
     at(dice=[1], hands={0: [1, 10], 1: [9]}, moved=1, slot=0, check=False), then(lacks=child(0)), card(1),
     then(has=child(0), lacks=freeze(1)), *KNOCK, then(legal=[card(9), BASE.treat])),
    ("card 16 takes the question away r30 r31", at(dice=[1, 5], hands={0: [16]}), child(0), then(has=card(16)),
     card(16), then(lacks=card(16)), square(1), then(candies=[18, 12, 15, 15, 15])),
    ("card 16 can be answered with a card r30", at(dice=[1, 5], hands={0: [16], 1: [9]}), child(0), card(16),
     square(1), then(legal=[card(9), BASE.pay_die]), card(9), then(candies=EVEN)),
    ("card 16 can be paid r30", at(dice=[1, 5], hands={0: [16], 1: [9]}), child(0), card(16), square(1), BASE.pay_die,
     then(candies=[18, 12, 15, 15, 15])),
    ("cards 1 and 16 stay in force after card 15 r31", MANY, card(1), child(0), card(16), square(1), card(15),
     then(asked=(Phase.ANSWER, 4), legal=[card(9), BASE.pay_die])),
    ("no house, no card 16 r30", at(dice=[1], hands={0: [16]}, pos={6: 9}), child(6),
     then(squares=[8, 10], lacks=card(16))),
    ("card 9 shuts the door r42", at(dice=[1], hands={1: [9]}), *KNOCK, card(9),
     then(candies=EVEN, card_at_8=5, asked=NEXT)),
    ("torn children stay out when sent home r32", at(dice=[1], pos={5: -1, 4: 0}, hands={1: [4]}, torn=[0, 1]),
     child(4), square(1), card(4), then(pos_4=25, pos_5=-1)),
    ("card 14 works with an empty pot r42", at(dice=[1], hands={1: [14]}, candies=[36, 16, 16, 16, 16]), *KNOCK,
     card(14), then(candies=[36, 16, 16, 16, 16], pot=0, asked=NEXT)),
    ("card 13 may stop there r43", at(dice=[1], pos={6: 3}), child(6), then(has=square(4))),
    ("card 13 gives a draw r43", at(dice=[1], pos={6: 3}, hands={4: [13]}), child(6), square(4), card(13),
     then(pos_6=5, asked=(Phase.DRAW, 0))),
    ("card 13 gives not jorgitos jump r43", at(dice=[2], pos={2: 2}, hands={4: [13]}), child(2), square(4), card(13),
     then(pos_2=5)),
    ("jorgito jumps after card 15 r44", at(dice=[2, 1], pos={2: 2}, hands={4: [15]}), child(2), square(4), card(15),
     then(phase=Phase.FORWARD, fwd=15, squares=[4, 5, 6, 12])),
]  # fmt: skip


def drawing(number=6, **fields):
    """Lucía (or another child) may go to the draw square 10."""
    return at(dice=[2, *fields.pop("dice", ())], pos={number: 16}, **fields)


DRAWS = child(6), square(10)
FULL = drawing(hands={0: [2, 9, 10]}, deck_top=[3])
SENT = at(dice=[1], pos={4: 23}, hands={1: [4]})
NEIGHBOURS = drawing(dice=[8], deck_top=[8], alive=[1, 0, 1, 1, 0], candies=[15, 0, 15, 15, 0])


def two(*pair, kept, **seen):
    """Of the pair that seat 0 looks at, which one it keeps; `c9=0b100` says who knows where card 9 lies."""
    bits = [seen.get(f"c{number}", 0) for number in range(1, 18)]
    return at(dice=[2], deck_top=pair, card_seen=bits), child(5), square(35), BASE.draw, card(kept)


DRAWING = [
    ("drawing is optional r19", drawing(deck_top=[9]), *DRAWS, then(legal=[BASE.no_draw, BASE.draw]), BASE.no_draw,
     then(hand_0=[])),
    ("a drawn card goes to the hand r19", drawing(deck_top=[9]), *DRAWS, BASE.draw, then(hand_0=[9])),
    ("a full hand discards first r20", FULL, *DRAWS,
     then(legal=[*map(card, (2, 9, 10)), *map(ground, range(1, 5)), BASE.no_draw]), card(9),
     then(hand_0=[2, 10], card_at_8=5, candies_0=13)),
    ("a full hand plays a card first r20", FULL, *DRAWS, ground(1), then(hand_0=[9, 10], candies_0=13, candies_1=13)),
    ("simoncito draws twice r21", drawing(1, deck_top=[9, 11]), child(1), square(10), BASE.draw,
     then(asked=(Phase.DRAW, 0), draws=1), BASE.draw, then(hand_0=[9, 11])),
    ("simoncito may draw once r21", drawing(1, deck_top=[9, 11]), child(1), square(10), BASE.draw, BASE.no_draw,
     then(hand_0=[9])),
    ("simoncito may draw nothing r21", drawing(1), child(1), square(10), BASE.no_draw, then(asked=NEXT)),
    ("simoncito checks the hand each time r20 r21", drawing(1, hands={0: [2, 9]}, deck_top=[10, 11]), child(1),
     square(10), BASE.draw, then(lacks=BASE.draw), card(2), then(hand_0=[9, 10, 11])),
    ("with one card left miguelin draws it r21", drawing(5, used=[n for n in range(1, 18) if n != 9]), child(5),
     square(10), BASE.draw, then(hand_0=[9], deck_n=0, asked=NEXT)),
    ("rosa draws at home r24", at(dice=[1], pos={4: 26}, deck_top=[9]), child(4), square(25),
     then(asked=(Phase.DRAW, 0)), BASE.draw, then(hand_0=[9])),
    ("others do not draw at rosas home r24", at(dice=[1], pos={1: 26}), child(1), square(25), then(asked=NEXT)),
    ("rosa draws at home by card 13 r24", at(dice=[1], pos={4: 23}, hands={1: [13]}), child(4), square(24), card(13),
     then(pos_4=25, asked=(Phase.DRAW, 0))),
    ("rosa sent home does not draw r24", SENT, child(4), square(24), card(4), then(pos_4=25, asked=NEXT)),
    ("eduardito looks at two at his own pumpkin r21", at(dice=[1], pos={7: 31}, deck_top=[9, 3]), child(7),
     square(34), BASE.draw, then(asked=(Phase.KEEP, 0), legal=[card(3), card(9)])),
    ("eduardito draws nothing at the other pumpkin r21", at(dice=[1], pos={7: 13}), child(7), square(16),
     then(asked=NEXT)),
    ("eduardito draws one elsewhere r21", drawing(7, deck_top=[9, 3]), child(7), square(10), BASE.draw,
     then(hand_0=[9])),
    ("an empty deck asks nothing r23", drawing(used=range(1, 18)), *DRAWS, then(asked=NEXT)),
    ("instants can put the mover out r27", drawing(deck_top=[3], candies=[2, 15, 15, 15, 15], round_no=2), *DRAWS,
     BASE.draw, then(alive_0=0, candies_0=0, asked=NEXT)),
    ("card 8 goes to the nearest living neighbour to the left r22", NEIGHBOURS, *DRAWS, BASE.draw, BASE.left,
     then(candies=[11, 0, 19, 15, 0])),
    ("card 8 goes to the nearest living neighbour to the right r22", NEIGHBOURS, *DRAWS, BASE.draw, BASE.right,
     then(candies=[11, 0, 15, 19, 0])),
    *((f"card {number} with a pot of {pot} r22 r25",
       drawing(deck_top=[number], candies=[15, *[(85 - pot) // 4 + (k < (85 - pot) % 4) for k in range(4)]]), *DRAWS,
       BASE.draw, then(candies_0=left, pot=after, **{f"card_at_{number - 1}": 5}))
      for number, pot, left, after in ((5, 25, 17, 23), (5, 1, 16, 0), (6, 25, 14, 26), (3, 25, 13, 27))),
    ("who looked knows both cards r21", *two(9, 11, kept=11), then(known_9=[0], known_11=[0], deck_0=9)),
    ("who knew the other card knows where it went when an instant is played r21", *two(9, 3, kept=3, c9=0b100),
     then(known_9=[0, 2])),
    ("who knew both knows that the instant was put back r21", *two(9, 3, kept=9, c9=0b100, c3=0b100),
     then(known_9=[0, 2], known_3=[0, 2])),
    ("who knew the instant knows that it was put back r21", *two(9, 3, kept=9, c3=0b100),
     then(known_9=[0], known_3=[0, 2])),
    ("who knew one of a pair knows no more which was kept r21", *two(9, 3, kept=9, c9=0b100),
     then(known_9=[0], known_3=[0])),
    ("who knew a pair knows no more which was kept r21", *two(9, 11, kept=9, c9=0b100, c11=0b100),
     then(known_9=[0], known_11=[0])),
]  # fmt: skip
ALONE = {"frozen_by": [1] * 4 + [-1] + [1] * 3, "frozen_left": [1] * 4 + [0] + [1] * 3}
DUEL = at(hands={0: [2]}, alive=[1, 1, 1, 0, 0], candies=[15, 15, 2, 0, 0])
MOVING = [
    ("a colour without an owner is grey r6", at(num_players=4, dice=[2], pos={2: 3}), child(2),
     then(squares=[1, 5, 6, 12])),
    ("with five players every colour has an owner r6", at(dice=[2], pos={2: 3}), child(2),
     then(squares=[1, 4, 5, 6, 12])),
    ("on a grey house nothing is asked r6", at(num_players=4, dice=[1], pos={5: 3}), child(5), then(asked=NEXT)),
    ("houses of the eliminated are grey r6 r27", at(dice=[1], **OUT), *KNOCK, then(asked=(Phase.CHILD, 2))),
    ("a lap ends for all children at once r3", at(slot=4, starter=1, moved=0b111, hands={0: [10]}), freeze(7),
     then(moved=0)),
    ("children share squares r9", at(dice=[1], round_no=2, pos={4: 1, 5: 1}), *KNOCK, then(asked=(Phase.ANSWER, 1))),
    ("children do not block r9", at(dice=[1], round_no=2, pos={3: 3, 5: 4, 4: 8}), child(5), square(3),
     then(asked=NEXT)),
    ("own colour for the price of a tear r10 r47",
     at(dice=[1], round_no=2, pos={3: 43}, candies=[3, 15, 15, 15, 15]), child(5), then(has=square(44))),
    ("own colour needs the price of a tear r10 r47",
     at(dice=[1], round_no=2, pos={3: 43}, candies=[2, 15, 15, 15, 15]), child(5), then(lacks=square(44))),
    ("stuck, another child takes the roll r12", at(dice=[4], pos={4: 10}, **ORANGE), child(4),
     then(stuck=1, roll=4, child=-1, legal=[child(c) for c in (0, 1, 2, 3, 5, 6, 7)]), child(0),
     then(phase=Phase.MOVE, stuck=0, roll=4, squares=[3, 7, 15, 21, 25, 41])),
    ("stuck, no card in between r12", at(dice=[4], pos={4: 10}, hands={3: [1, 2, 10]}, **ORANGE), child(4),
     then(legal=[child(c) for c in (0, 1, 2, 3, 5, 6, 7)])),
    ("stuck alone, the die is rolled again r12", at(dice=[4, 4, 3], pos={4: 10}, **ORANGE, **ALONE),
     then(phase=Phase.MOVE, child=4, roll=3, dice_queue_0=0)),
    ("stuck, lucia rolls again first r12", at(dice=[4, 4, 3], pos={6: 10}, **ORANGE), child(6),
     then(phase=Phase.MOVE, roll=3, rerolled=1, lacks=BASE.reroll)),
    ("stuck after her choice, lucia rolls again r12", at(dice=[3, 4, 3], pos={6: 10}, **ORANGE), child(6),
     BASE.reroll, then(phase=Phase.MOVE, roll=3)),
    ("jorgito came by the shortest way r15", at(dice=[2]), child(2), square(17), then(came=1 << 20)),
    ("jorgito came by the other shortest way r15", at(dice=[1]), child(2), square(0), then(came=1 << 11)),
    ("all last steps stay possible r15", at(dice=[8], hands={2: [13]}), child(0), square(41),
     then(came=1 << 40 | 1 << 42), card(13), then(squares=[40, 42])),
    ("grounded, the turn passes r16 r46", at(skip=[0, 1], hands={0: [10]}), freeze(0), then(mover=2, skip_1=0)),
    ("grounded, a card may still be played r16 r46", at(skip=[0, 1], hands={0: [10], 1: [1, 2]}), freeze(0),
     then(asked=NEXT, legal=[BASE.pass_turn, *map(ground, range(1, 5))])),
    ("a moved child stays moved after it is sent on r17", at(dice=[1], pos={4: 23, 5: 3}, hands={1: [4]}), child(4),
     square(24), card(4), then(pos_4=25, pos_5=45, moved=1 << 4, asked=NEXT)),
    ("first the draw, then the tear r18", at(dice=[2], round_no=2, pos={3: 38}), child(5), square(35),
     then(asked=(Phase.DRAW, 0)), BASE.no_draw, then(asked=(Phase.TEAR, 0))),
    ("a frozen child is not chosen even with card 1 r45", at(hands={0: [1]}, **FROZEN), card(1),
     then(lacks=child(3), has=child(2))),
    ("a frozen child stays frozen for one turn of its freezer r45",
     at(hands={0: [10], 1: [9]}, frozen_by=[1] + [-1] * 7, frozen_left=[2] + [0] * 7), freeze(1),
     then(mover=1, frozen_left_0=1, lacks=child(0))),
    ("a frozen child is free at the second turn of its freezer r45",
     at(hands={0: [10]}, frozen_by=[1] + [-1] * 7, frozen_left=[1] + [0] * 7), freeze(1),
     then(frozen_by_0=-1, has=child(0))),
    ("grounding can put out r46", at(hands={0: [2]}, candies=[15, 15, 2, 15, 15]), ground(2),
     then(alive_2=0, asked=(Phase.CHILD, 0))),
    ("grounding can end the game r28", DUEL, ground(2), then(phase=Phase.END, scores=[20, 20, -10, -10, -10])),
]  # fmt: skip
SHOWN = [0b10010 if n == 9 else 0b00010 if n == 14 else 0 for n in range(1, 18)]
TRICK = [
    ("a lie of the same worth is a lie r33", told(2, 5, 4, says=3), BASE.disbelieve,
     then(candies=[14, 16, 15, 15, 15], n_lies_0=1)),
    ("believing pays the claim and shows nothing r34", told(8, says=1), BASE.believe,
     then(candies=EVEN, n_claims_0=1, n_checked_0=0)),
    ("the third needs room for a card r35", told(5, says=5, hands={1: [9], 2: [11, 12, 13]}), consult(1),
     then(phase=Phase.ADVICE)),
    ("the dead are not consulted r35", told(5, says=5, alive=[1, 1, 0, 1, 1], candies=[15, 15, 0, 15, 15]),
     then(legal=[BASE.believe, BASE.disbelieve, consult(2), consult(3)])),
    ("a refused price ends the consultation r36", told(3, says=8), consult(2), demand(2), BASE.refuse,
     then(asked=(Phase.VERDICT, 1), third=-1, demand=0), BASE.believe,
     then(candies=[20, 10, 15, 15, 15], n_checked_0=0, n_advice_3=0)),
    ("help for nothing is not refused r36", told(3, says=8), consult(2), demand(0), then(asked=(Phase.ADVICE, 3))),
    ("a consulted die is always shown r38", told(3, says=8), asks(2, 0, True), BASE.believe,
     then(n_checked_0=1, n_lies_0=1, n_advice_3=1, n_false_3=1, candies=[20, 10, 15, 14, 15], pot=26)),
    ("honest help for nothing earns two if disbelieved r40", told(3, 6, 2, says=8), asks(2, 0, False),
     BASE.disbelieve, then(candies=[11, 17, 15, 17, 15])),
    ("a card replaces the two candies r40", told(3, 6, 2, says=8, hands={1: [9]}), asks(2, 3, False),
     BASE.disbelieve, then(candies=[11, 19, 15, 15, 15], hand_3=[9], asked=NEXT)),
    ("a liar gets no card r39", told(3, says=8, hands={1: [9]}), asks(2, 3, True), BASE.believe,
     then(candies=[20, 10, 15, 14, 15], hand_1=[9], hand_3=[])),
    ("a card is paid even if the mover is out r27 r41",
     told(3, 6, 2, says=8, hands={1: [9, 14]}, candies=[1, 15, 15, 15, 15]), asks(2, 3, False), BASE.disbelieve,
     then(asked=(Phase.FEE, 1), alive_0=0), card(14), then(hand_3=[14], asked=NEXT)),
    ("no card from an owner who is out r41", told(5, says=5, hands={1: [9, 14]}, candies=[15, 2, 15, 15, 15]),
     asks(2, 3, True), BASE.believe,
     then(alive_1=0, hand_3=[], asked=(Phase.CHILD, 2), card_at_8=5, card_at_13=5)),
    ("no other seat can tell which card was given r41", told(5, says=5, hands={1: [9, 14]}, card_seen=SHOWN),
     asks(1, 3, True), BASE.believe, card(9), then(known_9=[1, 2], known_14=[1])),
    ("who knew the only card knows where it went r41",
     told(5, says=5, hands={1: [9]}, card_seen=[n == 9 and 0b10010 for n in range(1, 18)]), asks(1, 3, True),
     BASE.believe, then(known_9=[1, 2, 4])),
    ("payments go as far as they go in order r25 r26", told(8, says=8, candies=[15, 4, 15, 15, 15]),
     asks(2, 2, True), BASE.believe, then(candies=[18, 0, 15, 16, 15], alive_1=0)),
    ("the price comes out of what is believed r39", told(8, says=8), consult(2), demand(1), BASE.accept,
     then(asked=(Phase.ADVICE, 3), demand=1), BASE.say_true, BASE.believe, then(candies=[19, 10, 15, 16, 15])),
]  # fmt: skip


def treat(*dice, top, **fields):
    return at(dice=(1, *dice), treat_top=top, **fields), *KNOCK, BASE.treat


TREAT = [
    ("equal totals cost nothing r60", *treat(3, 5, top=[0, 1]), then(candies=EVEN)),
    ("pay needs more than its price r60", *treat(8, 2, top=[16, 0], candies=[3, 15, 15, 15, 15]),
     then(asked=(Phase.TREAT, 0)), BASE.meet, then(candies=[14, 2, 15, 15, 15])),
    ("who has just the price is not asked r60", *treat(8, 2, top=[16, 0], candies=[2, 15, 15, 15, 15]),
     then(candies=[8, 9, 15, 15, 15])),
    ("discard pays with a card r60", *treat(4, 4, top=[17, 0], hands={0: [9, 10]}),
     then(legal=[card(9), card(10), BASE.decline]), card(10), then(candies=[22, 8, 15, 15, 15], hand_0=[9])),
    ("without a card nothing is discarded r60", *treat(4, 4, top=[17, 0]), then(candies=EVEN)),
    ("not the caller is announced", *treat(4, 4, top=[0, 13]), then(asked=(Phase.TREAT, 1)), BASE.meet,
     then(candies=EVEN, know_3_1=254, know_1_1=2)),
    *((f"{name} is told to all seats", *treat(4, 4, top=[number, 0]), BASE.meet,
       then(candies_0=15 + bonus, know_3_0=all_know, know_0_0=1))
      for name, number, all_know, bonus in (
          ("show all", 7, 1, 7), ("girls", 8, 81, 6), ("cat and bat", 11, 3, 7), ("caller", 14, 1, 9))),
    *((f"the condition of treat card {number} cannot be met and is not asked r60", *treat(4, 4, top=[number, 0]),
       then(candies=EVEN)) for number in (9, 10, 12, 13)),
]  # fmt: skip


@examples([*COSTUME, *DOOR, *DRAWING, *MOVING, *TRICK, *TREAT])
def test_ruling(row):
    RUN.run(row)


@pytest.mark.parametrize(("number", "sent", "caller"), [(4, (4, 5), 5), (12, (2, 3, 6), 6), (17, (0, 1, 7), 0)])
def test_cards_4_12_17_send_home_if_one_of_them_knocks_r32(number, sent, caller):
    away = dict.fromkeys(range(8), 40) | {caller: 0}
    state = table.play(table.lay(dice=[1], pos=away, hands={1: [number]}), child(caller), square(1), card(number))
    assert state.pos.tolist() == [int(state.start[c]) if c in sent else 40 for c in range(8)]
    assert table.asked(state) == NEXT
    stranger = next(c for c in range(8) if c not in sent)
    state = table.lay(dice=[1], pos={**away, stranger: 0}, hands={1: [number]})
    assert table.legal(table.play(state, child(stranger), square(1))) == [BASE.trick, BASE.treat]


def test_card_13_stops_after_64_squares_r43():
    state = table.knock(hands={1: [13]})
    table.GAME.rules.apply(state, card(13))
    state.steps = 63
    table.GAME.rules.advance(state)
    assert (state.pos[0], table.asked(state)) == (2, NEXT)


def test_treat_cards_are_shuffled_when_all_are_used_r23():
    decks = [table.play(table.knock(treat_deck=[0] * 18, treat_n=0, seed=s), BASE.treat).treat_deck for s in range(4)]
    state = table.play(table.knock(treat_deck=[0] * 18, treat_n=0), BASE.treat)
    assert state.treat_n == len(set(state.treat_deck[: state.treat_n].tolist())) == 16
    assert len({tuple(deck.tolist()) for deck in decks}) == 4


def test_colours_are_chosen_in_seat_order_knowing_ones_own_child_r4():
    state = table.GAME.new(5, seed=3)
    for seat in range(4):
        assert table.asked(state) == (Phase.COLOUR, seat)
        state = table.play(state, 4 - seat)
    assert state.colour.tolist() == [4, 3, 2, 1, 0]
    assert [int(state.know[0, seat]) for seat in range(5)] == [1 << int(state.secret[0]), 255, 255, 255, 255]


def test_a_coin_allots_the_pumpkins_r5():
    homes = {tuple(table.GAME.new(5, seed=seed).start[6:].tolist()) for seed in range(12)}
    assert homes == {(16, 34), (34, 16)}


def test_a_walk_turns_back_only_in_a_dead_end_r8():
    line = read_drawing(["m.j"])
    loop = read_drawing(["..", ".."])
    assert [line.walks[0, steps].max() for steps in (1, 2, 3, 4)] == [0b10, 0b100, 0b10, 0b1]
    assert (loop.walks[0, 4].max(), loop.walks[0, 2].max()) == (1, 0b1000)
