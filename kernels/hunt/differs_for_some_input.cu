//! Two writes that differ for some inputs only
//! source: raddle
//! check: --block 64 --kernel below
//! expect: race=refuted
//! finding: race line 27
//! check: --block 64 --kernel loaded
//! expect: race=refuted
//! finding: race line 34
//! check: --block 64 --kernel among_the_allowed
//! expect: race=refuted
//! finding: race line 46
//! check: --block 64 --kernel between_blocks --grid 2 --cta all
//! expect: race=refuted
//! finding: race line 53
//! check: --block 64 --kernel below --arg n=2
//! expect: race=proved
//! check: --block 64 --kernel loaded --strict-benign
//! expect: race=refuted
//! why: Both threads of a pair write one element of `s`, at [A] different values for n = 1 (and for no even n, of which 2 is
//!   one), at [B] for most contents of `in`. At [C] they are equal for n = 1, and n <= 0 traps; n = 2 is an
//!   input that shows it. At [D] both blocks write `out[0]`, and what they load differs for most contents. Under --strict-benign no
//!   input is needed.
__global__ void below(int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t / 2] = t < n; // [A]
}

__global__ void loaded(const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t / 2] = in[t] & 255; // [B]
}

__global__ void among_the_allowed(int *out, int n)
{
    __shared__ int s;
    int t = threadIdx.x;
    if (n <= 0)
        __trap();
    for (int i = 0; i < n; i++)
        out[t] += i;
    if (t < 2)
        s = t == 0 ? n : 1; // [C]
    out[t] += n;
}

__global__ void between_blocks(int *out, const int *in)
{
    if (threadIdx.x == 0)
        out[0] = in[blockIdx.x]; // [D]
}
