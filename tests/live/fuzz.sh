#!/usr/bin/env bash
# A small share of the random input; by hand with larger numbers and in a release build: `cargo run --release -p tests --features long --bin fuzz`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo run -q -p tests --features long --bin fuzz -- rules 2000 1
cargo run -q -p tests --features long --bin fuzz -- files 2000 1
exec cargo run -q -p tests --features long --bin fuzz -- objects 300 1
