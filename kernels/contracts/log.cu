//! Contracts about a log of accesses, as GPUVerify has one
//! source: raddle
//! check: --block 64 --grid 1 --kernel rows
//! expect: contract=proved race=proved
//! check: --block 64 --grid 1 --kernel read
//! expect: assert=proved race=proved
//! check: --block 64 --grid 1 --kernel read_before
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel read_in_a_loop
//! expect: assert=proved race=proved
//! check: --block 64 --grid 1 --kernel read_elsewhere_in_a_loop
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel nothing_logged
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel in_a_loop
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel elsewhere
//! expect: assert=refuted race=proved
//! check: --block 64 --grid 1 --kernel wrong_rows --arg n=3
//! expect: contract=refuted race=proved
//! check: --block 64 --grid 1 --kernel wrong_rows
//! expect: contract=refuted race=proved
//! check: --block 64 --grid 2 --cta all --kernel between_barriers
//! expect: assert=refuted race=proved
//! finding: assert line 113
//! why: The invariant of `rows` is left out, and the scope says so: the race needs no invariant. That of `wrong_rows` is false from the
//!   second round on, which a run shows. The log of `read` holds the one access
//!   since the barrier, and nothing of `other`; before the barrier something else was read, which `read_before` asks for. What
//!   is read in a loop is one of the elements of any round: all of them are the thread's own, but not all are below 256. Where
//!   nothing is logged, an offset may be any number. The log of threads which are elsewhere is followed by runs, as odd ones have
//!   read in `elsewhere`. A barrier empties the logs of `between_barriers`, and [A] is after another write.

__global__ void rows(int *out, int n) {
    for (int i = 0; i < n; i++) {
        __invariant(__write_implies(out, __write_offset_bytes(out) % 256 / 4 == threadIdx.x));
        __invariant(i >= 0);
        out[i * 64 + threadIdx.x] = i;
    }
}

__global__ void read(int *in, int *other, int *out) {
    int sum = in[7];
    __syncthreads();
    sum += in[threadIdx.x];
    __assert(__implies(__read(in), __read_offset_bytes(in) == 4 * threadIdx.x));
    __assert(__no_read(other) && __no_write(in));
    out[threadIdx.x] = sum;
    __assert(__write_implies(out, __write_offset(out) == threadIdx.x));
}

__global__ void read_before(int *in, int *out) {
    int sum = in[7];
    __assert(__no_read(in));
    __syncthreads();
    out[threadIdx.x] = sum;
}

__global__ void read_in_a_loop(int *in, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += in[i * 64 + threadIdx.x];
    __assert(__read_implies(in, __read_offset_bytes(in) % 256 == 4 * threadIdx.x));
    out[threadIdx.x] = sum;
}

__global__ void read_elsewhere_in_a_loop(int *in, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += in[i * 64 + threadIdx.x];
    __assert(__read_implies(in, __read_offset_bytes(in) < 256));
    out[threadIdx.x] = sum;
}

__global__ void nothing_logged(int *in, int *out) {
    __assert(__read_offset_bytes(in) == 0);
    out[threadIdx.x] = 1;
}

__global__ void in_a_loop(int *in, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        __assert(__no_read(in));
        sum += in[i * 64 + threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

__device__ void even_ones(int *in) {
    __global_ensures(__no_read(in));
}

__global__ void elsewhere(int *in, int *out) {
    int sum = 0;
    if (threadIdx.x % 2 != 0) sum = in[threadIdx.x];
    if (threadIdx.x % 2 == 0) even_ones(in);
    out[threadIdx.x] = sum;
}

__global__ void wrong_rows(int *out, int n) {
    for (int i = 0; i < n; i++) {
        __invariant(__write_implies(out, __write_offset(out) == threadIdx.x));
        out[i * 64 + threadIdx.x] = i;
    }
}

__global__ void between_barriers(int *out) {
    __shared__ int s[64], t[64];
    s[threadIdx.x] = threadIdx.x;
    __assert(__no_write(t));
    __syncthreads();
    __assert(__no_write(s) && __no_read(s));
    t[threadIdx.x] = s[63 - threadIdx.x];
    __assert(__no_write(s) && __read_implies(s, __read_offset(s) == 63 - threadIdx.x));
    out[blockIdx.x * 64 + threadIdx.x] = t[threadIdx.x];
    __assert(__no_write(t)); // [A]
}
