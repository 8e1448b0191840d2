// Barriers, fences, clocks, and the barriers that have no function, as inline assembly.
__global__ void __launch_bounds__(128, 2) all(int *i, long long *l) {
  __shared__ unsigned long long full;
  __syncthreads();
  *i = __syncthreads_count(*i) + __syncthreads_and(*i) + __syncthreads_or(*i);
  __threadfence_block(); __threadfence(); __threadfence_system();
  __nanosleep(100); *i = clock(); *l = clock64();
  asm volatile("bar.sync 1, 64;" ::: "memory");
  asm volatile("bar.arrive %0, %1;" ::"r"(2), "r"(96) : "memory");
  asm volatile("barrier.sync 3;" ::: "memory");
  unsigned bar = (unsigned)__cvta_generic_to_shared(&full);
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(bar), "r"(128) : "memory");
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(bar) : "memory");
  asm volatile("{\n\t.reg .pred P;\n\tWAIT:\n\tmbarrier.try_wait.parity.shared.b64 P, [%0], %1;\n\t@P bra DONE;\n\t"
               "bra WAIT;\n\tDONE:\n\t}" ::"r"(bar), "r"(0) : "memory");
  if (*i == 3) __trap();
}
