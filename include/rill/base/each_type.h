// rill/base/each_type.h: the types whose functions the compiled library has.
//
// Floor 0. Each list calls a macro with a type. RILL_EXTERN stands before an
// explicit instantiation, which is a declaration in a program and a definition
// in src/rill.cpp (docs/compiled.md).
#ifndef RILL_BASE_EACH_TYPE_H
#define RILL_BASE_EACH_TYPE_H

#include "config.h"

#if RILL_BODIES
#define RILL_EXTERN
#else
#define RILL_EXTERN extern
#endif

#define RILL_EACH_INTEGER(use)                                    \
  use(short) use(unsigned short) use(int) use(unsigned) use(long) \
      use(unsigned long) use(long long) use(unsigned long long)

// Every integer type: for templates whose bodies only the library has.
#if RILL_INT128
#define RILL_WIDEST_INTEGERS(use) use(detail::int128) use(detail::uint128)
#else
#define RILL_WIDEST_INTEGERS(use)
#endif
#define RILL_EVERY_INTEGER(use) \
  RILL_EACH_INTEGER(use)        \
  use(signed char) use(unsigned char) RILL_WIDEST_INTEGERS(use)

#define RILL_EACH_FLOAT(use) use(float) use(double)

#define RILL_EACH_NUMBER(use) RILL_EACH_INTEGER(use) RILL_EACH_FLOAT(use)

#endif
