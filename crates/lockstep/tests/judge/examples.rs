//! The paper's own kernels, and the judge against itself.

use crate::judge::code::Code;
use crate::judge::explore::{Limits, explore};
use crate::judge::generate::Kernel;
use crate::judge::interleave::Interleaving;
use crate::judge::theorem::{run_interleaved, stores, wellformed_kernel};
use crate::judge::together::{Reading, Together};
use raddle_lockstep::wellformed::{Verdict, wellformed};
use raddle_lockstep::{LockStep, normalise};

fn read(file: &str) -> Kernel {
    let path = format!("{}/../../kernels/paper000/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    Kernel { module: raddle_ir::text::parse(&text).expect("it parses"), threads: 2, domain: 2 }
}

/// §5's kernel: "the interleaving semantics allows … a data race", in lock-step "reduction always terminates with
/// *infeasible*". Definition 5.1 excludes it.
#[test]
fn the_ill_formed_kernel_of_section_5() {
    let kernel = read("ill_formed.rir");
    let normal = normalise(kernel.function()).expect("it is reducible");
    let Verdict::IllFormed { block, values } = wellformed(&normal) else { panic!("it is ill-formed") };
    assert_eq!(normal.function().blocks[block].name.as_deref(), Some("Start"));
    assert!(values.iter().any(|(name, value)| name == "v'" && *value != 5), "{values:?}");

    let limits = Limits { states: 1_000_000, stop: false };
    let code = Code::new(kernel.function(), 2, 2, 1);
    let interleaved = explore(&Interleaving { code: &code, plain: true }, &[0], limits).expect("small");
    assert!(interleaved.race && !interleaved.finals.is_empty());

    let program = LockStep::new(&normal);
    let code = Code::new(normal.function(), 2, 2, 1);
    let together = explore(&Together::new(&program, &code, Reading::Ours), &[0], limits).expect("small");
    assert!(together.good() && together.finals.is_empty(), "{together:?}");
}

/// The interpreter of interleavings that lets private steps go on alone says what the one that does not says.
#[test]
fn private_steps_may_go_on_alone() {
    let limits = Limits { states: 60_000, stop: false };
    let (mut compared, mut good) = (0, 0);
    for seed in 0..400 {
        let Ok((kernel, _)) = wellformed_kernel(seed) else { continue };
        if kernel.threads > 2 {
            continue;
        }
        let code = Code::new(kernel.function(), kernel.threads, kernel.domain, kernel.cells());
        let store = &stores(&kernel)[0];
        let Ok(plain) = explore(&Interleaving { code: &code, plain: true }, store, limits) else { continue };
        let alone = run_interleaved(&kernel, store).expect("smaller");
        assert_eq!(plain.good(), alone.good(), "seed {seed}");
        if plain.good() {
            assert_eq!(plain.finals, alone.finals, "seed {seed}");
            good += 1;
        }
        compared += 1;
    }
    assert!(compared > 200 && good > 80, "{good} of {compared}");
}
