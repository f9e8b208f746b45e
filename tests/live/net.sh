#!/usr/bin/env bash
# Compares URLs, IP addresses and prefixes with the oracle (ORACLE) on random texts: what is accepted, values, errors. The
# whole comparison is the same with larger numbers: `net-compare 200000 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin net-compare -- 3000 1
