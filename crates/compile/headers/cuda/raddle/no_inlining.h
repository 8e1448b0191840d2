/* clang's inliner simplifies what it clones, at -O0 too. So the user's functions are inlined by the verifier only,
 * where it is tested that every access stays; the attribute becomes a harmless one. Last in the prelude, whose own
 * functions are inlined. */
#define always_inline unused
#define __always_inline__ unused
