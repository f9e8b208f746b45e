/// `self.name.matches('^v[0-9]{1,3}$') || self.name.find('^[^@]+') == 'latest'`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(2);
    cost.charge(size::search_known(cost.measure(), fields(this).f_name(), 13))?;
    let __cel_holds: bool = scan::begin(fields(this).f_name())
        .text("v")
        .times(1, 3, |byte| ::core::matches!(byte, b'0'..= b'9'))
        .is_end()
        || {
            cost.add(2);
            cost.charge(size::search_known(cost.measure(), fields(this).f_name(), 6))?;
            let __cel_found = scan::begin(fields(this).f_name())
                .some(|byte| ::core::matches!(byte, b'\x00'..= b'?' | b'A'..= b'\xff'))
                .found();
            cost.add_if(!__cel_found.is_empty());
            __cel_found == "latest"
        };
    cost.finish(Ok(__cel_holds))
}
