"""The observation, block by block, and samples of what a player does not know."""

from itertools import accumulate
from typing import Any

import numpy as np
import pytest

from medianoche.envs.core import contract
from tests.envs.correo.boards import CORREO
from tests.envs.repeats import ends, larger

STARTS = dict(
    zip(
        (block.name for block in CORREO.layout),
        accumulate((block.size for block in CORREO.layout), initial=0),
        strict=False,
    )
)
SIZES = {block.name: block.size for block in CORREO.layout}
BASIC = 3073
ADVANCED = 4050


class Seen:
    """An observation by the names of its blocks."""

    def __init__(self, vector: np.ndarray) -> None:
        self.vector = vector

    def __getitem__(self, name: str) -> np.ndarray:
        block = self.vector[STARTS[name] : STARTS[name] + SIZES[name]]
        return block.reshape(8, 8) if SIZES[name] == 64 else block


def states(num_players: int = 2, **options: Any) -> list[Any]:
    return list(contract.positions(CORREO, num_players, seed=3, count=25, **options))


def share(count: Any, most: float) -> np.ndarray:
    return np.minimum(np.float32(count) / np.float32(most), 1)


def test_sizes_are_those_of_the_table() -> None:
    assert CORREO.observation_size == ADVANCED
    assert STARTS["objective0_region"] == BASIC
    assert STARTS["phase"] == 40 * 64


def test_basic_game_leaves_the_advanced_blocks_zero() -> None:
    for state in states():
        assert not CORREO.observe(state, 0)[BASIC:].any()


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_boards_are_seen_from_the_players_seat(num_players: int) -> None:
    for state in states(num_players):
        for player in range(num_players):
            seen = Seen(CORREO.observe(state, player))
            for slot in range(4):
                seat = (player + slot) % num_players
                is_seat = slot < num_players
                for kind, name in enumerate(("frogs", "cats", "mice", "crows", "owls"), 1):
                    expected = (state.animal[seat] == kind) * is_seat
                    assert np.array_equal(seen[f"slot{slot}_{name}"], expected)
                assert np.array_equal(seen[f"slot{slot}_height"], share(state.height[seat], 8) * is_seat)


def test_tiles_are_seen_as_joined_cells() -> None:
    for state in states(pack="patio"):
        seen = Seen(CORREO.observe(state, 1))
        right = np.zeros((8, 8), np.float32)
        below = np.zeros((8, 8), np.float32)
        piece = state.piece[1]
        for row, col in np.argwhere((piece > 0) & (piece < 13)):
            value = (int(state.piece_pile[1, piece[row, col]]) + 1) / 8
            right[row, col] = value * (col < 7 and piece[row, min(col + 1, 7)] == piece[row, col])
            below[row, col] = value * (row < 7 and piece[min(row + 1, 7), col] == piece[row, col])
        assert np.array_equal(seen["slot0_joined_right"], right)
        assert np.array_equal(seen["slot0_joined_below"], below)


def test_board_planes() -> None:
    seen = Seen(CORREO.observe(CORREO.new(), 0))
    assert seen["on_board"].sum() == seen["on_board"][:6, :6].sum() == 36
    assert seen["highlighted"].sum() == 20
    assert seen["highlighted"][1, :6].all()
    assert seen["highlighted"][:6, 4].all()
    assert seen["main_diagonal_quadrants"].sum() == 18
    assert seen["main_diagonal_quadrants"][0, 0] == seen["main_diagonal_quadrants"][5, 5] == 1


def test_own_cards_reserve_and_turn() -> None:
    for state in states(3, flat=False):
        for player in range(3):
            seen = Seen(CORREO.observe(state, player))
            deck = np.bincount(state.deck[player, : state.deck_n[player]], minlength=6)
            assert np.array_equal(seen["own_hand"], share(state.hand[player], 2))
            assert np.array_equal(seen["own_down"], share(state.down[player], 2))
            assert np.array_equal(seen["own_deck"], share(deck, 2))
            assert np.array_equal(seen["reserve"], share(state.reserve[1:], 16))
            assert seen["phase"].tolist() == [float(state.phase == phase) for phase in range(4)]
            assert seen["turn"][0] == share(state.turn, 36)
            assert seen["options"].tolist() == [0, 1]
            turn = seen["turn_state"]
            assert turn[:3].tolist() == [state.spell_open, state.spell_used, state.patch_used]
            assert turn[5] == share(state.msgs, 8)
            assert turn[6] == share(state.msg_points, 32)
            assert turn[7:].tolist() == [(int(state.msg_colours) >> colour) & 1 for colour in range(5)]


def test_market_and_what_is_left_in_the_piles() -> None:
    for state in states(4):
        tables = CORREO.content.records[0]
        seen = Seen(CORREO.observe(state, 2))
        slots = [(k, j) for k in range(8) for j in range(2 if k < 5 else 1)]
        for number, (k, j) in enumerate(slots):
            block = seen["visible_tiles"][25 * number : 25 * number + 25]
            tile = int(state.market[k, j])
            assert block[0] == (tile != 255)
            codes = tables.tile_house[tile] if tile != 255 else np.zeros(4, int)
            assert np.array_equal(block[1:].reshape(4, 6), np.eye(7)[codes][:, 1:])
        assert np.array_equal(seen["pile_n"], share(state.pile_n, 16))
        for k in range(8):
            codes = tables.tile_house[state.pile[k, : state.pile_n[k]]].ravel()
            expected = share(np.bincount(codes, minlength=7)[1:], 16)
            assert np.array_equal(seen["pile_houses"].reshape(8, 6)[k], expected)


def test_public_numbers_of_each_seat() -> None:
    for state in states(2):
        seen = Seen(CORREO.observe(state, 1))
        for slot, seat in enumerate((1, 0)):
            block = seen[f"slot{slot}_tokens"]
            assert block[0] == (state.to_move == seat)
            assert block[1] == share(state.track[seat], 128)
            assert block[2] == share(state.combo[seat], 64)
            assert block[3:5].tolist() == [state.spells[seat] / 8, state.patches[seat] / 8]
            assert block[5] == share(state.hand[seat].sum(), 2)
            assert block[6] == share(state.deck_n[seat], 12)
            assert block[7] == share(state.down[seat].sum(), 12)
            assert np.array_equal(block[8:], share(state.up[seat], 2))
        assert not seen["slot2_tokens"].any()


@pytest.mark.compiled
def test_the_tile_being_placed_and_the_house_asked_for() -> None:
    asked = set()
    for seed in range(40):
        for state in contract.positions(CORREO, 2, seed=seed, count=6):
            seen = Seen(CORREO.observe(state, int(state.to_move)))
            shown = state.phase == 2 or (state.phase == 3 and state.spell_open)
            for space in range(4):
                cells = np.flatnonzero(seen[f"placed_{space}"]).tolist()
                cell = int(state.placed[space])
                assert cells == ([cell] if shown and cell != 255 else [])
            wild = [int(state.placed[state.wild_idx])] if state.phase == 2 else []
            assert np.flatnonzero(seen["wild_house"]).tolist() == wild
            tile = seen["taken_tile"]
            assert tile[:8].sum() == (state.taken != 255)
            asked.add(int(state.phase))
    assert asked == {0, 1, 2, 3}


def test_objectives() -> None:
    for state in states(3, advanced=True):
        tables = CORREO.content.pack_of(state)
        seen = Seen(CORREO.observe(state, 1))
        colours = ["frog", "cat", "mouse", "crow", "owl"]
        colour = tables.objective[state.objectives[0]].colour
        assert seen["objective_colour"].tolist() == [float(name == colour) for name in colours]
        for slot in range(3):
            seat = (1 + slot) % 3
            counts = CORREO.declaration.objective_counts(state, seat)
            assert np.array_equal(seen[f"slot{slot}_objective_counts"], share(counts, 16))
            for j, count in enumerate(counts):
                plane = seen[f"slot{slot}_objective{j}"]
                assert (plane * (state.animal[seat] == 0)).sum() == count
                assert not (plane * (1 - seen[f"objective{j}_region"])).any()
        assert not seen["slot3_objective_counts"].any()


# ---- what is hidden


@pytest.mark.compiled
@pytest.mark.parametrize("pack", [larger("standard"), "patio", larger(4)])
@pytest.mark.parametrize("num_players", ends([1, 2, 3, 4]))
def test_observations_hold_nothing_hidden_with_any_pack(num_players: int, pack: Any) -> None:
    options = {"pack": pack, "advanced": num_players > 1}
    for number, state in enumerate(contract.positions(CORREO, num_players, seed=8, count=15, **options)):
        for player in range(num_players):
            sample = CORREO.copy(state)
            CORREO.determinize(sample, player, number)
            assert CORREO.rules.inconsistency(sample) == ""
            if player == state.to_move:
                assert np.array_equal(CORREO.legal_actions(sample), CORREO.legal_actions(state))
            assert np.array_equal(CORREO.observe(sample, player), CORREO.observe(state, player))
            assert sample.up.tobytes() == state.up.tobytes()
            assert sample.hand[player].tobytes() == state.hand[player].tobytes()
            assert sample.down.sum(axis=1).tolist() == state.down.sum(axis=1).tolist()
            for k in range(8):
                known = int(state.pile_known[k])
                assert sample.pile[k, :known].tobytes() == state.pile[k, :known].tobytes()


@pytest.mark.compiled
def test_samples_are_uniform_over_what_is_consistent() -> None:
    state = CORREO.new(2, seed=1)
    tops = []
    hands = []
    for seed in range(600):
        sample = CORREO.copy(state)
        CORREO.determinize(sample, 0, seed)
        tops.append(int(sample.pile[0, sample.pile_n[0] - 1]))
        hands.append(tuple(sample.hand[1]))
    left = set(state.pile[0, : state.pile_n[0]].tolist())
    assert {tile: tops.count(tile) > 60 for tile in set(tops)} == dict.fromkeys(left, True)
    pairs = [max(hand) == 2 for hand in hands]
    assert abs(np.mean(pairs) - 1 / 11) < 0.04


def test_the_kind_of_a_card_played_face_down_stays_secret() -> None:
    count = 0
    for seed in range(20):
        state = CORREO.new(2, seed=seed)
        first = int(state.to_move)
        others = 1 - int(state.to_move)
        kinds = [kind for kind in range(6) if state.hand[first, kind]]
        after = []
        for kind in kinds:
            twin = CORREO.copy(state)
            CORREO.rules.apply(twin, 12 + kind)
            after.append(CORREO.observe(twin, others).tobytes())
        count += len(kinds) > 1
        assert len(set(after)) == 1
    assert count > 10


def test_conceal_leaves_what_the_player_knows() -> None:
    state = states(3)[-1]
    state.pile_known[0] = min(1, state.pile_n[0])
    known = CORREO.copy(state)
    CORREO.conceal(known, 1)
    for field in ("hand", "down"):
        assert np.array_equal(known[field][1], state[field][1])
        assert (known[field][[0, 2]] == -1).all()
    for seat in range(3):
        assert (known.deck[seat, : known.deck_n[seat]] == -1).all()
    for k in range(8):
        unseen = slice(state.pile_known[k], state.pile_n[k])
        assert known.pile[k, unseen].tolist() == sorted(state.pile[k, unseen].tolist())
    assert known.pile[0, 0] == state.pile[0, 0]
    assert "hand ? ?, deck" in CORREO.render(known)
    assert "hand[" in CORREO.rules.inconsistency(known)


def test_samples_of_a_seat_with_too_many_cards_stay_in_their_fields() -> None:
    state = CORREO.position(2, check=False, hand=[[3, 3, 3, 3, 3, 3]] * 2, up=[[-9] * 6] * 2)
    for player in range(2):
        sample = CORREO.copy(state)
        CORREO.determinize(sample, player, 1)
        assert (sample.deck_n[:2] <= 12).all()
        assert np.array_equal(sample.pile_n, state.pile_n)
        assert np.array_equal(sample.piece, state.piece)
