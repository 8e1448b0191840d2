"""CuTe DSL kernels: element-wise, reductions, scan, transpose, named barriers, mbarrier pipelines, tensor cores."""

import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
from cutlass import Float16, Float32, Int32, Int64
from cutlass.cute.nvgpu import cpasync, warp
from cutlass.cute.runtime import make_fake_compact_tensor
from cutlass.utils import SmemAllocator


@cute.kernel
def saxpy_kernel(a: Float32, x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    i = b * 128 + t
    if i < cute.size(x):
        y[i] = a * x[i] + y[i]


@cute.jit
def saxpy(a: Float32, x: cute.Tensor, y: cute.Tensor):
    saxpy_kernel(a, x, y).launch(grid=(cute.ceil_div(cute.size(x), 128), 1, 1), block=(128, 1, 1))


@cute.kernel
def vectors_kernel(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    at = (None, b * 128 + t)
    out[at] = (x[at].load() * y[at].load() + 1.0).to(out.element_type)


@cute.jit
def vectors(x: cute.Tensor, y: cute.Tensor, out: cute.Tensor):
    split = [cute.zipped_divide(each, (8,)) for each in (x, y, out)]
    vectors_kernel(*split).launch(grid=(cute.size(x) // 1024, 1, 1), block=(128, 1, 1))


@cute.kernel
def reduce_kernel(x: cute.Tensor, out: cute.Tensor, n: Int32):
    room = SmemAllocator()
    part = room.allocate_tensor(Float32, cute.make_layout(8), 16)
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    g, _, _ = cute.arch.grid_dim()
    total = Float32(0)
    for i in range(b * 256 + t, n, g * 256):
        total += x[i]
    total = cute.arch.warp_reduction(total, lambda p, q: p + q)
    if t % 32 == 0:
        part[t // 32] = total
    cute.arch.sync_threads()
    if t < 32:
        total = Float32(0)
        if t < 8:
            total = part[t]
        total = cute.arch.warp_reduction(total, lambda p, q: p + q, threads_in_group=8)
        if t == 0:
            cute.arch.atomic_add(out.iterator.llvm_ptr, total)


@cute.jit
def reduce(x: cute.Tensor, out: cute.Tensor, n: Int32):
    reduce_kernel(x, out, n).launch(grid=(64, 1, 1), block=(256, 1, 1))


@cute.kernel
def tree_kernel(x: cute.Tensor, out: cute.Tensor):
    room = SmemAllocator()
    part = room.allocate_tensor(Int32, cute.make_layout(256), 16)
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    part[t] = x[b * 256 + t]
    cute.arch.sync_threads()
    width = Int32(128)
    while width > 0:
        if t < width:
            part[t] = part[t] + part[t + width]
        cute.arch.sync_threads()
        width = width // 2
    if t == 0:
        out[b] = part[0]


@cute.jit
def tree(x: cute.Tensor, out: cute.Tensor):
    tree_kernel(x, out).launch(grid=(cute.size(out), 1, 1), block=(256, 1, 1))


@cute.kernel
def scan_kernel(x: cute.Tensor, out: cute.Tensor):
    room = SmemAllocator()
    line = room.allocate_tensor(Int64, cute.make_layout((256, 2)), 16)
    t, _, _ = cute.arch.thread_idx()
    line[t, 0] = x[t]
    cute.arch.sync_threads()
    for step in cutlass.range_constexpr(8):
        now = step % 2
        value = line[t, now]
        if t >= (1 << step):
            value += line[t - (1 << step), now]
        line[t, 1 - now] = value
        cute.arch.sync_threads()
    out[t] = line[t, 0]


@cute.jit
def scan(x: cute.Tensor, out: cute.Tensor):
    scan_kernel(x, out).launch(grid=(1, 1, 1), block=(256, 1, 1))


@cute.kernel
def transpose_kernel(x: cute.Tensor, out: cute.Tensor):
    room = SmemAllocator()
    tile = room.allocate_tensor(Float16, cute.make_layout((32, 32), stride=(33, 1)), 16)
    tx, ty, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    for k in cutlass.range(0, 32, 8, unroll=4):
        tile[ty + k, tx] = x[by * 32 + ty + k, bx * 32 + tx]
    cute.arch.sync_threads()
    for k in cutlass.range(0, 32, 8, unroll=4):
        out[bx * 32 + ty + k, by * 32 + tx] = tile[tx, ty + k]


@cute.jit
def transpose(x: cute.Tensor, out: cute.Tensor):
    transpose_kernel(x, out).launch(grid=(cute.size(x, mode=[1]) // 32, cute.size(x, mode=[0]) // 32, 1), block=(32, 8, 1))


@cute.kernel
def named_kernel(x: cute.Tensor, out: cute.Tensor, rounds: Int32):
    room = SmemAllocator()
    slot = room.allocate_tensor(Float32, cute.make_layout((64, 2)), 16)
    t, _, _ = cute.arch.thread_idx()
    mine = t % 64
    if t < 64:
        for r in range(rounds):
            cute.arch.barrier(barrier_id=3 + r % 2, number_of_threads=128)
            slot[mine, r % 2] = x[r * 64 + mine]
            cute.arch.barrier_arrive(barrier_id=1 + r % 2, number_of_threads=128)
    else:
        cute.arch.barrier_arrive(barrier_id=3, number_of_threads=128)
        cute.arch.barrier_arrive(barrier_id=4, number_of_threads=128)
        for r in range(rounds):
            cute.arch.barrier(barrier_id=1 + r % 2, number_of_threads=128)
            out[r * 64 + mine] = slot[63 - mine, r % 2]
            if r + 2 < rounds:
                cute.arch.barrier_arrive(barrier_id=3 + r % 2, number_of_threads=128)


@cute.jit
def named(x: cute.Tensor, out: cute.Tensor, rounds: Int32):
    named_kernel(x, out, rounds).launch(grid=(1, 1, 1), block=(128, 1, 1))


@cute.kernel
def pipelined_kernel(x: cute.Tensor, out: cute.Tensor, rounds: Int32):
    room = SmemAllocator()
    slot = room.allocate_tensor(Float32, cute.make_layout((32, 4)), 16)
    bars = room.allocate_array(Int64, 8)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, 32)
    line = pipeline.PipelineAsync.create(barrier_storage=bars, num_stages=4, producer_group=group, consumer_group=group)
    producer, consumer = line.make_participants()
    t, _, _ = cute.arch.thread_idx()
    lane = t % 32
    cute.arch.sync_threads()
    if t < 32:
        for r in range(rounds):
            handle = producer.acquire_and_advance()
            slot[lane, handle.index] = x[r * 32 + lane]
            handle.commit()
        producer.tail()
    else:
        for r in range(rounds):
            handle = consumer.wait_and_advance()
            out[r * 32 + lane] = slot[31 - lane, handle.index]
            handle.release()


@cute.jit
def pipelined(x: cute.Tensor, out: cute.Tensor, rounds: Int32):
    pipelined_kernel(x, out, rounds).launch(grid=(1, 1, 1), block=(64, 1, 1))


@cute.kernel
def fetched_kernel(x: cute.Tensor, out: cute.Tensor):
    room = SmemAllocator()
    tile = room.allocate_tensor(Float32, cute.make_layout((4, 128)), 16)
    t, _, _ = cute.arch.thread_idx()
    b, _, _ = cute.arch.block_idx()
    copy = cute.make_copy_atom(cpasync.CopyG2SOp(), Float32, num_bits_per_copy=128)
    cute.copy(copy, x[None, b * 128 + t], tile[None, t])
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    for i in cutlass.range_constexpr(4):
        out[i, b * 128 + t] = tile[i, 127 - t]


@cute.jit
def fetched(x: cute.Tensor, out: cute.Tensor):
    fetched_kernel(x, out).launch(grid=(16, 1, 1), block=(128, 1, 1))


@cute.kernel
def multiply_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, mma: cute.TiledMma):
    t, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    room = SmemAllocator()
    left = room.allocate_tensor(Float16, cute.make_layout((64, 32), stride=(32, 1)), 16)
    right = room.allocate_tensor(Float16, cute.make_layout((64, 32), stride=(32, 1)), 16)
    mine = mma.get_slice(t)
    tc = cute.local_tile(c, (64, 64), (bx, by))
    total = mma.make_fragment_C(mine.partition_C(tc))
    total.fill(0.0)
    fa = mma.make_fragment_A(mine.partition_A(left))
    fb = mma.make_fragment_B(mine.partition_B(right))
    for k in range(cute.size(a, mode=[1]) // 32):
        ta = cute.local_tile(a, (64, 32), (bx, k))
        tb = cute.local_tile(b, (64, 32), (by, k))
        for i in cutlass.range_constexpr(16):
            at = i * 128 + t
            left[at // 32, at % 32] = ta[at // 32, at % 32]
            right[at // 32, at % 32] = tb[at // 32, at % 32]
        cute.arch.sync_threads()
        cute.autovec_copy(mine.partition_A(left), fa)
        cute.autovec_copy(mine.partition_B(right), fb)
        cute.gemm(mma, total, fa, fb, total)
        cute.arch.sync_threads()
    cute.autovec_copy(total, mine.partition_C(tc))


@cute.jit
def multiply(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(Float16, Float32, (16, 8, 16)), cute.make_layout((2, 2, 1)))
    multiply_kernel(a, b, c, mma).launch(grid=(cute.size(c, mode=[0]) // 64, cute.size(c, mode=[1]) // 64, 1), block=(128, 1, 1))


def vector(kind, n=None, align=None):
    return make_fake_compact_tensor(kind, (n or cute.sym_int(),), assumed_align=align)


def matrix(kind, rows, cols, align=None):
    return make_fake_compact_tensor(kind, (rows, cols), stride_order=(1, 0), assumed_align=align)


def columns(kind, rows, cols, align=None):
    return make_fake_compact_tensor(kind, (rows, cols), stride_order=(0, 1), assumed_align=align)


# Name, function, a maker of its arguments (called once for each compilation), the architectures if not all.
KERNELS = [
    ("saxpy", saxpy, lambda: (Float32(2.0), vector(Float32), vector(Float32))),
    ("vectors", vectors, lambda: (vector(Float16, 4096, 16), vector(Float16, 4096, 16), vector(Float16, 4096, 16))),
    ("reduce", reduce, lambda: (vector(Float32), vector(Float32, 1), Int32(0))),
    ("tree", tree, lambda: (vector(Int32, 4096), vector(Int32, 16))),
    ("scan", scan, lambda: (vector(Int64, 256), vector(Int64, 256))),
    ("transpose", transpose, lambda: (matrix(Float16, 512, 256), matrix(Float16, 256, 512))),
    ("named_barriers", named, lambda: (vector(Float32), vector(Float32), Int32(0))),
    ("pipelined", pipelined, lambda: (vector(Float32), vector(Float32), Int32(0)), ("sm_90a", "sm_100a")),
    ("fetched", fetched, lambda: (columns(Float32, 4, 2048, 16), columns(Float32, 4, 2048, 16))),
    ("multiply", multiply, lambda: (matrix(Float16, 512, 256, 16), matrix(Float16, 512, 256, 16), matrix(Float32, 512, 512, 16))),
]
