"""Learning with PyTorch and stable-baselines3."""
