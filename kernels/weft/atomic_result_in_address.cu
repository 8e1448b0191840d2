//! The result of an atomic chooses the cell
//! source: raddle (schedule-dependent values)
//! check: --block 64
//! expect: race=unknown
//! why: Tickets are distinct in every schedule, so the kernel is race-free; but each thread's ticket depends on
//!   the schedule, and a method that looks at one schedule must not conclude from the tickets that it saw. The
//!   verdict is unknown and names the atomic.
__global__ void tickets(int *out) {
    __shared__ int next;
    __shared__ int cell[64];
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    int ticket = atomicAdd(&next, 1);
    cell[ticket] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x];
}
