/// `self.ports[0].name == 'http' || self.labels['app'] == self.name`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_item_2 = list::index(fields(this).f_ports(), 0i64);
    cost.add_if(__cel_item_2.is_ok());
    let __cel_name = __cel_item_2.map(|__cel_item| fields(__cel_item).f_name());
    cost.add_if(!size::text(__cel_name).is_empty());
    cost.add(3);
    let mut __cel_holds: Verdict<'a> = __cel_name.map(|left| left == "http");
    if !::core::matches!(__cel_holds, Ok(true)) {
        let __cel_entry = map::index(fields(this).f_labels(), "app");
        cost.add(5);
        cost.charge(
            size::smaller_string(
                cost.measure(),
                size::text(__cel_entry),
                fields(this).f_name(),
            ),
        )?;
        __cel_holds = ops::or(
            __cel_holds,
            __cel_entry.map(|left| left == fields(this).f_name()),
        );
    }
    cost.finish(__cel_holds)
}
