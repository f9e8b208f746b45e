//! Validation of an object: the server's walk, budgets and messages.

mod failure;
mod report;
mod resource;
pub mod texts;
pub(crate) mod walk;

pub use self::{
    report::{Report, RuleCost, RuleVerdict},
    resource::ResourceSpec,
    walk::Validation,
};

use crate::{
    costs::{self, Root, RuleEstimate},
    error::ErrorList,
    field_path::{FieldPath, Path},
    node::Node,
    options::{Options, SERVER},
    ratcheting::{Ratcheting, Written},
};
use serde::Serialize;

/// Runs the rules of a custom resource as the API server does. Derive it:
///
/// ```
/// use cel_runtime::{Options, XValidation};
/// use schemars::JsonSchema;
/// use serde::Serialize;
///
/// #[derive(XValidation, JsonSchema, Serialize)]
/// #[schemars(transform = Limits::x_validations)]
/// #[x_validation(rule = "self.min <= self.max")]
/// struct Limits {
///     min: i32,
///     max: i32,
/// }
///
/// # fn main() {
/// let report = Limits { min: 1, max: 2 }.x_evaluate(None, &Options::default());
/// assert!(report.errors.is_empty());
/// assert_eq!((report.runtime_cost, report.rules.len()), (5, 1));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not derive `XValidation`",
    label = "this type has no compiled schema",
    note = "add `#[derive(XValidation)]` to `{Self}`",
    note = "or mark the field `#[x_validation(opaque)]`, so that rules do not look into it"
)]
pub trait XValidation: Node {
    /// Validates a new object.
    ///
    /// # Errors
    /// All rules that failed.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    ///
    /// #[derive(XValidation)]
    /// #[x_validation(manual_crd)]
    /// struct Disk {
    ///     #[x_validation(rule = "self > 0")]
    ///     size: i64,
    /// }
    ///
    /// # fn main() {
    /// assert!(Disk { size: 1 }.x_validate().is_ok());
    /// let errors = Disk { size: 0 }.x_validate().unwrap_err();
    /// assert_eq!(errors.to_string(), "size: Invalid value: 0: failed rule: self > 0");
    /// # }
    /// ```
    fn x_validate(&self) -> Result<(), ErrorList> {
        let mut validation = Validation::of_server();
        validation.walk(self, None);
        match validation.record {
            None => Ok(()),
            // There are no warnings without an old object.
            Some(record) => record.into_result(&SERVER.path).map(drop),
        }
    }

    /// Validates a part of an object, a spec for example. Paths begin with `path`.
    ///
    /// ```
    /// # use cel_runtime::XValidation;
    /// # #[derive(XValidation)]
    /// # #[x_validation(manual_crd)]
    /// # struct DiskSpec {
    /// #     #[x_validation(rule = "self > 0")]
    /// #     size: i64,
    /// # }
    /// # fn main() {
    /// let errors = DiskSpec { size: 0 }.x_validate_at("spec").unwrap_err();
    /// assert_eq!(errors[0].field(), "spec.size");
    /// # }
    /// ```
    ///
    /// # Errors
    /// All rules that failed.
    fn x_validate_at(&self, path: impl Into<FieldPath>) -> Result<(), ErrorList>
    where
        Self: Sized,
    {
        let options = Options::default().at(path);
        let mut validation = Validation::new(&options);
        validation.walk(self, None);
        validation.record.map_or(Ok(()), |record| record.into_result(&options.path).map(drop))
    }

    /// Validates an object that replaces another. Rules with `oldSelf` compare the two. A failure at a value that the update did not
    /// change is only a warning.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    /// use serde::Serialize;
    ///
    /// #[derive(XValidation, Serialize)]
    /// #[x_validation(manual_crd)]
    /// struct Disk {
    ///     #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
    ///     size: i64,
    ///     #[x_validation(rule = "self != ''")]
    ///     zone: String,
    /// }
    ///
    /// # fn main() {
    /// let old = Disk { size: 5, zone: String::new() };
    /// let smaller = Disk { size: 4, zone: "a".to_owned() };
    /// let errors = smaller.x_validate_update(&old).unwrap_err();
    /// assert_eq!(errors.to_string(), "size: Invalid value: 4: disks only grow");
    ///
    /// // The zone was empty before: a warning.
    /// let warnings = Disk { size: 6, zone: String::new() }.x_validate_update(&old).unwrap();
    /// assert_eq!(warnings.to_string(), "zone: Invalid value: \"\": failed rule: self != ''");
    /// # }
    /// ```
    ///
    /// # Errors
    /// All rules that failed, without the warnings.
    fn x_validate_update(&self, old: &Self) -> Result<Warnings, ErrorList>
    where
        Self: Serialize + Sized,
    {
        let write = |names: &[&str]| Written::part(self, old, names);
        let mut ratcheting = Ratcheting::typed(Self::SCHEMA, Self::described, &write);
        let mut is_unchanged = |path: &Path<'_>| ratcheting.is_unchanged(path);
        let mut validation = Validation::of_server();
        validation.is_unchanged = Some(&mut is_unchanged);
        validation.walk(self, Some(old));
        match validation.record {
            None => Ok(Warnings::default()),
            Some(record) => record.into_result(&SERVER.path),
        }
    }

    /// Validates an object and reports the costs. `old` is the object that it replaces; without it the object is new.
    ///
    /// ```
    /// use cel_runtime::{Options, XValidation};
    /// use serde::Serialize;
    ///
    /// #[derive(XValidation, Serialize)]
    /// #[x_validation(manual_crd)]
    /// struct Disk {
    ///     #[x_validation(rule = "self > 0")]
    ///     size: i64,
    /// }
    ///
    /// # fn main() {
    /// let report = Disk { size: 0 }.x_evaluate(None, &Options::default());
    /// assert_eq!(report.errors.len(), 1);
    /// assert_eq!((report.rules[0].path.as_str(), report.rules[0].cost), ("size", 2));
    /// assert_eq!((report.runtime_cost, report.remaining_budget), (2, 9_999_998));
    /// # }
    /// ```
    fn x_evaluate(&self, old: Option<&Self>, options: &Options) -> Report
    where
        Self: Serialize + Sized,
    {
        let write = |names: &[&str]| Written::part(self, old?, names);
        let ratcheting = old.filter(|_| options.ratcheting);
        let ratcheting = ratcheting.map(|_| Ratcheting::typed(Self::SCHEMA, Self::described, &write));
        Validation::report(options, ratcheting, &|validation| validation.walk(self, old))
    }

    /// Validates the spec of a custom resource as a new resource of this name. The rules of `#[kube(validation = ..)]` run, too, and
    /// paths begin with `spec`. [`x_validate`](Self::x_validate) of a spec runs only the rules on the spec and below it.
    ///
    /// The resource has a copy of the spec. It has no labels, no namespace and no status. In a rule such as
    /// `self.metadata.name == self.spec.zone`, `self.metadata.name` is `name`.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    /// # use kube::CustomResource;
    /// # use schemars::JsonSchema;
    /// # use serde::{Deserialize, Serialize};
    ///
    /// #[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
    /// #[kube(group = "example.dev", version = "v1", kind = "Disk")]
    /// #[kube(validation = ("self.metadata.name.startsWith(self.spec.zone)", "named for the zone"))]
    /// #[schemars(transform = DiskSpec::x_validations)]
    /// pub struct DiskSpec {
    ///     zone: String,
    ///     #[x_validation(rule = "self > 0")]
    ///     size: i64,
    /// }
    ///
    /// # fn main() {
    /// let spec = DiskSpec { zone: "a".to_owned(), size: 0 };
    /// assert_eq!(spec.x_validate().unwrap_err().to_string(), "size: Invalid value: 0: failed rule: self > 0");
    /// assert_eq!(
    ///     spec.x_validate_as("b-1").unwrap_err().to_string(),
    ///     "[<nil>: Invalid value: named for the zone, spec.size: Invalid value: 0: failed rule: self > 0]"
    /// );
    /// # }
    /// ```
    ///
    /// # Errors
    /// All rules that failed.
    fn x_validate_as(&self, name: &str) -> Result<(), ErrorList>
    where
        Self: ResourceSpec + Clone,
    {
        self.clone().into_resource(name).x_validate()
    }

    /// Validates an update of a resource of this name. `old` is the spec before the update.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    /// # use kube::CustomResource;
    /// # use schemars::JsonSchema;
    /// # use serde::{Deserialize, Serialize};
    ///
    /// #[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
    /// #[kube(group = "example.dev", version = "v1", kind = "Disk")]
    /// #[schemars(transform = DiskSpec::x_validations)]
    /// pub struct DiskSpec {
    ///     #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
    ///     size: i64,
    /// }
    ///
    /// # fn main() {
    /// let old = DiskSpec { size: 5 };
    /// let errors = DiskSpec { size: 4 }.x_validate_update_as(&old, "data").unwrap_err();
    /// assert_eq!(errors.to_string(), "spec.size: Invalid value: 4: disks only grow");
    /// # }
    /// ```
    ///
    /// # Errors
    /// All rules that failed, without the warnings.
    fn x_validate_update_as(&self, old: &Self, name: &str) -> Result<Warnings, ErrorList>
    where
        Self: ResourceSpec<Resource: Serialize> + Clone,
    {
        self.clone().into_resource(name).x_validate_update(&old.clone().into_resource(name))
    }

    /// The highest cost of each rule at each of its places in the schema, as the server estimates it when the CRD is created. If a cost
    /// exceeds a limit, the type does not compile.
    ///
    /// ```
    /// use cel_runtime::XValidation;
    /// use serde::Serialize;
    ///
    /// #[derive(XValidation, Serialize)]
    /// #[x_validation(rule = "self.from != self.to", manual_crd)]
    /// struct Route {
    ///     from: String,
    ///     to: String,
    /// }
    ///
    /// #[derive(XValidation, Serialize)]
    /// #[x_validation(root)]
    /// struct Routes {
    ///     #[schemars(length(max = 20))]
    ///     routes: Vec<Route>,
    /// }
    ///
    /// # fn main() {
    /// let [route] = Routes::x_costs().try_into().unwrap();
    /// assert_eq!((&*route.path, &*route.type_name), ("routes[]", "Route"));
    /// assert_eq!((route.max_cost, route.cardinality, route.estimated_cost), (314_577, 20, 6_291_540));
    /// assert_eq!(format!("{:.0} %", route.share() * 100.0), "63 %");
    /// # }
    /// ```
    fn x_costs() -> Vec<RuleEstimate>
    where
        Self: Root + Sized,
    {
        costs::read::<Self>()
    }
}

/// The failures that ratcheting turned into warnings.
pub type Warnings = ErrorList;

#[cfg(test)]
mod tests;
