/// `self.window.start != self.window.end`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    let __cel_1 = ops::present(fields(fields(this).f_window()).f_start(), "start");
    let __cel_2 = ops::present(fields(fields(this).f_window()).f_end(), "end");
    cost.add(6);
    cost.charge(size::smaller_string(size::text(__cel_1), size::text(__cel_2)))?;
    cost.finish(ops::both(__cel_1, __cel_2).map(|(left, right)| left != right))
}
