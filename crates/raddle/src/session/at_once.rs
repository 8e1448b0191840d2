//! Several kernels of a file checked at once, each thread with an input of its own: the preparation of a kernel adds places to it.

use crate::session::{Checked, Event, Left};
use crate::subject::input::Input;
use raddle_ir::Object;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The stack of a thread that checks kernels, in bytes: that of a program's first thread on Linux.
const STACK: usize = 8 << 20;

/// What a thread says of the kernel of this number.
enum Said {
    Started(usize),
    Done(usize, Box<Checked>, Duration),
}

/// Checks kernels of a file, of which the input, its variables in constant memory and what is known are given, and tells what happens. What came of
/// each is in their order.
pub(super) fn check(
    left: &[Left],
    at_once: NonZero<usize>,
    (input, constants, file): (&Input, &BTreeSet<Object>, &Checked),
    told: &mut dyn FnMut(Event<'_>),
) -> Vec<Checked> {
    let next = AtomicUsize::new(0);
    let work = |say: Sender<Said>| {
        let mut input = input.clone();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = left.get(nth) else { break };
            let _ = say.send(Said::Started(nth));
            let began = Instant::now();
            let checked = one.check(&mut input, constants, file);
            let _ = say.send(Said::Done(nth, Box::new(checked), began.elapsed()));
        }
    };
    let mut kernels: Vec<Option<Checked>> = left.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let (say, heard) = channel();
        let starts = |_: &usize| {
            let (say, work) = (say.clone(), &work);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(say)).is_ok()
        };
        let started = (0..at_once.get().min(left.len())).take_while(starts).count();
        // Where the system gives no thread, this one checks, and tells at the end.
        if started == 0 {
            work(say);
        } else {
            drop(say);
        }
        for said in heard {
            match said {
                Said::Started(nth) => told(Event::Started { kernel: &left[nth].name(input) }),
                Said::Done(nth, kernel, time) => {
                    told(Event::Done { nth, kernel: &kernel, time });
                    kernels[nth] = Some(*kernel);
                }
            }
        }
    });
    kernels.into_iter().flatten().collect()
}
