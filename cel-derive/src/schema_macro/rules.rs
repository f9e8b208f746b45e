//! Compiles the rules of a type and of its properties, or reports their mistakes.

use super::{
    functions::{Costs, Functions},
    instances::instances,
    late::is_of_result,
    lints::{Lints, item_keys},
    map_keys::documented,
    nested::{NestedSchema, bounds_of, is_erroneous, nullable},
    unresolved::Unresolved,
};
use crate::{
    attr::{Rule, levels::LintLevels},
    decl_type::Typed,
    expand::{
        self,
        kubernetes::Foreign,
        resolved::Resolved,
        rules::{NodeRules, Rules, View},
    },
    input::{Absent, Content, Data, Property},
    literal::{self, Text},
    tokens::located,
};
use cel_compiler::{
    diagnostic::Display,
    env::Env,
    library::KubernetesVersion,
    rule::{CompiledRule, Key, Mistake, RuleError, Stage, compile, hidden_message_error, register},
    schema::{
        DeclKind, DeclType, Encoding, Schema, ValidationRule, escaping::escape, field_path,
        generics::keyed_parameters, kubernetes::without_guesses,
    },
};
use quote::{ToTokens, format_ident, quote};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

impl Unresolved<'_> {
    /// The rules to run, and the facts that their walk needs.
    pub(super) fn code<'s>(&'s self, schema: &Schema, nested: &[NestedSchema<'_>]) -> (Resolved<'s>, Costs) {
        let with_arguments = schema;
        let own_schema = self.with_dynamic_arguments(schema).or_else(|| self.seen_by_own_rules(schema));
        let schema = own_schema.as_ref().unwrap_or(schema);
        let mut names = Functions::default();
        let mut out = self.without_code(with_arguments, nested);
        let Some(definition) = schema.definitions.get(&self.name.id) else {
            return (out, names.into_costs());
        };
        if !self.mistakes.is_empty() || is_erroneous(schema) {
            let mut unused = self.without_code(with_arguments, nested);
            self.own_code(schema, &definition.node, nested, &mut Functions::partial(), &mut unused);
        } else {
            self.own_code(schema, &definition.node, nested, &mut names, &mut out);
        }
        self.add_late_rules(with_arguments, nested, &mut names, &mut out);
        (out, names.into_costs())
    }

    /// Compiles the item's own rules, and those of the types that it flattens.
    fn own_code<'s>(
        &'s self,
        schema: &Schema,
        node: &DeclType,
        nested: &[NestedSchema<'_>],
        names: &mut Functions,
        out: &mut Resolved<'s>,
    ) {
        let container = self.container;
        out.keys = self.keys_of_arguments(nested);
        let own = expand::own_rules(container);
        out.own.own.compiled = self.flattened(schema, node, nested, names);
        let own_in_schema = node.rules.iter().skip(self.flattened_rules(nested).len());
        let is_known = !self.lacks_properties(nested);
        let own = own.into_iter().zip(own_in_schema).filter(|_| is_known);
        let levels = self.levels();
        out.own.own.compiled.extend(self.compile(schema, node, own, names, Lints::of(&levels)));
        out.own.own.this = self.this_of_own_rules();
        out.own.own.late = self.late(schema, node, self.this_of_late_rules(), 0);
        if let Data::Newtype(property) = &container.data {
            let levels = levels.with(&property.attrs.levels);
            out.own.elements = self.elements(schema, node, property, names, &levels);
            self.check_correlation(schema, node, property);
        }
        if let Data::Object(properties) = &container.data {
            self.properties(schema, node, properties, names, &levels, &mut out.properties);
        }
    }

    /// The facts about the nested types, without any rules.
    fn without_code<'s>(&'s self, schema: &Schema, nested: &[NestedSchema<'_>]) -> Resolved<'s> {
        let without_rules = nested.iter().filter(|nested| !nested.schema.has_rules());
        let without_rules = without_rules.map(|nested| nested.key.clone()).collect();
        let seeing_old = nested.iter().filter(|nested| nested.schema.mentions_old_self());
        let objects = nested.iter().filter(|nested| nested.is_object());
        Resolved {
            container: self.container,
            own: NodeRules::default(),
            properties: Vec::new(),
            without_rules,
            seeing_old: seeing_old.map(|nested| nested.key.clone()).collect(),
            using_old: nested
                .iter()
                .filter(|nested| nested.uses_old())
                .map(|nested| nested.key.clone())
                .collect(),
            objects: objects.map(|nested| nested.key.clone()).collect(),
            nullable: nullable(nested),
            documented: documented(nested),
            instances: instances(nested),
            forwarded: Vec::new(),
            keys: BTreeMap::new(),
            keyed: keyed_parameters(schema, &self.name.id, self.container.this.types.len()),
        }
    }

    /// The rules on flattened types. They see the type around.
    fn flattened(
        &self,
        schema: &Schema,
        node: &DeclType,
        nested: &[NestedSchema<'_>],
        names: &mut Functions,
    ) -> Vec<(String, CompiledRule)> {
        let rules = self.flattened_rules(nested);
        let mut out = Vec::new();
        let is_compiled = |n: usize| node.rules.get(n).is_some_and(|rule| !rule.server_only && !rule.late);
        for (_, (nested, rule)) in rules.iter().enumerate().filter(|(n, _)| is_compiled(*n)) {
            let span = nested.ty.span();
            if rules.first().is_some_and(|(first, _)| first.key != nested.key) {
                let help = "write its rules on the type around it";
                self.cx.error_with_help(
                    span,
                    "only one flattened type may have rules: schemars keeps those of one",
                    help,
                );
                break;
            }
            let compiled = compile(self.env(schema, node), node, rule).map_err(|error| {
                let first = error.diagnostics.first();
                first.map_or_else(String::new, |diagnostic| diagnostic.message.clone())
            });
            let path = rule.field_path.as_ref().filter(|path| !path.is_empty());
            let path = path.map(|path| field_path::resolve(schema, node, path)).transpose();
            match (compiled, path.map_err(|error| error.to_string()), names.next()) {
                (Ok(compiled), Ok(path), Some(name)) => out.push((name, compiled.at(path))),
                // The flattened type's own derive has reported the mistake.
                (Err(_), ..) | (_, Err(_), _) if nested.is_erroneous(rule) || names.are_partial() => {}
                (Err(error), ..) | (_, Err(error), _) => {
                    let message = format!("the rule `{}` of the flattened type: {error}", rule.rule);
                    let help = "rules on a flattened type see the type around it";
                    self.cx.error_with_help(span, message, help);
                }
                (_, _, None) => {}
            }
        }
        out
    }

    pub(super) fn env<'e>(&self, schema: &'e Schema, node: &'e DeclType) -> Env<'e> {
        let version = self.container.attrs.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
        Env::for_node(schema, node).with_version(version)
    }

    fn properties(
        &self,
        schema: &Schema,
        object: &DeclType,
        properties: &[Property],
        names: &mut Functions,
        levels: &LintLevels,
        out: &mut Vec<NodeRules>,
    ) {
        let DeclKind::Object { fields, .. } = &object.kind else { return };
        let mut by_method = HashMap::new();
        for field in fields.iter() {
            for way in field.access.ways() {
                if let [step] = way {
                    by_method.entry(step.method.as_str()).or_insert(field);
                }
            }
        }
        for property in properties {
            let levels = &levels.with(&property.attrs.levels);
            let mut rules = NodeRules::default();
            let field = by_method.get(property.method.to_string().as_str()).copied();
            if let (Some(field), Some(typed)) = (field, property.typed()) {
                let own = property.attrs.rules.iter();
                rules.own = self.rules(schema, &field.node, own, typed.value(), names, Lints::of(levels));
                rules.elements = self.elements(schema, &field.node, property, names, levels);
                self.check_correlation(schema, &field.node, property);
                self.check_embedded(schema, &field.node, property);
            }
            out.push(rules);
            if let (Content::Object(inner), Some(field)) = (&property.content, field) {
                self.properties(schema, &field.node, inner, names, levels, out);
            }
        }
    }

    /// The rules on the elements of a property, on the elements of these, and so on. Lists without rules are included for their keys.
    fn elements(
        &self,
        schema: &Schema,
        mut node: &DeclType,
        property: &Property,
        names: &mut Functions,
        levels: &LintLevels,
    ) -> Vec<Rules> {
        let (mut out, mut typed) = (Vec::new(), property.typed());
        while let Some(element) = element_of(node)
            && let Some(inner) = typed.and_then(Typed::element)
        {
            let keys = self.item_keys(schema, node, inner);
            let rules = property.attrs.rules_at(out.len() + 1);
            let lints = Lints { levels, item_keys: item_keys(node) };
            out.push(Rules { keys, ..self.rules(schema, element, rules, inner.value(), names, lints) });
            if let (DeclKind::Object { fields, .. }, Encoding::Keyed) = (&node.kind, node.encoding) {
                names.keep_cost_of_keys(&fields.iter().map(|field| &field.node).collect::<Vec<_>>());
            }
            (node, typed) = (element, Some(inner));
        }
        out
    }

    /// The rules on a node with a value of this type.
    fn rules<'r>(
        &self,
        schema: &Schema,
        node: &'r DeclType,
        rules: impl Iterator<Item = &'r Rule>,
        typed: &Typed,
        names: &mut Functions,
        lints: Lints<'_>,
    ) -> Rules {
        let mut rules = rules.peekable();
        if rules.peek().is_none() {
            return Rules::default();
        }
        let view = Foreign::of(typed, self.container)
            .zip(names.next())
            .map(|(foreign, name)| foreign.view(format_ident!("__cel_{name}_view")));
        let this = match &view {
            Some(View { name, .. }) => quote!(#name<'__cel>),
            None => self.container.this.shortened(&located(&typed.ty)),
        };
        let (inner, pointers) = typed.without_pointers();
        let late = self.late(schema, node, located(&inner.ty).to_token_stream(), pointers);
        let compiled = self.compile(schema, node, rules.zip(&node.rules), names, lints);
        Rules { compiled, this, view, late, ..Rules::default() }
    }

    /// Compiles rules. Each comes with its copy in the schema.
    fn compile<'r>(
        &self,
        schema: &Schema,
        node: &DeclType,
        rules: impl Iterator<Item = (&'r Rule, &'r ValidationRule)>,
        names: &mut Functions,
        lints: Lints<'_>,
    ) -> Vec<(String, CompiledRule)> {
        let has_symbols = schema.symbols().next().is_some();
        let env = self.env(schema, node);
        let is_partial = names.are_partial();
        let compile = |(rule, in_schema): (&'r Rule, &ValidationRule)| {
            if is_partial || !rule.is_compiled() {
                self.check_alone(schema, node, rule, is_partial);
                return None;
            }
            if in_schema.late {
                return None;
            }
            let path = self.field_path(schema, node, rule);
            let compiled = self.compile_rule(&env, schema, node, rule, path.clone().ok().flatten())?;
            path.ok()?;
            names.keep_cost(in_schema, &compiled);
            let ty = &self.container.this.ty;
            let compiled =
                if has_symbols { compiled.with_bounds(bounds_of(ty).to_string()) } else { compiled };
            let compiled = compiled.written_at(&in_schema.location);
            Some((rule, (names.next()?, compiled)))
        };
        let (rules, compiled): (Vec<&Rule>, Vec<_>) = rules.filter_map(compile).unzip();
        let pairs: Vec<_> = rules.into_iter().zip(compiled.iter().map(|(_, compiled)| compiled)).collect();
        self.lint(&env, node, &pairs, lints);
        compiled
    }

    /// Compiles one rule. `field_path` is the resolved path for its failures.
    pub(super) fn compile_rule<'s>(
        &self,
        env: &Env<'s>,
        schema: &Schema,
        node: &'s DeclType,
        rule: &Rule,
        field_path: Option<String>,
    ) -> Option<CompiledRule> {
        let compiled = match compile(env.shared(), node, &rule.rule) {
            Ok(compiled) => compiled.at(field_path),
            Err(error) => {
                // If the rule is right when the guessed types have no fields, the guess may be wrong.
                let depends = || {
                    let found = register(self.env(schema, node), node, &rule.rule);
                    // There a value has an unknown type, so its result is not a boolean.
                    [found.error, found.message_error].iter().flatten().all(is_of_result)
                };
                let hidden = (error.key == Key::Rule).then(|| hidden_message_error(env.shared(), &rule.rule));
                let report = || {
                    [Some(error), hidden.flatten()]
                        .iter()
                        .flatten()
                        .for_each(|error| self.report(rule, error))
                };
                match self.may_be_wrong(schema) && without_guesses(depends) {
                    true => self.cx.deferring(report),
                    false => report(),
                }
                return None;
            }
        };
        if rule.rule.optional_old_self.is_some() && !compiled.uses_old_self() {
            let message = "`optional_old_self` may not be set if `oldSelf` is not used in the rule";
            let help = "remove `optional_old_self`, or compare with the value before the update:\n      `rule = \"!oldSelf.hasValue() || self == oldSelf.value()\"`";
            self.cx.error_with_help(rule.span("optional_old_self"), message, help);
        }
        Some(compiled)
    }

    /// The resolved path of a rule, if it has one. Reports a wrong path.
    pub(super) fn field_path(
        &self,
        schema: &Schema,
        node: &DeclType,
        rule: &Rule,
    ) -> Result<Option<String>, ()> {
        let Some(path) = rule.rule.field_path.as_ref().filter(|path| !path.is_empty()) else {
            return Ok(None);
        };
        field_path::resolve(schema, node, path).map(Some).map_err(|error| {
            let help = field_path::help(schema, node, path, &error);
            let message = format!("`field_path` must be a valid path: {error}");
            self.cx.error_with_help(rule.span("field_path"), message, help);
        })
    }

    pub(super) fn report(&self, rule: &Rule, error: &RuleError) {
        let (source, literal) = match (error.key, &rule.message_expression) {
            (Key::MessageExpression, Some(literal)) => (literal.value(), literal),
            _ => (rule.rule.rule.clone(), &rule.literal),
        };
        let prefix = match (error.key, error.stage) {
            (Key::MessageExpression, Stage::Check) => "messageExpression compilation failed: ",
            _ => "",
        };
        error.mistakes().iter().for_each(|mistake| self.report_at(literal, &source, prefix, mistake));
    }

    /// Reports a mistake: cel-go's text, the line with a caret, the places in the source, then the help.
    fn report_at(&self, literal: &Text, source: &str, prefix: &str, mistake: &Mistake<'_>) {
        let diagnostic = mistake.diagnostic;
        let mut text = format!("{prefix}{}", diagnostic.message);
        let display = Display { source, diagnostic }.to_string();
        if let Some((_, snippet)) = display.split_once('\n') {
            text = format!("{text}\n\n{snippet}");
        }
        let place = |offset| literal::place(literal, offset);
        if let Some(at) = diagnostic.offset.and_then(place) {
            text = format!("{text}\n --> {}:{}:{}", at.file, at.line, at.column);
        }
        let line_and_column = |offset| place(offset).map(|at| (at.line, at.column));
        if let Some(others) = mistake.also_at(line_and_column) {
            text = format!("{text}\n     {others}");
        }
        let known =
            self.absent(&diagnostic.message).or_else(|| self.of_function(literal, &diagnostic.message));
        match known.as_ref().or(diagnostic.help.as_ref()) {
            Some(help) => self.cx.error_with_help(literal.span(), text, help),
            None => self.cx.error(literal.span(), text),
        }
    }
}

impl Unresolved<'_> {
    /// Help for a rule that reads inside a field whose schema comes from a function. The rule may stand on the field.
    fn of_function(&self, literal: &Text, message: &str) -> Option<String> {
        let value = message.strip_prefix("rules cannot look into ")?.strip_suffix(", which is opaque")?;
        let is_own = |property: &Property| {
            property.attrs.rules.iter().any(|rule| rule.literal.value() == literal.value())
        };
        let properties = self.container.properties();
        let mut properties = properties.iter().filter(|property| property.bounds.schema_with.is_some());
        let (name, read) = match value.strip_prefix('`').and_then(|name| name.strip_suffix('`')) {
            Some(name) => {
                (properties.find(|property| property.name == name)?.name.as_str(), format!("self.{name}"))
            }
            None => (properties.find(|property| is_own(property))?.name.as_str(), "self".to_owned()),
        };
        Some(format!(
            "a function writes the schema of `{name}`: add `#[x_validation(nested)]` if that is the schema of its type, which then derives `XValidation`, or `#[x_validation(as = \"string\")]` if it is written as a text, or let the rule read `dyn({read})`"
        ))
    }

    /// Help for a rule that reads a field that is not in the schema.
    fn absent(&self, message: &str) -> Option<String> {
        let name = message.strip_prefix("undefined field '")?.strip_suffix('\'')?;
        let (_, why) = self.container.absent.iter().find(|(absent, _)| absent == name)?;
        Some(match why {
            Absent::Tag => {
                format!("`{name}` is not in the schema: schemars leaves out the `tag` of a struct")
            }
            Absent::Skipped(key) => format!("`{name}` is skipped by serde: remove `{key}` from its field"),
            Absent::Alias(field) => {
                let field = escape(field).unwrap_or(Cow::Borrowed(field));
                format!("`{name}` is an `alias`, which serde only reads: in the CRD the field is `{field}`")
            }
        })
    }
}

/// The node of the elements. For a map with the variants of an enum as keys it is the first property.
fn element_of(node: &DeclType) -> Option<&DeclType> {
    match &node.kind {
        DeclKind::List { items: element, .. } | DeclKind::Map { values: element } => Some(element),
        DeclKind::Object { fields, .. } if node.encoding == Encoding::Keyed => {
            fields.first().map(|field| &field.node)
        }
        _ => None,
    }
}
