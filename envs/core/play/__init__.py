"""Playing: PettingZoo environments, batches, turns of agents, replays."""
