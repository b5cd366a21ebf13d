// rill/print/exception.h: exceptions, with those inside them, and pointers to
// exceptions.
//
// Floor 5. Allocates nothing. Tests: test/print/exception_test.cpp.
#ifndef RILL_PRINT_EXCEPTION_H
#define RILL_PRINT_EXCEPTION_H

#include "../shape/standard.h"
#include "structure.h"

#if RILL_HOSTED
#include <exception>    // std::nested_exception, std::rethrow_exception
#include <iosfwd>       // std::string, to recognise a thrown one
#include <type_traits>  // std::conditional_t

namespace rill::inline RILL_BUILD::detail {

// More than this many exceptions in one another are not followed: each is
// caught inside the one before.
inline constexpr int deepest_exception = 100;

#if RILL_EXCEPTIONS

template <class... String>
void put_thrown(writer& out, std::exception_ptr const& thrown, int depth);

// What was being handled when `e` was thrown. Null if there is none. Always
// null without RTTI.
inline std::exception_ptr exception_inside(
    [[maybe_unused]] std::exception const& e) noexcept {
#if defined(__cpp_rtti)
  if (auto const* const nested = dynamic_cast<std::nested_exception const*>(&e))
    return nested->nested_ptr();
#endif
  return nullptr;
}

template <class... String>
void put_exception(writer& out, std::exception const& e, int depth) {
  detail::put(out, e.what());
  std::exception_ptr const inside = exception_inside(e);
  if (!inside) return;
  out.write(": ");
  if (depth == 0)
    out.write("...");
  else
    put_thrown<String...>(out, inside, depth - 1);
}

// Pointers are caught by value: libc++abi gives a reference to a null one.
template <class T>
using caught_as = std::conditional_t<std::is_class_v<T>, T const&, T>;

// What was thrown by `throw "text"`, `throw 42`: one handler for each type.
template <class First, class... Rest>
void put_caught(writer& out) {
  try {
    throw;
  } catch (caught_as<First> value) {
    detail::put(out, value);
    return;
  } catch (...) {
    if constexpr (sizeof...(Rest) == 0) {
      out.write("unknown exception");
      return;
    }
  }
  if constexpr (sizeof...(Rest) != 0) put_caught<Rest...>(out);
}

template <class... String>
void put_thrown(writer& out, std::exception_ptr const& thrown, int depth) {
  try {
    std::rethrow_exception(thrown);
  } catch (std::exception const& e) {
    put_exception<String...>(out, e, depth);
  } catch (...) {
    put_caught<String..., char const*, char*, int, unsigned, long,
               unsigned long, long long, unsigned long long, double, float,
               bool, char>(out);
  }
}

#else

template <class...>
void put_exception(writer& out, std::exception const& e, int) {
  detail::put(out, e.what());
}
template <class...>
void put_thrown(writer& out, std::exception_ptr const&, int) {
  out.write("unknown exception");
}

#endif

// A thrown std::string, where that type is defined; T is there to ask late.
template <class T, class String = std::string>
constexpr auto strings_thrown() {
  if constexpr (requires { sizeof(String); })
    return type_list<String>();
  else
    return type_list<>();
}

// `cannot start: open data.txt: No such file or directory`.
template <>
struct shown<shape::exception> {
  template <class T>
  static void put(writer& out, T const& e) {
    put(out, e, strings_thrown<T>());
  }

 private:
  template <class... String>
  static void put(writer& out, std::exception const& e, type_list<String...>) {
    put_exception<String...>(out, e, deepest_exception);
  }
};

// `none`, or the exception.
template <>
struct shown<shape::exception_pointer> {
  template <class T>
  static void put(writer& out, T const& pointer) {
    if (!pointer)
      out.write("none");
    else
      put(out, pointer, strings_thrown<T>());
  }

 private:
  template <class... String>
  static void put(writer& out, std::exception_ptr const& pointer,
                  type_list<String...>) {
    put_thrown<String...>(out, pointer, deepest_exception);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
#endif
