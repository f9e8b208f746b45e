use std::io::BufRead;
fn go(node: &cel_codegen::crd::document::Node) -> String { cel_codegen::crd::check::go_json(node) }
fn main() {
    std::thread::Builder::new().stack_size(64 << 20).spawn(|| {
    for line in std::io::stdin().lock().lines() {
        let q: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let text = match q["text"].as_str() { Some(t) => t.to_owned(), None => { println!("-"); continue } };
        match cel_codegen::crd::document::read(&text) {
            Ok(docs) => println!("[{}]", docs.iter().map(go).collect::<Vec<_>>().join(",")),
            Err(e) => println!("ERR {}", e.to_string().replace('\n', " ")),
        }
    }}).unwrap().join().unwrap();
}
