//! Figure 5, literally: a counter in memory that one thread counts, and all read
//! source: paper 004, figure 5
//! check: --property termination
//! expect: termination=unknown
//! why: What `temp` is read from, the kernel writes. A method that looks at one thread alone takes that for any value in each round; then nothing bounds `temp`.
__global__ void shared_counter(int *A, int N) {
    int temp;
    if (threadIdx.x == 0)
        A[0] = 1;
    temp = 0;
    while (temp < N) {
        if (threadIdx.x == 0)
            A[0] = A[0] + 1;
        __syncthreads();
        temp = A[0];
        __syncthreads();
    }
}
