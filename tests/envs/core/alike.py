"""A batch on a device and one on the CPU, played alike: every byte has to be the same."""

import numpy as np

from medianoche.envs.core.play.device_batch import DeviceBatch


class Alike:
    """Both batches of one game.

    Args:
        game: the game.
        rows: number of rows.
        driver: the device.
        **arguments: of both batches.
    """

    def __init__(self, game, rows, driver, **arguments):
        self.device = DeviceBatch(game, rows, device=driver, **arguments)
        self.cpu = game.batch(rows, **arguments)
        self.decisions = self.numbers = self.choices = 0
        self.compare()

    def compare(self):
        """Compare states with their generators, masks and the generators of random choices."""
        same_records(self.device.host_states(), self.cpu.states)
        np.testing.assert_array_equal(self.device.masks.numpy(), self.cpu.masks)
        np.testing.assert_array_equal(self.device._choosers.numpy(), self.cpu._choosers)

    def play(self, steps):
        """Random decisions in one call."""
        ended = self.device.play(steps)
        loop = self.cpu.game.rules.loops.play_rows
        cpu = self.cpu
        arguments = cpu.records, cpu._states, cpu._masks, cpu.blank, cpu._choosers
        assert ended == loop(*arguments, steps, 0, cpu.num_envs)
        cpu._changed()
        self.decisions += steps * cpu.num_envs
        self.compare()
        return ended

    def step(self, steps):
        """Random decisions one by one, with their results."""
        for _ in range(steps):
            actions = self.device.sample_legal()
            own_actions = self.cpu.sample_legal()
            np.testing.assert_array_equal(actions.numpy(), own_actions)
            ours = self.device.step(actions)
            theirs = self.cpu.step(own_actions)
            for one, other in zip(ours, theirs, strict=True):
                np.testing.assert_array_equal(one.numpy(), other)
        for name in ("ended", "utility", "scores"):
            np.testing.assert_array_equal(getattr(self.device, name).numpy(), getattr(self.cpu, name))
        np.testing.assert_array_equal(self.device.to_move.numpy(), self.cpu.to_move)
        self.decisions += steps * self.cpu.num_envs
        self.compare()

    def observe(self):
        """Observations: dense, sparse and as bfloat16; masks as numbers."""
        want = self.cpu.observation
        assert self.device.observation.numpy().tobytes() == want.tobytes()
        bits = want.view(np.uint32).astype(np.int64)
        rounded = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16).astype(np.uint32).view(np.float32)
        assert self.device.observation_bfloat16.numpy().tobytes() == rounded.tobytes()
        ours = self.device.sparse_observation
        theirs = self.cpu.sparse_observation
        counts = ours.counts.numpy()
        np.testing.assert_array_equal(counts, np.diff(theirs.starts))
        written = np.arange(ours.indices.shape[1]) < counts[:, None]
        np.testing.assert_array_equal(ours.indices.numpy()[written], theirs.indices)
        assert ours.values.numpy()[written].tobytes() == theirs.values.tobytes()
        np.testing.assert_array_equal(self.device.action_mask.numpy(), self.cpu.action_mask)
        self.numbers += want.size

    def imagine(self, seed, choices=True):
        """Determinized and concealed copies, and the heuristic's choices."""
        game = self.cpu.game
        cpu = self.cpu
        seeds = np.random.default_rng(seed).integers(0, 2**64, cpu.num_envs, np.uint64)
        live = np.flatnonzero(~cpu.done)
        samples = np.zeros(len(live), game.declaration.state_dtype).view(np.recarray)
        game.rules.loops.sample_rows(game.content.records, cpu._states, live, seeds[live], samples)
        same_records(self.records(self.device.determinize(seeds))[live], samples)
        if choices:
            actions = np.empty(len(live), np.int64)
            game.rules.loops.heuristic_rows(game.content.records, samples, cpu._masks, live, actions)
            np.testing.assert_array_equal(self.device.heuristic(seeds).numpy()[live], actions)
            self.choices += len(live)
        viewers = np.arange(cpu.num_envs) % cpu.num_players
        known = cpu.states.copy()
        for row, viewer in enumerate(viewers.tolist()):
            game.rules.loops.conceal_one(game.content.records, known, row, viewer)
        same_records(self.records(self.device.conceal(viewers)), known)

    def records(self, array):
        """The records of an array of bytes of the device."""
        return array.numpy().view(self.device.state_dtype).reshape(-1)


def same_records(ours, theirs):
    """Every field of both arrays of records is the same."""
    differing = [name for name in theirs.dtype.names if not np.array_equal(ours[name], theirs[name])]
    assert not differing, differing
