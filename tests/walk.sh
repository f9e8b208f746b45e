#!/usr/bin/env bash
# A newcomer's walk: a new crate outside of the workspace, the README's lines to the letter.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
walk=$(mktemp -d)
trap 'rm -rf "$walk"' EXIT
command=$("$root/tests/command.sh")
# What others have built here need not be built again.
export CARGO_TARGET_DIR=$root/target/walk

# block LANGUAGE N: the N-th block of a language in the README.
block() {
	awk -v fence="\`\`\`$1" -v n="$2" '
		/^```/ && inside { exit }
		inside { print }
		$0 == fence && ++seen == n { inside = 1 }
	' "$root/README.md"
}

# expect WHAT TEXT FILE: the file contains the text.
expect() {
	if ! grep -qF -- "$2" "$3"; then
		echo "walk: $1: expected this line: $2"
		cat "$3"
		exit 1
	fi
}

fail() {
	echo "walk: $1"
	exit 1
}

cd "$walk"
cargo new --quiet scaler
cd scaler

# `[dependencies]` stands at the end of a new Cargo.toml. There is no release yet, so the README says to take a path.
sed -i '/^\[dependencies\]$/d' Cargo.toml
block toml 1 | sed "/^cel-runtime = /s#version = \"0.1\"#path = \"$root/cel-runtime\"#" >>Cargo.toml
cp "$root/Cargo.lock" .

block rust 1 >src/main.rs
cargo run --quiet >printed.txt
diff <(block text 1) printed.txt || fail "the README promises another text"
echo "walk: the first rule runs"

sed 's/self.minReplicas <=/self.minReplica <=/' src/main.rs >wrong.rs
cp src/main.rs right.rs
mv wrong.rs src/main.rs
if cargo build --quiet 2>build.txt; then fail "a wrong rule compiles"; fi
block text 2 | while IFS= read -r line; do expect "the error of a wrong rule" "$line" build.txt; done
[ "$(grep -c '^error' build.txt)" -le 2 ] || fail "a wrong rule is more than one error" # rustc adds `could not compile`
mv right.rs src/main.rs
echo "walk: a wrong rule is a compile error"

block rust 3 >>src/main.rs
cargo test --quiet >tested.txt 2>&1 || { cat tested.txt; fail "the README's tests fail"; }
expect "the README's tests" "2 passed" tested.txt
echo "walk: the tests pass"

block rust 4 >>src/main.rs
cargo build --quiet 2>build.txt || { cat build.txt; fail "the webhook of the README does not compile"; }
echo "walk: the webhook compiles"

# The README: `main` prints the CRD.
awk '/^fn main/ { skip = 1 } !skip { print } /^}/ { skip = 0 }' src/main.rs >main.rs
{ cat main.rs; block rust 2; } >src/main.rs
rm main.rs
cargo run --quiet 2>/dev/null >crd.json
expect "the CRD" '"rule": "self.minReplicas <= self.maxReplicas"' crd.json
"$command" check crd.json >checked.txt || { cat checked.txt; fail "check refuses the CRD"; }
expect "the check of the CRD" "2 rules: all accepted" checked.txt
echo "walk: the CRD is printed, and accepted"

# Mistakes of a first day, each a program of its own in this crate: exactly one error each, with a help. Each third will do, `cargo test`
# has them all. Those that are about the types of crates that the README does not have are left to it.
rm -r src
mkdir -p src/bin
awk '
	/^### / { title = tolower(substr($0, 5)); gsub(/[^a-z0-9]+/, "_", title); sub(/_$/, "", title) }
	/^```rust/ { inside = 1; program = ""; next }
	/^```$/ && inside {
		inside = 0
		if (program !~ /chrono::|url::|jiff::|uuid::|\n\/\/ file / && n++ % 3 == 0) {
			printf "%s\n\nfn main() {}\n\n%s", program, imports >("src/bin/" title ".rs")
		}
		next
	}
	inside { program = program $0 "\n" }
' imports='#[allow(unused)]
use {
    cel_runtime::XValidation, kube::CustomResource,
    schemars::JsonSchema, serde::{Deserialize, Serialize}, std::collections::BTreeMap,
};
' "$root/tests/tests/mistakes/newcomer.md"
count=$(find src/bin -name '*.rs' | wc -l)
[ "$count" -ge 25 ] || fail "only $count mistakes are tried"
start=$SECONDS
cargo check --offline --bins --keep-going >/dev/null 2>mistakes.txt || true
for program in src/bin/*.rs; do
	name=$(basename "$program" .rs)
	grep -q "^error: could not compile .* (bin \"$name\") due to 1 previous error" mistakes.txt || {
		grep "(bin \"$name\")" mistakes.txt || true
		fail "$name is not exactly one error"
	}
done
helps=$(grep -c '^ *\(= \)\?\(help\|note\):' mistakes.txt || true)
[ "$helps" -ge "$((count * 9 / 10))" ] || fail "only $helps of $count mistakes have a help"
echo "walk: $count mistakes are one error each ($((SECONDS - start)) s)"
