//! See `raddle_fuzz::lower_ptx`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| raddle_fuzz::lower_ptx(bytes));
