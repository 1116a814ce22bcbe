"""Training: self-play against a league, policies, evaluation."""
