//! Lanes in lock-step where the rounds of loops depend on an argument: two threads are compared for all inputs
//! source: design §6; raddle
//! check: --block 256 --grid 1 --kernel tail --warp-synchronous
//! expect: race=proved divergence=proved
//! check: --block 256 --grid 1 --kernel tail
//! expect: race=refuted
//! check: --block 256 --grid 1 --kernel tail_of_two_warps --warp-synchronous
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel two_sides --warp-synchronous
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel behind_the_sides --warp-synchronous
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel one_instruction --warp-synchronous
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel sides_that_meet_late --warp-synchronous
//! expect: race=refuted
//! check: --block 64 --grid 1 --kernel by_what_was_written --warp-synchronous
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel rounds_apart --warp-synchronous
//! expect: race=proved
//! why: `tail` ends with one warp, whose lanes read at one instruction and write at the next; independent threads race there, and so do the two warps of
//!   `tail_of_two_warps`. Lanes on different sides of a branch are not ordered (`two_sides`), after it they are (`behind_the_sides`), unless the sides
//!   meet later only (`sides_that_meet_late`: [A] is executed for each side). By `one_instruction` two lanes write one place. In `by_what_was_written` the
//!   condition depends on what other lanes have written meanwhile; whatever that is, each writes its own place. In `rounds_apart` lanes leave the
//!   inner loop in different rounds: those that are left go round together, and the others wait where it ends.
__global__ void tail(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int i = t; i < 1024; i += 256) s[i] = in[i];
    __syncthreads();
    for (int h = n & 511; h > 32; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
    }
    out[t] = s[t];
}

__global__ void tail_of_two_warps(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    for (int i = t; i < 1024; i += 256) s[i] = in[i];
    __syncthreads();
    for (int h = n & 511; h > 64; h >>= 1) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    if (t < 64) {
        s[t] += s[t + 64];
        s[t] += s[t + 32];
    }
    out[t] = s[t];
}

__global__ void two_sides(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        if (t & 1) s[t] = i;
        else out[t] = s[t + 1];
    }
}

__global__ void behind_the_sides(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t & 1) s[t] = i;
        else s[t] = 2 * i;
        out[64 * i + t] = s[t ^ 1];
        __syncthreads();
    }
}

__global__ void one_instruction(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t / 2] = t;
        __syncthreads();
    }
    out[t] = s[0];
}

__global__ void sides_that_meet_late(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t & 1) goto odd;
        out[t] = i;
        if (n > 1000) goto done;
    odd:
        s[t] = i; // [A]
        out[64 * i + 64 + t] = s[t ^ 1];
    done:
        __syncthreads();
    }
}

__global__ void by_what_was_written(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        if (s[t ^ 1] == 3) out[t] = i;
        __syncthreads();
    }
}

__global__ void rounds_apart(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < (t & 3); j++) {
            s[t] = j;
            out[t] = s[t ^ 1];
        }
        __syncthreads();
    }
}
