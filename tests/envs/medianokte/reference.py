"""A second, slow implementation of the rules of Medianokte in plain Python, with which the kernels are compared.

Written for reading: cards are read from the pack's tables and their effects from their text; a crew member, an
astrali and the boss are objects; a turn is a generator that yields a `Question` where a player must choose.
It shares no code with `medianoche.envs.medianokte`. What ties the two is the names of the state's fields, the numbers
of actions and cards, and chance: `Chance` is the same generator, asked for each die and card in the order in which
they fall on the table.
"""

from collections import Counter
from typing import Any

from tests.envs.medianokte.numbers import BUILD, CHOOSE, CREW, DRAWN, END, ENEMY, STACK
from tests.envs.medianokte.pieces import TIRED, Asking, Astrali, Body, Boss, Card, GameOverError, Member, Question
from tests.envs.medianokte.reference_cards import Table


class Match(Table):
    """One game, from the deal on; its arguments are those of `Table`."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.play = self.game()
        self.question: Question | None = next(self.play)

    @property
    def legal(self) -> list[int]:
        return sorted(self.question.legal) if self.question else []

    def apply(self, action: int) -> None:
        assert action in self.legal
        try:
            self.question = self.play.send(action)
        except StopIteration:
            self.question = None

    def game(self) -> Asking:
        try:
            yield from self.choose()
            yield from self.decks()
            self.energy = self.constants["energy_base"] + self.constants["energy_per_crew"] * self.size
            self.draw(self.constants["hand_size"])
            while True:
                yield from self.round()
        except GameOverError as over:
            self.winner = over.args[0]
            self.clear()

    def choose(self) -> Asking:
        bosses = self.tables["boss"]
        characters = self.tables["character"]
        taken: list[int] = []
        if self.options["characters"] == "choose":
            index = (yield Question(CHOOSE, 0, [749 + k for k in range(len(bosses))])) - 749
            self.boss = Boss(index, bosses[index])
            for seat in range(1, self.size + 1):
                self.turn = seat
                free = [741 + k for k in range(len(characters)) if k not in taken]
                taken.append((yield Question(CHOOSE, seat, free)) - 741)
                self.crew.append(self.member(seat, taken[-1]))
        else:
            index = self.chance.below(len(bosses))
            self.boss = Boss(index, bosses[index])
            for seat in range(1, self.size + 1):
                free = [k for k in range(len(characters)) if k not in taken]
                taken.append(free[self.chance.below(len(free))])
                self.crew.append(self.member(seat, taken[-1]))
        self.turn = 0

    def member(self, seat: int, index: int) -> Member:
        return Member(seat, index, self.tables["character"][index], self.tables["object"])

    def decks(self) -> Asking:
        box = {key: Counter({k: row["copies"] for k, row in enumerate(self.tables[key])}) for key in
               ("astrali", "event", "object", "positive")}  # fmt: skip
        piles = {
            "astrali": self.astralis["deck"],
            "event": self.events["deck"],
            "object": self.explore[0],
            "positive": self.explore[1],
        }
        preset = self.tables["preset"]
        if self.options["decks"] == "preset":
            piles["event"].update(preset["events"])
            piles["astrali"].update(preset["astralis"])
            for seat in range(self.size):
                piles["object"].update(preset["objects"][seat])
                piles["positive"].update(preset["positives"][seat])
        elif self.options["decks"] == "random":
            for key, n in (("astrali", 20), ("event", 10), ("object", 7 * self.size), ("positive", 3 * self.size)):
                piles[key].update(self.chance.card(box[key])[1] for _ in range(n))
        else:
            for seat in range(self.size + 1):
                self.turn = seat
                self.picks = 0
                groups = (("object", 7, 40), ("positive", 3, 72)) if seat else (("astrali", 20, 0), ("event", 10, 24))
                for key, n, first in groups:
                    self.cursor = 0
                    for left in range(n, 0, -1):
                        legal = [
                            k for k in box[key] if k >= self.cursor and box[key][k] > 0
                            and sum(c for j, c in box[key].items() if j >= k) >= left
                        ]  # fmt: skip
                        kind = (yield Question(BUILD, seat, [753 + first + k for k in legal])) - 753 - first
                        box[key][kind] -= 1
                        piles[key][kind] += 1
                        self.picks = self.picks + 1
                        self.cursor = kind
        self.turn = self.picks = self.cursor = 0

    def round(self) -> Asking:
        self.turn = 0
        self.spent = 0
        self.wake_action_cards()
        if self.size == 1 or self.options["repeat"] == "turn":
            self.last_hit = -1
        yield from self.enemy_turn()
        self.bleeding(self.boss)
        for astrali in reversed(list(self.army)):
            self.bleeding(astrali)
        for member in self.crew:
            self.turn = member.seat
            yield from self.crew_turn(member)
            self.bleeding(member)
        self.round_no += 1
        if self.round_no == self.options["max_rounds"]:
            self.turn = 0
            raise GameOverError(2)

    def wake_action_cards(self) -> None:
        while 0 not in self.boss.cards:
            self.boss.cards = [orient - 1 for orient in self.boss.cards]

    def bleeding(self, body: Body) -> None:
        if body.bleed:
            die = self.chance.die(6)
            if die <= 3:
                self.hurt(body, 1)
            elif die == 6:
                body.bleed = 0

    def special(self, die: int, trait: str, attacker: Body, body: Body) -> bool:
        if self.options["test"] == "target":
            return die > body.trait(trait)
        if self.options["test"] == "attacker":
            return die > attacker.trait(trait)
        return self.under(die, attacker.trait(trait))

    def enemy_turn(self) -> Asking:
        rows = self.tables["astrali"]
        events = self.tables["event"]
        while True:
            legal = [0]
            if not self.spent or self.options["combined"]:
                legal += [1 + i for i, orient in enumerate(self.boss.cards) if orient == 0]
            legal += [6 + k for k, n in self.astralis["hand"].items() if n and rows[k]["cost"] <= self.energy]
            for k, n in self.events["hand"].items():
                if n and events[k]["cost"] <= self.energy and self.possible(events[k]["header"]):
                    legal.append(30 + k)
            for slot, astrali in enumerate(self.army):
                if astrali.orient == 0 and self.energy:
                    legal += [46 + 5 * slot + c for c in range(self.size) if c != self.last_hit]
            action = yield Question(ENEMY, 0, legal)
            if action == 0:
                return
            if action < 6:
                yield from self.action_card(action - 1)
                return
            self.spent = 1
            if action < 30:
                self.energy -= rows[action - 6]["cost"]
                self.enter(action - 6)
            elif action < 46:
                row = events[action - 30]
                self.energy -= row["cost"]
                self.leave_hand(self.events, action - 30)
                self.events["discard"][action - 30] += 1
                yield from self.resolve(Card(77 + action - 30, row["header"], row["effect"]), self.boss)
            else:
                slot, c = divmod(action - 46, 5)
                yield from self.strike(self.army[slot], self.crew[c])

    def action_card(self, i: int) -> Asking:
        self.boss.cards[i] = 1
        row = self.boss.row["actions"][i]
        yield from self.resolve(Card(33 + 5 * self.boss.index + i, row["header"], row["effect"]), self.boss)
        self.draw(self.constants["hand_size"] - self.events["hand"].total() - self.astralis["hand"].total())
        for astrali in self.army:
            astrali.orient = max(astrali.orient - 1, 0)
        self.wake_action_cards()

    def strike(self, astrali: Astrali, member: Member) -> Asking:
        self.energy -= 1
        astrali.orient = 1
        self.last_hit = member.seat - 1
        attack = astrali.row["attack"]
        row = astrali.row
        if attack == "magic":
            self.hurt(member, self.magic())
        elif attack != "special":
            self.hurt(member, self.hits(self.throw(attack), member))
        elif self.special(self.chance.die(), row["characteristic"], astrali, member):
            yield from self.run(Card(53 + astrali.kind, "none", row["effect"]), -1, astrali, member)

    def weapons(self, member: Member) -> list[tuple[int, dict[str, Any], int]]:
        """(place, row, card number) of every ready weapon; a revived astrali shoots."""
        weapons = []
        for w in range(2):
            if member.orient[w] == 0:
                kind = member.found[w]
                if kind is None:
                    weapons.append((w, member.row["weapons"][w], 1 + 4 * member.index + w))
                else:
                    weapons.append((w, self.tables["object"][kind], 109 + kind))
        for place, (kind, orient) in enumerate(member.extra):
            row = self.tables["astrali"][kind]
            if orient == 0:
                weapons.append((2 + place, {"distance": row["attack"], "tire": "tap"} | special_part(row), 53 + kind))
        return weapons

    def attacks(self, member: Member) -> dict[int, tuple[int, dict[str, Any], int, str, Body | None]]:
        attacks: dict[int, tuple[int, dict[str, Any], int, str, Body | None]] = {}
        for place, row, number in self.weapons(member):
            first = 147 + 43 * place
            if "melee" in row:
                for foe in self.melee_foes():
                    attacks[first + self.code(foe) - 5] = place, row, number, "melee", foe
            if "distance" in row:
                for foe in [*self.army, self.boss]:
                    attacks[first + 21 + self.code(foe) - 5] = place, row, number, "distance", foe
            if "area" in row:
                attacks[first + 42] = place, row, number, "area", None
        return attacks

    def crew_turn(self, member: Member) -> Asking:
        objects = self.tables["object"]
        while True:
            assist = member.row["assist"]
            final = member.row["final"]
            attacks = self.attacks(member)
            legal = [0, 146, *attacks]
            if member.orient[2] == 0 and self.possible(assist["header"]):
                legal.append(405)
            if member.charge >= self.constants["final_cost"] and self.possible(final["header"]):
                legal.append(406)
            for kind, n in member.items.items():
                if n and objects[kind]["type"] == "single-use" and self.possible(objects[kind]["header"]):
                    legal.append(407 + kind)
                life = objects[kind].get("gives", {}).get("life", 0)
                if n and (life == 0 or member.damage < self.life(member) - life):
                    legal += [439 + 5 * kind + i for i in range(1, self.size)]
            for w in range(2):
                if member.found[w] is not None:
                    legal += [599 + 5 * w + i for i in range(1, self.size)]
            action = yield Question(CREW, member.seat, legal)
            if 407 <= action < 439:
                kind = action - 407
                member.items[kind] -= 1
                self.removed[0][kind] += 1
                yield from self.resolve(Card(109 + kind, objects[kind]["header"], objects[kind]["effect"]), member)
            elif 439 <= action < 599:
                kind, i = divmod(action - 439, 5)
                member.items[kind] -= 1
                self.at(member, i).items[kind] += 1
            elif action >= 599:
                w, i = divmod(action - 599, 5)
                kind = member.found[w]
                member.found[w] = None
                yield from self.stack(kind, self.at(member, i), member.orient[w])
            else:
                if action == 146:
                    yield from self.explore_card(member)
                elif action == 405:
                    member.orient[2] = TIRED[assist["tire"]]
                    yield from self.resolve(Card(3 + 4 * member.index, assist["header"], assist["effect"]), member)
                elif action == 406:
                    member.charge -= self.constants["final_cost"]
                    yield from self.resolve(Card(4 + 4 * member.index, final["header"], final["effect"]), member)
                elif action:
                    yield from self.attack(member, *attacks[action])
                return

    def stack(self, kind: int, receiver: Member, orient: int) -> Asking:
        self.card = 109 + kind
        self.receiver = receiver.seat - 1
        self.stack_orient = orient
        w = (yield Question(STACK, receiver.seat, [616, 617])) - 616
        if receiver.found[w] is not None:
            self.removed[0][receiver.found[w]] += 1
        receiver.found[w] = kind
        receiver.orient[w] = max(receiver.orient[w], orient)
        self.clear()

    def explore_card(self, member: Member) -> Asking:
        self.energy += max(self.rest(member) - member.bonus("discount"), 0)
        if not self.explore[0].total() + self.explore[1].total():
            return
        group, kind = self.chance.card(*self.explore)
        row = self.tables[("object", "positive")[group]][kind]
        self.card = number = (109, 93)[group] + kind
        takes = [609 + i for i in range(self.size)] if group == 0 else [615]
        action = yield Question(DRAWN, member.seat, [*takes, 614])
        self.clear()
        if action in (614, 615):
            self.removed[group][kind] += 1
        if action == 614:
            return
        self.energy += row["cost"]
        if action == 615:
            yield from self.resolve(Card(number, "self", row["effect"]), member)
        elif row["type"] == "weapon":
            yield from self.stack(kind, self.at(member, action - 609), 0)
        else:
            self.at(member, action - 609).items[kind] += 1

    def attack(
        self, member: Member, place: int, row: dict[str, Any], number: int, reach: str, foe: Body | None
    ) -> Asking:
        if place < 2:
            member.orient[place] = TIRED[row["tire"]]
        else:
            member.extra[place - 2][1] = 1
        value = row[reach]
        foes = [foe] if foe else [*reversed(self.army), self.boss]
        if value == "special":
            die = self.chance.die()
            for target in foes:
                if self.special(die, row["characteristic"], member, target):
                    yield from self.run(Card(number, "none", row["effect"]), member.seat - 1, member, target)
        elif value == "magic":
            damage = self.magic()
            for target in foes:
                self.hurt(target, damage, member)
        else:
            dice = self.throw(value + member.euphoria + (0 if reach == "area" else member.bonus(reach)))
            for target in foes:
                self.hurt(target, self.hits(dice, target), member)

    def fields(self) -> dict[str, Any]:
        """The state's fields, as lists and numbers."""
        seats = range(self.size + 1)
        boss = self.boss
        crew = self.crew
        army = self.army
        worst = max((100 * m.damage // self.life(m) for m in crew), default=0)
        won = {-1: (0, 0), 0: (1, -1), 1: (-1, 1), 2: (0, 0)}[self.winner]
        question = self.question or Question(END, -1, [])
        subject = self.subject
        share = 100 * boss.damage // self.life(boss) if boss else 0
        return {
            "rng": self.chance.state, "phase": question.phase, "to_move": question.seat,
            "done": int(self.question is None), "winner": self.winner, "round_no": self.round_no, "turn": self.turn,
            "utility": [won[seat > 0] for seat in seats],
            "scores": [share if seat else worst for seat in seats] if len(crew) == self.size else [0],
            "boss": boss.index if boss else -1, "boss_damage": boss.damage if boss else 0,
            "boss_bleed": boss.bleed if boss else 0, "boss_poison": boss.poison if boss else 0,
            "boss_cards": boss.cards if boss else [],
            **{name: getattr(self, name) for name in ("energy", "spent", "last_hit", "picks", "cursor")},
            **{f"{name}_event": pile for name, pile in self.events.items()},
            **{f"{name}_astrali": pile for name, pile in self.astralis.items()},
            **dict(zip(("explore_object", "explore_event"), self.explore, strict=True)),
            **dict(zip(("removed_object", "removed_event"), self.removed, strict=True)), "army_size": len(army),
            "army_kind": [a.kind for a in army],
            **{f"army_{name}": [getattr(a, name) for a in army] for name in ("damage", "orient", "bleed", "poison")},
            "character": [m.index for m in crew],
            **{name: [getattr(m, name) for m in crew] for name in ("damage", "bleed", "poison", "euphoria", "charge")},
            "orient": [m.orient for m in crew],
            "found": [[-1 if kind is None else kind for kind in m.found] for m in crew],
            "extra_kind": [[kind for kind, _ in m.extra] for m in crew],
            "extra_orient": [[orient for _, orient in m.extra] for m in crew], "items": [m.items for m in crew],
            **{name: getattr(self, name) for name in ("card", "pc", "source", "receiver", "stack_orient", "left")},
            "target": -1 if subject is None or subject.dead else self.code(subject),
        }  # fmt: skip


def special_part(row: dict[str, Any]) -> dict[str, Any]:
    """What a special attack has besides its range."""
    return {key: row[key] for key in ("characteristic", "effect") if key in row}
