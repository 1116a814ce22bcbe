"""Accounts, texts and pictures for one seat."""

import re

import numpy as np
import pytest

from tests.envs.medianokte import numbers
from tests.envs.medianokte.table import GAME, board, crew, play

REST = "each crew member has all cards rest one step, becomes euphoric and heals 1"
REVIVAL = "the user revives an astrali of cost 3 or less from the void as a weapon"


def account(state, action, seat=None, seed=0):
    """The account of a step; the seed determines the dice."""
    state = GAME.copy(state)
    state.rng = seed
    return GAME.account(GAME.moments(state, action), seat)


def some(state, action, seat=None):
    """The accounts of a step with each of some seeds."""
    return [account(state, action, seat, seed) for seed in range(12)]


def tile(svg, name):
    """Number of tiles with this name."""
    return svg.count(f">{name}</text>")


# ---- the Enemy's hand


def test_the_crew_sees_backs_and_what_it_knows_of_the_hand() -> None:
    state = crew(seat=0, hand_astrali={0: 2, 12: 1}, known_astrali={12: 1})
    state.deck_astrali -= state.hand_astrali
    assert "  hand (3): Verdugo, 2 unknown" in GAME.render(state, 1)
    assert "  hand (3): Larva x2, Verdugo" in GAME.render(state, 0)
    assert "  of it the crew knows: Verdugo" in GAME.render(state, 0)
    for seat, backs in ((1, 3), (2, 3), (0, 1), (None, 1)):  # one on the deck
        assert GAME.draw(state, seat).count('"#medianokte-back0"') == backs
    assert tile(GAME.draw(state, 1), "Verdugo") == tile(GAME.draw(state, 0), "Larva") == 1
    assert tile(GAME.draw(state, 1), "Larva") == 0


def test_cards_drawn_are_named_to_the_enemy_and_counted_for_the_crew() -> None:
    state = crew(seat=0, boss_cards=[1, 1, 1, 0, 1], hand_event={0: 1},
        max_rounds=20
    )  # fmt: skip
    state.deck_event[0] -= 1
    told, secret = account(state, 4, 0), account(state, 4, 1)
    assert told[0] == "you played the action card Saqueo: the Enemy gets 2 energy and draws 1 card"
    assert secret == [
        "the Enemy played the action card Saqueo: the Enemy gets 2 energy and draws 1 card",
        "the Enemy got 2 energy: 2 now", "the Enemy drew 1 card", "the Enemy drew 6 cards", "action cards rest",
        "your turn",
    ]  # fmt: skip
    assert sum(line.startswith("you drew ") for line in told) == 7


def test_a_reshuffle_is_told_and_shows_the_hand() -> None:
    state = crew(seat=0, hand_astrali={12: 2}, hand_event={0: 1})
    state.deck_event[:], state.deck_astrali[:] = 0, 0
    state.discard_event[:] = 0
    state.discard_event[5] = 6
    lines = account(state, 4, 1)
    assert "the discard became the deck; what the Enemy held then is known to the crew" in lines
    assert [line for line in lines if "drew" in line] == ["the Enemy drew 1 card", "the Enemy drew 4 cards"]
    assert "Momento de Vacilación" in re.search(r"hand \(\d\): (.*)", GAME.render(play(state, 4), 1))[1]


# ---- the Enemy's turn


def test_purchases_are_told_with_their_cost() -> None:
    state = crew(seat=0, energy=6, hand_astrali={12: 1}, hand_event={9: 1})
    assert account(state, 6 + 12, 1) == ["the Enemy summoned Verdugo for 3 energy", "the Enemy spent 3 energy: 3 now"]
    assert account(state, 30 + 9, 0) == [
        "you played Torreta Automátika for 2 energy: a crew member of choice is hit by 3 dice against armour",
        "you spent 2 energy: 4 now",
    ]


def test_a_strike_is_told_with_its_dice_and_wounds() -> None:
    state = crew(seat=0, energy=2, army=[(12, 0, 0)], poison=[9, 0])
    assert account(state, 46, 1)[:4] == [
        "the Enemy's Verdugo (slot 1) struck you for 1 energy (3 dice against armour -4)",
        "the Enemy spent 1 energy: 1 now",
        "rolled 9, 5 and 1",
        "you took 3 damage: 6 of 9 life left",
    ]
    line = "your Verdugo (slot 1) struck Kapitana for 1 energy (3 dice against armour 5)"
    seen = [lines[:4] for lines in some(state, 47, 0)]
    spent = "you spent 1 energy: 1 now"
    for lines in seen:
        hits = sum(int(die) >= 5 for die in re.findall(r"\d+", lines[2]))
        hurt = f"Kapitana took {hits} damage: {10 - hits} of 10 life left" if hits else "Kapitana is not hurt"
        assert lines == [line, spent, lines[2], hurt]


def test_an_event_is_told_from_target_to_effect() -> None:
    state = play(crew(seat=0, energy=3, hand_event={0: 1}), 30)
    assert state.phase == numbers.TARGET
    told = {int(lines[1].removeprefix("rolled ")): (lines[0], *lines[2:]) for lines in some(state, 618, 1)}
    chosen = "the Enemy chose you for Momento de Vacilación"
    under = (chosen, "you rolled under will", "the Enemy ended the turn", "your turn")
    assert told == {die: under if die < 5 else (chosen,) for die in told}
    assert min(told) < 5 <= max(told)
    while state.phase == numbers.TARGET:
        state.rng += 1
        after = play(state, 618)
        state = after if after.to_move == 0 else state
    assert account(state, 648, 2)[:2] == ["Kazador's Arko de Hueso is exhausted", "Kazador's Ojo de Presa is exhausted"]
    assert "Arko de Hueso (exhausted): 3 dice distance; taps" in GAME.render(play(state, 648), 2)


def test_bleeding_is_told_as_such() -> None:
    state = crew(bleed=[1, 0], damage=[8, 0])
    told = {lines[1]: tuple(lines[2:]) for lines in some(state, 0, 2)}
    fall = ("Kazador bleeds", "Kazador took 1 damage: 0 of 9 life left", "Kazador fell", "the Enemy has won")
    ends = {**dict.fromkeys((1, 2, 3), fall), 4: ("your turn",), 5: ("your turn",)}
    ends[6] = ("Kazador stopped bleeding", "your turn")
    assert told == {f"Kazador rolled {die} for the bleeding": end for die, end in ends.items()}


# ---- the crew's turn


def test_an_attack_is_told_before_its_dice() -> None:
    state = board(3, numbers.UMBRAL, (numbers.NIGROMANTE, numbers.KAPITANA), 1, army=[(10, 1, 0), (0, 0, 1)])
    state.army_poison[0] = 4
    assert account(state, 147, 2) == [
        "Nigromante attacked Golem de Chatarra (slot 1) with Guadaña (3 dice melee against armour 1)",
        "rolled 9, 5 and 1", "Golem de Chatarra (slot 1) took 3 damage: 0 of 4 life left",
        "Golem de Chatarra fell and went to the void", "Nigromante got 1 counter: 1 of 3", "your turn",
    ]  # fmt: skip
    magic = {tuple(lines) for lines in some(state, 147 + 43 + 41, 1)}
    first = "you attacked Kapitán Umbral with Toke Marchito (magic die distance)"
    shows = "the magic die shows"
    assert (first, f"{shows} 0", "Kapitán Umbral is not hurt", "Kapitana's turn") in magic
    assert (first, f"{shows} 3", "Kapitán Umbral took 3 damage: 12 of 15 life left", "Kapitana's turn") in magic


def test_an_attack_at_every_foe_tells_each_wound() -> None:
    state = crew(seat=2, army=[(2, 0, 0), (12, 0, 0)])
    seen = {tuple(lines) for lines in some(state, 232, 0)}
    first = "Kapitana attacked every astrali and the boss with Trabuko (2 dice at every astrali and the boss)"
    last = "round 2: your turn"
    assert (
        first,
        "rolled 9 and 5",
        "Verdugo (slot 2) took 2 damage: 1 of 3 life left",
        "Centinela Oxidado (slot 1) took 2 damage: 0 of 2 life left",
        "Centinela Oxidado fell and went to the void",
        "Kapitana got 1 counter: 1 of 3",
        "Kapitán Umbral took 2 damage: 13 of 15 life left",
        last,
    ) in seen


def test_exploring_is_told_with_what_it_pays_and_finds() -> None:
    state = crew(orient=[[1, 2, 0]], explore_event={})
    state.explore_object[:], state.explore_event[:] = 0, 0
    state.explore_object[3] = 1
    after = play(state, 146)
    assert after.phase == numbers.DRAWN
    assert account(state, 146, 2) == [
        "Kazador explored: 2 cards rested; found Rifle Largo (cost 2; weapon: 5 dice distance; exhausts)",
        "the Enemy got 2 energy: 2 now",
    ]
    assert account(after, 610, 2) == [
        "Kazador gave Rifle Largo to you for 2 energy to the Enemy",
        "the Enemy got 2 energy: 4 now",
    ]
    assert account(after, 614, 1) == ["you discarded Rifle Largo", "Kapitana's turn"]
    assert account(play(after, 610), 617, 1) == ["Kapitana laid Rifle Largo over Trabuko", "Kapitana's turn"]


def test_events_that_are_found_are_told() -> None:
    state = crew(phase=numbers.DRAWN, card=93, damage=[4, 0])
    assert account(state, 615, 0) == [
        "Kazador resolved Botiquín for 2 energy: the finder heals 3",
        "you got 2 energy: 2 now",
        "Kazador healed 3: 8 of 9 life left",
        "Kapitana's turn",
    ]


def test_assist_and_final_action_are_told() -> None:
    state = board(3, numbers.UMBRAL, (numbers.KAPITANA, numbers.KURADORA), 1, charge=[4, 0], damage=[2, 3])
    words = "a crew member of choice either becomes euphoric or heals 1"
    assert account(state, 405, 2) == [f"Kapitana used the assist Arenga: {words}"]
    chosen = play(state, 405)
    assert account(chosen, 619, 2) == ["Kapitana chose you for Arenga"]
    chosen = play(chosen, 619)
    assert chosen.phase == numbers.OPTION
    assert account(chosen, 656, 2) == ["Kapitana chose an effect of Arenga", "you became euphoric", "your turn"]
    assert account(state, 406, 1) == [
        "you used the final action Todos a Una for 3 counters: " + REST, "you lost 3 counters: 1 of 3",
        "you became euphoric", "you healed 1: 9 of 10 life left", "Kuradora became euphoric",
        "Kuradora healed 1: 7 of 9 life left", "Kuradora's turn",
    ]  # fmt: skip


def test_a_final_action_whose_kills_pay_for_it_is_told() -> None:
    state = board(
        3, numbers.UMBRAL, (numbers.MEKANIKO, numbers.KAPITANA), 1, charge=[3, 0],
        army=[(0, 0, 0), (10, 0, 0), (1, 0, 0), (14, 3, 0)],
    )  # fmt: skip
    lines = account(state, 406, 2)
    assert lines[0] == (
        "Mekániko used the final action Sobrekarga for 3 counters: each of the astralis and the boss takes 2 damage"
    )
    assert sum("fell" in line for line in lines) == 3


def test_gifts_and_objects_are_told() -> None:
    state = crew(items={(0, 13): 1, (0, 15): 1}, found={(0, 1): 0})
    assert account(state, 439 + 5 * 15 + 1, 2) == ["Kazador gave Botas Magnétikas to you"]
    assert account(state, 599 + 5 + 1, 2) == ["Kazador gave Espada Solar to you"]
    assert "objects: Amuleto de Hierro, Botas Magnétikas" in GAME.render(state, 2)
    assert "life 11/11" in GAME.render(state, 2)


def test_what_is_revived_is_a_weapon() -> None:
    state = board(3, numbers.UMBRAL, (numbers.NIGROMANTE, numbers.KAPITANA), 1, void_astrali={12: 1, 14: 1})
    assert account(state, 405, 2) == [
        "Nigromante used the assist Animar a los Kaidos: " + REVIVAL,
        "Nigromante revived Verdugo from the void as a weapon",
        "your turn",
    ]
    assert "revived Verdugo (place 1) (ready): 3 dice distance; taps" in GAME.render(play(state, 405), 0)


# ---- before play


def test_choosing_and_building_are_told() -> None:
    state = GAME.new(2, seed=1, decks="build", characters="choose")
    lines, rng = [], np.random.default_rng(0)
    while state.phase < numbers.ENEMY:
        moments = GAME.moments(state, int(rng.choice(GAME.legal_actions(state))))
        lines += GAME.account(moments, 1)
        state = moments[-1]
    assert re.fullmatch("the Enemy chose .* as the boss", lines[0])
    assert re.fullmatch("you chose .*", lines[1])
    assert sum(line.startswith("the Enemy added ") for line in lines) == 30
    assert sum(line.startswith("you added ") for line in lines) == 10
    assert lines[-3:] == ["the Enemy began with 3 energy", "the Enemy drew 8 cards", "round 1: the Enemy's turn"]


# ---- pictures


def test_a_picture_shows_life_and_marks_what_has_changed() -> None:
    state = board(3, numbers.UMBRAL, (numbers.KAZADOR, numbers.AKROBATA), 1, army=[(10, 0, 0)])
    state.army_poison[0] = 9
    after = play(state, 147 + 21)
    assert after.phase == numbers.CREW
    svg = GAME.draw(after, 2, before=state)
    assert svg.count('class="new"') == 1  # the bow that is tapped; the golem is on offer
    assert tile(svg, "1/4") == 1
    assert svg.count('"#medianokte-orient1"') == 1
    assert GAME.draw(after, 2).count('class="new"') == 0


def test_who_attacks_and_who_is_attacked_are_chosen_on_the_board() -> None:
    state = board(3, numbers.UMBRAL, (numbers.KAZADOR, numbers.AKROBATA), 2, army=[(10, 0, 0), (0, 0, 0)])
    groups = [set(map(int, found.split())) for found in re.findall(r'data-action="([\d ]+)"', GAME.draw(state, 2))]
    legal = {int(action) for action in GAME.legal_actions(state)}
    daggers = {action for action in legal if 147 <= action < 190}
    golem = {action for action in legal if (action - 147) % 43 in (0, 21) and 147 <= action < 405}
    assert daggers in groups
    assert golem in groups
    assert {0} in groups


# ---- explanations


def test_every_card_is_explained_with_cost_and_effect() -> None:
    state = GAME.new(3)
    pack = GAME.pack_of(state)
    for row in (*pack.astrali, *pack.event, *pack.positive, *pack.object):
        assert f"cost {row.cost}" in GAME.explain(state, row.name)
    for character in pack.character:
        for card in (character, *character.weapons, character.assist, character.final):
            assert character.name in GAME.explain(state, card.name)
    for boss in pack.boss:
        assert all(f"action card of {boss.name}" in GAME.explain(state, card.name) for card in boss.actions)


@pytest.mark.parametrize(("name", "words"), [
    ("red oskura", "takes 1 damage and is exhausted (the boss: 1 action card, chosen by the attacker); taps"),
    ("Susurros", "rolls under will; if that fails, either is no longer euphoric or loses up to 1 counter"),
    ("Granada", "single use: each of the astralis and the boss "),
    ("Exoeskeleto", "permanent: +2 strength, +1 melee die; cost 1"),
    ("Filo Oskuro", "rolls under strength; if that fails, takes 1 damage; in any case starts to bleed"),
    ("Aguijón", "rolls under dexterity; if that fails, takes 2 damage and gets 1 poison"),
    ("Pesadilla", "has 2 cards exhausted, chosen by the user; in any case takes 1 damage"),
    ("Feromonas", "each astrali rests one step and heals 1"),
    ("Drenar", "is hit by 2 dice against armour and the user heals 1"),
    ("Enjambre", "action card of Madre Kolmena: the Enemy may summon an astrali of cost 2 or less for free (twice)"),
    ("test", "the target rolls a die with 10 faces under a characteristic (not exactly), or the effect follows"),
])  # fmt: skip
def test_effects_are_said_in_words(name, words) -> None:
    assert words in GAME.explain(GAME.new(), name)


def test_actions_are_explained() -> None:
    state = crew(orient=[[0, 1, 2]])
    assert GAME.explain(state, 146) == ("explore. 2 cards can rest: 1 energy to the Enemy for each, less discounts")
    assert (
        GAME.explain(state, 147 + 41)
        == "attack Kapitán Umbral from a distance with Arko de Hueso. 3 dice distance; taps"
    )
    drawn = crew(phase=numbers.DRAWN, card=109)
    assert GAME.explain(drawn, 609).startswith("keep Espada Solar. weapon: 4 dice melee; taps; cost 2. a found object")
