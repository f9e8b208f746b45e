#!/usr/bin/env bash
# Compares with the oracle (ORACLE) what is accepted, and the errors: random expressions of constants, random names of
# properties. By hand with larger numbers: `const-compare 200000 SEED`, `name-compare 3000 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --features long --bin const-compare -- 3000 1
exec cargo run -q -p tests --features long --bin name-compare -- 100 1
