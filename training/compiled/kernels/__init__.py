"""Compiled code of the learner: rollouts, gradients, the optimiser."""
