// rill/memory/remake.h: move assignment by move construction.
//
// Floor 1. Allocates nothing. Tests: test/memory/remake_test.cpp.
#ifndef RILL_MEMORY_REMAKE_H
#define RILL_MEMORY_REMAKE_H

#include <new>  // placement new

#include "../base/config.h"

namespace rill::inline RILL_BUILD::detail {

/// What operator=(T&&) does where the move constructor says all: destroys the
/// object and makes it anew from the other one. Nothing happens when that is
/// the object itself. Requires that the move constructor throws nothing, and
/// that T is the type of the whole object.
template <class T>
T& remake(T& object, T&& other) noexcept {
  if (&object == &other) return object;
  object.~T();
  return *::new (static_cast<void*>(&object)) T(static_cast<T&&>(other));
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
