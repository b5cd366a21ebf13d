// rill/print/dbg.h: expressions and their values, for the programmer. The door
// is rill/debug.h, which has the macros.
//
// Floor 5. Need not be fast: the text is made in memory, and goes to its output
// in one call. Tests: test/print/dbg_test.cpp, test/system/dbg_test.py.
#ifndef RILL_PRINT_DBG_H
#define RILL_PRINT_DBG_H

#include <tuple>  // what several expressions return

#include "dbg_level.h"
#include "dbg_output.h"
#include "pretty.h"

namespace rill::inline RILL_BUILD::detail {

// Characters of which names and numbers consist.
constexpr bool is_word(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Takes the expressions between commas out of the text of a macro's
// arguments, as the compiler has it: each space between tokens is one, there
// are no comments.
class expression_list {
 public:
  /// `with_angles` takes < and > for brackets, which they sometimes are.
  constexpr expression_list(text all, bool with_angles) noexcept
      : rest_(all), with_angles_(with_angles) {}

  /// The next expression; empty behind the last.
  constexpr text next() noexcept {
    while (rest_.size != 0 && *rest_.data == ' ') take(1);
    char const* const first = rest_.data;
    int depth = 0;
    while (rest_.size != 0 && (depth != 0 || *rest_.data != ',')) {
      depth += step_of(*rest_.data);
      pass();
    }
    char const* last = rest_.data;
    while (last != first && last[-1] == ' ') --last;
    if (rest_.size != 0) take(1);
    return {first, static_cast<std::size_t>(last - first)};
  }
  constexpr int count() const noexcept {
    expression_list copy = *this;
    int found = 0;
    while (copy.next().size != 0) ++found;
    return found;
  }

 private:
  constexpr void take(std::size_t size) noexcept {
    size = smaller(size, rest_.size);
    rest_ = {rest_.data + size, rest_.size - size};
  }
  constexpr int step_of(char c) const noexcept {
    if (c == '(' || c == '[' || c == '{') return 1;
    if (c == ')' || c == ']' || c == '}') return -1;
    if (with_angles_ && c == '<') return 1;
    if (with_angles_ && c == '>' && before_ != '-') return -1;
    return 0;
  }
  // One token as far as it matters: a word, a literal, a character.
  constexpr void pass() noexcept {
    char const c = *rest_.data;
    before_ = c;
    if (is_word(c))
      pass_word();
    else if (c == '"' || c == '\'')
      pass_quoted(c);
    else
      take(1);
  }
  // A number may have ' in it, and the word before a quote may end in R.
  constexpr void pass_word() noexcept {
    bool const is_number = is_digit(*rest_.data);
    char last = 0;
    while (rest_.size != 0 &&
           (is_word(*rest_.data) || (is_number && *rest_.data == '\''))) {
      last = *rest_.data;
      take(1);
    }
    if (!is_number && last == 'R' && rest_.size != 0 && *rest_.data == '"')
      pass_raw();
  }
  constexpr void pass_quoted(char quote) noexcept {
    take(1);
    while (rest_.size != 0 && *rest_.data != quote)
      take(*rest_.data == '\\' ? 2 : 1);
    take(1);
  }
  // "word( … )word", from its quote on.
  constexpr void pass_raw() noexcept {
    take(1);
    char const* const word = rest_.data;
    while (rest_.size != 0 && *rest_.data != '(') take(1);
    auto const size = static_cast<std::size_t>(rest_.data - word);
    while (rest_.size != 0 && !(rest_.size > size + 1 && *rest_.data == ')' &&
                                rest_.data[size + 1] == '"' &&
                                text(rest_.data + 1, size) == text(word, size)))
      take(1);
    take(size + 2);
  }

  text rest_;
  char before_ = 0;
  bool with_angles_;
};

// The values of expressions as they came: an lvalue is itself, a temporary is
// moved out; of several, a tuple.
constexpr void give_back() noexcept {}
template <class T>
constexpr T give_back(T&& value) {
  return static_cast<T&&>(value);
}
template <class... T>
constexpr std::tuple<T...> give_back(T&&... values) {
  return std::tuple<T...>(static_cast<T&&>(values)...);
}

/// A place in the program, and the text of the expressions there.
template <class>
struct dbg_place {
  char const* file;
  unsigned line;
  char const* expressions;

  template <class... T>
  constexpr auto operator()(T&&... values) const
      -> decltype(give_back(static_cast<T&&>(values)...)) {
    if constexpr (all_printable<debugged<T const&>...>)
      if (!std::is_constant_evaluated()) say(debug_level::debug, values...);
    return give_back(static_cast<T&&>(values)...);
  }

 protected:
  template <class... T>
  void say(debug_level level, T const&... values) const {
    constexpr int count = sizeof...(T);
    scratch_writer<512> out;
    expression_list list(expressions, false);
    // More commas than values: some are between < and >, or nobody knows.
    if (list.count() != count) list = {expressions, true};
    bool const is_known = list.count() == count;
    int number = 0;
    (put_one(out, is_known ? list.next() : text{}, ++number, values), ...);
    if (count == 0) detail::put(out, file, ':', line, '\n');
    give(out.bytes(), level);
  }

 private:
  static void give(text message, debug_level level) {
#if RILL_HOSTED
    __atomic_load_n(&dbg_output_in_force, __ATOMIC_ACQUIRE)(message, level);
#else
    eprint(message);
#endif
  }
  // `file:line: expression = value`; of a literal, the value alone.
  template <class T>
  void put_one(writer& out, text expression, int number, T const& value) const {
    detail::put(out, file, ':', line, ": ");
    scratch_writer<256> made;
    put_pretty(made, value, 2, 0);
    text const shown = made.bytes();
    if (expression.size == 0)
      detail::put(out, '#', number, " of ", expressions, " = ");
    else if (expression != shown)
      detail::put(out, expression, " = ");
    detail::put(out, shown, '\n');
  }
};

/// The same with a level: nothing is printed unless the level in force, and
/// `bound`, which the program is built with, include it. A bound of 1 includes
/// all levels.
template <class Place>
struct dbg_place_at : dbg_place<Place> {
  debug_level level;
  int bound;

  template <class... T>
  constexpr auto operator()(T&&... values) const
      -> decltype(give_back(static_cast<T&&>(values)...)) {
    if constexpr (all_printable<debugged<T const&>...>)
      if (!std::is_constant_evaluated() &&
          (bound == 1 || static_cast<int>(level) <= bound) &&
          is_dbg_printed(level))
        this->say(level, values...);
    return give_back(static_cast<T&&>(values)...);
  }
};

/// Where dbg is switched off.
template <class>
struct dbg_nothing {
  template <class... T>
  constexpr auto operator()(T&&... values) const
      -> decltype(give_back(static_cast<T&&>(values)...)) {
    return give_back(static_cast<T&&>(values)...);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
