#!/usr/bin/env bash
# Packages the published crates and builds each from its package, then counts what the smallest program builds.
# `OFFLINE=1` takes no crates from the registry, `ALLOW_DIRTY=1` packages what is not committed.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}/package-check
published="cel-types cel-compiler cel-derive cel-runtime cel-codegen"
packages=()
for crate in $published; do
	packages+=(-p "$crate")
done
# cargo knows a package of a folder by its name and version, unpacked and built. An older one of the same version must not be used.
for crate in $published; do
	rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/"$crate"-[0-9]* "$target"/debug/.fingerprint/"$crate"-*
done
# The crates that are not published name each other by their folders, so `--workspace` cannot package them.
cargo package -q "${packages[@]}" --target-dir "$target" ${ALLOW_DIRTY:+--allow-dirty} ${OFFLINE:+--offline}

for crate in $published; do
	files=$(tar -tzf "$target/package/$crate"-[0-9]*.crate)
	for file in README.md LICENSE-APACHE LICENSE-MIT; do
		grep -q "/$file\$" <<<"$files" || { echo "the package of $crate lacks $file" >&2; exit 1; }
	done
	if grep -q "^[^/]*/tests/" <<<"$files"; then
		echo "the package of $crate holds test data" >&2
		exit 1
	fi
done

# The smallest program: a crate outside the workspace, one struct, one rule, without kube.
smallest=$(mktemp -d)
trap 'rm -rf "$smallest"' EXIT
mkdir "$smallest/src"
cat >"$smallest/Cargo.toml" <<EOF
[package]
name = "smallest"
version = "0.1.0"
edition = "2024"

[dependencies]
cel-runtime = { path = "$PWD/cel-runtime" }
schemars = "1"
serde = { version = "1", features = ["derive"] }

[workspace]
EOF
cat >"$smallest/src/main.rs" <<'EOF'
use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.min <= self.max")]
struct Limits {
    min: i32,
    max: i32,
}

fn main() {
    assert!(Limits { min: 1, max: 2 }.x_validate().is_ok());
    assert!(Limits { min: 2, max: 1 }.x_validate().is_err());
}
EOF
cp Cargo.lock "$smallest"
manifest=(--manifest-path "$smallest/Cargo.toml" ${OFFLINE:+--offline})
cargo run -q "${manifest[@]}" --target-dir "$target"
others=$(cargo tree -q "${manifest[@]}" -e normal,build --prefix none --format '{p}' | awk '{print $1}' | sort -u | grep -cvE '^(smallest|cel-.*)$')
echo "the smallest program builds $others crates that are not ours"
if [ "$others" -gt 22 ]; then
	echo "at most 22 are wanted" >&2
	exit 1
fi
