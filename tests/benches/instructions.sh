#!/usr/bin/env bash
# The instructions of each case of the benchmark `validate` by valgrind: by hand, of the generated functions, and of `x_validate()`. They do
# not vary, as times do.
# `tests/benches/instructions.sh PROGRAM [PART]` takes the program that `cargo bench -p tests --bench validate --no-run` names, and cases
# with a part in their names.
set -euo pipefail
program=$1

# The instructions of so many calls, with all that comes before them.
total() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --repeat "$@" 2>&1 |
        sed -n 's/.*Collected : //p'
}

# The instructions of one call.
once() {
    local few many
    few=$(total 20 "$1" "$2")
    many=$(total 120 "$1" "$2")
    echo $(((many - few) / 100))
}

printf '%-34s %9s %9s %9s\n' case "by hand" compiled whole
"$program" --repeat | grep -F -- "${2:-}" | while read -r name; do
    printf '%-34s %9d %9d %9d\n' "$name" "$(once "$name" hand)" "$(once "$name" rules)" "$(once "$name" whole)"
done
