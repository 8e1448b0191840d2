//! Wrong rules. For each, some random kernel must show that theorem 5.2 fails with it: else the judge does not look.

use crate::judge::generate::Kernel;
use crate::judge::theorem::{agree, in_ssa, run_interleaved, run_together, stores, wellformed_kernel};
use crate::judge::together::Reading;
use raddle_ir::cfg::Cfg;
use raddle_ir::{Block, Terminator};
use raddle_lockstep::lockstep::Stmt;
use raddle_lockstep::{Label, LockStep, Normal, Predicated, normalise};

/// How many random kernels are tried before a wrong rule is reported as unnoticed.
const KERNELS: u64 = 20_000;

/// Finds a kernel whose program of this making breaks the theorem.
fn caught(reading: Reading, make: impl Fn(&Kernel, &Normal) -> Option<LockStep>) -> Option<u64> {
    (0..KERNELS).find(|&seed| {
        let Ok((kernel, normal)) = wellformed_kernel(seed) else { return false };
        let Some(program) = make(&kernel, &normal) else { return false };
        stores(&kernel).iter().any(|store| {
            let together = run_together(&program, &kernel, store, reading);
            let (Ok(together), Ok(interleaved)) = (together, run_interleaved(&kernel, store)) else {
                return false;
            };
            !agree(&interleaved, &together)
        })
    })
}

fn read_as(reading: Reading) -> Option<u64> {
    caught(reading, |_, normal| Some(LockStep::new(normal)))
}

/// Changes the statements of every node.
fn with(change: impl Fn(&mut Vec<Stmt>)) -> Option<u64> {
    caught(Reading::Ours, |_, normal| {
        let mut program = LockStep::new(normal);
        program.nodes.iter_mut().for_each(|node| change(&mut node.stmts));
        Some(program)
    })
}

#[test]
fn definition_4_1_to_the_letter() {
    assert!(read_as(Reading::EveryBarrierSeparates).is_some());
}

#[test]
fn psi_of_disabled_threads() {
    assert!(read_as(Reading::PsiOfAll).is_some());
}

#[test]
fn assertions_of_disabled_threads() {
    assert!(read_as(Reading::AssertOfAll).is_some());
}

#[test]
fn barriers_without_assertion() {
    assert!(read_as(Reading::NoBarrierAssertion).is_some());
}

#[test]
fn a_loop_that_ends_when_one_thread_is_done() {
    assert!(read_as(Reading::BackTogether).is_some());
}

#[test]
fn parameters_passed_along_edges_not_taken() {
    let found = caught(Reading::PassAlways, |kernel, _| {
        Some(LockStep::new(&normalise(&in_ssa(kernel.function())).ok()?))
    });
    assert!(found.is_some());
}

#[test]
fn guards_behind_the_change_of_active_as_in_figure_5() {
    let swap = |stmts: &mut Vec<Stmt>| {
        let guards = stmts.iter().position(|s| matches!(s, Stmt::Guards(_)));
        if let Some(place) = guards {
            let guards = stmts.remove(place);
            let moved = stmts.iter().position(|s| matches!(s, Stmt::Move(_))).expect("every block has one");
            stmts.insert(moved + 1, guards);
        }
    };
    assert!(with(swap).is_some());
}

#[test]
fn barriers_dropped() {
    assert!(with(|stmts| stmts.retain(|s| !matches!(s, Stmt::Barrier { .. }))).is_some());
}

#[test]
fn assertions_dropped() {
    assert!(with(|stmts| stmts.retain(|s| !matches!(s, Stmt::Assert { .. }))).is_some());
}

#[test]
fn values_that_disabled_threads_do_not_keep() {
    let found = caught(Reading::Ours, |kernel, _| {
        let mut program = LockStep::new(&normalise(&in_ssa(kernel.function())).ok()?);
        for stmt in program.nodes.iter_mut().flat_map(|n| &mut n.stmts) {
            if let Stmt::Vector { hold, .. } | Stmt::Read { hold, .. } = stmt {
                *hold = false;
            }
        }
        Some(program)
    });
    assert!(found.is_some());
}

/// Table 2 to the letter: a block that ends several loops has back and exit blocks for one of them only.
fn one_loop_per_block(innermost: bool) -> Option<u64> {
    caught(Reading::Ours, |_, normal| {
        let mut program = LockStep::new(normal);
        let mut heads: Vec<Vec<Block>> = Vec::new();
        for node in &program.nodes {
            match node.label {
                Label::Block(_) => heads.push(Vec::new()),
                Label::Back(head) => heads.last_mut()?.push(head),
                Label::Exit(_) => {}
            }
        }
        let chains: Vec<Vec<Block>> = heads.into_iter().filter(|h| h.len() > 1).collect();
        if chains.is_empty() {
            return None;
        }
        for chain in chains {
            let kept = if innermost { chain[0] } else { *chain.last()? };
            let after = program.nodes[program.place(Label::Exit(*chain.last()?))?].goto.clone();
            let before = program.place(Label::Back(chain[0]))? - 1;
            program.nodes[before].goto = vec![Label::Back(kept), Label::Exit(kept)];
            let exit = program.place(Label::Exit(kept))?;
            program.nodes[exit].goto = after;
            let of_chain =
                |label| matches!(label, Label::Back(h) | Label::Exit(h) if chain.contains(&h) && h != kept);
            program.nodes.retain(|n| !of_chain(n.label));
        }
        Some(program)
    })
}

#[test]
fn the_exit_of_an_inner_loop_that_leaves_the_outer_one() {
    assert!(one_loop_per_block(true).is_some());
}

#[test]
fn a_block_that_ends_the_outer_loop_only() {
    assert!(one_loop_per_block(false).is_some());
}

#[test]
fn a_topological_order_that_tears_loops_apart() {
    let found = caught(Reading::Ours, |_, normal| {
        let order = Cfg::new(normal.function()).rpo().to_vec();
        Some(LockStep::of(Predicated::in_order(normal, &order)))
    });
    assert!(found.is_some());
}

#[test]
fn an_order_against_the_edges() {
    let found = caught(Reading::Ours, |_, normal| {
        let mut order = normal.order().to_vec();
        let last = order.len() - 1;
        (last > 3).then(|| order.swap(1, 2))?;
        Some(LockStep::of(Predicated::in_order(normal, &order)))
    });
    assert!(found.is_some());
}

#[test]
fn one_final_barrier_for_each_exit() {
    let found = caught(Reading::Ours, |_, normal| {
        // Every predecessor of the exit gets an exit of its own.
        let mut function = normal.function().clone();
        let last = *function.order.iter().find(|&&b| function.blocks[b].term == Terminator::Return)?;
        let cfg = Cfg::new(&function);
        let preds = cfg.preds(last).to_vec();
        if preds.len() < 2 {
            return None;
        }
        for pred in preds {
            let block = function.add_block(function.loc);
            let (id, barrier) = {
                let insts = &function.blocks[last].insts;
                (insts[insts.len() - 2], insts[insts.len() - 1])
            };
            let copies: Vec<_> = [id, barrier].map(|i| function.insts[i].clone()).into();
            for data in copies {
                let types: Vec<_> = data.results.iter().map(|&r| function.ty(r)).collect();
                function.append(block, data.kind, &types, data.loc);
            }
            function.blocks[block].term = Terminator::Return;
            for target in function.blocks[pred].term.targets_mut() {
                if target.block == last {
                    target.block = block;
                }
            }
        }
        Some(LockStep::new(&normalise(&function).ok()?))
    });
    assert!(found.is_some());
}
