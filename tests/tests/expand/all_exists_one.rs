/// `self.ports.all(p, self.ports.exists_one(q, q.name == p.name))`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = this.cel();
    cost.add(2u64);
    let mut __cel_2 = true;
    let mut __cel_rest = this.__cel_ports().elements();
    while let Some(__cel_p) = __cel_rest.next() {
        cost.add(5u64);
        let mut __cel_1 = 0_usize;
        let mut __cel_rest = this.__cel_ports().elements();
        while let Some(__cel_q) = __cel_rest.next() {
            cost.add(4u64);
            cost.charge(
                size::smaller_string(__cel_q.__cel_name(), __cel_p.__cel_name()),
            )?;
            if __cel_q.__cel_name() == __cel_p.__cel_name() {
                cost.add(2);
                __cel_1 = __cel_1.saturating_add(1);
            }
        }
        cost.add(2u64);
        __cel_2 = __cel_1 == 1;
        if !__cel_2 {
            cost.add(ops::stopped(&__cel_rest, 2u64));
            break;
        }
    }
    cost.add(1u64);
    cost.finish(Ok(__cel_2))
}
