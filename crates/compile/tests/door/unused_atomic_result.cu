// An atomic whose result is unused: it stays the instruction that the source names.
__global__ void kernel(unsigned *counter) {
  atomicInc(counter, 10); // KEEP atom.inc.u32
  atomicAdd_block(counter, 1); // KEEP atom.cta.add.u32
}
