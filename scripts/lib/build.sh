# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts: where the project is, and how it is built for this machine.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
host_build=$root/build/host-gcc

# For --help, before anything is built: a script whose head says how it is used shows its head, and a script that
# runs a program in Python asks that program. Others hand --help on.
if [[ ${1:-} == --help ]]; then
    if grep -q '^# usage:' "$0"; then
        awk 'NR > 3 { if (!sub(/^# ?/, "")) exit; print }' "$0"
        exit
    fi
    program=$(grep -o 'tests/[a-z_/]*\.py' "$0" | tail -1 || true)
    if [[ $program ]]; then exec /usr/bin/env python3 -B "$root/$program" --help; fi
fi

# quietly COMMAND...: shows the command's output only if it fails.
quietly() {
    local output
    if ! output=$("$@" 2>&1); then
        printf '%s\n' "$output" >&2
        return 1
    fi
}

# show_tenths: of Ninja's lines on standard input; nothing where little is to be done.
show_tenths() {
    awk -F '[][/]' '/^\[[0-9]+\/[0-9]+\]/ && $3 >= 20 && int(10 * $2 / $3) > tenths {
        tenths = int(10 * $2 / $3); printf "  %d of %d\n", $2, $3; fflush() }'
}

# build FOLDER [OPTION...]: shows progress, and the compiler's output only if it fails.
build() {
    local log=$1.log
    if ! cmake --build "$@" 2>&1 | tee "$log" | show_tenths >&2; then  # all scripts set pipefail
        cat "$log" >&2
        return 1
    fi
}

# configure PRESET [OPTION...]: only once, unless options are given.
configure() {
    if [[ $# -gt 1 || ! -e $root/build/$1/build.ninja ]]; then
        (cd "$root" && quietly cmake --preset "$@")
    fi
}

# What CMake is told of libraries of kernels that the environment names, and their targets.
library_options=()
library_targets=()
for library in cmsis_nn esp_nn; do
    variable=TIGRIS_${library^^}_DIR
    if [[ -n ${!variable:-} ]]; then
        library_options+=("-D$variable=${!variable}")
        library_targets+=("tigris_$library")
    fi
done

# build_in PRESET OPTIONS TARGET...: OPTIONS names an array of options for CMake. One at a time.
build_in() {
    local preset=$1
    local -n options=$2
    shift 2
    mkdir -p "$root/build"
    (
        flock 9
        [[ -e $root/build/$preset/build.ninja ]] || echo "Building $*, the first time" >&2
        configure "$preset" "${options[@]}"
        build "$root/build/$preset" --target "$@"
    ) 9>"$root/build/lock"
}

# build_host TARGET...: builds for this machine, with everything that this needs.
build_host() {
    "$root/scripts/setup" build test
    build_in host-gcc library_options "$@"
}

# build_aarch64 TARGET...: builds for 64-bit Arm, whose models the tool of this machine converts.
build_aarch64() {
    local with_tool=("-DTIGRIS_ONNX2HPP=$host_build/tools/onnx2hpp/onnx2hpp")
    "$root/scripts/setup" aarch64
    build_in aarch64 with_tool "$@"
}
