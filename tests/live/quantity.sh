#!/usr/bin/env bash
# Compares quantities, versions and named formats with the oracle (ORACLE) on random texts: what is accepted, values, errors.
# The whole comparison is the same with larger numbers: `quantity-compare 200000 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin quantity-compare -- 4000 1
