//! What each language calls the parts of a launch and its memories: one table.
//!
//! A report uses the language of the kernel's source: block and warp for CUDA, work-group and local memory for OpenCL, CTA for PTX. All
//! sentences take the names from here. Keys and names for programs (JSON's, of rules, of assumptions) are the same in every language.

use crate::model::facts::{Address, Barrier, Space};
use crate::model::thread::{Thread, Threads};
use raddle_verdict::{Assumption, Ctas, Dim3, Exception, Launch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language of kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// CUDA C++.
    Cuda,
    /// OpenCL C.
    OpenCl,
    /// PTX.
    #[default]
    Ptx,
}

/// The words of a language. Nouns come without an article, which is "a" for each of the singular ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whose words they are.
    pub language: Language,
    /// One thread.
    pub thread: &'static str,
    /// Several.
    pub threads: &'static str,
    /// The threads that the hardware runs together.
    pub warp: &'static str,
    /// Several such sets.
    pub warps: &'static str,
    /// A thread as a part of its warp.
    pub lane: &'static str,
    /// Several of them.
    pub lanes: &'static str,
    /// The threads that share memory and barriers.
    pub block: &'static str,
    /// Several such sets.
    pub blocks: &'static str,
    /// All threads of a launch.
    pub grid: &'static str,
    /// The memory of a block.
    pub shared: &'static str,
    /// The memory of a thread.
    pub private: &'static str,
    /// How many threads a block has.
    pub block_size: &'static str,
    /// How many blocks the launch has.
    pub grid_size: &'static str,
    /// The option that gives the size of a block, with its value.
    pub option_block: &'static str,
    /// The option that gives the number of blocks, with its value.
    pub option_grid: &'static str,
    /// The option for a launch of one block.
    pub option_alone: &'static str,
}

const CUDA: Terms = Terms {
    language: Language::Cuda,
    thread: "thread",
    threads: "threads",
    warp: "warp",
    warps: "warps",
    lane: "lane",
    lanes: "lanes",
    block: "block",
    blocks: "blocks",
    grid: "grid",
    shared: "shared memory",
    private: "local memory",
    block_size: "block size",
    grid_size: "grid size",
    option_block: "--block X[,Y[,Z]]",
    option_grid: "--grid X[,Y[,Z]]",
    option_alone: "--grid 1",
};

const OPENCL: Terms = Terms {
    language: Language::OpenCl,
    thread: "work-item",
    threads: "work-items",
    warp: "sub-group",
    warps: "sub-groups",
    lane: "work-item",
    lanes: "work-items",
    block: "work-group",
    blocks: "work-groups",
    grid: "NDRange",
    shared: "local memory",
    private: "private memory",
    block_size: "local size",
    grid_size: "number of work-groups",
    option_block: "--local-size X[,Y[,Z]]",
    option_grid: "--num-groups X[,Y[,Z]]",
    option_alone: "--num-groups 1",
};

const PTX: Terms =
    Terms { language: Language::Ptx, block: "CTA", blocks: "CTAs", block_size: "CTA size", ..CUDA };

impl Language {
    /// Its words.
    #[must_use]
    pub const fn terms(self) -> &'static Terms {
        match self {
            Language::Cuda => &CUDA,
            Language::OpenCl => &OPENCL,
            Language::Ptx => &PTX,
        }
    }

    /// As JSON has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::Cuda => "cuda",
            Language::OpenCl => "opencl",
            Language::Ptx => "ptx",
        }
    }
}

impl Terms {
    /// `thread 33`, or `thread 33 (1,2,0)` where the coordinates say more than the number.
    #[must_use]
    pub fn name(&self, of: &Thread) -> String {
        let number = of.linear;
        match of.tid {
            [x, 0, 0] if u64::from(x) == number => format!("{} {number}", self.thread),
            [x, y, z] => format!("{} {number} ({x},{y},{z})", self.thread),
        }
    }

    /// `warp 0 (threads 0-31)`, or only the threads.
    #[must_use]
    pub fn names(&self, of: &Threads) -> String {
        match self.warps_of(of) {
            Some(warps) => format!("{warps} ({})", self.numbers(of)),
            None => self.numbers(of),
        }
    }

    /// A short name: `warp 0`, `warps 1-3`, or the threads themselves.
    #[must_use]
    pub fn short(&self, of: &Threads) -> String {
        self.warps_of(of).unwrap_or_else(|| self.numbers(of))
    }

    /// Whole warps by their numbers; OpenCL does not say which work-items form a sub-group.
    fn warps_of(&self, of: &Threads) -> Option<String> {
        if self.language == Language::OpenCl {
            return None;
        }
        Some(match of.whole_warps()? {
            [a, b] if a == b => format!("{} {a}", self.warp),
            [a, b] => format!("{} {a}-{b}", self.warps),
        })
    }

    /// The threads by their numbers.
    pub(crate) fn numbers(&self, of: &Threads) -> String {
        // A set of scattered threads is cut: the first ranges show the pattern, JSON has the rest.
        const SHOWN: usize = 4;
        let one = |&[first, last]: &[u64; 2]| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        let shown: Vec<String> = of.ranges.iter().take(SHOWN).map(one).collect();
        let rest: u64 =
            of.ranges.iter().skip(SHOWN).map(|[a, b]| b.saturating_sub(*a).saturating_add(1)).sum();
        let noun = if of.count() == 1 { self.thread } else { self.threads };
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        format!("{noun} {}{more}", shown.join(", "))
    }

    /// `a` for a single thread, or a warp that is named as one, else `b`: `waits` or `wait`.
    #[must_use]
    pub fn verb(&self, of: &Threads, a: &'static str, b: &'static str) -> &'static str {
        let one_warp = self.language != Language::OpenCl && of.whole_warps().is_some_and(|[a, b]| a == b);
        if one_warp || of.count() == 1 { a } else { b }
    }

    /// A place in the grid: `(0,1,0)`.
    pub(crate) fn place(&self, [x, y, z]: [u32; 3]) -> String {
        format!("({x},{y},{z})")
    }

    /// A block by its place in the grid: `block (0,1,0)`.
    #[must_use]
    pub fn block_at(&self, at: [u32; 3]) -> String {
        format!("{} {}", self.block, self.place(at))
    }

    /// The blocks that a verdict is about.
    #[must_use]
    pub fn ctas(&self, of: Ctas) -> String {
        match of {
            Ctas::All | Ctas::OneForAll(_) => format!("every {}", self.block),
            Ctas::One(at) => self.block_at(at),
        }
    }

    /// A memory.
    #[must_use]
    pub const fn memory(&self, space: Space) -> &'static str {
        match space {
            Space::Shared => self.shared,
            Space::Cluster => "shared memory of the cluster",
            Space::Global => "global memory",
            Space::Local => self.private,
            Space::Const => "constant memory",
            Space::Param => "parameter memory",
            Space::Generic => "generic memory",
        }
    }

    /// `tile[3][4]`; `flag` for a variable; where the element is unknown, `tile + 0x1c`; where the buffer is, `shared memory + 0x1c`.
    #[must_use]
    pub fn address(&self, of: &Address) -> String {
        let Some(buffer) = &of.buffer else {
            return format!("{} + {:#x}", self.memory(of.space), of.byte);
        };
        let index: Vec<String> = of.index.iter().map(|index| format!("[{index}]")).collect();
        // Of a variable that has no elements every byte is within it.
        let within = if of.index.is_empty() { of.byte } else { of.within };
        let part = match &of.member {
            Some(member) => format!(".{member}"),
            None if within == 0 => String::new(),
            None => format!(" + {within:#x}"),
        };
        format!("{buffer}{}{part}", index.concat())
    }

    /// A barrier. OpenCL has but one for a work-group.
    #[must_use]
    pub fn barrier(&self, of: Barrier) -> String {
        match of {
            Barrier::Named(0) if self.language == Language::OpenCl => "the work-group barrier".to_owned(),
            Barrier::Named(id) => format!("barrier {id}"),
            Barrier::Warp(number) => format!("the barrier of {} {number}", self.warp),
            Barrier::Cluster => "the cluster's barrier".to_owned(),
            Barrier::Grid => format!("the {}-wide barrier", self.grid),
            Barrier::End => "the implicit barrier at the kernel's end".to_owned(),
            Barrier::Mbarrier(byte) => format!("the mbarrier at {} + {byte:#x}", self.shared),
        }
    }

    /// The call that makes all threads of a block wait and orders their accesses to this memory.
    #[must_use]
    pub const fn wait(&self, space: Space) -> &'static str {
        match (self.language, space) {
            (Language::OpenCl, Space::Global) => "barrier(CLK_GLOBAL_MEM_FENCE)",
            (Language::OpenCl, _) => "barrier(CLK_LOCAL_MEM_FENCE)",
            (Language::Ptx, _) => "bar.sync 0",
            (Language::Cuda, _) => "__syncthreads()",
        }
    }

    /// A launch on one line: `block size 128, grid 4, every block, k = 4096, --warp-synchronous`; in OpenCL `local size 128, 4 work-groups,
    /// every work-group`.
    #[must_use]
    pub fn launch(&self, of: &Launch) -> String {
        let mut parts = vec![match &of.block {
            Some(block) => self.block_of(block),
            None => format!("no {} given", self.block_size),
        }];
        parts.extend(of.grid.as_ref().map(|grid| self.grid_of(grid)));
        parts.push(self.ctas(of.ctas));
        parts.extend(of.args.iter().chain(&of.buffers).map(ToString::to_string));
        parts.extend(of.required());
        parts.extend(of.options.changed());
        parts.join(", ")
    }

    /// The size of a block, as the option takes it: `block size 128`.
    pub(crate) fn block_of(&self, block: &Dim3) -> String {
        format!("{} {block}", self.block_size)
    }

    /// The size of a grid, as the option takes it: `grid 4`.
    pub(crate) fn grid_of(&self, grid: &Dim3) -> String {
        match self.language {
            Language::OpenCl if grid.0 == Dim3::fixed([1; 3]).0 => "1 work-group".to_owned(),
            Language::OpenCl => format!("{grid} work-groups"),
            _ => format!("grid {grid}"),
        }
    }

    /// What a proof leaves out, to be read after "up to".
    #[must_use]
    pub fn exception(&self, of: &Exception) -> String {
        match of {
            Exception::BetweenCtas => format!("races between {}", self.blocks),
            other => other.to_string(),
        }
    }

    /// What a proof assumes, to be read after "assuming that".
    #[must_use]
    pub fn assumption(&self, of: &Assumption) -> String {
        match of {
            Assumption::Terminates { .. }
            | Assumption::BarriersRelease
            | Assumption::WarpSynchronous
            | Assumption::InitialisedMemory
            | Assumption::LaunchSize { .. } => self.translated(of.text()),
            // These name no threads, or were written for this kernel.
            _ => of.text().to_owned(),
        }
    }

    /// A sentence that was written with CUDA's words, where the language is not known, with those of the language. What is quoted, and names of
    /// files, are no words.
    #[must_use]
    pub fn translated(&self, text: &str) -> String {
        let words = |terms: &Self| {
            let Terms { block_size, grid_size, shared, .. } = *terms;
            let Terms { thread, threads, warp, warps, lane, lanes, block, blocks, grid, .. } = *terms;
            [block_size, grid_size, shared, threads, thread, warps, warp, lanes, lane, blocks, block, grid]
        };
        let pairs = || words(&CUDA).into_iter().zip(words(self));
        let (mut out, mut rest, mut quoted) = (String::with_capacity(text.len()), text, false);
        while let Some(next) = rest.chars().next() {
            quoted ^= next == '`';
            let starts = !quoted && out.chars().next_back().is_none_or(char::is_whitespace);
            let word = |(of_cuda, word): (&str, &'static str)| {
                let after = rest.strip_prefix(of_cuda)?.trim_start_matches([',', ';', ':', '.']);
                let ends = after.chars().next().is_none_or(|c| c.is_whitespace() || c == '\'');
                ends.then_some((of_cuda.len(), word))
            };
            let found = if starts { pairs().find_map(word) } else { None };
            // One of the control-flow graph is a block in every language.
            let found = found.filter(|_| !out.ends_with("basic "));
            let (length, word) = found.unwrap_or((next.len_utf8(), &rest[..next.len_utf8()]));
            out.push_str(word);
            rest = &rest[length..];
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_verdict::Size;

    #[test]
    fn threads_by_number_and_coordinates() {
        let thread = Thread::new(70, [1, 0, 0], [8, 4, 4], 32);
        assert_eq!(CUDA.name(&thread), "thread 70 (6,0,2)");
        assert_eq!(OPENCL.name(&Thread::new(33, [0; 3], [128, 1, 1], 32)), "work-item 33");
    }

    #[test]
    fn sets_are_named_by_warps_where_they_are_warps() {
        let set = |numbers: &[u64]| Threads::new(numbers.iter().copied(), [0; 3], 32);
        let warps = Threads::new(32..128, [0; 3], 32);
        assert_eq!(CUDA.names(&Threads::new(0..32, [0; 3], 32)), "warp 0 (threads 0-31)");
        assert_eq!(PTX.names(&warps), "warps 1-3 (threads 32-127)");
        assert_eq!(OPENCL.names(&warps), "work-items 32-127");
        assert_eq!(CUDA.names(&set(&[3, 1, 2, 9])), "threads 1-3, 9");
        assert_eq!(CUDA.names(&set(&[7])), "thread 7");
        assert_eq!(CUDA.names(&set(&[0, 2, 4, 6, 8, 10])), "threads 0, 2, 4, 6 and 2 more");
        assert_eq!(PTX.verb(&Threads::new(0..32, [0; 3], 32), "waits", "wait"), "waits");
        assert_eq!(OPENCL.verb(&Threads::new(0..32, [0; 3], 32), "waits", "wait"), "wait");
    }

    #[test]
    fn addresses_and_barriers() {
        let at = Address::element(Space::Shared, "tile", &[3, 4], 28);
        assert_eq!(CUDA.address(&at), "tile[3][4]");
        assert_eq!(CUDA.address(&Address::offset(Space::Shared, "flag", 0)), "flag");
        assert_eq!(CUDA.address(&Address::offset(Space::Shared, "tile", 28)), "tile + 0x1c");
        assert_eq!(OPENCL.address(&Address::byte(Space::Shared, 28)), "local memory + 0x1c");
        assert_eq!(OPENCL.barrier(Barrier::Named(0)), "the work-group barrier");
        assert_eq!(PTX.barrier(Barrier::Named(3)), "barrier 3");
    }

    #[test]
    fn launches_in_the_words_of_the_language() {
        let launch = Launch::new([16, 16, 1], [4, 1, 1]).arg("k", 4096);
        assert_eq!(CUDA.launch(&launch), "block size 16,16, grid 4, block (0,0,0), k = 4096");
        assert_eq!(OPENCL.launch(&launch), "local size 16,16, 4 work-groups, work-group (0,0,0), k = 4096");
        assert_eq!(PTX.launch(&Launch::not_given()), "no CTA size given, CTA (0,0,0)");
        assert_eq!(PTX.launch(&launch), "CTA size 16,16, grid 4, CTA (0,0,0), k = 4096");
        let free = Launch {
            block: Some(Dim3([Size::Free, Size::Fixed(1), Size::Fixed(1)])),
            ..launch.ctas(Ctas::All)
        };
        assert_eq!(OPENCL.launch(&free), "local size *, 4 work-groups, every work-group, k = 4096");
    }

    #[test]
    fn sentences_are_translated_word_by_word() {
        let text = "no two threads of a block, `block` and block.cl: a thread's lanes, the block size. A basic block";
        assert_eq!(CUDA.translated(text), text);
        assert_eq!(
            OPENCL.translated(text),
            "no two work-items of a work-group, `block` and block.cl: a work-item's work-items, the local size. A basic block"
        );
        assert_eq!(
            PTX.translated(text),
            "no two threads of a CTA, `block` and block.cl: a thread's lanes, the CTA size. A basic block"
        );
    }

    #[test]
    fn assumptions_in_the_words_of_the_language() {
        let all = [
            Assumption::InBounds,
            Assumption::TERMINATES,
            Assumption::TERMINATES_THOUGH_WAITING,
            Assumption::BarriersRelease,
            Assumption::WarpSynchronous,
            Assumption::LaunchSize { unread_are_one: false },
            Assumption::LaunchSize { unread_are_one: true },
        ];
        for one in &all {
            let text = OPENCL.assumption(one);
            let foreign = ["thread", "warp", "lane", "block"].into_iter().find(|word| text.contains(word));
            assert_eq!(foreign, None, "{text}");
        }
        assert_eq!(
            OPENCL.assumption(&Assumption::BarriersRelease),
            "no work-item waits forever at a barrier or for other work-items of its sub-group"
        );
        let size = Assumption::LaunchSize { unread_are_one: true };
        assert!(PTX.assumption(&size).contains("and one CTA in each dimension"));
        let required = Assumption::Required { text: "`__requires` at block.cl:3 holds".to_owned() };
        assert_eq!(OPENCL.assumption(&required), required.text());
    }
}
