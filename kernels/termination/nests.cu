//! Nests whose bounds are other counters, members of structures, and unknown numbers
//! source: raddle
//! check: --kernel triangle --property termination
//! expect: termination=proved
//! check: --kernel members --property termination
//! expect: termination=proved
//! check: --kernel records --property termination
//! expect: termination=unknown
//! check: --kernel hailstones --property termination
//! expect: termination=unknown
//! why: Members of one structure are followed, of different widths too; in an array of such structures, at an index that is not given, they are
//!   any value. Whether `hailstones` ends for all numbers is an open problem.
struct Mixed {
    char c;
    short s;
    long long l;
};
__global__ void triangle(int *out, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < j; k++)
                out[k] = i;
}
__global__ void members(int *out, int n) {
    Mixed m;
    m.c = 3;
    m.l = n;
    while (m.l > 0)
        m.l -= m.c;
    for (m.s = 0; m.s < 100; m.s += m.c)
        out[m.s] = n;
}
__global__ void records(int *out, int n) {
    Mixed m[2];
    m[0].c = 3;
    m[0].l = 10;
    m[1].c = 2;
    m[1].l = 20;
    while (m[n & 1].l > 0)
        m[n & 1].l -= m[n & 1].c;
    out[threadIdx.x] = n;
}
__global__ void hailstones(int *out, unsigned n) {
    while (n > 1)
        n = n & 1 ? 3 * n + 1 : n >> 1;
    out[threadIdx.x] = n;
}
