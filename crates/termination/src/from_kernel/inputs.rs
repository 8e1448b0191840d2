//! What a launch fixes for the thread, as symbols: parameters, its place, sizes, special registers.

use super::model::{Input, Model, Origin};
use raddle_ir::{Special, Type};
use raddle_launch::limits::{IN_A_DIMENSION, WARP};
use raddle_smt::{Op, Sort, Term};
use raddle_symbolic::parameter;

impl Model<'_> {
    /// What lies at a place in the parameters.
    pub(super) fn param(&mut self, at: i64, ty: Type) -> Option<Term> {
        let piece = parameter::piece(&mut self.terms, self.function, self.launch, at, ty)?;
        let input = Input::Param(piece.number, piece.within, ty.bits());
        self.named(piece.term, Origin::Input(input));
        Some(piece.term)
    }

    /// What a special register holds; `None` for one that differs from read to read, or may.
    pub(super) fn special(&mut self, special: Special) -> Option<Term> {
        Some(match special {
            Special::Tid(dim) => self.tid(dim),
            Special::Ntid(dim) => self.ntid(dim),
            Special::Ctaid(dim) => self.ctaid(dim),
            Special::Nctaid(dim) => self.nctaid(dim),
            Special::Clock | Special::WarpId | Special::SmId => return None,
            Special::IsExplicitCluster => self.register(special, Sort::Bool),
            Special::WarpSize => self.terms.bits(32, u128::from(self.launch.warp_size)),
            Special::LaneId => {
                let most = self.launch.warp_size.clamp(1, WARP) - 1;
                let term = self.terms.bounded("lane", 32, 0, u128::from(most));
                self.named(term, Origin::Input(Input::Other));
                term
            }
            Special::NwarpId
            | Special::NsmId
            | Special::GridId
            | Special::LaneMaskEq
            | Special::LaneMaskLe
            | Special::LaneMaskLt
            | Special::LaneMaskGe
            | Special::LaneMaskGt
            | Special::DynamicSmemSize
            | Special::TotalSmemSize
            | Special::ClusterId(_)
            | Special::NclusterId(_)
            | Special::ClusterCtaid(_)
            | Special::ClusterNctaid(_)
            | Special::ClusterCtarank
            | Special::ClusterNctarank
            | Special::EnvReg(_) => self.register(special, Sort::Bits(32)),
        })
    }

    /// A special register of which nothing is known but that it stays the same.
    fn register(&mut self, special: Special, sort: Sort) -> Term {
        let term = self.terms.var(format!("{special:?}"), sort);
        self.named(term, Origin::Input(Input::Other));
        term
    }

    fn bounded(&mut self, input: Input, least: u128, most: u128) -> Term {
        let term = self.terms.bounded(format!("{input:?}"), 32, least, most);
        self.named(term, Origin::Input(input));
        term
    }

    fn ntid(&mut self, dim: u8) -> Term {
        let at = usize::from(dim);
        match self.launch.block[at] {
            Some(size) => self.terms.bits(32, u128::from(size)),
            None => {
                self.assumed.block_limit = true;
                self.bounded(Input::Ntid(dim), 1, self.launch.most_in_block(at).into())
            }
        }
    }

    fn tid(&mut self, dim: u8) -> Term {
        let most = self.launch.most_in_block(usize::from(dim)) - 1;
        let (at, size) = (self.bounded(Input::Tid(dim), 0, most.into()), self.ntid(dim));
        self.fact(|model| model.terms.bvult(at, size));
        at
    }

    fn nctaid(&mut self, dim: u8) -> Term {
        let at = usize::from(dim);
        match self.launch.grid[at] {
            Some(size) => self.terms.bits(32, u128::from(size)),
            None => {
                self.assumed.launch_size = true;
                self.assumed.grid_limit |= self.launch.bounds_grid(at);
                self.bounded(Input::Nctaid(dim), 1, self.launch.most_in_grid(at).into())
            }
        }
    }

    fn ctaid(&mut self, dim: u8) -> Term {
        let size = self.nctaid(dim);
        let at = match self.launch.cta {
            Some(cta) => self.terms.bits(32, cta[usize::from(dim)].into()),
            None => {
                let most = self.launch.most_in_grid(usize::from(dim)) - 1;
                self.bounded(Input::Ctaid(dim), 0, most.into())
            }
        };
        self.fact(|model| model.terms.bvult(at, size));
        at
    }

    fn fact(&mut self, make: impl FnOnce(&mut Self) -> Term) {
        let fact = make(self);
        if !self.terms.is_true(fact) && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// The input that a term is, perhaps in more bits.
    fn input(&self, term: Term) -> Option<Input> {
        match (self.terms.op(term), self.terms.args(term)) {
            (Op::Zext | Op::Sext, &[inner]) => self.input(inner),
            (Op::Var(symbol), _) => match self.origins.get(&symbol) {
                Some(Origin::Input(input)) => Some(*input),
                _ => None,
            },
            _ => None,
        }
    }

    /// Products of sizes of the launch are symbols of their own where they are not numbers: with fewer than 2^31 threads in each dimension they do
    /// not wrap around, and solvers are slow with products.
    pub(super) fn product(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.terms.width(a);
        if width < 32 {
            return None;
        }
        let (input, least) = match (self.input(a)?, self.input(b)?) {
            (Input::Ctaid(x), Input::Ntid(y)) | (Input::Ntid(y), Input::Ctaid(x)) if x == y => {
                (Input::Begin(x), 0)
            }
            (Input::Nctaid(x), Input::Ntid(y)) | (Input::Ntid(y), Input::Nctaid(x)) if x == y => {
                (Input::All(x), 1)
            }
            _ => return None,
        };
        self.assumed.launch_size = true;
        let product = self.bounded(input, least, IN_A_DIMENSION.into());
        Some(self.terms.resize(width, product))
    }
}
