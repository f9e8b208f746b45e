// Comments define no types.

/// As the struct Tree has a struct Node, so has the struct Node a struct Tree.
#[derive(cel_runtime::XValidation)]
struct Tree {
    root: Option<Box<Node>>,
}

#[derive(cel_runtime::XValidation)]
struct Node {
    below: Vec<Tree>,
}

fn main() {}
