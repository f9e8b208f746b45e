#!/usr/bin/env bash
# Lists functions and files of the crates that are too long: a function has at most 60 lines, or 80 if its body is one `match`, a file at
# most 500. Tests have no limit, nor do tables, which a program writes.
set -euo pipefail
cd "$(dirname "$0")/.."

TABLES='^cel-runtime/src/library/time/names\.rs$|^cel-types/src/(quote/printable|regex/tables)\.rs$'

found=$(git ls-files 'cel-*/src/*.rs' | grep -Ev "$TABLES|/tests(/|\.rs$)" | xargs awk '
	function indent(line) { match(line, /[^ ]/); return RSTART }
	FNR == 1 { start = 0 }
	FNR == 501 { print FILENAME ": more than 500 lines" }
	match($0, /^ *(pub(\([^)]*\))? )?(const )?fn [A-Za-z_0-9]+/) { start = FNR; name = $0; at = indent($0); body = "" }
	start && !body && /\{$/ { open = FNR; body = "?" }
	start && body == "?" && FNR == open + 1 { body = $0 ~ /^ *match / ? "match" : "statements" }
	start && FNR > start && indent($0) == at && /^ *}/ {
		lines = FNR - start + 1
		if (lines > (body == "match" ? 80 : 60)) { sub(/^ */, "", name); print FILENAME ":" start ": " lines " lines: " name }
		start = 0
	}
')
if [ -n "$found" ]; then
	echo "$found"
	echo "sizes: split these"
	exit 1
fi
echo "sizes: nothing is too long"
