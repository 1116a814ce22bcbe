"""The empirical game (meta-game): agents as strategies, their win rates as payoffs, its equilibrium, and cross-play."""
