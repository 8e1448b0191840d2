//! What lanes in lock-step read from memory that other lanes of their warp write, and what they do with it
//! source: raddle
//! check: --block 64 --grid 4 --warp-synchronous --kernel permuted --kernel twice --kernel counted --property race,contract
//! expect: race=proved contract=proved
//! check: --block 32 --grid 4 --warp-synchronous --kernel behind_a_side --arg n=0
//! expect: race=refuted
//! check: --block 32 --grid 4 --warp-synchronous --kernel behind_a_side
//! expect: race=refuted
//! check: --block 32 --grid 4 --warp-synchronous --kernel next_round
//! expect: race=refuted
//! check: --block 64 --grid 4 --warp-synchronous --kernel two_warps
//! expect: race=refuted
//! check: --block 64 --grid 4 --kernel twice --arg n=0
//! expect: race=refuted
//! why: In `permuted` lanes write where a table says that they filled together; an assumption says that no two entries are equal, and nothing changes the table in between. In `twice` a lane
//!   reads one place of its neighbour twice, and finds the same; in `counted` each round of a loop that all go together. In `behind_a_side` lane 0 has changed the place meanwhile, on a way
//!   that the others do not go, and in `next_round` in the round before; so lanes that find a difference write what lane 0 writes.
//!   The other warp of `two_warps` may have changed it at any time.
__global__ void permuted(const int *in, int *out) {
    __shared__ int rank[64];
    __shared__ int sorted[64];
    int t = threadIdx.x;
    if ((t & 31) < 16) {
        rank[t] = in[t];
        for (int i = 0; i < 15; i++) {
            if ((t & 31) > i && rank[t] == rank[(t & 32) + i]) rank[t]++;
        }
        __assume(__implies(t / 32 == __other_int(t) / 32 & t != __other_int(t), rank[t] != rank[__other_int(t)]));
        sorted[t] = t;
        if (rank[t] >= 0 && rank[t] < 16) sorted[(t & 32) + rank[t]] = sorted[t];
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = sorted[t];
}

__global__ void twice(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t + n;
    int first = s[t ^ 1];
    int second = s[t ^ 1];
    out[first == second ? blockIdx.x * 64 + t : 0] = t;
}

__global__ void counted(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++) {
        s[t] = i;
        int first = s[t ^ 1];
        sum += i;
        if (first != s[t ^ 1]) out[blockIdx.x * 64] = sum + t;
    }
}

__global__ void behind_a_side(int *out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = n;
    int first = s[0];
    if (t == 0) s[0] = n + 1;
    int second = s[0];
    if (t > 0) out[blockIdx.x * 32 + (first == second ? t : 1)] = t;
}

__global__ void next_round(int *out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = 0;
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int now = s[0];
        if (t > 0) out[blockIdx.x * 32 + (now == last ? t : 1)] = t;
        if (t == 0) s[0] = i + 1;
        last = 0;
    }
}

__global__ void two_warps(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = n;
    int first = s[(t + 32) & 63];
    int second = s[(t + 32) & 63];
    out[first == second ? blockIdx.x * 64 + t : 0] = t;
}
