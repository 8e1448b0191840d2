//! Steps and stacks in arrays of the thread's own
//! source: raddle
//! check: --kernel strides --property termination
//! expect: termination=proved
//! check: --kernel digits --property termination
//! expect: termination=proved
//! check: --kernel stack --property termination
//! expect: termination=proved
//! check: --kernel gap --property termination
//! expect: termination=proved
//! check: --kernel gap --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 55
//! check: --kernel large --property termination
//! expect: termination=unknown
//! check: --kernel counts --property termination
//! expect: termination=refuted
//! finding: termination line 68
//! check: --kernel rows --property termination
//! expect: termination=proved
//! check: --kernel members --property termination
//! expect: termination=refuted
//! finding: termination line 88
//! why: What lies in a small array of the thread's own is followed element by element, at indices that are not given, too. All `step` are positive in `strides`; in `gap` one
//!   is 0, and then [A] stands still. `large` is too large to be followed: what it holds is taken to be any value. With an odd `n` only `c[1]` is counted at [B]. All elements of the
//!   matrix in `rows` are positive, at [C] the members `b` are 0.
__global__ void strides(int *out, int n) {
    const int step[4] = {3, 1, 2, 4};
    int s = step[n & 3];
    for (int i = 0; i < 1000; i += s)
        out[i] = n;
}
__global__ void digits(int *out, int n) {
    short left[2];
    left[0] = 10;
    left[1] = 20;
    while (left[n & 1] > 0)
        left[n & 1] -= 3;
    out[threadIdx.x] = left[0];
}
__global__ void stack(int *out) {
    int todo[4];
    int top = 0;
    todo[top++] = 5;
    while (top > 0) {
        int x = todo[--top];
        if (x > 1)
            todo[top++] = x - 1;
    }
    out[threadIdx.x] = top;
}
__global__ void gap(int *out, int n) {
    const int step[4] = {1, 2, 0, 4};
    int s = step[n & 3];
    for (int i = 0; i < 64; i += s) // [A]
        out[i] = n;
}
__global__ void large(int *out, int n) {
    int step[4000];
    for (int i = 0; i < 4000; i++)
        step[i] = 1;
    int s = step[n & 1023];
    for (int i = 0; i < 1000; i += s)
        out[i] = n;
}
__global__ void counts(int *out, int n) {
    int c[2] = {0, 0};
    while (c[0] < 10) // [B]
        c[n & 1]++;
    out[threadIdx.x] = c[1];
}
__global__ void rows(int *out, int n) {
    int a[2][2] = {{1, 2}, {3, 4}};
    int s = a[n & 1][(n >> 1) & 1];
    for (int i = 0; i < 100; i += s)
        out[i] = n;
}
struct Pair {
    int a;
    int b;
};
__global__ void members(int *out, int n) {
    Pair p[2];
    p[0].a = 1;
    p[0].b = 0;
    p[1].a = 2;
    p[1].b = 0;
    for (int i = 0; i < 100; i += p[n & 1].b) // [C]
        out[i] = n;
}
