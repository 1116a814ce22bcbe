"""Camino a Nocturna once more, slowly and plainly: the rules as one story told in the order of play.

Written from the rules alone, to check the fast kernels against. A game is a coroutine: it runs until a player has a
choice and goes on with the answer, so it cannot be copied, only played again. Chance is the same generator, asked in
the order that the rules of the environment lay down, so that whole states can be compared, byte for byte.
"""

from typing import Any

from tests.envs.nocturna import reference_table


class Game(reference_table.Table):
    """One game; `legal` holds the legal actions, `apply` takes one of them."""

    def __init__(self, tables: Any, num_players: int, seed: int, options: dict[str, Any]) -> None:
        super().__init__(tables, num_players, seed, options)
        self.story = self.tell()
        next(self.story)

    def apply(self, action: int) -> None:
        """Answer the question."""
        assert action in self.legal
        next_question = self.story.send(action)
        assert next_question is None

    def tell(self) -> reference_table.Story:
        """The whole game."""
        try:
            yield from self.set_up()
            while True:
                if self.round_no % 4:
                    yield from self.normal_round()
                elif (yield from self.boss_round()):
                    break
            winners = 1
        except reference_table.Over:
            winners = 0
        self.utility = [1 - 2 * winners] + [2 * winners - 1] * self.n + [0] * (4 - self.n)
        self.phase = reference_table.END
        self.to_move = -1
        self.done = 1
        self.legal = []
        yield

    # ---- setup

    def set_up(self) -> reference_table.Story:
        self.master_draws(5)
        if self.option["sheets"] == "choose":
            for c in range(self.n):
                free = [s for s in range(4) if s not in self.sheet]
                self.sheet[c] = (yield from self.ask(reference_table.SHEET, 1 + c, [16 + s for s in free])) - 16
        elif self.option["sheets"] == "order":
            self.sheet[: self.n] = range(self.n)
        else:
            free = [0, 1, 2, 3]
            for c in range(self.n):
                self.sheet[c] = free.pop(self.below(len(free)))

    # ---- a normal round

    def normal_round(self) -> reference_table.Story:
        self.place_cursor = 0
        for place in range(4):
            card = self.draw("loc")
            assert card is not None
            self.loc_kind[place] = card
        for place in range(4):
            for slot in range(self.tables.location[self.loc_kind[place]].reward):
                card = self.draw("rw")
                self.loc_rw[place][slot] = -1 if card is None else card
        yield from self.place_nightmares()
        yield from self.use_rewards()
        yield from self.move()
        for place in range(4):
            self.battle = place
            if not self.standing(place):
                continue
            if self.nightmares_at(place):
                yield from self.combat()
                if self.standing(place):
                    yield from self.loot(place)
            elif self.option["unguarded_rewards"]:
                yield from self.loot(place)
        self.battle = -1
        self.discard_active("after_combat")
        while action := (yield from self.ask(reference_table.CONCLUSION, 0, [0, *self.events("conclusion")])):
            yield from self.event(action - 20, reference_table.CONCLUSION)
        self.clean_up()

    def place_nightmares(self) -> reference_table.Story:
        while True:
            actions = [0, *self.events("preparation")]
            for kind in range(self.nightmares):
                for place in range(self.place_cursor, 4):
                    room = self.tables.location[self.loc_kind[place]].nightmares
                    if self.mp_hand[kind] and len(self.nightmares_at(place)) < room:
                        actions.append(110 + 4 * kind + place)
            action = yield from self.ask(reference_table.PLACE, 0, actions)
            if action == 0:
                return
            if action < 110:
                yield from self.event(action - 20, reference_table.PLACE)
                continue
            kind, place = divmod(action - 110, 4)
            self.mp_hand[kind] -= 1
            self.loc_nm[place][len(self.nightmares_at(place))] = kind
            self.place_cursor = place

    def move(self) -> reference_table.Story:
        compulsory = self.option["carry"] == "compulsory"
        walkers = self.standing()
        for c in walkers:
            actions = []
            for place in range(4):
                after = [*[p for p in self.loc if p >= 0], place]
                waiting = sum(self.loc[other] == -1 for other in walkers) - 1
                fits = 2 * (len(set(after)) + waiting) >= self.n or 2 * len(walkers) < self.n
                if after.count(place) <= 2 and (fits or not compulsory):
                    actions.append(12 + place)
            self.loc[c] = (yield from self.ask(reference_table.MOVE, 1 + c, actions)) - 12
        for c in self.defeated():
            company = [place for place in range(4) if self.standing(place)]
            roomy = [place for place in company if self.loc.count(place) < 2]
            if compulsory:
                roomy = roomy or company
            choices = [12 + place for place in roomy] + ([] if compulsory else [0])
            action = yield from self.ask(reference_table.CARRY, 1 + walkers[0], choices)
            self.loc[c] = action - 12 if action else -2

    def loot(self, place: int) -> reference_table.Story:
        present = self.standing(place)
        seat = 1 + present[0]
        for slot in range(4):
            kind = self.loc_rw[place][slot]
            if kind < 0:
                continue
            self.loot_slot = slot
            action = yield from self.ask(reference_table.LOOT, seat, [0, *self.relative(seat, present)])
            if action:
                self.hand[self.child_meant(seat, action - 4)][kind] += 1
                self.loot_sum += self.tables.reward[kind].provision
                self.loc_rw[place][slot] = -1
        self.master_draws(max(self.loot_sum - sum(self.passives(c, "hush") for c in present), 0))
        self.loot_slot = -1
        self.loot_sum = 0

    def clean_up(self) -> None:
        for place in range(4):
            self.loc_disc[self.loc_kind[place]] += 1
            for kind in self.nightmares_at(place):
                self.nm_disc[kind] += 1
            for kind in self.loc_rw[place]:
                if kind >= 0:
                    self.rw_disc[kind] += 1
        self.loc_kind = [-1] * 4
        self.loc_up = [0] * 4
        self.loc = [-1] * 4
        self.loc_rw, self.loc_nm = ([[-1] * 4 for _ in range(4)] for _ in range(2))
        self.rounds_done += 1
        self.round_no += 1

    # ---- a boss round

    def boss_round(self) -> reference_table.Story:
        """Returns whether the children have won."""
        self.place_cursor = 0
        self.boss = self.pick(self.boss_left)
        children = self.n if self.option["boss_life"] == "all" else len(self.standing())
        self.foe_kind[0] = 45 + self.boss
        self.foe_life[0] = self.foe_max[0] = 8 * children
        yield from self.use_rewards()
        self.battle = 4
        yield from self.combat()
        if self.round_no == self.rounds_total:
            return True
        self.discard_active("after_combat")
        self.battle = -1
        if self.defeated():
            seat = 1 + self.standing()[0]
            action = yield from self.ask(reference_table.RESURRECT, seat, [0, *self.relative(seat, self.defeated())])
            if action:
                self.insomnia[self.child_meant(seat, action - 4)] = 10
        self.discard_active("permanent")
        self.boss = -1
        self.round_no += 1
        return False

    # ---- events and rewards

    def events(self, label: str) -> list[int]:
        return [
            20 + kind
            for kind, row in enumerate(self.cards)
            if kind >= self.nightmares
            and row.label == label
            and self.mp_hand[kind]
            and sum(self.mp_hand) - 1 >= row.cost
        ]

    def event(self, kind: int, phase: int) -> reference_table.Story:
        self.mp_hand[kind] -= 1
        self.nm_disc[kind] += 1
        self.event_kind = kind
        self.event_cost = self.cards[kind].cost
        self.source = 3
        self.resume = phase
        while self.event_cost:
            hand = [65 + k for k in range(45) if self.mp_hand[k]]
            card = (yield from self.ask(reference_table.PAY, 0, hand)) - 65
            self.mp_hand[card] -= 1
            self.nm_disc[card] += 1
            self.event_cost -= 1
        yield from self.resolve([self.cards[kind].effects], 0)
        self.event_kind = -1
        self.resume = 0

    def use_rewards(self) -> reference_table.Story:
        self.use_done = [0] * 4
        self.offers = [0] * 4
        while waiting := [c for c in self.standing() if not self.use_done[c]]:
            c = waiting[0]
            action = yield from self.ask(reference_table.USE, 1 + c, self.uses(c))
            if action == 0:
                self.use_done[c] = 1
            elif action >= 342:
                yield from self.exchange(c, *divmod(action - 342, 4))
            else:
                pair = action >= 316
                yield from self.use(c, action - (316 if pair else 290), pair)

    def uses(self, c: int) -> list[int]:
        names = [row.name for row in self.tables.reward]
        actions = [0]
        for kind, row in enumerate(self.tables.reward):
            if not self.hand[c][kind]:
                continue
            instant = row.timing == "instant"
            if not instant or self.may_use(c, kind, False):
                actions.append(290 + kind)
            if instant and row.mate:
                mate = names.index(row.mate)
                together = self.tables.reward[mate].timing == "instant" and self.hand[c][mate]
                if together and self.may_use(c, kind, True):
                    actions.append(316 + kind)
            if self.offers[c] < self.option["max_offers"]:
                for i in range(1, self.n):
                    other = (c + i) % self.n
                    if other in self.standing() and sum(self.hand[other]) > self.hand[other][kind]:
                        actions.append(342 + 4 * kind + i)
        return actions

    def use(self, c: int, kind: int, pair: bool) -> reference_table.Story:
        self.hand[c][kind] -= 1
        row = self.tables.reward[kind]
        if row.timing != "instant":
            self.active[c][kind] += 1
            return
        self.rw_disc[kind] += 1
        if pair:
            mate = [other.name for other in self.tables.reward].index(row.mate)
            self.hand[c][mate] -= 1
            self.rw_disc[mate] += 1
        self.reward_kind = kind
        self.reward_pair = int(pair)
        self.source = 4
        yield from self.resolve(self.lists(c, kind, pair), 1 + c)
        self.reward_kind = -1
        self.reward_pair = 0

    def exchange(self, c: int, kind: int, i: int) -> reference_table.Story:
        other = (c + i) % self.n
        self.offers[c] += 1
        self.offer_kind = kind
        self.offer_from = c
        self.offer_to = other
        answers = [446 + k for k in range(26) if self.hand[other][k] and k != kind]
        action = yield from self.ask(reference_table.RETURN, 1 + other, [0, *answers])
        if action:
            self.hand[c][kind] -= 1
            self.hand[other][kind] += 1
            self.hand[other][action - 446] -= 1
            self.hand[c][action - 446] += 1
            self.use_done[other] = 0
        self.offer_kind = self.offer_from = self.offer_to = -1

    # ---- combat

    def combat(self) -> reference_table.Story:
        place = self.battle
        if place < 4:
            self.master_draws(sum(self.loc[c] == place for c in self.defeated()))
            self.loc_up[place] = 1
            for j, kind in enumerate(self.nightmares_at(place)):
                self.foe_kind[j] = kind
                self.foe_life[j] = self.foe_max[j] = self.cards[kind].life
        present = self.standing(place) if place < 4 else self.standing()
        for c in present:
            self.in_battle[c] = 1
            self.shield[c] = min(self.passives(c, "opening_shield"), 6)
            self.insomnia[c] = max(self.insomnia[c] - self.passives(c, "opening_restore"), 0)
        self.lead_child = present[0]
        self.lead_foe = 0
        self.turn = 1
        while self.fighters() and self.foes():
            yield from self.one_turn()
        if place == 4 and self.round_no == self.rounds_total:
            self.rounds_done += 1
            return
        if place == 4:
            self.rounds_done += 1
        else:
            for kind in self.nightmares_at(place):
                self.nm_disc[kind] += 1
            self.loc_nm[place] = [-1] * 4
        self.turn = self.last_master = self.last_child = self.marked = 0
        self.lead_child = self.lead_foe = self.covered = -1
        self.in_battle, self.shield, self.stun, self.bottle = ([0] * 4 for _ in range(4))
        self.foe_kind = [-1] * 4
        self.foe_life, self.foe_max, self.foe_shield, self.foe_emp = ([0] * 4 for _ in range(4))

    @staticmethod
    def next_of(those: list[int], last: int) -> int:
        """Clockwise."""
        later = [one for one in those if one > last]
        return (later or those)[0]

    def one_turn(self) -> reference_table.Story:
        while (action := (yield from self.ask(reference_table.MASTER_CARD, 0, [1, 2, 3, *self.events("combat")]))) > 3:
            yield from self.event(action - 20, reference_table.MASTER_CARD)
            if not self.fighters():
                return
            if self.lead_child not in self.fighters():
                self.lead_child = self.next_of(self.fighters(), self.lead_child)
        self.card_master = action
        lost = self.stun[self.lead_child] > 0 or self.bottle[self.lead_child] > 0
        if not lost:
            self.card_child = yield from self.ask(reference_table.CHILD_CARD, 1 + self.lead_child, [1, 2, 3])
        yield from self.play_cards(lost)
        if lost:
            self.stun[self.lead_child] = max(self.stun[self.lead_child] - 1, 0)
            self.bottle[self.lead_child] = max(self.bottle[self.lead_child] - 1, 0)
        if self.fighters() and self.foes() and self.turn > self.option["fatigue"]:
            if self.insomnia[self.lead_child] <= 20:
                self.add_insomnia(self.lead_child, 1)
            self.foe_life[self.lead_foe] = max(self.foe_life[self.lead_foe] - 1, 0)
            if not self.foe_life[self.lead_foe]:
                self.foe_shield[self.lead_foe] = 0
        if not self.standing():
            raise reference_table.Over
        self.card_master = self.card_child = self.tie = 0
        self.actor_child = self.actor_foe = -1
        if self.fighters() and self.foes():
            self.lead_child = self.next_of(self.fighters(), self.lead_child)
            self.lead_foe = self.next_of(self.foes(), self.lead_foe)
            self.turn += 1

    def play_cards(self, lost: bool) -> reference_table.Story:
        master = self.card_master
        child = self.card_child
        self.last_master = master
        self.last_child = child
        self.tie = int(master == child)
        child_plays = not lost and (self.tie or reference_table.BEATS[child] == master)
        master_plays = lost or self.tie or reference_table.BEATS[master] == child
        self.todo = 1 * bool(child_plays) + 2 * bool(master_plays)
        free = self.option["actor"] == "free" and not self.tie
        if free and child_plays:
            seat = 1 + self.lead_child
            able = [c for c in self.fighters() if not self.stun[c] and not self.bottle[c]]
            action = yield from self.ask(reference_table.ACTOR, seat, self.relative(seat, able))
            self.actor_child = self.child_meant(seat, action - 4)
        elif free:
            self.actor_foe = (yield from self.ask(reference_table.ACTOR, 0, [8 + j for j in self.foes()])) - 8
        else:
            self.actor_child = self.lead_child if child_plays else -1
            self.actor_foe = self.lead_foe if master_plays else -1
        name = ("", "attack", "defence", "skill")
        if child_plays:
            self.source = 1
            sheet = self.tables.child[self.sheet[self.actor_child]]
            yield from self.resolve([getattr(sheet, name[child])], 1 + self.lead_child)
            self.todo &= 2
        if master_plays:
            self.source = 2
            kind = self.foe_kind[self.actor_foe]
            row = self.tables.boss[kind - 45] if kind >= 45 else self.cards[kind]
            yield from self.resolve([getattr(row, name[master])], 0)
            self.todo = 0
