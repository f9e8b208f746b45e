/// `self.ports.all(p, self.ports.exists_one(q, q.name == p.name))`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    cost.add(2);
    let mut __cel_7 = true;
    let mut __cel_6 = fields(this).f_ports().elements();
    while let Some(__cel_p) = __cel_6.next() {
        cost.add(5);
        let mut __cel_5: usize = 0;
        let __cel_3_size = size::measured(fields(__cel_p).f_name());
        for __cel_q in fields(this).f_ports().elements() {
            cost.add(4);
            cost.charge(
                size::smaller_measured(fields(__cel_q).f_name(), &__cel_3_size),
            )?;
            if fields(__cel_q).f_name() == fields(__cel_p).f_name() {
                cost.add(2);
                __cel_5 = __cel_5.saturating_add(1);
            }
        }
        cost.add(2);
        __cel_7 = __cel_5 == 1;
        if !__cel_7 {
            cost.add(ops::stopped(&__cel_6, 2));
            break;
        }
        cost.check()?;
    }
    cost.add(1);
    cost.finish(Ok(__cel_7))
}
