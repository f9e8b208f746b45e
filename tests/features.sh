#!/usr/bin/env bash
# Lints the runtime without features and with each one alone (`cargo lint` has all of them), and runs its tests without any. Each feature must
# stand in the table of docs/compatibility.md. The command is linted without its allocator.
set -euo pipefail
cd "$(dirname "$0")/.."
# The feature `kube` brings k8s-openapi. Only a program chooses its version.
export K8S_OPENAPI_ENABLED_VERSION=1.37
features=$(sed -n '/^\[features\]/,/^\[dependencies\]/s/^\([a-z0-9-]*\) = .*/\1/p' cel-runtime/Cargo.toml)
for feature in $features; do
	if [ "$feature" != default ] && ! grep -q "^| \`$feature\` |" docs/compatibility.md; then
		echo "docs/compatibility.md does not name the feature $feature" >&2
		exit 1
	fi
done
for feature in "" $features; do
	cargo clippy -q -p cel-runtime --no-default-features --features "$feature" -- -D warnings
done
cargo test -q -p cel-runtime --lib --no-default-features
cargo clippy -q -p cel-codegen --no-default-features -- -D warnings
