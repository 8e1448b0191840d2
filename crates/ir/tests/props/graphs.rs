//! Dominators, loops and the sort order of paper 000 §4 against naive definitions, on random graphs.

use proptest::prelude::*;
use raddle_ir::cfg::{Cfg, Dominators, Loops, PostDominators, sort_order};
use raddle_ir::*;

/// A function whose blocks jump as the lists say, from anywhere to anywhere but the entry.
fn function(edges: &[Vec<usize>]) -> Function {
    let loc = LocId::new(0);
    let mut function = Function::new("f", FunctionKind::Kernel, loc);
    let blocks: Vec<Block> = edges.iter().map(|_| function.add_block(loc)).collect();
    for (n, to) in edges.iter().enumerate() {
        let targets: Vec<Target> = to.iter().map(|&m| Target::new(blocks[m])).collect();
        function.blocks[blocks[n]].term =
            if targets.is_empty() { Terminator::Return } else { Terminator::Goto(targets) };
    }
    function
}

/// Random graphs of up to 9 blocks; block 0 is the entry.
fn graph() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (2..9usize).prop_flat_map(|n| proptest::collection::vec(proptest::collection::vec(1..n, 0..3), n))
}

/// What `from` reaches without passing `without`, itself included.
fn reach(edges: &[Vec<usize>], from: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if Some(at) != without && !std::mem::replace(&mut seen[at], true) {
            work.extend(&edges[at]);
        }
    }
    seen
}

fn reaches_exit(edges: &[Vec<usize>], from: usize, without: Option<usize>) -> bool {
    reach(edges, from, without).iter().zip(edges).any(|(&seen, to)| seen && to.is_empty())
}

fn dominates(edges: &[Vec<usize>], a: usize, b: usize) -> bool {
    let reachable = reach(edges, 0, None);
    reachable[a] && reachable[b] && (a == b || !reach(edges, 0, Some(a))[b])
}

fn post_dominates(edges: &[Vec<usize>], a: usize, b: usize) -> bool {
    a == b || !reaches_exit(edges, b, Some(a))
}

/// Hecht and Ullman: a graph is reducible if removing loops at one node (T1) and merging nodes with a
/// single predecessor into it (T2) leaves one node.
fn t1_t2_reducible(edges: &[Vec<usize>]) -> bool {
    let reachable = reach(edges, 0, None);
    let mut graph: Vec<Option<std::collections::BTreeSet<usize>>> =
        edges.iter().zip(&reachable).map(|(to, &r)| r.then(|| to.iter().copied().collect())).collect();
    loop {
        for (n, to) in graph.iter_mut().enumerate() {
            to.iter_mut().for_each(|to| {
                to.remove(&n);
            });
        }
        let preds = |n: usize| {
            graph
                .iter()
                .enumerate()
                .filter(|(_, to)| to.as_ref().is_some_and(|to| to.contains(&n)))
                .map(|(m, _)| m)
                .collect::<Vec<_>>()
        };
        let merge = (1..graph.len()).filter(|&n| graph[n].is_some()).find_map(|n| match preds(n)[..] {
            [only] => Some((n, only)),
            _ => None,
        });
        let Some((n, into)) = merge else { break };
        let moved = graph[n].take().expect("it is there");
        let to = graph[into].as_mut().expect("it is there");
        to.remove(&n);
        to.extend(moved);
    }
    graph.iter().flatten().count() == 1
}

proptest! {
    #![proptest_config(crate::proptests::config(3000, 30000))]

    #[test]
    fn dominators_are_what_every_path_passes(edges in graph()) {
        let function = function(&edges);
        let cfg = Cfg::new(&function);
        let doms = Dominators::new(&cfg);
        let reachable = reach(&edges, 0, None);
        for (b, &reached) in reachable.iter().enumerate() {
            prop_assert_eq!(cfg.is_reachable(Block::new(b)), reached);
            for a in 0..edges.len() {
                prop_assert_eq!(doms.dominates(&cfg, Block::new(a), Block::new(b)), dominates(&edges, a, b));
            }
            // The immediate one is the strict dominator that all other strict dominators dominate.
            let strict: Vec<usize> = (0..edges.len()).filter(|&a| a != b && dominates(&edges, a, b)).collect();
            let immediate = strict.iter().copied().find(|&a| strict.iter().all(|&s| dominates(&edges, s, a)));
            prop_assert_eq!(doms.idom(&cfg, Block::new(b)), immediate.map(Block::new));
            if let Some(a) = immediate {
                prop_assert!(doms.children(&cfg, Block::new(a)).any(|c| c == Block::new(b)));
            }
        }
    }

    #[test]
    fn post_dominators_are_what_every_way_out_passes(edges in graph()) {
        let function = function(&edges);
        let post = PostDominators::new(&Cfg::new(&function));
        let reachable = reach(&edges, 0, None);
        for b in (0..edges.len()).filter(|&b| reachable[b]) {
            let leaves = reaches_exit(&edges, b, None);
            let strict: Vec<usize> = (0..edges.len())
                .filter(|&a| leaves && reachable[a] && a != b && post_dominates(&edges, a, b))
                .collect();
            let immediate = strict.iter().copied().find(|&a| strict.iter().all(|&s| post_dominates(&edges, s, a)));
            prop_assert_eq!(post.ipdom(Block::new(b)), immediate.map(Block::new), "of block{}", b);
        }
    }

    #[test]
    fn loops_are_the_natural_ones(edges in graph()) {
        let function = function(&edges);
        let cfg = Cfg::new(&function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        prop_assert_eq!(loops.irreducible().is_none(), t1_t2_reducible(&edges));
        let reachable = reach(&edges, 0, None);
        let back: Vec<(usize, usize)> = (0..edges.len())
            .filter(|&n| reachable[n])
            .flat_map(|n| edges[n].iter().map(move |&m| (n, m)))
            .filter(|&(n, m)| dominates(&edges, m, n))
            .collect();
        for header in 0..edges.len() {
            let latches: Vec<usize> = back.iter().filter(|e| e.1 == header).map(|e| e.0).collect();
            let found = loops.all().iter().find(|l| l.header == Block::new(header));
            prop_assert_eq!(found.is_some(), !latches.is_empty());
            let Some(found) = found else { continue };
            // In the loop lies what reaches a latch without passing the header.
            let inside = |n: usize| n == header || latches.iter().any(|&l| reachable[n] && reach(&edges, n, Some(header))[l]);
            for n in 0..edges.len() {
                prop_assert_eq!(found.blocks.contains(&Block::new(n)), inside(n));
            }
        }
    }

    #[test]
    fn the_sort_order_has_its_two_properties(edges in graph()) {
        let function = function(&edges);
        let Ok(order) = sort_order(&function) else {
            prop_assert!(!t1_t2_reducible(&edges));
            return Ok(());
        };
        prop_assert!(t1_t2_reducible(&edges));
        let cfg = Cfg::new(&function);
        let doms = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &doms);
        let place = |b: usize| order.iter().position(|&o| o == Block::new(b));
        let reachable = reach(&edges, 0, None);
        prop_assert_eq!(order.len(), reachable.iter().filter(|&&r| r).count());
        prop_assert_eq!(place(0), Some(0));
        // 1. A path without a back edge leads forward: each of its edges does.
        for b in (0..edges.len()).filter(|&b| reachable[b]) {
            for &c in edges[b].iter().filter(|&&c| !dominates(&edges, c, b)) {
                prop_assert!(place(b) < place(c), "block{} comes after block{}: {:?}", b, c, order);
            }
        }
        // 2. The blocks of a loop are consecutive.
        for l in loops.all() {
            let mut places: Vec<usize> = l.blocks.iter().filter_map(|&b| place(b.index())).collect();
            places.sort_unstable();
            prop_assert_eq!(places.len(), l.blocks.len());
            prop_assert_eq!(places[places.len() - 1] - places[0] + 1, places.len(), "{:?} in {:?}", l.blocks, order);
        }
    }
}
