//! Functions, macros and libraries of other languages.

use super::{super::NO_CLOCK, check, helps};
use crate::{rule::Key, schema::ValidationRule};

#[test]
fn functions_of_other_languages() {
    helps("len(self.names) > 0", "write `self.names.size()`");
    helps("self.names.length() > 0", "write `self.names.size()`");
    helps("(self.name + 'a').length() > 0", "write `(self.name + 'a').size()`");
    helps("self.name.isEmpty()", "write `self.name.size() == 0`");
    helps("!self.name.isEmpty()", "write `!(self.name.size() == 0)`");
    helps("!self.name.is_some()", "write `has(self.name)`");
    helps("!self.name.is_none()", "write `!has(self.name)`");
    helps("self.name.toLowerCase() == 'a'", "write `self.name.lowerAscii()`");
    helps("self.name.to_uppercase() == 'A'", "write `self.name.upperAscii()`");
    helps("self.names.any(n, n == \"it's\")", "write `self.names.exists(n, n == \"it's\")`");
    helps(
        "self.name.chars().count() < 9",
        "`self.name.size()` counts the characters, `self.name.matches('^[a-z]*$')` asks of each",
    );
    helps("self.names.iter().all(n, n != '')", "write `self.names`");
    helps("self.names.count(n, n != '') > 1", "write `self.names.filter(n, n != '').size()`");
    helps("self.names.every(n, n != '')", "write `self.names.all(n, n != '')`");
    helps("self.labels.containsKey('a')", "write `'a' in self.labels`");
    helps("self.has('name')", "write `has(self.name)`");
    helps("self.names.contains('a')", "write `'a' in self.names`");
    helps("self.name.match('^a')", "write `self.name.matches('^a')`");
    helps("self.name.strip() == ''", "write `self.name.trim()`");
    helps("self.?name.unwrap() == ''", "write `self.?name.value()`");
    helps("self.?name.unwrap_or('a') == ''", "write `self.?name.orValue('a')`");
    helps("self.?name.isPresent()", "write `self.?name.hasValue()`");
    helps("self.name.is_some()", "write `has(self.name)`");
    helps("self.name.unwrap_or('a') == ''", "write `self.?name.orValue('a')`");
    helps("self.name.unwrap() == ''", "write `self.name`");
    helps("self.labels.get('a') == 'b'", "write `self.labels['a']`");
    helps("self.names.get(0) == 'b'", "write `self.names[0]`");
    helps("self.name.is_none()", "write `!has(self.name)`");
    helps("self.minReplicas.toString() == '1'", "write `string(self.minReplicas)`");
    helps("self.names.toString() == ''", "write `self.names.join(',')`");
    for rule in ["self.steps.toString() == ''", "self.labels.toString() == ''", "self.names.toInt() == 1"] {
        let error = check(rule).expect_err(rule);
        let helps: Vec<_> = error.told().filter_map(|mistake| mistake.help.as_deref()).collect();
        assert!(helps.iter().all(|help| !help.starts_with("write `")), "{rule}: {helps:?}");
    }
    helps("parseInt(self.name) == 1", "write `int(self.name)`");
    helps(
        "abs(self.minReplicas) == 1",
        "write `(self.minReplicas < 0 ? -self.minReplicas : self.minReplicas)`",
    );
    helps("self.names.isUnique()", "write `self.names.distinct() == self.names`");
    helps("self.since < now()", NO_CLOCK);
    helps("self.names.none(n, n != '')", "write `!self.names.exists(n, n != '')`");
    helps("self.names.forEach(n, n != '')", "write `self.names.all(n, n != '')`");
    helps("self.name.hasPrefix('a')", "write `self.name.startsWith('a')`");
    helps("startsWith(self.name, 'a')", "write `self.name.startsWith('a')`");
    helps("self.name.isIP()", "write `isIP(self.name)`");
    helps("min(self.minReplicas, 1) == 1", "write `[self.minReplicas, 1].min()`");
    helps("has(self.name, 'a')", "`has()` takes one field, as in `has(self.name)`");
    helps("self.names.size == 1", "write `self.names.size()`");
    helps("self.name.trim == ''", "write `self.name.trim()`");
}

#[test]
fn libraries_of_other_programs() {
    let bind = "rules of CRDs have no `cel.bind`; write `[self.names.size()].all(n, n > 0 && n < 3)`";
    helps("cel.bind(n, self.names.size(), n > 0 && n < 3)", bind);
    helps("bind(n, self.names.size(), n > 0 && n < 3)", bind);
    let bind = "rules of CRDs have no `cel.bind`; write `[self.names.size()].map(n, n + 1)[0]`";
    helps("cel.bind(n, self.names.size(), n + 1) > 2", bind);
    let most = "rules of CRDs have no `math.greatest`; write `[self.minReplicas, 2].max()`";
    helps("math.greatest(self.minReplicas, 2) > 2", most);
    helps("math.least([1, 2]) > 2", "rules of CRDs have no `math.least`; write `[1, 2].min()`");
    let abs =
        "rules of CRDs have no `math.abs`; write `[self.minReplicas - 1, -(self.minReplicas - 1)].max()`";
    helps("math.abs(self.minReplicas - 1) > 2", abs);
    helps("base64.encode(b'a') == 'a'", "rules of CRDs have no `base64.encode`");
    helps("regex.replace(self.name, 'a', 'b') == 'a'", "rules of CRDs have no `regex.replace`");
}

/// A macro with another number of arguments is an unknown function.
#[test]
fn arguments_of_macros() {
    let all = "`all` takes one or two variables and a condition: `all(x, x > 0)`, `all(i, x, x > i)`";
    helps("self.names.all(i, v, w, v != w)", all);
    let filter = "`filter` has one variable, the key of a map: `self.labels.filter(x, x != '')`";
    helps("self.labels.filter(k, v, v != k).size() > 0", filter);
    let transform = "`transformMap` takes two variables and a value: `transformMap(k, v, v + 1)`";
    helps("self.labels.transformMap(k, v > 1).size() > 0", transform);
    helps(
        "self.names.sortBy(a, b, a < b) == self.names",
        "`sortBy` takes one variable and a value: `sortBy(x, x.name)`",
    );
}

#[test]
fn functions_of_libraries() {
    helps("set.contains(self.names, ['a'])", "did you mean `sets.contains`?");
    helps("sets.containsAll(self.names, ['a'])", "did you mean `sets.contains`?");
    helps("format.dns1123label().validate(self.name).hasValue()", "did you mean `format.dns1123Label`?");
    let optional = "CEL has `optional.none`, `optional.of`, `optional.ofNonZeroValue` and `optional.unwrap`";
    helps("optional.possibly(self.name).hasValue()", optional);
    helps("optional.some(self.name).hasValue()", optional);
    helps("url(self.name).scheme == 'https'", "write `url(self.name).getScheme()`");
}

/// The function of an unknown library is no mistake of its own. A name that is near to another may be a typing mistake.
#[test]
fn an_unknown_library_is_one_mistake() {
    let told = |rule: &str| check(rule).expect_err(rule).told().count();
    assert_eq!(told("tools.check(self.name)"), 1);
    assert_eq!(told("tools.check(self.nam)"), 2);
    assert_eq!(told("names.isEmpty()"), 2);
    assert_eq!(told("sel.any(n, n != '')"), 2);
}

#[test]
fn more_functions_of_other_languages() {
    helps("self.name.hasPrefix('a')", "write `self.name.startsWith('a')`");
    helps("self.names.has('a')", "write `'a' in self.names`");
    helps("self.labels.hasOwnProperty('a')", "write `'a' in self.labels`");
    helps("self.get('name') == 'a'", "write `self.name`");
    helps("self.names.none(n, n == '')", "write `!self.names.exists(n, n == '')`");
    helps("sprintf('%s', self.name) == 'a'", "write `'%s'.format([self.name])`");
    helps("exists(self.name)", "write `has(self.name)`");
    helps("Number(self.name) == 1", "write `double(self.name)`");
    helps("self.steps.avg() > 1", "write `self.steps.sum() / self.steps.size()`");
    helps("ip(self.name).isIPv4()", "write `ip(self.name).family() == 4`");
    helps("self.since.getYear() > 2020", "write `self.since.getFullYear()`");
    helps("self.timeout.seconds > 5", "write `self.timeout.getSeconds()`");
    helps("self.minReplicas in range(1, 2)", "a range is two comparisons: `a >= 1 && a <= 10`");
    let one = "`existsOne` takes two variables and a condition: `existsOne(i, x, x > i)`; with one variable it is `exists_one(x, x > 0)`";
    helps("self.names.existsOne(n, n == '')", one);
    let map = "a macro takes a variable and an expression: `self.ports.map(item, port)`, with `item.` before fields";
    helps("self.ports.map(port) == []", map);
    helps("any(self.names, n != '')", "a macro stands behind a list or a map: `self.items.exists(x, x > 0)`");
    let reduce =
        "no macro computes one value from a list; lists of numbers have `sum()`, `min()` and `max()`";
    helps("self.steps.reduce(a, b, a + b) > 1", reduce);
    // A function that takes other values is not meant.
    let error = check("self.minReplicas.forEach() == 1").expect_err("no such function");
    assert_eq!(error.diagnostics[0].help, None);
}

#[test]
fn functions_of_modules() {
    helps("optional.ofNonZero(self.name).hasValue()", "did you mean `optional.ofNonZeroValue`?");
    helps("sets.has(self.names, 'a')", "CEL has `sets.contains`, `sets.equivalent` and `sets.intersects`");
    helps("strings.HasPrefix(self.name, 'a')", "write `self.name.startsWith('a')`");
    helps("strings.startsWith(self.name, 'a')", "write `self.name.startsWith('a')`");
    helps("regex.matches(self.name, '^a')", "write `self.name.matches('^a')`");
    helps("regexp.MatchString('^a', self.name)", "write `self.name.matches('^a')`");
    helps("re.match(self.name, 'a')", "write `self.name.matches('^a')`");
    helps("self.since + '1h' < self.since", "write `self.since + duration('1h')`");
    helps("'1h' + self.since < self.since", "write `duration('1h') + self.since`");
    helps("Math.max(self.minReplicas, 1) == 1", "write `[self.minReplicas, 1].max()`");
    helps("re.match('^a', self.name)", "write `self.name.matches('^a')`");
    helps("fmt.Sprintf('%s', self.name) == 'a'", "write `'%s'.format([self.name])`");
    helps(
        "cel.bind(x, self.name, x != '')",
        "rules of CRDs have no `cel.bind`; write `[self.name].all(x, x != '')`",
    );
    helps("time.parse(self.name) == 1", "rules of CRDs have no `time.parse`");
    helps("name.startsWith('a')", "did you mean `self.name`?");
}

/// Only the first mistake is told, not those that follow from it. The server's text has all of them.
#[test]
fn an_unknown_macro_is_one_mistake() {
    let error = check("self.names.any(n, n != '' && n != 'x')").expect_err("no such macro");
    let rule = ValidationRule {
        rule: "self.names.any(n, n != '' && n != 'x')".to_owned(),
        ..ValidationRule::default()
    };
    assert_eq!((error.told().count(), error.diagnostics.len()), (1, 4));
    assert_eq!(error.key, Key::Rule);
    assert_eq!(error.detail(&rule.rule).matches("undeclared reference").count(), 4);
    let error = check("self.names.all(size > 0)").expect_err("no variable");
    assert_eq!((error.told().count(), error.diagnostics.len()), (1, 2));
    // Outside the call the name is another mistake.
    let error = check("self.names.any(n, n != '') || n").expect_err("two mistakes");
    assert_eq!(error.told().count(), 2);
}

#[test]
fn lists_as_sets() {
    helps("self.names.containsAll(['a'])", "write `sets.contains(self.names, ['a'])`");
    helps("self.names.isSubsetOf(['a'])", "write `sets.contains(['a'], self.names)`");
    helps("self.names.intersects(['a'])", "write `sets.intersects(self.names, ['a'])`");
    helps("self.names.isDisjoint(['a'])", "write `!sets.intersects(self.names, ['a'])`");
    helps("self.names.exists('a')", "write `'a' in self.names`");
}

#[test]
fn functions_with_a_variable() {
    helps("self.ports.find(p, p.port > 80) != null", "write `self.ports.filter(p, p.port > 80).first()`");
    helps("self.ports.last(p, p.port > 80).hasValue()", "write `self.ports.filter(p, p.port > 80).last()`");
    helps("self.ports.sum(p, p.port) < 5", "write `self.ports.map(p, p.port).sum()`");
    helps("self.ports.distinct(p, p.port).size() > 1", "write `self.ports.map(p, p.port).distinct()`");
}

#[test]
fn forms_of_texts() {
    helps("self.name.isUUID()", "write `!format.uuid().validate(self.name).hasValue()`");
    helps("isUUID(self.name)", "write `!format.uuid().validate(self.name).hasValue()`");
    helps("self.name.isBlank()", "write `self.name.trim() == ''`");
    helps("self.name.beginsWith('a')", "write `self.name.startsWith('a')`");
}

#[test]
fn patterns_before_the_text() {
    helps("regex('^a', self.name)", "write `self.name.matches('^a')`");
    helps("self.name.pattern('^a')", "write `self.name.matches('^a')`");
    helps("concat('-', self.names) == 'a'", "write `self.names.join('-')`");
    helps("set(self.names).size() == 1", "write `self.names.distinct()`");
    helps(
        "self.ports.unique(p, p.port)",
        "write `self.ports.map(p, p.port).distinct().size() == self.ports.size()`",
    );
    helps("self.names.includes('a')", "write `'a' in self.names`");
    helps("lookup(self.labels, 'a', '') == ''", "write `self.labels[?'a'].orValue('')`");
    helps("try(self.name, '') == ''", "write `self.?name.orValue('')`");
    helps("required(self.name)", "write `has(self.name)`");
    helps("self.name.minLength(3)", "write `self.name.size() >= 3`");
    helps("semver.compare(self.name, '1.0.0') > 0", "write `semver(self.name).compareTo(semver('1.0.0'))`");
    helps("units.parse(self.name) == 1", "write `quantity(self.name)`");
    helps("self.name.Cmp('1Gi') > 0", "write `quantity(self.name).compareTo(quantity('1Gi'))`");
    helps("self.timeout.getDays() > 1", "write `self.timeout.getHours() / 24`");
}

#[test]
fn forms_of_a_function() {
    helps("self.name.startsWith('a', 1)", "`startsWith` is called as `string.startsWith(string)`");
    helps(
        "self.name.split()[0] == 'a'",
        "`split` is called as `string.split(string)` or `string.split(string, int)`",
    );
    helps("isIP(self.name, 4)", "`isIP` is called as `isIP(string)`");
    helps("isIP(self.minReplicas)", "`isIP` is called as `isIP(string)`");
    helps(
        "size(self.ratio) > 0",
        "`size` is called as `size(bytes)` or `size(list(A))` or `size(map(A, B))` or `size(string)`",
    );
    helps("ip(self.name).version() == 4", "write `ip(self.name).family()`");
    helps("typeof(self.name) == string", "write `type(self.name)`");
    let verbs =
        "`%s` takes any value, `%d` an integer, `%f` and `%e` a number, `%x`, `%o` and `%b` other bases";
    helps("'%v'.format([self.name]) == 'a'", verbs);
    helps("trim(self.name, ' ') == ''", "`trim` is called as `string.trim()`");
    helps("format.uuid.validate(self.name)", "write `format.uuid()`");
    helps("self.name.validate(format.uuid())", "write `format.uuid().validate(self.name)`");
    helps("bytes(self.name).contains('a')", "write `string(bytes(self.name)).contains('a')`");
}

#[test]
fn macros_in_front_of_their_list() {
    helps("any(self.names, n, n == 'a')", "write `self.names.exists(n, n == 'a')`");
    helps("all(self.labels, k, k != '')", "write `self.labels.all(k, k != '')`");
    helps("map(self.names, n, n.size())", "write `self.names.map(n, n.size())`");
}

#[test]
fn macros_without_their_variable() {
    let with = |call: &str| format!("a macro takes a variable and a condition: `{call}`");
    let has = |rule: &str, call: &str| {
        helps(rule, &with(call));
        check(call).expect(call);
    };
    has("self.names.all(t in ['a', 'b'])", "self.names.all(t, t in ['a', 'b'])");
    has("self.ports.exists(p.port > 0)", "self.ports.exists(p, p.port > 0)");
    has("self.names.any(n != '')", "self.names.exists(n, n != '')");
    has("self.names.all(item != self.name)", "self.names.all(item, item != self.name)");
    has(
        "self.names.all(self.steps.exists(s, s > n.size()))",
        "self.names.all(n, self.steps.exists(s, s > n.size()))",
    );
    has("self.names.all(sets.contains(['a'], [n]))", "self.names.all(n, sets.contains(['a'], [n]))");
    helps(
        "self.ports.all(p, self.names.exists(n == string(p.port)))",
        &with("self.names.exists(n, n == string(p.port))"),
    );
    // The mistake in the condition is told next.
    helps("self.ports.all(p.size > 0)", &with("self.ports.all(p, p.size > 0)"));
    let fields = |call: &str| format!("{}, with `item.` before fields", with(call));
    helps("self.ports.all(port > 0)", &fields("self.ports.all(item, port > 0)"));
    helps("self.ports.all(port.size() > 0)", &fields("self.ports.all(item, port.size() > 0)"));
    helps("self.names.all(a == b)", &fields("self.names.all(item, a == b)"));
    helps("self.names.all(self.name == Fast)", &fields("self.names.all(item, self.name == Fast)"));
}
