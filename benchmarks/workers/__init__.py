"""Processes and clusters that play shards of tournaments and rounds of trainings."""
