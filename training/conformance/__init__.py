"""A test of loops that learn: small games that each punish one classic mistake, and what their results show."""
