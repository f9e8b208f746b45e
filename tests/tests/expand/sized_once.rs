/// `self.ports.all(p, p.port < self.name.size() && p.name.size() <= self.name.size())`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let mut __cel_all = true;
    let __cel_size = ops::size_of_string(fields(this).f_name());
    let mut __cel_rest = list::rounds(fields(this).f_ports());
    while __cel_rest.has_part() {
        let mut __cel_0_units = list::Units::at_most(cost, &__cel_rest, 18)?;
        {
            let cost = &mut __cel_0_units;
            while let Some(__cel_p) = __cel_rest.next() {
                let __cel_holds: bool = fields(__cel_p).f_port() < __cel_size
                    && {
                        cost.add(7);
                        ops::order_size(fields(__cel_p).f_name(), __cel_size).is_le()
                    };
                cost.add(9);
                __cel_all = __cel_holds;
                if !__cel_all {
                    cost.add(__cel_rest.stopped(2));
                    break;
                }
            }
        }
        __cel_0_units.add_to(cost)?;
        if !__cel_all {
            break;
        }
    }
    cost.add(1);
    cost.finish(Ok(__cel_all))
}
