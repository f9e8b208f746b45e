/// `type(self.surge) == int ? self.surge > 0 : self.surge.endsWith('%')`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    let __cel_chosen: Verdict<'a> = match fields(this).f_surge() {
        Value::Int(__cel_int) => {
            cost.add(3);
            Ok(__cel_int > 0)
        }
        _ => {
            cost.add(3);
            dynamic::text(fields(this).f_surge(), Value::String("%"), ops::ends_with)
        }
    };
    cost.add(4);
    cost.finish(__cel_chosen)
}
