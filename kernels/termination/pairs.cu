//! Loops that end by what two variables are to each other
//! source: raddle
//! check: --property termination --kernel budget
//! expect: termination=proved
//! check: --property termination --kernel rest
//! expect: termination=proved
//! check: --property termination --kernel overlap
//! expect: termination=proved
//! check: --property termination --kernel turns
//! expect: termination=proved
//! check: --property termination --kernel spent
//! expect: termination=refuted
//! why: `budget`: `i` moves only while something is left [A]; that enough is left, `left == 2 * (n - i)` says, a linear equality. `rest`: -1 shifted is -1 again [B], so it matters that
//!   `x + y` has not gone beyond 100. `overlap`: two ends have met, and are at most one apart [C]: `x - y <= 1`, an octagon. `turns`: two halves of an array take turns, and leave off where they
//!   meet. With one less to begin with, `spent` is left with nothing before it is through.
__global__ void budget(int *out, unsigned char n) {
    int left = 2 * n;
    for (int i = 0; i < n; left -= 2)
        if (left > 0) // [A]
            i++;
    out[threadIdx.x] = left;
}
__global__ void rest(int *out, const int *way) {
    int x = 0, y = 0;
    while (x + y < 100)
        if (way[x] > 0)
            x++;
        else
            y++;
    for (int k = 100 - x - y; k != 0; k >>= 1) // [B]
        out[threadIdx.x] += k;
}
__global__ void overlap(int *out, const int *way, int n) {
    if (n < 0)
        return;
    int x = 0, y = n;
    while (x < y) {
        x++;
        if (way[x] > 0)
            y--;
    }
    for (int k = y - x + 1; k != 0; k >>= 1) // [C]
        out[threadIdx.x] += k;
}
__global__ void turns(int *out, const int *way, int n) {
    if (n < 0)
        return;
    int low = 0, high = n;
    for (int round = 0; low < high; round++)
        if (round % 2 == 0)
            out[low++] = threadIdx.x;
        else
            out[--high] = threadIdx.x;
    for (int k = high - low; k != 0; k >>= 1)
        out[threadIdx.x] += k;
}
__global__ void spent(int *out) {
    int left = 98;
    for (int i = 0; i < 100;)
        if (left > 0) {
            i += 2;
            left -= 2;
        }
    out[threadIdx.x] = left;
}
