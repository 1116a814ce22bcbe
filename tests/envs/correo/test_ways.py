"""What pictures show before a choice: ways of messages with their sums, what a placement gives, ways to turn a tile."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.correo.pack import oriented
from medianoche.envs.correo.state import BASE, Phase
from medianoche.envs.correo.ways import gains, ways
from tests.envs.correo.boards import ONES, RESOLVE, asked, board

CORREO = envs.game("correo")


def positions(phase, count, **options):
    """Positions at a question of a phase, in random games in which messages are sent late."""
    met = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        state = CORREO.new(2, seed=seed, **options)
        while not state.done:
            legal = CORREO.legal_actions(state)
            if state.phase == phase and state.turn > 5 and rng.random() < 0.4:
                met.append(CORREO.copy(state))
            ends = BASE.end_turn in legal and rng.random() < 0.7
            CORREO.step(state, BASE.end_turn if ends else int(rng.choice(legal)))
        if len(met) >= count:
            return met[:count]
    raise AssertionError("too few positions")


@pytest.mark.parametrize("to_the_end", [True, False])
def test_ways_are_the_messages_that_may_be_sent_with_the_points_that_they_score(to_the_end):
    walked = 0
    for state in positions(Phase.RESOLVE, 40, count_destination=to_the_end):
        seat = int(state.to_move)
        met = list(ways(state.animal[seat].tolist(), state.height[seat].tolist(), 6, to_the_end))
        legal = {int(action) for action in CORREO.legal_actions(state) if BASE.message <= action < BASE.patch}
        assert {BASE.message + 4 * way.cell + way.direction for way in met} == legal
        for way in met:
            events = CORREO.show.moments(state, BASE.message + 4 * way.cell + way.direction).events()
            told = next(event.fields for event in events if event.kind == "delivered")
            assert (told["cell"], told["goal"], told["points"]) == (way.cell, way.goal, sum(way.levels))
            walked += 1
    assert walked > 10


def test_what_a_placement_gives_is_what_comes_of_it():
    told = set()
    for state in positions(Phase.PLACE, 25):
        seat = int(state.to_move)
        legal = [int(action) for action in CORREO.legal_actions(state)]
        before = int(state.scores[seat])
        for action, (tokens, best) in zip(legal, gains(CORREO.view(state, seat), legal), strict=True):
            after = CORREO.copy(state)
            CORREO.step(after, action)
            if after.phase == Phase.WILD or after.to_move != seat or after.turn != state.turn:
                continue  # animals are still to come, or the turn is over
            assert int(after.scores[seat]) - before == tokens
            messages = [int(action) for action in CORREO.legal_actions(after) if BASE.message <= action < BASE.patch]
            points = []
            for message in messages:
                sent = CORREO.copy(after)
                CORREO.step(sent, message)
                points.append(int(sent.track[seat]) - int(after.track[seat]))
            assert best == max(points, default=0)
            told.add((tokens > 0, best > 0))
    assert {(False, True), (True, True), (False, False)} <= told


def test_a_way_is_drawn_with_its_sum_before_the_message_is_sent():
    state = asked(RESOLVE, {(2, 1): 1, (2, 2): 2, (2, 3): 1, (2, 4): 1}, animal=board(g=[(2, 0), (2, 4)]))
    svg = CORREO.draw(state, int(state.to_move), width=720)
    assert svg.count('class="way"') == 1
    assert "→ 1+2+1+1 = 5" in svg
    assert "← 1+2+1+0 = 4" in svg
    other = 1 - int(state.to_move)
    assert "1+2+1" not in CORREO.draw(state, other, width=720)
    flat = asked(RESOLVE, ONES, count_destination=False, animal=board(g=[(2, 0), (2, 2)]))
    assert "→ 1<" in CORREO.draw(flat, int(flat.to_move), width=720)


def test_each_way_to_turn_a_tile_is_marked_and_one_way_shows_what_it_gives():
    for state in positions(Phase.PLACE, 12):
        seat = int(state.to_move)
        legal = [int(action) for action in CORREO.legal_actions(state)]
        turned = {(action - BASE.place) // 64 for action in legal}
        for width in (360, 720):
            root = ET.fromstring(CORREO.draw(state, seat, width=width))
            assert {int(node.attrib["data-turn"]) for node in root.iter() if "data-turn" in node.attrib} == turned
        one = [action for action in legal if (action - BASE.place) // 64 == min(turned)]
        root = ET.fromstring(CORREO.draw(state, seat, width=720, actions=one))
        ghosts = [node for node in root.iter() if node.attrib.get("class") == "ghost"]
        assert len(ghosts) == len(one)
        told = [next(node.text for node in ghost.iter() if node.tag.endswith("text")) for ghost in ghosts]
        tokens_shown = sorted(tokens for tokens, _ in gains(CORREO.view(state, seat), one))
        assert sorted(int(words.removeprefix("+")) for words in told) == tokens_shown


def test_one_cell_shows_the_outline_of_each_way_to_lay_the_tile_there():
    compared = 0
    for state in positions(Phase.PLACE, 12):
        seat = int(state.to_move)
        cells = {}
        for action in map(int, CORREO.legal_actions(state)):
            orientation, corner = divmod(action - BASE.place, 64)
            row, column = oriented(int(CORREO.view(state, seat).pack.tile_pile[state.taken]), orientation)[0]
            cells.setdefault(corner + 8 * row + column, []).append(action)
        ways = max(cells.values(), key=len)
        if len(ways) == 1:
            continue
        compared += 1
        root = ET.fromstring(CORREO.draw(state, seat, actions=ways))
        shown = {int(node.attrib["data-shows"]): node for node in root.iter() if "data-shows" in node.attrib}
        assert sorted(shown) == ways
        gain = dict(zip(ways, gains(CORREO.view(state, seat), ways), strict=True))
        for action, node in shown.items():
            (ghost,) = node
            assert ghost.attrib["class"] == "ghost"
            assert f"+{gain[action][0]}" in [part.text for part in ghost.iter()]
    assert compared > 3


@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.parametrize(("lang", "words"), [("en", "messages"), ("es", "mensajes")])
def test_at_the_end_all_boards_are_side_by_side_with_what_their_points_are_made_of(num_players, lang, words):
    state = CORREO.new(num_players, seed=3)
    rng = np.random.default_rng(3)
    while not state.done:
        CORREO.step(state, int(rng.choice(CORREO.legal_actions(state))))
    root = ET.fromstring(CORREO.draw(state, 0, width=720, lang=lang))
    panels = {node.attrib["data-panel"]: node for node in root.iter() if "data-panel" in node.attrib}
    assert set(panels) == {"head", *(f"seat{seat}" for seat in range(num_players))}
    sizes = {panels[f"seat{seat}"].attrib["data-size"] for seat in range(num_players)}
    assert len({size.split()[0] for size in sizes}) == 1
    for seat in range(num_players):
        told = "".join(panels[f"seat{seat}"].itertext())
        assert f"{words} {state.track[seat]} · " in told
        assert str(state.scores[seat]) in told
