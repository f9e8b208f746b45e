#!/usr/bin/env bash
# Compares the costs of loops in which the server charges calls by what another round has left with the oracle (ORACLE), native code
# and the interpreter. By hand with larger numbers: `leftovers-compare 4000 SEED 5`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin leftovers-compare -- 400 1 4
