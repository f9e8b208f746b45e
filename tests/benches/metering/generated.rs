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
    fn compare<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        cost.add(5u64);
        cost.finish(Ok(this.__cel_min() <= this.__cel_max()))
    }
    /// `has(self.step) ? self.step <= self.max : true`
    fn has_ternary<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        let __cel_2: bool = match this.__cel_step() {
            Some(__cel_1_step) => {
                cost.add(5u64);
                __cel_1_step <= this.__cel_max()
            }
            None => true,
        };
        cost.add(1u64);
        cost.finish(Ok(__cel_2))
    }
    /// `self.ports.all(p, p.name.startsWith('a') && p.port > 0)`
    fn all<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        cost.add(2u64);
        let mut __cel_4 = true;
        let mut __cel_3 = this.__cel_ports().elements();
        while let Some(__cel_p) = __cel_3.next() {
            let __cel_2: bool = __cel_p.__cel_name().starts_with("a")
                && {
                    cost.add(3u64);
                    __cel_p.__cel_port() > 0i64
                };
            cost.add(6u64);
            __cel_4 = __cel_2;
            if !__cel_4 {
                cost.add(ops::stopped(&__cel_3, 2u64));
                break;
            }
        }
        cost.check()?;
        cost.add(1u64);
        cost.finish(Ok(__cel_4))
    }
    /// `self.labels.exists(k, self.labels[k] == 'x')`
    fn map_exists<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        cost.add(2u64);
        let mut __cel_3 = false;
        let mut __cel_2 = this.__cel_labels().entries();
        while let Some((__cel_k, __cel_1_k_value)) = __cel_2.next() {
            cost.add_if(!__cel_1_k_value.is_empty());
            cost.add(7u64);
            __cel_3 = __cel_1_k_value == "x";
            if __cel_3 {
                cost.add(ops::stopped(&__cel_2, 3u64));
                break;
            }
        }
        cost.check()?;
        cost.add(1u64);
        cost.finish(Ok(__cel_3))
    }
    /// `self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')`
    fn regex<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        static PATTERN_1: LazyLock<Pattern> = LazyLock::new(|| Pattern::constant("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"));
        let this = this.cel();
        cost.add(2u64);
        cost.charge(size::search(size::code_points(this.__cel_name()), 31u64))?;
        cost.finish(Ok(PATTERN_1.matches(this.__cel_name())))
    }
    /// `quantity(self.request).isLessThan(quantity(self.limit))`
    fn quantity<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        cost.add(2u64);
        cost.charge(size::ceil01(size::code_points(this.__cel_request())))?;
        cost.add(2u64);
        cost.charge(size::ceil01(size::code_points(this.__cel_limit())))?;
        cost.add(1u64);
        cost.finish(
            ops::both(
                    quantity::quantity(cost.arena(), this.__cel_request()),
                    quantity::quantity(cost.arena(), this.__cel_limit()),
                )
                .map(|(left, right)| quantity::is_less_than(cost.arena(), left, right)),
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
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        Ok(this.__cel_min() <= this.__cel_max())
    }
    /// `has(self.step) ? self.step <= self.max : true`
    fn has_ternary<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        let __cel_2: bool = match this.__cel_step() {
            Some(__cel_1_step) => __cel_1_step <= this.__cel_max(),
            None => true,
        };
        Ok(__cel_2)
    }
    /// `self.ports.all(p, p.name.startsWith('a') && p.port > 0)`
    fn all<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        let mut __cel_4 = true;
        let mut __cel_3 = this.__cel_ports().elements();
        while let Some(__cel_p) = __cel_3.next() {
            let __cel_2: bool = __cel_p.__cel_name().starts_with("a")
                && { __cel_p.__cel_port() > 0i64 };
            __cel_4 = __cel_2;
            if !__cel_4 {
                break;
            }
        }
        Ok(__cel_4)
    }
    /// `self.labels.exists(k, self.labels[k] == 'x')`
    fn map_exists<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        let mut __cel_3 = false;
        let mut __cel_2 = this.__cel_labels().entries();
        while let Some((__cel_k, __cel_1_k_value)) = __cel_2.next() {
            __cel_3 = __cel_1_k_value == "x";
            if __cel_3 {
                break;
            }
        }
        Ok(__cel_3)
    }
    /// `self.name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')`
    fn regex<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        static PATTERN_1: LazyLock<Pattern> = LazyLock::new(|| Pattern::constant("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"));
        let this = this.cel();
        Ok(PATTERN_1.matches(this.__cel_name()))
    }
    /// `quantity(self.request).isLessThan(quantity(self.limit))`
    fn quantity<'a>(
        this: &'a Scaler,
        cost: &mut ::cel_runtime::__private::Cost<'a>,
    ) -> ::cel_runtime::__private::Verdict<'a> {
        use ::cel_runtime::__private::generated::*;
        let this = this.cel();
        ops::both(
                quantity::quantity(cost.arena(), this.__cel_request()),
                quantity::quantity(cost.arena(), this.__cel_limit()),
            )
            .map(|(left, right)| quantity::is_less_than(cost.arena(), left, right))
    }
}
