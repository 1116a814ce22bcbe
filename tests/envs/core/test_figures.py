"""Figures of hints: one unit, no figure of what was hardly tried, the star where the best figure is."""

from medianoche import envs
from medianoche.envs.core.show.figures import Figures

WEIGHTS = {0: 0.6, 1: 0.35, 2: 0.05, 3: 0.0}
VALUES = {0: 0.12, 1: 0.2, 2: -0.5, 3: 1.0}


def test_with_values_each_figure_is_a_chance_of_what_was_tried_enough():
    figures = Figures(WEIGHTS, VALUES)
    assert figures.percent == {0: 56, 1: 60, 2: 25}
    assert (figures.is_chance, figures.best) == (True, 1)
    assert figures.figure_of([0, 2, 3]) == 56
    assert figures.figure_of([3]) is None


def test_of_equal_figures_the_one_with_more_visits_is_best():
    assert Figures({0: 0.3, 1: 0.7}, {0: 0.101, 1: 0.1}).best == 1
    assert Figures({0: 0.5, 1: 0.5}, {0: 0.1, 1: 0.1}).best == 0


def test_where_all_were_tried_seldom_those_with_half_the_visits_of_the_most_have_figures():
    weights = dict.fromkeys(range(48), 0.019) | {48: 0.02, 49: 0.04}
    figures = Figures(weights, dict.fromkeys(range(50), 0.0) | {7: 0.9})
    assert figures.percent == {48: 50, 49: 50}
    assert figures.best == 49


def test_without_values_each_figure_is_how_often_it_is_chosen():
    figures = Figures(WEIGHTS, {})
    assert figures.percent == {0: 60, 1: 35, 2: 5, 3: 0}
    assert (figures.is_chance, figures.best) == (False, 0)
    assert Figures({}, {}).best is None
    assert Figures({}, {4: 0.5}).percent == {4: 75}


def test_rows_labels_and_sentence_say_the_same():
    """A group of actions has the figure of its best action, as the action alone has it."""
    game = envs.game("correo")
    state = game.new(seed=1)
    legal = game.legal_actions(state).tolist()
    weights = dict.fromkeys(legal, 1 / len(legal))
    values = {action: place / len(legal) for place, action in enumerate(legal)}
    best = Figures(weights, values)
    for lang, unit in (("en", "% to win]"), ("es", " % de ganar]")):
        svg = game.draw(state, int(state.to_move), weights=weights, values=values, lang=lang)
        figure = best.percent[best.best]
        assert svg.count(f"★{figure}%") == svg.count("★") >= 1
        assert f"[{figure}{unit}" in svg
        assert "%]" not in svg
