#!/usr/bin/env bash
# Compares times with the oracle (ORACLE): getters in all time zones at random times, and the conversion of formatted strings.
# The oracle reads the time zones of its Go, as the server does. By hand with larger numbers: `zones-compare 300000 1`,
# `formats-compare 100000 1`.
set -euo pipefail
cd "$(dirname "$0")/../.."
ZONEINFO=$(go env GOROOT)/lib/time/zoneinfo.zip cargo run -q -p tests --features long --bin zones-compare -- 6000 1
cargo run -q -p tests --features long --bin formats-compare -- 5000 1
