/// `self.ports.size() < 9`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(4);
    cost.finish(Ok(ops::size_of(fields(this).f_ports().length()) < 9))
}
/// `self.name + ' has ' + string(self.ports.size()) + ' ports'`
fn rule_message<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Outcome<'a, &'a str> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    cost.charge(size::sum(size::code_points(fields(this).f_name()), 5))?;
    let __cel_concat_strings = ops::concat_strings(
        cost.arena(),
        fields(this).f_name(),
        " has ",
    );
    let __cel_to_string = ops::to_string(
        cost.arena(),
        ops::size_of(fields(this).f_ports().length()),
    );
    cost.add(4);
    cost.charge(
        size::sum(
            size::code_points(__cel_concat_strings),
            size::code_points(__cel_to_string),
        ),
    )?;
    let __cel_concat_strings_2 = ops::concat_strings(
        cost.arena(),
        __cel_concat_strings,
        __cel_to_string,
    );
    cost.charge(size::sum(size::code_points(__cel_concat_strings_2), 6))?;
    cost.finish(Ok(ops::concat_strings(cost.arena(), __cel_concat_strings_2, " ports")))
}
