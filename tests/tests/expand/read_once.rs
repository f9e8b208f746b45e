/// `quantity(self.name).isLessThan(quantity('10Gi')) || cidr('10.0.0.0/8').containsIP(self.name)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    static QUANTITY_1: quantity::Constant = quantity::Constant::new("10Gi");
    static CIDR_1: cidr::Constant = cidr::Constant::new("10.0.0.0/8");
    let this = node_value(this);
    cost.add(2);
    cost.charge(size::ceil01_of_text(cost.measure(), fields(this).f_name()))?;
    cost.add(2);
    let mut __cel_holds: Verdict<'a> = ops::both(
            quantity::alone(cost.arena(), fields(this).f_name()),
            QUANTITY_1.alone(cost.arena()),
        )
        .map(|(left, right)| quantity::is_less_alone(left, right));
    if !::core::matches!(__cel_holds, Ok(true)) {
        let __cel_get = CIDR_1.get(cost.arena());
        cost.add(3);
        cost.charge(
            size::contains_ip(
                __cel_get.map_or(1, |value| value.size()),
                size::code_points(fields(this).f_name()),
            ),
        )?;
        __cel_holds = ops::or(
            __cel_holds,
            __cel_get
                .and_then(|left| cidr::contains_ip_string(left, fields(this).f_name())),
        );
    }
    cost.finish(__cel_holds)
}
