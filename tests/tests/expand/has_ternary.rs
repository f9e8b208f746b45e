/// `has(self.step) ? self.max % self.step == 0 : true`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    let __cel_2: Verdict<'a> = match fields(this).f_step() {
        Some(__cel_1_step) => {
            cost.add(6);
            ops::modulo_int(fields(this).f_max(), __cel_1_step).map(|left| left == 0i64)
        }
        None => Ok(true),
    };
    cost.add(1);
    cost.finish(__cel_2)
}
