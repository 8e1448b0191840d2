//! Insertion into a table: the key by compare-and-swap, the value by a plain store
//! source: raddle
//! check: --block 64
//! expect: race=refuted
//! finding: race line 19
//! why: Two threads with one key both leave the loop at its slot, and both store their values [A].

struct Entry {
    unsigned key, value;
};

__global__ void put(Entry *table, const Entry *in, unsigned n, unsigned mask) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned at = in[i].key & mask;
    while (true) {
        unsigned was = atomicCAS(&table[at].key, 0xffffffffu, in[i].key);
        if (was == 0xffffffffu || was == in[i].key) {
            table[at].value = in[i].value; // [A]
            return;
        }
        at = (at + 1) & mask;
    }
}
