/// `self.?step.optMap(s, s * s).optMap(q, q < 100).orValue(true)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    let __cel_7 = |cost: &mut Cost<'a>| -> Outcome<'a, Outcome<'a, Option<i64>>> {
        let __cel_1 = fields(this).f_step();
        cost.add_if(__cel_1.is_some());
        let __cel_6: Outcome<'a, Option<i64>> = if __cel_1.is_some() {
            let __cel_2 = Cell::new(None);
            let __cel_4 = |cost: &mut Cost<'a>| -> Outcome<'a, i64> {
                if let Some(value) = __cel_2.get() {
                    return Ok(value);
                }
                let __cel_3 = fields(this).f_step();
                cost.add_if(__cel_3.is_some());
                cost.add(2);
                let value: i64 = cost.finish(ops::value_of_optional(__cel_3))?;
                __cel_2.set(Some(value));
                Ok(value)
            };
            let __cel_5 = __cel_4(cost)?;
            cost.add(4);
            ops::multiply_int(__cel_5, __cel_5).map(|left| Some(left))
        } else {
            cost.add(1);
            Ok(None::<i64>)
        };
        cost.add(2);
        Ok(__cel_6)
    };
    let __cel_8 = __cel_7(cost)?;
    let __cel_12: Outcome<'a, Option<bool>> = match __cel_8.map(|left| left.is_some()) {
        Ok(true) => {
            let __cel_9 = Cell::new(None);
            let __cel_11: Outcome<'a, i64> = match __cel_9.get() {
                Some(value) => value,
                None => {
                    let __cel_10 = __cel_7(cost)?;
                    cost.add(1);
                    let value: Outcome<'a, i64> = __cel_10
                        .and_then(|left| ops::value_of_optional(left));
                    __cel_9.set(Some(value));
                    value
                }
            };
            cost.add(3);
            __cel_11.map(|left| left < 100i64).map(|left| Some(left))
        }
        Ok(false) => {
            cost.add(1);
            Ok(None::<bool>)
        }
        Err(error) => Err(error),
    };
    cost.add(1);
    let __cel_16: Verdict<'a> = match __cel_12 {
        Ok(__cel_13) => {
            let __cel_15: bool = match __cel_13 {
                Some(__cel_14) => __cel_14,
                None => true,
            };
            Ok(__cel_15)
        }
        Err(error) => Err(error),
    };
    cost.finish(__cel_16)
}
