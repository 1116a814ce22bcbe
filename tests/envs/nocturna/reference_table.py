"""The table of the slow reference: what lies on it, and what effects do to it."""

from collections.abc import Generator
from typing import Any

SHEET, PLACE, PAY, USE, RETURN, MOVE, CARRY, MASTER_CARD, CHILD_CARD, ACTOR, TARGET, LOOT = range(12)
CONCLUSION = 12
RESURRECT = 13
END = 14
BEATS = {1: 3, 3: 2, 2: 1}
WORD = 2**64

Story = Generator[None, int, Any]


def mixed(x: int) -> int:
    """The output function of splitmix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
    return x ^ x >> 31


class Over(Exception):  # noqa: N818 - not an error
    """All children are defeated."""


class Table:
    """The state of a game, and everything that is not a matter of order."""

    def __init__(self, tables: Any, num_players: int, seed: int, options: dict[str, Any]) -> None:
        self.rng = mixed((seed + 0x9E3779B97F4A7C15) % WORD)
        self.tables = tables
        self.n = num_players - 1
        self.option = options
        self.rounds_total = {"standard": 12, "quick": 8}[options["variant"]]
        self.cards = [*tables.nightmare, *tables.event]
        self.nightmares = len(tables.nightmare)
        self.nm_deck = self.pile(self.cards, 45)
        self.nm_disc = [0] * 45
        self.rw_deck = self.pile(tables.reward, 26)
        self.rw_disc = [0] * 26
        self.loc_deck = self.pile(tables.location, 18)
        self.loc_disc = [0] * 18
        self.mp_hand = [0] * 45
        self.boss_left = [1] * 6
        self.insomnia = [0] * self.n + [21] * (4 - self.n)
        self.sheet = [-1] * 4
        for name in ("shield", "charge", "stun", "bottle", "use_done", "offers", "in_battle"):
            setattr(self, name, [0] * 4)
        for name in ("foe_life", "foe_max", "foe_shield", "foe_emp", "loc_up"):
            setattr(self, name, [0] * 4)
        self.hand, self.active = ([[0] * 26 for _ in range(4)] for _ in range(2))
        self.loc = [-1] * 4
        self.loc_kind = [-1] * 4
        self.foe_kind = [-1] * 4
        self.loc_rw, self.loc_nm = ([[-1] * 4 for _ in range(4)] for _ in range(2))
        for name in ("marked", "place_cursor", "turn", "card_master", "card_child", "last_master", "last_child"):
            setattr(self, name, 0)
        for name in ("tie", "todo", "source", "event_cost", "resume", "reward_pair", "loot_sum", "done"):
            setattr(self, name, 0)
        for name in ("covered", "boss", "battle", "lead_child", "lead_foe", "actor_child", "actor_foe", "target"):
            setattr(self, name, -1)
        for name in ("event_kind", "reward_kind", "offer_kind", "offer_from", "offer_to", "loot_slot"):
            setattr(self, name, -1)
        self.round_no = 1
        self.rounds_done = 0
        self.utility = [0] * 5
        self.phase = SHEET
        self.to_move = 0
        self.legal: list[int] = []

    def ask(self, phase: int, seat: int, actions: list[int]) -> Story:
        """Ask a seat."""
        self.phase = phase
        self.to_move = seat
        self.legal = sorted(actions)
        action = yield
        return action

    @staticmethod
    def pile(rows: Any, size: int) -> list[int]:
        return [row.copies for row in rows] + [0] * (size - len(rows))

    def below(self, n: int) -> int:
        self.rng = (self.rng + 0x9E3779B97F4A7C15) % WORD
        return (mixed(self.rng) >> 32) * n >> 32

    def pick(self, counts: list[int]) -> int:
        """A uniformly random card of those counted, taken away."""
        number = self.below(sum(counts))
        kind = [k for k, count in enumerate(counts) for _ in range(count)][number]
        counts[kind] -= 1
        return kind

    def draw(self, name: str) -> int | None:
        """The next card of the deck, shuffled anew from its discards when it is empty."""
        deck = getattr(self, name + "_deck")
        discards = getattr(self, name + "_disc")
        if not any(deck):
            deck[:] = discards[:]
            discards[:] = [0] * len(discards)
        return self.pick(deck) if any(deck) else None

    def master_draws(self, amount: int) -> None:
        for _ in range(amount):
            if sum(self.mp_hand) < 12:
                card = self.draw("nm")
                if card is not None:
                    self.mp_hand[card] += 1

    def standing(self, where: Any = None) -> list[int]:
        return [c for c in range(self.n) if self.insomnia[c] <= 20 and (where is None or self.loc[c] == where)]

    def defeated(self) -> list[int]:
        return [c for c in range(self.n) if self.insomnia[c] > 20]

    def fighters(self) -> list[int]:
        return [c for c in self.standing() if self.in_battle[c]]

    def foes(self) -> list[int]:
        return [j for j in range(4) if self.foe_life[j] > 0]

    def relative(self, seat: int, children: list[int], first: int = 4) -> list[int]:
        return [first + ((c - seat + 1) % self.n if seat else c) for c in children]

    def child_meant(self, seat: int, i: int) -> int:
        return (seat - 1 + i) % self.n if seat else i

    def nightmares_at(self, place: int) -> list[int]:
        return [kind for kind in self.loc_nm[place] if kind >= 0]

    def add_insomnia(self, c: int, amount: int) -> None:
        self.insomnia[c] = min(self.insomnia[c] + amount, 21)
        if self.insomnia[c] == 21:
            self.shield[c] = self.charge[c] = self.stun[c] = self.bottle[c] = 0
            if self.covered == c or self.sheet[c] == 0:
                self.covered = -1

    def passives(self, c: int, op: str) -> int:
        """Sum of a passive effect over the table before child c."""
        total = 0
        names = [row.name for row in self.tables.reward]
        for kind, row in enumerate(self.tables.reward):
            effects = list(row.effects)
            if row.mate and self.active[c][names.index(row.mate)]:
                effects += row.family
            total += self.active[c][kind] * sum(e[1] for e in self.parsed(effects) if e[0] == op)
        return total

    @staticmethod
    def parsed(effects: Any) -> list[tuple[str, int, str]]:
        """(opcode, amount, scope) of each effect."""
        parsed = []
        for text in effects:
            op, *rest = text.split()
            amount = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
            parsed.append((op, amount, rest[0] if rest else "self"))
        return parsed

    def discard_active(self, timing: str) -> None:
        for kind, row in enumerate(self.tables.reward):
            if row.timing == timing:
                for c in range(self.n):
                    self.rw_disc[kind] += self.active[c][kind]
                    self.active[c][kind] = 0

    def lists(self, c: int, kind: int, pair: bool) -> list[Any]:
        """The lists of effects that an instant plays."""
        names = [row.name for row in self.tables.reward]
        row = self.tables.reward[kind]

        def on_table(mate: str | None) -> bool:
            return mate is not None and self.active[c][names.index(mate)] > 0

        played = [row.effects]
        if pair or on_table(row.mate):
            played.append(row.family)
        if pair:
            mate = self.tables.reward[names.index(row.mate)]
            played.append(mate.effects)
            if mate.mate == row.name or on_table(mate.mate):
                played.append(mate.family)
        return played

    def may_use(self, c: int, kind: int, pair: bool) -> bool:
        for op, _, _ in self.parsed([text for effects in self.lists(c, kind, pair) for text in effects]):
            if op == "reveal" and not self.hidden_places():
                return False
            if op == "revive" and not self.defeated():
                return False
        return True

    def hidden_places(self) -> list[int]:
        return [place for place in range(4) if self.nightmares_at(place) and not self.loc_up[place]]

    def resolve(self, lists: list[Any], seat: int) -> Story:
        """Choose a target if one is to be chosen, then do everything."""
        effects = self.parsed([text for part in lists for text in part])
        for op, _, scope in effects:
            if scope in ("enemy", "ally", "child", "fallen", "location") and not (op == "mark" and not self.marked):
                yield from self.choose(scope, op == "mark", seat)
                break
        enemies = any(scope == "enemy" for _, _, scope in effects)
        aimed = self.source == 2 and self.card_master != 2 and enemies
        if aimed and self.target >= 0 and self.target == self.covered:
            self.target = self.sheet.index(0)
            self.covered = -1
        for op, amount, scope in effects:
            self.do(op, amount, scope, seat)
        if self.source == 1 and self.card_child == 1:
            self.charge[self.actor_child] = 0
        if not self.standing():
            raise Over
        self.source = 0
        self.target = -1

    def choose(self, scope: str, optional: bool, seat: int) -> Story:
        if scope == "enemy" and self.source == 1:
            actions = [8 + j for j in ([self.lead_foe] if self.tie else self.foes())]
            first = 8
        elif scope == "location":
            actions = [12 + place for place in self.hidden_places()]
            first = 12
        else:
            children = {
                "enemy": [self.lead_child] if self.tie else self.fighters(),
                "ally": [c for c in self.fighters() if c != self.actor_child],
                "child": self.standing(),
                "fallen": self.defeated(),
            }[scope]
            actions = self.relative(seat, children)
            first = 4
        if not actions:
            return
        action = yield from self.ask(TARGET, seat, actions + [0] * optional)
        if action:
            self.target = self.child_meant(seat, action - 4) if first == 4 else action - first

    def do(self, op: str, amount: int, scope: str, seat: int) -> None:
        """One effect."""
        if op in ("shield", "restore") and self.turn > self.option["fatigue"]:
            return
        if op == "draw":
            self.master_draws(amount)
        elif op == "discard":
            self.master_loses(amount)
        elif op == "charge":
            self.charge[self.actor_child] = min(self.charge[self.actor_child] + amount, 4)
        elif op == "cover":
            self.covered = self.target if self.target >= 0 else self.covered
        elif op == "mark":
            self.do_mark(amount)
        elif op == "reveal":
            self.loc_up[self.target] = 1
        elif op == "revive":
            if self.insomnia[self.target] > 20:
                self.insomnia[self.target] = amount
                self.use_done = [0] * 4
        elif (op in ("hit", "strip")) == (self.source == 1) and self.source != 4 and op in ("hit", "strip"):
            for j in self.foes() if scope == "enemies" else [self.target] * (self.target in self.foes()):
                self.do_to_foe(op, amount, j)
        elif op in ("hit", "strip", "stun", "bottle", "snatch") or self.source in (1, 4):
            for c in self.children_meant(scope, seat):
                if self.insomnia[c] <= 20:
                    self.do_to_child(op, amount, c)
        else:
            for j in self.foes() if scope == "allies" else [self.actor_foe]:
                if self.foe_life[j] > 0:
                    self.do_to_foe(op, amount, j)

    def children_meant(self, scope: str, seat: int) -> list[int]:
        if scope in ("enemies", "allies"):
            return self.fighters()
        if scope == "children":
            return self.standing()
        if scope == "self":
            return [self.actor_child if self.source == 1 else seat - 1]
        one = self.lead_child if scope == "lead" else self.target
        return [one] if one >= 0 else []

    def do_mark(self, amount: int) -> None:
        if not self.marked:
            self.marked = 1
        elif self.target >= 0:
            self.marked = 0
            self.damage(self.target, amount)

    def damage(self, j: int, amount: int) -> None:
        absorbed = min(amount, self.foe_shield[j])
        self.foe_shield[j] -= absorbed
        self.foe_life[j] = max(self.foe_life[j] - (amount - absorbed), 0)
        if self.foe_life[j] == 0:
            self.foe_shield[j] = 0

    def master_loses(self, amount: int) -> None:
        for _ in range(amount):
            if any(self.mp_hand):
                self.nm_disc[self.pick(self.mp_hand)] += 1

    def do_to_foe(self, op: str, amount: int, j: int) -> None:
        if op == "hit":
            if self.card_child == 1:
                amount += self.passives(self.actor_child, "attack_bonus") + self.charge[self.actor_child]
            self.damage(j, amount)
            if not self.foe_life[j] and self.marked and self.sheet[self.actor_child] == 1:
                self.master_loses(1)
        elif op == "strip":
            self.foe_shield[j] = 0
        elif op == "shield":
            self.foe_shield[j] = min(self.foe_shield[j] + amount, 6)
        elif op == "restore":
            self.foe_life[j] = min(self.foe_life[j] + amount, self.foe_max[j])
        else:
            assert op == "empower"
            self.foe_emp[j] = min(self.foe_emp[j] + amount, 4)

    def do_to_child(self, op: str, amount: int, c: int) -> None:
        if op == "hit":
            if self.source == 2 and self.card_master != 2:
                amount += self.foe_emp[self.actor_foe]
            absorbed = min(amount, self.shield[c])
            self.shield[c] -= absorbed
            self.add_insomnia(c, amount - absorbed)
        elif op == "strip":
            self.shield[c] = 0
        elif op == "shield":
            if self.source == 1 and self.card_child == 2:
                amount += self.passives(self.actor_child, "defence_bonus")
            self.shield[c] = min(self.shield[c] + amount, 6)
        elif op == "restore":
            self.insomnia[c] = max(self.insomnia[c] - amount, 0)
        elif op == "snatch":
            for _ in range(amount):
                if any(self.hand[c]):
                    self.rw_disc[self.pick(self.hand[c])] += 1
        else:
            self.take_turns_away(op, amount, c)

    def take_turns_away(self, op: str, amount: int, c: int) -> None:
        losing_now = self.source == 2 and self.card_child == 0 and c == self.lead_child
        if losing_now or self.passives(c, "steady"):
            return
        counters = self.stun if op == "stun" else self.bottle
        in_bottles = sum(self.bottle[other] > 0 for other in range(4) if other != c)
        if op == "stun" or in_bottles < 2:
            counters[c] = max(counters[c], amount)

    def fields(self) -> dict[str, Any]:
        """The whole state, field by field, but for options."""
        skipped = ("tables", "option", "cards", "story", "legal", "n", "nightmares", "rounds_done")
        fields = {name: value for name, value in vars(self).items() if name not in skipped}
        fields["scores"] = [len(self.defeated())] + [self.rounds_done] * self.n + [0] * (4 - self.n)
        return fields
