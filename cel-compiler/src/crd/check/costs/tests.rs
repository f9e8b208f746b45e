use super::*;
use crate::{
    cost::{
        EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT,
        advice::{Bounded, Cause, Remedy},
    },
    crd::{
        check::check,
        document,
        props::{AdditionalProperties, Items},
    },
    schema::steps_text,
};

const VERSION: KubernetesVersion = KubernetesVersion::NEW_EXPRESSIONS;

fn read(yaml: &str) -> SchemaProps {
    let (schema, errors) = SchemaProps::read(&document::read(yaml).unwrap()[0]);
    assert!(errors.is_empty(), "{errors:?}");
    schema
}

fn checked(schema: &SchemaProps) -> SchemaReport {
    let report = check(schema, VERSION, &|_, _| Vec::new());
    assert!(report.crd_other_errors.is_empty(), "{:?}", report.crd_other_errors);
    report
}

/// `maxItems list`
fn text(causes: &[Cause<'_>]) -> String {
    let texts =
        causes.iter().map(|cause| format!("{} {}", cause.bounded().keyword(), steps_text(&cause.path)));
    texts.collect::<Vec<_>>().join(", ")
}

fn bound(schema: &mut SchemaProps, path: &[Step<'_>], bounded: Bounded, max: u64) {
    let [step, rest @ ..] = path else {
        let bound = match bounded {
            Bounded::List => &mut schema.max_items,
            Bounded::Map => &mut schema.max_properties,
            Bounded::Text => &mut schema.max_length,
        };
        let max = i64::try_from(max).unwrap();
        *bound = Some(bound.map_or(max, |own| own.min(max)));
        return;
    };
    let below = match step {
        Step::Field(name) => {
            &mut schema
                .properties
                .as_mut_vec()
                .iter_mut()
                .find(|property| property.name == *name)
                .unwrap()
                .schema
        }
        Step::Items => match schema.items.as_mut().unwrap() {
            Items::Schema(items) => items,
            Items::Several(_) => panic!(),
        },
        Step::Values => match schema.additional_properties.as_mut().unwrap() {
            AdditionalProperties::Schema(values) => values,
            AdditionalProperties::Allowed(_) => panic!(),
        },
    };
    bound(below, rest, bounded, max);
}

fn bounded(schema: &SchemaProps, remedy: &Remedy<'_>, max: u64) -> SchemaReport {
    let mut changed = schema.clone();
    remedy.causes.iter().for_each(|cause| bound(&mut changed, &cause.path, cause.bounded(), max));
    checked(&changed)
}

/// All expressions. Their costs add up to the cost in the report.
fn expressions<'c>(costs: &'c Costs<'_>, report: &SchemaReport) -> Vec<CostedExpression<'c>> {
    let expressions = costs.expressions();
    let sum = expressions.iter().fold(0, |sum: u64, found| sum.saturating_add(found.expression.cost()));
    assert_eq!(sum, report.total_static_cost);
    expressions
}

/// Checks the advice for the only expression above its limit. The advised bound passes, and a larger one does not.
fn advise(yaml: &str, causes: &str, remedy: Option<(&str, u64)>) {
    let schema = read(yaml);
    let report = checked(&schema);
    let costs = Costs::new(&schema, &report, VERSION);
    let expressions = expressions(&costs, &report);
    let mut dear = expressions.iter().filter(|found| found.expression.cost() > EXPRESSION_COST_LIMIT);
    let found = dear.next().expect("an expression above its limit");
    assert!(dear.next().is_none());
    let advice = costs.advice(&found.expression);
    assert_eq!(text(&advice.causes), causes, "{yaml}");
    let named = advice.remedy.as_ref().map(|remedy| (text(&remedy.causes), remedy.max));
    assert_eq!(named.as_ref().map(|(causes, max)| (&**causes, *max)), remedy, "{yaml}");
    if let Some(remedy) = &advice.remedy {
        let cost = |max| {
            let report = bounded(&schema, remedy, max);
            let rule = report
                .rules
                .iter()
                .find(|rule| rule.path.rsplit_once('.').unwrap().0 == found.path.rsplit_once('.').unwrap().0);
            rule.unwrap().costs()[usize::from(found.path.ends_with("messageExpression"))]
        };
        assert!(cost(remedy.max) <= EXPRESSION_COST_LIMIT);
        assert!(cost(remedy.max + 1) > EXPRESSION_COST_LIMIT);
    }
}

/// A resource whose only property is a list of objects with properties.
fn list(keywords: &str, properties: &str, rule: &str) -> String {
    format!(
        "{{type: object, properties: {{list: {{type: array, {keywords} items: {{type: object, \
         x-kubernetes-validations: [{{{rule}}}], properties: {{{properties}}}}}}}}}}}"
    )
}

#[test]
fn what_is_around_the_rule() {
    let rule = "rule: self.a.contains('abcdefghijkl')";
    let short = "a: {type: string, maxLength: 100}";
    let both = "maxItems list, maxLength list[].a";
    advise(&list("", short, rule), both, Some(("maxItems list", 121_951)));
    advise(&list("maxItems: 900000,", short, rule), both, Some(("maxItems list", 121_951)));
    let long = "a: {type: string}";
    advise(&list("", long, rule), both, Some(("maxItems list", 15)));
    let both = "maxLength list[].a, maxItems list";
    advise(&list("maxItems: 100,", long, rule), both, Some(("maxLength list[].a", 124_997)));
}

#[test]
fn lists_in_lists() {
    let nested = |keywords: &str, rule: &str| {
        let inner = format!("items: {{type: string, {keywords} x-kubernetes-validations: [{rule}]}}");
        list("", &format!("b: {{type: array, maxItems: 7, items: {{type: array, {inner}}}}}"), "rule: 'true'")
    };
    advise(
        &nested("enum: [a, b],", "{rule: '[1, 2, 3].all(x, self == string(x))'}"),
        "maxItems list, maxItems list[].b[], maxItems list[].b",
        Some(("maxItems list, maxItems list[].b[]", 211)),
    );
    advise(
        &nested("", "{rule: self.contains('abcdefghijkl')}"),
        "maxLength list[].b[][], maxItems list, maxItems list[].b[], maxItems list[].b",
        Some(("maxLength list[].b[][]", 10)),
    );
}

#[test]
fn what_the_rule_reads() {
    let few = |properties: &str, rule: &str| list("maxItems: 10,", properties, rule);
    advise(
        &few("a: {type: string}", "rule: self.a.matches(self.a)"),
        "maxLength list[].a, maxItems list",
        Some(("maxLength list[].a", 1579)),
    );
    // The lengths of an enumeration's texts are fixed.
    advise(
        &few(
            "a: {type: string, enum: [aa, bbb]}, c: {type: string}",
            "rule: self.c.matches(self.a + self.c)",
        ),
        "maxLength list[].c, maxItems list",
        Some(("maxLength list[].c", 1579)),
    );
    let map = "a: {type: string}, b: {type: object, additionalProperties: {type: string}}";
    let all = "maxProperties list[].b, maxLength list[].a, maxLength list[].b[], maxItems list";
    let both = "maxProperties list[].b, maxLength list[].a";
    advise(&few(map, "rule: 'self.b.all(k, self.b[k] == self.a)'"), all, Some((both, 1569)));
    let pairs = "rule: 'self.b.all(k, self.b.exists(l, k != l && self.b[l] == self.a))'";
    advise(&few(map, pairs), all, Some((both, 125)));
}

/// Message expressions count once, however many items there are.
#[test]
fn message_expressions() {
    let sum = ["self.a"; 12].join(" + ");
    let rule = format!("rule: 'true', messageExpression: {sum}");
    let text = "maxLength list[].a";
    advise(&list("maxItems: 100,", "a: {type: string}", &rule), text, Some((text, 324_674)));
}

#[test]
fn what_no_bound_helps() {
    let rule = "rule: 'lists.range(9000000).all(x, x > 0)'";
    advise(&list("maxItems: 10,", "a: {type: string}", rule), "maxItems list", None);
}

/// The schema's own keywords for these properties do not count.
#[test]
fn what_every_resource_has() {
    let root = "{type: object, x-kubernetes-validations: [{rule: RULE}], properties: {a: {type: string}, \
                metadata: {type: object, properties: {name: {type: string}}}}}";
    advise(&root.replace("RULE", "self.kind.matches(self.apiVersion)"), "", None);
    let name = "self.kind.matches(self.metadata.name + self.a)";
    advise(&root.replace("RULE", name), "maxLength a", None);
}

/// The type of an embedded resource's `metadata` has no labels, so the schema counts for them.
#[test]
fn embedded_resources() {
    let labels = "{type: object, additionalProperties: {type: string, maxLength: 2000, x-kubernetes-validations: \
                  [{rule: self.matches(self)}]}}";
    for rules in ["", "x-kubernetes-validations: [{rule: 'true'}],"] {
        let embedded = format!(
            "{{type: object, properties: {{e: {{type: object, x-kubernetes-embedded-resource: true, {rules} \
             x-kubernetes-preserve-unknown-fields: true, properties: {{metadata: {{type: object, properties: \
             {{labels: {labels}}}}}}}}}}}}}"
        );
        let all = "maxProperties e.metadata.labels, maxLength e.metadata.labels[]";
        advise(&embedded, all, Some((all, 292)));
    }
}

#[test]
fn all_expressions_together() {
    let rules = "[{rule: self != 'abcdefghijkl'}, {rule: self.startsWith('abcdefghijkl')}]";
    let texts = (0..17).map(|i| {
        format!("a{i}: {{type: string, enum: [abcdefghijklmnopqrst], x-kubernetes-validations: {rules}}}")
    });
    let texts = texts.collect::<Vec<_>>().join(", ");
    total(&list("", &texts, "rule: 'true'"), "maxItems list", Some(("maxItems list", 980_392)));
    let array = format!("{{type: array, items: {{type: object, properties: {{{texts}}}}}}}");
    let two = format!("{{type: object, properties: {{l: {array}, m: {array}}}}}");
    total(&two, "maxItems l, maxItems m", Some(("maxItems l, maxItems m", 490_196)));
}

/// Checks the advice for a schema whose expressions together are above the limit.
fn total(yaml: &str, causes: &str, remedy: Option<(&str, u64)>) {
    let schema = read(yaml);
    let report = checked(&schema);
    assert!(report.total_static_cost > SCHEMA_COST_LIMIT);
    let costs = Costs::new(&schema, &report, VERSION);
    let expressions = expressions(&costs, &report);
    let expressions: Vec<&Expression<'_>> = expressions.iter().map(|found| &found.expression).collect();
    let advice = costs.total_advice(&expressions);
    assert_eq!(text(&advice.causes), causes, "{yaml}");
    let named = advice.remedy.as_ref().map(|remedy| (text(&remedy.causes), remedy.max));
    assert_eq!(named.as_ref().map(|(causes, max)| (&**causes, *max)), remedy, "{yaml}");
    if let Some(remedy) = &advice.remedy {
        assert!(bounded(&schema, remedy, remedy.max).total_static_cost <= SCHEMA_COST_LIMIT);
        assert!(bounded(&schema, remedy, remedy.max + 1).total_static_cost > SCHEMA_COST_LIMIT);
    }
}
