/// `self.ports.map(p, p.port).filter(x, x > 10).size() < 5`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let mut __cel_list = list::Builder::new(cost.arena());
    for __cel_p in fields(this).f_ports().elements() {
        cost.add(3);
        cost.charge(10)?;
        cost.add(1);
        __cel_list.push(fields(__cel_p).f_port());
    }
    let __cel_list = __cel_list.finish();
    cost.add(1);
    let __cel_count_2 = cost
        .count_where(__cel_list.elements().map(|__cel_x| __cel_x > 10), 2)?;
    cost.add(3);
    cost.finish(Ok(ops::size_of(__cel_count_2) < 5))
}
