//! Races between CTAs, and without them
//! source: raddle
//! check: --kernel all_write --block 64 --grid 4 --cta all
//! expect: race=refuted
//! check: --kernel all_write --block 64 --grid 4 --cta all --within-cta
//! expect: race=proved
//! check: --kernel all_write --block 64 --within-cta
//! expect: race=proved
//! check: --kernel all_write --block 64 --grid 4000 --cta all --within-cta
//! expect: race=proved
//! check: --kernel data --block 64 --grid 4 --cta all
//! expect: race=refuted
//! check: --kernel data --block 64 --grid 4 --cta all --within-cta
//! expect: race=proved
//! check: --kernel asserts --block 64 --grid 4 --cta all
//! expect: assert=unknown
//! check: --kernel asserts --block 64 --grid 4 --cta all --within-cta
//! expect: assert=proved
//! check: --kernel one_cta --block 64 --grid 4 --cta all --within-cta
//! expect: race=refuted
//! why: Each block writes what all others write; within one, no two threads do. A proof says that it leaves out races between blocks. A race within one is still found.
__global__ void all_write(int *out) { out[threadIdx.x] = blockIdx.x; }

__global__ void data(int *out, const int *in, int n) {
  for (int i = 0; i < n; i++)
    if (in[i] > 0) out[threadIdx.x] = blockIdx.x + i;
}

__global__ void asserts(int *out) {
  out[threadIdx.x] = blockIdx.x;
  __assert(out[threadIdx.x] == blockIdx.x);
}

__global__ void one_cta(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
