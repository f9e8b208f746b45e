#!/usr/bin/env bash
# Compares native validators of random schemas with the oracle (ORACLE): errors, warnings, costs. The whole comparison is the same
# with larger numbers: `schema-compare 1000 SEED 5`; `corpus-compare` does it for the CRDs of other projects.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin schema-compare -- 60 1 4
