"""The compiled learner: `medianoche train GAME`, with nothing but the core install."""
