//! An assumption that no round of a loop fulfils
//! source: raddle
//! check: --block 64 --grid 1 --kernel never
//! expect: race=unknown assert=unknown
//! check: --block 64 --grid 1 --kernel not_at_first
//! expect: race=unknown
//! why: No thread gets beyond the first round of `never`, as i is not negative. In `not_at_first` no thread gets beyond the first round of the outer
//!   loop, so there is no second. From assumptions that no thread satisfies everything would follow, so nothing is proved.
__global__ void never(int *out) {
    for (int i = 0; i < 4; i++) {
        __assume(i < 0);
        out[0] = threadIdx.x;
        __assert(0 == 1);
    }
}

__global__ void not_at_first(int *out, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            __assume(j < i);
        }
        out[0] = threadIdx.x;
    }
}
