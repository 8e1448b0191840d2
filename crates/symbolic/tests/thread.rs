//! What a launch fixes for a thread.

use raddle_ir::Special;
use raddle_launch::LaunchSpace;
use raddle_smt::{Model, Op, Term, Terms, Value};
use raddle_symbolic::Thread;
use raddle_symbolic::thread::{nctaid, ntid};

/// The model of one thread of a launch whose sizes are all free.
fn at(terms: &mut Terms, thread: Thread<'_>, [block, grid, tid, cta]: [[u128; 3]; 4]) -> Model {
    let mut model = Model::default();
    let mut set = |terms: &Terms, term: Term, value: u128| {
        if let Op::Var(symbol) = terms.op(term) {
            model.variables.insert(symbol, Value::Scalar(value));
        }
    };
    for dim in 0..3 {
        let (size, ctas) = (ntid(terms, thread.launch, dim), nctaid(terms, thread.launch, dim));
        let (own, of_block) = (thread.tid(terms, dim), thread.ctaid(terms, dim));
        for (term, value) in [(size, block[dim]), (ctas, grid[dim]), (own, tid[dim]), (of_block, cta[dim])] {
            set(terms, term, value);
        }
        // The products that have a symbol of their own.
        for (factor, value) in [(of_block, cta[dim]), (ctas, grid[dim])] {
            if let Some(product) = thread.product(terms, [factor, size]) {
                set(terms, product, value * block[dim]);
            }
        }
    }
    model
}

/// Whatever is said of a thread holds of each thread of each launch, and of no thread that lies outside.
#[test]
fn facts_hold_of_every_thread() {
    let launch = LaunchSpace::default();
    let thread = Thread { launch: &launch, own: "", of_block: "" };
    let mut terms = Terms::new();
    let facts = thread.facts(&mut terms);
    assert!(!facts.is_empty());
    let mut all = 0;
    for block in [[1, 1, 1], [2, 1, 1], [3, 2, 1], [32, 4, 2], [1024, 1, 1]] {
        for grid in [[1, 1, 1], [2, 3, 1], [7, 1, 2]] {
            for tid in [[0, 0, 0], [1, 0, 0], [2, 1, 0], [31, 3, 1], [1023, 0, 0]] {
                for cta in [[0, 0, 0], [1, 0, 0], [6, 0, 1], [1, 2, 0]] {
                    let model = at(&mut terms, thread, [block, grid, tid, cta]);
                    let inside = (0..3).all(|dim| tid[dim] < block[dim] && cta[dim] < grid[dim]);
                    let holds = facts.iter().all(|&fact| model.holds(&terms, fact) == Some(true));
                    assert_eq!(holds, inside, "{block:?} {grid:?} {tid:?} {cta:?}");
                    all += usize::from(inside);
                }
            }
        }
    }
    assert!(all > 20, "{all}");
}

#[test]
fn lanes_are_cut_from_a_block_in_order() {
    let launch = LaunchSpace { warp_size: 8, ..LaunchSpace::default() };
    let thread = Thread { launch: &launch, own: "", of_block: "" };
    let mut terms = Terms::new();
    let specials = [
        (Special::LaneId, 5),
        (Special::LaneMaskEq, 0x20),
        (Special::LaneMaskLt, 0x1f),
        (Special::LaneMaskLe, 0x3f),
        (Special::LaneMaskGe, 0xffff_ffe0),
        (Special::LaneMaskGt, 0xffff_ffc0),
        (Special::WarpSize, 8),
    ];
    // Thread 1 + 4 * (0 + 3 * 1) = 13 of 24: lane 5 of warp 1.
    let model = at(&mut terms, thread, [[4, 3, 2], [1, 1, 1], [1, 0, 1], [0, 0, 0]]);
    for (special, expect) in specials {
        let term = thread.special(&mut terms, special).expect("it is the same at each read");
        assert_eq!(model.value(&terms, term).and_then(|v| v.scalar()), Some(expect), "{special:?}");
    }
    for special in [Special::Clock, Special::WarpId, Special::SmId] {
        assert_eq!(thread.special(&mut terms, special), None);
    }
}

/// Distinct threads share what the launch fixes, and what their block has if it is the same.
#[test]
fn names_tell_threads_apart() {
    let launch = LaunchSpace::default();
    let [one, two] = ["!1", "!2"].map(|own| Thread { launch: &launch, own, of_block: "" });
    let far = Thread { launch: &launch, own: "!2", of_block: "!2" };
    let mut terms = Terms::new();
    assert_ne!(one.tid(&mut terms, 0), two.tid(&mut terms, 0));
    assert_eq!(one.ctaid(&mut terms, 0), two.ctaid(&mut terms, 0));
    assert_ne!(one.ctaid(&mut terms, 0), far.ctaid(&mut terms, 0));
}
