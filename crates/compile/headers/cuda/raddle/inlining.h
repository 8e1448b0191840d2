/* Opens a header that comes after the prelude; no_inlining.h closes it. */
#undef always_inline
#undef __always_inline__
