#!/usr/bin/env bash
# Compares `cel-codegen validate` with a real API server (APISERVER_BIN): objects of ours and of the corpus, where it is there, and random changes of
# them, created and as updates; and `cel-codegen check` on CRDs with unknown and repeated fields. By hand with larger
# numbers: `validate-compare 20 SEED`, `fields-compare 500 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --features long --bin validate-compare -- 2 1
exec cargo run -q -p tests --features long --bin fields-compare -- 60 1
