//! Where the method gives up: how much it examines before it leaves a question open, or a report shorter.
//!
//! A limit never decides a verdict; at most it leaves one unknown. What launches and the hardware limit is in `raddle_launch::limits`, and
//! times that users give are in budgets.

use std::time::Duration;

/// What transition systems are read from, prepared and searched with.
pub mod systems {
    /// Parentheses within each other in a file: each is a call of the reader.
    pub const NESTING: usize = 200;

    /// Rules that one rule may become by its disjunctions: their number multiplies.
    pub const RULES_OF_ONE: usize = 4096;

    /// The degree of a power in a file, which is multiplied out.
    pub const DEGREE: usize = 32;

    /// Bits of a coefficient that results from a power.
    pub const BITS_OF_COEFFICIENT: u64 = 4096;

    /// Terms of a product before like ones are collected.
    pub const TERMS_OF_PRODUCT: usize = 10_000;

    /// Rules more than at first, for chains: removing a location multiplies the rules to it with those from it.
    pub const MORE_RULES: usize = 60;

    /// The size of the polynomials of a chain that are not linear, as many as it has terms, times their degree: substitution multiplies degrees.
    pub const SIZE_OF_CHAIN: usize = 240;

    /// Steps of the search for an endless run, from all first states together.
    pub const STEPS: usize = 6000;

    /// Steps of that search from one first state.
    pub const STEPS_FROM_ONE: usize = 1500;

    /// First states with mixed values that are tried.
    pub const MIXED_STATES: usize = 12;
}

/// What invariants of systems are computed with.
pub mod invariants {
    /// Variables between which relations are kept, and not only bounds of each: octagons take their square in memory, their cube in time.
    pub const RELATED_VARIABLES: usize = 70;

    /// Changes of a location's octagon before bounds are widened.
    pub const CHANGES_BEFORE_WIDENING: usize = 3;

    /// Changes before they are widened beyond all thresholds.
    pub const CHANGES_WITH_THRESHOLDS: usize = 25;

    /// Descending passes: each may find bounds again that widening lost, and later ones seldom do.
    pub const DESCENDING_PASSES: usize = 2;
}

/// Bounds of the search for ranking functions of systems, and for sets that no run leaves.
pub mod proofs {
    /// Functions of a nested ranking: each is another unknown for every condition.
    pub const NESTED_FUNCTIONS: usize = 3;

    /// Conditions of all rules together up to which more than one function is tried.
    pub const CONDITIONS: usize = 1500;

    /// Pairs of steps that are examined.
    pub const PAIRS_OF_STEPS: usize = 80;

    /// Rules of the prepared system in a cycle that a run may repeat forever.
    pub const RULES_OF_CYCLE: usize = 3;

    /// Cycles that are tried in a component.
    pub const CYCLES: usize = 60;

    /// Ways to choose free values that are tried for a cycle.
    pub const CHOICES: usize = 24;

    /// How often a set is made smaller until no run leaves it.
    pub const REFINEMENTS: usize = 4;

    /// Sequences of rules that are tried to reach a set.
    pub const STEMS: usize = 150;

    /// Paths that the checker of certificates enumerates; a proof that needs more is not accepted.
    pub const PATHS_CHECKED: usize = 20_000;
}

/// Bounds of the analysis of kernels.
pub mod kernels {
    use super::Duration;

    /// Selections that accesses to small local arrays become: each has a case for each element.
    pub const SELECTIONS: usize = 2048;

    /// Instructions that are copied to give each cycle one head.
    pub const COPIED_INSTRUCTIONS: usize = 4096;

    /// Elements of a table of constants that are distinguished: each is a case of a term.
    pub const ELEMENTS_OF_TABLE: u64 = 64;

    /// How many times as long the checking solver may take for a question as the asking one: it has not seen the ones before it.
    pub const PATIENCE_OF_CHECKER: u32 = 4;

    /// Time that is kept for conditions and endless runs.
    pub const RESERVE: Duration = Duration::from_secs(4);

    /// Time for a question whose factors are small: if it can hold, that is found at once.
    pub const SMALL: Duration = Duration::from_millis(100);

    /// Guesses about a loop for its invariants: each round of Houdini asks about all of them.
    pub const GUESSES: usize = 160;

    /// Guesses about a loop of what memory its first rounds fill.
    pub const GUESSES_OF_FILLED: usize = 64;

    /// Rounds that are computed for such guesses.
    pub const ROUNDS_FILLED: usize = 17;

    /// Parts of a term that says what becomes of an element in such a round.
    pub const PARTS_OF_ELEMENT: usize = 100;

    /// The largest step of a variable that is put into proportion with another's.
    pub const STEP_IN_PROPORTION: u128 = 1 << 16;

    /// Different steps of a variable that are distinguished.
    pub const STEPS_TOLD_APART: usize = 4;

    /// Rounds of a loop that are counted by computing them.
    pub const ROUNDS_COUNTED: usize = 5000;

    /// Bits of numbers whose turns are examined.
    pub const BITS_OF_TURNS: u32 = 64;

    /// Cases of conditions and choices in one way round a loop, for linear combinations: their number multiplies.
    pub const LINEAR_CASES: usize = 24;

    /// How long linear combinations are searched for.
    pub const LINEAR_TIME: Duration = Duration::from_millis(1500);

    /// The largest coefficient of a linear combination.
    pub const COEFFICIENT: i64 = 1 << 20;

    /// Rounds that a candidate for an endless run is followed.
    pub const ROUNDS_FOLLOWED: usize = 20_000;

    /// Rounds that are to go back when a launch is chosen.
    pub const ROUNDS_AHEAD: usize = 5;

    /// Demands on a launch that bounds lie at the ends of their ranges, or just miss each other.
    pub const EXTREMES: usize = 12;

    /// Floats of a launch that are tried as all special numbers: the combinations multiply.
    pub const SPECIAL_FLOATS: u32 = 3;

    /// Candidates for endless runs that are kept for a loop.
    pub const CANDIDATES: usize = 6;

    /// States of a loop of few bits that are explored, one by one.
    pub const STATES: usize = 1 << 16;

    /// States where the variables are so wide that there may be more.
    pub const STATES_OF_WIDE: usize = 1 << 13;

    /// Rounds that are followed from all states together.
    pub const ROUNDS_OF_STATES: usize = 1 << 18;

    /// Sets of variables that are tried as the state of a loop.
    pub const SETS_OF_VARIABLES: usize = 8;

    /// Bits of a state up to which all its values are explored.
    pub const BITS_OF_STATE: u32 = 16;

    /// Values of a part that is not of the state.
    pub const VALUES_OF_PART: usize = 256;

    /// Values that a state begins with.
    pub const FIRST_STATES: usize = 1 << 16;

    /// States that are repeated, of those that a report names.
    pub const STATES_REPORTED: usize = 4;

    /// Operators within each other in the text of a term.
    pub const DEPTH_OF_TEXT: u32 = 8;

    /// Operators within each other in the text of a condition on what may wrap around.
    pub const DEPTH_OF_CONDITION: u32 = 6;

    /// Characters of a term beyond which it is called by the name of its variable.
    pub const LENGTH_OF_TEXT: usize = 60;

    /// Characters that a first value is written with.
    pub const LENGTH_OF_FIRST: usize = 40;
}
