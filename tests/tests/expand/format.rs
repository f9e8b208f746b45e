/// `self.labels['name'] == '%s-%d'.format([self.name, self.max])`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(7);
    cost.charge(10)?;
    let __cel_entry = map::index(fields(this).f_labels(), "name");
    let __cel_print = template::print(
        cost.arena(),
        &[
            template::Argument(template::Verb::String),
            template::Text("-"),
            template::Argument(template::Verb::Decimal),
        ],
        list::of(
            cost.arena(),
            [Value::String(fields(this).f_name()), Value::Int(fields(this).f_max())],
        ),
    );
    cost.add(1);
    cost.charge(
        size::smaller_string(
            cost.measure(),
            size::text(__cel_entry),
            size::text(__cel_print),
        ),
    )?;
    cost.finish(ops::both(__cel_entry, __cel_print).map(|(left, right)| left == right))
}
