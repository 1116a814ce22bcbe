import contextlib
import pickle
import sys
from operator import attrgetter
from typing import Literal

import numpy as np
import pytest
from pydantic import Field, StrictInt

import medianoche
from medianoche import envs
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.content.pack import to_toml
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.errors import (
    GameError,
    MedianocheError,
    OptionError,
    PackError,
    PositionError,
)
from medianoche.envs.core.play.match import Replay
from tests.envs.core.locks import writable

USES = (
    *("legal_actions", "copy", "heuristic", "rules.inconsistency", "rules.advance"),
    *("content.pack_of", "content.options_of"),
)


def test_names_and_locations_give_one_object(four):
    assert envs.game("misty") is envs.game("medianoche.envs.misty:Misty")
    assert pickle.loads(pickle.dumps(four)) is four
    assert pickle.loads(pickle.dumps(envs.game("kuhn"))) is envs.game("kuhn")  # no test gives it further packs
    assert envs.game("misty").content.location == "misty"


def test_a_pickled_environment_takes_along_its_own_pack_only():
    misty = envs.game("misty")
    env = misty.aec(pack=5)
    misty.new(pack=7)
    twin = pickle.loads(pickle.dumps(env))
    assert [pack.source for pack in twin.game.content.packs] == [5]
    assert twin.game.content.packs[0].hash == env.game.content.packs[0].hash


def test_a_pack_that_changed_since_pickling_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(envs.game("misty").content.read_pack(5).model))
    pickled = pickle.dumps(envs.game("misty").batch(1, pack="mine.toml", seed=0))
    pickle.loads(pickled)
    file.write_text(to_toml(envs.game("misty").content.read_pack(6).model))
    with pytest.raises(PackError, match=r"pack mine\.toml has changed"):
        pickle.loads(pickled)


def test_a_pack_is_what_its_file_holds_now(tmp_path, monkeypatch):
    misty = envs.game("misty")
    packs = [envs.game("misty").content.read_pack(number) for number in (11, 12, 13)]
    folders = [tmp_path / name for name in ("one", "two")]
    for folder, pack in zip(folders, packs[1:], strict=True):
        folder.mkdir()
        (folder / "night.toml").write_text(to_toml(pack.model))
    monkeypatch.chdir(folders[0])
    before = misty.new(pack="night.toml")
    assert misty.new(pack="night.toml").pack == misty.new(pack=12).pack == before.pack
    (folders[0] / "night.toml").write_text(to_toml(packs[0].model))
    edited = misty.new(pack="night.toml")
    monkeypatch.chdir(folders[1])
    elsewhere = misty.new(pack="night.toml")
    for state, pack in zip((edited, before, elsewhere), packs, strict=True):
        assert misty.content.pack_of(state) == pack.model
        assert misty.content.records[state.pack].tobytes() == pack.records.tobytes()


def test_no_more_packs_than_a_state_can_number(duel, monkeypatch):
    for sources, count in ((["standard"] * 32_769, 32_769), (range(10**15), 10**15), ([], 0)):
        with pytest.raises(PackError, match=rf"^duel: {count} packs; accepted: 1 to 32768$"):
            duel.batch(2, pack=sources, seed=0)
    assert duel.batch(32_768, pack=["standard"] * 32_768, seed=0).states["pack"][-1] == 32_767
    misty = envs.game("misty").content.with_packs(["standard"])
    monkeypatch.setitem(vars(misty.content), "packs", misty.content.packs * 32_768)
    assert misty.new(pack="standard").pack == 0
    with pytest.raises(PackError, match="32769 packs"):
        misty.new(pack=3)


def test_packs_are_read_only():
    for game in (
        envs.game("misty"),
        envs.game("misty").content.with_packs([1, 2]),
        envs.game("misty").content.with_packs(["random:1"]),
    ):
        assert not writable(game.content.records)


def test_long_lines_lose_their_middle():
    line = str(GameError("begin\n" + "x" * 10_000 + "\x1b end"))
    assert len(line) < 1100
    assert line.startswith("begin x")
    assert line.endswith("x\\x1b end")


def test_a_third_party_game_joins_the_registry():
    envs.register("four_of_theirs", "medianoche.toys.connect_four:ConnectFour", title="Four")
    try:
        assert "four_of_theirs" in envs.names()
        assert envs.make_batch("four_of_theirs", 2, seed=0).num_envs == 2
    finally:
        from medianoche.envs.core import registry

        del registry._entries["four_of_theirs"]


def test_a_yardstick_has_a_name_and_is_no_game_of_the_suite(tmp_path):
    game = envs.game("kuhn")
    assert game is envs.game("medianoche.toys.poker:Kuhn")
    assert game.content.location == "kuhn"
    assert pickle.loads(pickle.dumps(game)) is game
    assert "kuhn" not in envs.names()
    toys = "toys: connect_four, brisca, love_letter, kuhn, "
    with pytest.raises(GameError, match=rf"unknown game 'kuhm' \(did you mean kuhn\?\); .*; {toys}"):
        envs.game("kuhm")
    env = game.aec()
    env.reset(3)
    while not env.record.done:
        env.step(env.sample_legal())
    env.replay().save(tmp_path / "game.json")
    assert Replay.load(tmp_path / "game.json").play().record.done


REFUSED = [
    (GameError, lambda four, duel: medianoche.make("medianoche.envs.core.declaration:Declaration"),
     "core.declaration:Declaration is no game that can be played: it has no name, title, players"),
    (GameError, lambda four, duel: envs.game("hallowen"),
     "unknown game 'hallowen' (did you mean halloween?); games: correo"),
    (GameError, lambda four, duel: envs.game("MISTI"), "unknown game 'MISTI' (did you mean misty?)"),
    (GameError, lambda four, duel: envs.game("chess"), "unknown game 'chess'; games"),
    (OptionError, lambda four, duel: duel.new(kind=2), "no option 'kind' (did you mean kinds?); options: kinds, open"),
    (PackError, lambda four, duel: envs.game("misty").new(pack="standrad"),
     "unknown pack 'standrad' (did you mean standard?)"),
    (GameError, lambda four, duel: four.new(num_players=3), "not for 3 players; accepted: 2"),
    (OptionError, lambda four, duel: four.new(speed=1), "no option 'speed'; options: none"),
    (GameError, lambda four, duel: four.observe(four.new(), 2), "no player 2; accepted: 0 to 1"),
    (GameError, lambda four, duel: four.heuristic(four.position(own=0, discs=0, ply=42, done=1, check=False)),
     "the game is over"),
    (GameError, lambda four, duel: four.new(seed=2**64), "non-negative integer"),
    (GameError, lambda four, duel: four.new(seed=True), "non-negative integer"),
    (GameError, lambda four, duel: four.new(2.0), "is not an integer"),
    (PositionError, lambda four, duel: four.position(own=0b1, discs=0b11, ply=3), "more discs than turns"),
    (PositionError, lambda four, duel: four.position(discz=1), "no field 'discz'"),
    (PositionError, lambda four, duel: four.position(ply=300), "ply does not fit int8: 300"),
    (PositionError, lambda four, duel: four.position(scores=[1, 2, 3]), "scores has shape (2,), given (3,)"),
    (GameError, lambda four, duel: four.step(four.batch(3, seed=0).states[1], 4),
     "the state is read-only; give a copy"),
    (GameError, lambda four, duel: four.info(four.new(), 2), "no player 2"),
    (GameError, lambda four, duel: four.info(four.new(), 0.0), "connect_four: player"),
    (GameError, lambda four, duel: dispatch.register(np.dtype([("round", np.uint8)]), "theirs"),
     "'round' of STATE is an attribute of np.record"),
    (GameError, lambda four, duel: four.new() is None
     or dispatch.register(four.declaration.state_dtype, "tests.toys.coin"),
     "the same STATE record"),
    (GameError, lambda four, duel: dispatch.kernel_of("medianoche.envs.core", "heuristic"), "has no kernel"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "call", "said"), REFUSED, ids=[row[2] for row in REFUSED])
def test_what_is_wrong_is_refused_in_one_line(four, duel, error, call, said):
    with pytest.raises(error) as caught:
        call(four, duel)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["nothing", "no.module:Class", "medianoche.envs.misty:Nobody", "", ":", "x" * 10_000])
def test_unknown_games_get_one_line(name):
    for find in (envs.game, medianoche.make, lambda name: medianoche.make_batch(name, 2, seed=0)):
        with pytest.raises(GameError) as caught:
            find(name)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 350  # it names all games


@pytest.mark.parametrize(("text", "said"), [
    ("KINDS = 4\nSIZE = KINDZ\n", "NameError: name 'KINDZ' is not defined ({file}, line 2: SIZE = KINDZ)"),
    ("KINDS = 4\nSIZE = (KINDS\n", "SyntaxError: '(' was never closed (rules.py, line 2) ({file}, line 2: SIZE ="),
    ("\nfrom numpy import cards\n", "({file}, line 2: from numpy import cards)"),
])  # fmt: skip
def test_a_module_of_the_user_s_that_fails_is_told_with_file_and_line(tmp_path, monkeypatch, text, said):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "own_game").mkdir()
    file = tmp_path / "own_game" / "rules.py"
    file.write_text(text)
    try:
        with pytest.raises(GameError, match=r"^no game at own_game\.rules:Own: ") as caught:
            envs.game("own_game.rules:Own")
        assert said.format(file=file) in str(caught.value)
        with pytest.raises(GameError, match=r"^own_game\.rules cannot be imported: ") as caught:
            dispatch._defining("own_game", "reset")
        assert said.format(file=file) in str(caught.value)
    finally:
        sys.modules.pop("own_game", None)


def test_a_game_that_another_process_has_defined_is_to_be_written_to_a_file():
    with pytest.raises(GameError, match=r"no game at __main__:Own: what a notebook .* write it to a file"):
        envs.game("__main__:Own")


def test_a_state_is_one_record_of_the_game(four):
    batch = four.batch(3, seed=0)
    fixed = np.frombuffer(batch.states[0].tobytes(), four.declaration.state_dtype).view(np.recarray)[0]
    assert len(four.legal_actions(fixed)) == 7
    uses = [*(attrgetter(name)(four) for name in USES), lambda state: four.describe(state, 0)]
    uses.append(lambda state: four.info(state, 0))
    others = np.zeros(3), np.void(b"abc"), np.zeros(1, four.declaration.state_dtype)[0], envs.game("misty").new()
    for wrong in (batch.states, batch.states[:1], batch.states[["rng", "ply"]][0], *others):
        for use in uses:
            with pytest.raises(GameError, match="not a state of connect_four"):
                use(wrong)
    state = four.new()
    state.pack = 7
    for use in (four.legal_actions, uses[-1], four.content.pack_of, uses[-2]):
        with pytest.raises(GameError, match="pack 7"):
            use(state)


def test_other_integers_are_accepted(four):
    state = four.new()
    four.step(state, np.int8(3))
    four.rules.apply(state, np.array(3))
    assert state.ply == 2


def test_a_position_overrides_fields(four):
    state = four.position(own=0b1, discs=0b11, ply=2)
    assert four.legal_actions(state).tolist() == list(range(7))
    assert four.position(own=0b1, discs=0b11, ply=3, check=False).ply == 3
    assert four.position(scores=[1], check=False).scores.tolist() == [1, 0]


def test_positions_derive_what_follows_and_keep_what_was_given(duel):
    state = duel.position(3, card=[1, 1, 2])
    assert state.copies.tolist() == [0, 2, 1, 0]
    with pytest.raises(PositionError, match="copies are not those of the cards"):
        duel.position(3, card=[1, 1, 2], copies=[1, 1, 1, 0])


def test_names_stand_for_numbers(duel):
    by_name = duel.position(3, phase="GUESS", card=["MOON", "CAT", 3])
    assert by_name.tobytes() == duel.position(3, card=[0, 2, 3]).tobytes()
    assert duel.position(3, card=np.array(["OWL"])).tobytes() == duel.position(3, card=[1]).tobytes()
    assert duel.position(2, open=True, phase=duel.declaration.phases.GUESS).open == 1


@pytest.mark.parametrize(("fields", "said"), [
    ({"phase": None}, r"phase = None; accepted: int8, or of GUESS, END$"),
    ({"phase": "THINK"}, r"phase = 'THINK'; accepted: int8, or of GUESS, END$"),
    ({"card": ["MOON", "SUN"]}, r"card = \['MOON', 'SUN'\]; accepted: int8\[5\], or of MOON, OWL, CAT, BAT$"),
    ({"guesses": 1.0}, r"guesses = 1.0; accepted: int8$"), ({"guesses": "1"}, r"guesses = '1'; accepted: int8$"),
    ({"guesses": [1]}, r"guesses has shape \(\), given \(1,\)$"),
    ({"card": [[1, 2], [3]]}, r"card: list given; accepted: int8\[5\]"),
    ({"utility": float("nan")}, r"utility does not fit float32"),
    ({"guesses": 2**70}, r"guesses = 1180591620717411303424; accepted: int8$"),
    ({"kinds": 2.0}, r"option kinds = 2.0; accepted: 2, 3, 4$"),
    ({"kinds": True}, r"option kinds = True; accepted: 2, 3, 4$"),
    ({"kinds": 5}, r"option kinds = 5; accepted: 2, 3, 4$"), ({"open": 2}, "option open = 2; accepted: True, False$"),
    ({"open": "\n" * 999}, r"option open = '[n\\]*\.\.\.; accepted: True, False$"),
    ({"to_move": 2}, r"to_move 2; accepted: a seat"), ({"done": 1}, r"done 1"),
    ({"phase": 5}, r"phase = 5; accepted: 0 or 1"), ({"guesses": -1}, r"guesses = -1; accepted: 0 to 20"),
])  # fmt: skip
def test_positions_that_are_none_get_one_line(duel, fields, said):
    with pytest.raises(MedianocheError, match=said) as caught:
        duel.position(2, **fields)
    assert "\n" not in str(caught.value)


def test_options_of_several_kinds_say_what_they_accept(duel, monkeypatch):
    class More(Options):
        first: Literal["random"] | StrictInt = "random"
        most: int = Field(2, ge=0, le=4, strict=True)

    monkeypatch.setattr(type(duel.declaration), "options_model", More)
    for options, said in (({"first": True}, "'random', an integer"), ({"most": 2.5}, "an integer from 0 to 4")):
        with pytest.raises(OptionError, match=f"accepted: {said}$"):
            duel.content.options(options)
    with pytest.raises(TypeError, match=r"has no option 'frameskip'; options: first, most$"):
        duel.content.options({"frameskip": 4})
    with pytest.raises(OptionError, match="has no option ''; options: first, most"):
        duel.content.options({"": 4})
    assert duel.content.options({"first": 3, "most": 0}).first == 3


@pytest.mark.parametrize("name", envs.names())
def test_options_of_fields_without_a_meaning_are_one_line(name):
    game = envs.game(name)
    blank = np.zeros(1, game.declaration.state_dtype).view(np.recarray)[0]
    with pytest.raises(GameError, match="pack 0 or num_players 0 is out of range"):
        game.content.options_of(blank)
    state = game.new()
    for field in set(game.declaration.state_dtype.names) - {"pack", "num_players"}:
        other = game.copy(state)
        if other[field].dtype.kind == "i":
            other[field] = 99
        for use in (game.content.options_of, lambda state: game.describe(state, game.num_actions - 1)):
            with contextlib.suppress(GameError):
                use(other)


def test_step_makes_forced_moves_and_apply_does_not(four):
    # Only column 7 has room, for two discs: after the first the second is forced.
    full = sum(0b111111 << 7 * column for column in range(6)) | 0b1111 << 42
    state = four.position(discs=full, own=full & 0x2A552A552A552A, ply=40, check=False)
    assert four.legal_actions(state).tolist() == [6]
    alone = four.copy(state)
    four.rules.apply(alone, 6)
    assert (alone.ply, alone.done) in {(41, 0), (41, 1)}
    four.step(state, 6)
    assert state.done
    assert state.ply == (41 if alone.done else 42)


def test_a_game_without_a_folder_of_kernels_is_small():
    """Loops contain the kernels of such a game, and call those of the others."""
    assert dispatch.is_small("medianoche.toys.connect_four")
    assert dispatch.is_small("tests.toys.coin")
    assert not dispatch.is_small("medianoche.envs.misty")
