//! Native validators for a schema: a function per node on the way to a rule, a function per rule.

mod shape;

use super::text::list;
use crate::crd::{
    decl_type::{decl_type, has_type},
    document::Position,
    field_path,
    props::{RuleProps, SchemaProps},
};
use crate::{
    env::Env,
    library::KubernetesVersion,
    rule::{self, CompiledRule, Key, RuleError},
    schema::{DeclType, Schema, SourceLocation, ValidationRule},
};
use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

/// The code of a schema.
#[derive(Debug)]
pub struct Validators {
    /// Functions. They need a separate module.
    pub functions: String,
    /// The function that walks and validates a value of the schema: a `NodeFn` of cel-runtime, for any kind of trees. `None` if there are no rules.
    pub root: Option<String>,
    /// The text of a `Shape` of cel-runtime: the part of the schema that the comparison of an object with its old version needs.
    pub shape: String,
    /// Mistakes in rules. The server still runs the other rules of a stored CRD. If a rule does not compile, the server reports the reason
    /// as its verdict. If a message does not compile, the server uses another message. The functions do the same.
    pub mistakes: Vec<Mistake>,
    /// Number of rules with functions. Equal rules at equal nodes share a function. Beyond [`MAX_RULES`] there are no functions.
    pub rules: usize,
}

/// The most different rules of a file that are compiled. rustc takes about 9 ms for each in a release build.
pub const MAX_RULES: usize = 10_000;

/// A refused rule, or a rule with a refused message.
#[derive(Debug)]
pub struct Mistake {
    /// The rule in the file.
    pub rule: RuleProps,
    /// The mistake.
    pub error: RuleError,
}

impl Mistake {
    /// The wrong text, and where it begins.
    #[must_use]
    pub fn source(&self) -> (&str, Position) {
        self.rule.expression(self.error.key)
    }
}

/// Compiles all rules of a schema, with the features of stored rules; `private` is the path of `cel_runtime::__private`. If the coverage of
/// rules is measured, `file` is their file.
#[must_use]
pub fn validators(
    schema: &SchemaProps,
    is_resource_root: bool,
    private: &str,
    file: Option<&SourceLocation>,
) -> Validators {
    let mut writer = Writer {
        private,
        file,
        definitions: Schema::default(),
        names: HashMap::new(),
        functions: Vec::new(),
        nodes: HashMap::new(),
        ruled: Vec::new(),
        known: HashMap::new(),
        rules: 0,
        mistakes: Vec::new(),
    };
    let root = writer.node(schema, is_resource_root, "");
    let Writer { functions, mistakes, rules, .. } = writer;
    // Without rules no objects are compared.
    let shape = if root.is_some() { shape::text(schema) } else { "[null]".to_owned() };
    Validators { functions: functions.concat(), root, shape, mistakes, rules }
}

struct Writer<'p> {
    private: &'p str,
    file: Option<&'p SourceLocation>,
    definitions: Schema,
    /// How often each name was used.
    names: HashMap<String, usize>,
    functions: Vec<String>,
    /// The functions of nodes. Nodes with the same code share one.
    nodes: HashMap<String, String>,
    ruled: Vec<Ruled>,
    /// The places in `ruled`, by the text of the first rule.
    known: HashMap<String, Vec<usize>>,
    rules: usize,
    mistakes: Vec<Mistake>,
}

/// A node's rules with the code that runs them. Equal nodes share it.
struct Ruled {
    ty: String,
    node: DeclType,
    /// The rules with their resolved paths.
    rules: Vec<(ValidationRule, Option<String>)>,
    code: String,
}

/// The names of the properties that the walk looks up for the rules of a node, sorted. One or two reads find them as fast.
fn names_to_look_up<'r>(rules: impl Iterator<Item = &'r CompiledRule>) -> Vec<Rc<str>> {
    let mut reads = BTreeMap::new();
    rules.for_each(|rule| rule.count_reads(&mut reads));
    if reads.values().sum::<usize>() < 3 {
        return Vec::new();
    }
    reads.into_keys().take(MOST_LOOKED_UP).collect()
}

/// They are on the stack. Rules look up further properties themselves.
const MOST_LOOKED_UP: usize = 64;

impl Writer<'_> {
    /// The function of a node, if there is a rule on it or below it; `path` is the path to it in the form of an identifier.
    fn node(&mut self, schema: &SchemaProps, is_resource_root: bool, path: &str) -> Option<String> {
        if !has_type(schema) {
            return None;
        }
        let rules = self.rules(schema, is_resource_root, path);
        let below = self.below(schema, path);
        if rules.is_none() && below.is_none() {
            return None;
        }
        let text = format!("{rules:?} {}", below.as_deref().unwrap_or_default());
        if let Some(ident) = self.nodes.get(&text) {
            return Some(ident.clone());
        }
        let ident = self.name(&format!("visit{path}"));
        self.nodes.insert(text, ident.clone());
        let private = self.private;
        let rules = rules.and_then(|at| self.ruled.get(at)).map(|ruled| &*ruled.code).unwrap_or_default();
        let below = below.unwrap_or_default();
        self.functions.push(format!(
            "fn {ident}<T: {private}::json::Trees>(
                __cel_cx: &mut {private}::Validation<'_>,
                __cel_path: &{private}::Path<'_>,
                __cel_place: {private}::json::Place<'_, T>,
            ) {{ {rules} {below} }}"
        ));
        Some(ident)
    }

    /// The place in `ruled` of the code that runs the rules of a node.
    fn rules(&mut self, schema: &SchemaProps, is_resource_root: bool, path: &str) -> Option<usize> {
        let first = schema.rules.first()?.rule.clone();
        let node = decl_type(schema, is_resource_root);
        let resolved = schema.rules.iter().map(|props| {
            let field_path = field_path::resolve(schema, &props.field_path).ok();
            (self.validation_rule(props), field_path.filter(|path| !path.is_empty()))
        });
        let rules: Vec<_> = resolved.collect();
        // Only the last ones are compared, so a node takes no longer if there are many.
        let known = self.known.get(&first).into_iter().flat_map(|known| known.iter().rev().take(16));
        let alike = known.copied().find(|at| {
            let known = self.ruled.get(*at);
            known.is_some_and(|known| known.ty == schema.ty && known.rules == rules && known.node == node)
        });
        if alike.is_some() {
            return alike;
        }
        let mistakes = self.mistakes.len();
        let code = self.ruled(schema, &node, &rules, path);
        let at = self.ruled.len();
        self.ruled.push(Ruled { ty: schema.ty.clone(), node, rules, code });
        // A mistake is reported at each place.
        if self.mistakes.len() == mistakes {
            self.known.entry(first).or_default().push(at);
        }
        Some(at)
    }

    /// The code that runs the rules of a node.
    fn ruled(
        &mut self,
        schema: &SchemaProps,
        node: &DeclType,
        rules: &[(ValidationRule, Option<String>)],
        path: &str,
    ) -> String {
        let definitions = self.definitions.clone();
        let mut compiled = Vec::new();
        for (number, (props, (_, field_path))) in schema.rules.iter().zip(rules).enumerate() {
            if props.rule.trim().is_empty() {
                self.mistake(props, RuleError::not_specified());
                continue;
            }
            self.rules += 1;
            if self.rules > MAX_RULES {
                break;
            }
            let name = self.name(&format!("rule{path}_{number}"));
            compiled.push((name, self.compile(props, field_path.clone(), &definitions, node)));
        }
        let names = names_to_look_up(compiled.iter().filter_map(|(_, rule)| rule.as_ref().ok()));
        let (mut calls, mut uses_old_self) = (Vec::new(), false);
        for (name, rule) in compiled {
            calls.push(match rule {
                Ok(rule) => {
                    uses_old_self |= rule.uses_old_self();
                    self.rule(&rule.looked_up(&names), &name)
                }
                Err(detail) => {
                    format!("__cel_cx.uncompiled_rule(__cel_path, __cel_value, {detail:?});")
                }
            });
        }
        let schema_type = &schema.ty;
        let node = if uses_old_self { "node" } else { "node_without_old" };
        let (found, properties) = match &*names {
            [] => (String::new(), "[]"),
            names => (format!("let __cel_found = __cel_place.properties({names:?});"), "__cel_found"),
        };
        format!(
            "{found}
            let __cel_value = &__cel_place.{node}({schema_type:?}, &{properties});
            if __cel_cx.enter(__cel_path, __cel_value, true) {{ {} }}",
            calls.concat()
        )
    }

    /// A rule without the expressions that do not compile. If the rule itself does not compile, the text of the error replaces it. If the
    /// message does not, the rule loses its message, and on the server its field path too.
    fn compile(
        &mut self,
        props: &RuleProps,
        mut field_path: Option<String>,
        definitions: &Schema,
        node: &DeclType,
    ) -> Result<CompiledRule, String> {
        let mut rule = self.validation_rule(props);
        loop {
            let env =
                Env::for_json_node(definitions, node).with_version(KubernetesVersion::STORED_EXPRESSIONS);
            let error = match rule::compile(env, node, &rule) {
                Ok(compiled) => return Ok(compiled.at(field_path)),
                Err(error) => error,
            };
            let is_message = error.key == Key::MessageExpression;
            let detail = error.detail(&rule.rule);
            self.mistake(props, error);
            if !is_message {
                let env = Env::for_json_node(definitions, node);
                let of_message = rule::hidden_message_error(env, &rule);
                of_message.into_iter().for_each(|error| self.mistake(props, error));
                return Err(detail);
            }
            rule.message_expression = None;
            field_path = None;
        }
    }

    /// The rule for the compiler. If coverage is measured, rules at two places do not share a function.
    fn validation_rule(&self, props: &RuleProps) -> ValidationRule {
        let Position { line, column } = props.rule_at;
        let location = self.file.map(|file| SourceLocation { line, column, ..file.clone() });
        ValidationRule { location: location.unwrap_or_default(), ..props.to_rule() }
    }

    fn mistake(&mut self, props: &RuleProps, error: RuleError) {
        self.mistakes.push(Mistake { rule: props.clone(), error });
    }

    /// Writes the functions of a rule, and returns its call.
    fn rule(&mut self, rule: &CompiledRule, name: &str) -> String {
        let private = self.private;
        self.functions.push(rule.json_functions(name, private));
        let call = rule.call("", name, "__cel_value", private);
        if rule.is_transition_rule() { format!("if __cel_place.old.is_some() {{ {call} }}") } else { call }
    }

    /// The code that walks the parts of a node. The value decides the kind of the walk, whatever the schema says.
    fn below(&mut self, schema: &SchemaProps, path: &str) -> Option<String> {
        let private = self.private;
        let json = format!("{private}::json");
        let context = "__cel_cx, __cel_path, __cel_place";
        let mut properties = Vec::new();
        for property in &schema.properties {
            let path = format!("{path}_{}", identifier(&property.name));
            if let Some(node) = self.node(&property.schema, false, &path) {
                properties.push((&*property.name, node));
            }
        }
        let properties =
            properties.chunk_by(|a, b| a.1 == b.1 && [a, b].iter().all(|(name, _)| !name.contains('\n')));
        let properties: String = properties.map(|alike| called(alike, &json)).collect();
        let values = schema.value_schema().and_then(|values| {
            let node = self.node(values, false, &format!("{path}_values"))?;
            Some(format!("{json}::values({context}, {node});"))
        });
        let items = schema.item_schema().and_then(|items| {
            let node = self.node(items, false, &format!("{path}_items"))?;
            let keys: Vec<_> = schema.list_map_keys.iter().map(|key| format!("{key:?}")).collect();
            Some(match schema.list_type.as_deref() {
                Some("map") => format!("{json}::keyed_items({context}, &[{}], {node});", list(&keys)),
                _ => format!("{json}::items({context}, {node});"),
            })
        });
        if properties.is_empty() && values.is_none() && items.is_none() {
            return None;
        }
        Some(format!("{properties} {} {}", values.unwrap_or_default(), items.unwrap_or_default()))
    }

    /// A name that was not used before.
    fn name(&mut self, wanted: &str) -> String {
        let taken = self.names.entry(wanted.to_owned()).or_default();
        *taken += 1;
        match *taken {
            1 => wanted.to_owned(),
            number => self.name(&format!("{wanted}_{number}")),
        }
    }
}

/// The code that walks properties with the same function. Many names become one text, since rustc takes long for long lists.
fn called(alike: &[(&str, String)], json: &str) -> String {
    let context = "__cel_cx, __cel_path, __cel_place";
    match alike {
        [(_, node), ..] if alike.len() > 8 => {
            let names: Vec<_> = alike.iter().map(|(name, _)| *name).collect();
            format!("{json}::alike({context}, {:?}, {node});", names.join("\n"))
        }
        _ => {
            let properties: Vec<_> = alike.iter().map(|(name, node)| format!("({name:?}, {node})")).collect();
            format!("{json}::properties({context}, &[{}]);", list(&properties))
        }
    }
}

/// A property's name as part of an identifier. Characters that an identifier may not have become `_`.
fn identifier(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            'A'..='Z' => {
                if out.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()) {
                    out.push('_');
                }
                out.push(c.to_ascii_lowercase());
            }
            'a'..='z' | '0'..='9' => out.push(c),
            _ => out.push('_'),
        }
    }
    out
}

#[cfg(test)]
mod tests;
