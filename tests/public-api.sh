#!/usr/bin/env bash
# Writes the documentation of all crates but those of the tests, and compares the public API of cel-runtime with docs/public-api.txt. After a change that is meant, `BLESS=1 tests/public-api.sh` writes it.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
rm -rf "$target/doc"
# `TABLES` is the program `tables`, if it is built.
RUSTDOCFLAGS=-Dwarnings cargo doc -q --workspace --exclude 'tests*' --no-deps --all-features
found=$target/doc/public-api.txt
${TABLES:-cargo tables} write api --folder "$target/doc/cel_runtime" >"$found"
if [ -n "${BLESS-}" ]; then
	cp "$found" docs/public-api.txt
fi
if ! diff -u docs/public-api.txt "$found"; then
	echo "the public API of cel-runtime changed: if that is meant, run BLESS=1 tests/public-api.sh and say it in CHANGELOG.md" >&2
	exit 1
fi
