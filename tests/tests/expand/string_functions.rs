/// `self.name.startsWith('a') && !self.name.contains('--') && self.name.size() <= 63`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(3);
    let __cel_holds: bool = fields(this).f_name().starts_with("a")
        && {
            cost.add(2);
            cost.charge(size::product_known(cost.measure(), fields(this).f_name(), 2))?;
            cost.add(1);
            !fields(this).f_name().contains("--")
        };
    let __cel_holds_2: bool = __cel_holds
        && {
            cost.add(4);
            ops::order_size(fields(this).f_name(), 63i64).is_le()
        };
    cost.finish(Ok(__cel_holds_2))
}
