#!/usr/bin/env bash
# The instructions of one `x_validate()` of each case of the benchmark `validate`, by valgrind: they do not vary, as times do.
# `tests/benches/instructions.sh PROGRAM` takes the program that `cargo bench -p tests --bench validate --no-run` names.
set -euo pipefail
program=$1

# The instructions of so many calls, with all that comes before them.
total() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --repeat "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : //p'
}

"$program" --repeat | while read -r name; do
    few=$(total 1000 "$name")
    many=$(total 2000 "$name")
    printf '%-34s %8d\n' "$name" $(((many - few) / 1000))
done
