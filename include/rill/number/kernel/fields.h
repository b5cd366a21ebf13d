// rill/number/kernel/fields.h: which kernel reads rows of numbers.
//
// Floor 2. Tests: test/number/fields_test.cpp.
#ifndef RILL_NUMBER_KERNEL_FIELDS_H
#define RILL_NUMBER_KERNEL_FIELDS_H

#include "../../memory/dispatch.h"
#include "generic/fields.h"
#if RILL_X86_64
#include "x86/fields_avx512.h"
#endif

namespace rill::inline RILL_BUILD::detail {

/// The kernel for this processor, or null where one field at a time is as
/// fast.
inline fields_reader choose_fields() noexcept {
#if RILL_X86_64
  if (has_vbmi2()) return fields_avx512;
#endif
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
