use super::*;

fn check(text: &str, expected: &[&str]) {
    let documents = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let found: Vec<String> = documents.iter().map(|document| document.to_json().to_string()).collect();
    assert_eq!(found, expected, "{text}");
}

fn refused(text: &str, expected: &str) {
    assert_eq!(read(text).map_err(|error| error.to_string()).err().as_deref(), Some(expected), "{text:.80}");
}

#[test]
fn scalars_are_those_of_kubectl() {
    check("[y, No, on, 'y', ~, null, x]", &[r#"[true,false,true,"y",null,null,"x"]"#]);
    check("[1, -0x1f, 0o17, 017, 0b11, +5, 1_000]", &["[1,-31,15,15,3,5,1000]"]);
    check(
        "[1.5, 1e3, .5, 1., 1e400x, 18446744073709551616]",
        &[r#"[1.5,1000,0.5,1,"1e400x",1.8446744073709552e+19]"#],
    );
    check("[2001-01-01, 1.2.3, -x, 0x, 09]", &[r#"["2001-01-01","1.2.3","-x","0x",9]"#]);
    check("!!str 5", &[r#""5""#]);
    check("{1: a, true: b, y2: c}", &[r#"{"1":"a","true":"b","y2":"c"}"#]);
}

#[test]
fn documents_know_their_places() {
    let document = &read("a:\n  - b: |\n      text\n").expect("YAML")[0];
    let Value::List(items) = &document.field("a").expect("a").value else { panic!("a list") };
    let text = items[0].field("b").expect("b");
    assert_eq!((text.as_str(), text.at), (Some("text\n"), Position { line: 3, column: 7 }));
    assert_eq!(items[0].entries()[0].at, Position { line: 2, column: 5 });
}

#[test]
fn objects_of_json_need_nothing_between_them() {
    check(
        "{\"a\": 1}{\"a\": \"}{\\\"\"}\r\n {\"b\": {}}\n",
        &[r#"{"a":1}"#, r#"{"a":"}{\""}"#, r#"{"b":{}}"#],
    );
    check("{\"a\": 1}\n---\n{\"a\": 2}\n---\nb: 3\n", &[r#"{"a":1}"#, r#"{"a":2}"#, r#"{"b":3}"#]);
    let documents = read("{\"a\": 1} {\"b\":\r\n 2,\r \"c\": 3} {\"d\": 4}").expect("JSON");
    let places = documents.iter().flat_map(Node::entries).map(|entry| (entry.at.line, entry.at.column));
    assert_eq!(places.collect::<Vec<_>>(), [(1, 2), (1, 11), (3, 2), (3, 11)]);
    assert_eq!(documents[1].field("b").map(|b| b.at), Some(Position { line: 2, column: 2 }));
    refused("{\"a\": 1}\n  {\"b\": 1e400}", "2:9: JSON has no such number");
    refused("{\"a\": 1}\n{\"b\": 2}\nc: 3", "2:1: not valid JSON: did not find expected <document start>");
    refused("{\"kind\": \"A\", \"spec\": {\"a\": 1", "1:23: not valid JSON: unclosed bracket '{'");
    refused("[{\"kind\": \"A\"},", "1:1: not valid JSON: unclosed bracket '['");
    refused("{kind: A", "1:1: not valid YAML: unclosed bracket '{'");
}

#[test]
fn aliases_and_merges() {
    check(
        "a: &a {x: 1, y2: 2}\nb: *a\nc: {<<: *a, x: 3}",
        &[r#"{"a":{"x":1,"y2":2},"b":{"x":1,"y2":2},"c":{"x":3,"y2":2}}"#],
    );
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for i in 1..10 {
        let previous = vec![format!("*a{}", i - 1); 10].join(", ");
        bomb += &format!("a{i}: &a{i} [{previous}]\n");
    }
    refused(&bomb, "4:20: the file's aliases stand for too much");
}

#[test]
fn json_is_yaml() {
    check(
        "{\n\t\"a\": \"\\ud83d\\ude00 \\u00e9 \\/\",\n\t\"b\": [1, 2.0, null]\n}\n",
        &[r#"{"a":"😀 é /","b":[1,2.0,null]}"#],
    );
}

#[test]
fn what_cannot_be_read() {
    refused("a: 1\na: 2", "2:1: the key `a` is already on line 1");
    refused("{[1]: 2}", "1:2: a key cannot be a list");
    refused("a: .inf", "1:4: JSON has no such number");
    refused("[1, -.Inf, .nan]", "1:5: JSON has no such number");
    assert!(read(&"[".repeat(10_000)).is_err());
    assert!(read(&"- ".repeat(10_000)).is_err());
    assert!(read("a: [1").is_err());
    assert!(read("\u{0}").is_err());
}
