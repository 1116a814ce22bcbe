"""The hand-written policy plays obvious actions."""

from functools import partial

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.medianokte.kernels.heuristic import tired_worth
from medianoche.envs.medianokte.state import Slot
from tests.envs.medianokte.numbers import KAPITANA, KAZADOR, KURADORA, MEKANIKO, NIGROMANTE
from tests.envs.medianokte.table import GAME, board, crew, play

K = KAZADOR
P = KAPITANA
U = KURADORA
M = MEKANIKO
N = NIGROMANTE


def test_the_enemy_strikes_a_crew_member_that_falls_by_it():
    state = crew(seat=0, energy=3, army=[(12, 0, 0)], poison=[9, 9], damage=[3, 8])
    assert GAME.heuristic(state) == 47


def test_the_crew_brings_the_boss_down_when_it_can():
    state = crew(boss_damage=14, boss_poison=9, army=[(14, 0, 0)])
    assert GAME.heuristic(state) == 147 + 41


def test_the_crew_heals_who_would_fall():
    state = board(3, 0, [U, P], 1, damage=[0, 9], bleed=[0, 1], orient=[[2, 2, 0]])
    assert GAME.heuristic(state) == 405
    assert GAME.heuristic(play(state, 405)) == 619


def test_it_builds_a_full_deck():
    state = GAME.new(3, seed=1, decks="build", characters="choose")
    while state.phase < 2:
        GAME.step(state, GAME.heuristic(state))
    assert state.deck_astrali.sum() + state.hand_astrali.sum() == 20
    assert state.explore_object.sum() == 14


def test_it_plays_alike_when_asked_again():
    state = GAME.new(4, seed=3)
    while not state.done:
        action = GAME.heuristic(state, seed=1)
        assert action == GAME.heuristic(state, seed=1)
        GAME.step(state, action)


def test_what_tiring_cards_is_worth_is_summed_and_an_assist_has_a_worth_of_its_own():
    state = crew()
    pack = GAME.content.read_pack("standard").records[0]
    worth = partial(uncompiled(tired_worth), pack, state, 0)
    assert worth(1 << Slot.ASSIST) == 2.5
    assert worth(0) == 0
    assert worth(1 << Slot.ASSIST | 1) == 2.5 + worth(1)
