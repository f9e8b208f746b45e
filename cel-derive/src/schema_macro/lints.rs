//! Shows the findings of lints as warnings of rustc. A macro can only warn by a call of something deprecated. It has the lint's
//! name, and the span of the rule.

mod guards;

use super::unresolved::Unresolved;
use crate::{
    attr::{Rule, levels::LintLevels},
    check::attribute,
    ctxt::Ctxt,
    input::Container,
    manifest::manifest,
};
use cel_compiler::{
    env::Env,
    lints::{self, Checked, Context, Finding, Level, Lint},
    rule::{CompiledRule, Key},
    schema::{DeclKind, DeclType, ListType, ValidationRule},
};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use std::sync::atomic::{AtomicBool, Ordering};

/// How to lint the rules of a node.
#[derive(Clone, Copy)]
pub(super) struct Lints<'l> {
    pub(super) levels: &'l LintLevels,
    /// The keys of the list, if the node is one of its items.
    pub(super) item_keys: &'l [String],
}

impl<'l> Lints<'l> {
    pub(super) fn of(levels: &'l LintLevels) -> Self {
        Lints { levels, item_keys: &[] }
    }
}

impl Unresolved<'_> {
    /// The levels for the rules on the type.
    pub(super) fn levels(&self) -> LintLevels {
        LintLevels::of_crate(manifest().lints.levels().0).with(&self.container.attrs.levels)
    }

    /// The levels for a rule of the schema. It may be a rule of this type.
    pub(super) fn levels_of(&self, rule: &ValidationRule) -> LintLevels {
        let is_it = |own: &&Rule| own.rule.location == rule.location && own.rule.rule == rule.rule;
        let container = self.container;
        let of_root = container.kube.iter().flat_map(|kube| &kube.validations);
        if let Some(rule) = container.attrs.rules.iter().chain(of_root).find(is_it) {
            return self.levels().with(&rule.levels);
        }
        let properties = container.properties();
        let own =
            properties.iter().find_map(|property| Some((property, property.attrs.all_rules().find(is_it)?)));
        match own {
            Some((property, rule)) => self.levels().with(&property.attrs.levels).with(&rule.levels),
            None => self.levels(),
        }
    }

    /// Lints the rules of a node.
    pub(super) fn lint<'s>(
        &self,
        env: &Env<'s>,
        node: &'s DeclType,
        rules: &[(&Rule, &CompiledRule)],
        Lints { levels, item_keys }: Lints<'_>,
    ) {
        if rules.is_empty() || !self.cx.is_clean() {
            return;
        }
        // The type's `kubernetes` attribute goes before the crate's minimum.
        let minimum = manifest().lints.minimum.filter(|_| self.container.attrs.kubernetes.is_none());
        let context = Context { minimum, item_keys: item_keys.to_vec(), ..Context::default() };
        let checked: Vec<Checked<'_>> = rules.iter().map(|(_, compiled)| Checked::of(compiled)).collect();
        let found = lints::of_rules(env, node, &checked, &context);
        for finding in guards::joined(found, (env, node), &checked, &context) {
            if let Some((rule, _)) = rules.get(finding.rule) {
                self.tell(&finding, rule.span_of(finding.key), &levels.with(&rule.levels));
            }
        }
    }

    /// Shows a finding at a place, according to its level.
    pub(super) fn tell(&self, finding: &Finding, place: Span, levels: &LintLevels) {
        let keep = format!("`#[x_validation(allow({}))]` keeps the rule as it is", finding.lint.name);
        let help = match finding.help.as_ref().map(|help| of_attributes(help)) {
            Some(help) => format!("{help}\n      {keep}"),
            None => keep,
        };
        warn(self.cx, finding.lint, &format!("{}\n\nhelp: {help}", finding.text), place, levels);
    }
}

/// Shows a text at a place, according to the level of a lint.
pub(super) fn warn(cx: &Ctxt, lint: &Lint, text: &str, place: Span, levels: &LintLevels) {
    let level = levels.of(lint);
    if level == Level::Allow {
        return;
    }
    let name = Ident::new(lint.name, place);
    let at = levels.place(lint).unwrap_or_else(Span::call_site);
    let denied = (level == Level::Deny).then(|| quote_spanned!(at=> #[deny(deprecated)]));
    cx.warn(quote_spanned! {Span::call_site()=>
        #denied
        const _: () = {
            #[deprecated(note = #text)]
            const fn #name() {}
            let _ = #name;
        };
    });
}

impl Rule {
    fn span_of(&self, key: Key) -> Span {
        match (key, &self.message_expression) {
            (Key::MessageExpression, Some(literal)) => literal.span(),
            _ => self.span(attribute(key)),
        }
    }
}

/// Turns advice for YAML into advice for attributes.
fn of_attributes(help: &str) -> String {
    let of_items = help.strip_prefix("on the items write `").and_then(|rest| rest.strip_suffix('`'));
    if let Some(rule) = of_items.filter(|rule| !rule.contains(['"', '\\', '\n'])) {
        return format!("write `items(rule = \"{rule}\")`");
    }
    if let Some(text) = help.strip_prefix("write `messageExpression: ") {
        let text = text.trim_end_matches('`');
        return format!("write `message_expression = \"{text}\"`");
    }
    let of_map = help.strip_prefix(MAP).and_then(|keys| keys.strip_suffix("]`"));
    if let Some(keys) = of_map {
        let keys: Vec<String> = keys.split(", ").map(|key| format!("\"{key}\"")).collect();
        let keys = keys.join(", ");
        return format!(
            "write `#[schemars(extend(\"x-kubernetes-list-type\" = \"map\", \"x-kubernetes-list-map-keys\" = [{keys}]))]`"
        );
    }
    match help {
        "give the list `x-kubernetes-list-type: set`" => {
            "write `#[schemars(extend(\"x-kubernetes-list-type\" = \"set\"))]`".to_owned()
        }
        "say what is expected: `message: ..`" => "say what is expected: `message = \"..\"`".to_owned(),
        "lower `maxItems`, `maxProperties` or `maxLength` of what the rule reads" => {
            "lower the bounds of what the rule reads: `#[schemars(length(max = 16))]`".to_owned()
        }
        help => help.to_owned(),
    }
}

const MAP: &str = "give the list `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys: [";

/// The keys of a list with keys.
pub(super) fn item_keys(list: &DeclType) -> &[String] {
    match &list.kind {
        DeclKind::List { list_type: ListType::Map(keys), .. } => keys,
        _ => &[],
    }
}

/// Reports mistakes in `Cargo.toml`, once for all types of the crate.
pub(super) fn check_manifest(cx: &Ctxt, container: &Container<'_>) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    let (_, mistakes) = manifest().lints.levels();
    if mistakes.is_empty() || IS_TOLD.swap(true, Ordering::Relaxed) {
        return;
    }
    for mistake in mistakes {
        let names: Vec<&str> = lints::all().map(|lint| lint.name).collect();
        let help = format!("the lints are `{}`", names.join("`, `"));
        let message = format!("in `[package.metadata.x-validation]` of `Cargo.toml`: {mistake}");
        match mistake.contains("lint `") && !mistake.contains("did you mean") {
            true => cx.error_with_help(container.ident.span(), message, help),
            false => cx.error(container.ident.span(), message),
        }
    }
}

/// True if a type has rules for lints.
pub(super) fn has_rules(container: &Container<'_>) -> bool {
    let of_root = container.kube.iter().flat_map(|kube| &kube.validations);
    let properties = container.properties();
    let of_properties = properties.iter().flat_map(|property| property.attrs.all_rules());
    container.attrs.rules.iter().chain(of_root).chain(of_properties).next().is_some()
}
