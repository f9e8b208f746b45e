//! The help of each common mistake. The expression in a help `write ..` must compile.

mod functions;
mod messages;
mod nodes;
mod operands;
mod scalars;
mod words;

use crate::{
    env::Env,
    rule,
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
        ("inner", object(vec![("zone", DeclKind::String), ("max-size", DeclKind::Int)])),
        ("free", object(vec![])),
        ("first", object(vec![("size", DeclKind::Int), ("host", DeclKind::String)])),
        ("second", object(vec![("size", DeclKind::String), ("host", DeclKind::String)])),
        (
            "targets",
            list(object(vec![
                ("weight", DeclKind::Double),
                ("size", DeclKind::Int),
                ("port", DeclKind::Int),
            ])),
        ),
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
fn properties_that_need_escaping() {
    let escaped = "rules write the property `max-size` as `max__dash__size`";
    helps("self.inner.max-size > 0", escaped);
    helps("self.minReplicas < self.inner.max-size", escaped);
    helps("self.inner.max-size + self.minReplicas > 0", escaped);
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
    helps("self.zone == 'a'", "`zone` is a field of `inner`: write `self.inner.zone`");
    let quantifier = "a macro takes a variable and a condition: `self.names.all(item, size > 0)`, with `item.` before fields";
    helps("self.names.all(size > 0)", quantifier);
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
    helps("has(self.labels['a'])", "write `has(self.labels.a)`");
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
    helps("self.name is not null", "`has(self.name)` asks whether a field is there");
    helps("self.name is not 'a'", "use `!=` to compare");
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
    helps("self.minReplicas > 0i32", "a number has no suffix: `1` is an integer, `1.0` is a double");
    helps("self.names == {'a'}", "a list stands in square brackets: `['x', 'y']`");
    helps("self.name in {'a', 'b'}", "a list stands in square brackets: `a in ['x', 'y']`");
    helps("self.null", "the field `null` is `__null__` in a rule: `self.__null__`");
    helps(
        "format!('{}', self.name) == 'a'",
        "CEL has no `format!`: `'%s and %d'.format([a, b])` puts values into a text",
    );
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
