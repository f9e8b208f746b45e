/// `[self.?step, optional.of(1)].exists(o, o.hasValue() && o.value() > self.min)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::ops::*;
    let this = node_value(this);
    exact::evaluate(
            cost,
            &[
                (
                    "self",
                    Ok({
                        let (arena, value) = (cost.arena(), this);
                        value::object(
                            arena,
                            value,
                            &[
                                value::Property {
                                    name: "min",
                                    escaped: "min",
                                    read: |object, arena| {
                                        let value = fields(object).f_min();
                                        Some(Value::Int(value))
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "step",
                                    escaped: "step",
                                    read: |object, arena| {
                                        fields(object).f_step().map(Value::Int)
                                    },
                                    sent: None,
                                },
                            ],
                        )
                    }),
                ),
            ],
            exact::Node::Run(
                23,
                &|walk| exact::exists(
                    walk,
                    &exact::Loop {
                        range: exact::Node::Run(
                            7,
                            &|walk| exact::list(
                                walk,
                                &[
                                    exact::Element {
                                        value: exact::Node::Run(
                                            3,
                                            &|walk| exact::attribute(
                                                walk,
                                                3,
                                                &exact::Chain {
                                                    root: exact::Root::Name("self"),
                                                    steps: &[
                                                        exact::Step::optional(
                                                            3,
                                                            exact::Place::Value(
                                                                exact::Node::Known(2, Value::String("step")),
                                                            ),
                                                        ),
                                                    ],
                                                },
                                            ),
                                        ),
                                        optional: false,
                                    },
                                    exact::Element {
                                        value: exact::Node::Run(
                                            6,
                                            &|walk| exact::call(
                                                walk,
                                                &exact::Call {
                                                    function: "optional.of",
                                                    overload: "optional_of",
                                                    basis: exact::Basis::Unit,
                                                    stops: false,
                                                    apply: &[&exact::functions::optional_of],
                                                },
                                                &[exact::Node::Known(5, Value::Int(1i64))],
                                            ),
                                        ),
                                        optional: false,
                                    },
                                ],
                            ),
                        ),
                        name: "o",
                        second: None,
                        step: 21,
                    },
                    exact::Node::Run(
                        20,
                        &|walk| exact::and(
                            walk,
                            &[
                                exact::Node::Run(
                                    14,
                                    &|walk| exact::call(
                                        walk,
                                        &exact::Call {
                                            function: "hasValue",
                                            overload: "optional_hasValue",
                                            basis: exact::Basis::Unit,
                                            stops: false,
                                            apply: &[&exact::functions::has_value],
                                        },
                                        &[exact::Node::Run(13, &|walk| exact::name(walk, 13, "o"))],
                                    ),
                                ),
                                exact::Node::Run(
                                    19,
                                    &|walk| exact::call(
                                        walk,
                                        &exact::Call {
                                            function: "_>_",
                                            overload: "greater_int64",
                                            basis: exact::Basis::Unit,
                                            stops: false,
                                            apply: &[&exact::functions::greater],
                                        },
                                        &[
                                            exact::Node::Run(
                                                16,
                                                &|walk| exact::call(
                                                    walk,
                                                    &exact::Call {
                                                        function: "value",
                                                        overload: "optional_value",
                                                        basis: exact::Basis::Unit,
                                                        stops: false,
                                                        apply: &[&exact::functions::value_of],
                                                    },
                                                    &[exact::Node::Run(15, &|walk| exact::name(walk, 15, "o"))],
                                                ),
                                            ),
                                            exact::Node::Run(
                                                18,
                                                &|walk| exact::attribute(
                                                    walk,
                                                    18,
                                                    &exact::Chain {
                                                        root: exact::Root::Name("self"),
                                                        steps: &[exact::Step::field(18, "min")],
                                                    },
                                                ),
                                            ),
                                        ],
                                    ),
                                ),
                            ],
                        ),
                    ),
                ),
            ),
        )
        .map(dynamic::verdict)
}
