//! Pointers that advance by a size in each round of a loop
//! source: raddle
//! check: --kernel rows --block 32,4 --within-cta
//! expect: race=proved
//! check: --kernel tiles --block 32,4 --within-cta
//! expect: race=proved
//! check: --kernel overlapping --block 32,4 --within-cta
//! expect: race=refuted
//! finding: race line 31
//! why: The distance of a pointer from its buffer is what it has advanced by, as for an index. Threads that write in different rounds of `rows` and
//!   `tiles` are whole rows of 32 apart [A]; in `overlapping` a row may have two elements [B].
__global__ void rows(float *a, long width, int n) {
    float *p = a;
    for (int t = 0; t < n; t++) {
        if (threadIdx.x == 0) p[threadIdx.y] = t; // [A]
        p += 32 * width;
    }
}

__global__ void tiles(float *a, int height, int n) {
    float *p = a + (blockIdx.y * n * height + blockIdx.x) * 32;
    for (int t = 0; t < n; t++) {
        if (threadIdx.x == 0) p[threadIdx.y] = t;
        p += 32 * height;
    }
}

__global__ void overlapping(float *a, int width, int n) {
    float *p = a;
    for (int t = 0; t < n; t++) {
        if (threadIdx.x == 0) p[threadIdx.y] = t; // [B]
        p += width;
    }
}
