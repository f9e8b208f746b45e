use super::*;

#[test]
fn types_are_found_by_name() {
    for entry in entries() {
        assert_eq!(at(&entry.path()), Some(entry), "{}", entry.path());
    }
    assert_eq!(at("api::core::v1::Nothing"), None);
    assert_eq!(named("").count(), 0);
    assert_eq!(named("zzz").count(), 0);
}

#[test]
fn every_field_is_read() {
    for entry in entries() {
        for minor in (OLDEST..=NEWEST).filter(|minor| entry.is_in(*minor)).map(Some).chain([None]) {
            let Shape::Object(fields) = entry.shape(minor) else { continue };
            let names = entry.content.split(' ').filter(|text| text.contains(':')).count();
            assert!(fields.len() <= names, "{}", entry.path());
            assert_eq!(entry.content.split(' ').filter_map(Field::read).count(), names, "{}", entry.path());
        }
    }
}

#[test]
fn versions_say_what_is_there() {
    let job = at("api::batch::v1::PodFailurePolicyOnPodConditionsPattern").expect("a type");
    let presence = |minor| match job.shape(minor) {
        Shape::Object(fields) => {
            fields.iter().find(|field| field.name == "status").map(|field| field.presence)
        }
        _ => None,
    };
    assert_eq!(presence(Some(33)), Some(Presence::AlwaysHere));
    assert_eq!(presence(Some(37)), Some(Presence::OptionalHere));
    assert_eq!(presence(None), Some(Presence::OptionalHere));
}

#[test]
fn names_in_rust_are_the_usual_ones() {
    assert_eq!(snake("matchLabels"), "match_labels");
    assert_eq!(snake("clusterIPs"), "cluster_ips");
    assert_eq!(snake("fieldsV1"), "fields_v1");
}
