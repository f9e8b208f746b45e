#!/usr/bin/env bash
# Checks the published crates with the oldest versions of their direct dependencies that Cargo.toml allows.
set -euo pipefail
cd "$(dirname "$0")/.."
# The feature `kube` brings k8s-openapi. Only a program chooses its version: here one that the oldest k8s-openapi has.
export K8S_OPENAPI_ENABLED_VERSION=1.35
target=${CARGO_TARGET_DIR:-$PWD/target}/minimal-versions
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -rL cel-types cel-compiler cel-derive cel-runtime cel-codegen README.md rust-toolchain.toml "$copy"
sed 's/^members = .*/members = ["cel-*"]/' Cargo.toml >"$copy/Cargo.toml"
cd "$copy"
# What only our own tests need does not bind users.
sed -i '/^\[dev-dependencies\]/,/^$/d' cel-*/Cargo.toml
# The option is unstable: it needs no other compiler, but this permission.
RUSTC_BOOTSTRAP=1 cargo update -q -Z direct-minimal-versions
CARGO_INCREMENTAL=0 cargo check -q --workspace --all-features --target-dir "$target"
