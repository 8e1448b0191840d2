/* What CUDA sources use that they do not include, or that few of them use: textures and surfaces, which the language
 * has, and what the headers of the SDK's samples would have brought. Included where a source does not compile without. */
#pragma once
#include "texture.h"
#include "helper_math.h"
#include "more_math.h"
#include "../cooperative_groups.h"
#include "../curand_kernel.h"
#include "../math_constants.h"
