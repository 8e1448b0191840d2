//! why: o[base + i] is at an unknown place, and yet no two threads meet there: addresses that differ by numbers
//!      are compared, even where the index of 32 bits may wrap.
//! check: --block 64 --kernel sum_of_ints --kernel pitch --kernel shared --kernel twice --grid 1
//! expect: race=proved deadlock=proved
//! check: --block 64 --kernel next
//! expect: race=refuted
//! check: --block 64 --kernel pairs
//! expect: race=refuted
//! finding: race line 40
//! check: --block 64 --kernel two_bases
//! expect: race=refuted
//! check: --block 64 --kernel wide
//! expect: race=refuted
//! finding: race line 56
//! check: --block 64 --grid 2 --cta all --kernel sum_of_ints
//! expect: race=proved

__global__ void sum_of_ints(float *out, const float *in, int base) {
    int i = base + threadIdx.x;
    out[i] = in[i];
}

__global__ void pitch(float *out, int row, int pitch) {
    float *r = out + row * pitch;
    r[threadIdx.x] = r[threadIdx.x] + 1;
}

__global__ void shared(int base) {
    extern __shared__ int s[];
    s[base + threadIdx.x] = s[base + threadIdx.x] + 1;
}

// The same address, computed in two ways.
__global__ void twice(int *out, int base) {
    out[base + threadIdx.x] = 1;
    (out + base)[threadIdx.x] = 2;
}

__global__ void pairs(int *out, int base) {
    out[base] = threadIdx.x;
}

// The neighbour's element: a race, unless base + threadIdx.x wraps just there.
__global__ void next(int *out, int base) {
    out[base + threadIdx.x] = 1;
    (out + base)[threadIdx.x + 1] = 2;
}

__global__ void two_bases(int *out, int a, int b) {
    out[a + threadIdx.x] = 1;
    out[b + threadIdx.x + 64] = 2;
}

// Two elements at once: the threads' bytes overlap.
__global__ void wide(int *out, int base) {
    *(int2 *)(out + base + threadIdx.x) = make_int2(1, 2);
}
