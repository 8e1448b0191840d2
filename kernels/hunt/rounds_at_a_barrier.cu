//! Threads that meet at one barrier in different rounds of the loop around it
//! source: raddle
//! check: --block 64 --kernel parity
//! expect: divergence=refuted race=refuted
//! check: --block 64 --kernel parity --arg m=3 --arg n=1
//! expect: divergence=refuted race=refuted
//! check: --block 4 --grid 1 --steps 20000 --kernel search
//! expect: divergence=refuted race=unknown deadlock=unknown
//! check: --block 64 --kernel each_second --grid 1
//! expect: divergence=proved race=proved deadlock=proved
//! why: Half of the threads of `parity` reach the barrier in odd rounds and half in even ones if `n` is odd, and in `search` each
//!   gets there when it has found something. So `i` is not the same number for all after that barrier. In `each_second` it is:
//!   all come there in even rounds.
__global__ void parity(int *o, int m, int n)
{
    __shared__ int s[1];
    int t = threadIdx.x, i = 0;
    if (t == 0)
        s[0] = 0;
    __syncthreads();
    while (s[0] == 0) {
        i++;
        if ((i & 1) == (t & n)) {
            __syncthreads();
            o[t ^ (i & 1)] = i;
            if (t == 0 && i > m)
                s[0] = 1;
            __syncthreads();
        }
    }
}

__global__ void search(int *o, const int *a, int n, int m)
{
    int t = threadIdx.x, i = 0;
    for (;;) {
        i++;
        if (a[i + t] == n) {
            __syncthreads();
            if (m != 7)
                break;
        }
    }
    o[t] = i;
}

__global__ void each_second(int *o, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++)
        if ((i & 1) == 0) {
            s[t] = i;
            __syncthreads();
            sum += s[t ^ 1];
            __syncthreads();
        }
    o[t] = sum;
}
