#!/usr/bin/env bash
# Writes the tables of docs/performance.md: measures the cases of the benchmark `validate` in Rust and in Go, on a machine that does
# nothing else. Needs Go for the programs of the API server.
set -euo pipefail
cd "$(dirname "$0")/../.."

go=$PWD/target/oracle/bench
mkdir -p target/oracle
(cd tests/oracle && go build -p 2 -o "$go" ./bench)
bench=(cargo bench -q -p tests --bench validate --features compare --)
"${bench[@]}" --cases >target/cases.jsonl
"$go" <target/cases.jsonl >target/go.jsonl
"${bench[@]}" --go "$PWD/target/go.jsonl" >target/tables.md

page=docs/performance.md
{
    sed '/^<!-- tables -->$/q' "$page"
    echo
    echo "Measured on $(date -u +%F), $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -1), $(rustc --version | cut -d' ' -f1,2), $(go version | cut -d' ' -f3)."
    echo
    cat target/tables.md
} >target/performance.md
mv target/performance.md "$page"
