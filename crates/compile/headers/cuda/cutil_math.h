/* A header of the SDK's samples. */
#pragma once
#include "raddle/helper_math.h"
