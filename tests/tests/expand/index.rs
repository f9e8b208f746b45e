/// `self.ports[0].name == 'http' || self.labels['app'] == self.name`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    let __cel_2 = list::index(fields(this).f_ports(), 0i64);
    cost.add_if(__cel_2.is_ok());
    let __cel_3 = __cel_2.map(|__cel_1| fields(__cel_1).f_name());
    cost.add_if(!size::text(__cel_3).is_empty());
    cost.add(3);
    let mut __cel_5: Verdict<'a> = __cel_3.map(|left| left == "http");
    if !::core::matches!(__cel_5, Ok(true)) {
        let __cel_4 = map::index(fields(this).f_labels(), "app");
        cost.add(5);
        cost.charge(size::smaller_string(size::text(__cel_4), fields(this).f_name()))?;
        __cel_5 = ops::or(__cel_5, __cel_4.map(|left| left == fields(this).f_name()));
    }
    cost.finish(__cel_5)
}
