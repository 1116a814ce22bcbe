"""What an agent tells besides its actions is told by its own methods, whatever class it is of."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent
from medianoche.agents.abilities import improves, members_of, most_probable, probabilities, starting_network
from medianoche.agents.judging import Judgement, judge
from medianoche.agents.net import NetAgent
from medianoche.envs.core.play.match import Match


class Foreign:
    """A search of another package: no class of the suite, but with all methods that an agent may have."""

    name = "foreign"

    def act(self, turn):
        return turn.action_mask.argmax(axis=1)

    def probabilities(self, turn):
        policy = np.zeros(turn.action_mask.shape, np.float32)
        policy[np.arange(len(turn)), self.act(turn)] = 1
        return policy

    def judge(self, turn):
        legal = np.flatnonzero(turn.action_mask[0])
        return Judgement({int(action): 1 / len(legal) for action in legal}, {int(legal[0]): 0.25}, 0.5)

    def starting_network(self, game):
        return NetAgent().network(game)

    def most_probable(self, game):
        return agent("random")

    def players(self):
        return [agent("random"), agent("greedy")]


class Plain:
    """An agent with `act` alone."""

    name = "plain"

    def act(self, turn):
        return turn.action_mask.argmax(axis=1)


@pytest.fixture(scope="module")
def turn():
    return Match(envs.game("misty"), seed=3).turn()


def test_a_foreign_agent_tells_all_by_its_own_methods(turn):
    who = Foreign()
    assert judge(who, turn).values == {int(turn.action_mask[0].argmax()): 0.25}
    assert judge(who, turn).value == 0.5
    assert probabilities(who, turn).sum() == 1
    assert starting_network(who, turn.game).header.game == starting_network(NetAgent(), turn.game).header.game
    assert most_probable(who, turn.game).name == "random"
    assert [player.name for player in members_of(who)] == ["random", "greedy"]
    assert not improves(who)


def test_an_agent_with_nothing_more_has_the_defaults(turn):
    who = Plain()
    assert judge(who, turn) == Judgement({int(turn.action_mask[0].argmax()): 1.0}, {}, None)
    assert probabilities(who, turn) is None
    assert starting_network(who, turn.game) is None
    assert most_probable(who, turn.game) is None
    assert members_of(who) == []


def test_an_error_in_a_judgement_names_the_agent(turn):
    class Broken(Plain):
        def judge(self, turn):
            raise ZeroDivisionError("nothing was searched")

    with pytest.raises(AgentError, match="plain failed: ZeroDivisionError: nothing was searched"):
        judge(Broken(), turn)


@pytest.mark.parametrize("name", ["random", "greedy", "net", "net:sample", "net:best"])
def test_the_suites_agents_tell_the_policy_that_they_play(name, turn):
    policy = probabilities(agent(name), turn)
    assert policy.shape == turn.action_mask.shape
    assert policy.sum() == pytest.approx(1, abs=1e-5)
    assert policy[0, agent(name).act(turn)[0]] > 0
    assert not policy[turn.action_mask == 0].any()


def test_a_search_tells_no_policy_but_a_judgement(turn):
    assert probabilities(agent("net:8"), turn) is None
    judged = judge(agent("ismcts:20"), turn)
    assert sum(judged.weights.values()) == pytest.approx(1)
    assert judged.value is not None
