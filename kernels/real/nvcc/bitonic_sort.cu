// build: sm_80 -lineinfo
//! check: --block 64 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: In each round the threads t and t^j with t < t^j form pairs, and only the lower one touches the two cells; what it
//! why: writes there depends on data, which cells it writes does not. A barrier stands before every round.
extern "C" __global__ void bitonic_sort(unsigned* data) {
    __shared__ unsigned s[64];
    int t = threadIdx.x;
    s[t] = data[t];
    for (int k = 2; k <= 64; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int p = t ^ j;
            if (p > t) {
                unsigned low = min(s[t], s[p]), high = max(s[t], s[p]);
                bool up = (t & k) == 0;
                s[t] = up ? low : high;
                s[p] = up ? high : low;
            }
        }
    __syncthreads();
    data[t] = s[t];
}
