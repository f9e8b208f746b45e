/// `self.name.split('/')[0] == 'app' && self.name.split('/').all(p, p.split('=').size() == 2)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    cost.charge(size::ceil02(size::code_points(fields(this).f_name())))?;
    let __cel_item = list::index(strings::parts(fields(this).f_name(), "/"), 0i64);
    cost.add_if(!size::text(__cel_item).is_empty());
    cost.add(2);
    let mut __cel_holds: Verdict<'a> = __cel_item.map(|left| left == "app");
    if !::core::matches!(__cel_holds, Ok(false)) {
        cost.add(2);
        cost.charge(size::ceil02(size::code_points(fields(this).f_name())))?;
        let __cel_split = strings::parts(fields(this).f_name(), "/");
        let mut __cel_all = true;
        let mut __cel_rest = __cel_split.elements();
        while let Some(__cel_p) = __cel_rest.next() {
            cost.add(4);
            cost.charge(size::ceil02(size::code_points(__cel_p)))?;
            cost.add(2);
            __cel_all = ops::size_of(strings::parts(__cel_p, "=").length()) == 2;
            if !__cel_all {
                cost.add(ops::stopped(&__cel_rest, 2));
                break;
            }
        }
        cost.add(1);
        __cel_holds = ops::and(__cel_holds, Ok(__cel_all));
    }
    cost.finish(__cel_holds)
}
