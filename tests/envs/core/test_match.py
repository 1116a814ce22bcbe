"""`Match`: one game in progress."""

import pickle
import sys
import threading
from copy import copy as shallow
from copy import deepcopy

import numpy as np
import pytest

import medianoche
from medianoche import envs
from medianoche.agents import agent
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError, ReplayError
from medianoche.envs.core.play.match import Match, Replay

GAMES = [*envs.names(), "medianoche.toys.connect_four:ConnectFour"]


def played(match, seed, most=10**6):
    """Random decisions to the end, or so many."""
    rng = np.random.default_rng(seed)
    while match.legal_actions and len(match.actions) < most:
        match.push(int(rng.choice(match.legal_actions)))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_the_same_game_as_the_environment_and_single_states(name):
    env = medianoche.make(name)
    game = envs.game(name)
    env.reset(seed=5)
    state = game.new(seed=5)
    match = Match(name, seed=5)
    rng = np.random.default_rng(5)
    while match.legal_actions:
        assert match.state.tobytes() == state.tobytes() == env.record.tobytes()
        assert (
            match.legal_actions
            == game.legal_actions(state).tolist()
            == np.flatnonzero(env.last()[0]["action_mask"]).tolist()
        )
        assert env.agent_selection == env.possible_agents[match.to_move]
        for seat in range(match.num_players):
            np.testing.assert_array_equal(match.observe(seat), game.observe(state, seat))
            assert match.known(seat).state.tobytes() == game.known(state, seat).tobytes()
        np.testing.assert_array_equal(match.observe(), match.observe(match.to_move))
        sample = game.copy(state)
        game.determinize(sample, match.to_move, 9)
        assert match.determinized(9).state.tobytes() == sample.tobytes()
        assert match.determinized(9).legal_actions == match.legal_actions
        action = int(rng.choice(match.legal_actions))
        env.step(action)
        game.step(state, action)
        match.push(action)
    assert (match.to_move, match.legal_actions) == (-1, [])
    assert match.returns == [env.rewards[agent] for agent in env.possible_agents]
    assert match.scores == state.scores[: match.num_players].tolist()
    assert match.replay() == env.replay()


def test_actions_are_taken_back_one_by_one(misty):
    match = Match(misty, seed=3)
    positions = [(match.state.tobytes(), match.legal_actions)]
    rng = np.random.default_rng(3)
    while match.legal_actions:
        match.push(int(rng.choice(match.legal_actions)))
        positions.append((match.state.tobytes(), match.legal_actions))
    actions = list(match.actions)
    for number in reversed(range(len(actions))):
        assert match.pop() == actions[number]
        assert (match.state.tobytes(), match.legal_actions) == positions[number]
        assert match.actions == actions[:number]
    with pytest.raises(GameError, match="misty: there is no action to take back"):
        match.pop()


@pytest.mark.parametrize("most", [0, 3, 4, 7, 30])
def test_a_copy_goes_its_own_way(misty, most):
    match = played(Match(misty, seed=1), 1, most)
    before = match.state.tobytes()
    legal = match.legal_actions
    copy = match.copy()
    played(copy, 2)
    assert copy.legal_actions == []
    assert (match.state.tobytes(), match.legal_actions) == (before, legal)
    again = played(Match(misty, seed=1), 1, most)
    again.push(legal[-1])
    match.push(legal[-1])
    assert match.state.tobytes() == again.state.tobytes()
    assert copy.replay().play().record.tobytes() == copy.state.tobytes()


@pytest.mark.parametrize(
    "copied",
    [lambda match: match.copy(past=True), shallow, deepcopy, lambda match: pickle.loads(pickle.dumps(match))],
)
def test_a_copy_with_its_past_takes_actions_back(misty, copied):
    match = played(Match(misty, seed=1, pack=3), 1, 9)
    copy = copied(match)
    states = match.states
    assert [copy.pop() for _ in range(9)] == match.actions[::-1]
    assert copy.states.tobytes() == states[:1].tobytes()
    assert copy.legal_actions == Match(misty, seed=1, pack=3).legal_actions
    played(copy, 2)
    assert (len(match.actions), len(match.states), len(match.copy().states)) == (9, 10, 1)
    assert states[-1].tobytes() == match.state.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        states["rng"] = 0


def test_what_is_not_legal_changes_nothing(misty):
    match = Match(misty, seed=1)
    before = match.state.tobytes()
    for action in (-1, misty.num_actions, misty.num_actions + 64, 2**70, "a", 1.5, None, True):
        with pytest.raises(IllegalActionError):
            match.push(action)
    assert (match.state.tobytes(), match.actions) == (before, [])
    played(match, 1)
    with pytest.raises(IllegalActionError, match="the game is over, action 0"):
        match.push(0)
    for call in (match.turn, lambda: match.determinized(1)):
        with pytest.raises(GameError, match="the game is over"):
            call()
    with pytest.raises(GameError, match=r"misty: no seat 2; accepted: 0 to 1"):
        match.observe(2)
    with pytest.raises(ValueError, match="read-only"):
        match.state.done = 0
    for arguments, error in (
        (("misty", 9), GameError),
        (("misty", 2, -1), GameError),
        (("misty", 2, 0, "nothing"), ValueError),
    ):
        with pytest.raises(error):
            Match(*arguments)
    with pytest.raises(OptionError):
        Match("misty", nothing=1)


def test_a_seat_that_is_not_asked_does_not_learn_what_the_other_may_do(misty):
    match = Match(misty, seed=1)
    asked = match.to_move
    other = 1 - match.to_move
    assert match.known(asked).legal_actions == match.legal_actions
    for copy in (match.known(other), match.known(other).copy()):
        assert copy.legal_actions == []
        for call in (copy.turn, lambda copy=copy: copy.push(match.legal_actions[0])):
            with pytest.raises((GameError, IllegalActionError)):
                call()
    assert match.known(other).actions == []
    assert match.known(other).seed is None


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_knows_cannot_be_played_on(name):
    match = played(Match(name, seed=2), seed=2, most=3)
    game, asked = match.game, match.to_move
    action = match.legal_actions[0]
    known = match.known(asked)
    copies = known.copy(), known.copy(past=True), shallow(known), deepcopy(known), pickle.loads(pickle.dumps(known))
    for copy in (known, *copies, known.known(asked), Match.from_state(game, known.state)):
        assert copy.legal_actions == match.legal_actions
        before = copy.state.tobytes()
        with pytest.raises(GameError, match=r"what a seat knows.*determinized"):
            copy.push(action)
        assert (copy.state.tobytes(), copy.actions, copy.to_move) == (before, [], asked)
        copy.determinized(5).push(action)
    state = game.known(match.state, asked)
    env, batch = game.aec(), game.batch(1)
    env.reset(seed=1)
    for call in (
        lambda: game.step(state, action),
        lambda: game.rules.apply(state, action),
        lambda: game.rules.advance(state),
        lambda: game.show.moments(state, action),
        lambda: env.restore(state.tobytes()),
        lambda: env.restore(state.tobytes(), check=False),
        lambda: batch.restore([state]),
    ):
        with pytest.raises(GameError, match=r"what a seat knows.*determinize"):
            call()
    assert state.tobytes() == known.state.tobytes()
    game.determinize(state, asked, 7)
    game.step(state, action)
    known.reset(9)
    known.push(known.legal_actions[0])
    assert known.replay().match(played=True).state.tobytes() == known.state.tobytes()


def test_lists_that_were_given_out_are_the_callers(misty):
    match = Match(misty, seed=3)
    other = match.copy(past=True)
    match.push(match.legal_actions[0])
    legal, actions = match.legal_actions, match.actions
    match.actions.clear()
    match.legal_actions.clear()
    match.copy().legal_actions.clear()
    assert (match.legal_actions, match.actions) == (legal, actions)
    assert match.pop() == actions[0]
    assert match.state.tobytes() == other.state.tobytes()
    env = misty.aec()
    env.reset(seed=3)
    env.step(actions[0])
    env.history.clear()
    assert env.replay().actions == actions


def test_only_reading_the_legal_actions_makes_a_list_of_them(misty):
    """Otherwise each decision makes two lists: the match's own, and its copy for the caller."""
    actions = played(Match(misty, seed=3), 3).actions
    match = Match(misty, seed=3)
    called = []
    sys.setprofile(lambda _frame, event, function: called.append(function.__name__) if event == "c_call" else None)
    try:
        for action in actions:
            match.push(action)
        pushing = called.count("tolist")
        match.reset(3)
        for action in actions:
            assert action in match.legal_actions
            match.push(action)
    finally:
        sys.setprofile(None)
    assert called.count("append") >= 2 * len(actions)  # calls are seen
    assert (pushing, called.count("tolist")) == (0, len(actions))


def test_two_threads_that_use_one_match_are_told(misty):
    match = Match(misty, seed=3)
    copy, apart = match.copy(), match.copy(past=True)
    action = match.legal_actions[0]
    match._common.busy = True  # as while another thread's call runs
    for call in (lambda: match.push(action), lambda: copy.push(action), copy.observe, lambda: match.reset(1)):
        with pytest.raises(GameError, match=r"two threads use one match.*copy\(past=True\)"):
            call()
    apart.push(action)
    match._common.busy = False
    match.push(action)
    assert match.state.tobytes() == apart.state.tobytes()


@pytest.mark.filterwarnings("error")
def test_copies_in_several_threads_play_rightly_or_are_told(misty):
    first = Match(misty, seed=11)
    wanted = played(first.copy(past=True), seed=4).state.tobytes()
    ends, told, wrong = [], [], []

    def play(number):
        for _ in range(12):
            match = first.copy()
            try:
                ends.append(played(match, seed=4).state.tobytes())
            except GameError as error:
                told.append(str(error))
            except Exception as error:  # noqa: BLE001 - counted
                wrong.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong
    assert all(end == wanted for end in ends)
    assert all("two threads use one match" in line for line in told)
    assert len(ends) + len(told) == 96


def test_agents_play_it_and_it_is_told(misty):
    match = Match("misty", seed=4, rounds_to_win=1)
    greedy, other = (agent(name) for name in ("greedy", "random"))
    while match.legal_actions:
        match.push(int((greedy, other)[match.to_move].act(match.turn())[0]))
        if len(match.actions) % 10 == 0 or not match.legal_actions:  # the whole account is told each time
            assert [event.words for event in match.events(0)] == match.account(0)[-len(match.events(0)) or 10**6 :]
    assert match.returns[0] == 1
    assert "the match is over" in match.account()[-1]
    assert repr(match) == f"<Match of misty, 2 players, {len(match.actions)} actions, over>"


def test_a_match_may_begin_at_a_position(misty):
    state = misty.position(seed=2, round_no=1)
    match = Match.from_state(misty, state)
    assert match.state.tobytes() == state.tobytes()
    assert match.legal_actions == misty.legal_actions(state).tolist()
    before = state.tobytes()
    played(match, 1)
    assert state.tobytes() == before
    replayed = Match.from_state(misty, state)
    replayed.reset(9)
    assert replayed.state.tobytes() == Match(misty, seed=9).state.tobytes()
    assert replayed.replay() == Match(misty, seed=9).replay()
    for call in (match.replay, match.account):
        with pytest.raises(ReplayError, match="does not begin with a deal"):
            call()


def test_a_replay_leads_to_a_match(misty):
    replay = played(Match(misty, num_players=3, seed=7, pack=1), 1).replay()
    match = replay.match()
    for action in replay.actions:
        match.push(action)
    assert match.replay() == replay == Replay.from_env(replay.play())


@pytest.mark.parametrize("seed", [0, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_deals_the_same_game_everywhere(misty, seed):
    env = misty.aec()
    env.reset(seed)
    match = Match(misty, seed=seed)
    state = misty.new(seed=seed)
    assert match.state.tobytes() == state.tobytes() == env.record.tobytes()
    misty.determinize(state, match.to_move, seed)
    assert match.determinized(seed).state.tobytes() == state.tobytes()


def test_packs_of_a_stream_are_dealt_to_it():
    match = played(Match("correo", seed=7, pack="random:3"), 1)
    assert match.replay().play().record.tobytes() == match.state.tobytes()
