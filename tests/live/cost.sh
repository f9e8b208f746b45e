#!/usr/bin/env bash
# Compares costs with the oracle (ORACLE): estimates of random expressions, of random rules in random schemas with the errors about
# them, costs on objects so large that limits are reached. By hand with larger numbers, and `cost-compare corpus FOLDER` for CRDs.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --features long --bin cost-compare -- expressions 2000 1
cargo run -q -p tests --features long --bin cost-compare -- rules 1000 1
exec cargo run -q -p tests --features long --bin cost-compare -- limits 4 1
