/// `self.?step.optMap(s, s * s).optMap(q, q < 100).orValue(true)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_shared_2 = |cost: &mut Cost<'a>| -> Outcome<'a, Outcome<'a, Option<i64>>> {
        let __cel_step = fields(this).f_step();
        cost.add_if(__cel_step.is_some());
        let __cel_chosen: Outcome<'a, Option<i64>> = if __cel_step.is_some() {
            let __cel_s_slot = Cell::new(None);
            let __cel_shared = |cost: &mut Cost<'a>| -> Outcome<'a, i64> {
                if let Some(value) = __cel_s_slot.get() {
                    return Ok(value);
                }
                let __cel_step_2 = fields(this).f_step();
                cost.add_if(__cel_step_2.is_some());
                cost.add(2);
                let value: i64 = cost.finish(ops::value_of_optional(__cel_step_2))?;
                __cel_s_slot.set(Some(value));
                Ok(value)
            };
            let __cel_value = __cel_shared(cost)?;
            cost.add(4);
            ops::multiply_int(__cel_value, __cel_value).map(|left| Some(left))
        } else {
            cost.add(1);
            Ok(None::<i64>)
        };
        cost.add(2);
        Ok(__cel_chosen)
    };
    let __cel_value_2 = __cel_shared_2(cost)?;
    let __cel_chosen_3: Outcome<'a, Option<bool>> = match __cel_value_2
        .map(|left| left.is_some())
    {
        Ok(true) => {
            let __cel_q_slot = Cell::new(None);
            let __cel_chosen_2: Outcome<'a, i64> = match __cel_q_slot.get() {
                Some(value) => value,
                None => {
                    let __cel_value_3 = __cel_shared_2(cost)?;
                    cost.add(1);
                    let value: Outcome<'a, i64> = __cel_value_3
                        .and_then(|left| ops::value_of_optional(left));
                    __cel_q_slot.set(Some(value));
                    value
                }
            };
            cost.add(3);
            __cel_chosen_2.map(|left| left < 100).map(|left| Some(left))
        }
        Ok(false) => {
            cost.add(1);
            Ok(None::<bool>)
        }
        Err(error) => Err(error),
    };
    cost.add(1);
    let __cel_chosen_7: Verdict<'a> = match __cel_chosen_3 {
        Ok(__cel_chosen_4) => {
            let __cel_chosen_6: bool = match __cel_chosen_4 {
                Some(__cel_chosen_5) => __cel_chosen_5,
                None => true,
            };
            Ok(__cel_chosen_6)
        }
        Err(error) => Err(error),
    };
    cost.finish(__cel_chosen_7)
}
