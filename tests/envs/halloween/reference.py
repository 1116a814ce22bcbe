"""An independent second engine of La noche de Halloween, to test the kernels against.

A `Party` holds a game as ordinary lists and shares no code with the kernels: it finds ways by walking, distances by
breadth-first search, and cards by the names of their effects. Its dice come from `dice_queue`, and it never shuffles,
because both would need the kernels' random generator. `reference_town` has the streets and cards, `reference_position`
the fields, payments, turns and legal actions, `reference_door` trick and treat, this file all other phases.
"""

from __future__ import annotations

from tests.envs.halloween.reference_door import Door
from tests.envs.halloween.reference_position import EndOfGameError, EndOfTurnError
from tests.envs.halloween.reference_town import EDUARDITO, LUCIA, MIGUELIN, ROSA, SIMONCITO, TOWN


class Party(Door):
    """A game of the reference engine, at a question."""

    # ---- actions

    def apply(self, action: int) -> None:
        """Play one action and everything after it that needs no decision."""
        try:
            going_on = getattr(self, "do_" + self.name.lower())(action)
            if going_on == "turn over":
                self.new_turn()
        except EndOfTurnError:
            try:
                self.new_turn()
            except EndOfGameError:
                return
        except EndOfGameError:
            return

    def do_colour(self, action: int) -> None:
        self.colour[self.to_move] = action
        if self.to_move == self.n - 1:
            self.reach(0)
            self.start_turn()
        else:
            self.ask("COLOUR", self.to_move + 1)

    def ground(self, action: int) -> None:
        victim = self.left_of(self.mover, action - 95)
        _, price = self.discard(self.holds(self.mover, "GROUND")[0])
        self.skip[victim] = 1
        self.give(victim, "pot", price)
        self.paid()

    def do_child(self, action: int) -> str | None:
        if action == 78:
            return "turn over"
        if action >= 100:
            _, turns = self.discard(self.holds(self.mover, "FREEZE")[0])
            self.frozen_by[action - 100] = self.mover
            self.frozen_left[action - 100] = turns
            return "turn over"
        if action >= 96:
            self.ground(action)
        elif action >= 79:
            self.discard(action - 78)
            self.set(treat_only=1)
        elif self.stuck:
            self.set(child=action - 5, stuck=0)
            self.ask("MOVE", self.mover)
        else:
            self.set(child=action - 5)
            self.roll_for_child()
        return None

    def roll_for_child(self) -> None:
        while True:
            self.set(roll=self.roll_die())
            if self.ways(self.child, self.roll):
                return self.ask("MOVE", self.mover)
            if self.child == LUCIA:
                self.set(rerolled=1)
            elif any(self.can_go(c) and self.ways(c, self.roll) for c in range(8)):
                self.set(stuck=1, child=-1)
                return self.ask("CHILD", self.mover)

    def put(self, square: int, ends: set[tuple[int, int]]) -> None:
        self.set(came=sum(1 << b for b in {b for b, s in ends if s == square}))
        self.pos[self.child] = square

    def do_move(self, action: int) -> str | None:
        if action == 77:
            self.set(rerolled=1)
            return self.roll_for_child()
        if action > 77:
            self.discard(action - 78)
            return self.set(force_die=1)
        self.put(action - 13, self.ways(self.child, self.roll))
        self.set(moved=self.moved | 1 << self.child)
        return self.landed()

    def do_forward(self, action: int) -> str | None:
        self.put(action - 13, self.onward())
        if self.owner_of(action - 13) != self.mover:
            return self.landed()
        if self.fwd == 15 or self.steps == 63:
            self.set(fwd=0)
            return "turn over"
        return self.set(steps=self.steps + 1)

    def landed(self) -> str | None:
        c = self.child
        square = self.pos[self.child]
        self.set(fwd=0)
        owner = self.owner_of(square)
        if owner == self.mover:
            self.set(attack=1)
            return self.ask("TEAR", owner)
        if owner >= 0:
            self.set(owner=owner)
            return self.ask("ANSWER", owner)
        if TOWN.letter[square] == "D":
            self.set(draws=2 if c == SIMONCITO else 1)
        elif square == self.start[c] and c in (ROSA, EDUARDITO):
            self.set(draws=1)
        return self.draw_or_tear()

    def draw_or_tear(self) -> str | None:
        if self.draws and self.deck_n:
            return self.ask("DRAW", self.mover)
        self.set(draws=0)
        if self.prey(self.child, self.pos[self.child]):
            return self.ask("TEAR", self.mover)
        return "turn over"

    # ---- drawing

    def top(self) -> int:
        self.f["deck_n"] -= 1
        card = self.deck[self.deck_n]
        self.deck[self.deck_n] = 0
        return card

    def do_draw(self, action: int) -> str | None:
        if action == 135:
            self.set(draws=0)
            return self.draw_or_tear()
        if action in range(96, 100):
            self.ground(action)
        elif action < 96:
            self.discard(action - 78)
        self.f["draws"] -= 1
        on_ghost = TOWN.letter[self.pos[self.child]] == "D"
        if self.deck_n > 1 and self.child == (MIGUELIN if on_ghost else EDUARDITO):
            for card in (self.top(), self.top()):
                self.card_at[card - 1] = 6
            return self.ask("KEEP", self.mover)
        return self.drawn(self.top())

    def do_keep(self, action: int) -> str | None:
        both = [card for card in range(1, 18) if self.card_at[card - 1] == 6]
        kept = action - 78
        both.remove(kept)
        lower = both[0]
        cards = [lower, *self.deck[: self.deck_n]]
        self.set(deck=cards + [0] * (17 - len(cards)), deck_n=len(cards))
        self.card_at[lower - 1] = -1
        instants = [TOWN.actions[c][0] in ("LOSE", "GAIN", "LOSE_DIE", "GIVE_DIE") for c in (kept, lower)]
        of_kept = self.card_seen[kept - 1]
        of_lower = self.card_seen[lower - 1]
        self.card_seen[lower - 1] = 1 << self.mover | (of_lower if any(instants) else 0)
        self.card_seen[kept - 1] = of_kept & of_lower if instants[1] else 0
        return self.drawn(kept)

    def drawn(self, card: int) -> str | None:
        op, arg = TOWN.actions[card]
        m = self.mover
        if op not in ("LOSE", "GAIN", "LOSE_DIE", "GIVE_DIE"):
            self.card_at[card - 1] = m
            self.card_seen[card - 1] |= 1 << m
            return self.draw_or_tear()
        self.discard(card)
        if op == "GIVE_DIE":
            self.set(amount=self.half())
            return self.ask("NEIGHBOUR", m)
        if op == "GAIN":
            self.give("pot", m, arg)
        else:
            self.give(m, "pot", arg if op == "LOSE" else self.half())
        self.paid()
        return self.draw_or_tear()

    def do_neighbour(self, action: int) -> str | None:
        self.give(self.mover, self.beside(1 if action == 137 else -1), self.amount)
        self.set(amount=0)
        self.paid()
        return self.draw_or_tear()

    # ---- at the door

    # ---- tearing

    def do_tear(self, action: int) -> str | None:
        if action == 139:
            return "turn over"
        m = self.mover
        self.set(target=action - 140)
        self.guard[self.target] = m
        self.cool[m] = self.tear_cooldown + 1
        self.candies[m] -= 1
        self.stake[m] = 1
        return self.next_defender()

    def defenders(self) -> list[int]:
        order = [self.left_of(self.mover, j) for j in range(1, self.n)]
        return [p for p in order if self.defend[p] == 2]

    def next_defender(self) -> str | None:
        for j in range(1, self.n):
            p = self.left_of(self.mover, j)
            if self.alive[p] and not self.defend[p] and self.candies[p] >= 2 + len(self.defenders()):
                return self.ask("DEFEND", p)
        if self.defenders():
            return self.ask("INSIST", self.mover)
        self.give(self.mover, "pot", 2)
        self.off()
        return self.end_fight()

    def do_defend(self, action: int) -> str | None:
        p = self.to_move
        if action == 149:
            self.stake[p] = 2 + len(self.defenders())
            self.candies[p] -= self.stake[p]
        self.defend[p] = action - 147
        return self.next_defender()

    def do_insist(self, action: int) -> str | None:
        return self.end_fight() if action == 150 else self.ask("BID", self.mover)

    def do_bid(self, action: int) -> str | None:
        self.bid[self.to_move] = action - 152
        for p in [self.mover, *self.defenders()]:
            if self.bid[p] < 0:
                return self.ask("BID", p)
        best = max(self.bid[p] for p in self.defenders())
        if self.bid[self.mover] > best:
            self.give(self.mover, "pot", self.bid[self.mover])
            self.off()
        elif self.bid[self.mover] < best:
            for p in self.defenders():
                if self.bid[p] == best:
                    self.give(p, "pot", best)
        return self.end_fight()

    def end_fight(self) -> str:
        self.set(pot=self.pot + sum(self.stake), stake=[0] * 5)
        self.paid()
        return "turn over"

    def off(self) -> None:
        """The target loses its costume, and all seats learn whose child it was."""
        c = self.target
        self.torn[self.mover] += 1
        self.pos[c] = self.guard[c] = self.frozen_by[c] = -1
        self.frozen_left[c] = 0
        if c in self.secret[: self.n]:
            self.tell_all(self.secret.index(c), 1 << c)
        else:
            for p in self.seats:
                self.tell_all(p, 255 - (1 << c))


def play_forced(party: Party) -> None:
    """Play actions as long as exactly one is legal."""
    while len(only := party.legal()) == 1:
        party.apply(only[0])
