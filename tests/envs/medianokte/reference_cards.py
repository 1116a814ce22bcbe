"""The table of the slow reference: damage, draws, and the effects of cards, run from their text."""

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

from tests.envs.medianokte import pieces
from tests.envs.medianokte.numbers import CARD, LOSE, OPTION, REVIVE, SUMMON, TARGET, TIRE


class Table:
    """All cards and bodies on the table, and the effects of cards on them.

    Args:
        tables: the pack's tables, as in its TOML file.
        num_players: the Enemy and 1 to 5 crew members.
        rng: the generator's state before the deal.
        options: all options.
    """

    def __init__(self, tables: dict[str, Any], num_players: int, rng: int, options: dict[str, Any]) -> None:
        self.tables = tables
        self.constants = tables["constants"]
        self.options = options
        self.size = num_players - 1
        self.chance = pieces.Chance(rng)
        self.boss: pieces.Boss | None = None
        self.crew: list[pieces.Member] = []
        self.army: list[pieces.Astrali] = []
        self.energy = self.spent = self.round_no = self.turn = self.picks = self.cursor = 0
        self.last_hit = -1
        self.winner = -1
        self.events: dict[str, Counter[int]] = {name: Counter() for name in ("hand", "deck", "discard", "known")}
        self.astralis: dict[str, Counter[int]] = {name: Counter() for name in ("hand", "deck", "void", "known")}
        self.explore: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self.removed: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self.clear()

    def clear(self) -> None:
        self.card = self.pc = self.left = self.stack_orient = 0
        self.source = -1
        self.receiver = -1
        self.subject: pieces.Body | None = None

    def life(self, body: pieces.Body) -> int:
        if isinstance(body, pieces.Boss):
            return self.constants["boss_life"] + self.constants["boss_life_per_crew"] * self.size
        if isinstance(body, pieces.Member):
            return body.row["life"] + body.bonus("life") + self.constants["life_bonus"][self.size - 1]
        return body.row["life"]

    def hurt(self, body: pieces.Body, amount: int, killer: pieces.Member | None = None) -> None:
        body.damage += amount
        self.check(body, killer)

    def check(self, body: pieces.Body, killer: pieces.Member | None = None) -> None:
        if body.damage < self.life(body):
            return
        body.dead = True
        if isinstance(body, pieces.Astrali):
            self.army.remove(body)
            self.astralis["void"][body.kind] += 1
            if killer:
                self.charge(killer, 1)
        else:
            raise pieces.GameOverError(0 if isinstance(body, pieces.Member) else 1)

    def charge(self, member: pieces.Member, amount: int) -> None:
        member.charge = min(max(member.charge + amount, 0), self.constants["charge_cap"])

    def hits(self, dice: Iterable[int], body: pieces.Body) -> int:
        return sum(die >= body.armour() for die in dice)

    def throw(self, n: int) -> list[int]:
        return [self.chance.die() for _ in range(n)]

    def magic(self) -> int:
        return self.constants["magic_die"][self.chance.below(6)]

    def under(self, die: int, value: int) -> bool:
        return die < value or (self.options["ties"] and die == value)

    def draw(self, n: int) -> None:
        for _ in range(n):
            if not self.events["deck"].total() + self.astralis["deck"].total():
                for group in (self.events, self.astralis):
                    group["known"] = +group["hand"]
                self.events["deck"] = self.events["discard"]
                self.events["discard"] = Counter()
            if not self.events["deck"].total() + self.astralis["deck"].total():
                return
            pile, kind = self.chance.card(self.events["deck"], self.astralis["deck"])
            (self.events, self.astralis)[pile]["hand"][kind] += 1

    def leave_hand(self, group: dict[str, Counter[int]], kind: int) -> None:
        group["hand"][kind] -= 1
        group["known"][kind] = max(group["known"][kind] - 1, 0)

    def enter(self, kind: int) -> None:
        self.leave_hand(self.astralis, kind)
        self.army.append(pieces.Astrali(kind, self.tables["astrali"][kind]))

    def rest(self, member: pieces.Member) -> int:
        rested = sum(orient > 0 for orient in [*member.orient, *(orient for _, orient in member.extra)])
        member.orient = [max(orient - 1, 0) for orient in member.orient]
        member.extra = [[kind, max(orient - 1, 0)] for kind, orient in member.extra]
        return rested

    def at(self, member: pieces.Member, relative: int) -> pieces.Member:
        return self.crew[(member.seat - 1 + relative) % self.size]

    def melee_foes(self) -> list[pieces.Body]:
        ready = [astrali for astrali in self.army if astrali.orient == 0]
        return list(ready or [*self.army, self.boss])

    def code(self, body: pieces.Body) -> int:
        if isinstance(body, pieces.Member):
            return body.seat - 1
        return 25 if isinstance(body, pieces.Boss) else 5 + self.army.index(body)

    def possible(self, header: str) -> bool:
        if header in ("astrali", "each_astrali"):
            return bool(self.army)
        return header != "mate" or self.size > 1

    def resolve(self, card: pieces.Card, source: pieces.Body) -> pieces.Asking:
        """Play a card: find its targets, then run its program for each."""
        owner = source.seat - 1 if isinstance(source, pieces.Member) else -1
        everyone: dict[str, list[pieces.Body]] = {
            "each_crew": list(self.crew),
            "each_astrali": list(reversed(self.army)),
            "each_foe": [*reversed(self.army), self.boss],
        }
        if card.header in everyone:
            for body in everyone[card.header]:
                yield from self.run(card, owner, source, body)
            return
        fixed: dict[str, pieces.Body | None] = {"none": None, "self": source, "boss": self.boss}
        if card.header in fixed:
            yield from self.run(card, owner, source, fixed[card.header])
            return
        if card.header in ("crew", "mate"):
            others = [self.at(source, i) for i in range(self.size)] if isinstance(source, pieces.Member) else self.crew
            choices = {618 + i: body for i, body in enumerate(others) if card.header == "crew" or i}
        else:
            foes = {"foe": [*self.army, self.boss], "melee": self.melee_foes(), "astrali": self.army}[card.header]
            choices = {618 + self.code(body): body for body in foes}
        if not choices:
            return
        self.card = card.number
        self.source = owner
        action = yield pieces.Question(TARGET, owner + 1, list(choices))
        yield from self.run(card, owner, source, choices[action])

    def run(self, card: pieces.Card, owner: int, source: pieces.Body, target: pieces.Body | None) -> pieces.Asking:
        """The program of a card for one target."""
        steps = [part.split() for part in card.effect.split(";")]
        yield from self.follow(card, steps, 0, len(steps), owner, source, target)
        self.clear()

    def follow(
        self,
        card: pieces.Card,
        steps: list[list[str]],
        at: int,
        stop: int,
        owner: int,
        source: pieces.Body,
        target: pieces.Body | None,
    ) -> pieces.Asking:
        while at < stop:
            op, *words = steps[at]
            self.card = card.number
            self.pc = at
            self.source = owner
            self.subject = target
            if words and words[0] in ("target", "source"):
                body = target if words.pop(0) == "target" else source
                if body is not None and not body.dead:
                    at += yield from self.personal(op, words, body, owner)
            elif op == "energy":
                self.energy = max(self.energy + int(words[0]), 0)
            elif op == "draw":
                self.draw(int(words[0]))
            elif op == "summon":
                rows = self.tables["astrali"]
                fits = [k for k, n in self.astralis["hand"].items() if n and rows[k]["cost"] <= int(words[0])]
                if fits:
                    action = yield pieces.Question(SUMMON, owner + 1, [706, *(682 + k for k in fits)])
                    if action != 706:
                        self.enter(action - 682)
            else:
                first, second = map(int, words)
                middle = at + 1 + first
                end = at + 1 + first + second
                chosen = yield pieces.Question(OPTION, owner + 1, [656, 657])
                part = (at + 1, middle) if chosen == 656 else (middle, end)
                yield from self.follow(card, steps, *part, owner, source, target)
                at += first + second
            at += 1

    def personal(
        self, op: str, words: list[str], body: pieces.Body, owner: int
    ) -> Generator[pieces.Question, int, int]:
        """An instruction about `body`; returns how many instructions to skip."""
        killer = self.crew[owner] if owner >= 0 else None
        amount = int(words[-1]) if words and words[-1].lstrip("-").isdigit() else 0
        if op == "test":
            return amount if self.under(self.chance.die(), body.trait(words[0])) else 0
        if op == "damage":
            self.hurt(body, amount, killer)
        elif op == "dice":
            self.hurt(body, self.hits(self.throw(amount), body), killer)
        elif op == "magic":
            self.hurt(body, sum(self.magic() for _ in range(amount)), killer)
        elif op == "heal":
            body.damage = max(body.damage - amount, 0)
        elif op == "bleed":
            body.bleed = amount
        elif op == "poison":
            body.poison = min(max(body.poison + amount, 0), 99)
        elif op == "rest":
            self.rest_body(body)
        elif op == "tire":
            yield from self.tire(body, int(words[0]), pieces.TIRED[words[1]], owner)
        elif isinstance(body, pieces.Member):
            if op == "euphoria":
                body.euphoria = amount
            elif op == "charge":
                self.charge(body, amount)
            elif op == "revive":
                yield from self.revive(body, amount, owner)
            else:
                yield from self.lose(body, owner)
        return 0

    def rest_body(self, body: pieces.Body) -> None:
        if isinstance(body, pieces.Member):
            self.rest(body)
        elif isinstance(body, pieces.Boss):
            body.cards = [max(orient - 1, 0) for orient in body.cards]
        else:
            body.orient = max(body.orient - 1, 0)

    def tire(self, body: pieces.Body, amount: int, orient: int, owner: int) -> pieces.Asking:
        if isinstance(body, pieces.Astrali):
            body.orient = max(body.orient, orient)
        elif isinstance(body, pieces.Boss):
            self.left = min(amount, sum(card < orient for card in body.cards))
            while self.left:
                legal = [651 + i for i, card in enumerate(body.cards) if card < orient]
                body.cards[(yield pieces.Question(CARD, owner + 1, legal)) - 651] = orient
                self.left -= 1
        else:
            slots = [s for s in range(3) if body.orient[s] < orient]
            n = min(amount, len(slots))
            sets = [bits for bits in range(1, 8) if bits.bit_count() == n
                    and all(s in slots for s in range(3) if bits >> s & 1)]  # fmt: skip
            if sets:
                bits = (yield pieces.Question(TIRE, owner + 1, [643 + bits for bits in sets])) - 643
                body.orient = [orient if bits >> s & 1 else body.orient[s] for s in range(3)]

    def revive(self, member: pieces.Member, cost: int, owner: int) -> pieces.Asking:
        rows = self.tables["astrali"]
        void = self.astralis["void"]
        legal = [658 + k for k, n in void.items() if n and rows[k]["cost"] <= cost]
        if legal and len(member.extra) < 4:
            kind = (yield pieces.Question(REVIVE, owner + 1, legal)) - 658
            void[kind] -= 1
            member.extra.append([kind, 0])

    def lose(self, member: pieces.Member, owner: int) -> pieces.Asking:
        legal = [707 + kind for kind, n in member.items.items() if n]
        legal += [739 + w for w in range(2) if member.found[w] is not None]
        if legal:
            thing = (yield pieces.Question(LOSE, owner + 1, legal)) - 707
            if thing < 32:
                member.items[thing] -= 1
                self.removed[0][thing] += 1
                self.check(member)
            else:
                self.removed[0][member.found[thing - 32]] += 1
                member.found[thing - 32] = None
