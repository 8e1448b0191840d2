//! Sizes that a kernel itself rules out
//! source: raddle
//! check: --kernel exactly --grid 2 --property race,deadlock
//! expect: race=proved deadlock=proved
//! check: --kernel exactly --block 64 --grid 2
//! expect-exit: 3
//! check: --kernel exactly --block 64 --grid 2 --property termination
//! expect-exit: 3
//! check: --kernel exactly --block 64 --grid 2 --property race,deadlock --beyond-limits
//! expect: race=proved deadlock=proved
//! check: --kernel exactly --block 64 --grid 2 --property termination --beyond-limits
//! expect: termination=proved
//! check: --kernel halves --block 64 --grid 2 --cta all --property race --beyond-limits
//! expect: race=refuted
//! why: These kernels cannot be launched with groups of 64. What would happen with such groups is reported if it is asked for, and each proof names the size. Items of `halves` write what the
//!   group in front of theirs writes if groups have 64 items instead of 32.
__attribute__((reqd_work_group_size(32, 1, 1))) kernel void exactly(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[get_local_id(0) ^ 1];
}

__attribute__((reqd_work_group_size(32, 1, 1))) kernel void halves(global int *out) {
  out[get_group_id(0) * 32 + get_local_id(0)] = get_global_id(0) + 3 * get_local_id(0);
}
