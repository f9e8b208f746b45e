#!/usr/bin/env bash
# Lists compiled functions that few rules use. Each of them is `#[inline]`: rustc then compiles it in the crates that call it, and not
# in each build of the runtime. Reads the libraries of the last build of the workspace.
set -euo pipefail
cd "$(dirname "$0")/.."

MODULES='cel_runtime::(exact|testing|admission|costs|error::(status|written)|ratcheting::(schema|trees|value|way|written)|access::(embedded|metadata)|ops::(dynamic|formatted|messages|object|places|template|typed)|crd::compare|json::(read|same|walk)|library::(address|cidr|format|ip|lists|regex|semver|strings|time|url::parse))|cel_types::regex::(factor|parser|program|search|translation)'

# The library of a crate that was built last.
library() {
	local found
	found=$(ls -t target/debug/deps/lib"$1"-*.rlib 2>/dev/null | head -1)
	if [ -z "$found" ]; then
		echo "unused: there is no library of $1, build the workspace first" >&2
		exit 1
	fi
	echo "$found"
}

types=$(library cel_types)
runtime=$(library cel_runtime)
# Not each member of a library is an object file.
functions=$({ nm --demangle "$types" "$runtime" 2>/dev/null || true; } | awk '$2 ~ /^[tT]$/ { $1 = $2 = ""; print }')
if ! grep -q 'cel_runtime::' <<<"$functions"; then
	echo "unused: $runtime has no functions"
	exit 1
fi
found=$(grep -E "^ *($MODULES)::" <<<"$functions" | grep -Ev '::\{\{closure\}\}|Given' | sed -E 's/::h[0-9a-f]{16}$//' | sort -u || true)
if [ -n "$found" ]; then
	echo "$found"
	echo "unused: these need #[inline]"
	exit 1
fi
echo "unused: the runtime has no code that few rules use"
