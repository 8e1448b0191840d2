//! What the comparison of two threads found and used, as the report shows it (`--explain`).

use super::{Asked, answers};
use crate::evidence::Ledger;
use crate::subject::input::place;
use raddle_lockstep::prove;
use raddle_lockstep::prove::{Answer, Explained, Form, Guess, OfBarrier, OfLoop, Outcome, Relation, Shared};
use raddle_report::{
    Agreement, BarrierReasoning, BranchCondition, Held, Lacking, LoopReasoning, LoopVariable, Property,
    Reasoning, UserInvariant,
};
use raddle_smt::integers::Signs;

impl Asked<'_> {
    /// What was found, and what was lacking for the properties that are still open.
    pub(crate) fn reasoning(&self, outcome: &Outcome, ledger: &Ledger) -> Reasoning {
        let Explained { loops, barriers } = &outcome.explained;
        let open = ledger.entries().filter(|entry| entry.standing.is_open());
        let mut lacking = Vec::new();
        for one in open.flat_map(|entry| self.lacking(outcome, entry.property)) {
            if !lacking.contains(&one) {
                lacking.push(one);
            }
        }
        Reasoning {
            loops: loops.iter().map(|of| self.of_loop(of)).collect(),
            barriers: barriers.iter().map(|of| self.of_barrier(of)).collect(),
            lacking,
        }
    }

    fn lacking(&self, outcome: &Outcome, property: Property) -> Vec<Lacking> {
        let (answer, between) = answers(outcome, property);
        let mut all: Vec<Lacking> = Vec::new();
        for answer in [Some(answer), between].into_iter().flatten() {
            let Answer::Possible(findings) = answer else { continue };
            for valued in findings.iter().flat_map(|finding| &finding.values) {
                let Some(loc) = valued.arbitrary else { continue };
                let (location, variable) = (place(self.input, loc), valued.name.clone());
                let known = |o: &Lacking| (&o.location, &o.variable) == (&location, &variable);
                if !all.iter().any(known) {
                    all.push(Lacking { property, location, variable, value: valued.number() });
                }
            }
        }
        all
    }

    fn of_loop(&self, of: &OfLoop) -> LoopReasoning {
        let variable = |v: &prove::Variable| LoopVariable {
            name: v.name.clone(),
            formula: v.form.as_ref().map(|form| formula(&v.name, form)),
        };
        let guesses = |kept: bool| of.guesses.iter().filter(move |g| g.kept == kept).map(guess).collect();
        let invariants = of.invariants.iter().map(|(loc, held)| {
            let (held, reason) = match held {
                prove::Held::Proved => (Held::Proved, None),
                prove::Held::Entry => (Held::FailsOnEntry, None),
                prove::Held::Round => (Held::FailsAfterRound, None),
                prove::Held::Unknown(why) => (Held::Unknown, Some(self.input.terms().translated(why))),
                prove::Held::LeftOut => (Held::LeftOut, None),
            };
            UserInvariant { location: place(self.input, *loc), held, reason }
        });
        LoopReasoning {
            location: place(self.input, of.loc),
            left_by: agreement(of.left),
            variables: of.variables.iter().map(variable).collect(),
            invariants: guesses(true),
            given_up: guesses(false),
            contracts: invariants.collect(),
        }
    }

    fn of_barrier(&self, of: &OfBarrier) -> BarrierReasoning {
        let condition = |c: &prove::Condition| BranchCondition {
            location: place(self.input, c.loc),
            text: c.text.clone(),
            agreed_by: agreement(c.agreed),
        };
        BarrierReasoning {
            location: place(self.input, of.loc),
            agreed_by: agreement(of.agreed),
            conditions: of.conditions.iter().map(condition).collect(),
        }
    }
}

fn agreement(shared: Shared) -> Agreement {
    match shared {
        Shared::Launch => Agreement::Launch,
        Shared::Group => Agreement::Cta,
        Shared::Thread => Agreement::None,
    }
}

fn guess(of: &Guess) -> String {
    let (variable, bound) = (&of.variable, &of.bound);
    match of.relation {
        Relation::LeastSigned => format!("{variable} >= {bound}"),
        Relation::MostSigned => format!("{variable} <= {bound}"),
        Relation::Least => format!("{variable} >= {bound} (unsigned)"),
        Relation::Most => format!("{variable} <= {bound} (unsigned)"),
        Relation::Congruent(modulus) if bound == "0" => format!("{variable} is a multiple of {modulus}"),
        Relation::Congruent(modulus) => format!("{variable} - {} is a multiple of {modulus}", operand(bound)),
        Relation::PowerOfTwo => format!("{variable} is a power of two or 0"),
        Relation::UntilEnd(_) => format!("{variable} is {bound} until the last iteration"),
        Relation::InWidth(Signs::Signed) => format!("{variable} never wraps around"),
        Relation::InWidth(Signs::Unsigned) => format!("{variable} never wraps around (unsigned)"),
    }
}

fn operand(text: &str) -> String {
    if text.contains(' ') || text.starts_with('-') { format!("({text})") } else { text.to_owned() }
}

/// What a variable is after `rounds` rounds.
fn formula(name: &str, form: &Form) -> String {
    let times = |by: u32| if by == 1 { "rounds".to_owned() } else { format!("{by} * rounds") };
    match form {
        Form::Sum(0, parts) if parts.is_empty() => format!("{name}0"),
        Form::Sum(constant, parts) => {
            let mut text = format!("{name}0");
            let mut add = |amount: &str, minus: bool| {
                text.push_str(if minus { " - " } else { " + " });
                text.push_str(&if amount == "1" {
                    "rounds".to_owned()
                } else {
                    format!("{amount} * rounds")
                });
            };
            if *constant != 0 {
                add(&constant.unsigned_abs().to_string(), *constant < 0);
            }
            for (part, minus) in parts {
                let part = operand(part);
                add(&part, *minus);
            }
            text
        }
        Form::Left(by) => format!("{name}0 << {}", times(*by)),
        Form::Right(by) => format!("{name}0 >> {} (unsigned)", times(*by)),
        Form::Arithmetic(by) => format!("{name}0 >> {}", times(*by)),
        Form::Divided(by) => format!("{name}0 / 2^({})", times(*by)),
    }
}
