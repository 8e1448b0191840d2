//! A racy value decides about a barrier, by way of a local variable that is written through a pointer
//! source: raddle
//! check: --block 64
//! expect: race=refuted deadlock=unknown barrier-reuse=unknown divergence=unknown
//! why: Whether thread 32 reads 1 or 2 at [A] is up to the schedule. It is stored through a pointer to one of two local
//!   variables [B], and decides whether thread 32 reaches the barrier [C].
__global__ void by_pointer()
{
    __shared__ int s;
    int t = threadIdx.x;
    int a = 0, b = 0;
    int *own = t & 1 ? &b : &a;
    if (t == 0)
        s = 1;
    if (t == 32)
        s = 2;
    int v = s;     // [A]
    *own = v == 1; // [B]
    if (t == 32 && a)
        return;
    __syncthreads(); // [C]
}
