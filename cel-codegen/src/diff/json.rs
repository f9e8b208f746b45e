//! A comparison as JSON.

use super::{
    Comparison, CrdComparison, Effect, Fact, Fate, Outcome, Stored, VersionComparison, Witness, findings,
};
use serde_json::{Value, json};

/// The lines: one for each version that both sides have, one for each CRD with facts, and one for the CRDs that
/// only one side has.
#[must_use]
pub fn lines(files: [&str; 2], comparison: &Comparison) -> Vec<Value> {
    let mut lines = Vec::new();
    if !comparison.facts.is_empty() {
        lines.push(
            json!({"facts": comparison.facts.iter().map(|fact| of_fact(files, fact)).collect::<Vec<_>>()}),
        );
    }
    for crd in &comparison.crds {
        if !crd.facts.is_empty() {
            let facts: Vec<Value> = crd.facts.iter().map(|fact| of_fact(files, fact)).collect();
            lines.push(json!({"crd": crd.name, "facts": facts}));
        }
        lines.extend(crd.versions.iter().map(|version| of_version(files, crd, version)));
    }
    lines
}

fn of_version(files: [&str; 2], crd: &CrdComparison, version: &VersionComparison) -> Value {
    let changes: Vec<Value> = version.effects.iter().map(|effect| of_effect(files, effect)).collect();
    json!({"crd": crd.name, "version": version.name, "changes": changes})
}

fn of_fact([old, new]: [&str; 2], fact: &Fact) -> Value {
    json!({
        "text": fact.text,
        "tightened": fact.is_tighter,
        "file": if fact.is_old { old } else { new },
        "line": fact.at.line,
        "column": fact.at.column,
    })
}

fn of_effect([old, new]: [&str; 2], effect: &Effect) -> Value {
    let words = &effect.what;
    let mut value = json!({
        "verdict": findings::verdict(effect),
        "what": words.what,
        "at": words.at,
        "old": words.old,
        "new": words.new,
        "file": if effect.is_old { old } else { new },
        "line": effect.at.line,
        "column": effect.at.column,
    });
    for (name, outcome) in [("refused", &effect.tighter), ("accepted", &effect.looser)] {
        match outcome {
            Outcome::Found(witness) => value[name] = of_witness(witness),
            Outcome::NotFound { tried } => value[name] = json!({"tried": tried}),
            Outcome::NotSearched { tried } => value[name] = json!({"tried": tried, "searched": false}),
            Outcome::Impossible => {}
        }
    }
    value
}

fn of_witness(witness: &Witness) -> Value {
    let mut value = json!({"object": witness.object.to_json(), "errors": witness.errors});
    if let Some(old) = &witness.old_object {
        value["old_object"] = old.to_json();
    }
    if witness.is_of_status {
        value["subresource"] = "status".into();
    }
    if witness.is_hidden {
        value["hidden"] = true.into();
    }
    if let Some(stored) = &witness.stored {
        value["stored"] = of_stored(stored);
    }
    value
}

fn of_stored(stored: &Stored) -> Value {
    let mut value = json!({
        "accepted": !matches!(stored.fate, Fate::Refused { .. }),
        "text": findings::of_stored(stored),
        "object": stored.object.to_json(),
        "update": stored.update.to_json(),
    });
    match &stored.fate {
        Fate::Refused { errors } => value["errors"] = json!(errors),
        Fate::Forgiven { part, refused } => {
            value["while_unchanged"] = part.as_str().into();
            if let Some(update) = refused {
                value["refused_update"] = update.to_json();
            }
        }
        Fate::Valid { .. } | Fate::Dropped => {}
    }
    value
}
