/// `self.min <= self.max`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(5);
    cost.finish(Ok(fields(this).f_min() <= fields(this).f_max()))
}
