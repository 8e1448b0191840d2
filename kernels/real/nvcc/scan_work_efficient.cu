// build: sm_80 -lineinfo
//! check: --block 128 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Up and down the tree, thread t touches the cells step*(2t+1)-1 and step*(2t+2)-1, which no other thread touches
//! why: at the same level; a barrier stands before every level, and every thread reaches it, busy or not.
extern "C" __global__ void scan_work_efficient(int* data) {
    __shared__ int tree[256];
    int t = threadIdx.x;
    tree[2 * t] = data[2 * t];
    tree[2 * t + 1] = data[2 * t + 1];
    int step = 1;
    for (int width = 128; width > 0; width /= 2, step *= 2) {
        __syncthreads();
        if (t < width) tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
    }
    if (t == 0) tree[255] = 0;
    for (int width = 1; width < 256; width *= 2) {
        step /= 2;
        __syncthreads();
        if (t < width) {
            int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
            int held = tree[a];
            tree[a] = tree[b];
            tree[b] += held;
        }
    }
    __syncthreads();
    data[2 * t] = tree[2 * t];
    data[2 * t + 1] = tree[2 * t + 1];
}
