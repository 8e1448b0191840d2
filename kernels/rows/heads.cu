//! Rows of several elements for each block, whose number in a row of blocks is a size of the grid
//! source: raddle
//! check: --kernel guarded --block 64
//! expect: race=proved
//! check: --kernel heads --block 64
//! expect: race=proved
//! check: --kernel heads --block 64 --require gridDim.x<=heads --strict-wrap
//! expect: race=unknown
//! check: --kernel heads --block 65
//! expect: race=refuted
//! finding: race line 38
//! check: --kernel tokens --block 64
//! expect: race=proved
//! check: --kernel wide --block 64
//! expect: race=proved
//! check: --kernel advancing --block 64
//! expect: race=proved
//! check: --kernel unguarded --block 64 --grid 2 --arg n=2 --arg pitch=100
//! expect: race=refuted
//! finding: race line 67
//! why: A block writes 64 elements, and `heads` times 64 lie between two tokens: blocks are apart if there are no more of them in x than heads, which is the
//!   condition, and nothing wraps around. With 65 threads [A] the last one writes the first element of the next block. In `unguarded` the blocks of a row take
//!   what lies beyond its end [B]: that its pitch is a multiple of 64 elements is nothing that a condition says.
#define SIZE 64

__global__ void guarded(float *out, const float *in, int heads, int tokens) {
    int head = blockIdx.x;
    if (head >= heads) return;
    for (int token = 0; token < tokens; token++) {
        out[(token * heads + head) * SIZE + threadIdx.x] = in[token + head] + head;
    }
}

__global__ void heads(float *out, const float *in, int heads, int tokens) {
    int head = blockIdx.x;
    for (int token = 0; token < tokens; token++) {
        // Two tokens of one head are apart by the heads.
        out[(token * heads + head) * SIZE + threadIdx.x] = in[token + head] + head; // [A]
    }
}

__global__ void tokens(float *out, const float *in, int heads, int tokens) {
    int head = blockIdx.x, sequence = blockIdx.y;
    for (int token = 0; token < tokens; token++) {
        out[((sequence * tokens + token) * heads + head) * SIZE + threadIdx.x] = in[token + head] + head;
    }
}

__global__ void wide(float *out, const float *in, long heads, long tokens) {
    long head = blockIdx.x, sequence = blockIdx.y;
    for (long token = 0; token < tokens; token++) {
        out[((sequence * tokens + token) * heads + head) * SIZE + threadIdx.x] = in[token + head] + head;
    }
}

__global__ void advancing(float *out, const float *in, long heads, int tokens) {
    int head = blockIdx.x, sequence = blockIdx.y;
    float *p = out + (sequence * (long)tokens * heads + head) * SIZE;
    for (int token = 0; token < tokens; token++) {
        p[threadIdx.x] = in[token + head + 3 * sequence];
        p += SIZE * heads;
    }
}

__global__ void unguarded(float *out, int n, int pitch) {
    for (int row = 0; row < n; row++) {
        out[row * pitch + blockIdx.x * SIZE + threadIdx.x] = row + 2 * blockIdx.x; // [B]
    }
}
