/* How the host's side of a library is declared of which nothing is verified: handles of which nothing is known, and functions that take
 * whatever they are given. */
#pragma once
#define RADDLE_HANDLE(name) typedef struct name##_st *name##_t;
#define RADDLE_LIBRARY(result, name) template <class... Arguments> result name(Arguments &&...);
