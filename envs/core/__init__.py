"""What every game shares: records, kernels, environments, packs, replays. Knows no game."""
