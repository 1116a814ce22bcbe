"""deploy/: the scripts, the jobs and the image's build file, as far as one machine can check them."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import fsspec
import jsonschema
import pytest
import typer

from medianoche.cli.app import app

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
JOBS = sorted(DEPLOY.glob("kuberay/*.yaml"))
GPU_SCRIPTS = sorted(DEPLOY.glob("*.sh"))
SCRIPTS = sorted([*DEPLOY.glob("slurm/*.sbatch"), DEPLOY / "slurm" / "ray.sh", *GPU_SCRIPTS])
SCHEMA = json.loads(Path(__file__).with_name("kuberay.json").read_text(encoding="utf-8"))
"""Written for these files after the operator's own schema, which has 25,000 lines; a new field needs an entry."""
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def tool(name):
    program = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    return program or pytest.skip(f"{name} is not installed")


def commands():
    """Every command line of `medianoche` in the folder, by its file."""
    commands_told = []
    for job in JOBS:
        first = next(iter(yaml.safe_load_all(job.read_text(encoding="utf-8"))))
        commands_told.append((job.name, first["spec"]["entrypoint"]))
    for script in [*SCRIPTS, DEPLOY / "README.md"]:
        commands_told += [
            (script.name, line) for line in re.findall(r"^medianoche .*$", script.read_text("utf-8"), re.MULTILINE)
        ]
    commands_told += [
        ("README.md", f"medianoche {rest}") for rest in re.findall(r"run .* medianoche (\w[^#\n]*)", README)
    ]
    commands_told.append(("Containerfile", *re.findall(r"^RUN (medianoche .*)$", CONTAINERFILE, re.MULTILINE)))
    return commands_told


README = (DEPLOY / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "line"), commands())
def test_commands_exist_with_these_options(file, line):
    words = shlex.split(line)
    group = typer.main.get_command(app)
    command = group.commands[words[1]]
    known = {name for option in command.params for name in option.opts + option.secondary_opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_there_are_commands_in_every_job_and_script():
    assert {file for file, _ in commands()} >= {*(job.name for job in JOBS), "tournament.sbatch", "training.sbatch"}


def test_the_command_for_object_storage_copies_a_run(tmp_path, monkeypatch):
    """The page's command with a store in memory in the place of S3."""
    (tmp_path / "runs" / "million").mkdir(parents=True)
    (tmp_path / "runs" / "million" / "tournament.sqlite").write_bytes(b"games")
    monkeypatch.chdir(tmp_path)
    (command,) = re.findall(r'^python -c "(import fsspec; .*)"$', README, re.MULTILINE)
    for _ in range(2):  # again, when the run has gone on
        exec(command.replace("'s3'", "'memory'").replace("s3://BUCKET", "memory://bucket"), {})
    assert fsspec.filesystem("memory").find("/bucket") == ["/bucket/million/tournament.sqlite"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_pass_shellcheck(script):
    checked = [tool("shellcheck"), "--external-sources", "--source-path", str(script.parent), str(script)]
    ran = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("script", GPU_SCRIPTS, ids=lambda script: script.name)
def test_a_script_for_a_gpu_is_on_the_page_and_takes_at_most_eight_minutes(script):
    text = script.read_text(encoding="utf-8")
    assert f"[`{script.name}`]({script.name})" in README
    assert f"sh deploy/{script.name} results" in README
    assert "t most eight minutes" in text
    limits = [int(seconds) for seconds in re.findall(r"^ *timeout (?:\"\$\{LIMIT:-)?(\d+)", text, re.MULTILINE)]
    assert limits
    assert sum(limits) <= 480
    command = typer.main.get_command(app).commands["bench"].commands["gpu"]
    known = {name for option in command.params for name in option.opts + option.secondary_opts}
    for line in re.findall(r"-m medianoche bench gpu ((?:[^>|\n]|\\\n)*)", text):
        assert set(re.findall(r"--[a-z-]+", line)) <= known


def test_a_script_for_a_gpu_says_what_it_needs(tmp_path):
    """With a Python that has no library, and without arguments."""
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python3").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}

    def said(*words):
        ran = subprocess.run(["sh", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 2
        return ran.stderr

    results = tmp_path / "results"
    assert said("deploy/gpu_legal.sh", results, "cuda") == (
        "torch is not installed; install: pip install 'medianoche[train]'\n"
    )
    assert said("deploy/gpu_legal.sh", results, "tpu") == "games on tpu are not accepted; accepted: cuda, cpu\n"
    assert said("deploy/gpu_connect_four.sh", results) == (
        "cuda-bindings is not installed; install: pip install 'medianoche[cuda]'\n"
    )
    assert "give a folder for the results" in said("deploy/gpu_connect_four.sh")


def test_the_build_file_passes_hadolint_and_runs_as_a_user():
    ran = subprocess.run([tool("hadolint"), str(DEPLOY / "Containerfile")], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert CONTAINERFILE.rindex("\nUSER 1000") > CONTAINERFILE.rindex("useradd")
    assert "torch" not in CONTAINERFILE


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_jobs_are_of_one_image_and_ask_for_no_rights(job):
    spec = next(iter(yaml.safe_load_all(job.read_text(encoding="utf-8"))))["spec"]["rayClusterSpec"]
    pods = [spec["headGroupSpec"], *spec["workerGroupSpecs"]]
    images = {container["image"] for pod in pods for container in pod["template"]["spec"]["containers"]}
    assert len(images) == 1
    assert all(pod["template"]["spec"]["securityContext"]["runAsNonRoot"] for pod in pods)
    claims = {volume["persistentVolumeClaim"]["claimName"] for volume in pods[0]["template"]["spec"]["volumes"]}
    assert claims == {"medianoche-runs"}


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_jobs_have_the_fields_of_the_operator(job):
    documents = list(yaml.safe_load_all(job.read_text(encoding="utf-8")))
    for document in documents:
        jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert documents[0]["kind"] == "RayJob"


WRONG = {
    "a misspelled field": ("shutdownAfterJobFinishes: true", "shutdownAfterJobFinish: true"),
    "a number for a text": ('num-cpus: "0"', "num-cpus: 0"),
    "a missing limit": ("        maxReplicas: 100\n", ""),
    "a field in the wrong place": ("  backoffLimit: 3\n  rayClusterSpec:", "  rayClusterSpec:\n    backoffLimit: 3"),
    "an unknown unit": ("memory: 4Gi", "memory: 4GiB"),
    "another version": ("ray.io/v1", "ray.io/v1alpha1"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_job_with_a_mistake_is_found(wrong):
    text = (DEPLOY / "kuberay" / "tournament.yaml").read_text(encoding="utf-8")
    assert WRONG[wrong][0] in text
    job = next(iter(yaml.safe_load_all(text.replace(*WRONG[wrong]))))
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(job)


def test_slurm_jobs_use_all_cpus_of_their_nodes():
    for script in DEPLOY.glob("slurm/*.sbatch"):
        text = script.read_text(encoding="utf-8")
        assert re.search(r"^#SBATCH --ntasks-per-node=1$", text, re.MULTILINE)
        assert "--requeue" in text
        assert 'source "$SLURM_SUBMIT_DIR/deploy/slurm/ray.sh"' in text
