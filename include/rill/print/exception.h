// rill/print/exception.h: exceptions with nested ones, exception pointers, and
// stack traces.
//
// Layer 5. Tests: test/print/exception_test.cpp,
// test/print/stack_trace_test.cpp.
#ifndef RILL_PRINT_EXCEPTION_H
#define RILL_PRINT_EXCEPTION_H

#include "../number/decimal.h"
#include "../shape/standard_types.h"
#include "structure.h"

// Exceptions with nested ones, and exception pointers.
//
// Allocates nothing.

#if RILL_HOSTED
#include <exception>    // std::nested_exception, std::rethrow_exception
#include <type_traits>  // std::conditional_t

#include RILL_STRING_HEADER  // std::string, to recognise a thrown one

namespace rill::inline RILL_BUILD::detail {

// The deepest nesting of exceptions that is followed: each is caught inside the
// handler of the one before.
inline constexpr int deepest_exception = 100;

#if RILL_EXCEPTIONS

template <class... String>
void put_thrown(writer& out, std::exception_ptr const& thrown, int depth);

// The exception nested in `e`, or null. Always null without RTTI.
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

// Catches pointers by value: libc++abi gives a reference to a null one.
template <class T>
using caught_as = std::conditional_t<std::is_class_v<T>, T const&, T>;

// Prints the object of `throw "text"` or `throw 42`, with one handler for each
// type.
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

// A list with std::string, which may have been thrown; an empty list if the
// program has not defined that type. T delays the check until instantiation.
template <class T, class String = std::string>
constexpr auto strings_thrown() {
  if constexpr (requires { sizeof(String); })
    return type_list<String>();
  else
    return type_list<>();
}

// `cannot start: open data.txt: No such file or directory`.
template <>
struct shape_printer<shape::exception> {
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
struct shape_printer<shape::exception_pointer> {
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

// Stack traces, one frame per line.
//
// Allocates only what the frames themselves allocate. The frames of
// std::stacktrace and of Boost look up their names in the debug information
// while they are printed, which takes milliseconds or more.

namespace rill::inline RILL_BUILD::detail {

// The return address as a number; 0 if it is unknown. An empty frame, which
// converts to false, may hold any number.
template <class T>
unsigned long long address_of_frame(T const& frame) {
  if constexpr (requires { static_cast<bool>(frame); })
    if (!static_cast<bool>(frame)) return 0;
  auto const number = [](auto const& address) {
    if constexpr (requires { address != nullptr; })
      return static_cast<unsigned long long>(
          reinterpret_cast<__UINTPTR_TYPE__>(address));
    else
      return static_cast<unsigned long long>(address);
  };
  if constexpr (recorded_frame<T>)
    return number(frame.raw_address);
  else if constexpr (requires { number(frame.address()); })
    return number(frame.address());
  else if constexpr (requires { number(frame.native_handle()); })
    return number(frame.native_handle());
  else
    return 0;
}

// `name at file.cpp:12 (inlined)`, without unknown parts. The address, in 16
// digits, replaces an unknown name.
inline void put_frame(writer& out, text name, unsigned long long address,
                      text file, unsigned long long line) {
  char digits[24] = "0x";
  if (name.size == 0 && address != 0) {
    for (int i = 0; i != 16; ++i)
      digits[2 + i] = "0123456789abcdef"[address >> (60 - 4 * i) & 15];
    name = {digits, 18};
  }
  out.write(name.size != 0 ? name : text("unknown"));
  if (file.size == 0) return;
  out.write(" at ");
  out.write(file);
  if (line == 0) return;
  digits[0] = ':';
  char const* const end = write_decimal(digits + 1, line);
  out.write(digits, static_cast<std::size_t>(end - digits));
}

// ` 0  `, as wide as the last number of `count` frames, at least 2 columns.
inline void put_frame_number(writer& out, unsigned number, unsigned count) {
  char digits[16];
  char const* const end = write_decimal(digits, number);
  auto const size = static_cast<std::size_t>(end - digits);
  std::size_t width = 2;
  for (unsigned most = 100; count > most && width != 9; most *= 10) ++width;
  for (std::size_t i = size; i < width; ++i) out.put(' ');
  out.write(digits, size);
  out.write("  ");
}

template <>
struct shape_printer<shape::stack_frame> {
  template <class T>
  static void put(writer& out, T const& frame) {
    if constexpr (recorded_frame<T>)
      put_recorded(out, frame);
    else if constexpr (requires { frame.description(); })
      put_frame(out, frame.description(), address_of_frame(frame),
                frame.source_file(), frame.source_line());
    else
      put_frame(out, frame.name(), address_of_frame(frame), frame.source_file(),
                frame.source_line());
  }

 private:
  // An unknown line has no value.
  template <class T>
  static void put_recorded(writer& out, T const& frame) {
    unsigned long long line = 0;
    if constexpr (requires { frame.line.has_value(); })
      line = frame.line.has_value() ? frame.line.value() : 0;
    else
      line = frame.line;
    put_frame(out, frame.symbol, address_of_frame(frame), frame.filename, line);
    if constexpr (requires { static_cast<bool>(frame.is_inline); })
      if (frame.is_inline) out.write(" (inlined)");
  }
};

// ` 0  f() at a.cpp:12`: frame numbers in columns of equal width, and no
// newline after the last frame.
template <>
struct shape_printer<shape::stack_trace> {
  template <class T>
  static void put(writer& out, T const& trace) {
    auto&& frames = to_iterate(trace);
    unsigned count = 0;
    for (auto at = iterator_of(frames); at != end_of(frames); ++at) ++count;
    unsigned number = 0;
    for (auto at = iterator_of(frames); at != end_of(frames); ++at) {
      if (number != 0) out.put('\n');
      put_frame_number(out, number++, count);
      shape_printer<shape::stack_frame>::put(out, *at);
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
