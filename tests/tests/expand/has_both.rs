/// `has(self.step) && has(self.mode) && self.step > 2 ? self.mode != '' : !has(self.window.start) || self.max < 0 || self.window.start != self.name`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_holds: bool = fields(this).f_step().is_some()
        && {
            cost.add(1);
            fields(this).f_mode().is_some()
        };
    let __cel_chosen: bool = match (__cel_holds, fields(this).f_step()) {
        (true, Some(__cel_step_2)) => {
            cost.add(3);
            __cel_step_2 > 2
        }
        _ => false,
    };
    cost.add(1);
    let __cel_chosen_3: bool = match (__cel_chosen, fields(this).f_mode()) {
        (true, Some(__cel_mode_2)) => {
            cost.add(2);
            __cel_mode_2 != ""
        }
        _ => {
            let __cel_holds_2: bool = !fields(fields(this).f_window())
                .f_start()
                .is_some()
                || {
                    cost.add(3);
                    fields(this).f_max() < 0
                };
            cost.add(3);
            let __cel_chosen_2: bool = match (
                __cel_holds_2,
                fields(fields(this).f_window()).f_start(),
            ) {
                (false, Some(__cel_start_2)) => {
                    cost.add(5);
                    cost.charge(
                        size::smaller_string(
                            cost.measure(),
                            __cel_start_2,
                            fields(this).f_name(),
                        ),
                    )?;
                    __cel_start_2 != fields(this).f_name()
                }
                _ => true,
            };
            __cel_chosen_2
        }
    };
    cost.finish(Ok(__cel_chosen_3))
}
