pub mod metered {
    use cel_runtime::__private::RuleFn;
    use tests_types::metering::Scaler;
    pub const FUNCTIONS: &[RuleFn<Scaler>] = &[
        compare,
        has_ternary,
        all,
        map_exists,
        regex,
        quantity,
    ];
    /// `self.min <= self.max`
    #[inline(always)]
    fn compare<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        cost.add(5);
        cost.finish(Ok(fields(this).f_min() <= fields(this).f_max()))
    }
    /// `has(self.step) ? self.step <= self.max : true`
    #[inline(always)]
    fn has_ternary<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        let __cel_chosen: bool = match fields(this).f_step() {
            Some(__cel_step) => {
                cost.add(5);
                __cel_step <= fields(this).f_max()
            }
            None => true,
        };
        cost.add(1);
        cost.finish(Ok(__cel_chosen))
    }
    /// `self.ports.all(p, p.name.startsWith('a') && p.port > 0)`
    #[inline(always)]
    fn all<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        cost.add(2);
        let mut __cel_all = true;
        let mut __cel_rest = list::rounds(fields(this).f_ports());
        while __cel_rest.has_part() {
            let mut __cel_0_units = list::Units::at_most(cost, &__cel_rest, 11)?;
            {
                let cost = &mut __cel_0_units;
                while let Some(__cel_p) = __cel_rest.next() {
                    let __cel_holds: bool = fields(__cel_p).f_name().starts_with("a")
                        && {
                            cost.add(3);
                            fields(__cel_p).f_port() > 0
                        };
                    cost.add(6);
                    __cel_all = __cel_holds;
                    if !__cel_all {
                        cost.add(__cel_rest.stopped(2));
                        break;
                    }
                }
            }
            __cel_0_units.add_to(cost)?;
            if !__cel_all {
                break;
            }
        }
        cost.add(1);
        cost.finish(Ok(__cel_all))
    }
    /// `self.labels.exists(k, self.labels[k] == 'x')`
    #[inline(always)]
    fn map_exists<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        cost.add(2);
        let mut __cel_exists = false;
        let mut __cel_rest = list::rounds_over_map(fields(this).f_labels());
        while __cel_rest.has_part() {
            let mut __cel_0_units = list::Units::at_most(cost, &__cel_rest, 11)?;
            {
                let cost = &mut __cel_0_units;
                while let Some((__cel_k, __cel_k_value)) = __cel_rest.next() {
                    cost.add_if(!__cel_k_value.is_empty());
                    cost.add(7);
                    __cel_exists = __cel_k_value == "x";
                    if __cel_exists {
                        cost.add(__cel_rest.stopped(3));
                        break;
                    }
                }
            }
            __cel_0_units.add_to(cost)?;
            if __cel_exists {
                break;
            }
        }
        cost.add(1);
        cost.finish(Ok(__cel_exists))
    }
    /// `self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')`
    #[inline(always)]
    fn regex<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        static PATTERN_1: LazyLock<Pattern> = LazyLock::new(|| Pattern::constant(
            "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
        ));
        let this = node_value(this);
        cost.add(2);
        cost.charge(size::search_known(cost.measure(), fields(this).f_name(), 31))?;
        cost.finish(Ok(PATTERN_1.matches(fields(this).f_name())))
    }
    /// `quantity(self.request).isLessThan(quantity(self.limit))`
    fn quantity<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        cost.add(2);
        cost.charge(size::ceil01_of_text(cost.measure(), fields(this).f_request()))?;
        cost.add(2);
        cost.charge(size::ceil01_of_text(cost.measure(), fields(this).f_limit()))?;
        cost.add(1);
        cost.finish(
            ops::both(
                    quantity::alone(cost.arena(), fields(this).f_request()),
                    quantity::alone(cost.arena(), fields(this).f_limit()),
                )
                .map(|(left, right)| quantity::is_less_alone(left, right)),
        )
    }
}
pub mod unmetered {
    use cel_runtime::__private::RuleFn;
    use tests_types::metering::Scaler;
    pub const FUNCTIONS: &[RuleFn<Scaler>] = &[
        compare,
        has_ternary,
        all,
        map_exists,
        regex,
        quantity,
    ];
    /// `self.min <= self.max`
    fn compare<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        Ok(fields(this).f_min() <= fields(this).f_max())
    }
    /// `has(self.step) ? self.step <= self.max : true`
    fn has_ternary<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        let __cel_chosen: bool = match fields(this).f_step() {
            Some(__cel_step) => __cel_step <= fields(this).f_max(),
            None => true,
        };
        Ok(__cel_chosen)
    }
    /// `self.ports.all(p, p.name.startsWith('a') && p.port > 0)`
    fn all<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        let mut __cel_all = true;
        let mut __cel_rest = fields(this).f_ports().elements();
        while let Some(__cel_p) = __cel_rest.next() {
            let __cel_holds: bool = fields(__cel_p).f_name().starts_with("a")
                && { fields(__cel_p).f_port() > 0 };
            __cel_all = __cel_holds;
            if !__cel_all {
                break;
            }
        }
        Ok(__cel_all)
    }
    /// `self.labels.exists(k, self.labels[k] == 'x')`
    fn map_exists<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        let mut __cel_exists = false;
        let mut __cel_rest = fields(this).f_labels().entries();
        while let Some((__cel_k, __cel_k_value)) = __cel_rest.next() {
            __cel_exists = __cel_k_value == "x";
            if __cel_exists {
                break;
            }
        }
        Ok(__cel_exists)
    }
    /// `self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')`
    fn regex<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        static PATTERN_1: LazyLock<Pattern> = LazyLock::new(|| Pattern::constant(
            "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
        ));
        let this = node_value(this);
        Ok(PATTERN_1.matches(fields(this).f_name()))
    }
    /// `quantity(self.request).isLessThan(quantity(self.limit))`
    fn quantity<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::ops::*;
        let this = node_value(this);
        ops::both(
                quantity::alone(cost.arena(), fields(this).f_request()),
                quantity::alone(cost.arena(), fields(this).f_limit()),
            )
            .map(|(left, right)| quantity::is_less_alone(left, right))
    }
}
