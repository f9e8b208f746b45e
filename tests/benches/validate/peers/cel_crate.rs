//! The crate cel: programs without types and costs. It has no walk, so it judges rules on the root of an object.

use super::Judge;
use crate::crd;
use cel::{Context, Env, Program};
use serde_json::Value;
use std::{rc::Rc, sync::Arc};

struct Rules {
    env: Arc<Env>,
    programs: Vec<Program>,
}

impl Rules {
    fn new(schema: &Value) -> Result<Rc<Self>, &'static str> {
        let rules = crd::texts(schema);
        if rules.len() < crd::count(schema) {
            return Err("has no walk");
        }
        let env = Arc::new(Env::stdlib());
        let programs: Result<_, _> = rules.iter().map(|rule| env.compile(rule)).collect();
        Ok(Rc::new(Rules { programs: programs.map_err(|_| "refuses the rule")?, env }))
    }

    fn context(&self, object: &Value, old: Option<&Value>) -> Context<'static, 'static> {
        let mut context = Context::with_env(Arc::clone(&self.env));
        context.add_variable("self", object).expect("JSON");
        if let Some(old) = old {
            context.add_variable("oldSelf", old).expect("JSON");
        }
        context
    }

    fn hold(&self, context: &Context<'_, '_>) -> bool {
        self.programs.iter().all(|program| program.execute(context).is_ok_and(|value| value == true.into()))
    }
}

/// With the object converted each time.
pub(super) fn judge(schema: &Value, old: Option<&Value>) -> Judge {
    let (rules, old) = (Rules::new(schema)?, Rc::new(old.cloned()));
    Ok(Box::new(move |object| {
        let (rules, object, old) = (Rc::clone(&rules), object.clone(), Rc::clone(&old));
        Box::new(move || rules.hold(&rules.context(&object, Option::as_ref(&old))))
    }))
}

pub(super) fn judge_converted(schema: &Value, old: Option<&Value>) -> Judge {
    let (rules, old) = (Rules::new(schema)?, old.cloned());
    Ok(Box::new(move |object| {
        let (rules, context) = (Rc::clone(&rules), rules.context(object, old.as_ref()));
        Box::new(move || rules.hold(&context))
    }))
}
