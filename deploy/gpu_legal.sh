#!/bin/sh
# Is every action legal in Correo? PPO in torch on a GPU learns from 200 million decisions, with its games on the GPU or
# on the cores; each step is checked. A call takes at most eight minutes; the same call goes on until it says "finished".
#
# Example: sh deploy/gpu_legal.sh results cuda     # games on the GPU
#          sh deploy/gpu_legal.sh results cpu      # games on the cores
set -eu
out=${1:?"give a folder for the results, for example: sh deploy/gpu_legal.sh results cuda"}
games=${2:?"say where the games are played: cuda or cpu"}
case $games in cuda | cpu) ;; *) echo "games on $games are not accepted; accepted: cuda, cpu" >&2; exit 2 ;; esac
mkdir -p "$out"

python3 -c "import torch" 2> "$out/missing.log" || {
    echo "torch is not installed; install: pip install 'medianoche[train]'" >&2
    exit 2
}
[ "$games" = cpu ] || python3 -c "import cuda" 2> "$out/missing.log" || {
    echo "cuda-bindings is not installed; install: pip install 'medianoche[cuda]'" >&2
    exit 2
}
code=0
timeout 475 python3 -m medianoche.benchmarks.speed.legal correo --games "$games" --device "${DEVICE:-cuda}" \
    --decisions "${DECISIONS:-200000000}" --minutes "${MINUTES:-6.5}" --out "$out/correo-$games" \
    > "$out/correo-$games.now" 2>&1 || code=$?
cat "$out/correo-$games.now"
cat "$out/correo-$games.now" >> "$out/correo-$games.log"
case $code in
    0) echo "finished: $out/correo-$games.log" ;;
    3) echo "not finished; the same call goes on" ;;
    *) echo "broken off with exit code $code; see $out/correo-$games.log" >&2; exit "$code" ;;
esac
