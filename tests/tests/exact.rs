//! Which rules are compiled to calls over values: those that may show behaviour of the server's Go, and no others.

use cel_codegen::interpreter::Program;
use cel_compiler::{
    crd::{decl_type::decl_type, definition::CrdFile, props::SchemaProps},
    env::{Env, SELF, SELF_TYPE},
    exact::{Candidate, candidates},
    library::KubernetesVersion,
    rule::{Key, check, compile, compile_expression},
    schema::Schema,
    types::Type,
};
use cel_runtime::__private::{Arena, Cost, SERVER, exact::functions};
use serde_json::json;
use std::fs;
use tests::{corpus::Corpus, structural};

/// One rule in a hundred at most.
#[test]
fn rules_of_other_projects_need_no_such_calls() {
    let Some(folder) = Corpus::folder() else {
        println!("skipped: there is no folder with CRDs of other projects");
        return;
    };
    let mut rules = Vec::new();
    for file in Corpus::crd_files(&folder).unwrap() {
        let crds = CrdFile::read(&fs::read_to_string(&file).unwrap()).unwrap();
        for version in crds.crds.iter().flat_map(|crd| &crd.versions) {
            collect(&version.schema, true, &mut rules);
        }
    }
    let exact: Vec<&str> = rules.iter().filter(|(_, exact)| *exact).map(|(rule, _)| &**rule).collect();
    println!("{} of {} rules: {exact:#?}", exact.len(), rules.len());
    assert!(exact.len() * 100 <= rules.len(), "{} of {}: {exact:#?}", exact.len(), rules.len());
}

fn collect(schema: &SchemaProps, is_root: bool, rules: &mut Vec<(String, bool)>) {
    let (definitions, node) = (Schema::default(), decl_type(schema, is_root));
    for rule in schema.rules.iter() {
        let env = Env::for_json_node(&definitions, &node).with_version(KubernetesVersion::STORED_EXPRESSIONS);
        if let Ok(compiled) = compile(env, &node, &rule.to_rule()) {
            rules.push((rule.rule.clone(), compiled.is_exact()));
        }
    }
    let parts = schema.properties.iter().map(|property| &property.schema);
    for part in parts.chain(schema.item_schema()).chain(schema.value_schema()) {
        collect(part, false, rules);
    }
}

#[test]
fn what_shows_how_go_works_needs_them() {
    for expr in [
        "{[1]: 2}.size() == 1",
        "{dyn(self.n): 2}.size() == 1",
        "{bytes(self.s): 2}.size() == 1",
        "{timestamp('2024-01-01T00:00:00Z'): 1}.size() == 1",
        "self.?l.optMap(l, l + [1]).orValue([]).size() > 1",
        "self.?l.optMap(l, dyn(l) == []).orValue(true)",
        "[self.?o][0].hasValue()",
        "{'a': self.?o}.a.hasValue()",
        "dyn(self.?o).n == 1",
        "optional.of(self.?o).value().hasValue()",
        "(self.n > 1 ? dyn(self.?o) : dyn(1)) == 1",
        "google.protobuf.Duration{seconds: 1} == duration('1s')",
        "self.m.exists_one(k, k.replace(self.m[k + 'a'], 'b') == 'a')",
    ] {
        assert!(is_exact(expr), "{expr}");
    }
}

#[test]
fn loops_in_many_loops_need_them() {
    let nested = |n: usize| format!("{}true{}", "self.l.all(i, ".repeat(n), ")".repeat(n));
    let chained = |n: usize| format!("self.l{}.size() > 1", ".map(i, i + 1)".repeat(n));
    assert!(!is_exact(&nested(16)));
    assert!(is_exact(&nested(17)));
    assert!(!is_exact(&chained(40)), "these loops are not in each other");
}

#[test]
fn what_does_not_show_it_needs_none() {
    for expr in [
        "{'a': self.l}.size() == 1",
        "self.l + [1] == [1]",
        "self.?o.?n.optMap(n, n + 1).orValue(1) == 1",
        "self.?o.optMap(o, o.n > 1).orValue(true)",
        "self.?o.optFlatMap(o, o.?n).hasValue()",
        "has(self.o) ? self.o.n > 1 : true",
        "any.a.b.c == 1",
        "any.?a.b.orValue(1) == 1",
        "has(any.a) && any.a.b[0] == 1",
        "any.?d.optMap(d, d.a.b == 1).orValue(false)",
        "[?self.?n].size() == 1",
        "{?'a': self.?n}.size() == 1",
        "(self.n > 1 ? self.?o.?n : optional.of(1)).hasValue()",
        "self.l.filter(x, x > 1).map(x, x * 2).exists_one(x, x == 4)",
        "self.m.exists_one(k, self.m[k].startsWith(k))",
        "self.?l.optMap(l, l.size() > 1).orValue(true)",
        "self.?n.optMap(n, n > 1 && dyn(n) == 1).orValue(true)",
    ] {
        assert!(!is_exact(expr), "{expr}");
    }
}

fn is_exact(expr: &str) -> bool {
    let node = structural::node(&json!({
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "l": {"type": "array", "items": {"type": "integer"}},
            "m": {"type": "object", "additionalProperties": {"type": "string"}},
            "o": {"type": "object", "properties": {"n": {"type": "integer"}}},
            "s": {"type": "string"},
        },
    }));
    let env = Env::new().with_version(KubernetesVersion::STORED_EXPRESSIONS);
    let env = env.with_json_variable(SELF, SELF_TYPE, &node).with_variable("any", Type::Dyn);
    compile_expression(expr, &env).unwrap_or_else(|error| panic!("{expr}: {error:?}")).is_exact
}

/// Generated code names the function of each overload.
#[test]
fn each_overload_has_a_function() {
    let newest = KubernetesVersion::STORED_EXPRESSIONS;
    let mut missing = Vec::new();
    for function in cel_compiler::library::functions(newest) {
        let found = function.overloads(newest).collect::<Vec<_>>();
        for overload in found {
            let candidates = candidates(function.callee, overload.args.len(), &[overload]);
            let known = candidates.iter().all(|candidate| match candidate {
                Candidate::Function(name) => functions::find(name).is_some(),
                Candidate::OfElements(name, _) => functions::find_of_elements(name).is_some(),
            });
            if !known {
                missing.push(overload.id);
            }
        }
    }
    // What is no call, what macros expand to, and what belongs to requests that are to be authorized.
    let is_other = |id: &&str| {
        let others = [
            "conditional",
            "logical_",
            "not_strictly",
            "index_",
            "optional_",
            "_optional",
            "@mapInsert",
            "authorizer",
            "authz",
            "check_",
            "decision_",
        ];
        others.iter().any(|other| id.contains(other))
    };
    missing.retain(|id| !is_other(id));
    assert!(missing.is_empty(), "{missing:?}");
}

/// A loop that names the variables of one around it, and its own.
#[test]
fn names_hide_others() {
    let text = "[1, 2].exists(x, [x].exists(x, [x].exists(y, y == 2 && optional.of(x + y).optMap(x, x).value() == 4)))";
    let checked = check(text, &Env::new().with_variable("x", Type::Int)).unwrap();
    let program = Program::new(checked, Key::Rule).unwrap();
    let arena = Arena::new();
    let value = program.evaluate(&[("x", None)], &mut Cost::new(&SERVER, &arena));
    assert!(matches!(value, Ok(cel_runtime::__private::value::Value::Bool(true))));
}
