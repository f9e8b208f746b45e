//! Finds smaller trees and objects with the same difference. Each round builds all trees that are smaller by one part, and then
//! trees without many of the parts that can be removed.

use super::{
    judgement::{Difference, Judge},
    model::{Item, ItemKind, ListKind, Tree, Ty},
    rules::settle,
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    error::Error,
    time::{Duration, Instant},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The smallest tree that was found in the time, with its difference.
///
/// # Errors
/// If programs cannot be built or asked.
pub fn shrink(tree: &Tree, difference: &Difference, time: Duration) -> Result<(Tree, Difference)> {
    let end = Instant::now() + time;
    let mut best = (tree.clone(), difference.clone());
    while Instant::now() < end {
        let edits: Vec<Vec<Edit>> = edits(&best.0).into_iter().map(|edit| vec![edit]).collect();
        let mut found = still_different(&best, &edits)?;
        let parts = found.iter().filter(|found| found.edits.iter().all(|edit| edit.is_independent()));
        let parts: Vec<Edit> = parts.flat_map(|found| found.edits.clone()).collect();
        found.sort_by_key(|found| found.tree.source().len());
        let Some(smallest) = found.first() else { break };
        found.extend(still_different(&best, &combined(&smallest.edits, &parts))?);
        let Some(smallest) = found.into_iter().min_by_key(|found| found.tree.source().len()) else { break };
        best = (smallest.tree, smallest.difference);
    }
    let (tree, difference) = best;
    let difference =
        if difference.request.is_null() { difference } else { shrink_request(&tree, difference, end)? };
    Ok((tree, difference))
}

/// A step that makes a tree smaller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Edit {
    WithoutRules,
    OnlyRule(u64),
    WithoutRule(u64),
    /// Removes a field or a variant, by the numbers of the type and of the part.
    WithoutPart(usize, usize),
}

impl Edit {
    /// True for steps that can be combined with others.
    fn is_independent(self) -> bool {
        matches!(self, Edit::WithoutRule(_) | Edit::WithoutPart(..))
    }
}

struct Smaller {
    edits: Vec<Edit>,
    tree: Tree,
    difference: Difference,
}

fn edits(tree: &Tree) -> Vec<Edit> {
    let rules = tree.clone().rules();
    let parts = (0..tree.items.len())
        .flat_map(|item| (0..parts(&tree.items[item].kind)).map(move |part| Edit::WithoutPart(item, part)));
    let mut edits: Vec<Edit> = parts.collect();
    match rules.len() {
        0 => {}
        1 => edits.push(Edit::WithoutRules),
        // Usually one of them is enough.
        3.. => {
            edits.push(Edit::WithoutRules);
            edits.extend(rules.into_iter().map(Edit::OnlyRule));
        }
        2 => edits.extend(rules.into_iter().map(Edit::WithoutRule)),
    }
    edits
}

/// The best edit, combined with fewer and fewer of the other edits that kept the difference.
fn combined(best: &[Edit], parts: &[Edit]) -> Vec<Vec<Edit>> {
    let mut out = Vec::new();
    let mut count = parts.len();
    while count > 0 {
        for chosen in [&parts[..count], &parts[parts.len() - count..]] {
            out.push(best.iter().chain(chosen.iter().filter(|part| !best.contains(part))).copied().collect());
        }
        count /= 2;
    }
    out
}

/// The smaller trees that have the same difference.
fn still_different(best: &(Tree, Difference), edits: &[Vec<Edit>]) -> Result<Vec<Smaller>> {
    let (tree, difference) = best;
    let mut trees: Vec<Tree> = edits.iter().map(|edits| edited(tree, edits)).collect();
    for (number, tree) in trees.iter_mut().enumerate() {
        tree.number = number;
    }
    settle(&mut trees)?;
    let judge = Judge::new(&trees)?;
    let mut found = judge.differences.clone();
    if !difference.request.is_null() {
        let asked: Vec<_> = trees.iter().map(|tree| (tree.number, difference.request.clone())).collect();
        found.extend(judge.ask(&asked)?.differences);
    }
    let same = found.into_iter().filter(|found| is_same_kind(found, difference));
    let smaller = |found: Difference| Smaller {
        edits: edits[found.tree].clone(),
        tree: trees[found.tree].clone(),
        difference: found,
    };
    Ok(same.map(smaller).collect())
}

fn is_same_kind(found: &Difference, difference: &Difference) -> bool {
    let kind = |difference: &Difference| {
        let line = difference.text.lines().next().unwrap_or_default().to_owned();
        // Objects and names differ.
        line.split([' ', '`']).next().unwrap_or_default().to_owned()
    };
    found.request.is_null() == difference.request.is_null() && kind(found) == kind(difference)
}

fn edited(tree: &Tree, edits: &[Edit]) -> Tree {
    let mut tree = tree.clone();
    let mut edits = edits.to_vec();
    // Starts with the last part, because removing a part changes the numbers of later ones.
    edits.sort_unstable_by(|a, b| b.cmp(a));
    for edit in edits {
        match edit {
            Edit::WithoutRules => keep_rules(&mut tree, |_| false),
            Edit::OnlyRule(rule) => keep_rules(&mut tree, |id| id == rule),
            Edit::WithoutRule(rule) => keep_rules(&mut tree, |id| id != rule),
            Edit::WithoutPart(item, part) => remove_part(&mut tree.items[item].kind, part),
        }
    }
    without_missing_keys(&mut tree);
    tree.without_unused_items()
}

fn keep_rules(tree: &mut Tree, is_kept: impl Fn(u64) -> bool) {
    for rules in tree.rule_lists() {
        rules.retain(|rule| rule["id"].as_u64().is_some_and(&is_kept));
    }
}

/// Removes a part, but never the last one.
fn remove_part(kind: &mut ItemKind, part: usize) {
    match kind {
        ItemKind::Struct(fields) if fields.len() > 1 => drop(fields.remove(part)),
        ItemKind::Choice { variants, .. } if variants.len() > 1 => drop(variants.remove(part)),
        _ => {}
    }
}

/// Number of parts that can be removed.
fn parts(kind: &ItemKind) -> usize {
    match kind {
        ItemKind::Struct(fields) if fields.len() > 1 => fields.len(),
        ItemKind::Choice { variants, .. } if variants.len() > 1 => variants.len(),
        _ => 0,
    }
}

fn without_missing_keys(tree: &mut Tree) {
    let names = |item: &Item| -> BTreeSet<String> {
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

fn shrink_request(tree: &Tree, mut best: Difference, end: Instant) -> Result<Difference> {
    let judge = Judge::new(std::slice::from_ref(tree))?;
    best.tree = tree.number;
    while Instant::now() < end {
        let asked = smaller_requests(&best.request).into_iter().map(|request| (tree.number, request));
        let found = judge.ask(&asked.collect::<Vec<_>>())?.differences;
        let same = found.into_iter().filter(|found| is_same_kind(found, &best));
        let Some(smallest) = same.min_by_key(|found| found.request.to_string().len()) else { break };
        best = smallest;
    }
    Ok(best)
}

/// Smaller requests: without one part of the new object, of the old object, or of both.
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
    if request["new"] == request["old"] {
        for smaller in smaller_values(&request["new"]) {
            let mut request = request.clone();
            (request["new"], request["old"]) = (smaller.clone(), smaller);
            out.push(request);
        }
    }
    out
}

fn smaller_values(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Array(items) => {
            if items.len() > 3 {
                let (first, second) = items.split_at(items.len() / 2);
                out.extend([first.into(), second.into()]);
            }
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
