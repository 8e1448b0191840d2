//! The barrier dependence graph: every dynamic barrier once, all lines down, races and missing orders on it.

use raddle_sync::generation::NodeId;
use raddle_sync::graph::{Act, End, Graph, MarkKind, Node, graph};
use raddle_sync::program::{Access, BarrierId, Command, Cta, How, Kind};
use raddle_sync::warps::Warps;
use raddle_sync::{Analysis, Stop, analyse};
use std::collections::BTreeSet;

/// Full warps, each with one program for all lanes.
fn drawn(programs: &[Vec<Command>], limit: usize) -> (Analysis, Graph) {
    let threads = programs.iter().flat_map(|program| (0..32).map(|_| program.clone())).collect();
    let warps = Warps::from_threads(&Cta::new(threads), 32);
    let analysis = analyse(&warps, &Stop::default());
    let graph = graph(&warps, &analysis, limit);
    check(&analysis, &graph);
    (analysis, graph)
}

/// What every graph promises.
fn check(analysis: &Analysis, graph: &Graph) {
    let own = |id: &NodeId| !matches!(analysis.trace.node(*id).barrier, BarrierId::Step { .. });
    let all: BTreeSet<NodeId> = (0..analysis.trace.nodes.len() as u32).map(NodeId).filter(own).collect();
    let mut shown = BTreeSet::new();
    let mut more = 0;
    for node in &graph.nodes {
        match node {
            Node::Barrier(id) => assert!(shown.insert(*id), "{id:?} twice"),
            Node::More(count) => more += count,
        }
    }
    assert!(shown.is_subset(&all));
    assert_eq!(shown.len() as u64 + more, all.len() as u64);
    for column in &graph.columns {
        let mut waited = None;
        for step in &column.steps {
            let (node, waits) = match step.act {
                Act::Register { node, how, .. } => (node, how == How::Sync),
                Act::Skip { node } => (node, true),
                Act::Access(_) => continue,
            };
            assert!(waited < Some(node), "a line goes up to node {node} from {waited:?}");
            if waits {
                waited = Some(node);
            }
        }
    }
    for end in graph.marks.iter().flat_map(|mark| mark.ends) {
        assert!(end.step < graph.columns[end.column].steps.len());
    }
}

fn sync(barrier: u32, site: u32) -> Command {
    Command::sync(barrier, 64, site)
}

fn arrive(barrier: u32, site: u32) -> Command {
    Command::arrive(barrier, 64, site)
}

fn access(kind: Kind, offset: u64, site: u32) -> Command {
    Command::Access(Access::shared(kind, offset, 4, site))
}

/// A column in short: `a1` arrives at node 1, `s1` syncs, `..1` goes through what is left out, `!` races; in brackets the
/// shared accesses before.
fn short(graph: &Graph, column: usize) -> String {
    let column = &graph.columns[column];
    let number = |a: &raddle_sync::graph::Accesses| a.shared.reads + a.shared.writes;
    let mut text = String::new();
    for step in &column.steps {
        let before = number(&step.before);
        if before > 0 {
            text.push_str(&format!("({before}) "));
        }
        text.push_str(&match step.act {
            Act::Register { node, how: How::Sync, .. } => format!("s{node} "),
            Act::Register { node, how: How::Arrive, .. } => format!("a{node} "),
            Act::Skip { node } => format!("..{node} "),
            Act::Access(_) => "! ".to_owned(),
        });
    }
    text + &format!("({}) {:?}", number(&column.after), column.end)
}

#[test]
fn a_producer_and_a_consumer() {
    let producer = vec![arrive(1, 2), sync(0, 3)];
    let consumer = vec![sync(1, 4), access(Kind::Read, 4, 5), access(Kind::Read, 8, 6), arrive(0, 7)];
    let (_, graph) = drawn(&[producer, consumer], 10);
    assert_eq!(graph.nodes, [Node::Barrier(NodeId(0)), Node::Barrier(NodeId(1))]);
    assert_eq!(short(&graph, 0), "a0 s1 (0) Returned");
    assert_eq!(short(&graph, 1), "s0 (2) a1 (0) Returned");
    assert!(graph.marks.is_empty());
}

#[test]
fn an_arrival_may_complete_after_what_follows_it() {
    // The first warp arrives at 2, then syncs at 0; the second syncs at 0 first, then at 2.
    let (_, graph) = drawn(&[vec![arrive(2, 1), sync(0, 2)], vec![sync(0, 3), sync(2, 4)]], 10);
    assert_eq!(short(&graph, 0), "a1 s0 (0) Returned");
    assert_eq!(short(&graph, 1), "s0 s1 (0) Returned");
}

#[test]
fn races_are_steps_and_keep_their_barriers() {
    let mut first: Vec<Command> = (0..100).map(|n| sync(0, n)).collect();
    let mut second = first.clone();
    first.splice(50..50, [access(Kind::Write, 0, 200)]);
    second.splice(50..50, [access(Kind::Read, 4, 202), access(Kind::Read, 0, 201)]);
    // One lane each, so that the lanes of a warp do not race with each other.
    let warps = Warps::from_threads(&Cta::new(vec![first, second].into_iter().map(counted).collect()), 1);
    let analysis = analyse(&warps, &Stop::default());
    let graph = graph(&warps, &analysis, 3);
    check(&analysis, &graph);
    assert_eq!(short(&graph, 0), "s0 s1 s2 ..3 s4 ! s5 s6 ..7 (0) Returned");
    assert_eq!(short(&graph, 1), "s0 s1 s2 ..3 s4 (1) ! s5 s6 ..7 (0) Returned");
    assert_eq!([&graph.nodes[3], &graph.nodes[7]], [&Node::More(46), &Node::More(48)]);
    let [mark] = &graph.marks[..] else { panic!("one race: {:?}", graph.marks) };
    assert_eq!(mark.kind, MarkKind::Race(0));
    assert_eq!(mark.ends.map(|end| (end.column, end.step)), [(0, 5), (1, 5)]);
}

/// The same for two threads.
fn counted(program: Vec<Command>) -> Vec<Command> {
    let two = |command| match command {
        Command::Register(r) => Command::Register(raddle_sync::program::Registration { count: 2, ..r }),
        Command::Access(_) => command,
    };
    program.into_iter().map(two).collect()
}

#[test]
fn missing_orders_lead_from_generation_to_generation() {
    let late = [sync(1, 3), sync(0, 4)];
    let programs = [vec![arrive(0, 1), sync(1, 2)], vec![sync(0, 5)], late.to_vec(), vec![arrive(0, 6)]];
    let (analysis, graph) = drawn(&programs, 0);
    let marks: Vec<_> = graph.marks.iter().map(|mark| &mark.kind).collect();
    assert_eq!(marks, [&MarkKind::Reuse(0), &MarkKind::Reuse(1)], "{:?}", analysis.synchronisation);
    let nodes = graph.marks[0].ends.map(|end| match graph.columns[end.column].steps[end.step].act {
        Act::Register { node, .. } => node,
        other => panic!("a registration, not {other:?}"),
    });
    assert!(nodes[0] < nodes[1]);
}

#[test]
fn a_deadlock_ends_columns() {
    let (_, graph) = drawn(&[vec![sync(0, 1), sync(1, 2)], vec![sync(1, 3), sync(0, 4)]], 0);
    assert_eq!(short(&graph, 0), "s0 (0) Blocked");
    assert_eq!(short(&graph, 1), "s1 (0) Blocked");
    let (_, graph) = drawn(&[vec![sync(0, 1)], vec![access(Kind::Read, 0, 3), Command::sync(0, 96, 2)]], 0);
    assert!(matches!(graph.columns[1].end, End::Failed(_)), "{graph:?}");
}

#[test]
fn a_long_loop_is_cut_after_the_limit() {
    let program: Vec<Command> = (0..1000).flat_map(|_| [access(Kind::Read, 0, 0), sync(0, 1)]).collect();
    let (_, graph) = drawn(&[program.clone(), program], 4);
    assert_eq!(graph.nodes.len(), 5);
    assert_eq!(graph.nodes[4], Node::More(996));
    assert_eq!(short(&graph, 0), "(1) s0 (1) s1 (1) s2 (1) s3 (996) ..4 (0) Returned");
}

#[test]
fn of_many_races_some_are_drawn() {
    let program = |from: u32| (from..from + 10).map(|site| access(Kind::Write, 0, site)).collect();
    let warps = Warps::from_threads(&Cta::new(vec![program(0), program(10)]), 1);
    let analysis = analyse(&warps, &Stop::default());
    let graph = graph(&warps, &analysis, 10);
    check(&analysis, &graph);
    assert_eq!((graph.marks.len(), graph.more_marks), (50, 50));
}
