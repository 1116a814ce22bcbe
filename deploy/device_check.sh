#!/bin/sh
# What a GPU does with the games: the same bytes as on the CPU, decisions per second of play and of learning by size,
# how busy the GPU was. At most eight minutes; needs the extras `cuda` and `train`.
#
# Example: sh deploy/device_check.sh results
set -eu
out=${1:?"give a folder for the results, for example: sh deploy/device_check.sh results"}
mkdir -p "$out"
seconds=${SECONDS_EACH:-0.25}

# Every game is compiled first, side by side; the suite's cache and the driver's cache keep the code.
for game in $(python3 -c "from medianoche import envs; print(*envs.names())"); do
    timeout 150 python3 -m medianoche bench gpu "$game" --rows 4096 --seconds 0.01 --no-learn > "$out/compile_$game.log" 2>&1 &
done
wait
echo "compiled after $(ps -o etimes= -p $$ | tr -d ' ') s"
nvidia-smi --query-gpu=timestamp,utilization.gpu,memory.used --format=csv,noheader,nounits -lms 500 > "$out/busy.csv" &
watcher=$!
timeout "${LIMIT:-320}" python3 -m medianoche bench gpu --seconds "$seconds" --out "$out/gpu.json" --page "$out/gpu.md" \
    2>&1 | tee "$out/gpu.log"
kill "$watcher"
awk -F', ' '{ sum += $2 } END { if (NR) printf "GPU busy: %.0f%% of the time, mean of %d readings\n", sum / NR, NR }' "$out/busy.csv"
