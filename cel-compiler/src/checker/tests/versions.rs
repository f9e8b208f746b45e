//! Expressions that older releases refuse, and their texts.

use super::*;

/// Answers of the code of 1.25 to 1.28.
#[test]
fn numbers_of_two_types_behind_a_macro() {
    let refused = |at: u32, function: &str| {
        format!("{at}: found no matching overload for '{function}' applied to '(double, int)'")
    };
    let schema = schema();
    let env = Env::for_node(&schema, root(&schema)).with_version(KubernetesVersion(27));
    check_in(&env, "[1].all(x, true) && 2.5 >= 1", "bool");
    check_in(&env, "[1].all(x, [2.5 >= x].all(y, y))", "bool");
    check_in(&env, "2.5 >= 1 && [1].all(x, true)", &refused(5, "_>=_"));
    check_in(&env, "[2.5 < 1].all(x, x)", &refused(6, "_<_"));
}

#[test]
fn versions() {
    let lacks = |version: u16, input: &str, expected: &str, advice: &str| {
        let schema = schema();
        let env = Env::for_node(&schema, root(&schema)).with_version(KubernetesVersion(version));
        check_in(&env, input, expected);
        let diagnostics = run(&env, input).unwrap_err().into_sorted();
        let help = diagnostics.into_iter().find_map(|diagnostic| diagnostic.help).unwrap_or_default();
        assert!(help.starts_with(advice), "{input}: {help}");
    };
    lacks(
        27,
        "1 < 2.0",
        "3: found no matching overload for '_<_' applied to '(int, double)'",
        "`_<_` may be used in rules from Kubernetes 1.29 on; these are for 1.28",
    );
    lacks(
        27,
        "[1].first()",
        "10: undeclared reference to 'first' (in container '')",
        "`first()` may be used in rules from Kubernetes 1.33 on; these are for 1.28",
    );
    lacks(
        27,
        "type(optional.of(1)) == int",
        "6: undeclared reference to 'optional' (in container '')\n17: undeclared reference to 'of' (in container '')",
        "`optional.of()` ",
    );
    lacks(
        27,
        "type(1) == optional_type",
        "12: undeclared reference to 'optional_type' (in container '')",
        "`opt",
    );
    lacks(
        27,
        "self.?namespace",
        "5: unsupported syntax '.?'",
        "`.?` may be used in rules from Kubernetes 1.29",
    );
    lacks(27, "[1][?0]", "4: unsupported syntax '[?'", "`[?`");
    lacks(27, "[?[1][0]]", "2: unsupported syntax '?'", "`?`");
    lacks(
        30,
        "self.namespace == 'a'",
        "5: undefined field 'namespace'",
        "`.namespace` may be used in rules from Kubernetes 1.32 on; these are for 1.31; until then write `__namespace__`",
    );
    lacks(
        31,
        "[1].all(i, v, i < v)",
        "8: undeclared reference to 'all' (in container '')\n9: undeclared reference to 'i' (in container '')\n12: undeclared reference to 'v' (in container '')\n15: undeclared reference to 'i' (in container '')\n19: undeclared reference to 'v' (in container '')",
        "`all()` may be used in rules from Kubernetes 1.33",
    );
    lacks(
        33,
        "[1].sortBy(v, v)",
        "11: undeclared reference to 'sortBy' (in container '')\n12: undeclared reference to 'v' (in container '')\n15: undeclared reference to 'v' (in container '')",
        "`sortBy()` ",
    );
    let first = Env::new().with_version(KubernetesVersion(24));
    check_in(&first, "duration('x') < duration('1s') && [1].all(x, x > 0)", "bool");
}
