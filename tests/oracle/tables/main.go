// Writes the tables of characters of cel-types, which are those of Go's own code:
//
//	cd tests/oracle
//	go run ./tables classes >../../cel-types/src/regex/tables.rs
//	go run ./tables printable >../../cel-types/src/quote/printable.rs
//	cargo fmt
package main

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

func main() {
	version := strings.TrimPrefix(runtime.Version(), "go")
	if minor := strings.Split(version, "."); len(minor) > 1 {
		version = minor[0] + "." + minor[1]
	}
	switch strings.Join(os.Args[1:], " ") {
	case "classes":
		fmt.Printf("//! Go %s's tables of characters (Unicode %s): the classes of `\\p{..}` and simple case folding.\n"+writtenBy,
			version, strings.TrimSuffix(unicode.Version, ".0"))
		classes()
		aliases()
		folds()
	case "printable":
		printable(version)
	default:
		fmt.Fprintln(os.Stderr, "usage: tables classes|printable")
		os.Exit(2)
	}
}

const writtenBy = "//! Written by `tests/oracle/tables`.\n"

func classes() {
	found := map[string]*unicode.RangeTable{}
	maps.Copy(found, unicode.Scripts)
	for name, table := range unicode.Categories {
		// The others are made of these.
		if len(name) == 2 && name != "Cn" && name != "LC" {
			found[name] = table
		}
	}
	fmt.Print(`
/// First and last characters of the ranges of each general category and of each script that Go finds by its name: those
/// with ` + "`_` or a second capital in the name it does not find. Sorted by name; wider categories and `Cn`" + ` are made of these.
pub(super) static CLASSES: &[(&str, &[u32])] = &[
`)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if lookedUp(name) != name {
			continue
		}
		var ends []string
		for _, part := range ranges(func(r rune) bool { return unicode.Is(found[name], r) }) {
			ends = append(ends, fmt.Sprintf("%#x, %#x", part[0], part[1]))
		}
		fmt.Printf("(%q, &[%s]),\n", name, strings.Join(ends, ", "))
	}
	fmt.Println("];")
}

func aliases() {
	fmt.Print(`
/// Other names of categories, as they are looked up.
pub(super) static ALIASES: &[(&str, &str)] = &[
`)
	found := map[string]string{}
	for name, category := range unicode.CategoryAliases {
		found[lookedUp(name)] = lookedUp(category)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		fmt.Printf("(%q, %q),\n", name, found[name])
	}
	fmt.Println("];")
}

// lookedUp is a name without `_`, with a capital at the start only (regexp/syntax: canonicalName).
func lookedUp(name string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return strings.ToUpper(name[:1]) + name[1:]
}

func folds() {
	fmt.Print(`
/// Characters that differ only in case: first and last of a range, and how far from each the next of its circle is; 0 stands for
/// neighbours that are each other's next. Sorted.
pub(super) static FOLDS: &[(u32, u32, i32)] = &[
`)
	var first, last, by rune
	write := func() {
		if last > 0 {
			fmt.Printf("(%#x, %#x, %d),\n", first, last, by)
		}
		last = 0
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		next := unicode.SimpleFold(r)
		isPair := next == r+1 && unicode.SimpleFold(next) == r
		end, distance := r, next-r
		if isPair {
			end, distance = next, 0
		}
		if next == r {
			continue
		}
		if last == 0 || last+1 != r || by != distance {
			write()
			first, by = r, distance
		}
		last, r = end, end
	}
	write()
	fmt.Println("];")
}

func printable(version string) {
	fmt.Printf("//! Characters beyond ASCII that Go %s prints: the ranges in which `strconv.IsPrint` holds, ends included.\n"+writtenBy, version)
	fmt.Print("\npub(super) static PRINTABLE: &[(u32, u32)] = &[\n")
	for _, part := range ranges(func(r rune) bool { return r > unicode.MaxASCII && strconv.IsPrint(r) }) {
		fmt.Printf("(%#x, %#x),\n", part[0], part[1])
	}
	fmt.Println("];")
}

// ranges are the first and the last of all characters next to each other for which something holds.
func ranges(holds func(rune) bool) [][2]rune {
	var found [][2]rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		switch {
		case !holds(r):
		case len(found) > 0 && found[len(found)-1][1] == r-1:
			found[len(found)-1][1] = r
		default:
			found = append(found, [2]rune{r, r})
		}
	}
	return found
}
