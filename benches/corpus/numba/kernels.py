"""Numba kernels: element-wise arithmetic, shared-memory collectives, atomics, warp intrinsics, complex control flow."""

import math

from numba import cuda, float32, float64, int32, int64, uint8, uint32, void


def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


def transpose(x, out):
    tile = cuda.shared.array((32, 33), float64)
    i, j = cuda.grid(2)
    if i < x.shape[1] and j < x.shape[0]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = x[j, i]
    cuda.syncthreads()
    i = cuda.blockIdx.y * 32 + cuda.threadIdx.x
    j = cuda.blockIdx.x * 32 + cuda.threadIdx.y
    if i < out.shape[1] and j < out.shape[0]:
        out[j, i] = tile[cuda.threadIdx.x, cuda.threadIdx.y]


def reduce_tree(x, out):
    part = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    part[t] = x[cuda.blockIdx.x * 256 + t]
    cuda.syncthreads()
    width = 128
    while width > 0:
        if t < width:
            part[t] += part[t + width]
        cuda.syncthreads()
        width //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


def scan_block(x, out):
    buffer = cuda.shared.array((2, 512), int32)
    t = cuda.threadIdx.x
    now = 0
    buffer[0, t] = x[t]
    cuda.syncthreads()
    reach = 1
    while reach < cuda.blockDim.x:
        if t >= reach:
            buffer[1 - now, t] = buffer[now, t] + buffer[now, t - reach]
        else:
            buffer[1 - now, t] = buffer[now, t]
        now = 1 - now
        reach *= 2
        cuda.syncthreads()
    out[t] = buffer[now, t]


def histogram(x, out):
    bins = cuda.shared.array(256, uint32)
    for i in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        bins[i] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.add(bins, x[i], 1)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        cuda.atomic.add(out, i, bins[i])


def matmul(a, b, c):
    left = cuda.shared.array((16, 16), float32)
    right = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.0)
    for k in range(a.shape[1] // 16):
        left[ty, tx] = a[y, k * 16 + tx]
        right[ty, tx] = b[k * 16 + ty, x]
        cuda.syncthreads()
        for i in range(16):
            total += left[ty, i] * right[i, tx]
        cuda.syncthreads()
    c[y, x] = total


def softmax(x, out):
    part = cuda.shared.array(128, float32)
    row, t = cuda.blockIdx.x, cuda.threadIdx.x
    high = float32(-math.inf)
    for i in range(t, x.shape[1], 128):
        high = max(high, x[row, i])
    part[t] = high
    cuda.syncthreads()
    width = 64
    while width > 0:
        if t < width:
            part[t] = max(part[t], part[t + width])
        cuda.syncthreads()
        width //= 2
    high = part[0]
    cuda.syncthreads()
    total = float32(0.0)
    for i in range(t, x.shape[1], 128):
        total += math.exp(x[row, i] - high)
    part[t] = total
    cuda.syncthreads()
    width = 64
    while width > 0:
        if t < width:
            part[t] += part[t + width]
        cuda.syncthreads()
        width //= 2
    for i in range(t, x.shape[1], 128):
        out[row, i] = math.exp(x[row, i] - high) / part[0]


def stencil(x, out, steps):
    line = cuda.shared.array(130, float64)
    t = cuda.threadIdx.x
    i = cuda.blockIdx.x * 128 + t
    for _ in range(steps):
        line[t + 1] = x[i]
        if t == 0 and i > 0:
            line[0] = x[i - 1]
        if t == 127 and i + 1 < x.size:
            line[129] = x[i + 1]
        cuda.syncthreads()
        out[i] = (line[t] + line[t + 1] + line[t + 2]) / 3.0
        cuda.syncthreads()


def warp_tricks(x, out):
    v = x[cuda.threadIdx.x]
    mask = cuda.ballot_sync(0xFFFFFFFF, v > 0)
    lane = cuda.laneid
    s = v
    reach = 1
    while reach < 32:
        other = cuda.shfl_up_sync(0xFFFFFFFF, s, reach)
        if lane >= reach:
            s += other
        reach *= 2
    if cuda.any_sync(0xFFFFFFFF, v == 3) and not cuda.all_sync(0xFFFFFFFF, v == 4):
        s += cuda.shfl_xor_sync(0xFFFFFFFF, v, 5)
    cuda.syncwarp()
    out[cuda.threadIdx.x] = s + cuda.popc(mask) + cuda.clz(v) + cuda.ffs(v) + cuda.brev(v)


def atomics(i, f, d):
    t = cuda.threadIdx.x
    cuda.atomic.add(i, 0, t)
    cuda.atomic.max(i, 1, t)
    cuda.atomic.min(i, 2, t)
    cuda.atomic.and_(i, 3, t)
    cuda.atomic.or_(i, 4, t)
    cuda.atomic.xor(i, 5, t)
    cuda.atomic.exch(i, 6, t)
    cuda.atomic.inc(i, 7, 9)
    cuda.atomic.dec(i, 8, 9)
    cuda.atomic.cas(i, 9, t, 5)
    cuda.atomic.add(f, 0, float32(1.0))
    cuda.atomic.max(f, 1, float32(2.0))
    cuda.atomic.add(d, 0, 1.0)
    cuda.threadfence()


def mandelbrot(out, limit):
    x, y = cuda.grid(2)
    if x < out.shape[1] and y < out.shape[0]:
        c = complex(3.0 * x / out.shape[1] - 2.0, 2.0 * y / out.shape[0] - 1.0)
        z = 0j
        for n in range(limit):
            z = z * z + c
            if z.real * z.real + z.imag * z.imag > 4.0:
                out[y, x] = n
                return
        out[y, x] = limit


def private_memory(x, out):
    mine = cuda.local.array(32, int64)
    t = cuda.grid(1)
    for i in range(32):
        mine[i] = x[(t + i) % x.size]
    at = t % 32
    total = int64(0)
    for _ in range(32):
        at = mine[at] % 32
        total += mine[at] // 3 + mine[at] % 5
    out[t] = total


def functions(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[i] = (math.sin(v) + math.cos(v) * math.exp(v) - math.log(v) + math.pow(v, 1.5) + math.sqrt(v)
              + math.floor(v) + math.ceil(v) + math.tanh(v) + math.erf(v) + math.atan2(v, 2.0) + math.fmod(v, 3.0) + cuda.fma(v, v, v))


KERNELS = [
    (saxpy, void(float32, float32[:], float32[:])),
    (transpose, void(float64[:, ::1], float64[:, ::1])),
    (reduce_tree, void(float32[::1], float32[::1])),
    (scan_block, void(int32[::1], int32[::1])),
    (histogram, void(uint8[::1], uint32[::1])),
    (matmul, void(float32[:, ::1], float32[:, ::1], float32[:, ::1])),
    (softmax, void(float32[:, :], float32[:, :])),
    (stencil, void(float64[::1], float64[::1], int32)),
    (warp_tricks, void(int32[::1], int32[::1])),
    (atomics, void(uint32[::1], float32[::1], float64[::1])),
    (mandelbrot, void(int32[:, ::1], int32)),
    (private_memory, void(int64[::1], int64[::1])),
    (functions, void(float64[::1], float64[::1])),
]
