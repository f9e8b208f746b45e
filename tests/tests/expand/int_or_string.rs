/// `type(self.surge) == int ? self.surge > 0 : self.surge.endsWith('%')`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    let __cel_2: Verdict<'a> = match fields(this).f_surge() {
        Value::Int(__cel_1_int) => {
            cost.add(3);
            Ok(__cel_1_int > 0i64)
        }
        _ => {
            cost.add(3);
            dynamic::text(fields(this).f_surge(), Value::String("%"), ops::ends_with)
        }
    };
    cost.add(4);
    cost.finish(__cel_2)
}
