#!/usr/bin/env bash
# Packages the published crates, and checks what is in the packages, with the oldest versions of their direct dependencies that Cargo.toml
# allows. Then counts what the smallest program builds.
# `OFFLINE=1` takes no crates from the registry, `ALLOW_DIRTY=1` packages what is not committed.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-$PWD/target}/package-check
published="cel-types cel-compiler cel-derive cel-runtime cel-codegen"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
packages=()
for crate in $published; do
	packages+=(-p "$crate")
done
# The crates that are not published name each other by their folders, so `--workspace` cannot package them. All packages are checked
# together below.
rm -rf "$target/package"
cargo package -q --no-verify "${packages[@]}" --target-dir "$target" ${ALLOW_DIRTY:+--allow-dirty} ${OFFLINE:+--offline}

for crate in $published; do
	package=$(echo "$target/package/$crate"-[0-9]*.crate)
	files=$(tar -tzf "$package")
	for file in README.md LICENSE-APACHE LICENSE-MIT; do
		grep -q "/$file\$" <<<"$files" || { echo "the package of $crate lacks $file" >&2; exit 1; }
	done
	if grep -q "^[^/]*/tests/" <<<"$files"; then
		echo "the package of $crate holds test data" >&2
		exit 1
	fi
	mkdir -p "$folder/packages/$crate" "$folder/smallest/src"
	tar -xzf "$package" --strip-components 1 -C "$folder/packages/$crate"
	# What only our own tests need does not bind users.
	awk '/^\[/ { skip = /^\[dev-dependencies/ } !skip' "$folder/packages/$crate/Cargo.toml" >"$folder/Cargo.toml"
	mv "$folder/Cargo.toml" "$folder/packages/$crate/Cargo.toml"
done

# A workspace of the packages, each in the place of the registry's.
cd "$folder/packages"
cp "$root/rust-toolchain.toml" .
{
	printf '[workspace]\nresolver = "3"\nmembers = ["cel-*"]\n\n[patch.crates-io]\n'
	for crate in $published; do
		echo "$crate = { path = \"$crate\" }"
	done
} >Cargo.toml
# The option is unstable: it needs no other compiler, but this permission.
RUSTC_BOOTSTRAP=1 cargo update -q -Z direct-minimal-versions ${OFFLINE:+--offline}
# The feature `kube` brings k8s-openapi. Only a program chooses its version: here one that the oldest k8s-openapi has.
K8S_OPENAPI_ENABLED_VERSION=1.35 CARGO_INCREMENTAL=0 cargo check -q --workspace --all-features --target-dir "$target" ${OFFLINE:+--offline}
echo "the packages compile with the oldest dependencies"

# The smallest program: a crate outside the workspace, without kube.
cd "$folder/smallest"
touch src/lib.rs
cat >Cargo.toml <<TOML
[package]
name = "smallest"
version = "0.1.0"
edition = "2024"

[dependencies]
cel-runtime = { path = "$root/cel-runtime" }
schemars = "1"
serde = { version = "1", features = ["derive"] }

[workspace]
TOML
cp "$root/Cargo.lock" .
others=$(cargo tree -q ${OFFLINE:+--offline} -e normal,build --prefix none --format '{p}' | awk '{print $1}' | sort -u | grep -cvE '^(smallest|cel-.*)$')
echo "the smallest program builds $others crates that are not ours"
if [ "$others" -gt 22 ]; then
	echo "at most 22 are wanted" >&2
	exit 1
fi
