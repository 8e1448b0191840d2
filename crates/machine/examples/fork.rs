//! What it costs to have two states where there was one: `cargo run --release -p raddle-machine --example fork`.
//!
//! A kernel fills a buffer of 1 MiB; its 1,024 threads have an array of 32 bytes in local memory each, and 4 KiB of shared memory.
//! When all of it is written, the state is forked: *all written* for the first time, *nothing written* again at once, *one slice
//! written* each time after so many steps of some warp as are given (what the fork and the slice after it take; *alone*: the
//! slice without the fork). Times are medians, in microseconds.

use raddle_ir::{Function, Language, Module};
use raddle_machine::{
    Buffer, BufferContent, Concrete, Domain, Launch, Machine, Options, Outcome, Partial, Program, Unwatched,
};
use std::time::Instant;

const THREADS: u32 = 1024;
const BYTES: u32 = 1 << 20;
/// How often each time is taken.
const REPEATS: usize = 101;
/// How many steps are taken between two forks.
const SLICE: u64 = 64;

/// Each thread writes every 1,024th word of the buffer, its own word of shared memory, and its local array.
const KERNEL: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
    .reg .b32 %r<64>;
    .reg .b64 %rd<16>;
    .reg .pred %p<2>;
    .local .align 16 .b8 own[32];
    .shared .align 4 .b32 s[1024];
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, 0;
    and.b32 %r2, %r0, 7;
    mul.wide.u32 %rd1, %r0, 4;
    mul.wide.u32 %rd2, %r2, 4;
    mov.u64 %rd3, s;
    add.u64 %rd3, %rd3, %rd1;
    mov.u64 %rd4, own;
    add.u64 %rd4, %rd4, %rd2;
    add.u64 %rd0, %rd0, %rd1;
L:
    add.u32 %r3, %r0, %r1;
    st.shared.u32 [%rd3], %r3;
    st.local.u32 [%rd4], %r3;
    st.global.u32 [%rd0], %r3;
    add.u64 %rd0, %rd0, 4096;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p0, %r1, 256;
    @%p0 bra L;
    ld.local.u32 %r4, [%rd4];
    st.global.u32 [%rd0+-4096], %r4;
    ret;
}
";

fn main() -> Result<(), String> {
    let ast = raddle_ptx::parse::parse(KERNEL).map_err(|e| format!("{e:?}"))?;
    let language = raddle_ptx::lower::Options { language: Language::Ptx, ..Default::default() };
    let mut module = raddle_ptx::lower::lower(&ast, KERNEL, language).map_err(|e| format!("{e:?}"))?;
    let func = module.kernels().next().ok_or("no kernel")?.0;
    let function = raddle_ir::passes::prepare(&mut module, func).map_err(|e| format!("{e:?}"))?;
    println!(
        "{:10} {:>12} {:>16} {:>18} {:>8}",
        "domain", "all written", "nothing written", "one slice written", "alone"
    );
    measure::<Concrete>("numbers", &module, &function)?;
    measure::<Partial>("unknowns", &module, &function)
}

fn measure<D: Domain + Default>(name: &str, module: &Module, function: &Function) -> Result<(), String> {
    let program = Program::decode(module, function).map_err(|e| e.to_string())?;
    let launch = || {
        let mut launch = Launch::new([THREADS, 1, 1]);
        let content = BufferContent::Bytes(vec![0; BYTES as usize]);
        launch.buffers.push(Buffer { param: 0, content, element: 4 });
        launch
    };
    let new = || Machine::<D>::new(&program, launch(), Options::default()).map_err(|e| e.to_string());
    let mut all = Vec::new();
    let mut again = Vec::new();
    for _ in 0..11 {
        let mut machine = new()?;
        if machine.run(&mut Unwatched) != Outcome::Done {
            return Err("the kernel does not end".to_owned());
        }
        all.push(time(|| drop(machine.fork())));
        for _ in 0..REPEATS {
            again.push(time(|| drop(machine.fork())));
        }
    }
    // From the middle of the run on: everything that is written then has been written before.
    let (mut slices, mut alone) = (Vec::new(), Vec::new());
    let mut machine = new()?;
    machine.resume_for(30_000, &mut Unwatched);
    for _ in 0..REPEATS {
        let mut states = Vec::new();
        slices.push(time(|| {
            states.push(machine.fork());
            machine.resume_for(SLICE, &mut Unwatched);
        }));
        alone.push(time(|| drop(machine.resume_for(SLICE, &mut Unwatched))));
    }
    println!(
        "{name:10} {:12.1} {:16.1} {:18.1} {:8.1}",
        median(all),
        median(again),
        median(slices),
        median(alone)
    );
    Ok(())
}

/// Microseconds.
fn time(mut what: impl FnMut()) -> f64 {
    let start = Instant::now();
    what();
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
