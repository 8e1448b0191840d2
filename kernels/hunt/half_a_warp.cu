//! Lanes in lock-step of which some go where the others do not
//! source: raddle
//! check: --block 64 --grid 2 --warp-synchronous --kernel half --kernel leave_one_by_one --kernel nested
//! expect: race=proved deadlock=proved
//! check: --block 64 --grid 2 --warp-synchronous --kernel breaks --arg n=2
//! expect: race=refuted
//! check: --block 64 --grid 2 --warp-synchronous --kernel breaks
//! expect: race=refuted
//! check: --block 64 --grid 2 --warp-synchronous --kernel both_halves
//! expect: race=refuted
//! check: --block 64 --grid 2 --kernel half --kernel leave_one_by_one --arg n=2
//! expect: race=refuted
//! why: The lanes that take the only side of a branch go together, and all others wait where it ends: so accesses by different instructions are in
//!   the order of the program (half, nested); so they are in a loop that lanes leave one by one, for those that are left go together
//!   (leave_one_by_one). Lanes that break out of a loop and write before they meet the others, which continue, are on another side (breaks), and so are the
//!   two halves of both_halves. Without lock-step nothing orders the lanes. How often the loops go round is found in the arguments.
__global__ void half(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if ((t & 31) < 16) {
            s[t] = in[i * 64 + t];
            s[t] += s[t ^ 8];
            s[t] += s[t ^ 4];
            out[i * 128 + blockIdx.x * 64 + t] = s[t];
        }
        __syncthreads();
    }
}

__global__ void leave_one_by_one(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < n + (t & 7); k++) {
        s[t] = k;
        sum += s[t ^ 1];
    }
    out[blockIdx.x * 64 + t] = sum + s[t ^ 2];
}

__global__ void nested(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++) {
        if (in[t] > i) {
            s[t] = i;
            if (in[t] > 2 * i) {
                sum += s[t ^ 1];
            }
            for (int k = 0; k < in[t + 64]; k++) sum += s[t ^ 2];
        }
        sum += s[t ^ 4];
    }
    out[blockIdx.x * 64 + t] = sum;
}

__global__ void breaks(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (t % 32 == k + 1) {
            s[t ^ 1] = 5;
            break;
        }
        s[t] = k;
    }
    out[blockIdx.x * 64 + t] = s[t];
}

__global__ void both_halves(const int *in, int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t & 1) {
            s[t] = in[t];
        } else {
            out[(blockIdx.x * n + i) * 64 + t] = s[t ^ 1];
        }
        __syncthreads();
    }
}
