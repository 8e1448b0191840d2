//! What a device function ensures is proved of each of its returns
//! source: raddle
//! check: --block 32 --grid 1 --kernel good
//! expect: assert=proved race=proved
//! check: --block 32 --grid 1 --kernel bad
//! expect: assert=refuted
//! finding: assert line 18
//! check: --block 32 --grid 1 --kernel twice
//! expect: assert=refuted
//! finding: assert line 25
//! why: `clipped` returns a number between its bounds, as they are at its head: that it changes `low` itself does not matter. `bad`
//!   calls it with bounds that no number lies between [A]. `twice` calls `next` once with a number that has a successor and once with one
//!   that may have none [B]: each return is asked with the arguments of its own call.

__device__ int clipped(int x, int low, int high) {
    __requires(true);
    __ensures(__return_val_int() <= high); // a line of its own
    __ensures(__return_val_int() >= low && __return_val_int() <= high); // [A]
    if (x < low) return low;
    low = high;
    return x > low ? low : x;
}

__device__ int next(int x) {
    __ensures(__return_val_int() > x); // [B]
    return x + 1;
}

__global__ void good(int *out, int x, int high) {
    __requires(high >= 4);
    out[threadIdx.x] = clipped(x, 4, high);
}

__global__ void bad(int *out, int x, int high) {
    out[threadIdx.x] = clipped(x, 4, high);
}

__global__ void twice(int *out, int n) {
    out[threadIdx.x] = next(threadIdx.x) + next(n);
}
