"""An agent with a memory that refuses to play where it is not shown and told all of its games."""

HEARD = []
PROBES = []


class Probe:
    """Plays at random. Remembers by game and seat the position that it was shown last and its action there.

    Attributes:
        asked: decisions so far.
    """

    name = "probe"

    def __init__(self):
        self.memory = {}
        self.asked = 0
        PROBES.append(self)

    def watch(self, views):
        for game, seat, acted, known in zip(views.games, views.seats, views.acted, views.known(), strict=True):
            _, action = self.memory.get((game, seat), (None, None))
            assert acted == (-1 if action is None else action), "a decision was not shown"
            self.memory[game, seat] = known.tobytes(), None
        HEARD.extend(["watch"] * len(views))

    def act(self, turn):
        actions = turn.random_actions()
        for game, seat, state, action in zip(turn.games, turn.seats, turn.sample().states, actions, strict=True):
            known, before = self.memory[game, seat]
            assert before is None, "asked twice without being shown what followed"
            assert known == turn.game.known(state, int(seat)).tobytes(), "another position was shown last"
            self.memory[game, seat] = known, action
        self.asked += len(turn)
        return actions

    def over(self, games, scores, utilities):
        assert (scores.dtype.kind, utilities.dtype.kind) == ("i", "f"), "told one for the other"
        for game in games:
            assert any(place[0] == game for place in self.memory), "told twice, or of a game that it does not play"
        self.memory = {place: kept for place, kept in self.memory.items() if place[0] not in set(games)}
        HEARD.extend(["over"] * len(games))


def install(monkeypatch):
    """Let `probe` name the agent."""
    from medianoche.agents import base

    monkeypatch.setitem(base.ENTRIES, "probe", base.AgentEntry("tests.toys.remembering:Probe", "probe", "", ""))
    HEARD.clear()
    PROBES.clear()
