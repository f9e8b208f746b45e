#!/usr/bin/env bash
# Lints the runtime without features, and with some sets of them (`cargo lint` has all features), and runs its tests without any. Each
# feature must stand in the table of docs/compatibility.md. The command is linted without its allocator.
set -euo pipefail
cd "$(dirname "$0")/.."
# The feature `kube` brings k8s-openapi. Only a program chooses its version.
export K8S_OPENAPI_ENABLED_VERSION=1.37
mapfile -t features < <(sed -n '/^\[features\]/,/^\[dependencies\]/s/^\([a-z0-9-]*\) = .*/\1/p' cel-runtime/Cargo.toml | grep -vx default)
for feature in "${features[@]}"; do
	if ! grep -q "^| \`$feature\` |" docs/compatibility.md; then
		echo "docs/compatibility.md does not name the feature $feature" >&2
		exit 1
	fi
done

# Each feature is in three of six sets, and no two features are in the same three. So for any two there is a set with the one and without
# the other: code of the one that needs the other does not compile there.
sets=("" "" "" "" "" "")
remaining=("${features[@]}")
for a in 0 1 2 3; do
	for ((b = a + 1; b < 5; b++)); do
		for ((c = b + 1; c < 6; c++)); do
			for set in $a $b $c; do
				sets[set]+=" ${remaining[0]-}"
			done
			remaining=("${remaining[@]:1}")
		done
	done
done
if [ ${#remaining[@]} -gt 0 ]; then
	echo "six sets are too few for ${#features[@]} features" >&2
	exit 1
fi

for set in "" "${sets[@]}"; do
	echo "features:$set"
	cargo clippy -q -p cel-runtime --no-default-features --features "$set" -- -D warnings
done
cargo clippy -q -p cel-codegen --no-default-features -- -D warnings

# Without features the tests need no kube, and a copy of the crates that does not name it need not build it.
target=${CARGO_TARGET_DIR:-$PWD/target}/no-features
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -rL cel-types cel-compiler cel-derive cel-runtime cel-codegen Cargo.lock README.md rust-toolchain.toml "$copy"
sed 's/^members = .*/members = ["cel-types", "cel-runtime"]/' Cargo.toml >"$copy/Cargo.toml"
sed -i '/^\[dev-dependencies\]/,$ { /^k8s-openapi/d; /^kube/d; }' "$copy/cel-runtime/Cargo.toml"
cd "$copy"
cargo test -q -p cel-runtime --lib --no-default-features --target-dir "$target"
