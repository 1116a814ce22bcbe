"""A position of the reference engine of La noche de Halloween: its fields, payments, turns, and the legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from medianoche.envs.halloween.state import STATE
from tests.envs.halloween.reference_town import DAVID, JORGITO, LUCIA, MONTSE, PHASES, TOWN, TURN_NUMBERS, TURN_SEATS


class EndOfGameError(Exception):
    """The game has ended."""


class EndOfTurnError(Exception):
    """The mover is out."""


class Position:
    """A game, at a question.

    Args:
        fields: every field of the real state but `rng`, as numbers and lists.
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self.f = fields
        self.n = fields["num_players"]
        self.dice = [die for die in fields["dice_queue"] if die]
        self.seats = range(self.n)

    @classmethod
    def from_state(cls, state: Any) -> Self:
        """The position of a record of the real game."""
        return cls({name: state[name].tolist() for name in STATE.names if name not in ("rng", "pack")})

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["f"][name]
        except KeyError:
            raise AttributeError(name) from None

    def set(self, **values: Any) -> None:
        """Change fields."""
        self.f.update(values)

    def fields(self) -> dict[str, Any]:
        """All fields as the real state has them."""
        return {**self.f, "dice_queue": self.dice + [0] * (16 - len(self.dice))}

    # ---- seats, cards, dice, payments

    @property
    def name(self) -> str:
        return PHASES[self.phase]

    def left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.n

    def hand(self, seat: int) -> list[int]:
        """Numbers of the cards in a hand."""
        return [card for card in range(1, 18) if self.card_at[card - 1] == seat]

    def holds(self, seat: int, op: str) -> list[int]:
        return [card for card in self.hand(seat) if TOWN.actions[card][0] == op]

    def roll_die(self) -> int:
        return self.dice.pop(0)

    def half(self) -> int:
        return -(-self.roll_die() // 2)

    def owner_of(self, square: int) -> int:
        """The living owner of a house, -1 for grey."""
        owners = [p for p in self.seats if self.alive[p] and self.colour[p] == TOWN.colour(square) != -1]
        return owners[0] if owners else -1

    def give(self, payer: int | str, payee: int | str, amount: int) -> None:
        """Candies from a seat or "pot" to another, as far as they go."""
        purse = {"pot": self.pot, **dict(enumerate(self.candies))}
        amount = min(amount, purse[payer])
        purse[payer] -= amount
        purse[payee] += amount
        self.set(pot=purse.pop("pot"), candies=list(purse.values()))

    def discard(self, card: int) -> tuple[str, int]:
        """Put a card on the used ones; what it does."""
        self.unmix(card, self.seats)
        self.card_at[card - 1] = 5
        self.card_seen[card - 1] = 0
        return TOWN.actions[card]

    def wondered(self, p: int) -> list[set[int]]:
        """Sets of cards whose places a seat knows, but not which card is where."""
        numbers = range(1, 18)
        mixes = [{c for c in numbers if self.mix[c - 1] == m and self.mix_seen[c - 1] >> p & 1} for m in numbers]
        return [mix for mix in mixes if mix]

    def unmix(self, card: int, seats: Sequence[int]) -> None:
        """These seats see where a card is."""
        for p in seats:
            for mix in self.wondered(p):
                if card in mix:
                    known = mix if len(mix) == 2 else {card}
                    for c in known:
                        self.mix_seen[c - 1] -= 1 << p
                        self.card_seen[c - 1] |= 1 << p
        self.set(mix=[m if s else 0 for m, s in zip(self.mix, self.mix_seen, strict=True)])

    # ---- after payments

    def paid(self) -> None:
        """All payments of a bundle are made: who is out, is the game over, is the turn over."""
        out = [p for p in self.seats if self.alive[p] and self.candies[p] == 0]
        for p in out:
            self.alive[p] = 0
            for card in self.hand(p):
                self.discard(card)
        if sum(self.alive) <= self.n - 3 and out:
            self.finish(out)
        if self.mover in out:
            raise EndOfTurnError

    def points(self, p: int) -> int:
        if not self.alive[p]:
            return -10
        return self.candies[p] + 2 * self.torn[p] + (5 if self.pos[self.secret[p]] >= 0 else -10)

    def finish(self, out: list[int]) -> None:
        living = [p for p in self.seats if self.alive[p]]
        best = max(((self.points(p), self.candies[p]) for p in living), default=None)
        winners = [p for p in living if (self.points(p), self.candies[p]) == best] or out
        utility = [0.0] * 5
        for p in self.seats:
            self.scores[p] = self.points(p)
            utility[p] = 2 / len(winners) - 1 if p in winners else -1.0
        self.set(utility=utility, phase=PHASES.index("END"), to_move=-1, done=1)
        raise EndOfGameError

    # ---- turns

    def new_turn(self) -> None:
        """The next living player's turn."""
        while True:
            self.f["slot"] += 1
            if self.slot == self.n:
                self.set(slot=0, round_no=self.round_no + 1, moved=0)
                if self.round_no == 8:
                    self.finish([])
                starter = self.left_of(self.starter)
                while not self.alive[starter]:
                    starter = self.left_of(starter)
                self.set(starter=starter)
            self.reach(self.left_of(self.starter, self.slot))
            if self.alive[self.mover]:
                return self.start_turn()

    def reach(self, p: int) -> None:
        self.set(mover=p)
        self.cool[p] = max(0, self.cool[p] - 1)
        for c in range(8):
            if self.guard[c] == p:
                self.guard[c] = -1
            if self.frozen_by[c] == p:
                self.frozen_left[c] -= 1
                if not self.frozen_left[c]:
                    self.frozen_by[c] = -1

    def start_turn(self) -> None:
        self.set(**dict.fromkeys(TURN_NUMBERS, 0), **dict.fromkeys(TURN_SEATS, -1))
        self.set(treat_card=[-1, -1], treat_apply=[-1, -1], stake=[0] * 5, defend=[0] * 5, bid=[-1] * 5)
        self.set(no_move=self.skip[self.mover])
        self.skip[self.mover] = 0
        self.ask("CHILD", self.mover)

    def ask(self, question: str, seat: int) -> None:
        self.set(phase=PHASES.index(question), to_move=seat)

    # ---- legal actions

    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        return sorted(getattr(self, "legal_" + self.name.lower())())

    def legal_end(self) -> list[int]:
        return []

    def legal_colour(self) -> list[int]:
        return [colour for colour in range(5) if colour not in self.colour]

    def can_go(self, c: int) -> bool:
        free = self.pos[c] >= 0 and not self.frozen_left[c] and not self.no_move
        return free and bool(self.treat_only or not self.moved >> c & 1)

    def legal_child(self) -> list[int]:
        m = self.mover
        children = [c for c in range(8) if self.can_go(c)]
        if self.stuck:
            return [5 + c for c in children if self.ways(c, self.roll)]
        actions = [5 + c for c in children] or [78]
        here = [c for c in range(8) if self.pos[c] >= 0]
        if not self.no_move and not self.treat_only and any(not self.frozen_left[c] for c in here):
            actions += [card + 78 for card in self.holds(m, "FREE_CHILD")]
        if self.holds(m, "GROUND"):
            actions += self.victims()
        if self.holds(m, "FREEZE") and not self.treat_only:
            actions += [100 + c for c in here]
        return actions

    def victims(self) -> list[int]:
        return [95 + j for j in range(1, self.n) if self.alive[self.left_of(self.mover, j)]]

    def may_attack(self) -> bool:
        return self.round_no >= 2 and not self.cool[self.mover] and self.candies[self.mover] >= 3

    def prey(self, c: int, square: int) -> list[int]:
        """Children that `c` could attack from `square`."""
        if not self.may_attack():
            return []
        return [b for b in range(8) if b != c and self.pos[b] in TOWN.next_to[square] and self.guard[b] < 0]

    def steps_of(self, c: int, roll: int) -> list[int]:
        if c == DAVID:
            return [-(-roll // 2)]
        return [roll, 2 * roll] if c == MONTSE else [roll]

    def houses_near(self, square: int) -> set[int]:
        """The nearest houses of other players."""
        theirs = [s for s in range(len(TOWN.letter)) if self.owner_of(s) not in (-1, self.mover)]
        away = {s: TOWN.distance(square, s) for s in theirs}
        return {s for s in theirs if away[s] == min(away.values())}

    def jumps(self, ends: set[tuple[int, int]]) -> set[tuple[int, int]]:
        """Jorgito's last steps from grey ends of walks into nearest houses."""
        last = set()
        for grey in {end for _, end in ends if self.owner_of(end) == -1}:
            for house in self.houses_near(grey):
                for before in TOWN.next_to[house]:
                    if TOWN.distance(before, grey) < TOWN.distance(house, grey):
                        last.add((before, house))
        return last

    def ways(self, c: int, roll: int) -> set[tuple[int, int]]:
        """Last steps of the moves that a roll allows."""
        ends = set()
        for steps in self.steps_of(c, roll):
            ends |= TOWN.walk(self.pos[c], steps)
        if c == JORGITO:
            ends |= self.jumps(ends)
        return {(b, s) for b, s in ends if self.owner_of(s) != self.mover or self.prey(c, s)}

    def legal_move(self) -> list[int]:
        squares = {s for _, s in self.ways(self.child, self.roll)}
        actions = [13 + s for s in squares]
        if self.child == LUCIA and not self.rerolled:
            actions.append(77)
        if not self.force_die and any(self.owner_of(s) not in (-1, self.mover) for s in squares):
            actions += [card + 78 for card in self.holds(self.mover, "FORCE_DIE")]
        return actions

    def onward(self) -> set[tuple[int, int]]:
        came = [s for s in range(64) if self.came >> s & 1]
        ends = TOWN.walk(self.pos[self.child], 1 if self.fwd == 13 else self.roll, came)
        return ends | self.jumps(ends) if self.fwd == 15 and self.child == JORGITO else ends

    def legal_forward(self) -> list[int]:
        return list({13 + s for _, s in self.onward()})

    def legal_answer(self) -> list[int]:
        actions = [110] if self.force_die else [109] if self.treat_only else [108, 109]
        for card in self.hand(self.owner):
            op, arg = TOWN.actions[card]
            if op in ("SHUT", "TOLL", "PASS_BY", "POT_GAIN", "ROLL_AGAIN") or (
                op == "SEND_HOME" and arg >> self.child & 1
            ):
                actions.append(card + 78)
        return actions

    def legal_claim(self) -> list[int]:
        return [110 + result for result in range(1, 9)]

    def legal_respond(self) -> list[int]:
        others = [j for j in range(1, self.n) if self.alive[self.left_of(self.owner, j)]]
        return [119, 120] + [120 + j for j in others if self.left_of(self.owner, j) != self.mover]

    def legal_demand(self) -> list[int]:
        actions = [125, 126, 127] if TOWN.candies[self.claim] > 2 else [125]
        return actions + [128] * bool(self.hand(self.owner) and len(self.hand(self.third)) < 3)

    def legal_accept(self) -> list[int]:
        return [129, 130]

    def legal_advice(self) -> list[int]:
        return [131, 132]

    def legal_verdict(self) -> list[int]:
        return [119, 120]

    def legal_fee(self) -> list[int]:
        return [card + 78 for card in self.hand(self.owner)]

    def open_role(self) -> int:
        return self.treat_apply.index(-1)

    def legal_treat(self) -> list[int]:
        if TOWN.treats[self.treat_card[self.open_role()]]["condition"] == "DISCARD":
            return [133] + [card + 78 for card in self.hand(self.to_move)]
        return [133, 134]

    def legal_draw(self) -> list[int]:
        if len(self.hand(self.mover)) < 3:
            return [135, 136]
        actions = [135] + [card + 78 for card in self.hand(self.mover)]
        return actions + self.victims() if self.holds(self.mover, "GROUND") else actions

    def legal_keep(self) -> list[int]:
        return [card + 78 for card in range(1, 18) if self.card_at[card - 1] == 6]

    def beside(self, steps: int) -> int:
        p = self.left_of(self.mover, steps)
        while not self.alive[p]:
            p = self.left_of(p, steps)
        return p

    def legal_neighbour(self) -> list[int]:
        return [137, 138] if self.beside(1) != self.beside(-1) else [137]

    def legal_tear(self) -> list[int]:
        attacks = [140 + b for b in self.prey(self.child, self.pos[self.child])]
        return attacks if self.attack else [139, *attacks]

    def legal_defend(self) -> list[int]:
        return [148, 149]

    def legal_insist(self) -> list[int]:
        return [150, 151]

    def legal_bid(self) -> list[int]:
        return [152 + candies for candies in range(self.candies[self.to_move] + 1)]
