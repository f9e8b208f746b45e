#!/usr/bin/env bash
# The instructions of each case of the benchmark `validate` by valgrind: by hand, of the generated functions, and of `x_validate()`. They
# vary far less than times.
# `tests/benches/instructions.sh PROGRAM [PART]` takes the program that `cargo bench -p tests --bench validate --no-run` names, and cases
# with a part in their names.
set -euo pipefail
program=$1

# The instructions of so many calls, with all that comes before them.
total() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --repeat "$@" 2>&1 |
        sed -n 's/.*Collected : //p'
}

# between COUNT NAME WAY: the instructions of one call, from COUNT calls and from six times as many.
between() {
    local few many
    few=$(total "$1" "$2" "$3")
    many=$(total $((6 * $1)) "$2" "$3")
    echo $(((many - few) / (5 * $1)))
}

# The instructions of one call. What comes before the calls varies by some thousands, so short ones are called more often.
once() {
    local instructions
    instructions=$(between 20 "$1" "$2")
    if ((instructions < 10000)); then
        instructions=$(between 2000 "$1" "$2")
    fi
    echo "$instructions"
}

printf '%-34s %9s %9s %9s\n' case "by hand" compiled whole
"$program" --repeat | grep -F -- "${2:-}" | while read -r name; do
    printf '%-34s %9d %9d %9d\n' "$name" "$(once "$name" hand)" "$(once "$name" rules)" "$(once "$name" whole)"
done
