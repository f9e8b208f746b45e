#!/usr/bin/env bash
# Time and memory against cost, for one of twenty expressions in the interpreter and one of forty as native code; by hand for all of them:
# `cargo run -p tests --features long --bin growth`, and the same with `-- native`, which needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --features long --bin growth -- 20
command -v valgrind > /dev/null || exit 0
exec cargo run -q -p tests --features long --bin growth -- native 40
