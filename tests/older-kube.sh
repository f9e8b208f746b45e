#!/usr/bin/env bash
# Builds an operator with older versions of kube, each with its k8s-openapi, and runs its rules.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}/older-kube
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$root/rust-toolchain.toml" "$folder"
mkdir "$folder/src"
cp "$root/tests/older-kube.rs" "$folder/src/lib.rs"
cd "$folder"

# try KUBE K8S_OPENAPI FEATURES: `FEATURES` are those of cel-runtime.
try() {
	local kube=$1 k8s_openapi=$2 features=$3
	echo "kube $kube, k8s-openapi $k8s_openapi"
	cat >Cargo.toml <<-MANIFEST
		[package]
		name = "operator"
		version = "0.0.0"
		edition = "2024"

		[workspace]

		[features]
		admission = []

		[dependencies]
		cel-runtime = { path = "$root/cel-runtime", features = [$features] }
		k8s-openapi = { version = "$k8s_openapi", features = ["latest", "schemars"] }
		kube = { version = "$kube", default-features = false, features = ["admission", "derive"] }
		schemars = "1"
		serde = { version = "1", features = ["derive"] }
		serde_json = "1"

		[profile.dev]
		debug = false
	MANIFEST
	rm -f Cargo.lock
	cargo update -q
	local arguments=() versions
	if [[ $features == *'"kube"'* ]]; then
		# cargo takes the newest version for cel-runtime unless it is told.
		mapfile -t versions < <(grep -A1 '^name = "kube-core"' Cargo.lock | sed -n 's/^version = "\(.*\)"/\1/p' | sort -V)
		cargo update -q -p "kube-core@${versions[1]}" --precise "${versions[0]}"
		arguments=(--features admission)
	fi
	CARGO_INCREMENTAL=0 cargo test -q --target-dir "$target" "${arguments[@]}"
}

# Before version 0.27 the times of k8s-openapi were those of chrono. The feature `kube` needs version 3.
try 2 0.26 '"chrono"'
try 3 0.27 '"k8s-openapi", "kube"'
