//! why: a pointer that walks through a buffer in a loop of unknown length stays in that buffer, unless the
//!      walk leads from one buffer to another. In `either` it leads to what other threads write, if n is odd.
//! check: --block 64 --kernel reads --kernel chosen_row --grid 1
//! expect: race=proved
//! check: --block 64 --kernel writes
//! expect: race=proved
//! check: --block 64 --kernel rounds
//! expect: race=refuted
//! check: --block 64 --kernel either
//! expect: race=refuted

__global__ void reads(const int *in, int *out, int n) {
    int sum = 0;
    for (const int *p = in; n > 0; n--, p += 3) sum += *p;
    out[threadIdx.x] = sum;
}

__global__ void chosen_row(const int *in, int *out, int n, int pitch) {
    const int *row = in;
    for (int i = 0; i < n; i++)
        if (row[0] < 0) row += pitch;
    out[threadIdx.x] = row[threadIdx.x];
}

__global__ void writes(int *out, int n) {
    for (int *p = out + threadIdx.x; n > 0; n--, p++) *p = 1;
}

// After the loop p is in the one or in the other.
__global__ void either(int *in, int *out, int n) {
    int *p = in;
    for (int i = 0; i < n; i++) p = i % 2 ? in + i : out + i;
    out[threadIdx.x] = *p;
}

// Where threads write the same element they write it in different rounds.
__global__ void rounds(int *out, int n) {
    for (int *p = out + threadIdx.x; n > 0; n--, p++) *p = n;
}
