"""Checks of hidden information: what a player is shown does not depend on what is hidden from it."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from medianoche.envs.core.contract.promises import broken, decisions, demand, positions, same
from medianoche.envs.core.declaration import State
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.early import following
from medianoche.envs.core.show.catalogue import LANGUAGE, LANGUAGES
from medianoche.envs.core.show.events import PUBLIC


def infos_are_what_an_agent_knows(game: Game, num_players: int, **options: Any) -> None:
    """`infos` and `last` of an agent do not depend on what is hidden from it; `state` holds the whole state."""
    env = game.aec(num_players=num_players, **options)
    env.reset(0)
    for number, state in enumerate(positions(game, num_players, count=8, **options)):
        env.restore(state.tobytes())
        told = env.infos
        demand(env.last()[4] == told[env.agent_selection], "last() and infos differ")
        for player, agent in enumerate(env.possible_agents):
            demand("score" in told[agent], "an info has no score")
            sample = game.copy(state)
            game.determinize(sample, player, seed=number)
            env.restore(sample.tobytes(), check=False)
            demand(env.infos[agent] == told[agent], f"the info of {agent} shows what is hidden from it")
        env.restore(state.tobytes())
        seen = env.state()
        demand(seen in env.state_space and seen.dtype == np.float64, "state() is not in state_space")


def nobody_peeks(game: Game, num_players: int, **options: Any) -> None:
    """What a player sees and may do does not depend on what is hidden from it, and samples hold no trace of it."""
    varied = 0
    for number, state in enumerate(positions(game, num_players, count=24, **options)):
        for player in range(num_players):
            one = game.copy(state)
            two = game.copy(state)
            game.determinize(one, player, seed=2 * number)
            game.determinize(two, player, seed=2 * number + 1)
            seen = game.observe(state, player)
            for sample in (one, two):
                demand(np.array_equal(game.observe(sample, player), seen), f"player {player} sees what is hidden")
                choices = len(game.legal_actions(sample))
                demand(choices > 1, f"a sample for player {player} leaves the seat that is asked without a choice")
                if player == state.to_move:
                    legal = game.legal_actions(sample)
                    demand(np.array_equal(legal, game.legal_actions(state)), "the legal actions show what is hidden")
                    demand(not broken(game, sample), f"a sample is unsound: {broken(game, sample)}")
            one.rng = two.rng = 0
            varied += not same(one, two)
            game.determinize(one, player, seed=number)
            game.determinize(two, player, seed=number)
            again = game.copy(state)
            game.determinize(again, player, seed=number)
            demand(same(one, two) and same(one, again), f"a sample for player {player} holds a trace of the truth")
    demand(bool(varied) == game.declaration.hidden_information, f"determinize varied {varied} times")


def conceal_leaves_what_is_known(game: Game, num_players: int, **options: Any) -> None:
    """Concealed for a player, a state and all its samples for that player have the same bytes; the player sees in it
    what it saw before, and may do the same. Concealed for all players, in any order, a state and all samples for any of
    them have the same bytes."""
    for number, state in enumerate(positions(game, num_players, count=400, **options)):
        player = number % num_players
        known = game.copy(state)
        game.conceal(known, player)
        demand(known.rng == 0, "conceal leaves the generator")
        seen = game.observe(state, player)
        demand(np.array_equal(game.observe(known, player), seen), f"player {player} sees something else when concealed")
        if player == state.to_move:
            legal = game.legal_actions(state)
            demand(np.array_equal(game.legal_actions(known), legal), "other actions are legal when concealed")
        for seed in range(2):
            sample = game.copy(state)
            game.determinize(sample, player, seed=2 * number + seed)
            game.conceal(sample, player)
            demand(same(sample, known), f"conceal for player {player} differs between a state and its sample")
        game.conceal(known, player)
        demand(same(sample, known), "conceal of what is concealed changes it")
        public = game.rules.public(state)
        backwards = game.copy(state)
        for seat in reversed(range(num_players)):
            game.conceal(backwards, seat)
        demand(same(public, backwards), "what a spectator knows depends on the order of concealing")
        resample(game, sample := game.copy(state), PUBLIC, number)
        demand(same(public, game.rules.public(sample)), "a spectator sees what is hidden")


def secrets_are_kept(game: Game, num_players: int, **options: Any) -> None:
    """A choice made in secret looks the same to the others, whichever option was taken, until all have chosen: then a
    seat that has chosen is asked again, or other phases follow."""
    kinds = game.declaration.simultaneous
    asked = None
    chosen = set[int]()
    for state in islice(decisions(game, num_players, 0, np.random.default_rng(0), **options), 200 if kinds else 0):
        mover = int(state.to_move)
        asked_before = asked
        asked = next((phases for phases in kinds if state.phase in phases), None)
        if asked != asked_before or mover in chosen:
            chosen = set()
        chosen.add(mover)
        outcomes = [after for after in following(game, state) if int(after.to_move) not in chosen]
        for player in set(range(num_players)) - {mover}:
            seen = {game.view(after, player).record.tobytes() for after in outcomes}
            demand(len(seen) <= 1, f"player {player} sees what {mover} chose in secret")


def words_and_pictures_are_of_one_seat(
    game: Game, num_players: int, count: int = 8, seed: int = 9, **options: Any
) -> None:
    """Text, picture, account and the words of actions hold nothing that the seat they are for does not know: they are
    the same, byte for byte, for the true state and for others that the seat cannot tell from it. Positions are tried in
    all languages in turn."""
    rng = np.random.default_rng(seed)
    for number, state in enumerate(positions(game, num_players, seed, count, **options)):
        lang = tuple(LANGUAGES)[number % len(LANGUAGES)]
        action = int(rng.choice(game.legal_actions(state)))
        moments = game.show.moments(state, action)
        stepped = game.copy(state)
        game.step(stepped, action)
        demand(same(moments[-1], stepped), "the moments of a step end elsewhere than the step")
        for seat in (*range(num_players), PUBLIC):
            events_are_known(game, state, action, seat, int(rng.integers(2**63)), lang)
            shown = _page(game, moments[0], moments[-1], seat, lang)
            samples = [game.copy(moments[0]), game.copy(moments[-1])]
            for sample in samples:
                resample(game, sample, seat, int(rng.integers(2**63)))
            demand(
                _page(game, samples[0], samples[1], seat, lang) == shown,
                "words or pictures show a seat what it does not know",
            )


def events_are_known(game: Game, state: State, action: int, seat: int, seed: int, lang: str = LANGUAGE) -> None:
    """The events that `seat` learns of are the same after every step that looks the same to it on the way: from other
    states that it cannot tell from the true one, and with other actions of the seat to move."""
    moments = game.show.moments(state, action, game.declaration.revealing_phases)
    told = moments.events(seat, lang)
    seen = [game.view(moment, seat).record.tobytes() for moment in moments]
    for number in range(4):
        other = game.copy(state)
        chosen = action
        if number:
            resample(game, other, seat, seed ^ number)
            other.rng = state.rng  # else chance would make most of the steps look different
        legal = game.legal_actions(other)
        if number % 2 == 0:
            chosen = int(legal[(seed >> number) % len(legal)])
        if chosen in legal:
            steps = game.show.moments(other, chosen, game.declaration.revealing_phases)
            if [game.view(moment, seat).record.tobytes() for moment in steps] == seen:
                demand(steps.events(seat, lang) == told, "the events show a seat what it does not know")


def resample(game: Game, state: State, seat: int, seed: int) -> None:
    """Deal anew, in place, what `seat` does not know; for PUBLIC, what each player does not, in turn."""
    for player in range(int(state.num_players)) if seat == PUBLIC else (seat,):
        game.determinize(state, player, seed)


def _page(game: Game, before: State, after: State, seat: int, lang: str) -> str:
    """All that a seat is shown of a position and of what has led to it."""
    view = game.view(after, seat, lang)
    parts = [
        game.declaration.text(view),
        game.draw(after, seat, before=before, lang=lang),
        game.declaration.stage(view),
    ]
    parts += game.declaration.glossary(view).values()
    if before.to_move == seat:
        some = game.legal_actions(before)
        parts += [game.describe(before, int(action), lang) for action in some]
        parts += [game.explain(before, int(action), seat, lang) for action in some[:: len(some) // 3 + 1]]
        view = game.view(before, seat, lang)
        parts.append(game.declaration.guide(view))
        steps = {int(action): game.declaration.steps(view, int(action)) for action in some}
        parts += [" ".join(words) for words in steps.values()]
        for first in dict.fromkeys(words[0] for words in steps.values()):
            parts += game.declaration.chart(view, [[action] for action, words in steps.items() if words[0] == first])
        parts += game.declaration.chart(view, [[action] for action in steps])
    return "\n".join(parts)
