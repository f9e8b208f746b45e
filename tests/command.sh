#!/usr/bin/env bash
# Builds the command, and prints where it is. What the tests of `.ci/run` have built is not built again: the features are the same, and an
# example has those of the development dependencies, as a test has.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -q --workspace --features tests/long,webhook/long --bin cel-codegen --example 09_testing
echo "$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/cel-codegen"
