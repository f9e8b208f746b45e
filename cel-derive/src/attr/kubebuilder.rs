//! Marks of kubebuilder: `+kubebuilder:validation:Minimum=1`. Go's controller-gen reads them in comments. What to write in Rust.

/// What stands in place of a mark, as help. `line` is a line of a comment; `None` if it has no mark.
pub(crate) fn instead(line: &str) -> Option<String> {
    let mark = line.trim().strip_prefix("+kubebuilder:")?;
    let (name, value) = match mark.split_once('=') {
        // `XValidation:rule=".."`: the keys of some marks stand behind a colon.
        // `Minimum:=1` is another way to write `Minimum=1`.
        Some((name, value)) => {
            let name = name.trim_end_matches(':');
            match name.rsplit_once(':').filter(|(_, key)| key.starts_with(char::is_lowercase)) {
                Some((name, key)) => (name, format!("{key}={value}")),
                None => (name, value.to_owned()),
            }
        }
        None => (mark, String::new()),
    };
    Some(match name.strip_prefix("validation:") {
        Some(name) => of_validation(name, &value),
        None => of_others(mark),
    })
}

fn of_validation(name: &str, value: &str) -> String {
    let of_items = name.strip_prefix("items:");
    let name = of_items.unwrap_or(name);
    // Of all attributes, schemars takes only validation in `inner`.
    let inner = |text: String| match of_items {
        Some(_) if text.starts_with("extend") => {
            format!("use a newtype for the items of the list, and write `#[schemars({text})]` on it")
        }
        Some(_) => format!("write `#[schemars(inner({text}))]` on the list"),
        None => format!("write `#[schemars({text})]`"),
    };
    let bare = value.trim_matches(['"', '`', '\'']);
    match name {
        "XValidation" => {
            let rule = rule(value);
            let rule = if of_items.is_some() { format!("items({rule})") } else { rule };
            format!("write `#[x_validation({rule})]`")
        }
        "Minimum" => inner(format!("range(min = {bare})")),
        "Maximum" => inner(format!("range(max = {bare})")),
        "MinLength" | "MinItems" => inner(format!("length(min = {bare})")),
        "MaxLength" | "MaxItems" => inner(format!("length(max = {bare})")),
        "Pattern" => inner(format!("regex(pattern = {})", raw(bare))),
        "Format" => inner(format!("extend(\"format\" = \"{bare}\")")),
        "MinProperties" | "MaxProperties" | "MultipleOf" => {
            inner(format!("extend(\"{}\" = {bare})", lower_first(name)))
        }
        "Enum" => "give the field an enum: `enum Mode { Fast, Safe }`".to_owned(),
        "Optional" => "write `Option<..>` as the type of the field".to_owned(),
        "Required" => "write the type of the field without `Option` and `#[serde(default)]`".to_owned(),
        "EmbeddedResource" => inner("extend(\"x-kubernetes-embedded-resource\" = true)".to_owned()),
        "ExactlyOneOf" => of_several(bare, "== 1", "exactly one of"),
        "AtMostOneOf" => of_several(bare, "<= 1", "at most one of"),
        "AtLeastOneOf" => of_several(bare, ">= 1", "at least one of"),
        _ => "write it as an attribute of schemars: `#[schemars(extend(\"..\" = ..))]`".to_owned(),
    }
}

fn of_others(mark: &str) -> String {
    let name = mark.split(['=', ':']).next().unwrap_or_default();
    match name {
        "default" => "write `#[serde(default = \"..\")]` with a function that gives the default",
        "printcolumn" => "write `#[kube(printcolumn(name = \"..\", type_ = \"..\", json_path = \"..\"))]`",
        "subresource" if mark.contains("scale") => "write `#[kube(scale(..))]` on the spec",
        "subresource" => "write `#[kube(status = \"..\")]` on the spec",
        "resource" => "write `#[kube(plural = \"..\", shortname = \"..\", namespaced)]` on the spec",
        "object" => "derive `CustomResource` of kube",
        "pruning" => "write `#[schemars(extend(\"x-kubernetes-preserve-unknown-fields\" = true))]`",
        _ => "write it as an attribute: those of kube, schemars and `x_validation` are read",
    }
    .to_owned()
}

/// `[has(self.a), has(self.b)].filter(x, x).size() == 1`, as controller-gen writes it.
fn of_several(names: &str, compared: &str, words: &str) -> String {
    let names: Vec<&str> = names.trim_matches(['{', '}']).split([';', ',']).map(str::trim).collect();
    let has: Vec<String> = names.iter().map(|name| format!("has(self.{name})")).collect();
    let rule = format!("[{}].filter(x, x).size() {compared}", has.join(", "));
    let message = format!("{words} {} must be set", names.join(", "));
    format!("write `#[x_validation(rule = \"{rule}\", message = \"{message}\")]` on the type")
}

/// `rule = "..", message = ".."` for `rule="..",message=".."`.
fn rule(arguments: &str) -> String {
    let key = |name: &str| match name {
        "messageExpression" => Some("message_expression"),
        "fieldPath" => Some("field_path"),
        "optionalOldSelf" => Some("optional_old_self"),
        "rule" => Some("rule"),
        "message" => Some("message"),
        "reason" => Some("reason"),
        _ => None,
    };
    let written = |(name, value): (&str, String)| {
        let key = key(name)?;
        Some(if key == "optional_old_self" {
            format!("{key} = {value}")
        } else {
            format!("{key} = {}", raw(&value))
        })
    };
    let written: Vec<String> = pairs(arguments).into_iter().filter_map(written).collect();
    if written.is_empty() { "rule = \"..\"".to_owned() } else { written.join(", ") }
}

/// The arguments of a mark. A value is a word, or a text in quotes of Go.
fn pairs(arguments: &str) -> Vec<(&str, String)> {
    let mut out = Vec::new();
    let mut rest = arguments;
    while let Some((name, value)) = rest.split_once('=') {
        let (value, after) = value_of(value);
        out.push((name.trim(), value));
        rest = after.trim_start().trim_start_matches(',');
    }
    out
}

/// The first value, and what stands behind it.
fn value_of(text: &str) -> (String, &str) {
    let quote = text.chars().next().filter(|first| ['"', '`', '\''].contains(first));
    let Some(quote) = quote else {
        let end = text.find(',').unwrap_or(text.len());
        return (text[..end].trim().to_owned(), &text[end..]);
    };
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => match chars.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                Some((_, other)) => value.extend(['\\', other]),
                None => {}
            },
            c if c == quote => return (value, &text[at + c.len_utf8()..]),
            c => value.push(c),
        }
    }
    (value, "")
}

/// A literal of Rust.
fn raw(text: &str) -> String {
    match (text.contains('"'), text.contains('\\')) {
        (true, _) => format!("r#\"{text}\"#"),
        (false, true) => format!("r\"{text}\""),
        (false, false) => format!("\"{text}\""),
    }
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::instead;

    fn check(line: &str, expected: &str) {
        assert_eq!(instead(line).as_deref(), Some(expected), "{line}");
    }

    #[test]
    fn rules() {
        check(
            r#" +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min, then max""#,
            r#"write `#[x_validation(rule = "self.min <= self.max", message = "min, then max")]`"#,
        );
        check(
            r"+kubebuilder:validation:XValidation:rule=`self.matches('^\d+$')`,optionalOldSelf=true",
            r#"write `#[x_validation(rule = r"self.matches('^\d+$')", optional_old_self = true)]`"#,
        );
        check(
            r#"+kubebuilder:validation:items:XValidation:rule="self != \"\"",fieldPath=".a""#,
            r##"write `#[x_validation(items(rule = r#"self != """#, field_path = ".a"))]`"##,
        );
        check("+kubebuilder:validation:XValidation", r#"write `#[x_validation(rule = "..")]`"#);
        check(
            "+kubebuilder:validation:ExactlyOneOf=a;b",
            r#"write `#[x_validation(rule = "[has(self.a), has(self.b)].filter(x, x).size() == 1", message = "exactly one of a, b must be set")]` on the type"#,
        );
    }

    #[test]
    fn bounds() {
        check("+kubebuilder:validation:Minimum:=1", "write `#[schemars(range(min = 1))]`");
        check("+kubebuilder:validation:Minimum=1", "write `#[schemars(range(min = 1))]`");
        check("+kubebuilder:validation:MaxItems=8", "write `#[schemars(length(max = 8))]`");
        check(
            "+kubebuilder:validation:items:MaxLength=63",
            "write `#[schemars(inner(length(max = 63)))]` on the list",
        );
        check(
            "+kubebuilder:validation:items:Format=ipv4",
            "use a newtype for the items of the list, and write `#[schemars(extend(\"format\" = \"ipv4\"))]` on it",
        );
        check(
            r"+kubebuilder:validation:Pattern=`^\d+$`",
            r#"write `#[schemars(regex(pattern = r"^\d+$"))]`"#,
        );
        check(
            "+kubebuilder:validation:MaxProperties=3",
            "write `#[schemars(extend(\"maxProperties\" = 3))]`",
        );
    }

    #[test]
    fn other_lines_have_no_mark() {
        for line in ["+optional", "kubebuilder has marks: +kubebuilder:default=1", "", "+kubebuilder"] {
            assert_eq!(instead(line), None, "{line}");
        }
    }

    #[test]
    fn odd_marks_are_no_trouble() {
        for mark in [
            "",
            ":",
            "=",
            "validation:",
            "validation:XValidation:rule=\"\\",
            "validation:XValidation:=,=,",
            "é=é",
        ] {
            assert!(instead(&format!("+kubebuilder:{mark}")).is_some(), "{mark}");
        }
    }
}
