// rill/os/demangled.h: the names of types as people write them, from the
// runtime library of C++.
//
// Floor 3. Tests: test/print/standard_test.cpp.
#ifndef RILL_OS_DEMANGLED_H
#define RILL_OS_DEMANGLED_H

#include "../base/config.h"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>  // abi::__cxa_demangle
#endif

namespace rill::inline RILL_BUILD::os {

/// The name of a type as people write it, to be given to give_memory(). Null
/// when `name` is not that of a type, when memory is short, and where the
/// runtime library has no such function.
inline char* demangled([[maybe_unused]] char const* name) noexcept {
#if __has_include(<cxxabi.h>)
  int status = 0;
  return abi::__cxa_demangle(name, nullptr, nullptr, &status);
#else
  return nullptr;
#endif
}

}  // namespace rill::inline RILL_BUILD::os

#endif
