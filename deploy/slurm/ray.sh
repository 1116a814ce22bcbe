#!/bin/bash
# Starts Ray on all nodes of a SLURM job and runs the command line on its first node; the jobs of this folder source it.
set -euo pipefail

port=${RAY_PORT:-6379}
mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
head_address=$(srun --nodes=1 --ntasks=1 --nodelist="${nodes[0]}" hostname --ip-address | awk '{print $1}')
export RAY_ADDRESS="$head_address:$port"

stop_ray() {
    kill "${started[@]}" 2>/dev/null || true
    wait "${started[@]}" 2>/dev/null || true
}

started=()
trap stop_ray EXIT
srun --nodes=1 --ntasks=1 --nodelist="${nodes[0]}" \
    ray start --head --node-ip-address="$head_address" --port="$port" --num-cpus="$SLURM_CPUS_PER_TASK" --block &
started+=($!)

# Workers wait for the head themselves.
if ((${#nodes[@]} > 1)); then
    others=$(IFS=,; echo "${nodes[*]:1}")
    srun --nodes=$((${#nodes[@]} - 1)) --ntasks=$((${#nodes[@]} - 1)) --ntasks-per-node=1 --nodelist="$others" \
        ray start --address="$RAY_ADDRESS" --num-cpus="$SLURM_CPUS_PER_TASK" --block &
    started+=($!)
fi

tries=0
until ray status >/dev/null 2>&1; do
    tries=$((tries + 1))
    if ((tries > 60)); then
        echo "ray did not start within two minutes" >&2
        exit 1
    fi
    sleep 2
done
