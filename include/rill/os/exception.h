// rill/os/exception.h: what is inside an exception, and the names of types as
// people write them, from the runtime library of C++.
//
// Floor 3. <exception> and <cxxabi.h> cost 25 to 90 ms of compile time, so
// the functions of the runtime library are declared here under names of
// rill's own. Source: the Itanium C++ ABI, 2.9.5 and 3.4; where a library is
// not known, an exception has nothing inside. Tests:
// test/print/exception_test.cpp, test/print/standard_test.cpp.
#ifndef RILL_OS_EXCEPTION_H
#define RILL_OS_EXCEPTION_H

#include <cstddef>  // std::ptrdiff_t
#include <new>      // std::exception, and which library this is

#include "../base/config.h"

// 1 where exceptions are those of the Itanium ABI, with the library of GNU
// or LLVM.
#if defined(__GXX_ABI_VERSION) && !defined(_MSC_VER) && \
    (defined(__GLIBCXX__) || defined(_LIBCPP_VERSION))
#define RILL_KNOWN_EXCEPTIONS 1
#else
#define RILL_KNOWN_EXCEPTIONS 0
#endif

#if RILL_KNOWN_EXCEPTIONS
#define RILL_QUOTED(name) #name
#define RILL_QUOTED_VALUE(name) RILL_QUOTED(name)
// Of C, macOS and 32-bit Windows write a name with a _ before it.
#define RILL_SYMBOL(name) asm(RILL_QUOTED_VALUE(__USER_LABEL_PREFIX__) name)
#endif

namespace rill::inline RILL_BUILD::os {

#if RILL_KNOWN_EXCEPTIONS

namespace runtime {

[[gnu::visibility("default")]] char* demangle(char const* name, char* out,
                                              std::size_t* size,
                                              int* status) noexcept
    RILL_SYMBOL("__cxa_demangle");

// The type_info objects of std::exception and std::nested_exception, in the
// layout of the ABI: with another one g++ warns when it optimizes at link time.
struct type_object {
  void const* table;
  char const* name;
};
[[gnu::visibility("default")]] extern type_object const exception_type
    RILL_SYMBOL("_ZTISt9exception");
[[gnu::visibility("default")]] extern type_object const nested_type
    RILL_SYMBOL("_ZTISt16nested_exception");

[[gnu::visibility("default")]] void* cast(void const* object, void const* from,
                                          void const* to,
                                          std::ptrdiff_t hint) noexcept
    RILL_SYMBOL("__dynamic_cast");

// The type of the exception that is being handled; null outside of handlers.
[[gnu::visibility("default")]] void const* current_type() noexcept
    RILL_SYMBOL("__cxa_current_exception_type");

// A std::exception_ptr is passed by its address.
#if defined(_LIBCPP_VERSION)
#define RILL_RETHROW "_ZSt17rethrow_exceptionSt13exception_ptr"
#else
#define RILL_RETHROW \
  "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"
#endif
[[noreturn, gnu::visibility("default")]] void rethrow(void const* pointer)
    RILL_SYMBOL(RILL_RETHROW);
#undef RILL_RETHROW

}  // namespace runtime

/// The name of a type as people write it, to be given to give_memory(); null
/// when the name is none, or there is no memory.
inline char* demangled(char const* name) noexcept {
  int status = 0;
  return runtime::demangle(name, nullptr, nullptr, &status);
}

/// The std::exception_ptr inside an exception that was made by
/// std::throw_with_nested, or is a std::nested_exception for another reason.
/// Null where there is none, or it is empty; also for a type that was
/// compiled without run-time type information.
inline void const* exception_inside(std::exception const& e) noexcept {
  // A virtual table has the type before its first function.
  void const* const* const table =
      *reinterpret_cast<void const* const* const*>(&e);
  if (!table[-1]) return nullptr;
  constexpr std::ptrdiff_t unrelated = -2;
  void const* const nested = runtime::cast(&e, &runtime::exception_type,
                                           &runtime::nested_type, unrelated);
  if (!nested) return nullptr;
  // A nested_exception is its virtual table and the pointer.
  void const* const* const pointer =
      static_cast<void const* const*>(nested) + 1;
  return *pointer ? pointer : nullptr;
}

/// True in a handler of exceptions, and of std::terminate where it was called
/// for one.
inline bool is_handling_exception() noexcept {
  return runtime::current_type() != nullptr;
}

/// Throws what a std::exception_ptr, which is not empty, points to.
[[noreturn]] inline void rethrow(void const* exception_pointer) {
  runtime::rethrow(exception_pointer);
}

#undef RILL_SYMBOL
#undef RILL_QUOTED_VALUE
#undef RILL_QUOTED

#else

inline char* demangled(char const*) noexcept { return nullptr; }
inline bool is_handling_exception() noexcept { return false; }
inline void const* exception_inside(std::exception const&) noexcept {
  return nullptr;
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
