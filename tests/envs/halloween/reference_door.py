"""The reference engine of La noche de Halloween at the door: the answer, trick and treat."""

from __future__ import annotations

from typing import Any

from tests.envs.halloween.reference_position import Position
from tests.envs.halloween.reference_town import EXACT_ROLES, TOWN


class Door(Position):
    """The questions from ANSWER to TREAT."""

    def do_answer(self, action: int) -> str | None:
        m = self.mover
        o = self.owner
        if action == 108:
            self.set(true_roll=self.roll_die())
            return self.ask("CLAIM", m)
        if action == 109:
            for role in (0, 1):
                self.f["treat_n"] -= 1
                self.treat_card[role] = self.treat_deck[self.treat_n]
                self.treat_deck[self.treat_n] = 0
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
        m = self.mover
        o = self.owner
        t = self.third
        lied = self.claim != self.true_roll
        worth = TOWN.candies[self.claim]
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
            first = self.roll_die()
            second = self.roll_die()
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
        o = self.owner
        t = self.third
        card = action - 78
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
        condition = card["condition"]
        arg = card.get("arg", 0)
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
        role = self.open_role()
        p = self.to_move
        card = TOWN.treats[self.treat_card[role]]
        condition = card["condition"]
        arg = card.get("arg", 0)
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
