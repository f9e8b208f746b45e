mod versions;

use std::collections::BTreeMap;

use super::*;
use crate::{
    library::KubernetesVersion,
    parser::parse_for,
    schema::{Access, DeclField, DeclKind, DeclType, Definition, ListType, Schema},
};

/// `expected` is the type, or one line `column: message` for each mistake.
#[track_caller]
fn check(input: &str, expected: &str) {
    check_in(&variables(), input, expected);
}

#[track_caller]
fn check_self(input: &str, expected: &str) {
    let schema = schema();
    check_in(&Env::for_node(&schema, root(&schema)), input, expected);
}

#[track_caller]
fn check_in(env: &Env<'_>, input: &str, expected: &str) {
    let found = match run(env, input) {
        Ok(checked) => checked.result_type().to_string(),
        Err(diagnostics) => {
            let place = |diagnostic: &Diagnostic| diagnostic.offset.map_or(0, |offset| offset + 1);
            let lines: Vec<String> = diagnostics
                .into_sorted()
                .iter()
                .map(|diagnostic| format!("{}: {}", place(diagnostic), diagnostic.message))
                .collect();
            lines.join("\n")
        }
    };
    assert_eq!(found, expected, "{input}");
}

#[track_caller]
fn check_help(input: &str, expected: Option<&str>) {
    let schema = schema();
    let diagnostics = run(&Env::for_node(&schema, root(&schema)), input).unwrap_err();
    let help = diagnostics.into_sorted().into_iter().find_map(|diagnostic| diagnostic.help);
    assert_eq!(help.as_deref(), expected, "{input}");
}

/// The overloads of the outermost call.
#[track_caller]
fn check_overloads(input: &str, expected: &[&str]) {
    let checked = run(&variables(), input).unwrap();
    let ids: Vec<&str> = checked.overloads(checked.expr().id).iter().map(|overload| overload.id).collect();
    assert_eq!(ids, expected, "{input}");
}

fn run(env: &Env<'_>, input: &str) -> Result<CheckedExpr, Diagnostics> {
    parse_for(input, env.version()).and_then(|expr| super::check(expr, env))
}

fn variables() -> Env<'static> {
    Env::new()
        .with_variable("x", Type::Int)
        .with_variable("s", Type::String)
        .with_variable("d", Type::Dyn)
        .with_variable("l", Type::list(Type::Int))
        .with_variable("m", Type::map(Type::String, Type::Bool))
        .with_variable("o", Type::optional(Type::map(Type::String, Type::Int)))
        .with_variable("t", Type::Timestamp)
}

fn schema() -> Schema {
    let port = object(vec![field("port", DeclKind::Int), field("if", DeclKind::String)]);
    let mut fields = vec![
        field("minReplicas", DeclKind::Int),
        field("a-b", DeclKind::Int),
        field("namespace", DeclKind::String),
        field("in", DeclKind::Bool),
        field("9x", DeclKind::Int),
        field("ports", list(DeclKind::Ref("port".into()))),
        field("labels", map(DeclKind::String)),
        field("byName", map(list(DeclKind::Ref("port".into())))),
        field("unknown", DeclKind::Unknown),
        field("unknowns", list(map(DeclKind::Unknown))),
        field("broken", DeclKind::Error),
        field("lost", DeclKind::Ref("nowhere".into())),
        field("since", DeclKind::DateTime),
        field("port", DeclKind::IntOrString),
    ];
    fields[0].rust_name = Some("min_replicas".into());
    let definitions = [("root", object(fields)), ("port", port)];
    let definitions = definitions.map(|(id, kind)| (id.to_owned(), definition(id, kind)));
    Schema { root: "root".into(), definitions: BTreeMap::from(definitions) }
}

fn root(schema: &Schema) -> &DeclType {
    &schema.definitions["root"].node
}

fn definition(name: &str, kind: DeclKind) -> Definition {
    Definition { name: name.into(), node: node(kind), symbols: 0, forwards: Vec::new(), hides: false }
}

fn node(kind: DeclKind) -> DeclType {
    DeclType::new(kind)
}

fn field(name: &str, kind: DeclKind) -> DeclField {
    DeclField {
        name: name.into(),
        rust_name: None,
        node: node(kind),
        required: false,
        access: Access::default(),
    }
}

fn object(fields: Vec<DeclField>) -> DeclKind {
    DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false }
}

fn list(items: DeclKind) -> DeclKind {
    DeclKind::List { items: Box::new(node(items)), list_type: ListType::Atomic }
}

fn map(values: DeclKind) -> DeclKind {
    DeclKind::Map { values: Box::new(node(values)) }
}

#[test]
fn literals() {
    check("null", "null");
    check("1u", "uint");
    check("b'x'", "bytes");
    check("[]", "list(dyn)");
    check("{}", "map(dyn, dyn)");
    check("[[], [1]]", "list(list(int))");
    check("{'a': [], 'b': ['x']}", "map(string, list(string))");
    check("[?o.a]", "list(int)");
    check("{?'a': o.a}", "map(string, int)");
}

#[test]
fn literals_of_mixed_types() {
    check("[1, 'a', 2]", "5: expected type 'int' but found 'string'");
    check("[1, null]", "5: expected type 'int' but found 'null'");
    check("[dyn(1), 'a']", "10: expected type 'dyn' but found 'string'");
    check(
        "{'a': 1, 2: 'b'}",
        "10: expected type 'string' but found 'int'\n13: expected type 'int' but found 'string'",
    );
    check("{1: 'a', 1: {}}", "13: expected type 'string' but found 'map(dyn, dyn)'");
    check("[1] + [dyn('a')]", "list(dyn)");
    check("[?x]", "3: expected type 'optional_type(int)' but found 'int'");
    check("{?'a': x}", "8: expected type 'optional_type(int)' but found 'int'");
    // The server's validator panics on these two.
    check("[?d]", "3: expected type 'optional_type(dyn)' but found 'dyn'");
    check("{?'a': d}", "8: expected type 'optional_type(dyn)' but found 'dyn'");
}

#[test]
fn mixed_elements_are_dyn_where_another_mistake_shows_them() {
    check("[1, 'a'] < 2", "10: found no matching overload for '_<_' applied to '(list(dyn), int)'");
}

#[test]
fn operators() {
    check("1 + 2", "int");
    check("t - t", "duration");
    check("l + [1]", "list(int)");
    check("1 < 2.0", "bool");
    check("1 == 1.0", "3: found no matching overload for '_==_' applied to '(int, double)'");
    check("t == null", "bool");
    check("s == null", "3: found no matching overload for '_==_' applied to '(string, null)'");
    check("d == 1", "bool");
    check("x in l", "bool");
    check("s in m", "bool");
    check("x in m", "3: found no matching overload for '@in' applied to '(int, map(string, bool))'");
    check("true ? 1 : 'a'", "6: found no matching overload for '_?_:_' applied to '(bool, int, string)'");
    check("true ? d : 'a'", "dyn");
    check("true ? [] : l", "list(int)");
    check("-1u", "1: found no matching overload for '-_' applied to '(uint)'");
    check("x && s", "1: expected type 'bool' but found 'int'\n6: expected type 'bool' but found 'string'");
    check("d && true", "bool");
}

#[test]
fn calls() {
    check("size(s) + s.size()", "int");
    check("size(x)", "5: found no matching overload for 'size' applied to '(int)'");
    check("s.startsWith(1)", "13: found no matching overload for 'startsWith' applied to 'string.(int)'");
    check(
        "startsWith(s, s)",
        "11: found no matching overload for 'startsWith' applied to '(string, string)'",
    );
    check(
        "a.f(b)",
        concat!(
            "1: undeclared reference to 'a' (in container '')\n",
            "4: undeclared reference to 'f' (in container '')\n",
            "5: undeclared reference to 'b' (in container '')",
        ),
    );
    check("nope + 1", "1: undeclared reference to 'nope' (in container '')");
    check("type(1)", "type(int)");
    check("type(t) == google.protobuf.Timestamp", "bool");
    check(".size(.s)", "int");
}

#[test]
fn overloads_that_fit() {
    check_overloads("1 + 2", &["add_int64"]);
    check_overloads("dyn(1) < 2", &["less_int64", "less_uint64_int64", "less_double_int64"]);
    check_overloads(
        "d[0]",
        &["index_list", "index_map", "optional_list_index_int", "optional_map_index_value"],
    );
    check_overloads("m['a']", &["index_map"]);
    check_overloads("o[?'a']", &["optional_map_optindex_optional_value"]);
    check_overloads("d.?a", &["select_optional_field"]);
    check_overloads("true && false", &["logical_and"]);
    check_overloads("optional.of(1)", &["optional_of"]);
}

#[test]
fn results_of_several_overloads_are_dyn_where_they_differ() {
    check("d + d", "dyn");
    check("d < 1", "bool");
    check("d[0]", "dyn");
    check("d.size()", "int");
}

#[test]
fn type_variables() {
    check("[].map(x, [])", "list(list(dyn))");
    check("[{}].map(x, x.a)", "list(dyn)");
    check("optional.none().orValue(1)", "int");
    check("optional.none() == optional.of(1)", "bool");
    check("[optional.none(), optional.of(1)]", "list(optional_type(int))");
    check("[] == [1]", "bool");
    check("list == map", "bool");
    check("[].all(i, i > 0) ? {} : {'a': 1}", "map(string, int)");
}

#[test]
fn optionals() {
    check("o.a", "optional_type(int)");
    check("o.?a", "optional_type(int)");
    check("o['a'].orValue(0)", "int");
    check("m[?'a']", "optional_type(bool)");
    check("o.hasValue()", "bool");
    check("o.value().a", "int");
    check("has(o.a)", "bool");
    check("o.optMap(v, v.a + 1)", "optional_type(int)");
    check("x.?a", "2: type 'int' does not support field selection");
    check(
        "optional.x(1)",
        concat!(
            "1: undeclared reference to 'optional' (in container '')\n",
            "11: undeclared reference to 'x' (in container '')",
        ),
    );
}

#[test]
fn comprehensions() {
    check("l.all(i, i > 0)", "bool");
    check("l.map(i, string(i))", "list(string)");
    check("m.filter(k, m[k])", "list(string)");
    check("m.transformMap(k, v, v ? 1 : 2)", "map(string, int)");
    check("l.transformMapEntry(i, v, {v: i})", "map(int, int)");
    check("l.exists(i, v, i == v)", "bool");
    check("d.all(i, i)", "bool");
    check(
        "x.all(i, i)",
        "1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    );
    check("l.all(i, i)", "10: expected type 'bool' but found 'int'");
    check(
        "l.filter(i, i)",
        "9: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'",
    );
}

#[test]
fn names_of_types_and_constants() {
    check("int", "type(int)");
    check("list", "type(list(dyn))");
    check("type", "type(type)");
    check("google.protobuf.Duration", "type(duration)");
    check("google.protobuf.NullValue.NULL_VALUE", "int");
    check("google.protobuf.Nope", "1: undeclared reference to 'google' (in container '')");
    check("google.protobuf.Int64Value", "type(wrapper(int))");
    check("l.map(int, int)", "list(int)");
    check("l.map(x, .x)", "list(int)");
    check("m.map(x, .x)", "list(int)");
    check("m.map(google, google.protobuf.Timestamp)", "21: type 'string' does not support field selection");
}

#[test]
fn messages() {
    check("google.protobuf.Duration{seconds: 1}", "duration");
    check("google.protobuf.Int64Value{value: 1}", "wrapper(int)");
    check("google.protobuf.Int64Value{value: 1} + 1", "int");
    check("google.protobuf.Int64Value{} == null", "bool");
    check("google.protobuf.Struct{fields: {}}", "map(string, dyn)");
    check(
        "google.protobuf.Duration{seconds: 'a', nope: 1}",
        concat!(
            "33: expected type of field 'seconds' is 'int' but provided type is 'string'\n",
            "44: undefined field 'nope'",
        ),
    );
    check("google.protobuf.Duration{?seconds: o.a}", "duration");
    check("Foo{a: b}", "4: undeclared reference to 'Foo' (in container '')");
    check("int{}", "4: 'int' is not a message type");
    check("google.protobuf.Empty{}.x", "24: undefined field 'x'");
}

#[test]
fn fields_of_objects() {
    check_self("self", "selfType");
    check_self("self.minReplicas", "int");
    check_self("self.a__dash__b", "int");
    check_self("self.namespace", "string");
    check_self("self.__namespace__", "string");
    check_self("self.`in`", "bool");
    check_self("self.ports", "list(selfType.ports.@idx)");
    check_self("self.byName", "map(string, list(selfType.byName.@elem.@idx))");
    check_self("self.ports[0].if", "string");
    check_self("self.byName['a'][0].port", "int");
    check_self("self.ports.all(p, p.port > 0)", "bool");
    check_self("self.labels.whatever", "string");
    check_self("self.since", "timestamp");
    check_self("self.port", "dyn");
    check_self("has(self.minReplicas)", "bool");
    check_self("has(self.nope)", "4: undefined field 'nope'");
    check_self("self.`a-b`", "5: undefined field 'a-b'");
    check_self("self['a-b']", "5: found no matching overload for '_[_]' applied to '(selfType, string)'");
}

#[test]
fn objects_lead_back_to_the_schema() {
    let schema = schema();
    let env = Env::for_node(&schema, root(&schema));
    let checked = run(&env, "self.ports[0]").unwrap();
    let Type::Object(name) = checked.result_type() else { panic!("{}", checked.result_type()) };
    let port = env.object(name).unwrap();
    assert!(std::ptr::eq(port.node, &schema.definitions["port"].node));
    assert_eq!(port.field("if").map(|field| &*field.name), Some("if"));
    assert_eq!(port.field("__if__").map(|field| &*field.name), Some("if"));
    assert!(port.field("nope").is_none());
    assert_eq!(env.field_type(name, "port"), Some(Type::Int));
    assert!(env.object("selfType.nope").is_none());
}

#[test]
fn nodes_without_a_type_are_no_fields() {
    check_self("self.unknown", "5: undefined field 'unknown'");
    check_self("self.unknowns", "5: undefined field 'unknowns'");
    check_self("self.`9x`", "5: undefined field '9x'");
}

#[test]
fn erroneous_nodes_are_silent() {
    check_self("self.broken + 1", "int");
    check_self("self.broken.a.b", "dyn");
    check_self("[self.broken, 1]", "list(int)");
    check_self("self.lost == 1", "bool");
}

#[test]
fn old_self() {
    let schema = schema();
    let env = Env::for_node(&schema, root(&schema));
    check_in(&env, "oldSelf.minReplicas", "int");
    let env = env.with_optional_old_self();
    check_in(&env, "oldSelf.minReplicas", "optional_type(int)");
    check_in(&env, "oldSelf.ports[0].port.orValue(1)", "int");
    check_in(
        &env,
        "oldSelf == self",
        "9: found no matching overload for '_==_' applied to '(optional_type(selfType), selfType)'",
    );
}

#[test]
fn rules_that_use_old_self() {
    let schema = schema();
    let env = Env::for_node(&schema, root(&schema));
    let uses = |input: &str| run(&env, input).unwrap().uses_identifier("oldSelf");
    assert!(uses("self == oldSelf"));
    assert!(uses("self.ports.all(oldSelf, oldSelf.port > 0)"));
    assert!(uses(".oldSelf == self"));
    assert!(!uses("self.minReplicas > 0"));
    // The variable hides the identifier but is never read: the dot reads the global one.
    assert!(!uses("self.ports.all(oldSelf, .oldSelf == self)"));
}

#[test]
fn references() {
    let checked = run(&variables(), "l.map(x, .x)").unwrap();
    let ExprKind::Comprehension(fold) = &checked.expr().kind else { panic!() };
    let ExprKind::Call(step) = &fold.loop_step.kind else { panic!() };
    assert_eq!(checked.reference(step.args[0].id), Some(&Reference::Local("@result".into())));
    let ExprKind::List(elements) = &step.args[1].kind else { panic!() };
    let shadowed = Reference::Variable { name: "x".into(), shadowed: true };
    assert_eq!(checked.reference(elements[0].value.id), Some(&shadowed));
    let checked = run(&variables(), "google.protobuf.Timestamp").unwrap();
    assert_eq!(checked.reference(checked.expr().id), Some(&Reference::TypeName("google.protobuf.Timestamp")));
    let checked = run(&variables(), "optional.none()").unwrap();
    assert!(matches!(
        checked.reference(checked.expr().id),
        Some(Reference::Function { name: "optional.none", .. })
    ));
}

#[test]
fn advice() {
    check_help("self.minReplica > 0", Some("did you mean `minReplicas`?"));
    check_help(
        "self.min_replicas > 0",
        Some("`min_replicas` is the Rust name; rules see the JSON name `minReplicas`"),
    );
    check_help("self.`a-b` > 0", Some("rules write the property `a-b` as `a__dash__b`"));
    check_help("minReplicas > 0", Some("did you mean `self.minReplicas`?"));
    check_help("min_replicas > 0", Some("did you mean `self.minReplicas`?"));
    check_help("sel.ports.size() > 0", Some("did you mean `self`?"));
    check_help("oldself.ports == self.ports", Some("did you mean `oldSelf`?"));
    check_help("self.labels.sise() > 0", Some("did you mean `size`?"));
    check_help("self.ports.exist(p, p.port > 0)", Some("did you mean `exists`?"));
    check_help("self.zzzzzz", None);
    let unread = "it is a free-form value, which has no type";
    check_help("has(self.unknowns)", Some(&format!("rules cannot read the property `unknowns`: {unread}")));
    check_help("self.a-b > 0", Some("rules write the property `a-b` as `a__dash__b`"));
    check_help("self['a-b'] > 0", Some("rules write the property `a-b` as `a__dash__b`"));
    check_help("self.`a-b` > 0", Some("rules write the property `a-b` as `a__dash__b`"));
}

#[test]
fn keys_with_operators() {
    for rule in ["self.labels.a-b == 'c'", "self.labels.a-b.size() < 9", "self.labels.a-b.startsWith('c')"] {
        check_help(rule, Some("write `self.labels['a-b']`"));
    }
    check_help("self.labels.a-b-2c == 'd'", None);
    check_help("self.labels.a-b-c != 'd'", Some("write `self.labels['a-b-c']`"));
    check_help("self.labels.app.example.com/name == ''", Some("write `self.labels['app.example.com/name']`"));
    check_help(
        "self.labels.my-app.example.com/my-name == ''",
        Some("write `self.labels['my-app.example.com/my-name']`"),
    );
    check_help("self.labels.a - self.labels.b == 'c'", None);
    let has = |rule: &str, help: &str| check_help(rule, Some(help));
    has(
        "has(self.labels.a-b)",
        "write `'a-b' in self.labels` for a key of a map, and `has(self.labels.a__dash__b)` for a property",
    );
    has(
        "has(self.labels.app.example.com/name)",
        "write `'app.example.com/name' in self.labels` for a key of a map, and `has(self.labels.app__dot__example__dot__com__slash__name)` for a property",
    );
    has("has(self.a - 1 + 2)", "`has()` takes a field, as in `has(self.name)`");
    has("self.r#type == 'a'", "remove `r#`, which is Rust: write `self.type`");
}

#[test]
fn deepest_expressions_fit_the_stack() {
    let deepest = [
        format!("{}1{}", "[".repeat(249), "]".repeat(249)),
        format!("{}1{}", "{1:".repeat(249), "}".repeat(249)),
        format!("{}d{}", "dyn(".repeat(249), ")".repeat(249)),
        format!("d{}", ".b".repeat(250)),
        format!("d{}", ".size()".repeat(250)),
        format!("{}1{}", "[1].map(i,".repeat(249), ")".repeat(249)),
        format!("1{}", "+1".repeat(250)),
        // Advice tries these once more, with the variable.
        format!("[1].all({}x{})", "[1].map(i,".repeat(248), ")".repeat(248)),
        format!("{0}[1].all({0}x{1}){1}", "[1].map(i,".repeat(124), ")".repeat(124)),
    ];
    for input in deepest {
        // This is less stack than rustc gives a macro, or Rust gives a test by default.
        let thread = std::thread::Builder::new().stack_size(1 << 20);
        let check = move || {
            let _ = run(&variables(), &input);
        };
        thread.spawn(check).unwrap().join().unwrap();
    }
}
