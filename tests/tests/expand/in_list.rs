/// `has(self.mode) && self.mode in ['Always', 'IfNotPresent', 'Never']`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = this.cel();
    let __cel_2: bool = match this.__cel_mode() {
        Some(__cel_1_mode) => {
            cost.add(2u64);
            matches!(__cel_1_mode, "Always" | "IfNotPresent" | "Never")
        }
        None => false,
    };
    cost.add(1u64);
    cost.finish(Ok(__cel_2))
}
