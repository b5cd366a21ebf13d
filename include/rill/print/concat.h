// rill/print/concat.h: printing into strings and into memory.
//
// Floor 5. <string> is not included here (120 ms): a program that names
// std::string has it. Tests: test/print/concat_test.cpp.
#ifndef RILL_PRINT_CONCAT_H
#define RILL_PRINT_CONCAT_H

#include <iosfwd>  // declares std::string

#include "../stream/memory_writer.h"
#include "layout.h"
#include "quoted.h"

namespace rill::inline RILL_BUILD {

/// What format_into did.
struct format_result {
  char* end;                ///< one past the last byte written
  std::size_t size_needed;  ///< bytes of the whole text
  bool truncated;           ///< the text was longer than the memory
};

namespace detail {

// The bytes that the pieces of a call need, when all know their size.
template <class... Pieces>
constexpr std::size_t total_reach(Pieces const&... pieces) {
  return (pieces.reach() + ... + 0);
}

// Formats into memory of `Size` bytes on the stack when the call can be
// bounded, and hands the text over; otherwise counts first and returns false.
template <class Use, class... Args>
void with_text(Use use, Args const&... args) {
  counting_scratch<1024> scratch;
  put(scratch, args...);
  use(scratch.kept(), scratch.count());
}

template <class String, class... Args>
String make_string(Args const&... args) {
  String result;
  with_text(
      [&](text kept, std::size_t size) {
        if (size == kept.size) {
          result.assign(kept.data, kept.size);
        } else {
          result.reserve(size);
          appending_writer<String> out(result);
          put(out, args...);
          out.flush();
        }
      },
      args...);
  return result;
}

struct concat_verb {
  template <class String = std::string, class... Args>
  [[nodiscard]] String operator()(Args const&... args) const {
    if constexpr (all_printable<Args...>)
      return make_string<String>(args...);
    else
      return String();
  }
};

struct concatln_verb {
  template <class String = std::string, class... Args>
  [[nodiscard]] String operator()(Args const&... args) const {
    return concat_verb()(args..., '\n');
  }
};

struct append_verb {
  template <class String, class... Args>
  void operator()(String& to, Args const&... args) const {
    if constexpr (all_printable<Args...>) {
      appending_writer<String> out(to);
#if RILL_EXCEPTIONS
      // A hook that throws keeps what came before it.
      try {
        put(out, args...);
      } catch (...) {
        out.flush();
        throw;
      }
#else
      put(out, args...);
#endif
      out.flush();
    }
  }
};

struct format_into_verb {
  template <class Memory, class... Args>
    requires requires(Memory& m) {
      m.data();
      m.size();
    }
  constexpr format_result operator()(Memory&& memory,
                                     Args const&... args) const {
    return format(memory.data(), memory.size(), args...);
  }
  template <std::size_t Size, class... Args>
  constexpr format_result operator()(char (&memory)[Size],
                                     Args const&... args) const {
    return format(&memory[0], Size, args...);
  }

 private:
  template <class... Args>
  static constexpr format_result format(char* memory, std::size_t size,
                                        Args const&... args) {
    truncating_writer out(memory, size);
    if constexpr (all_printable<Args...>) put(out, args...);
    return {memory + out.kept(), out.count(), out.count() > size};
  }
};

struct formatted_size_verb {
  template <class... Args>
  [[nodiscard]] constexpr std::size_t operator()(Args const&... args) const {
    char none[1] = {};
    truncating_writer out(none, 0);
    if constexpr (all_printable<Args...>) put(out, args...);
    return out.count();
  }
};

}  // namespace detail

/// Returns the text of its arguments as a std::string. Requires <string>.
/// Cost: one allocation, of the exact size; a text above 1 KiB is formatted
/// twice.
inline constexpr detail::concat_verb concat{};

/// concat, and a newline.
inline constexpr detail::concatln_verb concatln{};

/// append(string, args…): prints at the end of a string.
inline constexpr detail::append_verb append{};

/// format_into(memory, args…): prints into an array, a span or anything else
/// with data() and size(); no NUL is added, nothing is written past the end,
/// and what does not fit is counted.
///
/// Example:
///     char buffer[8];
///     auto r = rill::format_into(buffer, "n = ", 12345);
///     rill::println(r.size_needed, r.truncated);
inline constexpr detail::format_into_verb format_into{};

/// Returns how many bytes print would write.
inline constexpr detail::formatted_size_verb formatted_size{};

}  // namespace rill::inline RILL_BUILD

#endif
