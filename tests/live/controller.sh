#!/usr/bin/env bash
# The controller of the examples with a real API server (APISERVER_BIN): an invalid object never reaches its child, its status says why.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build -q -p controller
export CONTROLLER=${CARGO_TARGET_DIR:-target}/debug/controller
cargo run -q -p tests --features long --bin controller-compare
