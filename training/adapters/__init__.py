"""The games as environments of other libraries: Gymnasium, OpenSpiel, TorchRL, RLlib."""
