//! CRDs in the style of operators, each of a domain of its own: what is added for rules is the derive and the line with the transform.

#![cfg(feature = "long")]
#![allow(clippy::duplicated_attributes, reason = "rules may have the same message")]

mod backup;
mod bucket;
mod certificate;
mod cluster;
mod cron;
mod database;
mod dns;
mod flags;
mod game;
mod gateway;
mod host;
mod identity;
mod postgres;
mod query;
mod queue;
mod runner;
mod stream;
mod tenant;
mod workload;

use tests_crds::Crd;

/// All of them.
pub fn all() -> Vec<Crd> {
    let modules: [Vec<Crd>; 19] = [
        backup::crds(),
        bucket::crds(),
        certificate::crds(),
        cluster::crds(),
        cron::crds(),
        database::crds(),
        dns::crds(),
        flags::crds(),
        game::crds(),
        gateway::crds(),
        host::crds(),
        identity::crds(),
        postgres::crds(),
        query::crds(),
        queue::crds(),
        runner::crds(),
        stream::crds(),
        tenant::crds(),
        workload::crds(),
    ];
    modules.into_iter().flatten().collect()
}
