#!/usr/bin/env bash
# Writes the tables of characters anew from Go's, and compares them with those of cel-types.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p target/tables
check() {
	(cd tests/oracle && go run ./tables "$1") >"target/tables/$1.rs"
	rustfmt --edition 2024 --config-path rustfmt.toml "target/tables/$1.rs"
	diff "target/tables/$1.rs" "cel-types/src/$2"
}
check classes regex/tables.rs
check printable quote/printable.rs
