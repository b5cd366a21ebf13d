// rill/scan/text_items.h: words, characters, bool, lines, literals.
//
// Floor 5. A target string is anything with assign(pointer, size). Tests:
// test/scan/text_test.cpp.
#ifndef RILL_SCAN_TEXT_ITEMS_H
#define RILL_SCAN_TEXT_ITEMS_H

#include "../value/layout.h"
#include "../value/scan_target.h"
#include "hook.h"
#include "text_target.h"

namespace rill::inline RILL_BUILD::detail {

// The next word, all of it in memory; not taken.
[[gnu::noinline]] inline outcome find_word(reader& in, text& word,
                                           text& expected) {
  expected = words_of("a word");
  if (!skip_space(in)) return scan_problem::end_of_input;
  word = whole_word(in);
  return is_cut(in, word.end()) ? scan_problem::malformed : fine;
}

// A word.
template <target_string S>
  requires(!scan_hooked<S>)
struct item<S> {
  static outcome read(reader& in, S& to, text& expected) {
    text word;
    outcome const how = find_word(in, word, expected);
    if (how != fine) return how;
    assign_text(to, word);
    in.advance_to(word.end());
    return fine;
  }
};

// std::filesystem::path: a word; as a part of something a text in quotes.
template <class P>
concept path_target =
    target_string<typename P::string_type> && !target_string<P> &&
    requires(P const& path, typename P::string_type& text) {
      { path.native() } -> std::same_as<typename P::string_type const&>;
      P(static_cast<typename P::string_type&&>(text));
    };

template <path_target P>
  requires(!scan_hooked<P>)
struct item<P> {
  using string = typename P::string_type;

  static outcome read(reader& in, P& to, text& expected) {
    text word;
    outcome const how = find_word(in, word, expected);
    if (how != fine) return how;
    string value;
    assign_text(value, word);
    to = P(static_cast<string&&>(value));
    in.advance_to(word.end());
    return fine;
  }
};

template <character C>
struct item<C> {
  static outcome read(reader& in, C& to, text& expected) {
    expected = words_of("a character");
    if (!skip_space(in)) return scan_problem::end_of_input;
    return take_character(in, to, expected);
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

template <character C>
struct item<character_target<C>> {
  static outcome read(reader& in, character_target<C>& to, text& expected) {
    expected = words_of("a character");
    if (in.at_end()) return scan_problem::end_of_input;
    return take_character(in, to.value, expected);
  }
};

template <target_string S>
struct item<line_target<S>> {
  static outcome read(reader& in, line_target<S>& to, text& expected) {
    expected = words_of("a line");
    text line;
    char const* behind;
    if (!find_line(in, line, behind)) return scan_problem::end_of_input;
    assign_text(to.value, line);  // may throw: nothing is taken before
    in.advance_to(behind);
    return fine;
  }
};

template <target_string S>
struct item<rest_target<S>> {
  static outcome read(reader& in, rest_target<S>& to, text& expected) {
    expected = words_of("the rest of the input");
    // The buffer takes all of it, so that nothing is lost when the device
    // fails or there is no memory for the target.
    while (in.more()) {
    }
    if (in.error()) return scan_problem::malformed;
    assign_text(to.value, {in.cursor(), in.available()});
    in.advance_to(in.end());
    return fine;
  }
};

// Where a text ends, in bytes behind the cursor, and how long its delimiter
// is: 0 at the end of the input.
struct found_text_end {
  std::size_t size;
  std::size_t delimiter;
};

// A delimiter of one byte, or a function that is asked about each, from
// `size` on.
template <class Ends>
found_text_end find_byte_end(reader& in, Ends ends, std::size_t size = 0) {
  for (;;) {
    char const* at = in.cursor() + size;
    while (at != in.end() && !ends(*at)) ++at;
    size = static_cast<std::size_t>(at - in.cursor());
    if (at != in.end()) return {size, 1};
    if (!in.more()) return {size, 0};
  }
}

// A character of several bytes. In UTF-8 no other character has them in it.
inline found_text_end find_sequence_end(reader& in, text sequence) {
  auto const begins = [=](char byte) { return byte == *sequence.data; };
  for (std::size_t from = 0;; ++from) {
    found_text_end const found = find_byte_end(in, begins, from);
    if (found.delimiter == 0) return found;
    from = found.size;
    std::size_t same = 1;
    while (same != sequence.size &&
           in.peek(from + same + 1).size > from + same &&
           in.cursor()[from + same] == sequence.data[same])
      ++same;
    if (same == sequence.size) return {from, same};
  }
}

// A function that is asked about each character.
template <class Ends>
found_text_end find_character_end(reader& in, Ends const& ends) {
  std::size_t size = 0;
  for (;;) {
    if (in.available() == size && !in.more()) return {size, 0};
    char const* const at = in.cursor() + size;
    decoded_utf8 const one = decode_utf8(at, in.end());
    if (one.form == rill::utf8_form::cut && in.more()) continue;
    auto const used = static_cast<std::size_t>(one.end - at);
    if (ends(one.code_point)) return {size, used};
    size += used;
  }
}

template <class S, class Delimiter>
found_text_end find_end(reader& in, Delimiter const& delimiter) {
  if constexpr (std::same_as<Delimiter, char>) {
    return find_byte_end(in, [=](char c) { return c == delimiter; });
  } else if constexpr (character<Delimiter>) {
    char bytes[utf8_size] = {};
    char const* const end = write_utf8(bytes, static_cast<char32_t>(delimiter));
    return find_sequence_end(in,
                             {bytes, static_cast<std::size_t>(end - bytes)});
  } else if constexpr (byte_string<S>) {
    return find_byte_end(in, [&](char c) { return delimiter(c); });
  } else {
    return find_character_end(in, delimiter);
  }
}

template <target_string S, class Delimiter>
struct item<until_target<S, Delimiter>> {
  using target = until_target<S, Delimiter>;

  static outcome read(reader& in, target& to, text& expected) {
    expected = words_of("text up to a delimiter");
    if (in.at_end()) return scan_problem::end_of_input;
    found_text_end const found = find_end<S>(in, to.delimiter);
    char const* const end = in.cursor() + found.size;
    if (is_cut(in, end)) return scan_problem::malformed;
    assign_text(to.value, {in.cursor(), found.size});
    in.advance_to(end + found.delimiter);
    return fine;
  }
};

// The end of what matches a literal in [at, end), where that has the very same
// bytes and does not end with them; else null.
inline char const* match_same_bytes(char const* at, char const* end,
                                    text literal) noexcept {
  if (static_cast<std::size_t>(end - at) <= literal.size) return nullptr;
  if (__builtin_memcmp(at, literal.data, literal.size) != 0) return nullptr;
  at += literal.size;
  if (is_space(at[-1]))
    while (at != end && is_space(*at)) ++at;
  return at == end ? nullptr : at;
}

// A literal must match. White space in it matches any run of white space,
// also none; so does its beginning.
inline outcome match_literal(reader& in, text literal, text& expected) {
  bool const has_more = skip_space(in);
  char const* at = literal.begin();
  while (at != literal.end() && is_space(*at)) ++at;
  expected = {at, static_cast<std::size_t>(literal.end() - at)};
  if (at == literal.end()) return fine;
  if (!has_more) return scan_problem::end_of_input;
  // Most are in the buffer as they are: a fifth of the instructions.
  if (char const* const behind =
          match_same_bytes(in.cursor(), in.end(), expected)) {
    in.advance_to(behind);
    return fine;
  }
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

template <character Unit>
constexpr bool is_space_unit(Unit unit) noexcept {
  return unit == static_cast<Unit>(static_cast<char>(unit)) &&
         is_space(static_cast<char>(unit));
}

template <character Unit>
text text_of_literal(text literal, char* out, std::size_t room) noexcept {
  if constexpr (sizeof(Unit) == 1) {
    return literal;
  } else {
    auto const* const units = reinterpret_cast<Unit const*>(literal.data);
    auto const* const last = units + literal.size / sizeof(Unit);
    auto const made = narrow_units(units, last, out, out + room);
    return {out, static_cast<std::size_t>(made.out - out)};
  }
}

// A literal of any character type. `expected` then points to its units.
template <character Unit, std::size_t Extent>
outcome match_array(reader& in, Unit const (&array)[Extent], text& expected) {
  if constexpr (std::same_as<Unit, char>) {
    return match_literal(in, {&array[0], length_of(&array[0])}, expected);
  } else {
    Unit const* const last = array + length_up_to(&array[0], Extent);
    Unit const* first = array;
    while (first != last && is_space_unit(*first)) ++first;
    char bytes[Extent * utf8_size];
    char* end = bytes;
    if constexpr (sizeof(Unit) == 1)
      for (Unit const* at = array; at != last; ++at)
        *end++ = static_cast<char>(*at);
    else
      end = narrow_units(&array[0], last, bytes, bytes + sizeof bytes).out;
    text none;
    outcome const how =
        match_literal(in, {bytes, static_cast<std::size_t>(end - bytes)}, none);
    expected = {reinterpret_cast<char const*>(first),
                static_cast<std::size_t>(last - first) * sizeof(Unit)};
    return how;
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
