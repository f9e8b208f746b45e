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
        "write `self.minReplicas < 0 ? -self.minReplicas : self.minReplicas`",
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
    let filter = "`filter` takes one variable and a condition: `filter(x, x > 0)`; with two variables it is `transformList(i, x, x > i, x)`";
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
    let optional =
        "rules have `optional.none()`, `optional.of()`, `optional.ofNonZeroValue()`, `optional.unwrap()`";
    helps("optional.possibly(self.name).hasValue()", optional);
    helps("optional.some(self.name).hasValue()", optional);
    helps("url(self.name).scheme == 'https'", "it has functions in place of fields: `.getScheme()`");
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
    let keys = "a macro goes over the keys of a map: `self.labels.all(key, key != '')`; `self.labels.size()` counts them";
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
    helps("self.name + 1 == 'a'", "write `self.name + string(1)`");
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
    helps("self.ready # always", "a rule has no comments: write them beside it");
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
    helps("self.ready;", "a rule is one expression: join conditions with `&&`");
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
