"""Tables of configurations: the bounds of all numbers."""

import typing

import pytest
from pydantic import TypeAdapter, ValidationError

from medianoche.benchmarks.studies.sweep import Range, SweepSettings
from medianoche.training.learners import LEARNERS
from medianoche.training.settings import Settings, TrainingError

HUGE = 10**30
CONFIGS = {name: learner.config for name, learner in LEARNERS.items()}


def models(model=Settings):
    """All models of configurations."""
    return [kind for one in model.__subclasses__() for kind in (one, *models(one))]


def holds_integers(annotation):
    return annotation is int or any(map(holds_integers, typing.get_args(annotation)))


INTEGERS = [
    (model, name)
    for model in dict.fromkeys(models())
    for name, field in model.model_fields.items()
    if holds_integers(field.annotation) and model is not Range and name != "pack"  # `Range` checks both ends
]


@pytest.mark.parametrize(("model", "name"), INTEGERS, ids=lambda member: getattr(member, "__name__", member))
def test_every_integer_of_a_configuration_has_bounds(model, name):
    kind = TypeAdapter(model.model_fields[name].rebuild_annotation())
    for number in (HUGE, -HUGE):
        for value in (number, [number]):
            with pytest.raises(ValidationError):
                kind.validate_python(value)


def test_there_are_as_many_integers_as_are_known():
    """So that a model which is not found does not go without."""
    assert len({name for _, name in INTEGERS}) >= 23
    assert {SweepSettings, *CONFIGS.values()} <= {model for model, _ in INTEGERS}


STAGES = {
    "num_steps": "kind = 'self-play'\nrounds = 1",
    "games": "kind = 'imitation'\nrounds = 1",
    "simulations": "kind = 'expert'\nrounds = 1",
    "rounds": "kind = 'expert'",
}


@pytest.mark.parametrize(
    ("learner", "tables", "key", "accepted"),
    [
        *((learner, "", "threads", "1 to 1,024") for learner in CONFIGS),
        *((learner, "[evaluation]", "games", "1 to 1,000,000") for learner in CONFIGS),
        *(("net", f"[[stages]]\n{stage}", key, "1 to 1,000") for key, stage in STAGES.items()),
        ("ppo", "[ppo]", "num_envs", "1 to 1,000,000"),
        ("ppo", "[league]", "snapshots_kept", "1 to 1,000,000,000"),
        ("torch", "", "num_steps", "1 to 1,000,000,000"),
        ("torch", "", "seed", "0 to 2,147,483,647"),
    ],
)
def test_a_huge_number_in_a_configuration_is_one_line_with_what_is_accepted(tmp_path, learner, tables, key, accepted):
    file = tmp_path / "huge.toml"
    file.write_text(f"game = 'misty'\n{tables}\n{key} = {HUGE}\n")
    with pytest.raises(TrainingError) as error:
        CONFIGS[learner].read(file)
    (line,) = str(error.value).splitlines()
    assert f"{key}: accepted: {accepted}" in line
    assert line.endswith("(given an integer of more than 64 bits)")
