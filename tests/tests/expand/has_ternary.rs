/// `has(self.step) ? self.max % self.step == 0 : true`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_chosen: Verdict<'a> = match fields(this).f_step() {
        Some(__cel_step) => {
            cost.add(6);
            ops::modulo_int(fields(this).f_max(), __cel_step).map(|left| left == 0)
        }
        None => Ok(true),
    };
    cost.add(1);
    cost.finish(__cel_chosen)
}
