//! The statistics, after the report.

use super::paint::{Paint, clean};
use crate::model::statistics::{KernelStatistics, Stage, Statistics};
use crate::words;

/// For each kernel its sizes and a line for each stage, those of its file first.
pub(super) fn render(statistics: &Statistics, paint: Paint) -> String {
    let mut out = String::new();
    for file in &statistics.files {
        let of_file = |kernel: &&KernelStatistics| kernel.file == file.file;
        let mut kernels = statistics.kernels.iter().filter(of_file).peekable();
        if kernels.peek().is_none() {
            out.push_str(&format!("\n{}\n", paint.bold(&format!("statistics of {}", clean(&file.file)))));
            out.push_str(&stages(&file.stages));
        }
        for (nth, kernel) in kernels.enumerate() {
            let name = format!("statistics of {}", clean(&kernel.kernel));
            out.push_str(&format!("\n{} ({})\n", paint.bold(&name), clean(&kernel.file)));
            out.push_str(&sizes(kernel));
            // A file is read once.
            let before: &[Stage] = if nth == 0 { &file.stages } else { &[] };
            out.push_str(&stages(&[before, &kernel.stages].concat()));
        }
    }
    out
}

fn sizes(kernel: &KernelStatistics) -> String {
    let mut lines = Vec::new();
    if let Some(sizes) = &kernel.sizes {
        let all = [
            ("threads", Some(sizes.threads)),
            ("classes", Some(sizes.classes)),
            ("dynamic barriers", Some(sizes.dynamic_barriers)),
            ("shared addresses", sizes.shared_addresses),
            ("commands", Some(sizes.commands)),
            ("accesses", Some(sizes.accesses)),
            ("merged accesses", sizes.merged_accesses),
        ];
        lines.extend(all.into_iter().filter_map(|(name, size)| Some((name, size?))));
    }
    lines.push(("runs", kernel.runs));
    lines.push(("contracts", kernel.contracts));
    if let Some(questions) = &kernel.questions {
        lines.push(("questions", questions.asked));
        lines.push(("to a solver", questions.solver));
    }
    let line = |name: &str, value: &str| format!("  {name:16}  {value:>15}\n");
    let flow = kernel.flow.map_or_else(String::new, |flow| line("control flow", flow.name()));
    let numbers = lines.iter().map(|(name, size)| line(name, &words::grouped(*size)));
    numbers.chain([flow]).collect()
}

fn stages(stages: &[Stage]) -> String {
    let mut out = format!("  {:16}  {:>15}  {:>12}\n", "stage", "time", "peak memory");
    let line = |name: &str, microseconds: u64, memory: Option<u64>| {
        let memory =
            memory.map_or_else(String::new, |bytes| format!("{:.1} MiB", bytes as f64 / 1_048_576.0));
        let time = format!("{:.3} ms", microseconds as f64 / 1000.0);
        format!("  {name:16}  {time:>15}  {memory:>12}").trim_end().to_owned() + "\n"
    };
    out.extend(stages.iter().map(|s| line(s.stage.name(), s.microseconds, s.peak_memory)));
    let total = stages.iter().map(|s| s.microseconds).sum();
    out.push_str(&line("together", total, stages.iter().filter_map(|s| s.peak_memory).max()));
    out
}
