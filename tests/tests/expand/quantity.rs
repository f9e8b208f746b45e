/// `quantity(self.surge).isLessThan(quantity('1Gi'))`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    static QUANTITY_1: quantity::Constant = quantity::Constant::new("1Gi");
    let this = node_value(this);
    cost.add(2);
    cost.charge(size::ceil01(fields(this).f_surge().own_size()))?;
    cost.add(2);
    cost.finish(
        ops::both(
                match (fields(this).f_surge(),) {
                    (Value::String(operand1),) => quantity::alone(cost.arena(), operand1),
                    (operand1,) => {
                        Err(
                            dynamic::no_such_overload(
                                cost.arena(),
                                "quantity",
                                &[operand1],
                            ),
                        )
                    }
                },
                QUANTITY_1.alone(cost.arena()),
            )
            .map(|(left, right)| quantity::is_less_alone(left, right)),
    )
}
