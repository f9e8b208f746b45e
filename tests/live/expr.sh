#!/usr/bin/env bash
# Compares native code of random expressions with the oracle (ORACLE): verdicts, types, values, errors, costs. The whole
# comparison is the same with larger numbers: `expr-compare 20000 SEED 5`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin expr-compare -- 600 1 4
