#!/usr/bin/env bash
# Asks the oracle (ORACLE) about each expression in the tables of docs/spec.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo test -q -p tests --test docs expressions_in_the_specification
