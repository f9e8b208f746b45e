/// `self.ports.exists_one(p, p.name.replace(self.labels[p.name + '-a'], 'b') == 'a')`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let mut stack = Stack::new();
    let this = node_value(this);
    stack.push(2u32, Ok(Value::Null));
    cost.add(2u64);
    let mut __cel_15: Outcome<'a, usize> = Ok(0);
    for __cel_p in fields(this).f_ports().elements() {
        stack.push(6u32, Ok(Value::Null));
        stack.drop(&[6u32]);
        stack.push(6u32, Ok(Value::String(fields(__cel_p).f_name())));
        stack.push(10u32, Ok(Value::String(fields(__cel_p).f_name())));
        stack.push(11u32, Ok(Value::String("-a")));
        cost.add(5u64);
        let __cel_taken_12 = stack.take([10u32, 11u32]);
        if let Some([__cel_2, _]) = __cel_taken_12 {
            cost.charge(size::sum(__cel_2.map_or(1, Value::size), 2u64))?;
        }
        let __cel_4 = ops::concat_strings(cost.arena(), fields(__cel_p).f_name(), "-a");
        stack.push(12u32, Ok(Value::String(__cel_4)));
        let __cel_5 = map::index(fields(this).f_labels(), __cel_4);
        stack.drop(&[13u32]);
        stack.push(13u32, Ok(Value::Null));
        stack.drop(&[13u32]);
        stack.push(13u32, __cel_5.map(|value| Value::String(value)));
        cost.add(2u64);
        let __cel_10: Outcome<'a, &'a str> = match __cel_5 {
            Ok(__cel_6) => {
                stack.push(14u32, Ok(Value::String("b")));
                let __cel_taken_15 = stack.take([6u32, 13u32, 14u32]);
                if let Some([__cel_7, _, _]) = __cel_taken_15 {
                    cost.charge(size::ceil02(__cel_7.map_or(1, Value::own_size)))?;
                }
                Ok(
                    strings::replace(
                        cost.arena(),
                        fields(__cel_p).f_name(),
                        __cel_6,
                        "b",
                    ),
                )
            }
            Err(error) => Err(error),
        };
        stack.push(15u32, __cel_10.map(|value| Value::String(value)));
        stack.push(16u32, Ok(Value::String("a")));
        let __cel_taken_17 = stack.take([15u32, 16u32]);
        if let Some([__cel_11, _]) = __cel_taken_17 {
            cost.charge(dynamic::equality(__cel_11, 1u64))?;
        }
        let __cel_13 = __cel_10.map(|left| left == "a");
        stack.push(17u32, __cel_13.map(|value| Value::Bool(value)));
        stack.drop(&[17u32]);
        match __cel_13 {
            Ok(true) => {
                cost.add(2);
                __cel_15 = __cel_15.map(|count| count.saturating_add(1));
            }
            Ok(false) => {}
            Err(error) => __cel_15 = Err(error),
        }
        cost.check()?;
    }
    let __cel_16 = __cel_15.map(|count| count == 1);
    stack.drop(&[2u32]);
    cost.add(2u64);
    cost.finish(__cel_16)
}
