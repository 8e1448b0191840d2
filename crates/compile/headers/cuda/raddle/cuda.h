/* The CUDA language for a device-only compilation by clang, without a CUDA toolkit. Included in front of every file.
 *
 * Every device function in here is `nodebug` and inlined by the front end even at -O0, so that its instructions bear
 * the line of the user's call. An instruction that the verifier must see exactly (atomics, barriers, shuffles) is
 * volatile inline assembly: no pass of clang may delete, duplicate or merge it.
 */
#pragma once
#pragma clang system_header
#include <stddef.h>

#include "qualifiers.h"
#include "vector_types.h"
#include "builtin_vars.h"
#include "sync.h"
#include "atomics.h"
#include "warp.h"
#include "bits.h"
#include "math.h"
#include "memory.h"
#include "output.h"
#include "host_api.h"
#include "launch.h"
#ifndef __CUDA_ARCH__
/* What CUDA's own header includes, and a host half may use without a word. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#endif
#include "no_inlining.h"
