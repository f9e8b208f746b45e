#!/usr/bin/env bash
# Compares types that derive `XValidation` with the oracle (ORACLE): random types with rules, built as programs, judge random
# objects and updates. The whole comparison is the same with larger numbers: `struct-compare 2000 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin struct-compare -- 60 1 40
