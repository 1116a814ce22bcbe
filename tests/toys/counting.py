"""An agent that counts what it is shown and told, in this process."""

COUNTED = []


class Counter:
    def act(self, turn):
        return turn.random_actions()

    def watch(self, views):
        COUNTED.extend(["watch"] * len(views))

    def over(self, games, scores, utilities):
        COUNTED.extend(["over"] * len(games))
