/// `self.max / self.min > 2 || has(self.mode)`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let mut __cel_holds: Verdict<'a> = ops::divide_int(
            fields(this).f_max(),
            fields(this).f_min(),
        )
        .map(|left| left > 2);
    if !::core::matches!(__cel_holds, Ok(true)) {
        cost.add(1);
        __cel_holds = ops::or(__cel_holds, Ok(fields(this).f_mode().is_some()));
    }
    cost.add(6);
    cost.finish(__cel_holds)
}
