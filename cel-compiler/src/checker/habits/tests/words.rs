//! Syntax, types and constants of other languages, and sentences in English.

use super::{super::NO_CLOCK, check, helps};

#[test]
fn macros_with_two_variables() {
    helps(
        "self.names.map(i, n, n.size() > i).size() > 1",
        "`map` has one variable; write `self.names.transformList(i, n, n.size() > i)`",
    );
    helps(
        "self.labels.map(k, v, k + v).size() > 1",
        "`map` has one variable; write `self.labels.transformList(k, v, k + v)`",
    );
    helps("self.steps.sort(s, -s) == self.steps", "write `self.steps.sortBy(s, -s)`");
    helps("self.ports.sort(p, p.port) == self.ports", "write `self.ports.sortBy(p, p.port)`");
    let by_value = "`sort()` compares the items themselves; `sortBy(x, x.name)` compares a value of each";
    helps("self.steps.sort(a, b, a < b) == self.steps", by_value);
}

#[test]
fn addresses_in_a_prefix() {
    helps("cidr(self.name).contains('10.0.0.1')", "write `cidr(self.name).containsIP('10.0.0.1')`");
    helps(
        "cidr(self.name).contains(cidr('10.0.0.0/8'))",
        "write `cidr(self.name).containsCIDR(cidr('10.0.0.0/8'))`",
    );
    helps("cidr(self.name).contains('10.0.0.0/8')", "write `cidr(self.name).containsCIDR('10.0.0.0/8')`");
    helps("self.name in cidr('10.0.0.0/8')", "write `cidr('10.0.0.0/8').containsIP(self.name)`");
    helps("net.cidr_contains('10.0.0.0/8', self.name)", "write `cidr('10.0.0.0/8').containsIP(self.name)`");
}

#[test]
fn numbers_that_are_too_large() {
    let range = "an integer has 64 bits: it is from -9223372036854775808 to 9223372036854775807";
    helps("self.minReplicas < 9223372036854775808", range);
    helps("self.minReplicas > -9223372036854775809", range);
    helps(
        "self.minReplicas < 18446744073709551616u",
        "an unsigned integer has 64 bits: it is at most 18446744073709551615",
    );
    helps("self.ratio < 1e999", "a double is at most 1.7976931348623157e308");
    let percentage = "a percentage is a text, as in `'50%'`; a part is a number, as in `0.5`";
    helps("self.ratio < 50%", percentage);
    helps("self.ratio < 50% && self.ready", percentage);
    helps("50% > self.ratio", percentage);
}

#[test]
fn calls_on_what_is_no_library() {
    helps(
        "regexp.MustCompile('^a').MatchString(self.name)",
        "a pattern stands where it is used: `self.name.matches(r'..')`",
    );
    helps("time.Now().After(self.since)", NO_CLOCK);
    helps("self.timeout > 5 * time.Second", "a duration is written `duration('5m')`");
    helps("self.minReplicas < math.MaxInt32", "write `2147483647`");
    helps("self.ratio < math.Pi", "rules of CRDs have no `math.Pi`");
    helps("slices.Contains(self.names, 'a')", "write `'a' in self.names`");
    helps("resource.MustParse(self.name) == quantity('1')", "write `quantity(self.name)`");
    helps("object.get(self, 'name', 'a') == 'a'", "write `self.?name.orValue('a')`");
    helps("re.match('a|b', self.name)", "write `self.name.matches('^(?:a|b)')`");
    helps("re.fullmatch('[a-z]+', self.name)", "write `self.name.matches('^[a-z]+$')`");
    helps("Math.floor(self.ratio) > 1", "write `int(self.ratio)`");
    let ip = "`isIP(a)` tells whether a text is an address, `ip(a)` reads it";
    helps("net.ParseIP(self.name).isLoopback()", ip);
}

#[test]
fn functions_of_types_lists_and_times() {
    helps("isinstance(self.name, str)", "write `type(self.name) == string`");
    helps("type(self.name) == str", "did you mean `string`?");
    helps("is_string(self.name)", "write `type(self.name) == string`");
    helps("self.name.isdigit()", "write `self.name.matches('^[0-9]+$')`");
    helps("self.name.islower()", "write `self.name == self.name.lowerAscii()`");
    helps("self.since.After(oldSelf.since)", "write `self.since > oldSelf.since`");
    helps("self.since.Sub(oldSelf.since) > self.timeout", "write `self.since - oldSelf.since`");
    helps("sorted(self.steps) == self.steps", "write `self.steps.sort()`");
    helps("self.names.count('a') == 1", "write `self.names.filter(item, item == 'a').size()`");
    helps("append(self.names, 'a').size() > 1", "write `self.names + ['a']`");
    helps("self.names.flatMap(n, [n]).size() > 0", "write `self.names.map(n, [n]).flatten()`");
    helps("'-'.join(self.names) == 'a'", "write `self.names.join('-')`");
    helps("self.name.slice(0, 1) == 'a'", "write `self.name.substring(0, 1)`");
    helps("hasattr(self, 'name')", "write `has(self.name)`");
    helps("COALESCE(self.name, 'a') == 'a'", "write `self.?name.orValue('a')`");
    helps("oneOf(self.name, self.inner)", "write `[has(self.name), has(self.inner)].exists_one(x, x)`");
    helps("self.name ? self.ready : true", "write `self.name != '' ? self.ready : true`");
    helps("self.names > 1", "write `self.names.size() > 1`");
    helps("self.names.unique", "write `self.names.distinct() == self.names`");
    helps("self.names.maxItems < 5", "write `self.names.size()`");
    helps("self.ports.all(p, port > 0)", "did you mean `p.port`?");
    helps("self.names[_] == 'a'", "a macro goes over all items: `self.items.exists(x, x == 'a')`");
}

#[test]
fn operators_of_other_languages() {
    helps("self.name !== 'a'", "use `!=` to compare");
    helps("self.ready => self.name == 'a'", "`b` if `a` is `!a || b`");
    helps("self.minReplicas => 1", "use `>=` to compare");
    helps(
        "self.names | length > 1",
        "CEL has no pipes: a function stands behind its value, as in `a.size()`",
    );
    for change in ["++ > 1", " += 1", " -= 1", " *= 2"] {
        helps(&format!("self.minReplicas{change}"), "CEL changes no values: the next one is `a + 1`");
    }
    helps("self.minReplicas > 1,000", "the digits of a number stand together: `1000`");
    helps("self.minReplicas > 1, self.ready", "a rule is one expression: join conditions with `&&`");
    helps("*self.minReplicas > 1", "remove it: CEL has no references");
    let conversion = "a function converts a value, as in `int(a)`; `type(a) == int` asks for its type";
    helps("self.name.(int) > 1", conversion);
    helps("CAST(self.name AS INTEGER) > 1", conversion);
    helps("self.name NOT LIKE 'a%'", "use `!a.matches(r'..')`");
    helps("self..name == 'a'", "a field is read with a dot: `self.name`");
    let first = "an item of a list is read by its index: `self.items[0]`; a tuple struct with one field is its value: `self`";
    helps("self.names.0 == 'a'", first);
    helps("self.0 > 0", first);
    helps("self.names.1 == 'a'", "an item is read by its index: `self.items[0]`");
    helps("minLength: 3", "a keyword of the schema stands beside `type`, not in a rule");
    let operator = "an operator stands between its operands: `a == b`, `a && b`";
    helps("eq self.name 'a'", operator);
    helps("and (self.ready) (self.name == 'a')", operator);
    helps("switch self.name { case 'a': true }", "use `condition ? a : b`, or `!condition || a`");
    helps(
        "self.names.reduce((a, b) => a + b)",
        "a macro takes a variable and a condition: `self.items.all(x, x > 0)`",
    );
    let made = "CEL has no `new`: a function makes the value, as in `timestamp('2024-01-31T00:00:00Z')`";
    helps("new Date() > self.since", made);
    helps("deny[msg] { self.ready }", "a rule is one condition, without braces");
}

#[test]
fn operations_on_bits() {
    for rule in [
        "self.minReplicas >> 1 > 0",
        "self.minReplicas & 1 == 0",
        "self.minReplicas | 1 == 0",
        "self.minReplicas ^ 0x0F == 0",
        "(1 | self.minReplicas) == 3",
        "self.minReplicas > 1 + 2 & self.minReplicas",
    ] {
        helps(rule, "CEL has no operations on bits");
    }
    helps("self.minReplicas & self.minReplicas", "use `&&`");
    helps("self.minReplicas > 0 & self.minReplicas < 9", "use `&&`");
    helps("self.minReplicas > 0 & 9 > self.minReplicas", "use `&&`");
    helps("self.ratio > 0.5 | self.minReplicas < 9", "use `||`");
}

#[test]
fn sentences_in_english() {
    let order = "numbers are compared with `<`, `<=`, `>` and `>=`";
    helps("self.minReplicas is greater than 1", order);
    helps("self.minReplicas at least 1", order);
    let expression =
        "a rule is an expression: `self.min >= 1`, `self.name != ''`, `self.size == oldSelf.size`";
    helps("self.name must not be empty", expression);
    helps("self.names are unique", expression);
    helps("self.name is one of ['a', 'b']", "one of several values is `a in ['x', 'y']`");
    helps("exactly one of self.name", "one of several conditions is `[a, b].exists_one(x, x)`");
    let immutable = "`self == oldSelf` as the rule of a field lets nobody change it";
    helps("self.name is immutable", immutable);
    helps("immutable", immutable);
    helps("self.name starts with 'a'", "a function takes its argument in parentheses: `a.contains('x')`");
    helps("self.timeout > 5 minutes", "a duration is written `duration('5m')`");
    helps("required self.name", "`has(self.name)` asks whether a field is there");
    helps("assert self.ready", "a rule is the condition itself, without a word before it");
}

#[test]
fn characters_in_other_forms() {
    let html = "write the character itself: `&gt;` is `>`, `&lt;` is `<`, `&amp;` is `&`, `&quot;` is `\"`";
    helps("self.minReplicas &gt; 0", html);
    helps("self.ready &amp;&amp; self.minReplicas > 0", html);
    helps("self.minReplicas \\u003e 0", "only a text has escapes: write the character itself");
}

#[test]
fn brackets_of_other_languages() {
    let of_macro = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
    helps("self.names.every((n) => n != '')", of_macro);
    helps("[...self.names].size() > 0", "lists are joined with `+`: `a + ['x']`");
    helps(
        "self.names.?[0] == optional.of('a')",
        "an item that may be absent is read with `[?`: `self.items[?0]`",
    );
    let conversion = "a function converts a value, as in `int(a)`; `type(a) == int` asks for its type";
    helps("self.name instanceof string", conversion);
    helps("self.name != 'a", "a text ends with the quote that it begins with: `'a'`, `\"a\"`");
}

#[test]
fn presence_in_words() {
    let presence = "`has(self.name)` asks whether a field is there";
    helps("self.name is None", presence);
    helps("self.name IS NOT NULL", presence);
    helps("self.ready is true", "use `==` to compare");
    helps("self.name IN ('a', 'b')", "one of several values is `a in ['x', 'y']`");
}

#[test]
fn templates_and_patterns() {
    let template = "CEL has no templates: a rule names the field itself, as in `self.name`";
    helps("{{ request.object.spec.minReplicas }} > 0", template);
    helps("{{self.minReplicas}} > 0", template);
    let default = "`a.?b.orValue(c)` is `c` where `b` is absent";
    helps("self.name | default('a') == 'a'", default);
    helps("self.name | default 'a' == 'a'", default);
    let operator = "an operator stands between its operands: `a == b`, `a && b`";
    helps("eq .self.name 'a'", operator);
    helps("and .self.ready true", operator);
    let path = "a field is read from `self`: `self.name`";
    helps(".Values.minReplicas > 0", path);
    helps(".name == 'a'", "did you mean `self.name`?");
    let by_macro = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
    helps("self.names[?(@ == 'a')]", by_macro);
    helps("self.ports[?(@.port == 1)]", by_macro);
    let expression =
        "a rule is an expression: `self.min >= 1`, `self.name != ''`, `self.size == oldSelf.size`";
    helps("self.minReplicas: '>0'", expression);
}

#[test]
fn functions_without_arguments() {
    helps("size > 0", "`size` is a function, which takes its argument in parentheses: `size(..)`");
    let error = check("print(self.name) == ''").expect_err("no such function");
    assert_eq!(error.diagnostics[0].help, None);
}

#[test]
fn types_and_dates_of_other_languages() {
    let conversion = "a function converts a value, as in `int(a)`; `type(a) == int` asks for its type";
    helps("self.name is string", conversion);
    helps("Date.now() > self.since", NO_CLOCK);
    helps("datetime.now() > self.since", NO_CLOCK);
    helps("self.name ILIKE 'a%'", "use `a.matches(r'..')`");
    let by_macro = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
    helps("count({n | n := self.names[_]}) == 1", by_macro);
    helps("self.names[i] == 'a'", "a macro goes over all items: `self.items.exists(x, x == 'a')`");
    helps("element.name == 'a'", "`self` is the value that the rule stands at");
    helps("re_match('^a', self.name)", "write `self.name.matches('^a')`");
    helps("self.name.enum(['a', 'b'])", "write `self.name in ['a', 'b']`");
    helps("self.name.intValue() > 1", "write `int(self.name)`");
    helps("self.name > 0.5", "write `double(self.name) > 0.5`");
    let quantifier = "a macro takes a variable and a condition: `self.ports.exists(item, port == 'a')`, with `item.` before fields";
    helps("self.ports.exists(port == 'a')", quantifier);
    let old_self = "with `optionalOldSelf: true`, in Rust `optional_old_self = true`, `oldSelf.hasValue()` asks whether there is one";
    helps("oldSelf.name == 'a' || has(oldSelf)", old_self);
}

#[test]
fn keys_and_conditions() {
    let error = check("self.ports.filter(p, p.port).size() > 0").expect_err("no condition");
    assert_eq!(error.diagnostics[0].help.as_deref(), Some("write `p.port != 0`"));
    helps("self.labels[app] == 'a'", "a text, as the value of an enum, stands in quotes: `'app'`");
    helps("self.labels.exists('app')", "write `'app' in self.labels`");
    helps(
        "self.labels.'a/b' == 'c'",
        "a key in quotes stands in brackets: `self.labels['app.kubernetes.io/name']`",
    );
    let empty = "`a.size() == 0` is true of an empty text, list or map";
    helps("self.names is empty", empty);
    helps("self.names is not empty", empty);
    helps("self.names not empty", empty);
    let immutable = "`self == oldSelf` as the rule of a field lets nobody change it";
    helps("immutable(self.name)", immutable);
    helps("self.name.isImmutable()", immutable);
    helps("isDNS1123Label(self.name)", "write `!format.dns1123Label().validate(self.name).hasValue()`");
    helps("self.name.isUUID()", "write `!format.uuid().validate(self.name).hasValue()`");
    helps("sprintf('%v', [self.name]) == 'a'", "write `'%s'.format([self.name])`");
}

#[test]
fn texts_that_are_no_times() {
    let timestamp = "a timestamp has a date, a time and a zone: `timestamp('2026-01-31T12:00:00Z')`";
    helps("self.since > '2020'", timestamp);
    helps("self.since > '2020-01-31'", "write `self.since > timestamp('2020-01-31T00:00:00Z')`");
    let duration = "a duration is numbers with units, such as `h`, `m`, `s` and `ms`: `duration('1h30m')`";
    helps("self.timeout > '5 minutes'", duration);
    helps("self.timeout > '2d'", "write `duration('48h')`");
}
