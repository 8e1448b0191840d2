"""TileLang kernels: products with software pipelines, attention, softmax, reductions and scans over tiles, transpose."""

import tilelang.language as T


def matmul(m, n, k, bm, bn, bk, stages, threads):
    @T.prim_func
    def main(a: T.Tensor((m, k), "float16"), b: T.Tensor((k, n), "float16"), c: T.Tensor((m, n), "float16")):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), threads=threads) as (bx, by):
            left = T.alloc_shared((bm, bk), "float16")
            right = T.alloc_shared((bk, bn), "float16")
            total = T.alloc_fragment((bm, bn), "float32")
            T.clear(total)
            for step in T.Pipelined(T.ceildiv(k, bk), num_stages=stages):
                T.copy(a[by * bm, step * bk], left)
                T.copy(b[step * bk, bx * bn], right)
                T.gemm(left, right, total)
            T.copy(total, c[by * bm, bx * bn])

    return main


def attention(heads, length, d, bm, bn, stages, threads):
    @T.prim_func
    def main(
        q: T.Tensor((heads, length, d), "float16"),
        k: T.Tensor((heads, length, d), "float16"),
        v: T.Tensor((heads, length, d), "float16"),
        out: T.Tensor((heads, length, d), "float16"),
    ):
        with T.Kernel(T.ceildiv(length, bm), heads, threads=threads) as (bx, head):
            query = T.alloc_shared((bm, d), "float16")
            key = T.alloc_shared((bn, d), "float16")
            value = T.alloc_shared((bn, d), "float16")
            score = T.alloc_fragment((bm, bn), "float32")
            weight = T.alloc_fragment((bm, bn), "float16")
            total = T.alloc_fragment((bm, d), "float32")
            high = T.alloc_fragment((bm,), "float32")
            before = T.alloc_fragment((bm,), "float32")
            shrink = T.alloc_fragment((bm,), "float32")
            part = T.alloc_fragment((bm,), "float32")
            norm = T.alloc_fragment((bm,), "float32")
            T.copy(q[head, bx * bm : (bx + 1) * bm, :], query)
            T.clear(total)
            T.clear(norm)
            T.fill(high, -T.infinity("float32"))
            for step in T.Pipelined(T.ceildiv(length, bn), num_stages=stages):
                T.copy(k[head, step * bn : (step + 1) * bn, :], key)
                T.clear(score)
                T.gemm(query, key, score, transpose_B=True, policy=T.GemmWarpPolicy.FullRow)
                T.copy(high, before)
                T.reduce_max(score, high, dim=1, clear=False)
                for i in T.Parallel(bm):
                    shrink[i] = T.exp(before[i] - high[i])
                for i, j in T.Parallel(bm, bn):
                    score[i, j] = T.exp(score[i, j] - high[i])
                T.reduce_sum(score, part, dim=1)
                for i in T.Parallel(bm):
                    norm[i] = norm[i] * shrink[i] + part[i]
                T.copy(score, weight)
                for i, j in T.Parallel(bm, d):
                    total[i, j] *= shrink[i]
                T.copy(v[head, step * bn : (step + 1) * bn, :], value)
                T.gemm(weight, value, total, policy=T.GemmWarpPolicy.FullRow)
            for i, j in T.Parallel(bm, d):
                total[i, j] /= norm[i]
            T.copy(total, out[head, bx * bm : (bx + 1) * bm, :])

    return main


def softmax(rows, cols, threads):
    @T.prim_func
    def main(x: T.Tensor((rows, cols), "float32"), out: T.Tensor((rows, cols), "float32")):
        with T.Kernel(rows, threads=threads) as row:
            line = T.alloc_fragment((1, cols), "float32")
            high = T.alloc_fragment((1,), "float32")
            total = T.alloc_fragment((1,), "float32")
            T.copy(x[row, 0], line)
            T.reduce_max(line, high, dim=1)
            for i, j in T.Parallel(1, cols):
                line[i, j] = T.exp(line[i, j] - high[i])
            T.reduce_sum(line, total, dim=1)
            for i, j in T.Parallel(1, cols):
                line[i, j] /= total[i]
            T.copy(line, out[row, 0])

    return main


def transpose(rows, cols, block, threads):
    @T.prim_func
    def main(x: T.Tensor((rows, cols), "float32"), out: T.Tensor((cols, rows), "float32")):
        with T.Kernel(cols // block, rows // block, threads=threads) as (bx, by):
            tile = T.alloc_shared((block, block), "float32")
            turned = T.alloc_shared((block, block), "float32")
            T.copy(x[by * block, bx * block], tile)
            for i, j in T.Parallel(block, block):
                turned[j, i] = tile[i, j]
            T.copy(turned, out[bx * block, by * block])

    return main


def scan(rows, cols, threads):
    @T.prim_func
    def main(x: T.Tensor((rows, cols), "float32"), out: T.Tensor((rows, cols), "float32")):
        with T.Kernel(rows // 32, threads=threads) as row:
            tile = T.alloc_shared((32, cols), "float32")
            T.copy(x[row * 32, 0], tile)
            T.cumsum(tile, dim=1)
            T.copy(tile, out[row * 32, 0])

    return main


def histogram(n, bins, threads):
    @T.prim_func
    def main(x: T.Tensor((n,), "int32"), out: T.Tensor((bins,), "int32")):
        with T.Kernel(T.ceildiv(n, threads), threads=threads) as block:
            for i in T.Parallel(threads):
                if block * threads + i < n:
                    T.atomic_add(out[x[block * threads + i]], 1)

    return main


def saxpy(block, threads):
    n = T.dynamic("n")

    @T.prim_func
    def main(x: T.Tensor((n,), "float32"), y: T.Tensor((n,), "float32"), a: T.float32):
        with T.Kernel(T.ceildiv(n, block), threads=threads) as at:
            for i in T.Parallel(block):
                y[at * block + i] = a * x[at * block + i] + y[at * block + i]

    return main


KERNELS = [
    ("matmul_s1", matmul(512, 512, 512, 64, 64, 32, 1, 128)),
    ("matmul_s3", matmul(1024, 1024, 1024, 128, 128, 32, 3, 128)),
    ("matmul_s4_256", matmul(1024, 1024, 1024, 128, 128, 64, 4, 256)),
    ("attention", attention(16, 1024, 64, 64, 64, 2, 128)),
    ("softmax", softmax(512, 1024, 128)),
    ("transpose", transpose(512, 512, 32, 128)),
    ("scan", scan(512, 128, 128)),
    ("histogram", histogram(4096, 256, 128)),
    ("saxpy", saxpy(512, 128)),
]
