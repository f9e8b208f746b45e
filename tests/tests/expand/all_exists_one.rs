/// `self.ports.all(p, self.ports.exists_one(q, q.name == p.name))`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    cost.add(2u64);
    let mut __cel_6 = true;
    let mut __cel_5 = fields(this).f_ports().elements();
    while let Some(__cel_p) = __cel_5.next() {
        cost.add(5u64);
        let mut __cel_4 = 0_usize;
        for __cel_q in fields(this).f_ports().elements() {
            cost.add(4u64);
            cost.charge(
                size::smaller_string(fields(__cel_q).f_name(), fields(__cel_p).f_name()),
            )?;
            if fields(__cel_q).f_name() == fields(__cel_p).f_name() {
                cost.add(2);
                __cel_4 = __cel_4.saturating_add(1);
            }
        }
        cost.add(2u64);
        __cel_6 = __cel_4 == 1;
        if !__cel_6 {
            cost.add(ops::stopped(&__cel_5, 2u64));
            break;
        }
        cost.check()?;
    }
    cost.add(1u64);
    cost.finish(Ok(__cel_6))
}
