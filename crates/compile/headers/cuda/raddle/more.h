/* What CUDA sources use that they do not include, or that few of them use: textures and surfaces, which the language
 * has, the C headers that nvcc brings along, and what the headers of the SDK's samples would have brought. Included where a source does
 * not compile without. */
#pragma once
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdlib>
#include <malloc.h>
#include "texture.h"
#include "host_more.h"
#include "helper_math.h"
#include "more_math.h"
#include "../cooperative_groups.h"
#include "../curand_kernel.h"
#include "../math_constants.h"
#include "nv_atomic.h"
