"""What SuperSuit cannot do with our environments, as docs/guides/libraries.md says."""

import pytest

import medianoche

supersuit = pytest.importorskip("supersuit")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
def test_wrappers_of_observations_refuse_dictionaries():
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    for wrap in (supersuit.flatten_v0, lambda env: supersuit.dtype_v0(env, "float32")):
        with pytest.raises(AttributeError, match="'Dict' object has no attribute"):
            wrap(medianoche.make("misty"))
    with pytest.raises(AssertionError, match="Box and Discrete"):
        supersuit.frame_stack_v1(medianoche.make("misty"), 2)
    parallel = supersuit.black_death_v3(turn_based_aec_to_parallel(medianoche.make("misty")))
    with pytest.raises(AssertionError, match="must be Box"):
        supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(parallel), 2).reset()
