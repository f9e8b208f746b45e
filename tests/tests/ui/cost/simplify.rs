use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(
    root,
    rule = "[1, 2, 3, 4, 5, 6, 7, 8].all(a, lists.range(10000).all(b, lists.range(1000).all(c, a + b + c > self.least)))",
    manual_crd
)]
struct Scaler {
    least: i64,
}

fn main() {}
