//! Two halves of an array that take turns
//! source: raddle
//! check: --block 64 --kernel swapped
//! expect: race=refuted divergence=proved
//! check: --block 64 --kernel swapped_right
//! expect: race=unknown divergence=proved
//! check: --block 64 --kernel swapped_right --arg n=5 --grid 1
//! expect: race=proved divergence=proved
//! check: --block 2 --grid 1 --kernel without_barriers
//! expect: race=refuted
//! check: --block 64 --kernel rotated
//! expect: race=refuted divergence=proved
//! why: In the second round `now` and `next` have changed places, and in `rotated` three variables have moved on. `swapped` reads always
//!   the upper half, which it writes every second round; `swapped_right` reads the half that it does not write, which
//!   takes an invariant that is not found where `n` is not given.
__global__ void swapped(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, now = 0, next = 64;
    s[t] = t;
    s[64 + t] = t;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        s[now + t] = t;
        o[t] = s[(t + 1) % 64 + 64];
        int before = now;
        now = next;
        next = before;
    }
}

__global__ void swapped_right(int *o, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, now = 0, next = 64;
    s[t] = t;
    s[64 + t] = t;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        s[now + t] = s[(t + 1) % 64 + next];
        int before = now;
        now = next;
        next = before;
    }
    __syncthreads();
    o[t] = s[next + t];
}

__global__ void without_barriers(int *o, int n)
{
    int t = threadIdx.x, a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        if (t == 0)
            o[a] = t;
        int before = a;
        a = b;
        b = before;
    }
    if (t == 1)
        o[1] = t;
}

__global__ void rotated(int *o, int n)
{
    __shared__ int s[192];
    int t = threadIdx.x, a = 0, b = 64, c = 128;
    s[t] = t;
    s[64 + t] = t;
    s[128 + t] = t;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        s[a + t] = t;
        o[t] = s[(t + 1) % 64 + 128];
        int first = a;
        a = b;
        b = c;
        c = first;
    }
}
