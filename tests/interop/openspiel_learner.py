"""One of OpenSpiel's learners on our games."""

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import tabular_qlearner


def learn(game):
    """Tabular Q-learning in all seats of `rl_environment`."""
    env = rl_environment.Environment(game)
    actions = env.action_spec()["num_actions"]
    learners = [tabular_qlearner.QLearner(player_id=seat, num_actions=actions) for seat in range(env.num_players)]
    for _ in range(2):
        step = env.reset()
        asked = set()
        while not step.last():
            seat = step.observations["current_player"]
            assert len(step.observations["info_state"][seat]) == env.observation_spec()["info_state"][0]
            step = env.step([learners[seat].step(step).action])
            asked.add(seat)
        for seat in asked:  # a learner does not bear an end before its first action
            learners[seat].step(step)
        assert all(game.min_utility() <= reward <= game.max_utility() for reward in step.rewards)
    assert any(learner._q_values for learner in learners)
