//! Arrays of the thread's own that a loop fills
//! source: raddle
//! check: --kernel bounds --property termination
//! expect: termination=proved
//! check: --kernel steps --property termination
//! expect: termination=proved
//! check: --kernel down --property termination
//! expect: termination=proved
//! check: --kernel hole --property termination
//! expect: termination=refuted
//! finding: termination line 38
//! why: After the loop that fills it, each element is a known number: `i < 2 || b[1] == 2` holds in each of its rounds. So all steps are positive, in `hole` one of them is 0 [A].
__global__ void bounds(int *out, int k) {
    int b[4];
    for (int i = 0; i < 4; i++)
        b[i] = i + 1;
    for (int j = 0; j < b[k & 3]; j++)
        out[j] = j;
}
__global__ void steps(int *out, int k) {
    int b[4];
    for (int i = 0; i < 4; i++)
        b[i] = i + 1;
    for (int j = 0; j < 1000; j += b[k & 3])
        out[j] = j;
}
__global__ void down(int *out, int k, int n) {
    int b[8];
    for (int i = 7; i >= 0; i--)
        b[i] = 1 << i;
    for (unsigned j = n; j > 500; j -= b[k & 7])
        out[j] = j;
}
__global__ void hole(int *out, int k) {
    int b[4];
    for (int i = 0; i < 4; i++)
        b[i] = i - 2;
    for (int j = 0; j < 1000; j += b[k & 3]) // [A]
        out[j] = j;
}
