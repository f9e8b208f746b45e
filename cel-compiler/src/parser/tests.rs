//! Tests of the parser. The comparison with cel-go is in the `tests` crate.

use std::thread;

use super::parse;
use crate::{
    ast::{Expr, ExprKind, Literal},
    unparser::unparse,
};

/// Expects an error at this offset and no others.
fn rejects(source: &str, offset: u32, message: &str) {
    let diagnostics = parse(source).expect_err(source).into_sorted();
    let found: Vec<_> = diagnostics.iter().map(|d| (d.offset, d.message.as_str())).collect();
    assert_eq!(found, [(Some(offset), message)], "{source}");
}

/// Expects an error of the whole expression.
fn exceeds(source: &str, message: &str) {
    let diagnostics = parse(source).expect_err("limits hold").into_sorted();
    let found: Vec<_> = diagnostics.iter().map(|d| (d.offset, d.message.as_str())).collect();
    assert_eq!(found, [(None, message)]);
}

/// Expects a literal.
fn is(source: &str, value: Literal) {
    assert_eq!(parse(source).map(|expr| expr.kind), Ok(ExprKind::Literal(value)), "{source}");
}

/// Expects the text back in our spelling.
fn reads(source: &str, text: &str) {
    assert_eq!(parse(source).map(|expr| unparse(&expr)).as_deref(), Ok(text), "{source}");
}

fn accepts(source: &str) {
    assert_eq!(parse(source).err(), None, "{source:.60}");
}

/// `open` and `close` around `inner`, `count` times.
fn nested(count: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(count), close.repeat(count))
}

/// Expects `count` levels to parse and one more to exceed the limit, with a stack of 1 MiB.
fn nests(count: usize, open: &'static str, inner: &'static str, close: &'static str) {
    let test = move || {
        accepts(&nested(count, open, inner, close));
        parse(&nested(count + 1, open, inner, close)).expect_err("one more is too many");
        parse(&nested(10_000, open, inner, close)).expect_err("many more are too many");
    };
    let thread = thread::Builder::new().stack_size(1 << 20).spawn(test).expect("threads can be had");
    thread.join().unwrap_or_else(|_| panic!("{open}"));
}

fn string(value: &str) -> Literal {
    Literal::String(value.to_owned())
}

#[test]
fn minus_before_a_number_is_part_of_it() {
    is("-1", Literal::Int(-1));
    is("- 1", Literal::Int(-1));
    is("--1", Literal::Int(1));
    is("-.5", Literal::Double(-0.5));
    is("-9223372036854775808", Literal::Int(i64::MIN));
    is("-0x8000000000000000", Literal::Int(i64::MIN));
    reads("-1.f()", "-1.f()");
    reads("-(1)", "-(1)");
    reads("---1", "-(1)");
    reads("!-1", "!-1");
    reads("1--1", "1 - -1");
    reads("-1u", "-(1u)");
    rejects("--9223372036854775808", 2, "invalid int literal");
}

#[test]
fn pairs_of_signs_cancel() {
    reads("--a", "a");
    reads("!!!a", "!a");
    reads("-(-a)", "-(-a)");
    rejects("!-a", 2, "expected a number, found `a`");
    rejects("-!a", 1, "expected an expression, found `!`");
    rejects("--!a", 2, "expected an expression, found `!`");
}

#[test]
fn numbers() {
    is("0x1F", Literal::Int(31));
    is("0x1fu", Literal::Uint(31));
    is("18446744073709551615U", Literal::Uint(u64::MAX));
    is("007", Literal::Int(7));
    is(".5", Literal::Double(0.5));
    is("1E+3", Literal::Double(1000.0));
    is("1e-999", Literal::Double(0.0));
    reads("1in x", "1 in x");
    rejects("1e999", 0, "invalid double literal");
    rejects("18446744073709551616u", 0, "invalid uint literal");
    rejects("1.", 2, "expected a field name, found the end");
    rejects("0X1", 1, "expected an operator, found `X1`");
}

#[test]
fn strings() {
    is(r#""\a\b\f\n\r\t\v\\\'\"\?\`""#, string("\u{7}\u{8}\u{c}\n\r\t\u{b}\\'\"?`"));
    is(r"'\x41\X41\u00e9\U0001F600\101\377'", string("AAé😀A\u{ff}"));
    is("r'\\'", string("\\"));
    is("'''a'b\r\n\rc'''", string("a'b\n\nc"));
    is("R\"\"\"\r\"\"\"", string("\n"));
    is("''''''", string(""));
    is("'日本'", string("日本"));
}

#[test]
fn bytes() {
    is(r"b'\xff\377é'", Literal::Bytes(vec![0xff, 0xff, 0xc3, 0xa9]));
    is(r"Br'\x'", Literal::Bytes(b"\\x".to_vec()));
    rejects(r"b'\u00e9'", 0, "unable to unescape string");
    rejects("rb'a'", 2, "expected an operator, found `'a'`");
}

#[test]
fn broken_strings() {
    rejects(r"'\ud800'", 0, "invalid unicode code point");
    rejects(r"'\U00110000'", 0, "invalid unicode code point");
    assert_first(r"'a\qb'", 0, r"invalid escape sequence `\q`");
    assert_first("x == 'a", 5, "string without end");
    assert_first("'a\nb'", 0, "string without end");
    // The longest token that fits is the empty string.
    assert_first("'''a", 2, "string without end");
}

/// Expects the first error. The rest of a broken token can cause others.
fn assert_first(source: &str, offset: u32, message: &str) {
    let diagnostics = parse(source).expect_err(source).into_sorted();
    let found = diagnostics.first().map(|d| (d.offset, d.message.as_str()));
    assert_eq!(found, Some((Some(offset), message)), "{source}");
}

#[test]
fn characters_that_are_no_tokens() {
    rejects("a @", 2, "unexpected character `@`");
    rejects("a\u{a0}", 1, "unexpected character `\\u{a0}`");
    assert_first("a = b", 2, "unexpected character `=`");
    assert_first("a & b", 2, "unexpected character `&`");
    assert_first("é == 1", 0, "unexpected character `é`");
}

#[test]
fn offsets_are_code_points() {
    rejects("'日本😀' + )", 8, "expected an expression, found `)`");
    rejects("// é\n)", 5, "expected an expression, found `)`");
}

#[test]
fn names_in_backticks_are_fields_only() {
    reads("a.`b-c`", "a.`b-c`");
    reads("a.?`in`", "a.?`in`");
    reads("a.`b`", "a.b");
    reads("A{`x.y`: 1}", "A{`x.y`: 1}");
    rejects("`a`", 0, "expected an expression, found ``a``");
    rejects("a.`b`()", 5, "expected an operator, found `(`");
    assert_first("a.``", 2, "invalid name in backticks");
}

#[test]
fn reserved_words() {
    rejects("if", 0, "reserved identifier: if");
    rejects(".if", 0, "reserved identifier: if");
    rejects("while(1)", 0, "reserved identifier: while");
    reads("a.if.as()", "a.if.as()");
    reads("if{}", "if{}");
    rejects("a.in", 2, "expected a field name, found `in`");
    rejects("a.true", 2, "expected a field name, found `true`");
}

#[test]
fn commas() {
    reads("[1,]", "[1]");
    reads("[,]", "[]");
    reads("{,}", "{}");
    reads("{1: 2,}", "{1: 2}");
    reads("A.b{c: 1,}", "A.b{c: 1}");
    rejects("f(1,)", 4, "expected an expression, found `)`");
    rejects("[,,]", 2, "expected `]`, found `,`");
    rejects("[1,,]", 3, "expected `]`, found `,`");
    rejects("[1 2]", 3, "expected `,` or `]`, found `2`");
}

#[test]
fn conditionals_nest_at_the_end_only() {
    reads("a ? b : c ? d : e", "a ? b : c ? d : e");
    reads("a ? (b ? c : d) : e", "a ? (b ? c : d) : e");
    rejects("a ? b ? c : d : e", 6, "expected `:`, found `?`");
}

#[test]
fn optional_syntax() {
    reads("a.?b[?0].?c", "a.?b[?0].?c");
    reads("[?a, b]", "[?a, b]");
    reads("{?'k': a}", "{?\"k\": a}");
    reads("A{?b: c}", "A{?b: c}");
}

#[test]
fn words_of_other_languages_get_advice() {
    let diagnostics = parse("a and b").expect_err("no operator").into_sorted();
    assert_eq!(diagnostics[0].help.as_deref(), Some("use `&&`"));
    rejects("a and b", 2, "expected an operator, found `and`");
}

#[test]
fn brackets_without_counterpart_get_advice() {
    let help = |source: &str| {
        let diagnostics = parse(source).expect_err(source).into_sorted();
        diagnostics[0].help.clone().unwrap_or_default()
    };
    for source in ["(a", "a.all(x, (x > 1 && x < 2)", "size(a", "a && (b || c(d)", "(a[b)] == c"] {
        let bracket = if source.contains("[b)") { '[' } else { '(' };
        assert_eq!(help(source), format!("a `{bracket}` is not closed"), "{source}");
    }
    assert_eq!(help("a[b == c"), "a `[` is not closed");
    assert_eq!(help("a == {'b': c"), "a `{` is not closed");
    assert_eq!(help("a.all(x, [(x"), "3 brackets are not closed");
    assert_eq!(help("a > b)"), "no `(` is open here: remove the `)`");
    assert_eq!(help("a > b]"), "no `[` is open here: remove the `]`");
    // Something other than the bracket is missing first.
    assert_eq!(help("(a >"), "");
    assert_eq!(help("(a ? b"), "");
    assert_eq!(help("(a b"), "");
}

#[test]
fn macros_keep_their_text() {
    for text in [
        "has(a.b)",
        "r.all(x, x > 0)",
        "r.all(i, v, i < v)",
        "r.exists(x, x)",
        "r.exists_one(x, x)",
        "r.exists_one(i, v, v)",
        "r.map(x, x + 1)",
        "r.map(x, x > 0, x + 1)",
        "r.map(x, [x])",
        "r.filter(x, x ? true : false)",
        "r.transformList(i, v, v)",
        "r.transformList(i, v, i > 0, v)",
        "r.transformMap(k, v, k > 0, v)",
        "r.transformMapEntry(k, v, {v: k})",
        "r.sortBy(x, -x)",
        "a.b.optMap(x, x + 1).orValue(0)",
        "a.?b.optFlatMap(x, x.?c)",
    ] {
        reads(text, text);
    }
    reads("r.existsOne(i, v, v)", "r.exists_one(i, v, v)");
    reads("r.existsOne(x, x)", "r.existsOne(x, x)");
    reads("cel.bind(x, 1, x)", "cel.bind(x, 1, x)");
}

#[test]
fn macro_arguments() {
    rejects("has(a)", 4, "invalid argument to has() macro");
    rejects("has(a.?b)", 5, "invalid argument to has() macro");
    rejects("r.all(a.b, true)", 7, "argument must be a simple name");
    rejects("r.map(1, true)", 6, "argument is not an identifier");
    rejects("r.filter(1, true)", 9, "argument is not an identifier");
    rejects("r.all(__result__, true)", 6, "iteration variable overwrites accumulator variable");
    rejects("r.all(x, x, true)", 9, "duplicate variable name: x");
    rejects("r.transformMap(k, __result__, 1)", 18, "iteration variable overwrites accumulator variable");
    rejects("a.optMap(1, 2)", 9, "optMap() variable name must be a simple identifier");
    rejects("a.optFlatMap(1, 2)", 13, "optFlatMap() variable name must be a simple identifier");
    rejects(
        "'a'.sortBy(x, x)",
        0,
        "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
    );
}

#[test]
fn mistakes_apart_from_the_grammar_are_all_reported() {
    let places = |text| -> Vec<_> {
        let diagnostics = parse(text).expect_err("mistakes").into_sorted();
        diagnostics.iter().filter_map(|diagnostic| diagnostic.offset).collect()
    };
    assert_eq!(places("if + has(a) + 1e999"), [0, 9, 14]);
    // After a syntax error the other mistakes may follow from it.
    assert_eq!(places("if + has(a) + 1e999 + )"), [0]);
}

#[test]
fn chains_become_balanced_trees() {
    reads("a && b && c && d && e", "a && b && c && d && e");
    // One chain of four terms is another tree.
    reads("((a && b) && c) && d", "(a && b && c) && d");
    reads("a || (b || c)", "a || (b || c)");
    reads("(a || b) && c", "(a || b) && c");
}

#[test]
fn long_texts_are_not_deep() {
    accepts(&vec!["a"; 20_000].join("&&"));
    accepts(&format!("[{}]", vec!["1"; 20_000].join(",")));
    accepts(&format!("{{{}}}", vec!["1:2"; 5_000].join(",")));
    accepts(&format!("{}a", "!".repeat(50_000)));
    accepts(&format!("{}a{{}}", "a.".repeat(10_000)));
    accepts(&format!("'{}'", "a".repeat(99_998)));
    let long = format!("'{}'", "é".repeat(99_999));
    exceeds(&long, "expression code point size exceeds limit: size: 100001, limit 100000");
}

#[test]
fn macros_copy_within_a_limit() {
    let chain = |length: usize| format!("a{}", ".optMap(x, x)".repeat(length));
    accepts(&chain(12));
    exceeds(
        &chain(40),
        "the expression is too large once its macros are expanded: optMap() and optFlatMap() copy what they are called on, \
         so each in a chain doubles it; nest them instead",
    );
}

#[test]
fn nesting_limits() {
    nests(249, "(", "1", ")");
    nests(249, "-(", "1", ")");
    nests(250, "[", "", "]");
    nests(249, "f(", "1", ")");
    nests(249, "a.f(", "1", ")");
    nests(249, "{1:", "1", "}");
    nests(249, "a[", "1", "]");
    nests(249, "a.all(x, ", "a", ")");
    nests(249, "a ? b : ", "c", "");
    nests(249, "(", "1", ") + 1");
    nests(249, "(", "1", ") == 1");
    nests(248, "(", "c ? 1 : 1", ") ? 1 : 1");
    exceeds(&nested(250, "(", "1", ")"), "expression recursion limit exceeded: 250");
    exceeds(&nested(10_000, "(", "1", ")"), "expression recursion limit exceeded: 250");
}

#[test]
fn right_operands_count_as_nesting() {
    nests(124, "1 + (", "1", ")");
    nests(124, "1 * (", "1", ")");
    nests(124, "1 == (", "1", ")");
    nests(124, "1 == 1 + (", "1", ")");
    nests(124, "f(1 + ", "1", ")");
    nests(124, "[1 + ", "1", "]");
    nests(83, "1 + 1 * (", "1", ")");
    nests(249, "a || a && (", "1", ")");
    nests(249, "a || a && a.f(1, ", "1", ")");
    nests(83, "a || a && a == a + a * !f(", "1", ")");
    nests(124, "a ? 1 : 1 + (", "1", ")");
    nests(62, "a ? 1 : 1 == 1 + 1 * (", "1", ")");
}

#[test]
fn chains_of_macros_behind_a_syntax_error_are_not_expanded() {
    rejects(&format!("[}} ] + a{}", ".optMap(x, x)".repeat(60)), 1, "expected an expression, found `}`");
}

#[test]
fn heights_are_limited() {
    nests(250, "", "a", ".b");
    nests(250, "", "a", "[0]");
    nests(250, "", "a", ".f()");
    nests(250, "", "a", " + a");
    nests(250, "", "a", " == a");
    nests(250, "", "a", " in a");
    exceeds(&nested(251, "", "a", ".b"), "max recursion depth exceeded");
}

#[test]
fn ids_are_dense() {
    let tree =
        parse("a.optMap(x, [x, {1: 2}, T{f: x}].all(y, has(y.f))).exists(x, x) && -1 == 2").expect("CEL");
    let mut ids = vec![];
    collect_ids(&tree, &mut ids);
    ids.sort_unstable();
    assert_eq!(ids, (1..=tree.id.0).collect::<Vec<u32>>());
}

fn collect_ids(expr: &Expr, ids: &mut Vec<u32>) {
    ids.push(expr.id.0);
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Ident(_) => {}
        ExprKind::Select(select) => collect_ids(&select.operand, ids),
        ExprKind::Call(call) => {
            call.target.iter().for_each(|target| collect_ids(target, ids));
            call.args.iter().for_each(|arg| collect_ids(arg, ids));
        }
        ExprKind::List(elements) => elements.iter().for_each(|element| collect_ids(&element.value, ids)),
        ExprKind::Map(entries) => entries.iter().for_each(|entry| {
            ids.push(entry.id.0);
            collect_ids(&entry.key, ids);
            collect_ids(&entry.value, ids);
        }),
        ExprKind::Struct(message) => message.fields.iter().for_each(|field| {
            ids.push(field.id.0);
            collect_ids(&field.value, ids);
        }),
        ExprKind::Comprehension(fold) => {
            for expr in
                [&fold.iter_range, &fold.accu_init, &fold.loop_condition, &fold.loop_step, &fold.result]
            {
                collect_ids(expr, ids);
            }
        }
    }
}
