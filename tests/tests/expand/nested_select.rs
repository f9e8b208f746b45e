/// `has(self.window.start) == has(self.window.end)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = this.cel();
    cost.add(5u64);
    cost.finish(
        Ok(
            this.__cel_window().__cel_start().is_some()
                == this.__cel_window().__cel_end().is_some(),
        ),
    )
}
