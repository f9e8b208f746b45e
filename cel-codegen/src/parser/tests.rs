//! Tests of the parser.

use super::parse;

fn nested(open: &str, inner: &str, close: &str, count: usize) -> String {
    format!("{}{inner}{}", open.repeat(count), close.repeat(count))
}

#[test]
fn stack() {
    for (open, inner, close, n) in [
        ("(", "1", ")", 249),
        ("a.f(", "1", ")", 249),
        ("{1:", "1", "}", 249),
        ("a[", "1", "]", 249),
        ("a.all(x, ", "a", ")", 249),
        ("a||a&&-(", "1", ")", 249),
        ("a||a&&[", "1", "]", 249),
        ("a||a&&a.f(1,", "1", ")", 249),
        ("a||a&&a==a+a*!f(", "1", ")", 83),
        ("T{a: a||a&& -f(", "1", ")}", 124),
        ("c?1:", "1", "", 249),
    ] {
        let text = nested(open, inner, close, n);
        for kb in [128, 256, 384, 512, 640, 768, 896, 1024, 1536, 2048, 4096] {
            let exe = std::env::current_exe().unwrap();
            let _ = exe;
            if std::env::var("KB").as_deref() == Ok(&kb.to_string()) {
                let t = text.clone();
                let ok = std::thread::Builder::new()
                    .stack_size(kb * 1024)
                    .spawn(move || parse(&t).is_ok())
                    .unwrap()
                    .join();
                eprintln!("{open} {kb} {ok:?}");
            }
        }
    }
}
