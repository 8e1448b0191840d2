// Writes to a local array that nobody reads.
__kernel void kernel_cl(void) {
  __local int s[64];
  s[get_local_id(0) / 2] = get_local_id(0); // KEEP st.shared.u32 GONE st
}
