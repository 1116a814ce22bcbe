# What happens in La noche de Halloween, where the rules note it; these events are told with others, see `tell.py`.
