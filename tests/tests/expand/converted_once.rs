/// `self.ports.all(p, 0 < int(p.name) && int(p.name) < int(self.name) && self.max > 3)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let mut __cel_all: Verdict<'a> = Ok(true);
    let mut __cel_rest = list::rounds(fields(this).f_ports());
    while __cel_rest.has_part() {
        let mut __cel_0_units = list::Units::new(cost);
        {
            let cost = &mut __cel_0_units;
            while let Some(__cel_p) = __cel_rest.next() {
                let __cel_once = ops::string_to_int(fields(__cel_p).f_name());
                let mut __cel_holds: Verdict<'a> = __cel_once.map(|right| 0 < right);
                if !::core::matches!(__cel_holds, Ok(false)) {
                    cost.add(7);
                    __cel_holds = ops::and(
                        __cel_holds,
                        ops::both(__cel_once, ops::string_to_int(fields(this).f_name()))
                            .map(|(left, right)| left < right),
                    );
                }
                let mut __cel_holds_2: Verdict<'a> = __cel_holds;
                if !::core::matches!(__cel_holds_2, Ok(false)) {
                    cost.add(3);
                    __cel_holds_2 = ops::and(
                        __cel_holds_2,
                        Ok(fields(this).f_max() > 3),
                    );
                }
                cost.add(7);
                if ops::all_step(&mut __cel_all, __cel_holds_2) {
                    cost.add(__cel_rest.stopped(2));
                    break;
                }
            }
        }
        __cel_0_units.add_to(cost)?;
        if ::core::matches!(__cel_all, Ok(false)) {
            break;
        }
    }
    cost.add(1);
    cost.finish(__cel_all)
}
