#!/usr/bin/env bash
# The coverage of rules: a new crate outside of the workspace with the lines of docs/testing.md, and the example that plants two rules
# without a failing test.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
crate=$(mktemp -d)
trap 'rm -rf "$crate"' EXIT
cd "$root"
command=$(tests/command.sh)
coverage="$command coverage"
target=${command%/debug/*}

fail() {
	echo "coverage: $1"
	exit 1
}

# block LANGUAGE N: the N-th block of a language in the page.
block() {
	awk -v fence="\`\`\`$1" -v n="$2" '
		/^```/ && inside { exit }
		inside { print }
		$0 == fence && ++seen == n { inside = 1 }
	' "$root/docs/testing.md"
}

# The example names the two rules itself. With the features of `.ci/run` the crates of others are not built again.
$coverage --records "$crate/records" examples/examples -- \
	cargo test -q --workspace --features tests/long,webhook/long,examples/coverage --example 09_testing >"$crate/printed.txt" 2>"$crate/said.txt" || {
	cat "$crate/printed.txt" "$crate/said.txt"
	fail "the example's tests fail"
}
diff - <(grep -A9 '^examples/' "$crate/printed.txt") <<'TEXT' || fail "the example has other rules without tests"
examples/examples/09_testing.rs:24:27: never failed: `self != ''` (DiskSpec)
examples/examples/09_testing.rs:28:27: never ran: `self.startsWith('zone-')` (DiskSpec)
2 of 4 rules tested (50.0 %), 1 never failed, 1 never ran
TEXT
echo "coverage: the example's tests miss the two planted rules"

mkdir "$crate/src"
cd "$crate"
cat >Cargo.toml <<TOML
[package]
name = "disks"
version = "0.1.0"
edition = "2021"

[dependencies]
cel-runtime = { path = "$root/cel-runtime" }
schemars = "1"
serde = { version = "1", features = ["derive"] }

[workspace]
TOML
cp "$root/Cargo.lock" .
{ block rust 1; block rust 2; } >src/lib.rs
export CARGO_TARGET_DIR=$target/walk
$coverage -- cargo test -q --features cel-runtime/coverage >printed.txt 2>said.txt || { cat printed.txt said.txt; fail "the page's tests fail"; }
diff <(block text 2) <(grep -A9 '^src/' printed.txt) || fail "the page promises another report"
if $coverage --fail-under 100 >/dev/null; then fail "--fail-under 100 passes"; fi
$coverage --fail-under 50 >/dev/null || fail "--fail-under 50 fails"

# A test with a failing rule, and one that ends in an abort: what was recorded until then counts.
cat >>src/lib.rs <<'RUST'
#[test]
fn ends_early() {
    cel_runtime::assert_rejects!(Disk { size: 1, class: String::new(), zone: None }, "classes have names");
    std::process::abort();
}
RUST
if $coverage --format json -- cargo test -q --features cel-runtime/coverage ends_early >printed.txt 2>said.txt; then fail "an aborted test passes"; fi
grep -q '"total": 4' printed.txt || { cat printed.txt said.txt; fail "no report on an aborted test"; }
grep -q '"failed": true' printed.txt || fail "what was recorded before the abort is lost"
echo "coverage: the page's report is true"
