/// `has(self.mode) && self.mode in ['Always', 'IfNotPresent', 'Never']`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_chosen: bool = match fields(this).f_mode() {
        Some(__cel_mode) => {
            cost.add(2);
            ::core::matches!(__cel_mode, "Always" | "IfNotPresent" | "Never")
        }
        None => false,
    };
    cost.add(1);
    cost.finish(Ok(__cel_chosen))
}
