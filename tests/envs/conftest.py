"""Tests of a game are collected once it is registered."""

from pathlib import Path

from medianoche import envs

HERE = Path(__file__).parent
GAME_FOLDERS = {folder.name for folder in HERE.iterdir() if (folder / "reference.py").exists()}
collect_ignore = sorted(GAME_FOLDERS - set(envs.names()))
