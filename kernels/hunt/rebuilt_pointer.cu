//! The distance of two pointers, rebuilt bit by bit from what the kernel learns about it
//! source: raddle
//! check: --block 64 --kernel by_vote
//! expect: race=unknown
//! check: --block 64 --kernel by_barrier
//! expect: race=unknown
//! check: --block 64 --kernel by_leading_zeros
//! expect: race=unknown
//! check: --block 64 --kernel by_comparison
//! expect: race=unknown
//! check: --block 64 --kernel by_table
//! expect: race=unknown
//! check: --block 64 --kernel by_place
//! expect: race=unknown
//! check: --block 64 --kernel of_numbers
//! expect: race=unknown
//! check: --block 64 --kernel of_members
//! expect: race=unknown
//! check: --block 64 --kernel by_branch
//! expect: race=proved
//! check: --block 64 --kernel members_by_branch
//! expect: race=proved
//! check: --block 64 --kernel null_check
//! expect: race=proved
//! why: Each kernel of the first eight adds the distance of `to` from `from` to `from`, and thread 3 writes at [A] what thread 5 writes at
//!   [B]. A bit that tells something about an address is no number: from 64 of them the address is put together again. What branches
//!   learn is assumed not to be used so, which the proof names (`pointers-not-rebuilt`). Whether a pointer is null tells nothing
//!   about where another one leads.

typedef unsigned long long Bits;

#define DISTANCE Bits distance = (Bits)to - (Bits)from, sum = 0
#define EACH_BIT for (int bit = 0; bit < 64; bit++)
#define BIT ((distance >> bit) & 1)

__device__ void conflict(Bits from, Bits sum, int *to)
{
    int *rebuilt = (int *)(from + sum);
    to[threadIdx.x] = 1;  // [B]
    if (threadIdx.x == 3) rebuilt[5] = 2;  // [A]
}

__global__ void by_vote(int *from, int *to)
{
    DISTANCE;
    EACH_BIT sum |= (Bits)(__any_sync(0xffffffff, BIT) != 0) << bit;
    conflict((Bits)from, sum, to);
}

__global__ void by_barrier(int *from, int *to)
{
    DISTANCE;
    EACH_BIT sum |= (Bits)(__syncthreads_or(BIT) != 0) << bit;
    conflict((Bits)from, sum, to);
}

__global__ void by_leading_zeros(int *from, int *to)
{
    DISTANCE;
    EACH_BIT sum |= (Bits)(__clz((unsigned)BIT) == 31) << bit;
    conflict((Bits)from, sum, to);
}

__global__ void by_comparison(int *from, int *to)
{
    Bits sum = 0;
    for (int bit = 63; bit >= 0; bit--) sum |= (Bits)((Bits)from + (sum | 1ull << bit) <= (Bits)to) << bit;
    conflict((Bits)from, sum, to);
}

__constant__ const Bits zero_or_one[2] = {0, 1};

__global__ void by_table(int *from, int *to)
{
    DISTANCE;
    EACH_BIT sum |= zero_or_one[BIT] << bit;
    conflict((Bits)from, sum, to);
}

__global__ void by_place(int *from, int *to)
{
    __shared__ int marks[128];
    DISTANCE;
    int bit = threadIdx.x;
    marks[2 * bit] = 0;
    marks[2 * bit + 1] = 0;
    __syncthreads();
    marks[2 * bit + BIT] = 1;
    __syncthreads();
    for (int n = 0; n < 64; n++) sum |= (Bits)marks[2 * n + 1] << n;
    conflict((Bits)from, sum, to);
}

__global__ void of_numbers(Bits from, Bits to)
{
    DISTANCE;
    EACH_BIT sum |= (Bits)(__popc((unsigned)BIT) > 0) << bit;
    conflict(from, sum, (int *)to);
}

struct Two {
    int *from, *to;
};

__global__ void of_members(Two two)
{
    int *from = two.from, *to = two.to;
    DISTANCE;
    EACH_BIT sum |= (Bits)(__popc((unsigned)BIT) > 0) << bit;
    conflict((Bits)from, sum, to);
}

__global__ void members_by_branch(Two two)
{
    int *from = two.from, *to = two.to;
    DISTANCE;
    EACH_BIT if (BIT) sum |= 1ull << bit;
    conflict((Bits)from, sum, to);
}

__global__ void by_branch(int *from, int *to)
{
    DISTANCE;
    EACH_BIT if (BIT) sum |= 1ull << bit;
    conflict((Bits)from, sum, to);
}

__global__ void null_check(int *from, int *to)
{
    int shift = from != nullptr;
    if (from) to[threadIdx.x + shift] = 1;
}
