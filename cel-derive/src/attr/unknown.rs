//! Keys of attributes that are none, and what their authors meant.

use super::{CONTAINER_KEYS, Entry, FIELD_KEYS, Place, RULE_KEYS, SERVER_ONLY, Value};
use crate::ctxt::Ctxt;
use cel_compiler::checker::edit_distance;
use std::collections::BTreeSet;

/// Reports a key that is none, or is one elsewhere.
pub(super) fn unknown_key(cx: &Ctxt, entry: &Entry, place: Place) {
    let name = &entry.name;
    if let Some((message, help)) = rule_without_key(entry) {
        return cx.error_with_help(entry.span, message, help);
    }
    if matches!(name.as_str(), "key" | "keys") && place == Place::Field {
        let help = "write the rule on the map: `rule = \"self.all(key, key != '')\"`";
        return cx.error_with_help(entry.span, format!("unknown key `{name}`"), help);
    }
    if place == Place::Field && CONTAINER_KEYS.contains(&name.as_str()) {
        return cx.error(entry.span, format!("`{name}` belongs on the type, not on a field"));
    }
    if place == Place::Container && FIELD_KEYS.contains(&name.as_str()) {
        return cx.error(entry.span, format!("`{name}` belongs on a field, not on the type"));
    }
    let known = if place == Place::Container { CONTAINER_KEYS } else { FIELD_KEYS };
    let message = format!("unknown key `{name}`");
    match meant(name).or_else(|| nearest(name, RULE_KEYS.iter().chain(known))) {
        Some(near) => cx.error_with_help(entry.span, message, format!("did you mean `{near}`?")),
        None => cx.error_with_help(entry.span, message, valid(RULE_KEYS.iter().chain(known))),
    }
}

/// Reports keys beside a rule that are nearly those of a rule, and gives them their right names: `optionalOldSelf` makes `oldSelf` an
/// optional all the same.
pub(super) fn misspelt_keys(
    cx: &Ctxt,
    rule: &[Entry],
    settings: &mut Vec<Entry>,
    place: Place,
) -> Vec<Entry> {
    let has = |key: &str| rule.iter().any(|entry| entry.name == key);
    let right = |entry: &Entry| {
        let known = if place == Place::Container { CONTAINER_KEYS } else { FIELD_KEYS };
        let name = entry.name.as_str();
        let near = || meant(name).or_else(|| nearest(name, RULE_KEYS.iter().chain(known)));
        let near = (!known.contains(&name) && has("rule")).then(near).flatten();
        near.filter(|near| RULE_KEYS.contains(near) && !has(near))
    };
    let misspelt = settings.extract_if(.., |entry| right(entry).is_some());
    let renamed = misspelt.map(|entry| {
        unknown_key(cx, &entry, place);
        let name = right(&entry).unwrap_or_default().to_owned();
        Entry { name, ..entry }
    });
    renamed.collect()
}

/// Reports `#[x_validation("self > 0", "a message")]`, which is the form of kube's rules, as one mistake.
pub(super) fn without_second_text(cx: &Ctxt, entries: &mut Vec<Entry>) {
    let is_text = |entry: &Entry| entry.is_quoted && matches!(entry.value, Value::None);
    let is_tuple = |(rule, message): (&Entry, &Entry)| {
        is_text(message) && is_text(rule) && rule_without_key(rule).is_some()
    };
    let second = entries.first().zip(entries.get(1)).filter(|pair| is_tuple(*pair));
    if let Some((rule, _)) = second {
        let help = "write `rule = \"..\", message = \"..\"`";
        cx.error_with_help(rule.span, "a text needs a key", help);
        entries.drain(..2);
    }
}

/// `#[x_validation("self > 0")]`, `#[x_validation(rule: "self > 0")]`
pub(super) fn rule_without_key(entry: &Entry) -> Option<(String, String)> {
    let is_key = entry.name.starts_with(|first: char| first.is_alphabetic())
        && entry.name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
    let key = entry.name.split_once(':').filter(|(_, value)| !value.starts_with(':')).map(|(key, _)| key);
    match key.filter(|key| RULE_KEYS.contains(key)) {
        _ if !matches!(entry.value, Value::None) => None,
        Some(SERVER_ONLY) => {
            Some((format!("`{SERVER_ONLY}` takes no value"), format!("write `{SERVER_ONLY}`")))
        }
        Some(key) => {
            let value = if key == "optional_old_self" { "true" } else { "\"..\"" };
            Some((format!("`{key}` takes a value behind `=`"), format!("write `{key} = {value}`")))
        }
        None if is_key => None,
        None => Some(("a text needs a key".to_owned(), "write `rule = \"..\"`".to_owned())),
    }
}

/// What others call a key.
fn meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "validation" | "expression" | "expr" | "cel" => "rule",
        "msg" | "text" => "message",
        "path" => "field_path",
        _ => return None,
    })
}

/// Keys that may stand here.
pub(crate) fn valid<'a>(keys: impl Iterator<Item = &'a &'a str>) -> String {
    let mut seen = BTreeSet::new();
    let keys: Vec<&str> = keys.copied().filter(|key| seen.insert(*key)).collect();
    format!("valid keys are `{}`", keys.join("`, `"))
}

/// The candidate that differs least from a name, if it differs little.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace('_', "");
    let name = plain(name);
    let (distance, best) = candidates.map(|word| (edit_distance(&name, &plain(word)), *word)).min()?;
    (distance <= 2.min(best.len() / 2)).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::rule_without_key;
    use crate::attr::split;

    /// Expects this help for the first argument of an attribute.
    #[track_caller]
    fn helps(arguments: &str, expected: &str) {
        let entries = split(arguments.parse().expect("tokens"));
        let told = entries.first().and_then(rule_without_key);
        assert_eq!(told.map(|(_, help)| help).as_deref(), Some(expected), "{arguments}");
    }

    #[test]
    fn a_colon_behind_a_key() {
        helps("rule: \"self > 0\"", "write `rule = \"..\"`");
        helps("message: \"x\"", "write `message = \"..\"`");
        helps("reason: \"FieldValueInvalid\"", "write `reason = \"..\"`");
        helps("optional_old_self: true", "write `optional_old_self = true`");
        helps("server_only: true", "write `server_only`");
        helps("\"self > 0\"", "write `rule = \"..\"`");
    }
}
