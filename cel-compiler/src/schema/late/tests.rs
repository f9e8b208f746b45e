use super::takes_whole;
use crate::schema::ValidationRule;

#[test]
fn rules_on_fields_do_not_take_the_whole() {
    let takes = |rule: &str| {
        takes_whole(&ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() }, &["more", "in"])
    };
    assert!(!takes("self.a > 0 && has(oldSelf.b)"));
    assert!(!takes("self.items.all(i, i.name == self.name)"));
    assert!(takes("self == oldSelf"));
    let optional = ValidationRule {
        rule: "oldSelf.a.orValue(1) == self.a".to_owned(),
        optional_old_self: Some(true),
        ..ValidationRule::default()
    };
    assert!(takes_whole(&optional, &[]));
    assert!(takes("self.a in [self]"));
    assert!(takes("oldSelf.hasValue()"));
    assert!(!takes("self."), "what is wrong is reported otherwise");
    assert!(!takes("has(self.more) && self.more.port == oldSelf.more.port && has(oldSelf.__in__.a)"));
    assert!(takes("self.more == oldSelf.more"));
    assert!(takes("[self.__in__].size() > 0"));
}
