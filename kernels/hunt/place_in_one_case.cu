//! What the place of the block decides in one case of a flag only
//! source: raddle
//! check: --block 64 --grid 8 --cta all --kernel in_the_one --arg flag=1
//! expect: deadlock=refuted
//! check: --block 64 --cta 3,0,0 --kernel in_the_one
//! expect: deadlock=refuted
//! check: --block 64 --kernel in_the_one --kernel in_the_other --grid 1
//! expect: deadlock=proved
//! why: Block 3 deadlocks with the flag. Without --cta, block (0,0,0) is looked at in the case in which the place of the block
//!   matters, so what is proved is proved of that one: the scope must not say "every CTA".
__global__ void in_the_one(int flag)
{
    int t = threadIdx.x;
    if (flag) {
        if (blockIdx.x == 3 && t < 32)
            return;
        __syncthreads();
    }
    __syncthreads();
}

__global__ void in_the_other(int flag)
{
    int t = threadIdx.x;
    if (flag)
        __syncthreads();
    else {
        if (blockIdx.x == 3 && t < 32)
            return;
        __syncthreads();
    }
    __syncthreads();
}
