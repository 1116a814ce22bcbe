"""Games as pages: all that was played is there, nothing that a seat may not know, and small."""

import base64
import json
import re
import zlib

import pytest

from medianoche import envs
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.show import episode as episodes
from medianoche.envs.core.show import page as pages
from medianoche.envs.core.show.episode import WIDTHS, Storyboard, episode
from medianoche.envs.halloween.packs.art import PAINTS
from tests.benchmarks.calls import larger

GAMES = {"misty": 2, "correo": 2, "halloween": 4, "nocturna": 3, "medianokte": 2}


def played(name, players, decisions, seed=1):
    """The first decisions of a game, by the hand-written policy."""
    env = envs.game(name).aec(num_players=players)
    env.reset(seed)
    while not env.record.done and len(env.history) < decisions:
        env.step(env.game.heuristic(env.record, len(env.history)))
    return env.replay()


def svg(shown, number):
    """A picture put together as the viewer does it."""
    item = shown["items"][number]
    if isinstance(item, str):
        return item
    tag = shown["items"][item[0]]
    name = re.match(r"<([-:\w]+)", tag)[1]
    return tag + "".join(svg(shown, part) for part in item[1:]) + f"</{name}>"


def unpacked(page):
    text = re.search(r'type="text/plain">([^<]+)<', page)[1]
    return json.loads(zlib.decompress(base64.b64decode(text)))


@pytest.fixture(scope="module")
def misty():
    return played("misty", 2, 10**6)


@pytest.mark.parametrize("name", ["misty", "nocturna", *map(larger, ("correo", "halloween", "medianokte"))])
def test_every_picture_comes_out_as_it_was_drawn(name):
    replay = played(name, GAMES[name], 12)
    shown = episode(replay)
    game = envs.game(name)
    state = replay.env().record
    assert [view["seat"] for view in shown["views"]] == [None, *range(GAMES[name])]
    for seat in range(GAMES[name]):
        first = shown["views"][seat + 1]["frames"][0]
        for width, number in zip(WIDTHS, first["pictures"], strict=True):
            drawn = game.draw(state, seat, actions=[], width=width)
            assert svg(shown, number) == drawn


def test_everything_has_a_frame_for_each_decision_and_the_end(misty):
    frames = episode(misty, [None])["views"][0]["frames"]
    assert [frame["step"] for frame in frames] == list(range(len(misty.actions) + 1))
    assert all(frame["choice"] for frame in frames[:-1])
    assert (frames[-1]["choice"], frames[-1]["asked"]) == ("", -1)


def test_a_seats_page_does_not_depend_on_what_is_hidden_from_it():
    """Two of three have picked, and nothing is revealed: what the second one picked is not on the first one's page."""
    begun = played("misty", 3, 1)
    pages_of = []
    env = begun.play()
    for second in env.game.legal_actions(env.record)[:2]:
        env = begun.play()
        env.step(int(second))
        pages_of.append(episode(env.replay(), [0]))
    assert pages_of[0] == pages_of[1]
    assert not any(name == "seed" for name, _ in pages_of[0]["facts"])


def test_a_seats_page_has_nothing_but_its_view(misty):
    shown = episode(misty, [1])
    (view,) = shown["views"]
    game = envs.game("misty")
    state = misty.env().record
    used = {svg(shown, number) for frame in view["frames"] for number in frame["pictures"]}
    texts = {text for picture in used for text in re.findall(r">([^<]+)<", picture)}
    kept = {text for item in shown["items"] if isinstance(item, str) and not item.startswith("<") for text in [item]}
    assert kept <= texts | {re.search(r"<style>(.*?)</style>", game.draw(state, 1))[1]}
    assert [frame["step"] for frame in view["frames"]] == list(range(len(view["frames"])))


def test_a_page_has_the_colours_of_the_seats(misty):
    assert episode(misty, [1])["colours"] == ["blue", "orange"]
    halloween = played("halloween", 4, 12)
    colours = halloween.play().record.colour[:4].tolist()
    assert min(colours) >= 0
    assert episode(halloween, [0])["colours"] == [PAINTS[colour] for colour in colours]


def test_a_page_stands_alone_and_is_small(misty):
    page = misty.show()
    assert len(page.encode()) < pages.PAGE_BYTES
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<link|src=", page)
    assert unpacked(page)["seats"] == ["player 1", "player 2"]
    assert page._repr_html_().startswith("<iframe srcdoc=")
    assert '"' not in page._repr_html_().split('"')[1]


def test_a_game_that_is_too_long_says_what_is_left_out(misty, monkeypatch):
    board = Storyboard(misty, [None], {"en": ()})
    whole = board.episode()
    monkeypatch.setattr(pages, "PAGE_BYTES", len(pages.page(board)) * 2 // 3)
    page = pages.page(board)
    shown = unpacked(page)
    assert len(page.encode()) <= pages.PAGE_BYTES
    assert re.match(r"One position in \d+ is shown", shown["notes"][0])
    news = [[line for frame in page["views"][0]["frames"] for line in frame["news"]] for page in (whole, shown)]
    assert news[0] == news[1]


@pytest.mark.parametrize("enough", [1, 2, 3, 6])
def test_a_page_has_the_positions_for_which_it_has_room_and_others_are_not_drawn(misty, monkeypatch, enough):
    board = Storyboard(misty, [None], {"en": ()})
    sizes = {every: len(pages._page(board.episode(every)).encode()) for every in range(1, 8)}
    monkeypatch.setattr(pages, "PAGE_BYTES", sizes[enough])
    drawn = []
    draw = episodes.sheet
    monkeypatch.setattr(episodes, "sheet", lambda *parts: drawn.append(parts) or draw(*parts))
    told = []
    shown = unpacked(pages.page(Storyboard(misty, [None], {"en": ()}), lambda *count: told.append(count)))
    every = int(re.search(r"in (\d+) is", shown["notes"][0])[1]) if shown["notes"] else 1
    assert shown["views"] == board.episode(every)["views"]
    assert sizes[every] <= sizes[enough]
    assert every == 1 or sizes[every - 1] > sizes[enough]
    if every < 3:
        assert len(drawn) == 2 * board.length
    else:
        assert len(drawn) < 1.6 * board.length
    assert told[-1][0] == told[-1][1] > 0
    assert all(done <= whole for done, whole in told)


def test_what_is_thinned_are_frames_not_pictures_and_a_page_has_all_languages(misty):
    one, other = (episode(misty, [1], lang=lang, called=["Ana", ""]) for lang in ("en", "es"))
    board = Storyboard(misty, [1], {"en": (), "es": ()}, ["Ana", ""])
    fewer = board.episode(3)
    whole = board.episode()
    assert len(whole["items"]) < 1.8 * len(one["items"])
    assert len(fewer["items"]) < len(whole["items"])
    for packed_page, shown in ((one, fewer), (other, fewer["others"][0] | {"items": fewer["items"]})):
        assert (shown["lang"], shown["seats"], shown["words"]) == (
            packed_page["lang"],
            packed_page["seats"],
            packed_page["words"],
        )
        assert shown["seats"][0] == "Ana"
        for frame, kept in zip(packed_page["views"][0]["frames"][::3], shown["views"][0]["frames"], strict=False):
            assert [svg(packed_page, n) for n in frame["pictures"]] == [svg(shown, n) for n in kept["pictures"]]


def test_a_seat_that_is_not_there_and_a_damaged_replay_are_refused(misty):
    with pytest.raises(ReplayError, match="seat 2 is not accepted; accepted: 0 to 1"):
        misty.show(2)
    broken = Replay(**{**vars(misty), "actions": [*misty.actions[:-1], 10**5]})
    with pytest.raises(ReplayError, match="fails"):
        broken.show()
