//! Conditions on the pitches of rows: that a row is no longer than the distance of two rows.

use super::condition::{Condition, Input};
use super::conditions::{Candidates, MOST};
use super::divisions::without_all;
use super::lemmas::without;
use crate::poly::{Poly, Var, greatest_common_divisor};
use crate::terms::Term;
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// A column that is compared with a number, as the counter of a loop is, is one of fewer.
const FEW_COLUMNS: u32 = 1 << 16;

impl Candidates<'_, '_> {
    /// Conditions on pitches, for each way in which those are nested that may lie in each other: in `x * a + y * b` rows may lie in columns, or columns in rows.
    /// The innermost is at least 1.
    pub fn nestings(&self) -> Vec<Vec<Condition>> {
        let mut orders = self.orders();
        orders.extend(self.orders_of_parts());
        let is_inside = |a: Var, b: Var| orders.iter().any(|one| one.pitch == b && one.within.contains(&a));
        let all: BTreeSet<Var> = orders.iter().map(|one| one.pitch).collect();
        let mut pitches: Vec<Var> = (all.iter().copied())
            .filter(|&a| all.iter().any(|&b| is_inside(a, b) && is_inside(b, a)))
            .collect();
        pitches.sort_by_key(|&pitch| self.kind(pitch));
        let made = nested(&pitches).into_iter().map(|pitches| {
            let rank = |pitch: &Var| pitches.iter().position(|other| other == pitch);
            let is_nested = |one: &&Order| {
                let own = rank(&one.pitch);
                own.is_none() || one.within.iter().filter_map(rank).all(|inner| Some(inner) < own)
            };
            let orders: Vec<&Order> = orders.iter().filter(is_nested).collect();
            // What rows lie within, and what lies within nothing.
            let inner: BTreeSet<Var> = orders.iter().flat_map(|one| one.within.iter().copied()).collect();
            let is_innermost = |pitch: &Var| orders.iter().all(|one| one.pitch != *pitch);
            let innermost = inner.into_iter().filter(is_innermost);
            let innermost = innermost.filter_map(|pitch| self.at_least_one(pitch));
            let inputs: usize =
                orders.iter().map(|one| one.condition.sides[0].0.len() - one.within.len()).sum();
            (inputs, orders.iter().map(|one| one.condition.clone()).chain(innermost).collect())
        });
        // That a few columns lie within a pitch is meant more often than that as many do as an input says.
        let mut made: Vec<(usize, Vec<Condition>)> = made.collect();
        made.sort_by_key(|(inputs, _)| *inputs);
        made.into_iter().map(|(_, nesting)| nesting).collect()
    }

    /// That a row is at most as long as the pitch, where both are inputs. That a row is no longer than the grid is wide is only asked of one whose only
    /// column is the number of a block.
    fn orders(&self) -> Vec<Order> {
        let mut all: Vec<Order> = Vec::new();
        for Row { row, pitch, column, within, is_only, times: [of_column, of_row] } in self.rows() {
            // A pitch of what it bounds itself is none of rows: `row * rows`. And what is divided is no column of its quotient.
            let divisions = &self.question.reading.divisions;
            let is_part = || {
                divisions.iter().any(|of| of.quotient == row)
                    && divisions.iter().any(|of| of.dividend.mentions(column))
            };
            if [row, column].iter().any(|&var| self.bounds(var).contains(&pitch)) || is_part() {
                continue;
            }
            let lengths = self.multiples(column).into_iter().map(|(length, times)| (Some(length), times));
            let mut lengths: Vec<(Option<Var>, [BigInt; 2])> = lengths.collect();
            if lengths.is_empty() {
                let columns = BigInt::ZERO..BigInt::from(FEW_COLUMNS);
                let few = self.limit(column).filter(|last| columns.contains(last));
                lengths.extend(few.map(|last| (None, [BigInt::from(1), last + 1])));
            }
            for (length, [own, its]) in lengths {
                let is_meant = match self.kind(length.unwrap_or(pitch)) {
                    Some(Input::Argument { .. }) => true,
                    Some(Input::Grid) => is_only && length.is_some(),
                    _ => false,
                };
                let made = self.order(length.as_slice(), &within, pitch, [&of_column * its, &of_row * own]);
                all.extend(made.filter(|made| is_meant && !all.contains(made) && all.len() < MOST));
            }
        }
        all
    }

    /// The same of the parts of a number: of `at % n * s + at / n * t`, `n` columns of `s` are no longer than `t`.
    fn orders_of_parts(&self) -> Vec<Order> {
        let mut all: Vec<Order> = Vec::new();
        for difference in &self.question.differences {
            for of in &self.question.reading.divisions {
                let Some(length) = self.question.product_in(&of.divisor) else { continue };
                let rows = self.quotients(difference, &length);
                // The remainder times the pitches that it lies within is the dividend times those, less this.
                let own = [length.as_slice(), &[of.quotient]].concat();
                let columns =
                    difference.terms().filter_map(|(m, times)| Some((without_all(m, &own)?, times)));
                let is_meant = |within: &[Var]| within.iter().all(|&var| self.is_input(var));
                for (within, of_column) in columns.filter(|(within, _)| is_meant(within)) {
                    let each = rows.iter().flat_map(|row| row.0.iter().map(move |&pitch| (row, pitch)));
                    for ((inputs, of_row), pitch) in each {
                        let times = [of_column, of_row].map(|times| times.magnitude().clone().into());
                        let Some(within) = without_all(&within, &without(inputs, pitch)) else { continue };
                        let made = self.order(&length, &within, pitch, times);
                        all.extend(made.filter(|made| !all.contains(made) && all.len() < MOST));
                    }
                }
            }
        }
        all
    }

    /// What quotients by a divisor are multiplied with in a difference, and no remainder is; or else quotients by multiples of it.
    fn quotients<'d>(&self, difference: &'d Poly, divisor: &[Var]) -> Vec<(Vec<Var>, &'d BigInt)> {
        let (mut exact, mut others) = (Vec::new(), Vec::new());
        for (product, times) in difference.terms() {
            let Some((row, inputs)) = self.parts(product) else { continue };
            let of = self.question.reading.divisions.iter().find(|one| one.quotient == row);
            let Some(by) = of.and_then(|of| self.question.product_in(&of.divisor)) else { continue };
            match without_all(&by, divisor) {
                _ if without_all(&inputs, &by).is_some() => {}
                Some(rest) if rest.is_empty() => exact.push((inputs, times)),
                Some(_) => others.push((inputs, times)),
                None => {}
            }
        }
        if exact.is_empty() { others } else { exact }
    }

    /// That columns of a length, within pitches, are no longer than the pitch of a row, with the numbers that both are multiplied with.
    fn order(
        &self,
        length: &[Var],
        within: &[Var],
        pitch: Var,
        [of_column, of_row]: [BigInt; 2],
    ) -> Option<Order> {
        let left = length.iter().chain(within).map(|&var| self.question.input(var));
        let common = greatest_common_divisor(of_column.clone(), of_row.clone());
        let left = (left.collect::<Option<Vec<Term>>>()?, of_column / &common);
        let right = (vec![self.question.input(pitch)?], of_row / &common);
        let condition = Condition { sides: [left, right], signs: self.question.reading.signs };
        // A length that is the pitch says nothing.
        let is_same = condition.sides[0] == condition.sides[1];
        (!is_same && !within.contains(&pitch)).then(|| Order { condition, pitch, within: within.to_vec() })
    }

    /// Is a variable the number of a block, as far as comparisons say?
    fn is_block(&self, var: Var) -> bool {
        self.bounds(var).iter().any(|&bound| self.kind(bound) == Some(Input::Grid))
    }

    /// The rows of all differences: products with a pitch, which is an input, and, for each, the columns that are added to them.
    fn rows(&self) -> Vec<Row> {
        let mut all = Vec::new();
        for difference in &self.question.differences {
            let products: Vec<(&[Var], &BigInt)> = difference.terms().collect();
            for &(product, of_row) in &products {
                let Some((row, inputs)) = self.parts(product) else { continue };
                for &pitch in inputs.iter().filter(|&&pitch| !self.divides(row, pitch)) {
                    let shared = without(&inputs, pitch);
                    let columns: Vec<(Var, Vec<Var>, &BigInt)> = products
                        .iter()
                        .filter_map(|&(other, times)| {
                            let (column, mut within) =
                                self.parts(other).filter(|&(column, _)| column != row)?;
                            for factor in &shared {
                                within.remove(within.iter().position(|other| other == factor)?);
                            }
                            (!within.contains(&pitch)).then_some((column, within, times))
                        })
                        .collect();
                    for (column, within, of_column) in &columns {
                        let mut beside = columns.iter().filter(|(_, other, _)| other == within);
                        // What is added to `64 * (row * pitch + column)` is less than 64.
                        let in_units = of_row.magnitude() % of_column.magnitude() == 0_u8.into();
                        let is_only = beside.all(|&(column, _, times)| {
                            self.is_block(column) || in_units && times.magnitude() < of_column.magnitude()
                        });
                        let times = [*of_column, of_row].map(|times| times.magnitude().clone().into());
                        all.push(Row { row, pitch, column: *column, within: within.clone(), is_only, times });
                    }
                }
            }
        }
        all
    }
}

/// The ways to nest pitches, the innermost first: in turn, in reverse, and, of three, all others.
fn nested(pitches: &[Var]) -> Vec<Vec<Var>> {
    let mut all = vec![pitches.to_vec()];
    if pitches.len() > 1 {
        all.push(pitches.iter().rev().copied().collect());
    }
    if let &[a, b, c] = pitches {
        all.extend([[a, c, b], [b, a, c], [b, c, a], [c, a, b]].map(Vec::from));
    }
    all
}

/// That the columns of a row, which lie within other pitches, are no longer than its pitch.
#[derive(PartialEq, Eq)]
struct Order {
    condition: Condition,
    pitch: Var,
    within: Vec<Var>,
}

/// A row times its pitch, and a column that is added to it: with `y * height * pitch + x * height`, `pitch` is that of `y`, and `x` a column; so is `x` of
/// `y * plane + x * pitch`, within the pitch.
struct Row {
    /// The number of the row.
    row: Var,
    pitch: Var,
    column: Var,
    /// What the column is multiplied with, besides what the row is multiplied with.
    within: Vec<Var>,
    /// Are all such columns of the row numbers of blocks, or less than one of them is apart from the next?
    is_only: bool,
    /// The numbers that the column is multiplied with, and the row.
    times: [BigInt; 2],
}
