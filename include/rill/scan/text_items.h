// rill/scan/text_items.h: words, characters, bool, lines, literals.
//
// Floor 5. A target string is anything with assign(pointer, size). Tests:
// test/scan/text_test.cpp.
#ifndef RILL_SCAN_TEXT_ITEMS_H
#define RILL_SCAN_TEXT_ITEMS_H

#include "../value/layout.h"
#include "../value/scan_target.h"
#include "item.h"

namespace rill::inline RILL_BUILD::detail {

template <class S>
concept target_string = requires(S& s, char const* data, std::size_t size) {
  s.assign(data, size);
  s.append(data, size);
  s.clear();
};

// A word.
template <target_string S>
struct item<S> {
  static outcome read(reader& in, S& to, text& expected) {
    expected = words_of("a word");
    if (!skip_space(in)) return scan_problem::end_of_input;
    text const word = whole_word(in);
    if (is_cut(in, word.end())) return scan_problem::malformed;
    to.assign(word.data, word.size);
    in.advance_to(word.end());
    return fine;
  }
};

template <>
struct item<char> {
  static outcome read(reader& in, char& to, text& expected) {
    expected = words_of("a character");
    if (!skip_space(in)) return scan_problem::end_of_input;
    to = *in.cursor();
    in.advance_to(in.cursor() + 1);
    return fine;
  }
};

// True when the word stands at the cursor. Asks for no byte behind the first
// that differs.
inline bool starts_with(reader& in, text word) {
  for (std::size_t i = 0; i != word.size; ++i)
    if (in.peek(i + 1).size <= i || in.cursor()[i] != word.data[i])
      return false;
  return true;
}

// true, false, 1, 0.
template <>
struct item<bool> {
  static outcome read(reader& in, bool& to, text& expected) {
    expected = words_of("true or false");
    if (!skip_space(in)) return scan_problem::end_of_input;
    struct spelling {
      char const* word;
      std::size_t size;
      bool value;
    };
    constexpr spelling forms[] = {{"true", 4, true},
                                  {"false", 5, false},
                                  {"1", 1, true},
                                  {"0", 1, false}};
    for (spelling const& f : forms) {
      if (*in.cursor() != f.word[0]) continue;
      if (!starts_with(in, {f.word, f.size})) break;
      in.advance_to(in.cursor() + f.size);
      to = f.value;
      return fine;
    }
    return scan_problem::malformed;
  }
};

template <>
struct item<character_target> {
  static outcome read(reader& in, character_target& to, text& expected) {
    expected = words_of("a character");
    if (in.at_end()) return scan_problem::end_of_input;
    to.value = *in.cursor();
    in.advance_to(in.cursor() + 1);
    return fine;
  }
};

template <target_string S>
struct item<line_target<S>> {
  static outcome read(reader& in, line_target<S>& to, text& expected) {
    expected = words_of("a line");
    text line;
    if (!next_line(in, line)) return scan_problem::end_of_input;
    to.value.assign(line.data, line.size);
    return fine;
  }
};

template <target_string S>
struct item<rest_target<S>> {
  static outcome read(reader& in, rest_target<S>& to, text& expected) {
    expected = words_of("the rest of the input");
    S all;  // the target stays as it was until everything is there
    while (!in.at_end()) {
      all.append(in.cursor(), in.available());
      in.advance_to(in.end());
    }
    if (in.error()) return scan_problem::malformed;
    to.value = static_cast<S&&>(all);
    return fine;
  }
};

template <class Delimiter>
constexpr bool ends_at(Delimiter const& delimiter, char c) {
  if constexpr (std::same_as<Delimiter, char>)
    return c == delimiter;
  else
    return delimiter(c);
}

template <target_string S, class Delimiter>
struct item<until_target<S, Delimiter>> {
  using target = until_target<S, Delimiter>;

  static outcome read(reader& in, target& to, text& expected) {
    expected = words_of("text up to a delimiter");
    if (in.at_end()) return scan_problem::end_of_input;
    std::size_t size = 0;
    for (;;) {
      char const* at = in.cursor() + size;
      while (at != in.end() && !ends_at(to.delimiter, *at)) ++at;
      size = static_cast<std::size_t>(at - in.cursor());
      if (at != in.end() || !in.more()) break;
    }
    char const* const end = in.cursor() + size;
    if (is_cut(in, end)) return scan_problem::malformed;
    to.value.assign(in.cursor(), size);
    in.advance_to(end != in.end() ? end + 1 : end);
    return fine;
  }
};

// A literal must match. White space in it matches any run of white space,
// also none; so does its beginning.
inline outcome match_literal(reader& in, text literal, text& expected) {
  bool const has_more = skip_space(in);
  char const* at = literal.begin();
  while (at != literal.end() && is_space(*at)) ++at;
  expected = {at, static_cast<std::size_t>(literal.end() - at)};
  if (at == literal.end()) return fine;
  if (!has_more) return scan_problem::end_of_input;
  std::size_t taken = 0;
  for (; at != literal.end(); ++at) {
    if (is_space(*at)) {
      while (in.peek(taken + 1).size > taken && is_space(in.cursor()[taken]))
        ++taken;
      continue;
    }
    if (in.peek(taken + 1).size <= taken)
      return taken == 0 ? scan_problem::end_of_input : scan_problem::mismatch;
    if (in.cursor()[taken] != *at) return scan_problem::mismatch;
    ++taken;
  }
  in.advance_to(in.cursor() + taken);
  return fine;
}

// The escapes of print/quoted.h. Returns the character, or -1.
inline int unescaped(reader& in, std::size_t& at) {
  if (in.peek(at + 1).size <= at) return -1;
  char const letter = in.cursor()[at++];
  switch (letter) {
    case '"':
    case '\\':
      return letter;
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'x':
      break;
    default:
      return -1;
  }
  int value = 0;
  for (int i = 0; i != 2; ++i) {
    if (in.peek(at + 1).size <= at) return -1;
    char const digit = in.cursor()[at++];
    int const above_a = (digit | 0x20) - 'a';
    if (!is_digit(digit) && (above_a < 0 || above_a > 5)) return -1;
    value = value * 16 + (is_digit(digit) ? digit - '0' : above_a + 10);
  }
  return value;
}

// quoted(text): what print(quoted(text)) writes.
template <class T>
  requires std::is_lvalue_reference_v<T> && target_string<bare<T>>
struct item<quoted_text<T>> {
  static outcome read(reader& in, quoted_text<T>& to, text& expected) {
    expected = words_of("a text in double quotes");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (*in.cursor() != '"') return scan_problem::malformed;
    bare<T> value;
    for (std::size_t at = 1; in.peek(at + 1).size > at;) {
      char const c = in.cursor()[at++];
      int const meant =
          c == '\\' ? unescaped(in, at) : static_cast<unsigned char>(c);
      if (meant < 0) break;
      if (c == '"') {
        in.advance_to(in.cursor() + at);
        to.value.assign(value.data(), value.size());
        return fine;
      }
      char const byte = static_cast<char>(meant);
      value.append(&byte, 1);
    }
    return scan_problem::malformed;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
