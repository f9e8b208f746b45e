/// `self.ports.map(p, p.port).filter(x, x > 10).size() < 5`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let __cel_list = list::mapped(
        cost,
        fields(this).f_ports(),
        |__cel_p| fields(__cel_p).f_port(),
        3,
    )?;
    cost.add(1);
    let __cel_count = cost
        .count_where(__cel_list.elements().map(|__cel_x| __cel_x > 10), 2)?;
    cost.add(3);
    cost.finish(Ok(ops::size_of(__cel_count) < 5))
}
