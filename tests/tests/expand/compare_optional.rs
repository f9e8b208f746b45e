/// `self.step <= 10 && self.step > self.min`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let mut __cel_holds: Verdict<'a> = ops::present(fields(this).f_step(), "step")
        .map(|left| left <= 10);
    if !::core::matches!(__cel_holds, Ok(false)) {
        cost.add(5);
        __cel_holds = ops::and(
            __cel_holds,
            ops::present(fields(this).f_step(), "step")
                .map(|left| left > fields(this).f_min()),
        );
    }
    cost.add(3);
    cost.finish(__cel_holds)
}
