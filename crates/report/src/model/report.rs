//! A whole run: what was checked, the results, and the exit code.

use super::diagnostic::{Diagnostic, Severity};
use super::facts::{Count, Facts};
use super::reasoning::Reasoning;
use super::statistics::Statistics;
use super::verdict::{Unknown, Verdict};
use crate::terms::{Language, Terms};
use raddle_verdict::{Ctas, Launch, Property, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the JSON form; it grows when a reader of the old form would misread the new one.
pub const FORMAT_VERSION: u32 = 2;

/// The tool that made a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version, as Cargo has it.
    pub version: String,
}

/// A file that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Input {
    /// The file as the user named it.
    pub file: String,
    /// What it is: `ptx`, `cuda`, `opencl`, `rir`, `simt`.
    pub language: String,
    /// The compiler that made PTX of it, with its options, where one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
}

/// What `raddle check --format json` prints: all that one run of raddle has to say. An optional member that is absent is unknown or does not
/// apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "raddle report")]
pub struct Report {
    /// The version of this form.
    #[schemars(extend("const" = FORMAT_VERSION))]
    pub format_version: u32,
    /// Who wrote it.
    pub tool: Tool,
    /// The files, in the order of the command line.
    pub inputs: Vec<Input>,
    /// What is wrong with the input or the command line.
    pub errors: Vec<Diagnostic>,
    /// The kernels, in the order of their files.
    pub kernels: Vec<KernelReport>,
    /// Remarks about the whole run.
    pub notes: Vec<String>,
    /// Sizes, times and memory, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// One kernel under one launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KernelReport {
    /// The name as the source has it.
    pub name: String,
    /// The name as PTX has it.
    pub raw_name: String,
    /// The file that holds it.
    pub file: String,
    /// The language that it is written in, and whose words are used of it.
    #[serde(default)]
    pub language: Language,
    /// The launch.
    pub launch: Launch,
    /// One result for each property asked.
    pub results: Vec<PropertyResult>,
    /// The properties that are asked by default, and were not asked here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_asked: Vec<Property>,
    /// Were bounds not asked because the size of nothing is known that the kernel accesses?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_sizes: bool,
    /// Where no launch was given: the sizes that were tried. They prove nothing about others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried>,
    /// How two threads were compared, if that was asked for and done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Reasoning>,
    /// Remarks about this kernel.
    pub notes: Vec<String>,
}

/// A launch that was not given but tried, and its results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// The launch.
    pub launch: Launch,
    /// Whether an access leaves its object: the kernel does not support this launch.
    pub out_of_bounds: bool,
    /// What is proved for this launch.
    pub proved: Vec<Property>,
    /// What is refuted by this launch.
    pub refuted: Vec<Property>,
    /// What is unknown for this launch, too.
    pub unknown: Vec<Property>,
}

/// The answer to one property, with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyResult {
    /// The question.
    pub property: Property,
    /// The answer.
    pub verdict: Verdict,
    /// Findings and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// What the exit code of a run says (design §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitCode {
    /// Everything asked is proved.
    Proved = 0,
    /// Something is refuted.
    Refuted = 1,
    /// Nothing is refuted, something is unknown.
    Unknown = 2,
    /// The input or the command line is wrong.
    BadInput = 3,
}

impl ExitCode {
    /// The number for the operating system.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// What it says, as half a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            ExitCode::Proved => "everything asked is proved",
            ExitCode::Refuted => "a bug was found",
            ExitCode::Unknown => "no bug was found, but not everything is proved",
            ExitCode::BadInput => "the input or the command line is wrong",
        }
    }
}

/// How many results have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Refuted results.
    pub refuted: usize,
    /// Proved results.
    pub proved: usize,
    /// Unknown results.
    pub unknown: usize,
}

impl Tally {
    fn of<'a>(results: impl Iterator<Item = &'a PropertyResult>) -> Self {
        results.fold(Tally::default(), |mut tally, result| {
            match result.verdict {
                Verdict::Proved { .. } => tally.proved += 1,
                Verdict::Refuted { .. } => tally.refuted += 1,
                Verdict::Unknown(_) => tally.unknown += 1,
            }
            tally
        })
    }
}

impl Report {
    /// A report of raddle `version` on `inputs`, with nothing in it yet.
    #[must_use]
    pub fn new(version: impl Into<String>, inputs: Vec<Input>) -> Self {
        Report {
            format_version: FORMAT_VERSION,
            tool: Tool { name: "raddle".to_owned(), version: version.into() },
            inputs,
            errors: Vec::new(),
            kernels: Vec::new(),
            notes: Vec::new(),
            statistics: None,
        }
    }

    /// How many results have which verdict.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::of(self.kernels.iter().flat_map(|kernel| &kernel.results))
    }

    /// What options leave out of what is asked by default, of any kernel; each once.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for one in self.kernels.iter().flat_map(KernelReport::left_out) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }

    /// The exit code. A wrong input outweighs everything. A run that asked nothing, and a kernel of which
    /// nothing was asked, prove nothing: that is `Unknown`.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        let tally = self.tally();
        if !self.errors.is_empty() {
            ExitCode::BadInput
        } else if tally.refuted > 0 {
            ExitCode::Refuted
        } else if tally.unknown > 0
            || self.kernels.is_empty()
            || self.kernels.iter().any(|kernel| kernel.results.is_empty())
        {
            ExitCode::Unknown
        } else {
            ExitCode::Proved
        }
    }
}

impl KernelReport {
    /// A kernel of `file` under `launch`, with no result yet. `name` is as the source has it.
    #[must_use]
    pub fn new(name: impl Into<String>, file: impl Into<String>, launch: Launch) -> Self {
        let name = name.into();
        KernelReport {
            raw_name: name.clone(),
            name,
            file: file.into(),
            language: Language::default(),
            launch,
            results: Vec::new(),
            not_asked: Vec::new(),
            without_sizes: false,
            tried: Vec::new(),
            reasoning: None,
            notes: Vec::new(),
        }
    }

    /// The same, with the name that PTX has.
    #[must_use]
    pub fn raw_name(mut self, raw_name: impl Into<String>) -> Self {
        self.raw_name = raw_name.into();
        self
    }

    /// The same, written in `language`.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The words of its language.
    #[must_use]
    pub const fn terms(&self) -> &'static Terms {
        self.language.terms()
    }

    /// The same with one more result.
    #[must_use]
    pub fn result(mut self, result: PropertyResult) -> Self {
        self.results.push(result);
        self
    }

    /// How many results have which verdict.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::of(self.results.iter())
    }

    /// What options leave out of what is asked by default, as the last line names it.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        let (terms, blocks) = (self.terms(), self.terms().blocks);
        let mut all: Vec<String> = self.not_asked.iter().map(|property| property.name().to_owned()).collect();
        let mut proofs = self.results.iter().filter_map(|result| match &result.verdict {
            Verdict::Proved { scope } => Some(scope),
            _ => None,
        });
        if self.without_sizes {
            all.push(format!(
                "{} (no size is known: --buffer and --dynamic-shared give sizes)",
                Property::Bounds.name()
            ));
        }
        if self.launch.options.within_cta {
            all.push(format!("races between {blocks} (--within-cta)"));
        } else if proofs.clone().any(|scope| scope.is_within_ctas() && !scope.is_of_one_cta()) {
            // A proof for all blocks that compares the threads of one block only, as one block was asked.
            all.push(format!("races between {blocks} (--cta)"));
        }
        if let Ctas::One(at) = self.launch.ctas
            && proofs.any(Scope::is_of_one_cta)
        {
            all.push(format!("every {} but {} (--cta)", terms.block, terms.place(at)));
        }
        all
    }
}

impl PropertyResult {
    /// `property` holds within `scope`.
    #[must_use]
    pub fn proved(property: Property, scope: Scope) -> Self {
        PropertyResult { property, verdict: Verdict::Proved { scope }, diagnostics: Vec::new() }
    }

    /// There is no answer.
    #[must_use]
    pub fn unknown(property: Property, unknown: Unknown) -> Self {
        PropertyResult { property, verdict: Verdict::Unknown(unknown), diagnostics: Vec::new() }
    }

    /// Refuted if one of `findings` is an error, else `otherwise`; the findings are reported either way.
    #[must_use]
    pub fn from_findings(property: Property, findings: Vec<Diagnostic>, otherwise: Verdict) -> Self {
        let errors: Vec<&Diagnostic> =
            findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        let verdict = if errors.is_empty() {
            otherwise
        } else {
            Verdict::Refuted { findings: errors.len() as u64, pairs: pairs(&errors) }
        };
        PropertyResult { property, verdict, diagnostics: findings }
    }

    /// The same with one more warning or note; the verdict stays.
    #[must_use]
    pub fn diagnostic(mut self, diagnostic: Diagnostic) -> Self {
        self.diagnostics.push(diagnostic);
        self
    }
}

/// The sum over all findings, where each of them counts pairs.
fn pairs(findings: &[&Diagnostic]) -> Option<Count> {
    findings.iter().try_fold(Count::exactly(0), |sum, finding| {
        let pairs = match finding.facts.as_ref()? {
            Facts::Race(race) => race.all_pairs(),
            Facts::Reuse(reuse) => reuse.pairs,
            Facts::Deadlock(_)
            | Facts::BarrierMisuse(_)
            | Facts::Divergence(_)
            | Facts::RedundantBarrier(_) => return None,
        };
        Some(sum.plus(pairs))
    })
}
