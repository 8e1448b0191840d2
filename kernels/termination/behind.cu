//! Loops that do not terminate, after other loops and after reads of data
//! source: raddle
//! check: --kernel second --property termination
//! expect: termination=proved
//! check: --kernel second --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 43
//! check: --kernel nested --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 48
//! check: --kernel guarded --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 53
//! check: --kernel widths --property termination --strict-wrap --grid 1
//! expect: termination=refuted
//! finding: termination line 58
//! check: --kernel after --property termination
//! expect: termination=refuted
//! finding: termination line 64
//! check: --kernel within --property termination
//! expect: termination=refuted
//! finding: termination line 69
//! check: --kernel asked --property termination
//! expect: termination=refuted
//! finding: termination line 74
//! check: --kernel shared --property termination
//! expect: termination=refuted
//! finding: termination line 82
//! check: --kernel list --property termination
//! expect: termination=refuted
//! finding: termination line 87
//! check: --kernel bound --property termination
//! expect: termination=proved
//! check: --kernel bound --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 92
//! why: `second`, `nested` and `guarded` end if `n` is not the largest number, whatever lies before the loop; that it is reached with that number, a run shows. In `widths`
//!   it is the inner loop that never ends then. In `after`, `within`, `asked` and `shared` a thread reaches a loop that nothing ends, for some `n` or with some data. In
//!   `list` the first element may lead to itself. Where the bound of `bound` is larger than 2^30, the counter becomes 0.
__global__ void second(int *out, int n) {
    for (int k = 0; k < 3; k++)
        out[k] = k;
    for (int j = 0; j <= n; j++) // [A]
        out[j] = 1;
}
__global__ void nested(int *out, int n) {
    for (int i = 0; i < 10; i++)
        for (int j = 0; j <= n; j++) // [B]
            out[j] = 1;
}
__global__ void guarded(int *out, int n, const int *a) {
    if (a[0] > 3)
        for (int j = 0; j <= n; j++) // [C]
            out[j] = 1;
}
__global__ void widths(int *out, unsigned n) {
    for (unsigned width = 2; width <= n; width <<= 1)
        for (unsigned i = 0; i < n; i += width) // [D]
            out[i] = 1;
}
__global__ void after(int *out) {
    for (int k = 0; k < 3; k++)
        out[k] = k;
    while (1) // [E]
        out[0] = 1;
}
__global__ void within(int *out, int n) {
    for (int i = 0; i < 10; i++)
        while (n == 5) // [F]
            out[0] = i;
}
__global__ void asked(int *out, const int *a) {
    if (a[3] == 7)
        while (1) // [G]
            out[0] = 1;
}
__global__ void shared(int *out) {
    __shared__ int flag;
    flag = 1;
    __syncthreads();
    if (flag)
        while (1) // [H]
            out[0] = 1;
}
__global__ void list(int *out, const int *next) {
    int i = 0;
    while (i != -1) // [I]
        i = next[i];
    out[0] = i;
}
__global__ void bound(int *out, const int *n) {
    for (int i = 1; i < *n; i *= 2) // [J]
        out[i & 255] = 1;
}
