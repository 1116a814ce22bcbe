"""Configurations: every one that comes with the suite is accepted, what is wrong is named in one line."""

import pytest

from medianoche.training.settings import TrainingError
from medianoche.training.torch.sb3_config import SB3Config
from tests.training.conftest import WRONG_CONFIGURATIONS, YARDSTICK, refusal


@pytest.mark.parametrize("file", sorted(SB3Config.folder.glob("*.toml")), ids=lambda file: file.stem)
def test_a_configuration_of_the_suite_is_accepted_and_written_as_it_was(file, tmp_path):
    config = SB3Config.read(file)
    copy = tmp_path / "copy.toml"
    copy.write_text(config.to_toml())
    assert SB3Config.read(copy) == config


def test_defaults_hold_without_a_file_and_the_command_line_comes_on_top():
    assert SB3Config.of_game("misty", seed=3).seed == 3
    assert SB3Config.of("here", {"game": YARDSTICK}).players == ()
    config = SB3Config.of("here", {"game": "misty", "start": "a.safetensors"}, start="shipped", decisions=None)
    assert (config.start, config.decisions) == ("shipped", 2_000_000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *WRONG_CONFIGURATIONS,
        ("game = 'misty'\n[ppo]\nrows = 0", "ppo.rows: Input should be greater than 0"),
    ],
)
def test_a_wrong_configuration_is_answered_with_one_line(text, words, tmp_path):
    assert words in refusal(SB3Config.read, text, tmp_path)


def test_a_missing_file_is_named_and_only_the_length_may_differ(tmp_path):
    with pytest.raises(TrainingError, match=r"nowhere\.toml: No such file"):
        SB3Config.read(tmp_path / "nowhere.toml")
    one = SB3Config.of("here", {"game": "misty"})
    assert one.difference(SB3Config.of("here", {"game": "misty", "decisions": 5})) == ""
    assert one.difference(SB3Config.of("here", {"game": "misty", "ppo": {"rows": 2}})) == "ppo.rows: 256 there, 2 here"
