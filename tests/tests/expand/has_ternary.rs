/// `has(self.step) ? self.max % self.step == 0 : true`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = this.cel();
    let __cel_1: Outcome<'a, bool> = if this.__cel_step().is_some() {
        cost.add(6u64);
        ops::present(this.__cel_step(), "step")
            .and_then(|right| ops::modulo_int(this.__cel_max(), right))
            .map(|left| left == 0i64)
    } else {
        Ok(true)
    };
    cost.add(1u64);
    cost.finish(__cel_1)
}
