/// `self.labels['name'] == self.name + '-' + string(self.max)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(5);
    cost.charge(size::sum(size::code_points(fields(this).f_name()), 1))?;
    let __cel_concat_strings = ops::concat_strings(
        cost.arena(),
        fields(this).f_name(),
        "-",
    );
    let __cel_to_string = ops::to_string(cost.arena(), fields(this).f_max());
    cost.add(3);
    cost.charge(
        size::sum(
            size::code_points(__cel_concat_strings),
            size::code_points(__cel_to_string),
        ),
    )?;
    let __cel_entry = map::index(fields(this).f_labels(), "name");
    let __cel_concat_strings_2 = ops::concat_strings(
        cost.arena(),
        __cel_concat_strings,
        __cel_to_string,
    );
    cost.charge(
        size::smaller_string(
            cost.measure(),
            size::text(__cel_entry),
            __cel_concat_strings_2,
        ),
    )?;
    cost.finish(__cel_entry.map(|left| left == __cel_concat_strings_2))
}
