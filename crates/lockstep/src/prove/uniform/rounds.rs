//! One round of a loop: a graph without cycles, in which each loop inside is one node.
//!
//! The kernel as a whole is such a round, too. Where two threads that part at a node meet again is found with labels: each
//! edge out of the node gives its own; a node passes on the one that all its edges bring, or, if they bring different ones, it is a join and
//! gives its own. Along two ways that have no node in common labels stay apart, so they differ wherever two such ways meet. (That is how
//! the parameters of SSA form are placed; here the "definitions" are the edges.) The sweep ends at the first node to which all ways
//! lead: there the threads are together again.

use raddle_ir::Block;
use raddle_ir::cfg::{Cfg, Loops};
use std::collections::BTreeMap;

/// A node of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Node {
    /// A block.
    Block(Block),
    /// A loop, by its number.
    Loop(usize),
}

/// Where an edge of a round goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    /// To the node with this place.
    Node(usize),
    /// Back to the head.
    Next,
    /// Out of the loop.
    Exit,
}

/// What follows from threads that part at a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Parting {
    /// Nodes at which such threads may meet, each having come by its own edge.
    pub joins: Vec<Node>,
    /// Nodes that some of them reach, and others may not.
    pub between: Vec<Node>,
    /// Is the head a join, in the next round?
    pub next_joins: bool,
    /// May they leave the loop in different rounds, or by different edges?
    pub exits: bool,
}

/// A round of a loop, or the kernel as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    /// In an order along which edges go.
    nodes: Vec<Node>,
    edges: Vec<Vec<To>>,
}

impl Round {
    /// The nodes from which there is more than one way on: threads may part there.
    pub(super) fn forks(&self) -> impl Iterator<Item = (usize, Node)> + '_ {
        let all = self.nodes.iter().copied().enumerate();
        all.filter(|&(place, _)| self.edges[place].len() > 1)
    }

    /// What follows if threads part at the node in this place.
    pub(super) fn part(&self, place: usize) -> Parting {
        let end = self.nodes.len();
        let mut parting = Parting::default();
        let mut sweep = Sweep { at: vec![Arrivals::default(); end + 1], ..Sweep::default() };
        for (number, &to) in self.edges[place].iter().enumerate() {
            // After the labels of nodes.
            sweep.send(to, end + 1 + number);
        }
        for at in place + 1..end {
            let Arrivals { label: Some(label), edges, joined } = sweep.at[at] else { continue };
            if joined {
                parting.joins.push(self.nodes[at]);
            }
            if edges == sweep.waiting {
                return parting;
            }
            parting.between.push(self.nodes[at]);
            sweep.waiting -= edges;
            for &to in &self.edges[at] {
                sweep.send(to, if joined { at } else { label });
            }
        }
        let next = sweep.at[end];
        parting.next_joins = next.joined;
        let next = if next.joined { Some(end) } else { next.label };
        let first = sweep.left.first();
        parting.exits = sweep.left.iter().chain(&next).any(|label| first.is_some_and(|f| f != label));
        parting
    }
}

/// What reached a node.
#[derive(Clone, Copy, Default)]
struct Arrivals {
    /// The label of one of the edges.
    label: Option<usize>,
    edges: usize,
    /// Did they bring different labels?
    joined: bool,
}

/// The labels that are on their way.
#[derive(Default)]
struct Sweep {
    /// By the places of nodes; the last one is the head in the next round.
    at: Vec<Arrivals>,
    /// The labels that left the loop.
    left: Vec<usize>,
    /// How many edges lead from nodes that were visited to others, or out.
    waiting: usize,
}

impl Sweep {
    fn send(&mut self, to: To, label: usize) {
        self.waiting += 1;
        let last = self.at.len() - 1;
        let at = match to {
            To::Node(place) => &mut self.at[place],
            To::Next => &mut self.at[last],
            To::Exit => return self.left.push(label),
        };
        at.joined |= at.label.is_some_and(|other| other != label);
        at.label = Some(label);
        at.edges += 1;
    }
}

/// The rounds of all loops, by their numbers, and the kernel as the last one. `edges` are the ends of each edge.
pub(super) fn rounds(cfg: &Cfg, loops: &Loops, edges: &[(Block, Block)]) -> Vec<Round> {
    let kernel = loops.all().len();
    let mut rounds = vec![Round::default(); kernel + 1];
    let mut places: BTreeMap<Node, usize> = BTreeMap::new();
    let mut add = |rounds: &mut Vec<Round>, node: Node, around: Option<usize>| {
        let round = &mut rounds[around.unwrap_or(kernel)];
        places.insert(node, round.nodes.len());
        round.nodes.push(node);
        round.edges.push(Vec::new());
    };
    for &block in cfg.rpo() {
        let inner = loops.innermost(block);
        if let Some(number) = inner.filter(|&n| loops.all()[n].header == block) {
            add(&mut rounds, Node::Loop(number), loops.all()[number].parent);
        }
        add(&mut rounds, Node::Block(block), inner);
    }
    for &(from, to) in edges {
        let mut node = Node::Block(from);
        let mut around = loops.innermost(from);
        loop {
            let edges = &mut rounds[around.unwrap_or(kernel)].edges[places[&node]];
            match around {
                Some(number) if loops.all()[number].header == to => edges.push(To::Next),
                Some(number) if !loops.contains(number, to) => {
                    edges.push(To::Exit);
                    node = Node::Loop(number);
                    around = loops.all()[number].parent;
                    continue;
                }
                _ => edges.push(To::Node(places[&node_of(loops, around, to)])),
            }
            break;
        }
    }
    rounds
}

/// The node that a block lies in, in the round of a loop around it.
fn node_of(loops: &Loops, around: Option<usize>, block: Block) -> Node {
    let mut node = Node::Block(block);
    let mut at = loops.innermost(block);
    while let Some(number) = at.filter(|_| at != around) {
        node = Node::Loop(number);
        at = loops.all()[number].parent;
    }
    node
}
