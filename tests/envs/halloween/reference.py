"""La noche de Halloween once more, slowly and plainly: the judge of the kernels.

A `Party` holds a game as ordinary lists and shares no code with the kernels: ways are found by walking, distances by
spreading out, cards by the name of what they do. Dice come from `dice_queue`, and it never has to shuffle: that is
chance.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from medianoche.envs.halloween.state import STATE

STANDARD = Path(__file__).parents[3] / "envs" / "halloween" / "packs" / "standard.toml"
MONTSE, SIMONCITO, JORGITO, DAVID, ROSA, MIGUELIN, LUCIA, EDUARDITO = range(8)
TURN_NUMBERS = (
    *(
        "roll",
        "no_move",
        "treat_only",
        "force_die",
        "rerolled",
        "stuck",
        "attack",
        "fwd",
        "steps",
        "draws",
        "amount",
    ),
    *("claim", "true_roll", "demand", "advice", "came"),
)
TURN_SEATS = ("child", "owner", "third", "target")
PHASES = [
    "COLOUR",
    "CHILD",
    "MOVE",
    "FORWARD",
    "ANSWER",
    "CLAIM",
    "RESPOND",
    "DEMAND",
    "ACCEPT",
    "ADVICE",
    "VERDICT",
    "FEE",
    "TREAT",
    "DRAW",
    "KEEP",
    "NEIGHBOUR",
    "TEAR",
    "DEFEND",
    "INSIST",
    "BID",
    "END",
]
EXACT_ROLES = ("child", "owner")


class Town:
    """The board and the cards of the standard pack, read from its file."""

    def __init__(self) -> None:
        pack = tomllib.loads(STANDARD.read_text(encoding="utf-8"))
        rows = pack["board"]["rows"]
        at = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "}
        order = sorted(at, key=lambda place: (place[1], place[0]))
        number = {place: square for square, place in enumerate(order)}
        self.letter = [at[place] for place in order]
        self.next_to = [
            [number[p] for p in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if p in number] for x, y in order
        ]
        self.actions = {card["id"]: (card["op"], card.get("arg", 0)) for card in pack["action"]}
        self.treats = [card for card in pack["treat"] for _ in range(card["copies"])]
        self.candies = [0, *pack["rules"]["candy_table"]]

    def colour(self, square: int) -> int:
        """The colour of a house, -1 of another square."""
        return "RGYOB".find(self.letter[square])

    def walk(self, start: int, steps: int, came: Sequence[int | None] = (None,)) -> set[tuple[int, int]]:
        """(square before the last, last square) of all walks; `came` are squares that it may have come from."""
        ways: set[tuple[Any, int]] = {(before, start) for before in came}
        for _ in range(steps):
            further = set()
            for before, here in ways:
                onward = [square for square in self.next_to[here] if square != before] or [before]
                further |= {(here, square) for square in onward}
            ways = further
        return ways

    def distance(self, one: int, two: int) -> int:
        """Steps from one square to another."""
        steps, edge, seen = 0, {one}, {one}
        while two not in edge:
            edge = {square for here in edge for square in self.next_to[here]} - seen
            seen |= edge
            steps += 1
        return steps


TOWN = Town()


class EndOfGameError(Exception):
    """The game has ended."""


class EndOfTurnError(Exception):
    """The mover is out."""


class Party:
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
    def of(cls, state: Any) -> Party:
        """The same game in the same place."""
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

    # ---- small things

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

    # ---- what may be chosen

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

    # ---- what happens

    def apply(self, action: int) -> None:
        """One choice and all that follows from it by itself."""
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
            self.frozen_by[action - 100], self.frozen_left[action - 100] = self.mover, turns
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
        c, square = self.child, self.pos[self.child]
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
        card, self.deck[self.deck_n] = self.deck[self.deck_n], 0
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
        of_kept, of_lower = self.card_seen[kept - 1], self.card_seen[lower - 1]
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

    def do_answer(self, action: int) -> str | None:
        m, o = self.mover, self.owner
        if action == 108:
            self.set(true_roll=self.roll_die())
            return self.ask("CLAIM", m)
        if action == 109:
            for role in (0, 1):
                self.f["treat_n"] -= 1
                self.treat_card[role], self.treat_deck[self.treat_n] = self.treat_deck[self.treat_n], 0
            return self.treat()
        if action == 110:
            self.give(o, m, self.half())
            self.paid()
            return "turn over"
        op, arg = self.discard(action - 78)
        if op == "SEND_HOME":
            for c in range(8):
                if arg >> c & 1 and self.pos[c] >= 0:
                    self.pos[c] = self.start[c]
        elif op == "TOLL":
            self.give(m, o, arg)
        elif op == "POT_GAIN":
            self.give("pot", o, arg)
        elif op in ("PASS_BY", "ROLL_AGAIN"):
            if op == "ROLL_AGAIN":
                self.set(roll=self.roll_die())
            self.set(owner=-1, fwd=13 if op == "PASS_BY" else 15, steps=0)
            return self.ask("FORWARD", m)
        self.paid()
        return "turn over"

    # ---- trick

    def do_claim(self, action: int) -> None:
        self.set(claim=action - 110)
        self.n_claims[self.mover] += 1
        self.ask("RESPOND", self.owner)

    def do_respond(self, action: int) -> str | None:
        if action <= 120:
            return self.judge(action == 119)
        self.set(third=self.left_of(self.owner, action - 120))
        return self.ask("DEMAND", self.third)

    def do_demand(self, action: int) -> None:
        self.set(demand=action - 125)
        if self.demand:
            self.ask("ACCEPT", self.owner)
        else:
            self.ask("ADVICE", self.third)

    def do_accept(self, action: int) -> None:
        if action == 129:
            self.set(third=-1, demand=0)
            self.ask("VERDICT", self.owner)
        else:
            self.ask("ADVICE", self.third)

    def do_advice(self, action: int) -> None:
        self.set(advice=action - 130)
        self.ask("VERDICT", self.owner)

    def do_verdict(self, action: int) -> str | None:
        return self.judge(action == 119)

    def judge(self, believed: bool) -> str | None:
        m, o, t = self.mover, self.owner, self.third
        lied, worth = self.claim != self.true_roll, TOWN.candies[self.claim]
        helper = None if t < 0 else "honest" if lied == (self.advice == 2) else "liar"
        if helper or not believed:
            self.n_checked[m] += 1
            self.n_lies[m] += lied
        if helper:
            self.n_advice[t] += 1
            self.n_false[t] += helper == "liar"
        fee = self.demand if self.demand < 3 else 0
        if believed and helper == "honest":
            self.give(o, m, worth - fee)
            self.give(o, t, fee)
        elif believed:
            self.give(o, m, worth)
        elif lied:
            first, second = self.roll_die(), self.roll_die()
            self.give(m, o, abs(first - second) or 1)
        else:
            self.give(o, m, TOWN.candies[self.roll_die()])
        if not believed and helper == "honest" and self.demand != 3:
            self.give(o, t, 2)
        if helper == "liar":
            self.give(t, "pot", 1)
        try:
            self.paid()
        finally:
            due = helper == "honest" and self.demand == 3 and not self.done
            if due and self.alive[o] and self.alive[t] and self.hand(o):
                self.ask("FEE", o)
        return None if self.name == "FEE" else "turn over"

    def do_fee(self, action: int) -> str:
        o, t, card = self.owner, self.third, action - 78
        hand = self.hand(o)
        if len(hand) > 1:
            knew = [p for p in self.seats if p not in (o, t) and all(self.card_seen[c - 1] >> p & 1 for c in hand)]
            old = {self.mix[held - 1] for held in hand} - {0}
            for other in range(17):
                if self.mix[other] in old:
                    self.mix[other] = self.mix_seen[other] = 0
            for held in hand:
                self.card_seen[held - 1] &= 1 << o | 1 << t
                self.mix[held - 1] = min(hand) if knew else 0
                self.mix_seen[held - 1] = sum(1 << p for p in knew)
        else:
            self.unmix(card, [t])
        self.card_at[card - 1] = t
        self.card_seen[card - 1] |= 1 << t
        return "turn over"

    # ---- treat

    def met(self, p: int, card: dict[str, Any]) -> bool:
        """Whether the condition can be met."""
        condition, arg = card["condition"], card.get("arg", 0)
        return {
            "SET": bool(arg >> self.secret[p] & 1),
            "NOT_CALLER": self.secret[p] != self.child,
            "CALLER": self.secret[p] == self.child,
            "PAY": self.candies[p] > arg,
            "DISCARD": bool(self.hand(p)),
        }.get(condition, True)

    def treat(self) -> str | None:
        for role, p in ((0, self.mover), (1, self.owner)):
            if self.treat_apply[role] == -1:
                card = TOWN.treats[self.treat_card[role]]
                if card["condition"] != "FREE" and self.met(p, card):
                    return self.ask("TREAT", p)
                self.treat_apply[role] = int(card["condition"] == "FREE")
        total = []
        for role in (0, 1):
            bonus = TOWN.treats[self.treat_card[role]][EXACT_ROLES[role]] if self.treat_apply[role] else 0
            total.append(self.roll_die() + bonus)
        low, high = (self.owner, self.mover) if total[0] > total[1] else (self.mover, self.owner)
        self.give(low, high, max(total) - min(total))
        self.paid()
        return "turn over"

    def tell_all(self, p: int, children: int) -> None:
        for a in self.seats:
            self.know[a][p] &= children

    def do_treat(self, action: int) -> str | None:
        role, p = self.open_role(), self.to_move
        card = TOWN.treats[self.treat_card[role]]
        condition, arg = card["condition"], card.get("arg", 0)
        self.treat_apply[role] = int(action != 133)
        if action == 133:
            pass
        elif condition == "DISCARD":
            self.discard(action - 78)
        elif condition == "PAY":
            self.give(p, "pot", arg)
        elif condition == "SET":
            self.tell_all(p, arg)
        elif condition == "NOT_CALLER":
            self.tell_all(p, 255 - (1 << self.child))
        elif condition == "SHOW_RIVAL":
            self.know[self.owner if p == self.mover else self.mover][p] = 1 << self.secret[p]
        else:
            self.tell_all(p, 1 << self.secret[p])
        return self.treat()

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
        """The target is out of its costume; everybody learns whose it was."""
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
    """Make the moves that are no choice."""
    while len(only := party.legal()) == 1:
        party.apply(only[0])
