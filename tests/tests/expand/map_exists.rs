/// `self.labels.exists(k, self.labels[k] == 'x')`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let mut __cel_exists = false;
    let mut __cel_rest = list::rounds_over_map(fields(this).f_labels());
    while __cel_rest.has_part() {
        let mut __cel_0_units = list::Units::at_most(cost, &__cel_rest, 11)?;
        {
            let cost = &mut __cel_0_units;
            while let Some((__cel_k, __cel_k_value)) = __cel_rest.next() {
                cost.add_if(!__cel_k_value.is_empty());
                cost.add(7);
                __cel_exists = __cel_k_value == "x";
                if __cel_exists {
                    cost.add(__cel_rest.stopped(3));
                    break;
                }
            }
        }
        __cel_0_units.add_to(cost)?;
        if __cel_exists {
            break;
        }
    }
    cost.add(1);
    cost.finish(Ok(__cel_exists))
}
