"""The games that a tournament kept, in the formats of Minari and of Hugging Face's datasets (extra `offline`)."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np

from medianoche.benchmarks.tournament.forfeits import COLUMNS
from medianoche.benchmarks.tournament.spec import TournamentError
from medianoche.benchmarks.tournament.trajectories import played_again, trajectories
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.errors import writing
from medianoche.envs.core.play.aec import AEC

if TYPE_CHECKING:
    import polars as pl

    from medianoche.envs.core.play.batch import Batch

FORMATS = ("minari", "huggingface")


def offline(
    folder: Path, out: Path, kind: str, location: str = "", pack: PackSource | None = None, forfeits: bool = True
) -> Iterator[Path]:
    """Write the kept games of the tournament in `folder` to `out` in one of FORMATS; yields the folder of the data set.

    `huggingface`: a row for each decision with the columns of `trajectories`; `datasets.load_from_disk(out)` reads it.
    `minari`: an episode for each seat of each game, `minari.load_dataset` reads it where MINARI_DATASETS_PATH is `out`.
    An episode's observations are dictionaries as in PettingZoo, `observation` and `action_mask`, those of the seat's
    own decisions and of the end; its reward is the utility, at the last action; its options hold game, seat and agent.

    In a game that was forfeited the episodes end by truncation. The last observation of the seat that failed is that of
    the decision at which it failed. The reward of the last action is 0, since the utility does not follow from the
    actions: the options hold it, and the columns `forfeit_...` of `trajectories`. A seat without a decision before the
    failure has no episode. Without `forfeits` these games are left out.

    Raises:
        TournamentError: the library is not installed, the data set exists, no game was kept, or the file is damaged.
        ReplayError: see `trajectories`.
        OSError: a file cannot be written; it names the file.
    """
    library = "minari" if kind == "minari" else "datasets"
    if find_spec(library) is None:
        raise TournamentError(f"{kind} needs {library}; install it with: pip install 'medianoche[offline]'")
    with writing(out):
        yield (_minari if kind == "minari" else _huggingface)(folder, out, location, pack, forfeits)


def _huggingface(folder: Path, out: Path, location: str, pack: PackSource | None, forfeits: bool) -> Path:
    import datasets
    import polars as pl

    if out.exists() and any(out.iterdir()):
        raise TournamentError(f"{out} exists and is not empty; name another folder with --out")
    with TemporaryDirectory() as place:
        files = list(trajectories(folder, Path(place), location, pack, forfeits=forfeits))
        for file in files:  # datasets has no categories without their list
            pl.read_parquet(file).with_columns(pl.col(pl.Categorical).cast(pl.String)).write_parquet(file)
        datasets.disable_progress_bars()
        dataset = datasets.Dataset.from_parquet([str(file) for file in files], cache_dir=f"{place}/cache")
        dataset.save_to_disk(out)
    return out


def _minari(folder: Path, out: Path, location: str, pack: PackSource | None, forfeits: bool) -> Path:
    import minari
    from minari.data_collector.episode_buffer import EpisodeBuffer

    made = None
    out = out.resolve()
    with mock.patch.dict(os.environ, {"MINARI_DATASETS_PATH": str(out)}), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a data set that is not published needs no author
        for table, batch in played_again(folder, location, pack, forfeits=forfeits):
            game = batch.game
            name = f"medianoche/{game.name}/games-v{game.version}"
            if made is None and (out / name).exists():
                raise TournamentError(f"{out / name} exists; name another folder with --out")
            episodes = [EpisodeBuffer(**episode) for episode in _episodes(table, batch)]
            if made is None:
                env = AEC(game, num_players=batch.num_players)
                spaces = [space(env.possible_agents[0]) for space in (env.observation_space, env.action_space)]
                made = minari.create_dataset_from_buffers(
                    name, episodes, observation_space=spaces[0], action_space=spaces[1], data_format="arrow"
                )
            else:
                made.storage.update_episodes(episodes)
    return out / name


def _episodes(table: pl.DataFrame, batch: Batch) -> Iterator[dict[str, Any]]:
    """The episodes of some games, seat by seat: the fields of Minari's `EpisodeBuffer`."""
    game = batch.game
    rows = {number: row for row, number in enumerate(table["game"].unique(maintain_order=True).to_list())}
    for (number, seat), asked in table.group_by(["game", "seat"], maintain_order=True):
        part = asked.filter(asked["action"].is_not_null())
        if not (count := len(part)):
            continue
        forfeit = asked.select(column.name for column in COLUMNS).row(-1, named=True)
        forfeited = forfeit[COLUMNS[0].name] is not None
        utility = asked["utility"][0]
        seen = np.zeros((count + 1, game.observation_size), np.float32)
        mask = np.zeros((count + 1, game.num_actions), np.int8)
        for step, (place, value, legal) in enumerate(asked.select("place", "value", "legal").iter_rows()):
            seen[step, place] = value
            mask[step, legal] = 1
        seen[count] = game.observe(batch.states[rows[number]], seat)
        last = np.arange(count) == count - 1
        yield {
            "options": {"game": number, "seat": seat, "agent": part["agent"][0], "utility": utility, **forfeit},
            "observations": {"observation": seen, "action_mask": mask},
            "actions": part["action"].to_numpy().astype(np.int64),
            "rewards": np.where(last & (not forfeited), utility, 0.0),
            "terminations": last & (not forfeited),
            "truncations": last & forfeited,
        }
