//! A race that begins after the last barrier
//! source: raddle (the published WEFT drops the stretch after the last barrier)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 17
//! why: The reads before the barrier are ordered after nothing but their own writes, which is enough: t reads
//!   cell[t]. After the barrier thread t overwrites cell[t] at [A] while thread t - 1 still reads it.
__global__ void after(int *out) {
    __shared__ int cell[65];
    int t = threadIdx.x;
    cell[t] = t;
    if (t == 0)
        cell[64] = 0;
    int own = cell[t];
    __syncthreads();
    int next = cell[t + 1];
    cell[t] = own * 2; // [A]
    out[t] = next;
}
