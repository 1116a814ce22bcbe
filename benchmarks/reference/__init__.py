"""A frozen field of agents, what a bot is rated against: `field` is the file, `freeze` makes one, `place` rates,
`leaderboard` writes the page."""
