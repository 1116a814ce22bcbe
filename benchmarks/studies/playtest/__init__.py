"""Playtests of a design by agents: `recording` plays, `measures` and `effects` count, `report` puts all in one place.

The measures are those of TAG (Gaina et al., "TAG: A Tabletop Games Framework", 2020): durations, action spaces,
decisions, hidden information, drama (Browne, "Automatic Generation and Evaluation of Recombination Games", 2008).
`without` is restricted play (Jaffe et al., "Evaluating Competitive Game Balance with Restricted Play", 2012).
`medianoche playtest` is the command; docs/guides/playtest.md explains every number.
"""
