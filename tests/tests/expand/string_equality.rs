/// `self.window.start != self.window.end`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_start = ops::present(fields(fields(this).f_window()).f_start(), "start");
    let __cel_end = ops::present(fields(fields(this).f_window()).f_end(), "end");
    cost.add(6);
    cost.charge(
        size::smaller_string(
            cost.measure(),
            size::text(__cel_start),
            size::text(__cel_end),
        ),
    )?;
    cost.finish(ops::both(__cel_start, __cel_end).map(|(left, right)| left != right))
}
