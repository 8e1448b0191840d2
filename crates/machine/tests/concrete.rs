//! Kernels on numbers: memory, control flow, collectives, atomics.

use crate::common::*;
use raddle_machine::{Concrete, Launch, Options, Outcome, Scheduler, WhichCta};

const OUT: &str = ".param .u64 out";
/// `%rd1` is the address of `out[tid]`, `%r0` is the thread's number.
const HEAD: &str = "ld.param.u64 %rd0, [out];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd1, %rd0, %rd1;\n";

fn zeros(n: usize) -> Launch {
    with_buffer(launch(n as u32), 0, &vec![0; n])
}

/// Runs a body that leaves its result in `%r1`, in threads 0 to n - 1.
fn results(n: usize, body: &str) -> Vec<u32> {
    words(&kernel(OUT, &format!("{HEAD}{body}\nst.global.u32 [%rd1], %r1;")), zeros(n))
}

#[test]
fn threads_know_who_they_are() {
    assert_eq!(results(3, "mad.lo.u32 %r1, %r0, 10, 7;"), [7, 17, 27]);
    assert_eq!(results(34, "mov.u32 %r1, %laneid;")[30..], [30, 31, 0, 1]);
    assert_eq!(results(3, "mov.u32 %r1, %lanemask_lt;"), [0, 1, 3]);
}

#[test]
fn lanes_diverge_and_meet() {
    let body = "setp.lt.u32 %p0, %r0, 2;\n@%p0 bra A;\nmov.u32 %r1, 100;\nbra B;\nA: mov.u32 %r1, 50;\nB: add.u32 %r1, %r1, %r0;";
    assert_eq!(results(4, body), [50, 51, 102, 103]);
}

#[test]
fn each_lane_loops_as_often_as_it_wants() {
    let body = "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nL: setp.ge.u32 %p0, %r2, %r0;\n@%p0 bra E;\n\
                add.u32 %r1, %r1, %r2;\nadd.u32 %r2, %r2, 1;\nbra L;\nE:";
    assert_eq!(results(6, body), [0, 0, 1, 3, 6, 10]);
}

#[test]
fn guards_mask_effects() {
    let body = "mov.u32 %r1, 1;\nand.b32 %r2, %r0, 1;\nsetp.eq.u32 %p0, %r2, 0;\n@%p0 mov.u32 %r1, 9;\n@!%p0 add.u32 %r1, %r1, 1;";
    assert_eq!(results(4, body), [9, 2, 9, 2]);
}

#[test]
fn a_tree_reduction_in_shared_memory() {
    let body = ".shared .align 4 .b32 tile[64];\nmov.u32 %r2, tile;\nshl.b32 %r3, %r0, 2;\nadd.u32 %r3, %r2, %r3;\n\
        add.u32 %r4, %r0, 1;\nst.shared.u32 [%r3], %r4;\nmov.u32 %r5, 32;\n\
        L: bar.sync 0;\nsetp.ge.u32 %p0, %r0, %r5;\n@%p0 bra S;\nshl.b32 %r6, %r5, 2;\nadd.u32 %r6, %r3, %r6;\n\
        ld.shared.u32 %r7, [%r6];\nld.shared.u32 %r8, [%r3];\nadd.u32 %r8, %r8, %r7;\nst.shared.u32 [%r3], %r8;\n\
        S: shr.u32 %r5, %r5, 1;\nsetp.ne.u32 %p1, %r5, 0;\n@%p1 bra L;\nbar.sync 0;\nld.shared.u32 %r1, [tile];";
    for scheduler in [Scheduler::Independent, Scheduler::LockStep, Scheduler::Random(7), Scheduler::Random(8)]
    {
        let kernel = kernel(OUT, &format!("{HEAD}{body}\nst.global.u32 [%rd1], %r1;"));
        let options = Options { scheduler, ..Options::default() };
        assert_eq!(words_with(&kernel, zeros(64), options), vec![64 * 65 / 2; 64], "{scheduler:?}");
    }
}

#[test]
fn shuffles_and_votes() {
    let sum = "mov.u32 %r1, %r0;\n\
        shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\nadd.u32 %r1, %r1, %r2;\n\
        shfl.sync.bfly.b32 %r2, %r1, 2, 31, -1;\nadd.u32 %r1, %r1, %r2;";
    assert_eq!(results(32, sum)[..6], [6, 6, 6, 6, 22, 22]);
    let ballot = "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p0, %r2, 1;\nvote.sync.ballot.b32 %r1, %p0, -1;";
    assert_eq!(results(32, ballot)[0], 0xaaaa_aaaa);
    let any = "setp.eq.u32 %p0, %r0, 9;\nvote.sync.any.pred %p1, %p0, -1;\nselp.u32 %r1, 1, 0, %p1;";
    assert_eq!(results(32, any), vec![1; 32]);
    assert_eq!(results(32, "redux.sync.add.s32 %r1, %r0, -1;"), vec![496; 32]);
    assert_eq!(results(32, "and.b32 %r2, %r0, 1;\nmatch.any.sync.b32 %r1, %r2, -1;")[1], 0xaaaa_aaaa);
}

/// Divergent lanes wait for the members of the mask, wherever the schedule had them.
#[test]
fn members_of_a_mask_wait_for_each_other() {
    let body = "mov.u32 %r1, 5;\nsetp.lt.u32 %p0, %r0, 16;\n@!%p0 bra H;\n\
        shfl.sync.down.b32 %r1, %r0, 1, 0x101f, 0xffff;\nbra E;\nH: shfl.sync.up.b32 %r1, %r0, 1, 0x1000, 0xffff0000;\nE:";
    let out = results(32, body);
    assert_eq!((out[0], out[14], out[17], out[31]), (1, 15, 16, 30));
}

#[test]
fn atomics_count() {
    let kernel = kernel(
        OUT,
        "ld.param.u64 %rd0, [out];\natom.global.add.u32 %r1, [%rd0], 1;\n\
         mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd2, %rd0, %rd2;\nst.global.u32 [%rd2+4], 7;",
    );
    assert_eq!(words(&kernel, with_buffer(launch(3), 0, &[0; 4])), [3, 7, 7, 7]);
    assert_eq!(
        results(1, "atom.global.inc.u32 %r2, [%rd0], 4;\natom.global.cas.b32 %r1, [%rd0], 1, 9;"),
        [1]
    );
    // Decrement: x == 0 or x > a gives a.
    let dec = "st.global.u32 [%rd0], 0;\natom.global.dec.u32 %r2, [%rd0], 4;\nld.global.u32 %r1, [%rd0];";
    assert_eq!(results(1, dec), [4]);
}

/// PTX ISA, `atom`: sums of single precision are flushed in global memory, and not in shared memory.
#[test]
fn atomic_sums_of_subnormal_numbers() {
    let sum = |space: &str, place: &str| {
        format!(
            ".shared .align 4 .b32 s[1];\nst.{space}.b32 [{place}], 1;\natom.{space}.add.f32 %f0, [{place}], 0f00000002;\n\
             ld.{space}.b32 %r1, [{place}];"
        )
    };
    assert_eq!(results(1, &sum("global", "%rd0")), [0]);
    assert_eq!(results(1, &sum("shared", "s")), [3]);
    let generic = "mov.u64 %rd2, s;\ncvta.shared.u64 %rd3, %rd2;\n";
    assert_eq!(
        results(
            1,
            &sum("shared", "s")
                .replace("atom.shared.add.f32 %f0, [s]", &format!("{generic}atom.add.f32 %f0, [%rd3]"))
        ),
        [3]
    );
}

#[test]
fn bytes_vectors_and_wide_values() {
    let body = ".shared .align 16 .b8 s[16];\nmov.u32 %r2, 0x04030201;\nmov.u32 %r3, 0x08070605;\n\
        st.shared.v2.b32 [s], {%r2, %r3};\nld.shared.u8 %r4, [s+5];\nld.shared.u16 %r5, [s+2];\n\
        shl.b32 %r5, %r5, 8;\nor.b32 %r1, %r4, %r5;";
    assert_eq!(results(1, body), [0x0004_0306]);
    let local = ".local .align 8 .b8 l[16];\nmov.u64 %rd2, l;\ncvta.local.u64 %rd3, %rd2;\nst.u32 [%rd3+8], 77;\nld.local.u32 %r1, [%rd2+8];";
    assert_eq!(results(1, local), [77]);
    let generic = ".shared .align 4 .b32 g[4];\nmov.u64 %rd2, g;\ncvta.shared.u64 %rd3, %rd2;\nst.u32 [%rd3+4], 5;\nld.shared.u32 %r1, [g+4];";
    assert_eq!(results(1, generic), [5]);
}

#[test]
fn special_cases_of_control() {
    let switch = "ts: .branchtargets A, B;\nmov.u32 %r1, 0;\nbrx.idx %r0, ts;\nA: add.u32 %r1, %r1, 10;\nB: add.u32 %r1, %r1, 1;";
    assert_eq!(results(2, switch), [11, 1]);
    let (_, trap) =
        run::<Concrete>(&kernel(OUT, &format!("{HEAD}setp.eq.u32 %p0, %r0, 1;\n@%p0 trap;")), zeros(2));
    assert!(matches!(trap, Outcome::Trap { thread: 1, .. }), "{trap:?}");
}

#[test]
fn every_cta_of_a_grid() {
    let kernel = kernel(
        OUT,
        "ld.param.u64 %rd0, [out];\nmov.u32 %r0, %ctaid.x;\nmul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd1, %rd0, %rd1;\nst.global.u32 [%rd1], %r0;",
    );
    let mut launch = with_buffer(launch(1), 0, &[9; 3]);
    launch.grid = Some([3, 1, 1]);
    launch.cta = WhichCta::At([0; 3]);
    assert_eq!(words(&kernel, launch), [0, 1, 2]);
}

#[test]
fn an_endless_loop_meets_the_step_limit() {
    let options = Options { max_steps: 1000, ..Options::default() };
    let (_, outcome) = run_with::<Concrete>(&kernel("", "L: bra L;"), launch(1), options);
    assert!(matches!(outcome, Outcome::StepLimit { steps: 1000, site: Some(_) }), "{outcome}");
    assert!(outcome.to_string().contains("within 1,000 steps"), "{outcome}");
}

#[test]
fn an_endless_loop_meets_the_deadline() {
    let now = std::time::Instant::now();
    let late = Options { max_steps: u64::MAX, deadline: Some(now), ..Options::default() };
    let (_, outcome) = run_with::<Concrete>(&kernel("", "L: bra L;"), launch(1), late);
    assert_eq!(outcome, Outcome::TimeLimit { steps: 0 });
    assert_eq!(outcome.to_string(), "the time was over before the run began");
    // In the midst of a run, and without a loss where it ends before.
    let soon = Options { deadline: Some(now + std::time::Duration::from_millis(20)), ..late };
    let (_, outcome) = run_with::<Concrete>(&kernel("", "L: bra L;"), launch(1), soon);
    assert!(matches!(outcome, Outcome::TimeLimit { .. }), "{outcome:?}");
    let far = Options { deadline: Some(now + std::time::Duration::from_secs(3600)), ..late };
    assert_eq!(run_with::<Concrete>(&kernel("", ""), launch(1), far).1, Outcome::Done);
}

/// A lane spins until another lane of its warp, and then one of another warp, has written: none starves.
#[test]
fn independent_threads_make_progress() {
    for (n, writer) in [(2, 1), (64, 63)] {
        let body = format!(
            "setp.eq.u32 %p0, %r0, {writer};\n@%p0 bra W;\nsetp.ne.u32 %p1, %r0, 0;\n@%p1 bra E;\n\
             L: ld.volatile.global.u32 %r1, [%rd0+4];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra L;\nbra E;\n\
             W: st.volatile.global.u32 [%rd0+4], 1;\nmov.u32 %r1, 1;\nE: mov.u32 %r1, 1;"
        );
        assert_eq!(results(n, &body), vec![1; n]);
    }
}

#[test]
fn out_of_bounds_is_told() {
    let kernel = kernel(OUT, &format!("{HEAD}st.global.u32 [%rd1+4], %r0;"));
    let (recorder, outcome) = run::<Concrete>(&kernel, zeros(2));
    assert_eq!(outcome, Outcome::Done);
    let text = format!("{:?}", recorder.issues);
    assert!(text.contains("OutOfBounds { thread: 1") && text.contains("offset: 8"), "{text}");
    assert_eq!((recorder.threads[0].len(), recorder.threads[1].len()), (1, 0));
}

#[test]
fn what_nobody_gives_is_said() {
    let kernel = kernel(OUT, &format!("{HEAD}st.global.u32 [%rd1], %r9;"));
    let program = raddle_machine::Program::decode(&kernel.module, &kernel.function).unwrap();
    let mut machine =
        raddle_machine::Machine::<Concrete>::new(&program, zeros(1), Options::default()).unwrap();
    assert_eq!(machine.run(&mut raddle_machine::Unwatched), Outcome::Done);
    assert_eq!(machine.domain().assumed().count(), 1);
}

#[test]
fn a_function_known_up_to_an_error_has_a_value_only_where_one_is_asked_for() {
    let kernel = kernel(OUT, &format!("{HEAD}ex2.approx.f32 %f0, 0f40400000; st.global.f32 [%rd1], %f0;"));
    let program = raddle_machine::Program::decode(&kernel.module, &kernel.function).unwrap();
    let run = |domain: Concrete| {
        let mut machine =
            raddle_machine::Machine::with_domain(&program, zeros(1), Options::default(), domain).unwrap();
        assert_eq!(machine.run(&mut raddle_machine::Unwatched), Outcome::Done);
        let (object, _) = machine.objects().iter().find(|(_, info)| info.name.contains("out")).unwrap();
        let bytes = machine.first_bytes(object, 4).into_iter().map(Option::unwrap_or_default);
        let bits = u32::from_le_bytes(bytes.collect::<Vec<u8>>().try_into().unwrap());
        (f32::from_bits(bits), machine.domain().assumed().count(), machine.domain().approximated().count())
    };
    assert_eq!(run(Concrete::default()), (0.0, 1, 0));
    assert_eq!(run(Concrete::near()), (8.0, 0, 1));
}
