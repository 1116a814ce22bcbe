"""Studies: how deep games are, how policies do on unseen packs, how strong the baselines are."""
