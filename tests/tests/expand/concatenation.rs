/// `self.labels['name'] == self.name + '-' + string(self.max)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    cost.add(5);
    cost.charge(size::sum(size::code_points(fields(this).f_name()), 1))?;
    let __cel_1 = ops::concat_strings(cost.arena(), fields(this).f_name(), "-");
    let __cel_2 = ops::to_string(cost.arena(), fields(this).f_max());
    cost.add(3);
    cost.charge(size::sum(size::code_points(__cel_1), size::code_points(__cel_2)))?;
    let __cel_3 = map::index(fields(this).f_labels(), "name");
    let __cel_4 = ops::concat_strings(cost.arena(), __cel_1, __cel_2);
    cost.charge(size::smaller_string(size::text(__cel_3), __cel_4))?;
    cost.finish(__cel_3.map(|left| left == __cel_4))
}
