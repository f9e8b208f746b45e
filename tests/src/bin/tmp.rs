use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let request: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        if std::env::args().count() > 1 {
            println!("{:?}", tests::costs::type_name(&request));
            continue;
        }
        let cost = tests::costs::of_expression(&request);
        println!("{}", cost.map_or("none".into(), |c| format!("{} {}", c.min, c.max)));
    }
}
