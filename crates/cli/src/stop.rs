//! Signals that stop a run: the first one lets it print what it has, a second one ends it at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
    iterator::Signals,
};

/// On the first signal, sets the returned flag and calls `stop` on a separate thread.
///
/// # Errors
/// If the system rejects the handler.
#[cfg(unix)]
pub fn on_signal(stop: impl FnOnce() + Send + 'static) -> io::Result<Arc<AtomicBool>> {
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds the flag set.
        flag::register_conditional_default(signal, Arc::clone(&stopped))?;
        flag::register(signal, Arc::clone(&stopped))?;
    }
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            stop();
        }
    });
    Ok(stopped)
}

/// Here, signals end the process at once.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn on_signal(_stop: impl FnOnce() + Send + 'static) -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}

/// Leaves signals to the process that started this one: a terminal sends them to both.
pub fn leave_to_parent() {
    #[cfg(unix)]
    for signal in [SIGINT, SIGTERM] {
        // If that fails, the signal ends this process and its check is lost.
        let _ = flag::register(signal, Arc::default());
    }
}
