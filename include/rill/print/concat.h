// rill/print/concat.h: prints into strings and into memory; messages for
// functions whose header is not included.
//
// Layer 5. Tests: test/refuse/*_without_header.cpp, test/print/concat_test.cpp.
#ifndef RILL_PRINT_CONCAT_H
#define RILL_PRINT_CONCAT_H

#include <new>  // std::bad_alloc

#include "../base/text.h"
#include "../stream/memory_writer.h"
#include "../stream/scratch_writer.h"
#include "format_string.h"
#include "layout.h"
#include "list.h"
#include "number.h"
#include "structure.h"

#if RILL_HOSTED
#include RILL_STRING_HEADER  // declares std::string
#endif

// Messages for functions whose header is not included.
//
// No code, only static_asserts. The real function is always a better match than
// the one here.

namespace rill::inline RILL_BUILD {

template <class T = void>
constexpr text via_ostream(...) {
  static_assert(detail::always_false<T>,
                "rill: via_ostream(x) is in <rill/iostream.h>: include it");
  return {};
}
template <class T = void>
constexpr text via_format(...) {
  static_assert(detail::always_false<T>,
                "rill: via_format(x) and via_format(\"{}\", x, y) are in "
                "<rill/format.h>: include it");
  return {};
}
template <class T = void>
constexpr text via_fmt(...) {
  static_assert(detail::always_false<T>,
                "rill: via_fmt(x) and via_fmt(\"{}\", x, y) are in "
                "<rill/driver/fmt.h>: include it");
  return {};
}

template <class T = void>
constexpr text styled(...) {
  static_assert(detail::always_false<T>,
                "rill: styled(x, style) is in <rill/terminal.h>: include it");
  return {};
}
template <class T = void>
constexpr text with_styles(...) {
  static_assert(detail::always_false<T>,
                "rill: with_styles is in <rill/terminal.h>: include it");
  return {};
}
template <class T = void>
constexpr text rows(...) {
  static_assert(detail::always_false<T>,
                "rill: rows(range) is in <rill/types.h>: include it");
  return {};
}
template <class T = void>
constexpr text deref(...) {
  static_assert(detail::always_false<T>,
                "rill: deref(pointer) is in <rill/types.h>: include it");
  return {};
}
template <class T = void>
constexpr text pretty(...) {
  static_assert(detail::always_false<T>,
                "rill: pretty(x) is in <rill/types.h>: include it");
  return {};
}
template <class T = void>
constexpr text tr(...) {
  static_assert(detail::always_false<T>,
                "rill: tr(template, args...) is in <rill/types.h>: include it");
  return {};
}

// Prints into strings and into memory.
//
// Does not include <string> (120 ms): a program that names std::string has
// included it.

/// The result of format_into.
struct format_result {
  char* end;                ///< one past the last byte written
  std::size_t size_needed;  ///< bytes of the whole text
  bool truncated;           ///< the text was longer than the memory
};

namespace detail {

// The bytes of all texts in a list.
std::size_t bytes_of_texts(print_list list);

// Measures a list of plain values. They are formatted twice: a detour through a
// heap block costs 40 times as much for two texts of 1 MB.
std::size_t measure_list(print_list list);

template <class String>
[[gnu::noinline]] String make_long(print_list list) {
  String result;
  result.reserve(measure_list(list));
  appending_writer<String> out(result);
  put_list(out, list);
  out.flush();
  return result;
}

// Formats a list of plain values with long texts twice (make_long), and every
// other list once: a range may be iterable only once, and a hook may print
// another text the second time. A string takes no styles.
template <class String>
[[gnu::noinline]] String make_string(print_list list, bool is_plain) {
  constexpr std::size_t on_stack = 1024;
  if (is_plain && bytes_of_texts(list) > on_stack)
    return make_long<String>(list);
  scratch_writer<on_stack> scratch;
  put_list(scratch, list);
  text const made = scratch.bytes();
  return String(made.data, made.size);
}

// The string grows at the end, when no argument is read any more: arguments may
// be parts of it. If a hook throws, the text before it is appended. If memory
// runs out, the string is unchanged, and the call can be repeated.
template <class String>
[[gnu::noinline]] void append_list(String& to, print_list list) {
  scratch_writer<256> scratch;
  auto const append = [&] {
    text const made = scratch.bytes();
    if constexpr (foreign_text<String>)
      foreign_string<String>::append_text(to, made);
    else
      to.append(made.data, made.size);
  };
#if RILL_EXCEPTIONS
  try {
    put_list(scratch, list);
  } catch (std::bad_alloc const&) {
    throw;
  } catch (...) {
    append();
    throw;
  }
#else
  put_list(scratch, list);
#endif
  append();
}

format_result format_list(char* memory, std::size_t size, print_list list);

// Always inline: a call consists of its list and one call of a function that
// does not depend on the types in the list. clang would not inline these.
#if RILL_HOSTED
struct concat_fn {
  template <class String = std::string, class... Args>
  [[nodiscard]] RILL_ALWAYS_INLINE String operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    if constexpr (!all_printable<Args...>) {
      return String();
    } else if constexpr (any_to_see<Args...>) {
      return operator()<String>(as_seen(args)...);
    } else {
      listed_value const values[sizeof...(Args) + 1] = {listed(args)...};
      return make_string<String>({types_in_list<Args...>, values},
                                 (is_plain_unstyled<Args> && ...));
    }
  }
  template <class String = std::string, class... Args>
    requires(range_to_change<Args> || ...)
  [[nodiscard]] RILL_ALWAYS_INLINE String operator()(Args&&... args) const {
    return operator()<String>(to_print<Args>(args)...);
  }
};

struct concatln_fn {
  template <class String = std::string, class... Args>
  [[nodiscard]] RILL_ALWAYS_INLINE String operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    return concat_fn().operator()<String>(args..., line_end{});
  }
  template <class String = std::string, class... Args>
    requires(range_to_change<Args> || ...)
  [[nodiscard]] RILL_ALWAYS_INLINE String operator()(Args&&... args) const {
    return operator()<String>(to_print<Args>(args)...);
  }
};
#endif

struct append_fn : changing_ranges<append_fn> {
  using changing_ranges::operator();
  template <class String, class... Args, sight S = sight_of_call<Args...>()>
  void operator()(String& to, Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    if constexpr (!all_printable<Args...>) {
    } else if constexpr (any_to_see<Args...>) {
      (*this)(to, as_seen(args)...);
    } else {
      append_list(to, listed_call<Args...>(args...).list());
    }
  }
};

struct format_into_fn : changing_ranges<format_into_fn> {
  using changing_ranges::operator();
  template <class Memory, class... Args, sight S = sight_of_call<Args...>()>
    requires requires(Memory& m) {
      m.data();
      m.size();
    }
  constexpr format_result operator()(Memory&& memory, Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    return format(memory.data(), memory.size(), as_seen(args)...);
  }
  template <std::size_t Size, class... Args, sight S = sight_of_call<Args...>()>
  constexpr format_result operator()(char (&memory)[Size],
                                     Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    return format(&memory[0], Size, as_seen(args)...);
  }

 private:
  friend struct formatted_size_fn;
  template <class... Args>
  static constexpr format_result format(char* memory, std::size_t size,
                                        Args const&... args) {
    if constexpr (all_printable<Args...>)
      if (!std::is_constant_evaluated())
        return format_list(memory, size, listed_call<Args...>(args...).list());
    truncating_writer out(memory, size);
    if constexpr (all_printable<Args...>) put(out, args...);
    return {memory + out.kept(), out.count(), out.count() > size};
  }
};

struct formatted_size_fn {
  template <class... Args>
  [[nodiscard]] RILL_ALWAYS_INLINE constexpr std::size_t operator()(
      Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    char none[1] = {};
    return format_into_fn::format(none, 0, as_seen(args)...).size_needed;
  }
  template <class... Args>
    requires(range_to_change<Args> || ...)
  [[nodiscard]] RILL_ALWAYS_INLINE constexpr std::size_t operator()(
      Args&&... args) const {
    return operator()(to_print<Args>(args)...);
  }
};

}  // namespace detail

#if RILL_HOSTED
/// Returns the text of its arguments as a std::string. Requires <string>. Cost:
/// one allocation of the exact size for the result. A text above 1 KiB with
/// other arguments than texts and numbers is formatted on the heap first.
inline constexpr detail::concat_fn concat{};

/// concat, followed by a newline.
inline constexpr detail::concatln_fn concatln{};
#endif

/// append(string, args…): appends the text of the arguments to a string, in one
/// step. The arguments may be parts of the string. Errors: after std::bad_alloc
/// the string is unchanged; if a hook throws, the string has the text before
/// it.
inline constexpr detail::append_fn append{};

/// format_into(memory, args…): prints into an array, a span or anything else
/// with data() and size(). Adds no NUL and writes nothing past the end; bytes
/// that do not fit are only counted.
///
/// Example:
///     char buffer[8];
///     auto r = rill::format_into(buffer, "n = ", 12345);
///     rill::println(r.size_needed, r.truncated);
inline constexpr detail::format_into_fn format_into{};

/// Returns how many bytes print would write.
inline constexpr detail::formatted_size_fn formatted_size{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "concat_body.h"
#endif

#endif
