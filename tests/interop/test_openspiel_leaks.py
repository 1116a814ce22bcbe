"""The audit of leaks on games of OpenSpiel: `medianoche check openspiel:NAME --leaks N`."""

import pytest

pytest.importorskip("pyspiel")

from medianoche.envs.core.errors import GameError
from medianoche.training.adapters.openspiel_leaks import audit_openspiel
from tests.benchmarks.calls import done, refused


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "blackjack"])
def test_a_sound_game_shows_nothing(name):
    leaks = audit_openspiel(name, 20)
    assert leaks.pairs == 20
    assert leaks.alike < 20
    assert not leaks.differ
    assert leaks.compared["observation string"] == 20
    assert leaks.compared["mask"] > 0


def test_the_struct_of_hearts_shows_what_is_hidden():
    leaks = audit_openspiel("hearts", 60)
    assert set(leaks.differ) == {"struct of the observation"}
    assert "and" in leaks.first["struct of the observation"]


def test_parameters_of_a_game_are_accepted():
    assert audit_openspiel("kuhn_poker(players=3)", 6).pairs == 6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("skat", "openspiel:skat: it cannot deal a position anew from an information state: "),
        ("ledoc_poker", "OpenSpiel has no game 'ledoc_poker' (did you mean leduc_poker?)"),
        ("", "openspiel:: OpenSpiel has no game ''"),
        ("kuhn_poker(players=x)", "openspiel:kuhn_poker(players=x): "),
        ("oshi_zumo", "players choose at the same time; accepted: sequential games"),
    ],
)
def test_what_cannot_be_audited_is_refused_in_one_line(text, said, capfd):
    with pytest.raises(GameError) as caught:
        audit_openspiel(text, 3)
    assert said in str(caught.value)
    assert refused(["check", f"openspiel:{text}", "--leaks", 3], said)
    assert capfd.readouterr().err == ""  # nor does OpenSpiel write a line of its own


def test_the_command_prints_the_audit_and_asks_for_a_number_of_pairs():
    said = done(["check", "openspiel:leduc_poker", "--leaks", 8])
    assert "openspiel:leduc_poker" in said
    assert "of 8 pairs were dealt alike" in said
    refused(["check", "openspiel:leduc_poker"], "is checked for leaks alone; accepted: --leaks N")
