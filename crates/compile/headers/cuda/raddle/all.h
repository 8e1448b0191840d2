/* All that is in front of a CUDA source, as one file. */
#include "cuda.h"

#include "../../raddle.h"
