// rill/base/each_type.h: the types whose functions the compiled library has.
//
// Floor 0. Each list calls a macro with what stands before `template`, which
// is `extern` in a program and nothing in src/rill.cpp, and with a type
// (docs/compiled.md).
#ifndef RILL_BASE_EACH_TYPE_H
#define RILL_BASE_EACH_TYPE_H

#include "config.h"

#if RILL_BODIES
#define RILL_EXTERN
#else
#define RILL_EXTERN extern
#endif

#define RILL_EACH_INTEGER(use)                                                \
  use(RILL_EXTERN, short) use(RILL_EXTERN, unsigned short)                    \
      use(RILL_EXTERN, int) use(RILL_EXTERN, unsigned) use(RILL_EXTERN, long) \
          use(RILL_EXTERN, unsigned long) use(RILL_EXTERN, long long)         \
              use(RILL_EXTERN, unsigned long long)

#define RILL_EACH_FLOAT(use) use(RILL_EXTERN, float) use(RILL_EXTERN, double)

#define RILL_EACH_NUMBER(use) RILL_EACH_INTEGER(use) RILL_EACH_FLOAT(use)

#endif
