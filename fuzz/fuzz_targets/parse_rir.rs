//! See `raddle_fuzz::parse_rir`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| raddle_fuzz::parse_rir(bytes));
