//! Functions that are known by their contracts only
//! source: raddle
//! check: --block 64 --grid 1 --kernel own_element
//! expect: race=proved assert=proved
//! check: --block 64 --grid 1 --kernel neighbour
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel written_again
//! expect: race=proved assert=unknown
//! check: --block 64 --grid 1 --kernel rounds
//! expect: race=proved assert=proved
//! check: --block 64 --grid 1 --kernel less
//! expect: race=proved assert=unknown
//! check: --block 64 --grid 1 --kernel further_on
//! expect: race=proved assert=proved
//! check: --block 64 --grid 1 --kernel required
//! expect: race=proved assert=refuted
//! finding: assert line 29
//! check: --block 64 --grid 1 --kernel read_while_written
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel read_behind
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel own_element --property termination
//! expect: termination=proved
//! why: A name that begins with `__spec` is one of a function whose body is no code: it reads and writes what it says, where it says so, and returns what it says. `next` writes
//!   the element with the number of the thread, in as many rounds as it likes, and anything: so the 5 of `written_again` may be gone, and the
//!   neighbour's element is not its own. `less` is
//!   wrong, which no run shows, as there is nothing to run. That thread 0 of `required` breaks what is required [A] a run shows.
__device__ int __spec_next(int *a, int x) {
    __requires(x >= 0); // [A]
    __writes_to(a);
    __ensures(__write_implies(a, __write_offset_bytes(a) == sizeof(int) * threadIdx.x));
    __ensures(__return_val_int() > x);
    return 0;
}

__global__ void own_element(int *a) {
    int next = __spec_next(a, threadIdx.x);
    __assert(next > 0);
}

__global__ void neighbour(int *a) {
    __spec_next(a, threadIdx.x);
    a[threadIdx.x + 1] = 1;
}

__global__ void written_again(int *a) {
    a[threadIdx.x] = 5;
    __spec_next(a, 1);
    __assert(a[threadIdx.x] == 5);
}

__global__ void rounds(int *a, int n) {
    for (int i = 0; i < n; i++) {
        int next = __spec_next(a, i);
        __assert(next > i);
    }
}

__global__ void less(int *a) {
    int next = __spec_next(a, 7);
    __assert(next < 7);
}

// The offset of an access is told from the beginning of the array.
__global__ void further_on(int *a) {
    __spec_next(a + 3, 1);
    a[threadIdx.x] = 1;
}

__global__ void required(int *a) {
    __spec_next(a, (int)threadIdx.x - 1);
}

namespace rows {
    static __device__ float __spec_sum(const float *row) {
        __reads_from(row);
        return 0;
    }
}

__global__ void read_while_written(float *out) {
    __shared__ float row[64];
    row[threadIdx.x] = 1;
    out[threadIdx.x] = rows::__spec_sum(row);
}

__global__ void read_behind(float *out) {
    __shared__ float row[64];
    row[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = rows::__spec_sum(row);
}
