//! Mistakes in CRDs: each is one error, at the key that is wrong, with advice.

use super::{folder, run};

pub(crate) const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size:
                description: how large
                type: integer
              tags:
                description: marks
                type: array
                items: {type: string}
            x-kubernetes-validations:
            - rule: self.size > 0
              message: a size is positive
";

/// Replaces a part of the CRD, and checks it: one error, at this place, with this help or none.
#[track_caller]
fn one(part: &str, by: &str, message: &str, at: (u32, u32), help: Option<&str>) {
    assert!(CRD.contains(part), "{part}");
    let output = run(&["check", "-", "--allow", "all"], &CRD.replacen(part, by, 1));
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_ne!(output.status.code(), Some(0), "{by}: {printed}");
    let errors = printed.lines().filter(|line| line.starts_with("error: ")).count();
    assert_eq!(errors, 1, "{by}: {printed}");
    assert!(printed.contains(message), "{by}: {message}: {printed}");
    assert!(printed.contains(&format!("--> <stdin>:{}:{}\n", at.0, at.1)), "{by}: {at:?}: {printed}");
    let found = printed.lines().find_map(|line| line.split_once("= help: ")).map(|(_, help)| help);
    assert_eq!(found, help, "{by}: {printed}");
}

#[test]
fn keywords_at_wrong_places() {
    let unknown = "unknown field";
    let places: [(&str, &str, (u32, u32), &str); 9] = [
        (
            "    schema:\n      openAPIV3Schema:",
            "    openAPIV3Schema:",
            (12, 5),
            "`openAPIV3Schema` stands in `schema`",
        ),
        ("    schema:\n", "    validation:\n", (12, 5), "did you mean `schema`?"),
        ("type: integer", "type: integer\n                min: 1", (22, 17), "did you mean `minimum`?"),
        ("type: integer", "type: integer\n                regex: a", (22, 17), "did you mean `pattern`?"),
        (
            "type: integer",
            "type: integer\n                x-int-or-string: true",
            (22, 17),
            "did you mean `x-kubernetes-int-or-string`?",
        ),
        (
            "type: integer",
            "type: integer\n                if: {minimum: 1}",
            (22, 17),
            "a rule says what follows from what: `!has(self.a) || has(self.b)`",
        ),
        (
            "type: integer",
            "type: object\n                additionalProperty: {type: string}",
            (22, 17),
            "did you mean `additionalProperties`?",
        ),
        (
            "items: {type: string}",
            "items: {type: string}\n                item: {type: string}",
            (26, 17),
            "did you mean `items`?",
        ),
        (
            "type: integer",
            "type: object\n                item: {type: string}",
            (22, 17),
            "a property stands below `properties`: `properties: {item: ..}`",
        ),
    ];
    for (part, by, at, help) in places {
        one(part, by, unknown, at, Some(help));
    }
}

#[test]
fn keywords_that_the_server_refuses() {
    let kept = "remove it: fields that `properties` does not name are dropped, or kept with `x-kubernetes-preserve-unknown-fields: true`";
    let keywords = "            x-kubernetes-validations:";
    let additional = format!("            additionalProperties: false\n{keywords}");
    one(keywords, &additional, "mutual exclusive", (26, 13), Some(kept));
    let keys = "`additionalProperties` has one schema for all values; a rule judges the keys: `self.all(key, key.matches('^a'))`";
    let pattern = format!("            patternProperties: {{^a: {{type: string}}}}\n{keywords}");
    one(keywords, &pattern, "patternProperties is not supported", (26, 13), Some(keys));
    let schema = "write the schema in place of the reference";
    one(
        "items: {type: string}",
        "items: {type: string, $ref: a}",
        "$ref is not supported",
        (25, 39),
        Some(schema),
    );
    let items = "`items` has the schema of the items: `items: {type: string}`";
    one("                items: {type: string}\n", "", "must be specified", (23, 17), Some(items));
    let dash = "one schema holds for all items: leave out the dash";
    one("items: {type: string}", "items: [{type: string}]", "not an array", (25, 17), Some(dash));
    one(
        "items: {type: string}",
        "items: {type: string}\n              none: {maxLength: 1}",
        "must not be empty",
        (26, 21),
        Some("each property has a type: `type: string`"),
    );
    let look = "a pattern cannot look around; a rule can say it: `!self.matches('^a')`";
    one(
        "items: {type: string}",
        "items: {type: string, pattern: '^(?!a)'}",
        "invalid or unsupported Perl syntax",
        (25, 48),
        Some(look),
    );
    let map = "it names the properties that tell the items apart: `x-kubernetes-list-map-keys: [name]`";
    one(
        "items: {type: string}",
        "items: {type: object, properties: {a: {type: string}}}\n                x-kubernetes-list-type: map",
        "must not be empty if x-kubernetes-list-type is map",
        (23, 17),
        Some(map),
    );
    let metadata = "leave it out: the server knows the schema of `metadata`";
    one(
        "          spec:\n",
        "          metadata: {type: object, properties: {labels: {type: object}}}\n          spec:\n",
        "metadata is implicitly specified",
        (16, 11),
        Some(metadata),
    );
}

#[test]
fn values_of_other_kinds() {
    let properties = "each property is a key: `properties: {name: {type: string}}`";
    let list = "            properties: [{name: size}]\n            x-kubernetes-validations:";
    let begin = CRD.find("            properties:\n              size").expect("the properties");
    let end = CRD.find("            x-kubernetes-validations:").expect("the rules");
    let written = &CRD[begin..end + "            x-kubernetes-validations:".len()];
    one(written, list, "`properties` must be an object, found a list", (18, 25), Some(properties));
    let braces = "braces begin an object in YAML: put the text in quotes";
    one("rule: self.size > 0", "rule: {self.size > 0}", "found an object", (27, 21), Some(braces));
    let status = "write `subresources: {status: {}}`";
    one("    schema:\n", "    subresources: [status]\n    schema:\n", "found a list", (12, 19), Some(status));
    let none = "write `conversion: {strategy: None}`";
    one("  versions:\n", "  conversion: None\n  versions:\n", "found a string", (8, 15), Some(none));
    // The server names these fields as an older version of the API does.
    let client = "url: 'https://example.dev'";
    let webhook = format!(
        "  conversion: {{strategy: Webhook, webhook: {{clientConfig: {{{client}}}}}}}\n  versions:\n"
    );
    let versions = "it stands in `spec.conversion.webhook`";
    one("  versions:\n", &webhook, "spec.conversion.conversionReviewVersions", (8, 44), Some(versions));
    let webhook = webhook.replace(client, "").replace("}}", "}, conversionReviewVersions: [v1]}");
    let config = "it is `spec.conversion.webhook.clientConfig`";
    one("  versions:\n", &webhook, "spec.conversion.webhookClientConfig", (8, 59), Some(config));
    one(
        "            - rule",
        "\t    - rule",
        "tabs disallowed",
        (27, 6),
        Some("YAML is indented with spaces"),
    );
}

const MESSAGE: &str = "message: a size is positive";

#[test]
fn keys_of_rules() {
    let path = "must be a valid path";
    one(MESSAGE, "fieldPath: size", path, (28, 26), Some("write `.size`"));
    one(MESSAGE, "fieldPath: .spec.size", path, (28, 26), Some("write `.size`"));
    one(MESSAGE, "fieldPath: .sise", path, (28, 26), Some("did you mean `.size`?"));
    one(MESSAGE, "reason: Invalid", "Unsupported value", (28, 23), Some("did you mean `FieldValueInvalid`?"));
    one(MESSAGE, "optionalOldSelf: true", "may not be set", (28, 32), None);
    let text = "this is an expression, in which a text stands in quotes; a fixed text belongs into `message`";
    one(MESSAGE, "messageExpression: must be positive", "expected an operator", (28, 39), Some(text));
    let sum = "messageExpression: \"'needs 3, has ' + self.size\"";
    one(
        MESSAGE,
        sum,
        "no matching overload",
        (28, 51),
        Some("write `'needs 3, has %d'.format([self.size])`"),
    );
    let dear = "messageExpression: \"'needs 3, has ' + string(self.size)\"";
    let help = "simplify it: no bounds make it cheap enough; `'%d'.format([n])` is cheap where `string(n) + '..'` is not";
    one(MESSAGE, dear, "estimated messageExpression cost exceeds budget", (28, 34), Some(help));
    let uses = "rule: self.size > oldSelf.size\n              optionalOldSelf: true";
    let help = "write `!oldSelf.size.hasValue() || self.size > oldSelf.size.value()`";
    one("rule: self.size > 0", uses, "no matching overload", (27, 31), Some(help));
    let twice = "rule: self.sise > 0 && self.sise < 9";
    one("rule: self.size > 0", twice, "also at 27:42", (27, 25), Some("did you mean `size`?"));
}

#[test]
fn keywords_of_schemas() {
    let unsupported = "Unsupported value";
    one("type: integer", "type: int", unsupported, (21, 23), Some("write `type: integer`"));
    one("type: integer", "type: Integer", unsupported, (21, 23), Some("did you mean `integer`?"));
    one("type: array", "type: list", unsupported, (24, 23), Some("write `type: array`"));
    let items = "type: array\n                uniqueItems: true";
    one("type: array", items, "uniqueItems cannot be set", (25, 17), None);
    let list_type = "x-kubernetes-list-type: sets\n                items: {type: string}";
    one("items: {type: string}", list_type, unsupported, (25, 41), Some("did you mean `set`?"));
    let pattern = "must be a valid regular expression";
    one("items: {type: string}", "items: {type: string, pattern: '['}", pattern, (25, 48), None);
}

/// The server decodes null as an object without keys.
#[test]
fn nulls() {
    let missing = "Required value: must not be empty for specified object fields";
    one(
        "size:\n                description: how large\n                type: integer",
        "size: null",
        missing,
        (19, 21),
        Some("each property has a type: `type: string`"),
    );
    let missing = "Required value: must not be empty for specified array items";
    let items = "the items have a type: `items: {type: string}`";
    let of_items = "`items` has the schema of the items: `items: {type: string}`";
    one("items: {type: string}", "items: {maxLength: 3}", missing, (25, 24), Some(items));
    one(
        "items: {type: string}",
        "items: null",
        "Required value: must be specified",
        (25, 17),
        Some(of_items),
    );
    let rule = "- rule: self.size > 0\n              message: a size is positive";
    one(rule, "-", "Required value: rule is not specified", (27, 14), None);
    one("rule: self.size > 0", "rule: null", "Required value: rule is not specified", (27, 15), None);
}

#[test]
fn names_and_paths_of_definitions() {
    let name = "must be spec.names.plural+\".\"+spec.group";
    one(
        "name: widgets.example.dev",
        "name: widget.example.dev",
        name,
        (3, 18),
        Some("write `widgets.example.dev`"),
    );
    one("Namespaced", "namespaced", "Unsupported value", (6, 10), Some("did you mean `Namespaced`?"));
    let column =
        "storage: true\n    additionalPrinterColumns: [{name: Size, type: int, jsonPath: .spec.size}]";
    one("storage: true", column, "must be one of", (12, 51), Some("write `type: integer`"));
    let column = column.replace("int,", "integer,").replace(".spec", "spec");
    one("storage: true", &column, "must be a simple json path", (12, 70), Some("write `.spec.size`"));
}

/// The server cannot decode such a CRD, and says nothing else. What follows from the value that is missing then is no mistake.
#[test]
fn values_of_the_wrong_type() {
    let in_quotes = Some("put it in quotes");
    one("rule: self.size > 0", "rule: true", "`rule` must be a string, found a boolean", (27, 21), in_quotes);
    one(MESSAGE, "message: 5", "`message` must be a string, found an integer", (28, 24), in_quotes);
    let list = "each entry has one rule: `- rule: ..`";
    one("rule: self.size > 0", "rule: [a, b]", "`rule` must be a string, found a list", (27, 21), Some(list));
    let rules = "- rule: self.size > 0\n              message: a size is positive";
    one(
        rules,
        "- self.size > 0",
        "`a rule` must be an object",
        (27, 15),
        Some("write `rule:` in front of it"),
    );
    let dash = "a dash begins each rule: `- rule: ..`";
    one("- rule", "  rule", "`x-kubernetes-validations` must be a list", (27, 15), Some(dash));
    let without = Some("write it without quotes");
    one(MESSAGE, "optionalOldSelf: 'true'", "must be a boolean, found a string", (28, 32), without);
    one("type: integer", "minimum: 1e400", "must be a number, found a string", (21, 26), None);
    one("type: integer", "minimum: .inf", "JSON has no such number", (21, 26), None);
    let nullable = "a value that can be null has one type, and `nullable: true`";
    one("type: integer", "type: [integer, 'null']", "`type` must be a string", (21, 23), Some(nullable));
    let either = "x-kubernetes-int-or-string: 'true'";
    one("type: integer", either, "must be a boolean, found a string", (21, 45), without);
    let list = "type: array\n                items: {type: string}";
    let keys = "type: array\n                x-kubernetes-list-type: map\n                x-kubernetes-list-map-keys: name\n                items: {type: object, properties: {name: {type: string}}}";
    let as_list = Some("write it as a list: `[..]`");
    one(list, keys, "`x-kubernetes-list-map-keys` must be a list", (26, 45), as_list);
}

#[test]
fn texts_that_yaml_reads_otherwise() {
    let below = Some("write the text on the next line, below `rule: >-`: there it needs no quotes");
    let rule = "rule: self.size > 0";
    one(rule, "rule: 'a' in self.tags", "not valid YAML: invalid trailing content", (27, 25), below);
    one(rule, "rule: !has(self.size) || self.size > 0", "not valid YAML", (27, 37), below);
    let tag = "`!` begins a tag in YAML: write the rule on the next line, below `rule: >-`";
    one(rule, "rule: !has(self.size)", "rule is not specified", (27, 15), Some(tag));
    one(rule, "rule: self.size > 0 ? true : false", "mapping values are not allowed", (27, 42), below);
    one(rule, "rule: \"self.tags.all(t, t.matches('\\d'))\"", "unknown escape character", (27, 21), below);
    one(rule, "rule: [1, 2].exists(x, x == self.size)", "did not find expected key", (27, 27), below);
    let next = Some("the text begins on the next line, below `rule: >-`");
    one(rule, "rule: > self.size > 0", "did not find expected comment or line break", (27, 21), next);
    let column = Some("`message` must begin in the column of the keys beside it");
    one(MESSAGE, "  message: a", "mapping values are not allowed", (28, 24), column);
    one("              message", "             message", "did not find expected key", (28, 14), column);
    let comment = "` #` begins a comment in YAML: write the rule on the next line, below `rule: >-`";
    one(rule, "rule: self.tags == ['a #b']", "string without end", (27, 35), Some(comment));
}

#[test]
fn fields_in_another_place() {
    let unknown = "unknown field";
    let validations = Some("did you mean `x-kubernetes-validations`?");
    one("x-kubernetes-validations", "validations", unknown, (26, 13), validations);
    one("- rule", "- expression", unknown, (27, 15), Some("did you mean `rule`?"));
    let entry = Some("a rule is an entry of `x-kubernetes-validations`: `- rule: ..`");
    one(
        "            - rule: self.size > 0\n              message",
        "            rule: self.size > 0\n            description",
        unknown,
        (27, 13),
        entry,
    );
    one(
        "  scope: Namespaced\n  names: {",
        "  names: {scope: Namespaced, ",
        unknown,
        (6, 11),
        Some("`scope` stands in `spec`"),
    );
    let below = Some("keywords of schemas stand below `openAPIV3Schema`");
    one("    storage: true", "    storage: true\n    x-kubernetes-validations: []", unknown, (12, 5), below);
}

/// `kubectl` reads the other documents of the file, and so does `check`.
#[test]
fn a_document_that_cannot_be_read() {
    let wrong = CRD.replace("self.size", "self.sise");
    let text = format!("{wrong}---\na: [\n---\n{wrong}---\nb: 'c\n");
    let output = run(&["check", "-"], &text);
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert_eq!(printed.matches("undefined field 'sise'").count(), 2, "{printed}");
    assert_eq!(printed.matches("not valid YAML").count(), 2, "{printed}");
    assert!(printed.contains("<stdin>:58:25\n"), "{printed}");
}

#[test]
fn kinds_that_are_nearly_right() {
    let kind = "a CRD has the kind `CustomResourceDefinition`";
    one("kind: CustomResourceDefinition", "kind: CustomResourceDefintion", kind, (2, 7), None);
    one("kind: CustomResourceDefinition", "kind: CRD", kind, (2, 7), None);
    one("kind: CustomResourceDefinition\n", "", kind, (1, 1), None);
    one("apiVersion: apiextensions.k8s.io/v1\n", "", "this one has no `apiVersion`", (1, 1), None);
}

/// The same for objects.
#[test]
fn objects() {
    let folder = folder("mistaken-objects", &[("crd.yaml", CRD)]);
    let validate = |text: &str| {
        let crd = folder.join("crd.yaml").display().to_string();
        let output = run(&["validate", "--crd", &crd, "-"], text);
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let object =
        "apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: a, namespace: b}\nspec: {size: 1}\n";
    let check = |part: &str, by: &str, expected: &[&str]| {
        let printed = validate(&object.replace(part, by));
        expected.iter().for_each(|expected| assert!(printed.contains(expected), "{by}: {printed}"));
    };
    check("size: 1", "size: '1'", &["must be of type integer", "write it without quotes"]);
    check("size: 1", "size: 1, tags: [yes]", &["must be of type string", "put it in quotes"]);
    check("example.dev", "exmaple.dev", &["did you mean Widget of example.dev/v1?"]);
    check("apiVersion: example.dev/v1\n", "", &["`apiVersion` and `kind` say", "did you mean Widget"]);
    let refused = folder.join("refused.yaml");
    std::fs::write(&refused, CRD.replace("name: widgets", "name: widget")).expect("written");
    let output = run(&["validate", "--crd", &refused.display().to_string(), "-"], object);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(printed.contains("an API server would refuse this CRD"), "{printed}");
    let wrong = object.replace("size: 1", "size: 0");
    let printed = validate(&format!("{wrong}---\na: [\n---\n{wrong}"));
    assert_eq!(printed.matches("a size is positive").count(), 2, "{printed}");
    assert_eq!(printed.matches("not valid YAML").count(), 1, "{printed}");
}

/// `*` begins an alias, and may be meant as one.
#[test]
fn anchors_hold_within_a_document() {
    let printed = |rule: &str| {
        let text = format!("a: &rule self.size > 0\n---\n{}", CRD.replace("self.size > 0", rule));
        String::from_utf8_lossy(&run(&["check", "-"], &text).stdout).into_owned()
    };
    let of_alias = printed("*rule");
    assert!(of_alias.contains("help: `&rule` must stand before it, in the same document"), "{of_alias}");
    let of_text = printed("*every* size");
    assert!(of_text.contains("help: write the text on the next line, below `rule: >-`"), "{of_text}");
}

/// Nothing is passed over in silence.
#[test]
fn files_that_cannot_be_fixed() {
    let folder = folder(
        "mistaken-fixes",
        &[
            ("yaml.yaml", "a: ["),
            ("other.yaml", "a: 1"),
            ("refused.yaml", &CRD.replace("self.size", "self.sise")),
        ],
    );
    let fix = |name: &str| {
        let output = run(&["fix", &folder.join(name).display().to_string()], "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let check = |name: &str, code: i32, expected: &str| {
        let (found, printed) = fix(name);
        assert!(found == Some(code) && printed.contains(expected), "{name}: {found:?} {printed}");
    };
    check("yaml.yaml", 2, "not valid YAML: unclosed bracket");
    check("other.yaml", 2, "no CustomResourceDefinition in it");
    check("refused.yaml", 0, "an API server would refuse it, so its rules stay as they are");
}

/// A link in a folder may lead out of it.
#[cfg(unix)]
#[test]
fn links_in_folders_are_not_followed() {
    use std::{fs, path::Path};
    let text = CRD.replace("self.size > 0", "self.size > 0 || self.tags.size() > 1");
    let folder = folder("linked-fixes", &[("outside.yaml", &text), ("crds/notes.txt", "")]);
    let (outside, link) = (folder.join("outside.yaml"), folder.join("crds/link.yaml"));
    std::os::unix::fs::symlink(&outside, &link).expect("linked");
    let fix = |path: &Path| run(&["fix", path.to_str().expect("UTF-8")], "");
    let is_changed = || fs::read_to_string(&outside).expect("read") != text;

    let output = fix(&folder.join("crds"));
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(warning.contains("link.yaml: a link, so its rules stay as they are"), "{warning}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 changes in 0 files made\n");
    assert!(!is_changed());
    fix(&link);
    assert!(is_changed() && link.is_symlink());
}

/// As for `check`.
#[test]
fn nothing_to_fix() {
    let folder = folder("nothing-to-fix", &[("sub/other.yaml", "kind: Other\n"), ("crd.yaml", CRD)]);
    let fix = |path: &str| {
        let output = run(&["fix", &folder.join(path).display().to_string()], "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (path, expected) in
        [("sub", "no CustomResourceDefinition in any"), ("sub/other.yaml", "but a `Other`")]
    {
        let (code, errors) = fix(path);
        assert!(code == Some(2) && errors.contains(expected), "{path}: {errors}");
    }
    assert_eq!(fix(""), (Some(0), String::new()));
}

#[test]
fn arguments() {
    let check = |arguments: &[&str], expected: &str| {
        let output = run(arguments, CRD);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && printed.contains(expected), "{arguments:?}: {printed}");
    };
    check(&["check", "--deny", "unguarded", "-"], "did you mean `unguarded_optional`?");
    check(&["check", "--deny", "nothing", "-"], "there is always_absent, always_false,");
    let at = ["explain", "self == 'a'", "--crd", "-", "--at", "spec.tags[0]"];
    check(&at, "`[]` stands for all items of a list and all values of a map: write `spec.tags[]`");
}
