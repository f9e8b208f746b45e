#!/usr/bin/env bash
# Lists compiled functions that few rules use. Each of them is `#[inline]`: rustc then compiles it in the crates that call it, and not
# in each build of the runtime. Reads the libraries of a `cargo build`.
set -euo pipefail
cd "$(dirname "$0")/.."

MODULES='cel_runtime::(exact|testing|ops::(dynamic|messages)|crd::compare|json::(same|walk)|library::(format|regex|semver|url::parse))|cel_types::regex::(factor|parser|program|search|translation)'

libraries=(target/debug/libcel_types.rlib target/debug/libcel_runtime.rlib)
functions=$(nm --demangle "${libraries[@]}" 2>/dev/null | awk '$2 ~ /^[tT]$/ { $1 = $2 = ""; print }')
if [ -z "$functions" ]; then
	echo "unused: ${libraries[*]} have no functions, build them first"
	exit 1
fi
found=$(grep -E "^ *($MODULES)::" <<<"$functions" | grep -Ev '::\{\{closure\}\}|Given' | sed -E 's/::h[0-9a-f]{16}$//' | sort -u || true)
if [ -n "$found" ]; then
	echo "$found"
	echo "unused: these need #[inline]"
	exit 1
fi
echo "unused: the runtime has no code that few rules use"
