//! Smaller trees and objects with the same difference: all that are smaller by one part are tried in one build.

use super::{
    judgement::{Difference, Judgement},
    model::{ItemKind, ListKind, Tree, Ty},
    rules::settle,
};
use serde_json::Value;
use std::{collections::BTreeSet, error::Error};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The smallest tree that was found, and what is wrong with it.
///
/// # Errors
/// If programs cannot be built or asked.
pub fn shrink(tree: &Tree, difference: &Difference) -> Result<(Tree, Difference)> {
    let mut best = (tree.clone(), difference.clone());
    for _ in 0..MOST_ROUNDS {
        let candidates = smaller(&best.0);
        let Some(found) = first_different(candidates, &best.1)? else { break };
        best = found;
    }
    for _ in 0..MOST_ROUNDS * 3 {
        let (tree, difference) = &best;
        let requests: Vec<Value> = smaller_requests(&difference.request);
        let asked: Vec<_> = requests.into_iter().map(|request| (tree.number, request)).collect();
        let judgement = Judgement::of(std::slice::from_ref(tree), &asked)?;
        let Some(found) = judgement.differences.into_iter().find(|found| is_same_kind(found, difference))
        else {
            break;
        };
        best.1 = found;
    }
    Ok(best)
}

/// Of trees that still differ the smallest.
fn first_different(mut candidates: Vec<Tree>, difference: &Difference) -> Result<Option<(Tree, Difference)>> {
    for (number, tree) in candidates.iter_mut().enumerate() {
        tree.number = number;
    }
    settle(&mut candidates)?;
    let asked: Vec<_> = match difference.request {
        Value::Null => Vec::new(),
        _ => candidates.iter().map(|tree| (tree.number, difference.request.clone())).collect(),
    };
    let judgement = Judgement::of(&candidates, &asked)?;
    let same = judgement.differences.into_iter().filter(|found| is_same_kind(found, difference));
    let smallest = same.min_by_key(|found| candidates[found.tree].source().len());
    Ok(smallest.map(|found| (candidates.swap_remove(found.tree), found)))
}

fn is_same_kind(found: &Difference, difference: &Difference) -> bool {
    let kind = |difference: &Difference| -> String {
        let line = difference.text.lines().next().unwrap_or_default();
        line.chars().take_while(|c| *c != '`' && *c != '\'').take(30).collect()
    };
    found.request.is_null() == difference.request.is_null() && kind(found)[..3] == kind(difference)[..3]
}

fn smaller(tree: &Tree) -> Vec<Tree> {
    let mut out = Vec::new();
    let rules = tree.clone().rules();
    let with = |keep: &dyn Fn(u64) -> bool| {
        let mut tree = tree.clone();
        let is_kept = |rule: &Value| rule["id"].as_u64().is_some_and(keep);
        tree.rule_lists().into_iter().for_each(|rules| rules.retain(is_kept));
        tree
    };
    if !rules.is_empty() {
        out.push(with(&|_| false));
    }
    for rule in &rules {
        out.push(with(&|id| id != *rule));
        if rules.len() > 2 {
            out.push(with(&|id| id == *rule));
        }
    }
    for item in 0..tree.items.len() {
        for part in 0..parts(&tree.items[item].kind) {
            let mut tree = tree.clone();
            match &mut tree.items[item].kind {
                ItemKind::Struct(fields) => drop(fields.remove(part)),
                ItemKind::Choice { variants, .. } => drop(variants.remove(part)),
                ItemKind::Newtype(_) | ItemKind::Units(_) => {}
            }
            without_missing_keys(&mut tree);
            out.push(tree.without_unused_items());
        }
    }
    out
}

/// How many parts can be removed.
fn parts(kind: &ItemKind) -> usize {
    match kind {
        ItemKind::Struct(fields) if fields.len() > 1 => fields.len(),
        ItemKind::Choice { variants, .. } if variants.len() > 1 => variants.len(),
        _ => 0,
    }
}

fn without_missing_keys(tree: &mut Tree) {
    let names = |item: &super::model::Item| -> BTreeSet<String> {
        match &item.kind {
            ItemKind::Struct(fields) => fields.iter().map(|field| field.json_name(item.is_camel)).collect(),
            _ => BTreeSet::new(),
        }
    };
    let names: Vec<BTreeSet<String>> = tree.items.iter().map(names).collect();
    for item in &mut tree.items {
        for field in item.kind.fields_mut() {
            if let (ListKind::Map(keys), Some(Ty::Nested(item))) = (&field.list, field.ty.element())
                && !keys.iter().all(|key| names[*item].contains(key))
            {
                field.list = ListKind::Atomic;
            }
        }
    }
}

/// Without one part of the new or of the old object.
fn smaller_requests(request: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    for key in ["budget", "perCallLimit", "path", "old"] {
        if request.get(key).is_some_and(|value| !value.is_null()) {
            let mut request = request.clone();
            request[key].take();
            out.push(request);
        }
    }
    for key in ["new", "old"] {
        for smaller in smaller_values(&request[key]) {
            let mut request = request.clone();
            request[key] = smaller;
            out.push(request);
        }
    }
    out
}

fn smaller_values(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Array(items) => {
            for i in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(i);
                out.push(fewer.into());
                for smaller in smaller_values(&items[i]) {
                    let mut items = items.clone();
                    items[i] = smaller;
                    out.push(items.into());
                }
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let mut fewer = fields.clone();
                fewer.remove(name);
                out.push(fewer.into());
                for smaller in smaller_values(field) {
                    let mut fields = fields.clone();
                    fields[name] = smaller;
                    out.push(fields.into());
                }
            }
        }
        _ => {}
    }
    out
}

const MOST_ROUNDS: usize = 8;
