/// `[self.?step, optional.of(1)].exists(o, o.hasValue() && o.value() > self.min)`
fn rule<'a>(
    this: &'a Scaler,
    cost: &mut ::cel_runtime::__private::Cost<'a>,
) -> ::cel_runtime::__private::Verdict<'a> {
    use ::cel_runtime::__private::generated::*;
    let this = node_value(this);
    exact::evaluate(
            cost,
            &[
                (
                    "self",
                    Ok({
                        let arena = cost.arena();
                        value::object(
                            arena,
                            this,
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
                                    name: "max",
                                    escaped: "max",
                                    read: |object, arena| {
                                        let value = fields(object).f_max();
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
                                value::Property {
                                    name: "name",
                                    escaped: "name",
                                    read: |object, arena| {
                                        let value = fields(object).f_name();
                                        Some(Value::String(value))
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "mode",
                                    escaped: "mode",
                                    read: |object, arena| {
                                        fields(object).f_mode().map(Value::String)
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "window",
                                    escaped: "window",
                                    read: |object, arena| {
                                        let value = fields(object).f_window();
                                        Some(
                                            value::object(
                                                arena,
                                                value,
                                                &[
                                                    value::Property {
                                                        name: "start",
                                                        escaped: "start",
                                                        read: |object, arena| {
                                                            fields(object).f_start().map(Value::String)
                                                        },
                                                        sent: None,
                                                    },
                                                    value::Property {
                                                        name: "end",
                                                        escaped: "end",
                                                        read: |object, arena| {
                                                            fields(object).f_end().map(Value::String)
                                                        },
                                                        sent: None,
                                                    },
                                                ],
                                            ),
                                        )
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "ports",
                                    escaped: "ports",
                                    read: |object, arena| {
                                        let value = fields(object).f_ports();
                                        Some({
                                            let class = value::class(arena);
                                            value::list(
                                                arena,
                                                value,
                                                value::ListType::Atomic,
                                                move |value| {
                                                    class
                                                        .object(
                                                            value,
                                                            &[
                                                                value::Property {
                                                                    name: "name",
                                                                    escaped: "name",
                                                                    read: |object, arena| {
                                                                        let value = fields(object).f_name();
                                                                        Some(Value::String(value))
                                                                    },
                                                                    sent: None,
                                                                },
                                                                value::Property {
                                                                    name: "port",
                                                                    escaped: "port",
                                                                    read: |object, arena| {
                                                                        let value = fields(object).f_port();
                                                                        Some(Value::Int(value))
                                                                    },
                                                                    sent: None,
                                                                },
                                                            ],
                                                        )
                                                },
                                            )
                                        })
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "labels",
                                    escaped: "labels",
                                    read: |object, arena| {
                                        let value = fields(object).f_labels();
                                        Some(
                                            value::map(
                                                arena,
                                                value,
                                                true,
                                                |key| match key {
                                                    Value::String(key) => Some(key),
                                                    _ => None,
                                                },
                                                Value::String,
                                                Value::String,
                                            ),
                                        )
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "tags",
                                    escaped: "tags",
                                    read: |object, arena| {
                                        fields(object)
                                            .f_tags()
                                            .map(|value| value::list(
                                                arena,
                                                value,
                                                value::ListType::Atomic,
                                                Value::String,
                                            ))
                                    },
                                    sent: None,
                                },
                                value::Property {
                                    name: "surge",
                                    escaped: "surge",
                                    read: |object, arena| {
                                        let value = fields(object).f_surge();
                                        Some(value)
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
                                            stops: false,
                                            apply: &[&exact::functions::has_value],
                                        },
                                        &[
                                            exact::Node::Run(
                                                13,
                                                &|walk| exact::attribute(
                                                    walk,
                                                    13,
                                                    &exact::Chain {
                                                        root: exact::Root::Name("o"),
                                                        steps: &[],
                                                    },
                                                ),
                                            ),
                                        ],
                                    ),
                                ),
                                exact::Node::Run(
                                    19,
                                    &|walk| exact::call(
                                        walk,
                                        &exact::Call {
                                            function: "_>_",
                                            overload: "greater_int64",
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
                                                        stops: false,
                                                        apply: &[&exact::functions::value_of],
                                                    },
                                                    &[
                                                        exact::Node::Run(
                                                            15,
                                                            &|walk| exact::attribute(
                                                                walk,
                                                                15,
                                                                &exact::Chain {
                                                                    root: exact::Root::Name("o"),
                                                                    steps: &[],
                                                                },
                                                            ),
                                                        ),
                                                    ],
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
