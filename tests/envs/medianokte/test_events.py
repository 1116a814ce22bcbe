"""Events of Medianokte: those that a seat learns of name what the Enemy did, and are enough to follow the army."""

import numpy as np

from medianoche import envs
from medianoche.envs.core.show.events import PUBLIC
from medianoche.envs.medianokte.state import BASE, LIMITS, Phase

GAME = envs.game("medianokte")


def act_of(action):
    """The event of an action of the Enemy's turn: its kind, and the values that name it."""
    if action == BASE.end_turn:
        return "ended", [0]
    if action < BASE.summon:
        return "acted", [action - BASE.card]
    if action < BASE.event:
        return "summoned", [action - BASE.summon]
    if action < BASE.strike:
        return "happened", [action - BASE.event]
    slot, member = divmod(action - BASE.strike, LIMITS.members)
    return "struck", [slot, 1 + member]


def test_events_name_what_the_enemy_did_and_are_enough_to_follow_the_army():
    kinds = set()
    for seed in range(2):
        state = GAME.new(3, seed=seed, combined=True)
        rng = np.random.default_rng(seed)
        while not state.done:
            seat = int(rng.choice([0, 1]))
            action = int(rng.choice(GAME.legal_actions(state)))
            events = GAME.show.events(state, action, seat)
            kinds |= {event.kind for event in events}
            if state.phase == Phase.ENEMY:
                kind, values = act_of(action)
                assert events[0].kind == kind
                assert list(events[0].fields.values())[-len(values) :] == values
            army = [int(kind) for kind in state.army_kind[: state.army_size]]
            for event in events:
                if event.kind == "fell":
                    assert army.pop(event.fields["slot"]) == event.fields["astrali"]
                elif event.kind == "entered":
                    army.insert(event.fields["slot"], event.fields["astrali"])
            GAME.step(state, action)
            assert army == state.army_kind[: state.army_size].tolist()
    assert {"ended", "acted", "summoned", "happened", "struck", "fell", "entered"} <= kinds


def test_the_dice_of_every_attack_are_told_and_are_its_damage():
    told = {"threw": 0, "magic-die": 0}
    for seed in range(3):
        state = GAME.new(3, seed=seed)
        rng = np.random.default_rng(seed)
        while not state.done:
            action = int(rng.choice(GAME.legal_actions(state)))
            events = GAME.show.events(state, action, PUBLIC)
            GAME.step(state, action)
            attacks = [event for event in events if event.kind in ("attacked", "attacked-all", "struck")]
            if not attacks:
                continue
            (attack,) = attacks
            (thrown,) = (event for event in events if event.kind in told and event.words)
            damage = next(event.fields.get("count", 0) for event in events if event.kind in ("wounded", "unhurt"))
            told[thrown.kind] += 1
            if "against armour" in attack.words:
                assert damage == sum(die >= attack.fields["armour"] for die in thrown.fields["dice"])
                assert thrown.words == f"rolled {GAME.view(state).several(map(str, thrown.fields['dice']))}"
            elif thrown.kind == "magic-die":
                assert damage == thrown.fields["face"]
    assert min(told.values()) > 3
