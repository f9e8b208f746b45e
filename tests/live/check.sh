#!/usr/bin/env bash
# Compares `cel-codegen check` with the oracle (ORACLE): the CRDs of the corpus where it is there, and random schemas. By hand also the
# corpus with rules changed at random: `check-compare mutants ../shared/corpus 5 1`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --features long --bin check-compare -- corpus ../shared/corpus
exec cargo run -q -p tests --features long --bin check-compare -- schemas 600 1
