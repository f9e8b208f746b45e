use cel_runtime::XValidation;

#[derive(XValidation)]
struct Part {
    weight: i32,
}

fn main() {
    Part::x_costs();
}
