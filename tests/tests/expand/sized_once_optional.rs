/// `!has(self.mode) || self.ports.all(p, p.port < self.mode.size() && p.name != self.mode)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    let __cel_chosen: bool = match fields(this).f_mode() {
        Some(__cel_mode) => {
            cost.add(2);
            let mut __cel_all = true;
            let __cel_size = ops::size_of_string(__cel_mode);
            let __cel_size_2 = size::measured(__cel_mode);
            let mut __cel_rest = fields(this).f_ports().elements();
            while let Some(__cel_p) = __cel_rest.next() {
                cost.add(9);
                let __cel_holds: bool = fields(__cel_p).f_port() < __cel_size
                    && {
                        cost.add(4);
                        cost.charge(
                            size::smaller_measured(
                                fields(__cel_p).f_name(),
                                &__cel_size_2,
                            ),
                        )?;
                        !equality::texts(fields(__cel_p).f_name(), __cel_mode)
                    };
                __cel_all = __cel_holds;
                if !__cel_all {
                    cost.add(ops::stopped(&__cel_rest, 2));
                    break;
                }
                cost.check()?;
            }
            cost.add(1);
            __cel_all
        }
        None => true,
    };
    cost.finish(Ok(__cel_chosen))
}
