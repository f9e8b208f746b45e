/// `has(self.window.start) == has(self.window.end)`
#[inline(always)]
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    cost.add(5);
    cost.finish(
        Ok(
            fields(fields(this).f_window()).f_start().is_some()
                == fields(fields(this).f_window()).f_end().is_some(),
        ),
    )
}
