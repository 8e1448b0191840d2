//! Signals that stop a run: the first one lets it print what it has, a second one ends it at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
    iterator::Signals,
};

/// How long another signal counts as the first one: `timeout` sends it to the process, and to its group.
const AT_ONCE: Duration = Duration::from_millis(200);

/// On the first signal sets the flag that is returned, and calls `stop`, in a thread of its own. A signal that is ignored stays ignored:
/// whoever started this process wants it so (`trap '' INT` in a shell).
///
/// # Errors
/// The system's, if it takes no handler.
#[cfg(unix)]
pub fn on_signal(stop: impl FnOnce() + Send + 'static) -> io::Result<Arc<AtomicBool>> {
    let (stopped, ends) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let mut heeded = vec![SIGINT, SIGTERM];
    heeded.retain(|&signal| !is_ignored(signal));
    for &signal in &heeded {
        flag::register_conditional_default(signal, Arc::clone(&ends))?;
        flag::register(signal, Arc::clone(&stopped))?;
    }
    let mut signals = Signals::new(heeded)?;
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            std::thread::spawn(move || {
                std::thread::sleep(AT_ONCE);
                ends.store(true, Ordering::SeqCst);
            });
            stop();
        }
    });
    Ok(stopped)
}

/// Signals end the process at once here.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn on_signal(_stop: impl FnOnce() + Send + 'static) -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}

/// Leaves Ctrl-C to the process that started this one: a terminal sends it to both. Where that fails the signal ends this process, and its
/// check is lost.
pub fn leave_to_parent() {
    #[cfg(unix)]
    if !is_ignored(SIGINT) {
        let _ = flag::register(SIGINT, Arc::default());
    }
}

/// Is a signal ignored? Where the system does not say so in `/proc`, it is taken not to be.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut ignored = status.lines().filter_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.next().and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << (signal - 1) != 0)
}
