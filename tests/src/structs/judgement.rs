//! Objects of trees of types: the answers of their programs and of the oracle.

use super::{crates::Programs, model::Tree, objects::Writer, schema::comparable};
use crate::{
    comparison::{Comparison, TYPES},
    mutation::Random,
    native::schemas::Request,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, error::Error, sync::Arc};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Results for some trees.
#[derive(Default)]
pub struct Judgement {
    /// Objects and updates that both judged.
    pub comparison: Comparison,
    /// Number of updates among them.
    pub updates: usize,
    /// Objects that serde could not read.
    pub unreadable: usize,
    /// Evaluations that both ended at the same cost, but at different nodes: the server visits properties in random order.
    pub unsettled: usize,
    /// Differences.
    pub differences: Vec<Difference>,
}

/// A tree, an object or a pair of objects, and the difference.
#[derive(Clone)]
pub struct Difference {
    /// The number of the tree.
    pub tree: usize,
    /// Null if the difference is not about an object.
    pub request: Value,
    /// The error of rustc, or both answers.
    pub text: String,
}

/// Requests about objects of a tree: this many updates, and a quarter as many new objects.
pub fn requests(tree: &Tree, updates: usize, seed: u64) -> Vec<Value> {
    let mut random = Random::new(seed);
    let mut writer = Writer::new(tree, seed);
    let mut request = |number: usize| {
        let new = writer.root();
        let old = match random.below(5) {
            _ if number.is_multiple_of(CREATES) => Value::Null,
            0 => writer.root(),
            1 => new.clone(),
            _ => writer.successor(&new),
        };
        let mut request = json!({"new": new, "old": old});
        if random.below(8) == 0 {
            request["twice"] = true.into();
        }
        // If several nodes can end the evaluation, the server's order may differ from ours.
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
    (0..updates.div_ceil(CREATES - 1) * CREATES).map(&mut request).collect()
}

/// The programs of some trees.
pub struct Judge {
    programs: Programs,
    /// By the number of a tree: true for a custom resource, and the schema that its program reports.
    schemas: BTreeMap<usize, (bool, Arc<str>)>,
    /// Differences in the trees themselves, without objects.
    pub differences: Vec<Difference>,
    /// Number of trees that the derive refuses because they compare opaque values in generic types.
    pub refused: usize,
}

impl Judge {
    /// Builds the programs of trees, and checks their schemas.
    ///
    /// # Errors
    /// If a program cannot be built or asked.
    pub fn new(trees: &[Tree]) -> Result<Self> {
        let programs = Programs::build(trees)?;
        let (refused, broken): (Vec<_>, Vec<_>) =
            programs.broken.iter().partition(|(_, text)| text.contains(UNDESCRIBED));
        let differences = broken.into_iter().map(|(tree, text)| Difference {
            tree: *tree,
            request: Value::Null,
            text: text.clone(),
        });
        let (differences, refused) = (differences.collect(), refused.len());
        let mut judge = Judge { programs, schemas: BTreeMap::new(), differences, refused };
        judge.read_schemas(trees)?;
        Ok(judge)
    }

    /// Checks that the rules in the reported schema are those of the tree, and that the same rules were compiled.
    fn read_schemas(&mut self, trees: &[Tree]) -> Result<()> {
        let is_built = |tree: &&Tree| !self.programs.broken.contains_key(&tree.number);
        let trees: Vec<&Tree> = trees.iter().filter(is_built).collect();
        let asked: Vec<_> = trees.iter().map(|tree| (tree.number, json!({"schema": true}))).collect();
        for (tree, answer) in trees.iter().zip(self.programs.ask(&asked)?) {
            let mut differs = |text| {
                let difference = Difference { tree: tree.number, request: Value::Null, text };
                self.differences.push(difference);
            };
            for difference in answer["differences"].as_array().into_iter().flatten() {
                differs(format!("the CRD is not the compiled schema: {difference}"));
            }
            let schema = &answer["schema"];
            let root = if tree.is_resource { &schema["properties"]["spec"] } else { schema };
            let (found, expected) = (comparable(root), comparable(&tree.schema()));
            if found != expected {
                differs(format!("the CRD has another schema\n  {found}\nthan expected\n  {expected}"));
            }
            self.schemas.insert(tree.number, (tree.is_resource, schema.to_string().into()));
        }
        Ok(())
    }

    /// Asks the programs and the oracle about objects, each with the number of its tree.
    ///
    /// # Errors
    /// If a program or the oracle cannot be asked.
    pub fn ask(&self, requests: &[(usize, Value)]) -> Result<Judgement> {
        let mut judgement = Judgement::default();
        let is_built = |(tree, _): &&(usize, Value)| self.schemas.contains_key(tree);
        let requests: Vec<_> = requests.iter().filter(is_built).cloned().collect();
        let (mut asked, mut ours) = (Vec::new(), Vec::new());
        for (number, ((tree, request), answer)) in
            requests.iter().zip(self.programs.ask(&requests)?).enumerate()
        {
            if answer.get("unreadable").is_some() {
                judgement.unreadable += 1;
                continue;
            }
            if answer.get("report").is_none() {
                judgement.differs(*tree, request, answer.to_string());
                continue;
            }
            judgement.updates += usize::from(!answer["old"].is_null());
            asked.push(self.question(number, *tree, request, &answer));
            ours.push(answer["report"].clone());
        }
        judgement.compare(&requests, &asked, ours)?;
        Ok(judgement)
    }

    /// The request for the oracle, with the objects that serde writes.
    fn question(&self, number: usize, tree: usize, request: &Value, answer: &Value) -> Request {
        let (is_resource, schema) = &self.schemas[&tree];
        let mut fields = json!({
            "id": number, "self": answer["new"], "oldSelf": answer["old"], "only": ["errors"],
        });
        for key in ["budget", "perCallLimit", "path"].iter().filter(|key| request.get(**key).is_some()) {
            fields[*key] = request[*key].clone();
        }
        if *is_resource {
            fields["isResourceRoot"] = true.into();
        }
        Request { schema: schema.clone(), fields: fields.as_object().cloned().unwrap_or_default() }
    }
}

impl Judgement {
    fn differs(&mut self, tree: usize, request: &Value, text: String) {
        self.differences.push(Difference { tree, request: request.clone(), text });
    }

    fn compare(&mut self, requests: &[(usize, Value)], asked: &[Request], ours: Vec<Value>) -> Result<()> {
        let mut comparison = Comparison::of(&TYPES, asked, |_| Ok(ours))?;
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

    /// Adds the results of another run.
    pub fn add(&mut self, other: Judgement) {
        self.comparison.add(other.comparison);
        self.updates += other.updates;
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

/// A part of the derive's error for such trees.
const UNDESCRIBED: &str = "a rule compares an opaque value whose schema is not known here";

/// One of this many requests is for a new object.
const CREATES: usize = 5;
