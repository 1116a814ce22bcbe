#!/bin/sh
# Connect Four beside pgx on the same GPU, with 4,096 to 1,048,576 games in a batch: play in one call, a step at a time,
# and with observations. At most eight minutes; needs the extras `cuda` and `train`, and pgx with JAX for the comparison.
#
# Example: sh deploy/gpu_connect_four.sh results
set -eu
out=${1:?"give a folder for the results, for example: sh deploy/gpu_connect_four.sh results"}
mkdir -p "$out"
game=medianoche.toys.connect_four:ConnectFour

python3 -c "import cuda" 2> "$out/missing.log" || {
    echo "cuda-bindings is not installed; install: pip install 'medianoche[cuda]'" >&2
    exit 2
}
for module in torch jax pgx; do
    python3 -c "import $module" 2> "$out/missing.log" || echo "$module is not installed; its figures are left out" >&2
done

# First everything is compiled, alone, so that nothing compiles beside a measurement.
timeout 150 python3 -m medianoche bench gpu "$game" --rows 4096 --seconds 0.01 --no-learn > "$out/compile.log" 2>&1 || {
    cat "$out/compile.log" >&2
    exit 2
}
timeout 320 python3 -m medianoche bench gpu "$game" --seconds "${SECONDS_EACH:-1}" --no-learn \
    --out "$out/connect_four.json" --page "$out/connect_four.md" 2>&1 | tee "$out/connect_four.log"
