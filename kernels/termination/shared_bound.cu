//! The number of rounds is read from shared memory, which the kernel writes
//! source: paper 004, figure 5
//! check: --property termination
//! expect: termination=unknown
//! why: One thread says how often to go round, all others read it, in each round anew. A method that looks at one thread alone takes what is read
//!   for any value; then nothing bounds `i`.
__global__ void rounds(int *out, int n) {
    __shared__ int last;
    if (threadIdx.x == 0)
        last = n;
    __syncthreads();
    for (int i = 0; i != last; i++)
        out[threadIdx.x] += i;
}
