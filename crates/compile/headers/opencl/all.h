/* All that is in front of an OpenCL source, as one file. */
#include "prelude.h"

#include "../raddle.h"
