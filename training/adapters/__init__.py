"""The games in the hands of other libraries: Gymnasium, OpenSpiel, TorchRL, RLlib."""
