// Types of all kinds, with rules that use every part of generated code. Names of the user begin with `q`; all others are paths from
// a crate, so that whatever stands around means nothing here.

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "self.qInner.qText != '' && self.qList.all(q, q.qText != 'x') && self.qMap.exists(q, q == 'a')", manual_crd)]
#[x_validation(rule = "has(self.qMaybe) ? self.qMaybe.qText == 'a' : self.qNumbers.map(q, q * 2).filter(q, q > 1).size() < 5")]
#[x_validation(rule = "self.qNumbers.exists_one(q, q == 1) || self.qNumbers.sum() > 3 && self.qNumbers.isSorted()")]
#[x_validation(rule = "self == self && self.qInner == self.qInner && self.qList == self.qList && self.qKeyed == self.qKeyed && self.qSource == self.qSource && self.qFlat > 0")]
#[x_validation(rule = "oldSelf.qNumbers == self.qNumbers && self.qInner != oldSelf.qInner", message_expression = "'%d %s'.format([self.qFlat, oldSelf.qInner.qText])")]
#[x_validation(rule = "self.qInner.qText.matches('^(a+b)+$') && self.qInner.qText.find('b') == '' && self.qInner.qText.split(',').join('-') == ''")]
#[x_validation(rule = "self.qInner.qText.matches('^a+b*[c-d]{2}$') ? self.qInner.qText.find('^-.') == '' : self.qInner.qText.find('^e$') == '' || self.qInner.qText.matches('^[^-]')")]
#[x_validation(rule = "self.qInner.qText.split(',')[0] == '' || [1].all(q, duration(self.qInner.qText) > duration('1s')) || [1].exists(q, ip(self.qInner.qText).family() == q)")]
#[x_validation(rule = "self.qInner.?qText.orValue('').charAt(0) == 'a' && optional.of(1).optMap(q, q + 1).hasValue()")]
#[x_validation(rule = "dyn(self.qNumbers)[0] == 1u && type(self.qNumbers[0]) == int && [dyn(1), dyn(2.0), dyn('c')].exists(q, q == self.qFlat)")]
#[x_validation(rule = "self.qList.all(part, part.qText != 'y') && self.qList.all(units, units.qText.startsWith('a'))")]
#[x_validation(rule = "{'a': self.qFlat, 'b': 2}.all(q, w, w > 0) && {1: 'a'}.transformMap(q, w, w + 'b')[1] == 'ab'")]
#[x_validation(rule = "duration('1h') > duration(self.qInner.qText) && timestamp('2020-01-01T00:00:00Z').getFullYear('UTC') == 2020")]
#[x_validation(rule = "url(self.qInner.qText).getHost() == '' || ip(self.qInner.qText).family() == 4 || cidr('10.0.0.0/8').containsIP('10.0.0.1')")]
#[x_validation(rule = "quantity(self.qInner.qText).isGreaterThan(quantity('1Mi')) || semver('1.0.0').major() == 1 || sets.contains(self.qNumbers, [1])")]
#[x_validation(rule = "self.qMode in ['QFast', 'QSlow'] && string(self.qFlat) + 'a' == self.qInner.qText && bytes('a') == b'a'")]
#[x_validation(rule = "self.qWide > 1 && self.qFloat < 1.5 && self.qBool && self.qFree.size() == 0 && format.uuid().validate('a').hasValue()")]
#[x_validation(rule = "self.qSet == self.qSet && [1, 2].indexOf(self.qFlat) == 0 && -self.qFlat < 1 && [self.qInner].exists(q, q.qText == 'a')")]
pub struct QSpec {
    #[serde(rename = "qInner")]
    pub q_inner: QInner,
    #[serde(rename = "qList")]
    #[x_validation(items(rule = "self.qText != 'y'"))]
    pub q_list: ::std::vec::Vec<QInner>,
    #[serde(rename = "qKeyed")]
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["qText"]))]
    #[x_validation(items(rule = "self == oldSelf"))]
    pub q_keyed: ::std::vec::Vec<QInner>,
    #[serde(rename = "qMap")]
    #[x_validation(values(rule = "self.qText == oldSelf.qText"))]
    pub q_map: ::std::collections::BTreeMap<::std::string::String, QInner>,
    #[serde(rename = "qMaybe", skip_serializing_if = "::core::option::Option::is_none")]
    #[x_validation(rule = "self.qText != 'y'")]
    pub q_maybe: ::core::option::Option<::std::boxed::Box<QInner>>,
    #[serde(rename = "qNumbers", default, skip_serializing_if = "::std::vec::Vec::is_empty")]
    #[schemars(length(max = QMAX))]
    pub q_numbers: ::std::vec::Vec<::core::primitive::i64>,
    #[serde(rename = "qSource")]
    pub q_source: QSource,
    #[serde(rename = "qMode")]
    pub q_mode: QMode,
    #[serde(rename = "qWide")]
    #[x_validation(rule = "self < 10", self(rule = "self < 11"), self(rule = "self < 12"), self(rule = "self < 13"), self(rule = "self < 14"))]
    pub q_wide: ::core::primitive::u64,
    #[serde(rename = "qFloat")]
    pub q_float: ::core::primitive::f64,
    #[serde(rename = "qBool")]
    pub q_bool: ::core::primitive::bool,
    #[serde(rename = "qChar")]
    pub q_char: ::core::option::Option<::core::primitive::char>,
    #[serde(rename = "qName")]
    pub q_name: QName,
    #[serde(rename = "qJson")]
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    #[x_validation(rule = "self != 'a'")]
    pub q_json: ::serde_json::Value,
    #[serde(rename = "qFree")]
    pub q_free: ::std::collections::BTreeMap<::std::string::String, ::core::primitive::i32>,
    #[serde(rename = "qSet")]
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    pub q_set: ::core::option::Option<::std::vec::Vec<::std::string::String>>,
    #[serde(rename = "qUntagged")]
    pub q_untagged: QUntagged,
    #[serde(flatten)]
    pub q_flat: QFlat,
}

const QMAX: ::core::primitive::u64 = 9;

pub struct QOpaque;

// Rules compare whole objects where schemars says what is in them.
#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "has(self.qOpaque) || self.qName != ''", manual_crd)]
pub struct QHolder {
    #[serde(rename = "qOpaque")]
    #[x_validation(opaque)]
    pub q_opaque: ::core::option::Option<QOpaque>,
    #[serde(rename = "qName")]
    pub q_name: ::std::string::String,
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "self.qText != 'z'", manual_crd)]
pub struct QInner {
    #[serde(rename = "qText")]
    pub q_text: ::std::string::String,
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "self.qFlat < 7", manual_crd)]
pub struct QFlat {
    #[serde(rename = "qFlat")]
    pub q_flat: ::core::primitive::i32,
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "has(self.QGit) == has(self.QGit)", manual_crd)]
pub enum QSource {
    QGit {
        #[serde(rename = "qUrl")]
        #[x_validation(rule = "self != 'a'")]
        q_url: ::std::string::String,
        q_null: ::core::option::Option<::core::primitive::i32>,
    },
    QImage(QInner),
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "self != 'QNone'", manual_crd)]
pub enum QMode {
    QFast,
    QSlow,
}

#[derive(::cel_runtime::XValidation)]
#[serde(untagged)]
pub enum QUntagged {
    QLeft { q_left: ::core::primitive::i32, q_both: ::core::primitive::i32 },
    QRight { q_right: ::core::primitive::i32, q_both: ::core::primitive::i32 },
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "self != ''", manual_crd)]
pub struct QName(#[schemars(length(max = 9))] pub ::std::string::String);

// The keys of maps are read.
impl<'q> ::cel_runtime::__private::serde::Deserialize<'q> for QName {
    fn deserialize<Q: ::cel_runtime::__private::serde::Deserializer<'q>>(
        q: Q,
    ) -> ::core::result::Result<Self, Q::Error> {
        ::core::result::Result::map(::cel_runtime::__private::serde::Deserialize::deserialize(q), QName)
    }
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "TERMS_OF_SELF", manual_crd)]
#[x_validation(rule = "self.qList.all(q, TERMS_OF_ITEM) && self.?qMaybe.optMap(q, q == q && q == q).orValue(true)")]
#[x_validation(rule = "self.?qMaybe.optMap(q, TERMS_OF_ITEM).orValue(true)")]
pub struct QLarge {
    #[serde(rename = "qInner")]
    pub q_inner: QInner,
    #[serde(rename = "qList")]
    pub q_list: ::std::vec::Vec<QInner>,
    #[serde(rename = "qMaybe")]
    pub q_maybe: ::core::option::Option<QInner>,
}

#[derive(::cel_runtime::XValidation)]
#[x_validation(rule = "self.qResources == self.qResources && has(self.qResources.limits) && self.qTime == self.qTime", manual_crd)]
#[x_validation(rule = "self.qEnv.all(q, q.name != 'q' && (!has(q.valueFrom) || q == self.qEnv[0])) && oldSelf.qEnv == self.qEnv")]
pub struct QKube {
    #[serde(rename = "qResources")]
    pub q_resources: ::core::option::Option<::k8s_openapi::api::core::v1::ResourceRequirements>,
    #[serde(rename = "qEnv")]
    pub q_env: ::std::vec::Vec<::k8s_openapi::api::core::v1::EnvVar>,
    #[serde(rename = "qTime")]
    pub q_time: ::core::option::Option<::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time>,
    #[serde(rename = "qPort")]
    #[x_validation(rule = "self != 0")]
    pub q_port: ::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString,
}

// Two enums that schemars writes under different keywords.
#[derive(::cel_runtime::XValidation)]
pub struct QFlattened {
    #[serde(flatten)]
    pub q_source: QSource,
    #[serde(flatten)]
    pub q_untagged: ::core::option::Option<QUntagged>,
}

#[derive(::cel_runtime::XValidation)]
pub struct QMaps {
    #[serde(rename = "qNamed")]
    pub q_named: ::std::collections::BTreeMap<QName, QInner>,
    #[serde(rename = "qModes")]
    pub q_modes: ::std::collections::BTreeMap<QMode, QInner>,
}

pub fn q_all(q: &QSpec) -> ::core::primitive::bool {
    ::cel_runtime::XValidation::x_validate(q).is_ok()
}
