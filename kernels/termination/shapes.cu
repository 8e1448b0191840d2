//! Loops of the shapes that kernels have
//! source: raddle
//! check: --property termination
//! expect: termination=proved
//! why: Bits, halves, two ends that meet, nested loops, and bounds of the launch; nothing of it can wrap around.
__global__ void bits(unsigned *out, unsigned x) {
    unsigned n = 0;
    while (x != 0) {
        x &= x - 1;
        n++;
    }
    out[threadIdx.x] = n;
}
__global__ void digits(unsigned *out, unsigned x) {
    unsigned n = 0;
    do {
        x /= 10;
        n++;
    } while (x > 0);
    out[threadIdx.x] = n;
}
__global__ void search(const int *a, int *out, unsigned n, int x) {
    if (n > 1000000)
        return;
    unsigned low = 0, high = n;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (a[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    out[threadIdx.x] = low;
}
__global__ void bitonic(int *a) {
    for (unsigned k = 2; k <= blockDim.x; k <<= 1)
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned other = threadIdx.x ^ j;
            if (other > threadIdx.x && a[other] < a[threadIdx.x]) {
                int t = a[other];
                a[other] = a[threadIdx.x];
                a[threadIdx.x] = t;
            }
            __syncthreads();
        }
}
__global__ void reduce(float *a) {
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            a[threadIdx.x] += a[threadIdx.x + s];
        __syncthreads();
    }
}
__global__ void gcd(int *out, unsigned a, unsigned b) {
    while (b != 0) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    out[threadIdx.x] = a;
}
__global__ void either(int *out, const int *way, int a, int b) {
    while (a > 0 && b > 0)
        if (way[a] > 0)
            a--;
        else {
            b--;
            a = way[b];
        }
    out[threadIdx.x] = a;
}
