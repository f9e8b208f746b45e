/// `self.ports.exists_one(p, p.name.replace(self.labels[p.name + '-a'], 'b') == 'a')`
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
                            ],
                        )
                    }),
                ),
            ],
            exact::Node::Run(
                26,
                &|walk| exact::exists_one(
                    walk,
                    &exact::Loop {
                        range: exact::Node::Run(
                            2,
                            &|walk| exact::attribute(
                                walk,
                                2,
                                &exact::Chain {
                                    root: exact::Root::Name("self"),
                                    steps: &[exact::Step::field(2, "ports")],
                                },
                            ),
                        ),
                        name: "p",
                        second: None,
                        step: 22,
                    },
                    exact::Node::Run(
                        17,
                        &|walk| exact::call(
                            walk,
                            &exact::Call {
                                function: "_==_",
                                overload: "equals",
                                basis: exact::Basis::Comparison,
                                stops: false,
                                apply: &[&exact::functions::equals],
                            },
                            &[
                                exact::Node::Run(
                                    15,
                                    &|walk| exact::call(
                                        walk,
                                        &exact::Call {
                                            function: "replace",
                                            overload: "string_replace_string_string",
                                            basis: exact::Basis::Tenths {
                                                of: 0,
                                                tenths: 2,
                                                measure: exact::Measure::Kubernetes,
                                            },
                                            stops: true,
                                            apply: &[&exact::functions::string_replace_string_string],
                                        },
                                        &[
                                            exact::Node::Run(
                                                6,
                                                &|walk| exact::attribute(
                                                    walk,
                                                    6,
                                                    &exact::Chain {
                                                        root: exact::Root::Name("p"),
                                                        steps: &[exact::Step::field(6, "name")],
                                                    },
                                                ),
                                            ),
                                            exact::Node::Run(
                                                13,
                                                &|walk| exact::attribute(
                                                    walk,
                                                    13,
                                                    &exact::Chain {
                                                        root: exact::Root::Name("self"),
                                                        steps: &[
                                                            exact::Step::field(8, "labels"),
                                                            exact::Step::index(
                                                                13,
                                                                exact::Place::Value(
                                                                    exact::Node::Run(
                                                                        12,
                                                                        &|walk| exact::call(
                                                                            walk,
                                                                            &exact::Call {
                                                                                function: "_+_",
                                                                                overload: "add_string",
                                                                                basis: exact::Basis::Concatenation,
                                                                                stops: false,
                                                                                apply: &[&exact::functions::add],
                                                                            },
                                                                            &[
                                                                                exact::Node::Run(
                                                                                    10,
                                                                                    &|walk| exact::attribute(
                                                                                        walk,
                                                                                        10,
                                                                                        &exact::Chain {
                                                                                            root: exact::Root::Name("p"),
                                                                                            steps: &[exact::Step::field(10, "name")],
                                                                                        },
                                                                                    ),
                                                                                ),
                                                                                exact::Node::Known(11, Value::String("-a")),
                                                                            ],
                                                                        ),
                                                                    ),
                                                                ),
                                                            ),
                                                        ],
                                                    },
                                                ),
                                            ),
                                            exact::Node::Known(14, Value::String("b")),
                                        ],
                                    ),
                                ),
                                exact::Node::Known(16, Value::String("a")),
                            ],
                        ),
                    ),
                ),
            ),
        )
        .map(dynamic::verdict)
}
