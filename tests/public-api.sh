#!/usr/bin/env bash
# Compares the public API of cel-runtime with docs/public-api.txt. After a change that is meant, `BLESS=1 tests/public-api.sh` writes it.
set -euo pipefail
cd "$(dirname "$0")/.."
# The feature `kube` brings k8s-openapi. Only a program chooses its version.
export K8S_OPENAPI_ENABLED_VERSION=1.37
target=${CARGO_TARGET_DIR:-target}/public-api
rm -rf "$target/doc"
cargo doc -q -p cel-runtime --no-deps --all-features --target-dir "$target"
cargo tables write api --folder "$target/doc/cel_runtime" >"$target/public-api.txt"
if [ -n "${BLESS-}" ]; then
	cp "$target/public-api.txt" docs/public-api.txt
fi
if ! diff -u docs/public-api.txt "$target/public-api.txt"; then
	echo "the public API of cel-runtime changed: if that is meant, run BLESS=1 tests/public-api.sh and say it in CHANGELOG.md" >&2
	exit 1
fi
