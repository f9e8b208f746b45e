//! Objects of trees of types, judged by their programs and by the oracle.

use super::{crates::Programs, model::Tree, objects::Writer, schema::comparable};
use crate::{
    comparison::{Comparison, TYPES},
    mutation::Random,
    native::schemas::Request,
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, error::Error, sync::Arc};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What came of some trees.
#[derive(Default)]
pub struct Judgement {
    /// Objects and updates that both judged.
    pub comparison: Comparison,
    /// What serde could not read.
    pub unreadable: usize,
    /// Walks that both ended at the same cost, at different nodes: the server visits properties in random order.
    pub unsettled: usize,
    /// What is not as it should be.
    pub differences: Vec<Difference>,
}

/// A tree, an object or a pair of them, and what is wrong.
#[derive(Clone)]
pub struct Difference {
    /// The number of the tree.
    pub tree: usize,
    /// Null if it is not about objects.
    pub request: Value,
    /// In the words of rustc or both answers.
    pub text: String,
}

/// Requests about objects of a tree: half of them updates.
pub fn requests(tree: &Tree, count: usize, seed: u64) -> Vec<Value> {
    let mut random = Random::new(seed);
    let mut writer = Writer::new(tree, seed);
    let mut request = |number: usize| {
        let new = writer.root();
        let old = match random.below(5) {
            _ if number.is_multiple_of(2) => Value::Null,
            0 => writer.root(),
            1 => new.clone(),
            _ => writer.successor(&new),
        };
        let mut request = json!({"new": new, "old": old});
        // Where several nodes might end the walk, the server's order is not ours.
        let is_small = tree.items.len() < 3;
        if is_small && random.below(10) == 0 {
            request["budget"] = random.below(50).into();
        }
        if is_small && random.below(10) == 0 {
            request["perCallLimit"] = random.below(60).into();
        }
        if random.below(6) == 0 {
            request["path"] = "spec.x".into();
        }
        request
    };
    (0..count).map(&mut request).collect()
}

impl Judgement {
    /// Builds the programs of trees and asks them, and the oracle.
    ///
    /// # Errors
    /// If one of them cannot be asked.
    pub fn of(trees: &[Tree], requests: &[(usize, Value)]) -> Result<Self> {
        let programs = Programs::build(trees)?;
        let mut judgement = Judgement::default();
        for (tree, text) in &programs.broken {
            judgement.differs(*tree, &Value::Null, text.clone());
        }
        let trees: Vec<&Tree> =
            trees.iter().filter(|tree| !programs.broken.contains_key(&tree.number)).collect();
        let schemas = judgement.schemas(&programs, &trees)?;
        judgement.judge(&programs, &schemas, requests)?;
        Ok(judgement)
    }

    fn differs(&mut self, tree: usize, request: &Value, text: String) {
        self.differences.push(Difference { tree, request: request.clone(), text });
    }

    /// What the types say is in the CRD, by tree: it is what should be there, and what the rules were compiled for.
    fn schemas(&mut self, programs: &Programs, trees: &[&Tree]) -> Result<BTreeMap<usize, (bool, Arc<str>)>> {
        let asked: Vec<_> = trees.iter().map(|tree| (tree.number, json!({"schema": true}))).collect();
        let mut schemas = BTreeMap::new();
        for (tree, answer) in trees.iter().zip(programs.ask(&asked)?) {
            for difference in answer["differences"].as_array().into_iter().flatten() {
                self.differs(
                    tree.number,
                    &Value::Null,
                    format!("the CRD is not the compiled schema: {difference}"),
                );
            }
            let schema = &answer["schema"];
            let root = if tree.is_resource { &schema["properties"]["spec"] } else { schema };
            let (found, expected) = (comparable(root), comparable(&tree.schema()));
            if found != expected {
                let text = format!("the CRD has another schema\n  {found}\nthan expected\n  {expected}");
                self.differs(tree.number, &Value::Null, text);
            }
            schemas.insert(tree.number, (tree.is_resource, schema.to_string().into()));
        }
        Ok(schemas)
    }

    fn judge(
        &mut self,
        programs: &Programs,
        schemas: &BTreeMap<usize, (bool, Arc<str>)>,
        requests: &[(usize, Value)],
    ) -> Result<()> {
        let requests: Vec<_> =
            requests.iter().filter(|(tree, _)| schemas.contains_key(tree)).cloned().collect();
        let (mut asked, mut ours) = (Vec::new(), Vec::new());
        for (number, ((tree, request), answer)) in requests.iter().zip(programs.ask(&requests)?).enumerate() {
            if answer.get("unreadable").is_some() {
                self.unreadable += 1;
                continue;
            }
            if answer.get("report").is_none() {
                self.differs(*tree, request, answer.to_string());
                continue;
            }
            let (is_resource, schema) = &schemas[tree];
            let mut fields = json!({
                "id": number, "self": answer["new"], "oldSelf": answer["old"], "only": ["errors"],
            });
            for key in ["budget", "perCallLimit", "path"].iter().filter(|key| request.get(**key).is_some()) {
                fields[*key] = request[*key].clone();
            }
            if *is_resource {
                fields["isResourceRoot"] = true.into();
            }
            let fields: Map<String, Value> = fields.as_object().cloned().unwrap_or_default();
            asked.push(Request { schema: schema.clone(), fields });
            ours.push(answer["report"].clone());
        }
        let mut comparison = Comparison::of(&TYPES, &asked, |_| Ok(ours))?;
        for difference in &comparison.differences {
            if both_stopped(difference) {
                self.unsettled += 1;
                continue;
            }
            let line: Value = serde_json::from_str(difference["request"].as_str().unwrap_or_default())?;
            let number = line["id"].as_u64().and_then(|id| usize::try_from(id).ok()).ok_or("an id")?;
            let (tree, request) = &requests[number];
            let text = format!(
                "new     {}\nold     {}\nserver  {}\nours    {}",
                line["self"], line["oldSelf"], difference["theirs"], difference["ours"]
            );
            self.differs(*tree, request, text);
        }
        comparison.differences.retain(|difference| !both_stopped(difference));
        self.comparison.add(comparison);
        Ok(())
    }

    /// Both together.
    pub fn add(&mut self, other: Judgement) {
        self.comparison.add(other.comparison);
        self.unreadable += other.unreadable;
        self.unsettled += other.unsettled;
        self.differences.extend(other.differences);
    }
}

fn both_stopped(difference: &Value) -> bool {
    let (theirs, ours) = (&difference["theirs"], &difference["ours"]);
    theirs["remaining_budget"] == -1
        && ours["remaining_budget"] == -1
        && theirs["runtime_cost"] == ours["runtime_cost"]
}
