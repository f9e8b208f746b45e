//! The measured cases: each overload of each function with operands that grow, operators and macros over values of all kinds.

use super::values::VALUES;
use crate::{
    dispatch::{call, sample},
    structural::type_of,
};
use cel_compiler::{
    library::{self, KubernetesVersion, OverloadDecl, TypePattern},
    types::Type,
};
use std::collections::BTreeSet;

/// All expressions. The checker refuses some of them, since a template is written for all kinds of values.
pub fn expressions() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for function in library::functions(KubernetesVersion::STORED_EXPRESSIONS) {
        if function.name.starts_with(char::is_alphabetic) && !function.name.starts_with("cel.") {
            for overload in function.overloads(KubernetesVersion::STORED_EXPRESSIONS) {
                all.extend(calls(function.name, overload));
            }
        }
    }
    for value in VALUES.iter().map(|value| value.name) {
        let late = format!("late_{value}");
        let twin = if VALUES.iter().any(|other| other.name == late) { &late } else { value };
        all.extend(TEMPLATES.iter().map(|text| text.replace('#', value).replace('@', twin)));
    }
    all.extend(EXTREMES.iter().map(|text| (*text).to_owned()));
    all
}

/// Calls where all operands grow, with each fitting value, and calls where only one operand grows.
fn calls(function: &str, overload: &OverloadDecl) -> Vec<String> {
    let candidates: Vec<Vec<String>> = overload.args.iter().map(operands).collect();
    let most = candidates.iter().map(Vec::len).max().unwrap_or(0);
    let together = (0..most).map(|i| {
        let operands: Vec<String> = candidates.iter().map(|of| of[i % of.len()].clone()).collect();
        call(function, overload, &operands)
    });
    let alone = candidates.iter().enumerate().flat_map(|(place, of)| {
        of.iter().map(move |operand| {
            let mut operands: Vec<String> = overload.args.iter().map(sample).collect();
            operands[place] = operand.clone();
            call(function, overload, &operands)
        })
    });
    together.chain(alone).collect()
}

/// The growing values of a type, or one that does not grow.
fn operands(pattern: &TypePattern) -> Vec<String> {
    let names = VALUES.iter().filter(|value| {
        let of_any = matches!(pattern, TypePattern::A | TypePattern::B | TypePattern::Dyn | TypePattern::Any);
        match of_any {
            true => ANY.contains(&value.name),
            false => !value.ty.starts_with('{') && fits(pattern, &type_of(value.ty)),
        }
    });
    let mut operands: Vec<String> = names.map(|value| value.name.to_owned()).collect();
    match pattern {
        TypePattern::Int => operands.push("n".into()),
        TypePattern::Object("kubernetes.Quantity") => operands.push("quantity(digits)".into()),
        TypePattern::Object("kubernetes.Semver") => operands.push("semver('1.2.3-' + dotted)".into()),
        TypePattern::Object("kubernetes.URL") => operands.push("url(url)".into()),
        TypePattern::List(_) => operands.extend(["keyed".into(), "json_set".into(), "json_times".into()]),
        _ => {}
    }
    if operands.is_empty() {
        operands.push(sample(pattern));
    }
    operands
}

fn fits(pattern: &TypePattern, ty: &Type) -> bool {
    match (pattern, ty) {
        (TypePattern::A | TypePattern::B, _) => true,
        (TypePattern::List(element), Type::List(ty)) => fits(element, ty),
        (TypePattern::Map(key, value), Type::Map(ty)) => fits(key, &ty.0) && fits(value, &ty.1),
        _ => pattern.declared() == *ty,
    }
}

/// Values for operands of any type.
const ANY: &[&str] = &["text", "texts", "unknowns", "map", "json_set", "keyed", "object", "anything"];

/// `#` is a value, `@` one that differs from it only in its last part.
const TEMPLATES: &[&str] = &[
    "# == @",
    "# != @",
    "[#] == [@]",
    "{'a': #} == {'a': @}",
    "dyn(#) == dyn(@)",
    "optional.of(#) == optional.of(@)",
    "# in [@, #]",
    "@ in #",
    "'z' in #",
    "n in #",
    "# + @",
    "# + @ == @ + #",
    "# + # + # + #",
    "# < @",
    "#[0] == 1",
    "#['key 000001'] == 1",
    "#[?0].hasValue()",
    "has(#.z)",
    "#.?z.hasValue()",
    "size(#)",
    "type(#) == list",
    "true ? # : @",
    "#.optMap(x, x)",
    "cel.bind(x, #, x == @)",
    "optional.of(#).orValue(@)",
    "#.all(x, x == x)",
    "#.all(x, true || x == x)",
    "#.exists(x, x != x)",
    "#.exists_one(x, x == 1)",
    "#.map(x, x)",
    "#.map(x, [x])",
    "#.map(x, x == x, x)",
    "#.filter(x, x == x)",
    "#.filter(x, x == x).size()",
    "#.all(k, v, k == k)",
    "#.exists(k, v, v != v)",
    "#.existsOne(k, v, k == 1)",
    "#.transformList(k, v, v)",
    "#.transformList(k, v, k == k, v)",
    "#.transformMap(k, v, v)",
    "#.transformMapEntry(k, v, {v: k})",
    "#.transformMapEntry(k, v, {string(k): v})",
    "#.sortBy(x, x)",
    "#.sortBy(x, -x)",
    "#.map(x, string(x)).sort()",
    "#.map(x, string(x)).distinct()",
    "#.map(x, string(x)).join()",
    "#.map(x, {x: x})",
    "#.all(x, #.all(y, x == y || true))",
    "#.all(x, x in @)",
    "#.all(x, #.exists_one(y, y == x))",
    "#.map(x, x).all(x, #.exists(y, x == y))",
    "'%s'.format([#])",
    "#.map(x, '%s'.format([x]))",
    "sets.contains(#, @)",
    "sets.equivalent(#, @)",
    "sets.intersects(#, [@])",
    "sets.contains(#.filter(x, x == x), @)",
    "sets.contains(#.map(x, x), @)",
    "cel.bind(same, #.filter(x, x == x), @.all(x, x in same))",
    "cel.bind(same, #.filter(x, x != x), @.all(x, same.all(y, x == y)))",
    "string(#)",
    "bytes(#)",
    "#.matches('a*b')",
    "#.matches('(a|b)*c')",
    "#.find('(a*)*b')",
    "#.findAll('a')",
    "#.findAll('a.*b|a')",
    "'a'.matches(#)",
    "#.split('')",
    "#.split('').size()",
    "#.replace('a', 'bb')",
    "#.replace('', '-')",
    "#.indexOf(@)",
    "#.lastIndexOf('aab')",
    "#.contains('aaaaaaaaaaaaaaab')",
    "ints.map(i, #.size())",
    "ints.all(i, # == #)",
    "[#, #].map(x, x).flatten()",
];

/// Expressions with values that may take much, whatever their sizes.
const EXTREMES: &[&str] = &[
    "'%.1000000e'.format([1.5])",
    "'%.1000000f'.format([1.5])",
    "'%.100000e'.format([1.5]).size() == n",
    "doubles.all(x, '%.1000e'.format([x]) != '')",
    "'a'.matches('(a{30}){30}')",
    "text.matches('(a{30}){30}')",
    "text.matches('(a?){500}a{500}')",
    "text.matches('(a|b|ab|ba){100}c')",
    "text.find('(.*)(.*)(.*)(.*)c')",
    "text.findAll('(a|aa)+$')",
    "'a'.matches(r'(\\pL{1000})?')",
    "'a'.matches('a{' + '1000' + '}')",
    "quantity(digits + 'E').isGreaterThan(quantity('1'))",
    "quantity('1e' + '1000000').isInteger()",
    "quantity('9' + digits).add(quantity(digits)).asApproximateFloat() > 0.0",
    "digits.matches('7{1000}7{1000}')",
    "int('9223372036854775807') == 1",
    "double('1' + digits) > 0.0",
    "double('1e' + digits) > 0.0",
    "double('0.' + digits) > 0.0",
    "duration('1' + digits + 'h') > duration('1s')",
    "duration('0.' + digits + 'h') > duration('1s')",
    "timestamp('2020-01-01T00:00:00.' + digits + 'Z').getFullYear() == 1",
    "timestamp('2020-01-01T00:00:00Z').getFullYear(text) == 1",
    "lists.range(n).size() == 1",
    "lists.range(n).map(x, lists.range(10)).flatten().size() == 1",
    "isSemver('1.2.3-' + dotted)",
    "semver('1.2.3-' + dotted).compareTo(semver('1.2.3-' + dotted + '.2')) == 0",
    "isURL(url) && url(url).getQuery().size() == 1",
    "url(url).getEscapedPath().size() == 1",
    "isIP(digits)",
    "isCIDR('10.0.0.0/' + digits)",
    "format.dns1123Subdomain().validate(text).hasValue()",
    "format.uri().validate(url).hasValue()",
    "format.datetime().validate(digits).hasValue()",
    "strings.quote(wide).size() == 1",
    "b'abc' == octets",
    "string(octets).size() == 1",
    "json_octets == octets",
    "[[[[[ints]]]]].flatten(5).size() == 1",
    "texts.join(text).size() == 1",
    "text.replace('a', text).size() == 1",
    "texts.map(x, text).join().size() == 1",
    "text.split('a', -1).join(text).size() == 1",
    "ints.map(x, ints).flatten().size() == 1",
    "ints.map(x, text + 'b').size() == 1",
];
