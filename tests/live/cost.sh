#!/usr/bin/env bash
# Compares estimates of costs with the oracle (ORACLE): random expressions, random rules in random schemas. By hand with larger
# numbers, and `cost-compare corpus FOLDER` for CRDs with their errors.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --bin cost-compare -- expressions 2000 1
exec cargo run -q -p tests --bin cost-compare -- rules 1500 1
