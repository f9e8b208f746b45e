//! Operands of other types, and conditions that are not whole.

use super::{check, helps};
use crate::checker::operands::OLD_SELF;

#[test]
fn operands() {
    helps("self.minReplicas * 1.5 > 2", "write `double(self.minReplicas) * 1.5`");
    helps("self.ratio * 2 > 1", "write `self.ratio * 2.0`");
    helps("self.minReplicas == 1.0", "write `self.minReplicas == 1`");
    helps("self.minReplicas == 1.5", "write `double(self.minReplicas) == 1.5`");
    helps("self.minReplicas / 2 == 1.5", "write `double(self.minReplicas) / 2.0 == 1.5`");
    helps("self.minReplicas / 2 * 1.5 > 2.0", "write `(double(self.minReplicas) / 2.0) * 1.5`");
    helps(
        "self.ratio == (1 + self.minReplicas / 2) * 3",
        "write `self.ratio == (1.0 + double(self.minReplicas) / 2.0) * 3.0`",
    );
    helps("self.ratio == self.minReplicas * 3", "write `self.ratio == double(self.minReplicas * 3)`");
    helps("self.minReplicas == '1'", "write `self.minReplicas == 1`");
    helps("self.minReplicas % 2.0 == 0", "write `self.minReplicas % 2`");
    helps("self.name + 1 == 'a'", "write `self.name + '1'`");
    helps("'a' + self.minReplicas == 'a'", "write `'a%d'.format([self.minReplicas])`");
    helps("self.ratio + self.name == 'a'", "write `'%s%s'.format([self.ratio, self.name])`");
    helps("'100% ' + self.ready == 'a'", "write `'100%% %s'.format([self.ready])`");
    helps("self.name > 5", "write `int(self.name) > 5`");
    helps("self.ready == 'true'", "write `self.ready == true`");
    helps("self.name == null", "write `!has(self.name)`");
    helps("null == self.name", "write `!has(self.name)`");
    helps("null != self.minReplicas", "write `has(self.minReplicas)`");
    helps("null == self.labels['a']", "write `!('a' in self.labels)`");
    helps("self.name != null", "write `has(self.name)`");
    helps("0 < self.minReplicas < 5", "write `0 < self.minReplicas && self.minReplicas < 5`");
    helps("self.steps > 0", "write `self.steps.all(item, item > 0)`");
    helps("self.timeout > 60", "write `self.timeout > duration('60s')`");
    helps("self.timeout > '1h'", "write `self.timeout > duration('1h')`");
    helps("self.since > '2026-01-01T00:00:00Z'", "write `self.since > timestamp('2026-01-01T00:00:00Z')`");
    helps("quantity(self.name) > 1", "write `quantity(self.name).isGreaterThan(quantity('1'))`");
    helps(
        "quantity(self.name) <= quantity('1')",
        "write `quantity(self.name).compareTo(quantity('1')) <= 0`",
    );
    helps(
        "semver(self.name) >= semver('1.0.0')",
        "write `semver(self.name).compareTo(semver('1.0.0')) >= 0`",
    );
    helps("oldSelf.hasValue() && oldSelf.value().name == self.name", OLD_SELF);
    helps("self.?name == 'a'", "write `self.?name.hasValue() && self.?name.value() == 'a'`");
    helps("self.?name.startsWith('a')", "write `self.?name.value().startsWith('a')`");
    helps("self.?names.size() > 1", "write `self.?names.value().size()`");
    let format = "write `format.named('dns1123Label').value().validate(self.name)`";
    helps("format.named('dns1123Label').validate(self.name).hasValue()", format);
    helps("'a' != self.?name", "write `!self.?name.hasValue() || 'a' != self.?name.value()`");
    helps("self.?minReplicas > 1", "write `!self.?minReplicas.hasValue() || self.?minReplicas.value() > 1`");
    helps("1 + self.?minReplicas > 1", "write `1 + self.?minReplicas.value()`");
    helps("self.name.orValue('a') == ''", "write `self.?name.orValue('a')`");
    helps("self.name.hasValue()", "write `has(self.name)`");
    helps("self.name.value() == 'a'", "write `self.name`");
    helps("self.name[0] == 'a'", "write `self.name.charAt(0)`");
    helps("format('%d', self.minReplicas) == 'a'", "write `'%d'.format([self.minReplicas])`");
    helps("'a' in self.name", "write `self.name.contains('a')`");
    helps("self['name'] == 'a'", "write `self.name`");
    helps("self.ready && self.name", "write `self.name != ''`");
    helps("self.ready || self.names", "write `self.names.size() > 0`");
}

#[test]
fn rules_that_are_no_bool() {
    helps("self.name", "write `self.name != ''`");
    helps("self.steps.map(s, s > 1)", "write `self.steps.all(s, s > 1)`");
    helps("self.steps.filter(s, s > 1)", "write `self.steps.exists(s, s > 1)`");
    helps("'self.ready'", "the rule is a text: remove the quotes around it");
    helps("self.minReplicas // 2 == 0", "`//` begins a comment: `a / b` divides");
    helps(
        "format.dns1123Label().validate(self.name)",
        "write `!format.dns1123Label().validate(self.name).hasValue()`",
    );
    helps("self.steps.map(s, s > 1, s > 2)", "write `self.steps.map(s, s > 1, s > 2).size() > 0`");
}

#[test]
fn more_operands() {
    helps("'name' in self", "write `has(self.name)`");
    helps("!self.name", "write `self.name == ''`");
    helps("!self.names", "write `self.names.size() == 0`");
    helps("self.ready == 1", "write `self.ready`");
    helps("self.ready > 0", "write `self.ready`");
    helps("1 > self.ready", "write `!self.ready`");
    helps("self.ready in [0, 1]", "write `self.ready in [false, true]`");
    helps("self.ready && self.inner", "write `has(self.inner)`");
    helps("self.name * 2 == 2", "write `int(self.name) * 2`");
    helps("self.labels['a'] == null", "write `!('a' in self.labels)`");
    helps("self.names[0] != null", "write `self.names.size() > 0`");
    helps("has(self.names[0])", "write `self.names.size() > 0`");
    helps("self.names['0'] == 'a'", "write `self.names[0]`");
    let index = "the index of a list is a number; `self.items.exists(x, x.name == 'a')` looks for an item";
    helps("self.ports[self.name].port == 1", index);
    helps("self.names + 'a' == []", "write `self.names + ['a']`");
    helps("self.steps.join(',') == '1'", "write `self.steps.map(x, string(x)).join(',')`");
    helps("'%s'.format(self.name) == 'a'", "write `'%s'.format([self.name])`");
    helps("'%s' % self.name == 'a'", "write `'%s'.format([self.name])`");
    helps("sets.contains(self.names, 'a')", "write `sets.contains(self.names, ['a'])`");
    helps("duration(300) > self.timeout", "write `duration('300s')`");
    helps("self.since + 5 > self.since", "write `self.since + duration('5s')`");
    helps("self.name > quantity('1Gi')", "write `quantity(self.name).isGreaterThan(quantity('1Gi'))`");
    helps("quantity(self.name).isLessThan('1Gi')", "write `quantity(self.name).isLessThan(quantity('1Gi'))`");
    helps("self.name.isLessThan(quantity('1'))", "write `quantity(self.name).isLessThan(quantity('1'))`");
    helps("semver(self.name) > '1.0.0'", "write `semver(self.name).isGreaterThan(semver('1.0.0'))`");
    helps("ip(self.name) in cidr('10.0.0.0/8')", "write `cidr('10.0.0.0/8').containsIP(ip(self.name))`");
    helps("cidr('10.0.0.0/8').contains(self.name)", "write `cidr('10.0.0.0/8').containsIP(self.name)`");
    helps("self.?minReplicas.or(0) == 1", "write `self.?minReplicas.orValue(0)`");
    helps("self.?name.orValue(1) == 'a'", "the value of `orValue()` has the type of the field");
    helps("type(self.name) == 'string'", "write `type(self.name) == string`");
    helps("self.?name.value == 'a'", "write `self.?name.value()`");
    helps("url(self.name).host == 'a'", "write `url(self.name).getHost()`");
    let variable = "the variable of a macro is a new name without quotes: `self.items.all(x, x > 0)`";
    helps("self.names.all('n', n != '')", variable);
    helps("self.ready ? 1 : 'a'", "the two results of `a ? b : c` have one type");
    let object = "`p` is an object: a rule names its fields, as in `p.port`";
    helps("self.ports.all(p, p > 1)", object);
    helps("self.inner == {}", "`self.inner` is an object: a rule names its fields, as in `self.inner.zone`");
    helps("self.ports.all(p, port > 1)", "did you mean `p.port`?");
    helps("self.name == fast", "a text, as the value of an enum, stands in quotes: `'fast'`");
    helps(
        "self.free.spec == 1",
        "rules see only properties that the schema declares, and it has no `spec` here",
    );
    let old = "with `optionalOldSelf: true`, in Rust `optional_old_self = true`, `oldSelf.hasValue()` asks whether there is one";
    helps("!has(oldSelf)", old);
}

#[test]
fn conditions_that_are_not_whole() {
    let whole = "each side is a whole condition: `a == 'x' || a == 'y'`, which is `a in ['x', 'y']`";
    helps("self.name == 'a' || 'b'", whole);
    helps("!self.name == 'a'", "write `!(self.name == 'a')`");
    helps("!self.name in ['a']", "write `!(self.name in ['a'])`");
    let either = "`a != b` is true if one of two conditions is";
    helps("has(self.name) ^ has(self.inner)", either);
    helps("has(self.name) xor has(self.inner)", either);
    let sum = "write `(has(self.name) ? 1 : 0) + (has(self.inner) ? 1 : 0)`";
    helps("has(self.name) + has(self.inner) == 1", sum);
    helps("[self.ready].sum() == 1", "write `[self.ready].filter(x, x).size()`");
    helps("self.name == 'a' => self.ready", "`b` if `a` is `!a || b`");
    helps("self.minReplicas > 1 && < 3", "a range is two comparisons: `a >= 1 && a <= 10`");
    helps("self.minReplicas == [1, 2]", "write `self.minReplicas in [1, 2]`");
    let list = "a list stands in square brackets: `a in ['x', 'y']`";
    helps("self.minReplicas in {1, 2}", list);
    helps("self.minReplicas in 1, 2", list);
    helps("self.name in ['a' 'b']", "a comma stands between the parts of a list");
    helps("self.timeout in ['1h', '2h']", "write `self.timeout in [duration('1h'), duration('2h')]`");
    helps("self.ratio in [0, 1]", "write `self.ratio in [0.0, 1.0]`");
    helps("self.minReplicas in self.names", "write `string(self.minReplicas) in self.names`");
    helps("self.name.equals('a')", "write `self.name == 'a'`");
    helps("self.minReplicas.between(1, 3)", "write `self.minReplicas >= 1 && self.minReplicas <= 3`");
    helps("self.name !~ '^a'", "use `!a.matches(r'..')`");
    helps("self.name.startsWith 'a'", "a function takes its argument in parentheses: `a.contains('x')`");
    helps("self.name.matches['a']", "`matches` is a function: `self.name.matches(..)`");
    helps("self.name.isIP", "write `isIP(self.name)`");
    helps("size self.name > 1", "a function takes its argument in parentheses: `size(a)`");
    helps("self.name.substring(0:2) == 'a'", "a comma stands between arguments");
    helps("self.labels.size > 1", "write `self.labels.size()`");
    helps("self.labels['a'].orValue('b') == 'c'", "write `self.labels[?'a'].orValue('b')`");
    helps("self.labels.get('a', 'b') == 'c'", "write `self.labels[?'a'].orValue('b')`");
    helps(
        "self.labels.filter(k, v, v != '') == []",
        "`filter` has one variable, the key of a map: `self.labels.filter(x, x != '')`",
    );
    helps("ip(self.name) == '10.0.0.1'", "write `ip(self.name) == ip('10.0.0.1')`");
    helps("quantity(1).isGreaterThan(quantity('1'))", "write `quantity('1')`");
    helps("self.timeout.endsWith('s')", "write `string(self.timeout).endsWith('s')`");
    helps("self.since > '2026-01-31'", "write `self.since > timestamp('2026-01-31T00:00:00Z')`");
    helps("self.since > 1700000000", "write `self.since > timestamp(1700000000)`");
    helps("self.since.year > 2020", "write `self.since.getFullYear()`");
    helps("type(self.name) == integer", "did you mean `int`?");
    let error = check("self.timeout * 2 > self.timeout").expect_err("no such operator");
    assert_eq!(error.diagnostics[0].help, None);
}

#[test]
fn literals_that_are_no_values() {
    let duration = "a duration is numbers with units, such as `h`, `m`, `s` and `ms`: `duration('1h30m')`";
    helps("self.timeout > duration('5 minutes')", duration);
    helps("self.timeout > duration('2d')", "write `duration('48h')`");
    let timestamp = "a timestamp has a date, a time and a zone: `timestamp('2026-01-31T12:00:00Z')`";
    helps("self.since > timestamp('2026-01-31')", timestamp);
    let lookahead = "error parsing regexp: invalid or unsupported Perl syntax: `(?!`; RE2 does not look ahead or behind: use two patterns, as in `a.matches(r'x') && !a.matches(r'y')`";
    helps("self.name.matches('^(?!a)')", lookahead);
    helps(
        "self.name.matches(r'(a)\\1')",
        "error parsing regexp: invalid escape sequence: `\\1`; RE2 cannot repeat what a group has matched",
    );
}

#[test]
fn presence_of_a_key() {
    helps("has(self['name'])", "write `has(self.name)`");
    helps("has(self.inner['zone'])", "write `has(self.inner.zone)`");
    helps("has(self.labels['a-b'])", "write `'a-b' in self.labels`");
}

#[test]
fn places_from_the_end() {
    helps("self.name[-1] == 'a'", "write `self.name.charAt(self.name.size() - 1)`");
}

#[test]
fn ranges_with_the_value_first() {
    helps("self.minReplicas >= 1 <= 3", "write `self.minReplicas >= 1 && self.minReplicas <= 3`");
    helps("1 <= self.minReplicas <= 3", "write `1 <= self.minReplicas && self.minReplicas <= 3`");
}

#[test]
fn formats_are_not_conditions() {
    helps(
        "!format.dns1123Label().validate(self.name)",
        "write `format.dns1123Label().validate(self.name).hasValue()`",
    );
    helps("!self.?ready", "write `!self.?ready.orValue(false)`");
}

#[test]
fn help_keeps_the_meaning() {
    // Half of three is not one.
    helps("self.minReplicas / 2.0 > 1.0", "write `double(self.minReplicas) / 2.0`");
    helps("self.names.port == 'a'", "the value itself is `self.names`: it has no fields");
    helps("self.ports.names == 'a'", "the value itself is `self.ports`: it has no fields");
    helps(
        "self.Spec.name == 'a'",
        "`self` is the value that the rule stands at; only a rule at the root of the CRD sees `self.spec`",
    );
    helps("self.ready.size > 0", "the value itself is `self.ready`: it has no fields");
    helps("self.minReplicas.length == 1", "the value itself is `self.minReplicas`: it has no fields");
}

#[test]
fn macros_over_texts() {
    let each = "`self.name.size()` counts the characters, `self.name.matches('^[a-z]*$')` asks of each";
    helps("self.name.all(c, c != 'a')", each);
    helps("self.ready && self.name.exists(c, c == '-')", each);
}

#[test]
fn formats_behind_their_values() {
    helps("self.name.format('%s') == 'a'", "write `'%s'.format([self.name])`");
    helps(
        "self.name.format('%s-%d', self.minReplicas) == 'a'",
        "write `'%s-%d'.format([self.name, self.minReplicas])`",
    );
    helps("self.minReplicas.format('%d') == 'a'", "write `'%d'.format([self.minReplicas])`");
    helps("'%s'.format(self.name) == 'a'", "write `'%s'.format([self.name])`");
}

#[test]
fn in_with_its_sides_exchanged() {
    helps("self.names in 'a'", "write `'a' in self.names`");
    helps("self.labels in 'a'", "write `'a' in self.labels`");
    helps("{app: 'x'} == self.labels", "a text, as the value of an enum, stands in quotes: `'app'`");
}

#[test]
fn fields_of_items_on_the_list() {
    let each = |rule: &str, written: &str| {
        helps(rule, &format!("a list has no fields; of each item: `{written}`"));
        assert_eq!(check(written), Ok(()), "{written}");
    };
    each("self.targets.size > 0", "self.targets.all(item, !has(item.size) || item.size > 0)");
    each("has(self.targets.size)", "self.targets.all(item, has(item.size))");
    each(
        "self.ready && self.targets.size in [1, 2]",
        "self.targets.all(item, !has(item.size) || item.size in [1, 2])",
    );
    each(
        "self.targets.size < self.targets.port * 2",
        "self.targets.all(item, !has(item.size) || item.size < item.port * 2)",
    );
    let inner = "self.targets.all(each, !has(each.size) || each.size > item.port)";
    helps(
        "self.targets.all(item, self.targets.size > item.port)",
        &format!("a list has no fields; of each item: `{inner}`"),
    );
    let all = |rule: &str, written: &str| {
        helps(rule, &format!("a list has no fields; of all items: `{written}`"));
        assert_eq!(check(written), Ok(()), "{written}");
    };
    all("80 in self.targets.size", "80 in self.targets.filter(item, has(item.size)).map(item, item.size)");
    all(
        "self.targets.size.all(s, s > 0)",
        "self.targets.filter(item, has(item.size)).map(item, item.size).all(s, s > 0)",
    );
    helps("self.ports.size > 0", "write `self.ports.size()`");
}

#[test]
fn objects_at_two_places() {
    let different = "objects at two places of a schema have two types: compare their fields, as in";
    helps("self.first == self.second", &format!("{different} `self.first.host == self.second.host`"));
    helps("self.first != self.second", &format!("{different} `self.first.host != self.second.host`"));
    helps(
        "self.ports == self.targets",
        &format!("{different} `self.ports.map(x, x.port) == self.targets.map(x, x.port)`"),
    );
    helps(
        "self.first in self.targets",
        &format!("{different} `self.targets.exists(x, x.size == self.first.size)`"),
    );
    let nothing = "objects at two places of a schema have two types, and these have no field in common";
    helps("self.inner == self.free", nothing);
    helps(
        "self.ports == self.inner",
        "`self.inner` is an object: a rule names its fields, as in `self.inner.zone`",
    );
}

#[test]
fn comparisons_within_a_call() {
    helps("size(self.name > 3)", "write `size(self.name) > 3`");
    helps("size(self.names == 3)", "write `size(self.names) == 3`");
    helps("int(self.name >= self.minReplicas)", "write `int(self.name) >= self.minReplicas`");
    // `size(self.minReplicas)` is no better.
    helps("dyn(self.minReplicas > '3')", "write `self.minReplicas > 3`");
    helps("string(self.minReplicas == 1.5) == 'true'", "write `double(self.minReplicas) == 1.5`");
}
