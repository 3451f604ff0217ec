#!/usr/bin/env bash
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles each header alone, included twice: it includes what it needs, and twice is once.
# usage: compile_each.sh FOLDER OUTPUT COMMAND... -- HEADER...     headers are paths below FOLDER
set -euo pipefail
folder=$1
output=$2
shift 2
command=()
while [[ $1 != -- ]]; do
    command+=("$1")
    shift
done
shift
if [[ $# -eq 0 ]]; then
    echo "no headers" >&2
    exit 1
fi

mkdir -p "$output"
compile_one() {
    local stem=${1//\//_}
    printf '#include <%s>\n#include <%s>\n' "$1" "$1" >"$stem.cpp.new"
    cmp -s "$stem.cpp.new" "$stem.cpp" || mv "$stem.cpp.new" "$stem.cpp"
    rm -f "$stem.cpp.new"
    if ! "${@:2}" -c "$stem.cpp" -o "$stem.o"; then
        echo "FAILED: $1"
        return 1
    fi
}
export -f compile_one
cd "$output"
printf '%s\n' "$@" | xargs -P 2 -I{} bash -c 'compile_one "$@"' _ {} "${command[@]}" "-I$folder"
echo "$# headers compile alone"
