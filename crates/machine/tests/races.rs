//! The monitor for races, against all interleavings of small kernels, and by hand where there are several CTAs.

use crate::common::*;
use raddle_ir::Language;
use raddle_machine::races::Races;
use raddle_machine::{
    ExploreOptions, Launch, Machine, Options, Outcome, Partial, Program, Scheduler, WhichCta, explore,
};

const HEAD: &str = "mov.u32 %r0, %tid.x;\nmov.u32 %r9, %ctaid.x;\n.shared .align 4 .b32 s[8];\nsetp.eq.u32 %p0, %r0, 0;\n\
    shl.b32 %r1, %r0, 2;\nmov.u32 %r2, s;\nadd.u32 %r2, %r2, %r1;\nld.param.u64 %rd0, [a];\n";

fn of(body: &str) -> Kernel {
    kernel(".param .u64 .ptr .global a", &format!("{HEAD}{body}"))
}

/// The races of a run: benign ones, and others.
fn races(kernel: &Kernel, launch: &Launch, ctas: u32, scheduler: Scheduler) -> (usize, usize) {
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let options = Options { scheduler, ..Options::default() };
    let mut machine = Machine::<Partial>::new(&program, launch.clone(), options).unwrap();
    let in_step = scheduler == Scheduler::WarpSynchronous;
    let mut seen = Races::new(&kernel.function, launch.threads(), launch.warp_size, in_step);
    for cta in 0..ctas {
        seen.begin(cta);
        assert_eq!(machine.run_cta(WhichCta::At([cta, 0, 0]), &mut seen), Outcome::Done);
    }
    assert_eq!((seen.unsure, seen.partial_barrier), (0, false));
    let benign = seen.found.keys().filter(|pair| pair.benign).count();
    (benign, seen.found.len() - benign)
}

/// The monitor sees a race in each schedule if and only if two threads stand before conflicting accesses in some.
#[test]
fn it_sees_what_all_interleavings_show() {
    let bodies = [
        "st.shared.u32 [s], %r0;",
        "st.shared.u32 [%r2], %r0;",
        "st.shared.u32 [%r2], %r0;\nld.shared.u32 %r3, [s+4];",
        "st.shared.u32 [%r2], %r0;\nbar.sync 0;\nld.shared.u32 %r3, [s+4];",
        "st.shared.u32 [%r2], %r0;\nbar.sync 0;\nld.shared.u32 %r3, [s+4];\nst.shared.u32 [%r2], %r3;",
        "st.shared.u32 [%r2], %r0;\nbar.sync 0;\nld.shared.u32 %r3, [s+4];\nbar.sync 0;\nst.shared.u32 [%r2], %r3;",
        "atom.shared.add.u32 %r3, [s], 1;",
        "atom.shared.add.u32 %r3, [s], 1;\nld.shared.u32 %r3, [s];",
        "@%p0 st.shared.u32 [s], 5;\nbar.sync 0;\n@!%p0 st.shared.u32 [s+4], 6;",
        "st.global.u32 [%rd0], %r0;",
        "@%p0 st.shared.u16 [s+2], 1;\n@!%p0 st.shared.u32 [s], %r0;",
        "@%p0 st.shared.u16 [s+2], 1;\n@!%p0 st.shared.u16 [s], 1;",
        "ld.global.u32 %r3, [%rd0];\nld.shared.u32 %r4, [s];",
    ];
    let mut racy = 0;
    for body in bodies {
        let kernel = of(body);
        let program = Program::decode(&kernel.module, &kernel.function).unwrap();
        for warp_size in [1, 2] {
            let launch = with_buffer(Launch { warp_size, ..launch(2) }, 0, &[0; 4]);
            let all = explore(&program, launch.clone(), ExploreOptions::default()).unwrap();
            assert!(all.complete);
            racy += usize::from(!all.races.is_empty());
            for seed in 0..20 {
                let (_, seen) = races(&kernel, &launch, 1, Scheduler::Random(seed));
                assert_eq!(seen > 0, !all.races.is_empty(), "{body}");
            }
        }
    }
    assert!(racy >= 10, "{racy}");
}

#[test]
fn equal_values_are_told_apart() {
    let go = |body: &str| races(&of(body), &launch(4), 1, Scheduler::Random(1));
    assert_eq!(go("st.shared.u32 [s], 7;"), (1, 0));
    assert_eq!(go("st.shared.u32 [s], 7;\nst.shared.u32 [s], 7;"), (3, 0));
    assert_eq!(go("st.shared.u32 [s], %r0;"), (0, 1));
    // One thread's first write meets the other's second.
    let (_, other) = go("st.shared.u32 [s], 7;\nst.shared.u32 [s], 8;");
    assert!(other > 0);
}

#[test]
fn a_wait_of_the_warp_orders_its_lanes_only() {
    let body = "st.shared.u32 [%r2], %r0;\nbar.warp.sync 0xffffffff;\nld.shared.u32 %r3, [s+4];";
    let of_size = |warp_size| races(&of(body), &Launch { warp_size, ..launch(4) }, 1, Scheduler::Random(3)).1;
    assert_eq!(of_size(4), 0);
    assert!(of_size(2) > 0);
    let shuffled =
        body.replace("bar.warp.sync 0xffffffff;", "shfl.sync.idx.b32 %r5, %r0, 0, 31, 0xffffffff;");
    assert!(races(&of(&shuffled), &launch(4), 1, Scheduler::Random(3)).1 > 0);
}

#[test]
fn in_lock_step_instructions_are_ordered_and_sides_of_a_branch_are_not() {
    let go = |body: &str| races(&of(body), &launch(4), 1, Scheduler::WarpSynchronous).1;
    assert_eq!(go("st.shared.u32 [%r2], %r0;\nld.shared.u32 %r3, [s+4];\nst.shared.u32 [%r2], %r3;"), 0);
    assert_eq!(go("st.shared.u32 [s], %r0;"), 1);
    let branch = "@%p0 bra A;\nst.shared.u32 [s+4], 1;\nbra E;\nA: ld.shared.u32 %r3, [s+4];\nE:";
    let sides = format!("setp.gt.u32 %p1, %r0, 1;\n@%p1 bra E;\n{branch}");
    assert_eq!(go(&sides), 1);
    let behind = "@%p0 bra A;\nbra E;\nA: st.shared.u32 [s+4], 1;\nE: ld.shared.u32 %r3, [s+4];";
    assert_eq!(go(behind), 0);
}

#[test]
fn ctas_are_not_ordered() {
    let mut two = launch(2);
    two.grid = Some([2, 1, 1]);
    let go = |body: &str, ctas| races(&of(body), &two, ctas, Scheduler::Random(5));
    let body = "@%p0 st.global.u32 [%rd0], %r9;\nbar.sync 0;";
    assert_eq!(go(body, 1), (0, 0));
    assert_eq!(go(body, 2), (0, 1));
    assert_eq!(go("@%p0 st.global.u32 [%rd0], 1;", 2), (1, 0));
    assert_eq!(go("@%p0 atom.global.gpu.add.u32 %r3, [%rd0], 1;", 2), (0, 0));
    assert_eq!(go("@%p0 atom.global.cta.add.u32 %r3, [%rd0], 1;", 2), (0, 1));
    // Shared memory is each CTA's own.
    assert_eq!(go("@%p0 st.shared.u32 [s], %r9;", 2), (0, 0));
}

/// OpenCL: a barrier orders the memory that its flags name.
#[test]
fn a_barrier_orders_what_it_fences() {
    for (flags, memory, expected) in [
        (1, "shared", 0),
        (1, "global", 1),
        (2, "shared", 1),
        (2, "global", 0),
        (3, "shared", 0),
        (0, "shared", 1),
    ] {
        let place = if memory == "shared" { "[s]" } else { "[%rd0]" };
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.func _Z7barrierj(.param .b32 f);\n.visible .entry k(.param .u64 .ptr .global a) {{\n\
             .reg .b32 %r<32>;\n.reg .b64 %rd<16>;\n.reg .pred %p<8>;\n{HEAD}\
             @%p0 st.{memory}.u32 {place}, 1;\n{{ .param .b32 p; st.param.b32 [p], {flags}; call.uni _Z7barrierj, (p); }}\n\
             ld.{memory}.u32 %r3, {place};\nret;\n}}\n"
        );
        let kernel = module(Language::OpenCl, &text);
        assert_eq!(races(&kernel, &launch(2), 1, Scheduler::Random(1)), (0, expected), "{flags} {memory}");
    }
}
