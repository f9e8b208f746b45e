#!/usr/bin/env bash
# Time and memory against cost, for one of twenty expressions; by hand for all of them: `cargo run -p tests --bin growth`.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo run -q -p tests --bin growth -- 20
