#!/usr/bin/env bash
# The webhook of the examples against rules: two API servers (APISERVER_BIN), one with the CRD's rules, the other with a CRD without rules
# that asks the webhook, get 500 creates and updates. By hand with larger numbers: `webhook-compare 5000 SEED`.
set -euo pipefail
cd "$(dirname "$0")/../.."
certificates=$(mktemp -d)
trap 'rm -rf "$certificates"' EXIT
cargo run -q -p webhook --example certificate -- "$certificates"
cargo build -q -p webhook
export CERTIFICATES=$certificates WEBHOOK=${CARGO_TARGET_DIR:-target}/debug/webhook
cargo run -q -p tests --features long --bin webhook-compare -- 500 1
