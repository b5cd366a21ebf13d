// rill/print/concat.h: printing into strings and into memory.
//
// Floor 5. <string> is not included here (120 ms): a program that names
// std::string has it. Tests: test/print/concat_test.cpp.
#ifndef RILL_PRINT_CONCAT_H
#define RILL_PRINT_CONCAT_H

#include <new>  // std::bad_alloc

#include "../stream/memory_writer.h"
#include "../stream/scratch_writer.h"
#include "layout.h"
#include "number_style.h"
#include "quoted.h"

#if RILL_HOSTED
#include <iosfwd>  // declares std::string
#endif

namespace rill::inline RILL_BUILD {

/// What format_into did.
struct format_result {
  char* end;                ///< one past the last byte written
  std::size_t size_needed;  ///< bytes of the whole text
  bool truncated;           ///< the text was longer than the memory
};

namespace detail {

// Text and numbers, which say how long they are before they are written.
template <class Piece>
concept sized_piece = reaching<Piece> && requires(Piece const& p) { p.size(); };

// A long text of sized pieces goes straight into the string: the way by a
// heap block costs 40 times as much for two texts of 1 MB.
template <class String, class... Pieces>
[[gnu::noinline]] String make_long(Pieces... pieces) {
  String result;
  result.reserve((pieces.size() + ... + 0));
  appending_writer<String> out(result);
  put_each(out, pieces...);
  out.flush();
  return result;
}

// A string takes no styles: of a styled value, the value.
template <class T>
constexpr auto string_piece(T const& value) noexcept {
  return bare_piece(piece_of(value));
}

// Each argument is printed once: a range may be walked but once, and a hook
// may give another text the second time.
template <class String, class... Args>
String make_string(Args const&... args) {
  constexpr std::size_t on_stack = 1024;
  if constexpr ((sized_piece<decltype(string_piece(args))> && ...))
    if ((string_piece(args).reach() + ... + 0) > on_stack)
      return make_long<String>(string_piece(args)...);
  scratch_writer<on_stack> scratch;
  put_pieces(scratch, string_piece(args)...);
  text const made = scratch.bytes();
  return String(made.data, made.size);
}

#if RILL_HOSTED
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
    return concat_verb().operator()<String>(args..., '\n');
  }
};
#endif

struct append_verb {
  template <class String, class... Args>
  void operator()(String& to, Args const&... args) const {
    if constexpr (all_printable<Args...>) {
      // The string grows at the end, when no argument is looked at any more:
      // they may be parts of it.
      scratch_writer<256> scratch;
#if RILL_EXCEPTIONS
      // A hook that throws keeps what came before it. Without memory the
      // string stays as it was, and the call can be made again.
      try {
        put(scratch, args...);
      } catch (std::bad_alloc const&) {
        throw;
      } catch (...) {
        append_bytes(to, scratch.bytes());
        throw;
      }
#else
      put(scratch, args...);
#endif
      append_bytes(to, scratch.bytes());
    }
  }

 private:
  template <class String>
  static void append_bytes(String& to, text made) {
    to.append(made.data, made.size);
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

#if RILL_HOSTED
/// Returns the text of its arguments as a std::string. Requires <string>.
/// Cost: one allocation in the result, of the exact size; a text above 1 KiB
/// that is not of texts and numbers alone is formatted on the heap before.
inline constexpr detail::concat_verb concat{};

/// concat, and a newline.
inline constexpr detail::concatln_verb concatln{};
#endif

/// append(string, args…): prints at the end of a string, in one step. The
/// arguments may be parts of the string.
/// Errors: std::bad_alloc leaves the string as it was; what a hook throws
/// leaves in it what was printed before.
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
