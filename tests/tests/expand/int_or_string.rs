/// `type(self.surge) == int ? self.surge > 0 : self.surge.endsWith('%')`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    let __cel_2: Outcome<'a, bool> = match fields(this).f_surge() {
        Value::Int(__cel_1_int) => {
            cost.add(3u64);
            Ok(__cel_1_int > 0i64)
        }
        _ => {
            cost.add(3u64);
            dynamic::text(fields(this).f_surge(), Value::String("%"), ops::ends_with)
        }
    };
    cost.add(4u64);
    cost.finish(__cel_2)
}
