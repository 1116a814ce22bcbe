"""Phantom tic-tac-toe and dark hex: rules by example, best responses against a walk in plain Python."""

import functools
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.mixture import MixtureAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.exploit import memory
from medianoche.benchmarks.exploit.board_tree import SAME_CELLS, BoardTree
from medianoche.benchmarks.exploit.policies import ExactError, Response
from medianoche.toys.boards.rules import WINS
from tests.benchmarks.calls import larger

CLASSICAL = "phantom_tic_tac_toe"
ABRUPT = "abrupt_dark_hex"


@functools.cache
def tree_of(name):
    return BoardTree(envs.game(name))


def played(name, cells):
    """The position after these tries."""
    game = envs.game(name)
    state = game.new(2, 0)
    for cell in cells:
        game.step(state, cell)
    return state


@pytest.mark.parametrize(
    ("name", "mover"), [(CLASSICAL, 1), ("dark_hex", 1), ("abrupt_phantom_tic_tac_toe", 0), (ABRUPT, 0)]
)
def test_who_tries_a_taken_cell_goes_on_or_loses_the_turn(name, mover):
    state = played(name, [4, 4])
    assert state.to_move == mover
    assert state.board.tolist() == [-1, -1, -1, -1, 0, -1, -1, -1, -1]


@pytest.mark.parametrize(
    ("name", "cells", "scores"),
    [
        (CLASSICAL, [0, 3, 1, 4, 2], [1, -1]),
        (CLASSICAL, [0, 2, 1, 4, 3, 6], [-1, 1]),
        (CLASSICAL, [0, 1, 2, 4, 3, 5, 7, 6, 8], [0, 0]),
        ("dark_hex", [1, 0, 4, 2, 7], [1, -1]),
        ("dark_hex", [0, 6, 1, 4, 8, 2], [-1, 1]),  # 6, 4, 2 touch each other; 0, 4, 8 would not
        ("dark_hex", [0, 1, 4, 2, 8], [0, 0]),  # 0 and 4 do not touch
    ],
)
def test_what_wins(name, cells, scores):
    state = played(name, cells)
    assert state.scores.tolist() == scores
    assert state.done == (scores != [0, 0] or len(cells) == 9)


def test_a_player_sees_what_its_tries_have_found():
    state = played(CLASSICAL, [4, 4, 0, 8])
    game = envs.game(CLASSICAL)
    assert game.declaration.text(game.view(state, 1)) == "o ? ?\n? x ?\n? ? ?"
    assert game.declaration.text(game.view(state, 0)) == "? ? ?\n? x ?\n? ? x"


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
BESIDE = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


@functools.cache
def has_won(name, seat, cells):
    """Whether the cells of a seat, a frozenset, win."""
    if "hex" not in name:
        return any(cells >= set(line) for line in LINES)
    reached = {cell for cell in cells if divmod(cell, 3)[seat] == 0}
    for _ in cells:
        near = {(cell // 3 + y, cell % 3 + x) for cell in reached for y, x in BESIDE}
        reached |= {cell for cell in cells if divmod(cell, 3) in near}
    return any(divmod(cell, 3)[seat] == 2 for cell in reached)


class Odd:
    """Prefers cells by random weights of what it sees, and mixes the three best of them early in a game."""

    name = "odd"

    def __init__(self, seed, mixed=3):
        self.weights = np.random.default_rng(seed).standard_normal((101, 9))
        self.mixed = mixed

    def probabilities(self, turn):
        preferred = np.where(turn.action_mask, turn.observation @ self.weights, -np.inf)
        cells = np.argsort(-preferred, axis=1)
        early = turn.action_mask.sum(axis=1) > 9 - self.mixed
        shares = np.zeros(preferred.shape, np.float32)
        np.put_along_axis(shares, cells[:, :3], np.where(early[:, None], [0.5, 0.25, 0.25], [1.0, 0, 0]), axis=1)
        return shares

    @functools.cache  # noqa: B019 - few of them are made
    def after(self, seat, tries):
        """The cells that it plays after its tries, pairs of cell and whether it was taken, with their probabilities."""
        seen = np.zeros((1, 101), np.float32)
        mask = np.ones((1, 9), np.int8)
        seen[0, seat] = 1
        for place, (cell, taken) in enumerate(tries):
            seen[0, [2 + 9 * taken + cell, 20 + 9 * place + cell]] = 1
            mask[0, cell] = 0
        shares = self.probabilities(SimpleNamespace(observation=seen, action_mask=mask))[0]
        return [(int(cell), float(shares[cell])) for cell in np.flatnonzero(shares)]


WALKS = [(CLASSICAL, 3), ("abrupt_phantom_tic_tac_toe", 3), ("dark_hex", 2)]


class Walk:
    """A walk in plain Python through all that can happen to a responder. Positions are the tries of the other player
    with their answers, its stones, and the probability that the other's choices lead there.

    Args:
        name: the game.
        agent: who plays the other seat, and both in the mean.
        seat: the responder.
    """

    def __init__(self, name, agent, seat):
        self.name = name
        self.agent = agent
        self.seat = seat
        self.abrupt = "abrupt" in name

    def turns(self, own_stones, tries, stones, reach):
        """Let the other player move: the positions in which it is the responder's turn, and what ended games add."""
        positions = []
        ended = 0.0
        for cell, probability in self.agent.after(1 - self.seat, tries):
            taken = cell in own_stones
            after = reach * probability
            position = ((*tries, (cell, taken)), stones | ({cell} - own_stones), after)
            if taken and not self.abrupt:
                more, lost = self.turns(own_stones, *position)
                positions = positions + more
                ended = ended + lost
            elif not taken and has_won(self.name, 1 - self.seat, position[1]):
                ended -= after
            elif taken or len(own_stones) + len(position[1]) < 9:
                positions.append(position)
        return positions, ended

    def try_cell(self, cell, own_stones, tries, positions):
        """What a best response and the agent expect after the responder tries a cell."""
        best = 0.0
        groups = {False: [], True: []}
        for other in positions:
            taken = cell in other[1]
            after = own_stones | {cell}
            if taken and not self.abrupt:
                groups[True].append(other)
            elif not taken and has_won(self.name, self.seat, after):
                best += other[2]
            elif taken or len(after) + len(other[1]) < 9:
                more, lost = self.turns(own_stones if taken else after, *other)
                best += lost
                groups[taken] += more
        mean = best
        for taken, group in groups.items():
            if group:
                values = self.value(own_stones if taken else own_stones | {cell}, (*tries, (cell, taken)), group)
                best = best + values[0]
                mean = mean + values[1]
        return best, mean

    def value(self, own_stones, tries, positions):
        """What a best response and the agent expect in an information set of the responder."""
        tried = {cell for cell, _ in tries}
        by_cell = {cell: self.try_cell(cell, own_stones, tries, positions) for cell in range(9) if cell not in tried}
        mean = sum(probability * by_cell[cell][1] for cell, probability in self.agent.after(self.seat, tries))
        return max(best for best, _ in by_cell.values()), mean

    def of_cell(self, cell):
        """What both expect after a first try."""
        start = ((), frozenset(), 1.0)
        positions, ended = ([start], 0.0) if self.seat == 0 else self.turns(frozenset(), *start)
        assert ended == 0
        return self.try_cell(cell, frozenset(), (), positions)


@pytest.mark.parametrize(
    ("name", "mixed"),
    [
        larger(CLASSICAL, 1),
        larger("abrupt_phantom_tic_tac_toe", 1),
        ("dark_hex", 1),
        *(larger(*walk) for walk in WALKS),
    ],
)
def test_a_best_response_is_that_of_a_walk_in_plain_python(name, mixed):
    """Against an agent that is mixed everywhere this walk would take weeks."""
    odd = Odd(5, mixed)
    seat = 1
    tree = tree_of(name)
    first, _ = odd.after(seat, ())[0]
    assert tree.cell_response(tree.policy_of(odd), seat, first) == pytest.approx(Walk(name, odd, seat).of_cell(first))


@pytest.mark.parametrize("name", [CLASSICAL, larger("dark_hex")])
def test_what_one_seat_expects_the_other_loses(name):
    tree = tree_of(name)
    responses = tree.responses(tree.policy_of(Odd(6)))
    assert responses[0].mean + responses[1].mean == pytest.approx(0)
    assert all(response.best >= response.mean for response in responses)


@pytest.mark.parametrize(("board", "turns"), [(0, [np.rot90, np.transpose]), (1, [lambda cells: np.rot90(cells, 2)])])
def test_cells_are_the_same_where_a_symmetry_maps_them(board, turns):
    """A symmetry leaves the winning sets of both seats as they are, and what is reached from a cell is as good."""
    first = list(range(9))
    for moved in (np.ravel(turn(np.arange(9).reshape(3, 3))).tolist() for turn in turns * 4):
        for mask in range(512):
            after = sum(1 << moved[cell] for cell in range(9) if mask >> cell & 1)
            assert (WINS[board, :, mask] == WINS[board, :, after]).all()
        first = [min(first[cell], first[moved[cell]]) for cell in range(9)]
    assert tuple(first) == SAME_CELLS[board]


def test_responses_of_cells_that_are_the_same_are_found_once(monkeypatch):
    tree = tree_of(CLASSICAL)
    tried = []

    def respond(policy, seat, cell):
        tried.append(cell)
        return Response(cell / 10, {0: 0.5, 1: 0.25, 4: 1.0}[cell])

    monkeypatch.setattr(tree, "cell_response", respond)
    best_and_mean = tree.response(tree.uniform, 0, same=SAME_CELLS[0])
    assert tried == [0, 1, 4]
    assert best_and_mean == pytest.approx((0.4, (4 * 0.5 + 4 * 0.25 + 1) / 9))


def test_there_are_as_many_information_sets_as_others_count_and_uniform_play_is_that_of_the_agent():
    """exp-a-spiel, the library of the benchmark's authors, says so of classical dark hex."""
    tree = tree_of("dark_hex")
    assert [len(sets.own) for sets in tree.sets] == [3_720_850, 2_352_067]
    uniform = tree.policy_of(agent("random"))[1]
    legal = 9 - np.array([int(n).bit_count() for n in range(512)])[tree.sets[1].own | tree.sets[1].found]
    assert np.allclose(uniform.max(axis=1) * legal, 1)


class Watched(Odd):
    """Remembers what it was asked, and what it answered."""

    def __init__(self, seed, mixed):
        super().__init__(seed, mixed)
        self.asked = {}

    def probabilities(self, turn):
        shares = super().probabilities(turn)
        self.asked |= zip(map(bytes, turn.observation), map(bytes, shares), strict=True)
        return shares


@pytest.mark.parametrize("name", [CLASSICAL, larger("abrupt_phantom_tic_tac_toe")])
def test_an_agent_is_asked_what_it_sees_in_play(name):
    tree = tree_of(name)
    watched = Watched(5, 2)
    rng = np.random.default_rng(1)
    policy = tree.policy_of(watched)
    assert sum(np.count_nonzero(part.any(axis=1)) for part in policy) == len(watched.asked)
    batch = tree.game.batch(200, seed=3)
    seen = {}
    rows = np.arange(batch.num_envs)
    for _ in range(12):  # a new game begins where one ends
        turn = batch.turn(rows, rows.astype(np.uint64))
        shares = Odd(5, 2).probabilities(turn)
        seen |= zip(map(bytes, turn.observation), map(bytes, shares), strict=True)
        batch.step(np.array([rng.choice(9, p=row) for row in shares.astype(np.float64)]))
    assert len(seen) > 50
    assert seen.items() <= watched.asked.items()


def test_a_network_and_the_hand_written_policy_are_asked():
    tree = tree_of(CLASSICAL)
    network = Network.new(NetHeader.made_for(tree.game, hidden=(16, 8)), 5)
    likeliest = tree.policy_of(NetAgent(network=network, threads=1))
    greedy = tree.policy_of(agent("greedy"))
    for policy in (likeliest, greedy):
        reached = [part[part.any(axis=1)] for part in policy]
        assert all(1 < len(part) < 200 for part in reached)
        assert all(sorted(row) == [0] * 8 + [1] for part in reached for row in part.tolist())
    assert [part[0].argmax() for part in greedy] == [4, 4]


def test_a_mixture_gains_what_its_members_gain():
    tree = tree_of(CLASSICAL)
    members = [(Odd(5, 2), 0.25), (Odd(6, 2), 0.75)]
    responder = tree.policy_of(Odd(7, 2))[1]
    alone = [tree.response([tree.policy_of(member)[0], responder], 1).mean for member, _ in members]
    mixed = tree.response([tree.mixture(members)[0], responder], 1)
    assert mixed.mean == pytest.approx(0.25 * alone[0] + 0.75 * alone[1])
    assert mixed.best > mixed.mean


def test_a_mixture_of_networks_is_that_of_its_members(monkeypatch):
    tree = tree_of("dark_hex")
    networks = [Network.new(NetHeader.made_for(tree.game, hidden=(4, 4)), seed) for seed in (5, 6)]
    members = []
    monkeypatch.setattr(tree, "mixture", lambda agents, report: members.extend(agents))
    tree.policy_of(MixtureAgent(members=networks))
    assert [(member.network(tree.game), weight) for member, weight in members] == [
        (network, 1.0) for network in networks
    ]
    assert all(member.min_p(tree.game) < 1 for member, _ in members)


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
def test_what_a_container_has_cached_of_files_is_free(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "CONTAINER", tmp_path)
    for name, text in {"max": "1000\n", "current": "900\n", "stat": "anon 500\ninactive_file 300\n"}.items():
        (tmp_path / f"memory.{name}").write_text(text)
    assert memory.free_memory() == 400


def test_an_agent_without_probabilities_and_too_little_memory_are_refused(monkeypatch):
    with pytest.raises(ExactError, match="flat:5 does not tell its probabilities; dark_hex needs random, greedy, or a"):
        tree_of("dark_hex").policy_of(agent("flat:5"))
    monkeypatch.setattr(memory, "free_memory", lambda: 10**8)
    with pytest.raises(ExactError, match=r"dark_hex: exact values need 0\.3 GB of memory more, 0\.1 GB are free"):
        BoardTree(envs.game("dark_hex"))
