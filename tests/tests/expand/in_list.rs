/// `has(self.mode) && self.mode in ['Always', 'IfNotPresent', 'Never']`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = this.cel();
    let mut __cel_1: Verdict<'a> = Ok(this.__cel_mode().is_some());
    if !matches!(__cel_1, Ok(false)) {
        cost.add(2u64);
        __cel_1 = ops::and(
            __cel_1,
            ops::present(this.__cel_mode(), "mode")
                .map(|left| matches!(left, "Always" | "IfNotPresent" | "Never")),
        );
    }
    cost.add(1u64);
    cost.finish(__cel_1)
}
