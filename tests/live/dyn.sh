#!/usr/bin/env bash
# Compares what native code does with values whose type only run time shows with the oracle (ORACLE): one in many of all
# operators, macros and functions on values of all types. The whole comparison is `dyn-compare`, half an hour.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --features long --bin dyn-compare -- 211
