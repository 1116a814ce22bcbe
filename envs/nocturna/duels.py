"""Boss fights as positions for solvers: what `agents.duels.DuelRules` asks of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from medianoche.envs.core.kernels import direct, plain
from medianoche.envs.nocturna.kernels import fight as rules
from medianoche.envs.nocturna.kernels.duel import FIGHTS, write_fight_aims
from medianoche.envs.nocturna.kernels.fight_inputs import CHILD_SIZE, ENTRIES, INPUTS, LADDERS, SEEN, write_fights
from medianoche.envs.nocturna.numbers import BOSS_LIFE
from medianoche.envs.nocturna.state import BASE, BOSSES, CHILDREN, DEFEATED, FIGHT, KINDS, SHEETS, Fight, Phase, Sheet

PAIR = (rules.CARDS, rules.CARDS)


class BossFights:
    """The boss fights of Camino a Nocturna. The first side is the Master, who maximises; the second the children.

    Networks 0, 1 and 2 are for fights with so many fights to come; 3 and 4 for the end of a fight that the children
    have won with one and two to come, which no turn follows.
    """

    dtype = FIGHT
    pair = PAIR
    inputs = INPUTS
    turns = rules.TURN_LIMIT
    entries = ENTRIES
    ladders = LADDERS
    repeats = (tuple(SEEN[f"child{k}"].start for k in range(CHILDREN)), CHILD_SIZE)
    networks = ("last", "second", "first", "after_second", "after_first")
    played = FIGHTS
    """Networks of positions in which both sides choose; those after them are for ends."""

    def read(self, packs: np.ndarray, states: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The fights of states[rows], and which of these states ask for a turn of one."""
        positions = np.zeros(len(rows), FIGHT)
        counts = np.zeros(len(rows), np.int64)
        for pack in np.unique(states["pack"][rows]):
            places = np.flatnonzero(states["pack"][rows] == pack)
            part = np.zeros(len(places), FIGHT)
            asked = np.zeros(len(places), np.int64)
            direct(rules.read_fights)(plain(packs[pack]), plain(states), rows[places], plain(part), asked)
            positions[places] = part
            counts[places] = asked
        return positions, counts > 0

    def spread(self, pack: Any, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """See `DuelRules.spread`."""
        count = len(positions)
        turns = np.zeros(count * rules.TURN_LIMIT, FIGHT)
        firsts = np.zeros((count, rules.CELLS + 1), np.int64)
        sides = np.zeros((count, rules.CELLS), np.int8)
        made = direct(rules.spread_fights)(plain(pack), plain(positions), plain(turns), plain(firsts), plain(sides))
        return turns[:made], firsts, sides

    def see(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """See `DuelRules.see`."""
        indices = np.empty(len(positions) * ENTRIES + 1, np.uint16)
        values = np.empty(len(positions) * ENTRIES + 1, np.float32)
        starts = np.empty(len(positions) + 1, np.int64)
        direct(write_fights)(plain(positions), indices, values, starts, np.zeros(1, np.uint64))
        return indices, values, starts

    def network_of(self, positions: np.ndarray) -> np.ndarray:
        """See `DuelRules.network_of`."""
        networks = positions["left"].astype(np.int64)
        won = positions["result"] == Fight.WON
        networks[won] += FIGHTS - 1
        networks[(positions["result"] == Fight.LOST) | (won & (positions["left"] == 0))] = -1
        return networks

    def results(self, positions: np.ndarray) -> np.ndarray:
        """See `DuelRules.results`."""
        return -positions["result"].astype(np.float64)

    def distance(self, positions: np.ndarray) -> np.ndarray:
        """See `DuelRules.distance`: the turns before both sides tire; then the boss's life decides."""
        rest = positions["fatigue"].astype(np.int64) + 1 - positions["turn"]
        return np.where(rest > 0, CHILDREN * BOSS_LIFE + rest, positions["life"])

    # ---- back to a game

    def written(self, states: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Copies of states of boss fights, in which the positions stand in place of their own; the Master is asked for
        a card."""
        written_states = states.copy()
        for name in ("sheet", "insomnia", "shield", "charge", "stun", "bottle", "covered", "marked", "boss"):
            written_states[name] = positions[name]
        for name, source_field in (
            ("foe_life", "life"),
            ("foe_max", "most"),
            ("foe_shield", "foe_shield"),
            ("foe_emp", "power"),
        ):
            written_states[name][:, 0] = positions[source_field]
        written_states["foe_kind"][:, 0] = KINDS + positions["boss"]
        written_states["lead_child"] = positions["lead"]
        written_states["turn"] = positions["turn"]
        written_states["scores"][:, 0] = positions["children"] - (positions["insomnia"] < DEFEATED).sum(axis=1)
        return self.asked(written_states, 0)

    def asked(self, states: np.ndarray, side: int) -> np.ndarray:
        """See `DuelRules.asked`."""
        asking = states.copy()
        asking["phase"] = Phase.CHILD_CARD if side else Phase.MASTER_CARD
        asking["to_move"] = 1 + asking["lead_child"] if side else 0
        asking["card_master"] = 1 if side else 0  # hidden from the child
        for name in ("card_child", "tie", "todo", "source"):
            asking[name] = 0
        for name in ("actor_child", "actor_foe", "target"):
            asking[name] = -1
        return asking

    def kinds(self, positions: np.ndarray) -> dict[str, np.ndarray]:
        """See `DuelRules.kinds`: the fight, the boss and the lead child's sheet."""
        rows = np.arange(len(positions))
        sheets = np.array([sheet.name.lower() for sheet in Sheet])
        bosses = np.array([f"boss {number}" for number in range(BOSSES)])
        return {
            "fight": np.array(self.networks)[positions["left"]],
            "boss": bosses[positions["boss"]],
            "lead": sheets[positions["sheet"][rows, positions["lead"]]],
        }

    # ---- starts

    def is_start(self, positions: np.ndarray) -> np.ndarray:
        """See `DuelRules.is_start`."""
        return positions["turn"] == 1

    def drawn(
        self, pack: Any, rng: np.random.Generator, count: int, network: int, players: tuple[int, ...]
    ) -> np.ndarray:
        """Positions by chance in the middle of fights of a network."""
        fights = np.zeros(count, FIGHT)
        rows = np.arange(count)
        n = rng.choice(np.array(players) - 1, count)
        fights["children"] = n
        fights["left"] = network
        fights["boss"] = rng.integers(0, BOSSES, count)
        fights["most"] = BOSS_LIFE * n
        fights["fatigue"] = 30
        fights["sheet"] = rng.random((count, SHEETS)).argsort(axis=1)
        present = np.arange(CHILDREN) < n[:, None]
        stands = present & (rng.random((count, CHILDREN)) < 0.85)
        stands[rows, rng.integers(0, n)] = True
        insomnia = rng.integers(0, DEFEATED, (count, CHILDREN))
        late = rng.random((count, 1)) < 0.5
        insomnia = np.where(late, rng.integers(8, DEFEATED, (count, CHILDREN)), insomnia)
        fights["insomnia"] = np.where(stands, insomnia, DEFEATED)
        shields = rng.integers(0, 7, (count, CHILDREN)) * (rng.random((count, CHILDREN)) < 0.6)
        fights["shield"] = shields * stands
        kate = fights["sheet"] == Sheet.KATE
        fights["charge"] = rng.choice([0, 2, 4], (count, CHILDREN), p=(0.6, 0.25, 0.15)) * (stands & kate)
        boss = fights["boss"][:, None]
        fights["stun"] = stands & (boss == 0) & (rng.random((count, CHILDREN)) < 0.2)
        bottled = stands & (boss == 3) & (rng.random((count, CHILDREN)) < 0.15)
        fights["bottle"] = bottled * rng.integers(1, 3, (count, CHILDREN))
        fights["life"] = 1 + (rng.random(count) ** 1.3 * BOSS_LIFE * n).astype(np.int8)
        fights["foe_shield"] = rng.integers(0, 7, count) * (rng.random(count) < 0.8)
        fights["power"] = rng.integers(0, 5, count) * ((fights["boss"] == 2) | (rng.random(count) < 0.1))
        fights["turn"] = np.where(rng.random(count) < 0.35, 31, rng.integers(1, 31, count))
        fights["lead"] = (rng.random((count, CHILDREN)) * stands).argmax(axis=1)
        mayla = ((fights["sheet"] == Sheet.MAYLA) & stands).any(axis=1)
        fights["marked"] = mayla & (rng.random(count) < 0.4)
        william = ((fights["sheet"] == Sheet.WILLIAM) & stands).any(axis=1)
        covered = (rng.random((count, CHILDREN)) * (stands & (fights["sheet"] != Sheet.WILLIAM))).argmax(axis=1)
        fits = william & stands[rows, covered] & (fights["sheet"][rows, covered] != Sheet.WILLIAM)
        fights["covered"] = np.where(fits & (rng.random(count) < 0.4), covered, -1)
        fights["cards"] = rng.integers(0, 13, count)
        fights["rewards"] = np.minimum(rng.poisson(1.5, count), 8)
        direct(rules.write_blows)(plain(pack), plain(fights))
        return fights

    def started(self, pack: Any, rng: np.random.Generator, starts: np.ndarray, count: int) -> np.ndarray:
        """First turns of fights like `starts`, with another boss and other sheets, and insomnia nearby."""
        fights = starts[rng.integers(len(starts), size=count)].copy()
        fights["boss"] = rng.integers(0, BOSSES, count)
        again = rng.random(count) < 0.5
        n = fights["children"]
        for players in range(1, CHILDREN + 1):
            rows = np.flatnonzero(again & (n == players))
            sheets = rng.random((len(rows), SHEETS)).argsort(axis=1)
            sheets[:, players:] = fights["sheet"][rows, players:]
            fights["sheet"][rows] = sheets
        moved = rng.random(count) < 0.6
        nearby = np.clip(fights["insomnia"] + rng.integers(-6, 7, (count, CHILDREN)), 0, DEFEATED - 1)
        stands = fights["insomnia"] < DEFEATED
        fights["insomnia"] = np.where(moved[:, None] & stands, nearby, fights["insomnia"])
        kate = (fights["sheet"] == Sheet.KATE) & stands
        most = fights["charge"].max(axis=1, keepdims=True)
        fights["charge"] = np.where(kate, most, 0)
        direct(rules.write_blows)(plain(pack), plain(fights))
        return fights

    def nearly_won(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Copies of states in which cards are asked for, changed so that the fight ends for the children if the boss
        plays a skill and the lead child attacks; insomnia is drawn anew nearby, and some children are defeated."""
        fights = states.copy()
        count = len(fights)
        n = int(fights["num_players"][0]) - 1
        present = np.arange(CHILDREN) < n
        stands = (fights["insomnia"] < DEFEATED) | (present & (rng.random((count, CHILDREN)) < 0.15))
        stands &= rng.random((count, CHILDREN)) > 0.15
        rows = np.arange(count)
        stands[rows, rng.integers(0, n, count)] = True
        near = np.clip(np.where(fights["insomnia"] < DEFEATED, fights["insomnia"], 14), 0, DEFEATED - 1)
        near = near + rng.integers(-7, 8, (count, CHILDREN))
        fights["insomnia"] = np.where(stands, np.clip(near, 0, DEFEATED - 1), DEFEATED)
        for name in ("shield", "stun", "bottle"):
            fights[name] = 0
        fights["charge"] = np.where(stands & (fights["sheet"] == Sheet.KATE), fights["charge"], 0)
        fights["in_battle"] = present
        fights["covered"] = -1
        fights["marked"] = 0
        fights["scores"][:, 0] = n - stands.sum(axis=1)
        fights["lead_child"] = (rng.random((count, CHILDREN)) * stands).argmax(axis=1)
        fights["foe_life"][:, 0] = 1
        fights["foe_shield"][:, 0] = 0
        return fights

    # ---- actions

    won_pair = rules.CARDS * 2
    """The pair of choices that ends a fight of `nearly_won`."""

    def choices(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """See `DuelRules.choices`."""
        side = np.where(states["phase"] == Phase.MASTER_CARD, 0, 1)
        side[states["phase"] == Phase.TARGET] = -1
        return side, np.arange(BASE.card, BASE.card + rules.CARDS)

    def aims(self, pack: Any, positions: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """See `DuelRules.aims`."""
        pairs = np.zeros(len(states), np.int64)
        actions = np.full((len(states), CHILDREN), -1)
        direct(write_fight_aims)(plain(pack), plain(states), plain(positions), pairs, actions)
        return pairs, actions
