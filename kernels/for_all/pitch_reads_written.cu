//! The column is read by a pitch that is not given, and the matrix is written
//! source: raddle
//! check: --block 64
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: With a pitch of 1, thread 0 reads `a[1]`, which thread 1 writes. With one of 64 there is no race. A pitch with which there is one is found.
__global__ void columns(float *a, int pitch) {
    float *p = a + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 1000; i++, p += pitch) sum += *p;
    a[threadIdx.x] = sum;
}
