#!/usr/bin/env bash
# Compares `cel-codegen check` with the oracle (ORACLE): the CRDs of the corpus where it is there, the same with rules changed at
# random, random schemas. The whole comparison is the same with larger numbers: `check-compare mutants ../shared/corpus 5 1`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build -q --release -p tests --bin check-compare
target/release/check-compare corpus ../shared/corpus
target/release/check-compare mutants ../shared/corpus 1 1
exec target/release/check-compare schemas 1500 1
