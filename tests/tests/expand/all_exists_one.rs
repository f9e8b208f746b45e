/// `self.ports.all(p, self.ports.exists_one(q, q.name == p.name))`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let mut __cel_all = true;
    let __cel_are_ascii = size::are_ascii(
        fields(this).f_ports().elements().map(|__cel_q| fields(__cel_q).f_name()),
    );
    let mut __cel_rest_2 = fields(this).f_ports().elements();
    while let Some(__cel_p) = __cel_rest_2.next() {
        cost.add(5);
        let mut __cel_count: usize = 0;
        let __cel_size = size::measured(fields(__cel_p).f_name());
        for __cel_q in fields(this).f_ports().elements() {
            cost.add(4);
            cost.charge(
                size::smaller_listed(
                    fields(__cel_q).f_name(),
                    &__cel_size,
                    __cel_are_ascii,
                ),
            )?;
            if equality::texts(fields(__cel_q).f_name(), fields(__cel_p).f_name()) {
                cost.add(2);
                __cel_count = __cel_count.saturating_add(1);
            }
        }
        cost.add(2);
        __cel_all = __cel_count == 1;
        if !__cel_all {
            cost.add(ops::stopped(&__cel_rest_2, 2));
            break;
        }
        cost.check()?;
    }
    cost.add(1);
    cost.finish(Ok(__cel_all))
}
