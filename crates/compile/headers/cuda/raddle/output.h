/* printf and assert in device code. Both are calls that the verifier knows by name, as in nvcc's PTX: `vprintf`
 * (no effect on what is verified) and `__assertfail` (ends the grid with an error). */
#pragma once

#define RADDLE_DEVICE_C extern "C" __attribute__((device))
RADDLE_DEVICE_C int printf(const char *, ...);
RADDLE_DEVICE_C int vprintf(const char *, const char *);
extern "C" __attribute__((host, device, noreturn)) void __assertfail(const char *condition, const char *file, unsigned int line,
                                                                     const char *function, size_t char_size);
RADDLE_HD void __raddle_assert_fail(const char *condition, const char *file, unsigned int line, const char *function) {
  __assertfail(condition, file, line, function, 1);
}
RADDLE_DEVICE_C void *malloc(size_t);
RADDLE_DEVICE_C void free(void *);

RADDLE_FN void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}
RADDLE_FN void *memset(void *to, int byte, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = (char)byte;
  return to;
}
#undef RADDLE_DEVICE_C
