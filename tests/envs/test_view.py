"""Words and pictures of a position from one seat's view: nothing hidden is in them, and nothing is left out."""

import re
import xml.etree.ElementTree as ET
from types import SimpleNamespace
from xml.sax.saxutils import escape

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core import contract
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.envs.core.play import modes
from medianoche.envs.core.show.sheet import Svg, sheet
from medianoche.envs.core.show.svg import LEAST, PALETTE, breadth, flow, line, moved, paragraph, wrap
from medianoche.envs.core.show.view import Canvas, HeldChoice
from medianoche.envs.core.show.widgets import heading
from tests.envs.repeats import repeated
from tests.envs.test_contrast import contrast

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"
GAMES = [pytest.param(envs.game(name), id=f"{name}-view") for name in envs.names()]
NAMESPACE = "{http://www.w3.org/2000/svg}"


def offered(svg):
    return [list(map(int, numbers.split())) for numbers in re.findall(r'data-action="([\d ]+)"', svg)]


# ---- every game


def test_a_place_that_differs_from_the_view_before_has_changed():
    now, then = (SimpleNamespace(state=SimpleNamespace(pos=[1, at], pot=3)) for at in (2, 5))
    canvas = SimpleNamespace(view=now, before=then)
    assert [Canvas.changed(canvas, *place) for place in (("pos", 0), ("pos", 1), ("pot",))] == [False, True, False]


def test_parts_are_moved_rotated_and_scaled():
    assert moved(1, 2.5, "<a/>") == '<g transform="translate(1 2.5)"><a/></g>'
    assert moved(0, 0, turn=90, scale=0.5) == '<g transform="translate(0 0) rotate(90) scale(0.5)"/>'


@pytest.mark.parametrize("game", GAMES)
def test_moments_end_where_the_step_ends(game):
    for number, state in enumerate(contract.positions(game, game.players[-1], 4, count=12)):
        action = int(np.random.default_rng(number).choice(game.legal_actions(state)))
        before = game.copy(state)
        moments = game.show.moments(state, action)
        assert contract.same(state, before)
        assert contract.same(moments[0], before)
        game.step(state, action)
        assert contract.same(moments[-1], state)


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_offers_what_is_legal_and_only_to_who_is_asked(game):
    for state in contract.positions(game, game.players[0], 2, count=6):
        legal = set(game.legal_actions(state).tolist())
        asked = int(state.to_move)
        for seat in (None, asked):
            assert {action for group in offered(game.draw(state, seat)) for action in group} == legal
        for seat in set(range(int(state.num_players))) - {asked}:
            assert not offered(game.draw(state, seat))
        some = sorted(legal)[: len(legal) // 2 + 1]
        assert {action for group in offered(game.draw(state, asked, actions=some)) for action in group} == set(some)


@pytest.mark.parametrize("game", GAMES)
def test_choices_narrow_to_one_action(game):
    """An element with several actions leaves a choice: drawn with these alone, each is there by itself in the end."""
    for state in contract.positions(game, game.players[0], 6, count=4):
        asked = int(state.to_move)
        groups = [group for group in offered(game.draw(state, asked)) if len(group) > 1]
        for group in groups[:3]:
            smaller = offered(game.draw(state, asked, actions=group))
            assert {action for part in smaller for action in part} == set(group)
            assert all(len(part) < len(group) or len(smaller) > 1 for part in smaller)


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_waits_is_marked_where_it_was_offered_and_nothing_is_on_offer(game):
    marks = 0
    for state in contract.positions(game, game.players[0], 3, count=8):
        asked = int(state.to_move)
        view = game.view(state, asked)
        for action in game.legal_actions(state).tolist()[:5]:
            on_the_board = offered(
                game.draw(state, asked, actions=[action], listed=True).partition('class="listed"')[0]
            )
            picture = game.draw(state, asked, actions=HeldChoice(action), listed=True)
            assert picture.count('class="held"') == len(on_the_board)
            assert not offered(picture)
            marks += len(on_the_board)
            for title in re.findall(r'<g class="held"><title>([^<]*)</title>', picture):
                assert title == escape(f"your choice, which waits: {view.describe(action)}")
    assert marks > 8


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_is_sound_svg(game):
    for state in contract.positions(game, game.players[-1], 3, count=4):
        weights = {int(action): 0.5 for action in game.legal_actions(state)}
        svg = game.draw(state, None, before=game.new(int(state.num_players)), weights=weights, values=weights)
        root = ET.fromstring(svg)
        assert root.attrib["viewBox"].startswith("0 0 360 ")
        ids = {node.attrib["id"] for node in root.iter() if "id" in node.attrib}
        assert {node.attrib["href"][1:] for node in root.iter(f"{NAMESPACE}use")} <= ids
        for node in root.iter(f"{NAMESPACE}g"):
            if "data-action" in node.attrib:
                assert node.find(f"{NAMESPACE}title").text
        assert "★75%" in svg
        assert "75% to win" in svg
        assert "★50%" in game.draw(state, None, weights=weights)
        assert "chosen 50% of the time" in game.draw(state, None, weights=weights)


def places(picture):
    """{name: (x, y, size)} of all panels, in units of the picture."""
    places_met = {}

    def look(node, x, y):
        if shift := re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", node.attrib.get("transform", "")):
            x, y = x + float(shift[1]), y + float(shift[2])
        if name := node.attrib.get("data-panel"):
            assert name not in places_met
            places_met[name] = (round(x, 1), round(y, 1), node.attrib["data-size"])
        for child in node:
            look(child, x, y)

    look(ET.fromstring(picture), 0, 0)
    return places_met


@repeated(1, 2, "tables")
@pytest.mark.parametrize("game", GAMES)
def test_panels_stay_at_their_places_over_a_whole_game(game, tables):
    for num_players in (game.players[-1], game.players[0])[:tables]:
        state = game.new(num_players, seed=5)
        rng = np.random.default_rng(5)
        seat = num_players - 1
        first = {}
        number = 0
        while not state.done:
            legal = game.legal_actions(state)
            if number % 9 == 0 or int(state.to_move) == seat:
                for width, looks, actions in ((360, seat, None), (720, seat, None), (720, None, legal[:2])):
                    now = places(game.draw(state, looks, width=width, actions=actions))
                    assert len(now) > num_players
                    assert now == first.setdefault((width, looks), now)
            game.step(state, int(rng.choice(legal)))
            number += 1
            if number % 60 == 0:
                while not state.done and rng.random() < 0.98:  # most positions look like those before
                    game.step(state, int(rng.choice(game.legal_actions(state))))


@pytest.mark.parametrize("game", GAMES)
def test_the_panels_of_a_wide_picture_fit_a_screen_of_900_pixels(game):
    """Below 111 pixels of the page, with letters of 11 pixels: 764 pixels for 720 units."""
    for num_players in (game.players[0], game.players[-1], min(game.players)):
        state = game.new(num_players, seed=5)
        for seat in (None, *range(num_players)):
            panels = places(game.draw(state, seat, width=720, actions=[])).values()
            assert max(y + float(size.split()[1]) for _, y, size in panels) * 764 / 720 < 900 - 111


@pytest.mark.parametrize("game", GAMES)
def test_the_panels_of_a_wide_picture_fit_a_screen_of_768_pixels(game):
    """With the fewest and the usual number of players."""
    for num_players in (game.players[0], min(game.players[-1], 5)):
        state = game.new(num_players, seed=5)
        for seat in range(num_players):
            panels = places(game.draw(state, seat, width=720, actions=[])).values()
            assert max(y + float(size.split()[1]) for _, y, size in panels) * 764 / 720 < 768 - 111


@pytest.mark.parametrize("game", GAMES)
def test_the_board_alone_offers_nothing_and_has_pieces_that_pages_move(game):
    state = game.new(game.players[0], seed=5)
    for _ in range(12):
        game.step(state, int(game.legal_actions(state)[0]))
    whole = game.draw(state, 0)
    alone = game.draw(state, 0, only="board")
    assert not offered(alone)
    assert len(alone) < len(whole)
    assert "data-piece" in whole
    assert ET.fromstring(alone).attrib["viewBox"]
    with pytest.raises(GameError, match="only 'hand' is not accepted; accepted: , board"):
        game.draw(state, 0, only="hand")


# ---- what is there for a game that has no pictures yet


def test_long_headings_go_over_two_lines_and_are_cut_only_where_letters_would_be_too_small():
    for words in ("4 Invernadero Marchito", "Sanguijuela de Sueños", "Espantapájaros", "a b c d e f g h i j k l m n"):
        for width in (58, 60.5, 150):
            shown = ET.fromstring(f"<svg>{heading(words, width, 11).body}</svg>")
            lines = list(shown.iter("text"))
            whole = " ".join(node.text for node in lines).replace("- ", "")
            assert whole == words or (width < 100 and whole.endswith("…"))
            assert len(lines) <= 2
            assert all(float(node.attrib["font-size"]) >= LEAST for node in lines)
            assert all(breadth(node.text, float(node.attrib["font-size"]), bold=True) < width + 3 for node in lines)


def test_a_line_that_is_made_smaller_is_not_cut():
    for width in np.linspace(breadth("Pesadillas", LEAST) + 0.1, 66, 99):
        assert "…" not in line("Pesadillas", width, 12).body


def test_without_pictures_the_text_is_drawn_with_buttons():
    four = envs.game(YARDSTICK)
    state = four.new()
    svg = four.draw(state)
    assert "1 2 3 4 5 6 7" in svg
    assert offered(svg) == [[action] for action in range(7)]
    after = four.copy(state)
    for action in (0, 1, 0, 1, 0, 1):
        four.step(after, action)
    assert four.show.tell(after, 0, 0) == ["you: 1 point"]
    assert four.explain(state, 3) == "drop into column 4"
    with pytest.raises(GameError, match="nothing is called 'disc'; there is nothing to explain"):
        four.explain(state, "disc")


def test_what_is_given_is_checked():
    misty = envs.game("misty")
    state = misty.new(2)
    for call in (misty.render, misty.draw):
        with pytest.raises(GameError, match="no player 2"):
            call(state, 2)
    with pytest.raises(GameError, match="not a state of misty"):
        misty.render(envs.game(YARDSTICK).new())
    with pytest.raises(IllegalActionError, match="is not legal"):
        misty.show.moments(state, 40)
    with pytest.raises(GameError, match=r"nothing is called 'flowr'; there is .*flower"):
        misty.explain(state, "flowr")
    with pytest.raises(OptionError, match="theme 'pink' is not accepted; accepted: light, dark"):
        misty.draw(state).themed("pink")


def test_what_a_seat_knows_of_a_position_is_found_out_once(monkeypatch):
    misty = envs.game("misty")
    state = misty.new(2, seed=5)
    concealed = []
    conceal = misty.conceal
    monkeypatch.setattr(misty, "conceal", lambda state, seat: (concealed.append(seat), conceal(state, seat)))
    first, again, other, watcher = (misty.view(state, seat) for seat in (0, np.int8(0), 1, -1))
    assert concealed == [0, 1, 0, 1]  # a spectator knows what both know
    assert first.record.tobytes() == again.record.tobytes() == misty.known(state, 0).tobytes()
    assert len({view.record.tobytes() for view in (first, other, watcher)}) == 3
    first.record.to_move = 1 - state.to_move
    assert misty.view(state, 0).record.to_move == state.to_move


# ---- what a game explains


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_everything_in_every_pack_can_be_explained(game):
    from medianoche.envs.core.content import pack

    for source in (*pack.names(game.content.package), 3):
        packed = game.content.with_packs([source])
        for number, options in enumerate(
            game.declaration.variants if source == "standard" else game.declaration.variants[:1]
        ):
            state = packed.new(game.players[0], pack=source, **options)
            words = packed.declaration.glossary(packed.view(state))
            asked = list(words)[:: 10 if number else 4]  # each lists all words anew
            assert all(packed.explain(state, name.upper()) == f"{name}: {words[name]}" for name in asked)
            assert len(set(words)) == len(words)
            assert all(len(text) > 10 for text in words.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_is_explained_and_an_illegal_one_too(game):
    for state in contract.positions(game, game.players[-1], 8, count=10):
        for action in game.legal_actions(state)[::5]:
            assert game.explain(state, int(action)).startswith(game.describe(state, int(action)))
        for action in range(0, game.num_actions, 37):
            assert game.explain(state, action, int(state.to_move))


@repeated(1, 2, "games")
@pytest.mark.parametrize("game", GAMES)
def test_an_account_leaves_nothing_out(game, games):
    """Between two moments that differ for a seat in more than whose turn it is, something is told."""
    silent = {"to_move", "phase", "pc", "left", "rng", "scores", "wild_idx", "spell_open", "placed", "done", "utility"}
    for seed in range(games):
        state = game.new(game.players[-1], seed)
        rng = np.random.default_rng(seed)
        while not state.done:
            moments = game.show.moments(state, int(rng.choice(game.legal_actions(state))))
            state = moments[-1]
            for place in range(len(moments) - 1):
                pair = moments[place : place + 2]
                for seat in (0, None):
                    one, two = (game.view(state, seat).record for state in pair)
                    changed = {
                        name
                        for name in game.declaration.state_dtype.names
                        if one[name].tobytes() != two[name].tobytes()
                    }
                    if changed - silent:
                        assert game.account(pair, seat), (seat, changed)


# ---- render modes


@pytest.mark.parametrize("name", [YARDSTICK, "misty"])
def test_an_environment_draws_itself(name):
    game = envs.game(name)
    env = game.aec(render_mode="svg")
    env.reset(seed=1)
    assert env.render() == game.draw(env.record)
    assert "svg" in env.metadata["render_modes"]


def test_pixels_are_of_one_size_and_not_blank():
    pytest.importorskip("resvg_py")
    env = envs.game("correo").aec(render_mode="rgb_array")
    env.reset(seed=1)
    frames = [env.render()]
    env.step(env.sample_legal())
    frames.append(env.render())
    assert {frame.shape for frame in frames} == {(*modes.FRAME, 3)}
    assert all(frame.dtype == np.uint8 and frame.std() > 10 for frame in frames)
    assert (frames[0] != frames[1]).any()
    light = envs.game("misty").draw(envs.game("misty").new()).pixels(300, 200, "light")
    assert light.shape == (300, 200, 3)
    assert light.mean() > 150 > frames[0].mean()
    assert "#" + bytes(light[-1, -1].tolist()).hex() == PALETTE["paper"][0]


def test_without_the_library_pixels_are_refused_in_a_line(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    misty = envs.game("misty")
    with pytest.raises(OptionError, match=r"^pixels need resvg-py; pip install 'medianoche\[pixels\]'$"):
        misty.draw(misty.new()).png()
    monkeypatch.setattr(modes, "available", lambda: ["ansi"])
    with pytest.raises(OptionError, match=r"^render_mode 'rgb_array': pixels need resvg-py"):
        misty.aec(render_mode="rgb_array")


# ---- the pen


def test_words_wrap_within_their_width():
    words = "Whoever first wins two rounds wins the match, however many points the others have"
    for width in (60.0, 120.0, 300.0):
        lines = wrap(words, width, 12)
        assert " ".join(lines) == words
        assert all(breadth(line, 12) <= width or " " not in line for line in lines)
    assert paragraph(words, 100).height > paragraph(words, 300).height


def test_blocks_flow_within_a_width():
    blocks = [paragraph("word", 100) for _ in range(7)]
    assert flow(blocks, 330).width <= 330
    assert flow(blocks, 330).height == pytest.approx(3 * blocks[0].height + 16)
    picture = sheet(flow(blocks, 330)._replace(width=330), "words")
    width, height = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture).groups()
    assert width == "346"
    ground = re.search(r"<rect [^>]*>", picture).group()
    for name, value in {"x": 0, "y": 0, "width": width, "height": height}.items():
        assert f' {name}="{value}"' in ground


def test_a_picture_is_text_that_notebooks_show_in_either_theme():
    misty = envs.game("misty")
    svg = misty.draw(misty.new(seed=3), 0)
    assert isinstance(svg, Svg)
    assert isinstance(svg, str)
    assert svg._repr_svg_() == svg
    for k, theme in enumerate(("light", "dark")):
        plain = svg.themed(theme)
        assert "var(" not in plain
        assert PALETTE["ink"][k] in plain
        assert PALETTE["ink"][1 - k] not in plain


@pytest.mark.parametrize("theme", [0, 1])
def test_words_can_be_read_on_every_ground(theme):
    for ground in ("paper", "card", "fog", "level0", "level1", "level2", "level3", "level4"):
        assert contrast(PALETTE["ink"][theme], PALETTE[ground][theme]) >= 4.5, ground
    for paint in ("faint", "act", "new", "green", "yellow", "pink", "blue", "red"):
        assert contrast(PALETTE[paint][theme], PALETTE["card"][theme]) >= 4, paint


@pytest.mark.parametrize(("lang", "house", "other"), [("en", "your house", "player 2's house"), ("es", "tu casa", "")])
def test_a_sentence_speaks_to_the_seat_that_looks(lang, house, other):
    halloween = envs.game("halloween")
    view = halloween.view(halloween.new(seed=1), 0, lang)
    assert view.say("house-of", who=view.mentions[0]) == house
    assert view.say("house-of", who=view.mentions[1]) != house
    assert not other or view.say("house-of", who=view.mentions[1]) == other
