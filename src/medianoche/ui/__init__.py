"""Games on a page: replays that anybody can open."""
