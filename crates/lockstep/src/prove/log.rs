//! Contracts about a log of accesses, as GPUVerify has one.
//!
//! For each array and kind of access, the log of a thread is empty or holds one of the accesses that the thread has made
//! since the last barrier: which one is unknown. A statement about the log holds if it does for every choice. So here the log is a
//! symbol: whether there is an access, and where it lies. The question is asked in a walk from one barrier to the next, where the accesses that
//! the thread has made before the statement are known: if one is logged, it is one of those.
//!
//! A loop adds those of earlier rounds; there the statement is not decided.

use super::gaps::Gap;
use super::question::{Context, Questions, Topic, Two};
use super::setup::Setup;
use super::symbols::{Pair, Who};
use super::values::Named;
use super::walk::{Access, Kind, OfLog, Seen};
use super::{Answer, Method, What};
use raddle_ir::contracts::{self, About, LogPart, Logged, LoggedKind};
use raddle_ir::{Block, Function, Inst};
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::Region;
use raddle_symbolic::access::elements;
use std::collections::BTreeSet;

/// A log: of which accesses to which array.
type Log = (LoggedKind, Region);

/// Is something logged?
fn is_logged(terms: &mut Terms, (kind, region): Log) -> Term {
    terms.var(format!("logged {kind:?} {region:?}"), Sort::Bool)
}

/// Where it lies.
fn offset(terms: &mut Terms, (kind, region): Log) -> Term {
    terms.var(format!("logged {kind:?} {region:?} at"), Sort::Bits(64))
}

/// Where one of its bytes lies.
fn byte(terms: &mut Terms, (kind, region): Log) -> Term {
    terms.var(format!("logged {kind:?} {region:?} byte"), Sort::Bits(64))
}

/// The log that a contract speaks of, by an instruction of it that accesses the array.
fn log(setup: &Setup<'_>, asked: Logged, load: Inst) -> Option<Log> {
    let function = setup.kernel.function();
    let region = Region::of(setup.module, function, function.insts[load].kind.address()?);
    let known = !region.is_private() && !matches!(region, Region::Anywhere(_));
    known.then_some((asked.kind, region))
}

/// What a contract asks of a log, as a number of 64 bits.
pub fn asked(terms: &mut Terms, setup: &Setup<'_>, asked: Logged, load: Inst) -> Option<Term> {
    let log = log(setup, asked, load)?;
    match asked.part {
        LogPart::Start => return Some(offset(terms, log)),
        LogPart::Byte => return Some(byte(terms, log)),
        LogPart::Is => {}
    }
    let is_logged = is_logged(terms, log);
    let (one, zero) = (terms.bits(64, 1), terms.bits(64, 0));
    Some(terms.ite(is_logged, one, zero))
}

impl Method<'_, '_> {
    /// The assertions about logs that may fail, each with what is known of it.
    pub(super) fn logged(
        &mut self,
        main: &[Seen; 2],
        ask: &mut Questions<'_>,
    ) -> Result<Vec<(Inst, Answer)>, Gap> {
        let mut found = Vec::new();
        if !self.setup.contracts.have_logs() {
            return Ok(found);
        }
        // A barrier that orders the one memory and not the other ends the one log only.
        let stops = self.barriers(|fence| fence.shared && fence.global);
        for from in self.segments(main, &stops) {
            let seen = self.walks(Pair::SameCta, from, &stops)?;
            let context = self.context(Pair::SameCta, from, &seen, false);
            for of_log in &seen[0].logged {
                let answer = self.asserted(of_log, &seen, &context, ask);
                found.extend(answer.map(|answer| (of_log.claim.inst, answer)));
            }
        }
        Ok(found)
    }

    fn asserted(
        &mut self,
        of_log: &OfLog,
        seen: &[Seen; 2],
        context: &Context,
        ask: &mut Questions<'_>,
    ) -> Option<Answer> {
        let claim = &of_log.claim;
        let loc = self.setup.kernel.function().insts[claim.inst].loc;
        let logs = logs(self.setup, claim.inst);
        if of_log.in_loop || logs.is_none() {
            let reason = match logs {
                None => "it is unknown which array's log this contract is about",
                Some(_) => "this contract is about a log of accesses in a loop, which raddle does not model",
            };
            return Some(Answer::Unknown(vec![Gap { loc, reason: reason.to_owned() }]));
        }
        // The thread whose log it is has another one beside it, in what is asked.
        if self.setup.launch.threads().is_none_or(|threads| threads < 2) {
            let reason = "this contract is about a log of accesses, which raddle models only if a block has several threads";
            return Some(Answer::Unknown(vec![Gap { loc, reason: reason.to_owned() }]));
        }
        let mut parts = vec![claim.enabled, self.terms.not(claim.holds)];
        for log in logs.into_iter().flatten() {
            parts.push(self.holds_one(log, &seen[0].accesses[..of_log.before]));
        }
        let named = claim.named.iter().map(|&(value, term)| Named { who: Who::First, value, term });
        let topic = Topic { what: What::Assertion(claim.inst), loc, named: named.collect() };
        ask.open(self.terms, self.setup, Two { pair: Pair::SameCta, context, seen });
        let answer = ask.ask(self.terms, self.setup, Pair::SameCta, &parts, &topic);
        ask.end();
        answer
    }

    /// What is logged, if anything, is one of these accesses.
    fn holds_one(&mut self, log: Log, accesses: &[Access]) -> Term {
        let mut all = Vec::new();
        for access in accesses.iter().filter(|a| kind(a.kind) == log.0) {
            if access.region == log.1 {
                let size = self.terms.bits(64, u128::from(access.bytes));
                let byte = byte(self.terms, log);
                let behind = self.terms.bvsub(byte, access.offset);
                let within = self.terms.bvult(behind, size);
                let enabled = self.terms.and(access.enabled, within);
                for at in starts(self.setup.kernel.function(), access) {
                    let at = self.terms.bits(64, u128::from(at));
                    let at = self.terms.bvadd(access.offset, at);
                    let here = offset(self.terms, log);
                    let here = self.terms.eq(here, at);
                    all.push(self.terms.and(enabled, here));
                }
            } else if self.setup.meet(access.region, log.1) {
                all.push(access.enabled);
            }
        }
        let one = self.terms.any(&all);
        let is_logged = is_logged(self.terms, log);
        self.terms.implies(is_logged, one)
    }
}

fn kind(kind: Kind) -> LoggedKind {
    match kind {
        Kind::Read => LoggedKind::Read,
        Kind::Write => LoggedKind::Write,
        Kind::Atomic => LoggedKind::Atomic,
    }
}

/// Where the elements of an access begin, in bytes from its first one: each is logged for itself.
fn starts(function: &Function, access: &Access) -> Vec<u32> {
    let elements = elements(function, &function.insts[access.inst]);
    // A shared scalar is one.
    if elements.is_empty() { vec![0] } else { elements.iter().map(|element| element.before).collect() }
}

/// The logs that a contract speaks of; none if it is not known of which array one of them is.
fn logs(setup: &Setup<'_>, contract: Inst) -> Option<BTreeSet<Log>> {
    let function = setup.kernel.function();
    let of_it = |&&inst: &&Inst| setup.contracts.of(inst) == Some(contract);
    let blocks: &[Block] = setup.kernel.order();
    let insts = blocks.iter().flat_map(|&b| &function.blocks[b].insts).filter(of_it);
    let asked = insts.filter_map(|&inst| contracts::about(function, inst));
    asked
        .filter_map(
            |about| if let About::Log(asked, load) = about { Some(log(setup, asked, load)) } else { None },
        )
        .collect()
}
