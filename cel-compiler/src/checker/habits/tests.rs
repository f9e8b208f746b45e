//! The help of each common mistake. The expression in a help `write ..` must compile.

use crate::{
    env::Env,
    rule::{self, Key},
    schema::{Access, DeclField, DeclKind, DeclType, ListType, Schema, ValidationRule},
};

fn object(fields: Vec<(&str, DeclKind)>) -> DeclKind {
    let field = |(name, kind): (&str, DeclKind)| DeclField {
        name: name.to_owned(),
        rust_name: None,
        node: DeclType::new(kind),
        required: false,
        access: Access::default(),
    };
    DeclKind::Object {
        fields: fields.into_iter().map(field).collect::<Vec<_>>().into(),
        preserve_unknown_fields: false,
    }
}

fn list(items: DeclKind) -> DeclKind {
    DeclKind::List { items: Box::new(DeclType::new(items)), list_type: ListType::Atomic }
}

fn node() -> DeclType {
    let labels = DeclKind::Map { values: Box::new(DeclType::new(DeclKind::String)) };
    DeclType::new(object(vec![
        ("minReplicas", DeclKind::Int),
        ("ratio", DeclKind::Double),
        ("name", DeclKind::String),
        ("ready", DeclKind::Bool),
        ("since", DeclKind::DateTime),
        ("timeout", DeclKind::Duration),
        ("steps", list(DeclKind::Int)),
        ("names", list(DeclKind::String)),
        ("ports", list(object(vec![("port", DeclKind::Int)]))),
        ("labels", labels),
        ("inner", object(vec![("zone", DeclKind::String)])),
        ("free", object(vec![])),
    ]))
}

fn check(rule: &str) -> Result<(), rule::RuleError> {
    let (schema, node) = (Schema::default(), node());
    let env = Env::for_crd_node(&schema, &node);
    let rule = ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() };
    rule::register(env, &node, &rule).error.map_or(Ok(()), Err)
}

/// Expects one mistake, with this help.
#[track_caller]
fn helps(rule: &str, expected: &str) {
    let error = check(rule).expect_err(rule);
    let told: Vec<_> = error.told().collect();
    let [mistake] = &*told else { panic!("{rule}: {told:#?}") };
    assert_eq!(mistake.help.as_deref(), Some(expected), "{rule}: {}", mistake.message);
    let written = expected.strip_prefix("write `");
    let written = written.or_else(|| expected.split_once("; write `").map(|(_, rest)| rest));
    if let Some(expression) = written.and_then(|rest| rest.strip_suffix('`')) {
        // The expression may have any type, so it may not be a rule by itself.
        if let Err(error) = check(&format!("dyn({expression}) == 1")) {
            panic!("{rule}: the help does not compile: {:#?}", error.diagnostics);
        }
    }
}

#[test]
fn functions_of_other_languages() {
    helps("len(self.names) > 0", "write `self.names.size()`");
    helps("self.names.length() > 0", "write `self.names.size()`");
    helps("(self.name + 'a').length() > 0", "write `(self.name + 'a').size()`");
    helps("self.name.isEmpty()", "write `self.name.size() == 0`");
    helps("self.name.toLowerCase() == 'a'", "write `self.name.lowerAscii()`");
    helps("self.name.to_uppercase() == 'A'", "write `self.name.upperAscii()`");
    helps("self.names.any(n, n == \"it's\")", "write `self.names.exists(n, n == \"it's\")`");
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
    helps("parseInt(self.name) == 1", "write `int(self.name)`");
    helps(
        "abs(self.minReplicas) == 1",
        "write `(self.minReplicas < 0 ? -self.minReplicas : self.minReplicas)`",
    );
    helps("self.names.isUnique()", "write `self.names.distinct() == self.names`");
    helps("self.since < now()", super::NO_CLOCK);
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
fn names_of_other_languages() {
    let null =
        "CEL has `null`; a property that is absent is not null: `has(self.name)` asks whether it is there";
    helps("self.name != None", null);
    helps("self.ready == True", "did you mean `true`?");
    helps("this.name == 'a'", "`self` is the value that the rule stands at");
    helps("old.name == self.name", "`oldSelf` is the value before an update");
    helps("self.oldSelf == self", "`oldSelf` stands for itself, without `self.`");
    let policy = "`request` belongs to admission policies; a rule of a CRD sees `self` and `oldSelf`";
    helps("request.name == 'a'", policy);
    let root =
        "`self` is the value that the rule stands at; only a rule at the root of the CRD sees `self.spec`";
    helps("self.spec.name == 'a'", root);
    helps("spec.name == 'a'", root);
    let above =
        "a rule sees the value that it stands at, and what is below: write the rule on the type around it";
    helps("self.name != parent.name", above);
    let text = "a text, as the value of an enum, stands in quotes: `'Fast'`";
    helps("self.name == Fast", text);
    helps("self.name == Mode.Fast", text);
    helps("not(self.ready)", "write `!self.ready`");
    let keys = "a macro goes over the keys of a map: `self.labels.all(key, key != '')`; `'a' in self.labels` asks for one, `self.labels.size()` counts them";
    helps("self.labels.keys().size() > 0", keys);
    helps(
        "self.labels.values().size() > 0",
        "a macro goes over the keys of a map, `self.labels[key]` is a value",
    );
    helps(
        "self.inner.all(k, k != '')",
        "`self.inner` is an object: a rule names its fields, as in `self.inner.zone`",
    );
    let free = "`self.free` has no types for rules: they can neither name nor count what is in it";
    helps("self.free.all(k, self.free[k] != '')", free);
    let behind = "a macro stands behind a list or a map: `self.items.all(x, x > 0)`";
    helps("all(n in self.names, n != '')", behind);
    helps("self.zone == 'a'", "`zone` is a field of `inner`: write `inner.zone`");
    let quantifier = "a macro takes a variable and a condition: `self.names.all(item, size > 0)`, with `item.` before fields";
    helps("self.names.all(size > 0)", quantifier);
}

#[test]
fn operands() {
    helps("self.minReplicas * 1.5 > 2", "write `double(self.minReplicas) * 1.5`");
    helps("self.ratio * 2 > 1", "write `self.ratio * 2.0`");
    helps("self.minReplicas == 1.0", "write `self.minReplicas == 1`");
    helps("self.minReplicas == 1.5", "write `double(self.minReplicas) == 1.5`");
    helps("self.minReplicas == '1'", "write `self.minReplicas == 1`");
    helps("self.minReplicas % 2.0 == 0", "write `self.minReplicas % 2`");
    helps("self.name + 1 == 'a'", "write `self.name + '1'`");
    helps("'a' + self.minReplicas == 'a'", "write `'a%d'.format([self.minReplicas])`");
    helps("self.ratio + self.name == 'a'", "write `'%s%s'.format([self.ratio, self.name])`");
    helps("'100% ' + self.ready == 'a'", "write `'100%% %s'.format([self.ready])`");
    helps("self.name > 5", "write `self.name > '5'`");
    helps("self.ready == 'true'", "write `self.ready == true`");
    helps("self.name == null", "write `!has(self.name)`");
    helps("self.name != null", "write `has(self.name)`");
    helps("0 < self.minReplicas < 5", "write `0 < self.minReplicas && self.minReplicas < 5`");
    helps("self.steps > 0", "write `self.steps.all(item, item > 0)`");
    helps("self.timeout > 60", "write `self.timeout > duration('60s')`");
    helps("self.timeout > '1h'", "write `self.timeout > duration('1h')`");
    helps("self.since > '2026-01-01T00:00:00Z'", "write `self.since > timestamp('2026-01-01T00:00:00Z')`");
    helps("quantity(self.name) > 1", "write `quantity(self.name).isGreaterThan(quantity('1'))`");
    helps(
        "quantity(self.name) <= quantity('1')",
        "write `quantity(self.name).compareTo(quantity('1')) <= 0`",
    );
    helps(
        "semver(self.name) >= semver('1.0.0')",
        "write `semver(self.name).compareTo(semver('1.0.0')) >= 0`",
    );
    helps("oldSelf.hasValue() && oldSelf.value().name == self.name", super::super::operands::OLD_SELF);
    helps("self.?name == 'a'", "write `self.?name.hasValue() && self.?name.value() == 'a'`");
    helps("self.?name.startsWith('a')", "write `self.?name.value().startsWith('a')`");
    helps("self.?names.size() > 1", "write `self.?names.value().size()`");
    let format = "write `format.named('dns1123Label').value().validate(self.name)`";
    helps("format.named('dns1123Label').validate(self.name).hasValue()", format);
    helps("'a' != self.?name", "write `!self.?name.hasValue() || 'a' != self.?name.value()`");
    helps("self.?minReplicas > 1", "write `!self.?minReplicas.hasValue() || self.?minReplicas.value() > 1`");
    helps("1 + self.?minReplicas > 1", "write `1 + self.?minReplicas.value()`");
    helps("self.name.orValue('a') == ''", "write `self.?name.orValue('a')`");
    helps("self.name.hasValue()", "write `has(self.name)`");
    helps("self.name.value() == 'a'", "write `self.name`");
    helps("self.name[0] == 'a'", "write `self.name.charAt(0)`");
    helps("format('%d', self.minReplicas) == 'a'", "write `'%d'.format([self.minReplicas])`");
    helps("'a' in self.name", "write `self.name.contains('a')`");
    helps("self['name'] == 'a'", "write `self.name`");
    helps("self.ready && self.name", "write `self.name != ''`");
    helps("self.ready || self.names", "write `self.names.size() > 0`");
}

#[test]
fn rules_that_are_no_bool() {
    helps("self.name", "write `self.name != ''`");
    helps("self.steps.map(s, s > 1)", "write `self.steps.all(s, s > 1)`");
    helps("self.steps.filter(s, s > 1)", "write `self.steps.exists(s, s > 1)`");
    helps("'self.ready'", "the rule is a text: remove the quotes around it");
    helps("self.minReplicas // 2 == 0", "`//` begins a comment: `a / b` divides");
    helps(
        "format.dns1123Label().validate(self.name)",
        "write `!format.dns1123Label().validate(self.name).hasValue()`",
    );
    helps("self.steps.map(s, s > 1, s > 2)", "write `self.steps.map(s, s > 1, s > 2).size() > 0`");
}

#[test]
fn syntax_of_other_languages() {
    let by_macro = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
    helps("self.names.all(n => n != '')", by_macro);
    helps("self.names.all(n -> n != '')", by_macro);
    helps("self.names.all(|n| n != '')", by_macro);
    helps("self.steps.size() => 0", "use `>=` to compare");
    helps("self.ready -> self.name != ''", "`b` if `a` is `!a || b`");
    helps("self.name == Mode::Fast", "the value of an enum is a text in quotes: `self.mode == 'Fast'`");
    helps("self.ready # always", "a comment begins with `//`");
    helps("self.name = 'a'", "use `==` to compare");
    helps("self.name === 'a'", "use `==` to compare");
    helps("self.name =~ 'a'", "use `a.matches(r'..')`");
    helps("self.ready and true", "use `&&`");
    helps("self.ready | true", "use `||`");
    helps("not self.ready", "use `!`");
    helps("'a' not in self.names", "use `!(a in b)`");
    helps("self.name.in(self.names)", "`in` stands between its operands: `a in b`");
    helps("self.in > 0", "the field `in` is `__in__` in a rule: `self.__in__`");
    helps("self.name == “a”", "use straight quotes: `'` or `\"`");
    helps(
        "self.name.matches('\\d+')",
        "use a raw string, as in `r'\\d+'`, or two backslashes, as in `'\\\\d+'`",
    );
    helps("self.ready; true", "a rule is one expression: join conditions with `&&`");
    helps("if self.ready { true }", "use `condition ? a : b`, or `!condition || a`");
    helps("self?.name == 'a'", "an optional field is read with `.?`: `self.?name`");
    helps("self.name ?? 'a' == ''", "`a.?b.orValue(c)` is `c` where `b` is absent");
    helps("self.names.all(n: n != '')", by_macro);
    let part = "a part of a text is `a.substring(0, 2)`, a part of a list is `a.slice(0, 2)`";
    helps("self.name[0:2] == 'ab'", part);
    helps("self.name in ('a', 'b')", "a list stands in square brackets: `a in ['x', 'y']`");
    helps("self.timeout > 5m", "a duration is written `duration('5m')`");
    helps("$self.ready", "use `self`");
    helps("has(self)", "`self` is always there: a rule on a field runs only where the field is");
    helps("has(name)", "`has()` takes a field, as in `has(self.name)`");
    helps("&self.name == 'a'", "remove it: CEL has no references");
    helps("self.ready & true", "use `&&`");
    helps("self.ready && &self.ready", "remove it: CEL has no references");
    helps("has(self.labels['a'])", "write `'a' in self.labels`");
}

#[test]
fn more_syntax_of_other_languages() {
    let (range, join) = (
        "a range is two comparisons: `a >= 1 && a <= 10`",
        "a rule is one expression: join conditions with `&&`",
    );
    helps("self.minReplicas =< 10", "use `<=` to compare");
    helps("self.minReplicas <> 1", "use `!=` to compare");
    helps("self.minReplicas := 1", "use `==` to compare");
    helps("self.ready AND true", "use `&&`");
    helps("self.ready OR true", "use `||`");
    helps("NOT self.ready", "use `!`");
    helps("self.name IN ['a']", "use `in`");
    helps("self.name !in ['a']", "use `!(a in b)`");
    helps("self.name is not null", "use `!=` to compare");
    helps("self.name ~ '^a'", "use `a.matches(r'..')`");
    helps("self.name LIKE 'a%'", "use `a.matches(r'..')`");
    helps("self.name contains 'a'", "a function takes its argument in parentheses: `a.contains('x')`");
    helps("self.name.matches(/^a/)", "a pattern is a text in quotes: `a.matches(r'..')`");
    helps("self.minReplicas in 1..10", range);
    helps("self.minReplicas between 1 and 10", range);
    helps("self.minReplicas ** 2 > 1", "CEL has no powers: write the product, as in `a * a`");
    helps("return self.ready", "a rule is one expression: leave out `return`");
    helps("self.ready;", "remove it: a rule is one expression");
    helps("self.ready, true", join);
    helps("self.ready then self.ready", "`b` if `a` is `!a || b`");
    helps("self.ready implies self.ready", "`b` if `a` is `!a || b`");
    helps("self.ready ? true", "`a ? b : c` has three parts; `b` if `a` is `!a || b`");
    helps("self.ready ?: true", "`a.?b.orValue(c)` is `c` where `b` is absent");
    helps("self->ready", "a field is read with a dot: `self.name`");
    helps("self::ready", "a field is read with a dot: `self.name`");
    helps("$.ready", "a field is read from `self`: `self.name`");
    helps("has self.name", "`has()` takes a field, as in `has(self.name)`");
    helps("typeof self.name == 'string'", "`type(a) == string` compares a type");
    helps("self.name == `a`", "a text stands between `'` or `\"`");
    helps("self.name == 'it's'", "the text ends at this quote; a text with `'` in it can stand between `\"`");
    helps(
        "f'{self.name}' == 'a'",
        "CEL has no templates: `'%s and %d'.format([a, b])` puts values into a text",
    );
    helps("self.timeout > 1d", "a duration is written `duration('24h')`");
    helps("self.name > 1Gi", "a quantity is written `quantity('1Gi')`");
    helps("self.minReplicas > 1_000", "the digits of a number stand together: `1000`");
    helps("self.ready /* always */", "a comment begins with `//`");
    let by_macro = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
    helps("self.ports[*].port > 1", by_macro);
    helps("self.names.all(lambda n: n != '')", by_macro);
    helps("every n in self.names { n != '' }", by_macro);
    helps("[n for n in self.names] == []", "use a macro: `self.items.all(x, x > 0)`");
    let placeholder =
        "this looks like a placeholder: run the program that fills it in first, such as `envsubst`";
    helps("self.minReplicas > ${MIN}", placeholder);
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
    helps("sets.containsAll(self.names, ['a'])", "did you mean `sets.contains`?");
    helps("optional.ofNonZero(self.name).hasValue()", "did you mean `optional.ofNonZeroValue`?");
    helps("sets.has(self.names, 'a')", "CEL has `sets.contains`, `sets.equivalent` and `sets.intersects`");
    helps("strings.HasPrefix(self.name, 'a')", "write `self.name.startsWith('a')`");
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

#[test]
fn more_operands() {
    helps("'name' in self", "write `has(self.name)`");
    helps("!self.name", "write `self.name == ''`");
    helps("!self.names", "write `self.names.size() == 0`");
    helps("self.ready == 1", "write `self.ready == true`");
    helps("self.ready && self.inner", "write `has(self.inner)`");
    helps("self.name * 2 == 2", "write `int(self.name) * 2`");
    helps("self.labels['a'] == null", "write `!('a' in self.labels)`");
    helps("self.names[0] != null", "write `self.names.size() > 0`");
    helps("has(self.names[0])", "write `self.names.size() > 0`");
    helps("self.names['0'] == 'a'", "write `self.names[0]`");
    let index = "the index of a list is a number; `self.items.exists(x, x.name == 'a')` looks for an item";
    helps("self.ports[self.name].port == 1", index);
    helps("self.names + 'a' == []", "write `self.names + ['a']`");
    helps("self.steps.join(',') == '1'", "write `self.steps.map(x, string(x)).join(',')`");
    helps("'%s'.format(self.name) == 'a'", "write `'%s'.format([self.name])`");
    helps("'%s' % self.name == 'a'", "write `'%s'.format([self.name])`");
    helps("sets.contains(self.names, 'a')", "write `sets.contains(self.names, ['a'])`");
    helps("duration(300) > self.timeout", "write `duration('300s')`");
    helps("self.since + 5 > self.since", "write `self.since + duration('5s')`");
    helps("self.name > quantity('1Gi')", "write `quantity(self.name).isGreaterThan(quantity('1Gi'))`");
    helps("quantity(self.name).isLessThan('1Gi')", "write `quantity(self.name).isLessThan(quantity('1Gi'))`");
    helps("self.name.isLessThan(quantity('1'))", "write `quantity(self.name).isLessThan(quantity('1'))`");
    helps("semver(self.name) > '1.0.0'", "write `semver(self.name).isGreaterThan(semver('1.0.0'))`");
    helps("ip(self.name) in cidr('10.0.0.0/8')", "write `cidr('10.0.0.0/8').containsIP(ip(self.name))`");
    helps("cidr('10.0.0.0/8').contains(self.name)", "write `cidr('10.0.0.0/8').containsIP(self.name)`");
    helps("self.?minReplicas.or(0) == 1", "write `self.?minReplicas.orValue(0)`");
    helps("self.?name.orValue(1) == 'a'", "the value of `orValue()` has the type of the field");
    helps("type(self.name) == 'string'", "write `type(self.name) == string`");
    helps("self.?name.value == 'a'", "write `self.?name.value()`");
    helps("url(self.name).host == 'a'", "write `url(self.name).getHost()`");
    let variable = "the variable of a macro is a new name without quotes: `self.items.all(x, x > 0)`";
    helps("self.names.all('n', n != '')", variable);
    helps("self.ready ? 1 : 'a'", "the two results of `a ? b : c` have one type");
    let object = "`p` is an object: a rule names its fields, as in `p.port`";
    helps("self.ports.all(p, p > 1)", object);
    helps("self.inner == {}", "`self.inner` is an object: a rule names its fields, as in `self.inner.zone`");
    helps("self.ports.all(p, port > 1)", "did you mean `p.port`?");
    helps("self.name == fast", "a text, as the value of an enum, stands in quotes: `'fast'`");
    helps(
        "self.free.spec == 1",
        "rules see only properties that the schema declares, and it has no `spec` here",
    );
    let old = "with `optionalOldSelf: true`, in Rust `optional_old_self = true`, `oldSelf.hasValue()` asks whether there is one";
    helps("!has(oldSelf)", old);
}

#[test]
fn conditions_that_are_not_whole() {
    let whole = "each side is a whole condition: `a == 'x' || a == 'y'`, which is `a in ['x', 'y']`";
    helps("self.name == 'a' || 'b'", whole);
    helps("!self.name == 'a'", "write `!(self.name == 'a')`");
    helps("!self.name in ['a']", "write `!(self.name in ['a'])`");
    let either = "`a != b` is true if one of two conditions is";
    helps("has(self.name) ^ has(self.inner)", either);
    helps("has(self.name) xor has(self.inner)", either);
    let sum = "write `(has(self.name) ? 1 : 0) + (has(self.inner) ? 1 : 0)`";
    helps("has(self.name) + has(self.inner) == 1", sum);
    helps("[self.ready].sum() == 1", "write `[self.ready].filter(x, x).size()`");
    helps("self.name == 'a' => self.ready", "`b` if `a` is `!a || b`");
    helps("self.minReplicas > 1 && < 3", "a range is two comparisons: `a >= 1 && a <= 10`");
    helps("self.minReplicas == [1, 2]", "write `self.minReplicas in [1, 2]`");
    let list = "a list stands in square brackets: `a in ['x', 'y']`";
    helps("self.minReplicas in {1, 2}", list);
    helps("self.minReplicas in 1, 2", list);
    helps("self.name in ['a' 'b']", "a comma stands between the parts of a list");
    helps("self.timeout in ['1h', '2h']", "write `self.timeout in [duration('1h'), duration('2h')]`");
    helps("self.ratio in [0, 1]", "write `self.ratio in [0.0, 1.0]`");
    helps("self.minReplicas in self.names", "write `string(self.minReplicas) in self.names`");
    helps("self.name.equals('a')", "write `self.name == 'a'`");
    helps("self.minReplicas.between(1, 3)", "write `self.minReplicas >= 1 && self.minReplicas <= 3`");
    helps("self.name !~ '^a'", "use `!a.matches(r'..')`");
    helps("self.name.startsWith 'a'", "a function takes its argument in parentheses: `a.contains('x')`");
    helps("self.name.matches['a']", "`matches` is a function: `self.name.matches(..)`");
    helps("self.name.isIP", "write `isIP(self.name)`");
    helps("size self.name > 1", "a function takes its argument in parentheses: `size(a)`");
    helps("self.name.substring(0:2) == 'a'", "a comma stands between arguments");
    helps("self.labels.size > 1", "write `self.labels.size()`");
    helps("self.labels['a'].orValue('b') == 'c'", "write `self.labels[?'a'].orValue('b')`");
    helps("self.labels.get('a', 'b') == 'c'", "write `self.labels[?'a'].orValue('b')`");
    helps(
        "self.labels.filter(k, v, v != '') == []",
        "`filter` has one variable, the key of a map: `self.labels.filter(x, x != '')`",
    );
    helps("ip(self.name) == '10.0.0.1'", "write `ip(self.name) == ip('10.0.0.1')`");
    helps("quantity(1).isGreaterThan(quantity('1'))", "write `quantity('1')`");
    helps("self.timeout.endsWith('s')", "write `string(self.timeout).endsWith('s')`");
    helps("self.since > '2026-01-31'", "write `self.since > timestamp('2026-01-31T00:00:00Z')`");
    helps("self.since > 1700000000", "write `self.since > timestamp(1700000000)`");
    helps("self.since.year > 2020", "write `self.since.getFullYear()`");
    helps("type(self.name) == integer", "did you mean `int`?");
    let error = check("self.timeout * 2 > self.timeout").expect_err("no such operator");
    assert_eq!(error.diagnostics[0].help, None);
}

#[test]
fn literals_that_are_no_values() {
    let duration = "a duration is numbers with units, such as `h`, `m`, `s` and `ms`: `duration('1h30m')`";
    helps("self.timeout > duration('5 minutes')", duration);
    helps("self.timeout > duration('2d')", "write `duration('48h')`");
    let timestamp = "a timestamp has a date, a time and a zone: `timestamp('2026-01-31T12:00:00Z')`";
    helps("self.since > timestamp('2026-01-31')", timestamp);
    let lookahead = "error parsing regexp: invalid or unsupported Perl syntax: `(?!`; RE2 does not look ahead or behind: use two patterns, as in `a.matches(r'x') && !a.matches(r'y')`";
    helps("self.name.matches('^(?!a)')", lookahead);
    helps(
        "self.name.matches(r'(a)\\1')",
        "error parsing regexp: invalid escape sequence: `\\1`; RE2 cannot repeat what a group has matched",
    );
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
