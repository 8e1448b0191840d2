/* Barriers and fences. A barrier keeps its fence flags (OpenCL's conditions differ for local and global memory), so
 * it is a call of `__raddle_cl_barrier(flags)`: 1 local, 2 global, 3 both; flags as in CLK_LOCAL_MEM_FENCE,
 * CLK_GLOBAL_MEM_FENCE. */

void __raddle_cl_barrier(uint flags) __attribute__((convergent));
RADDLE_FN __attribute__((convergent)) void barrier(cl_mem_fence_flags flags) { __raddle_cl_barrier(flags); }
RADDLE_FN __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags) { __raddle_cl_barrier(flags); }
#if __OPENCL_C_VERSION__ >= 200
RADDLE_FN __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __raddle_cl_barrier(flags);
}
#endif

/* A fence orders the accesses of one work-item: the CTA's scope for local memory, the device's otherwise. */
#define RADDLE_FENCE(name)                                                                                             \
  RADDLE_FN void name(cl_mem_fence_flags flags) {                                                                      \
    if (flags == CLK_LOCAL_MEM_FENCE) __asm__ volatile("membar.cta;" ::: "memory");                                    \
    else __asm__ volatile("membar.gl;" ::: "memory");                                                                  \
  }
RADDLE_FENCE(mem_fence)
RADDLE_FENCE(read_mem_fence)
RADDLE_FENCE(write_mem_fence)
#undef RADDLE_FENCE

/* A hint. */
#define prefetch(p, n) ((void)(p), (void)(n))
