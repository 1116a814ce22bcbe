# What happens in Medianokte, where the rules note it; these events are told with others, see `tell.py`.
