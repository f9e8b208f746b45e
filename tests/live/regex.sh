#!/usr/bin/env bash
# Compares random patterns with the oracle (ORACLE): which are accepted, the exact errors, what is found in random texts, by the engines of
# constant patterns and of others. The
# whole comparison is the same with larger numbers: `regex-compare 50000 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin regex-compare -- 3000 1
