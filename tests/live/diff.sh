#!/usr/bin/env bash
# Asks the API server's code (ORACLE) about each object that `cel-codegen diff` shows: for the cases in `cel-codegen/tests/diff`, and for the
# versions of the CRDs of the corpus where it is there, and copies of them in which one thing is changed. `ALL=1` makes all of these changes.
# `diff.sh record` also writes the reports and the answers.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" = record ]; then export RECORD=1; fi
exec cargo test -q -p cel-codegen --features slow-tests --test diff -- --nocapture
