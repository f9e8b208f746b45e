//! Copies of CRDs in which one thing is changed.

use serde_json::{Value, json};

/// A change that an author makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edit {
    RuleDropped,
    RuleAdded,
    FieldRemoved,
    RequiredAdded,
    EnumNarrowed,
    TypeChanged,
}

impl Edit {
    pub(crate) const ALL: [Edit; 6] = [
        Edit::RuleDropped,
        Edit::RuleAdded,
        Edit::FieldRemoved,
        Edit::RequiredAdded,
        Edit::EnumNarrowed,
        Edit::TypeChanged,
    ];

    /// Makes the change at a node, if it can be made there. The place is that of the report.
    fn make(self, node: &mut Value) -> bool {
        let has_others = |node: &Value| OTHERS.iter().any(|key| !node[*key].is_null());
        match self {
            Edit::RuleDropped => {
                node["x-kubernetes-validations"].as_array_mut().is_some_and(|rules| rules.pop().is_some())
            }
            Edit::RuleAdded => {
                let is_free = node["type"] == "string" && !has_others(node);
                if is_free {
                    node["x-kubernetes-validations"] = json!([{"rule": "self != 'planted'"}]);
                }
                is_free
            }
            Edit::EnumNarrowed => match node["enum"].as_array_mut() {
                Some(values) if values.len() > 1 => values.pop().is_some(),
                _ => false,
            },
            Edit::TypeChanged => {
                let is_free = node["type"] == "string" && !has_others(node);
                if is_free {
                    node["type"] = "boolean".into();
                }
                is_free
            }
            Edit::FieldRemoved | Edit::RequiredAdded => self.make_in(node),
        }
    }

    /// The change of a property.
    fn make_in(self, node: &mut Value) -> bool {
        let required = node["required"].as_array().cloned().unwrap_or_default();
        let Some(properties) = node["properties"].as_object() else { return false };
        let mut optional = properties.iter().filter(|(name, property)| {
            !required.iter().any(|known| known == *name) && property["default"].is_null()
        });
        let Some(name) = optional.next().map(|(name, _)| name.clone()) else { return false };
        if self == Edit::RequiredAdded {
            node["required"] = required.into_iter().chain([name.into()]).collect();
        } else {
            node["properties"].as_object_mut().expect("an object").remove(&name);
        }
        true
    }

    /// The verdict on the change; `None` if it is not in the report, or something else is.
    pub(crate) fn verdict(self, place: &str, changes: &[Value]) -> Option<String> {
        let what = match self {
            Edit::RuleDropped | Edit::RuleAdded => "rule",
            Edit::FieldRemoved => "property",
            Edit::RequiredAdded => "required",
            Edit::EnumNarrowed => "enum",
            Edit::TypeChanged => "type",
        };
        match changes {
            // A rule may name what is gone. A server refuses the CRD then.
            [] => Some("refused".to_owned()),
            [change] if change["what"] == what && change["at"] == place => {
                change["verdict"].as_str().map(str::to_owned)
            }
            _ => None,
        }
    }

    /// True if the report shows what the change does.
    pub(crate) fn is_shown_by(self, verdict: &str) -> bool {
        let expected = match self {
            Edit::RuleDropped => "loosened",
            Edit::RuleAdded | Edit::FieldRemoved | Edit::RequiredAdded | Edit::EnumNarrowed => "tightened",
            Edit::TypeChanged => "changed both ways",
        };
        verdict == expected || verdict == "refused"
    }
}

/// A copy of a CRD with a change below its spec or status, and where that is. `seed` chooses the place.
pub(crate) fn edited(crd: &Value, edit: Edit, seed: usize) -> Option<(String, Value)> {
    let pointer = "/spec/versions/0/schema/openAPIV3Schema";
    let mut places = Vec::new();
    collect(crd.pointer(pointer)?, pointer, "", &mut places);
    let tries = (0..places.len()).map(|i| &places[(i + seed * 7) % places.len()]);
    let mut copies = tries.filter_map(|(pointer, path)| {
        let mut copy = crd.clone();
        edit.make(copy.pointer_mut(pointer)?).then(|| (path.clone(), copy))
    });
    copies.next()
}

/// The pointer of each node with the path that reports have for it.
fn collect(node: &Value, pointer: &str, path: &str, places: &mut Vec<(String, String)>) {
    if !path.is_empty() {
        places.push((pointer.to_owned(), path.to_owned()));
    }
    for (name, property) in node["properties"].as_object().into_iter().flatten() {
        if path.is_empty() && name != "spec" && name != "status" {
            continue;
        }
        let dot = if path.is_empty() { "" } else { "." };
        let escaped = name.replace('~', "~0").replace('/', "~1");
        let below = format!("{pointer}/properties/{escaped}");
        collect(property, &below, &format!("{path}{dot}{name}"), places);
    }
    for key in ["items", "additionalProperties"] {
        if node[key].is_object() {
            collect(&node[key], &format!("{pointer}/{key}"), &format!("{path}[]"), places);
        }
    }
}

/// A node with one of these is left to other edits.
const OTHERS: [&str; 10] = [
    "enum",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "x-kubernetes-validations",
    "default",
    "anyOf",
    "oneOf",
    "allOf",
];
