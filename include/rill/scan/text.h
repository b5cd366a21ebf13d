// rill/scan/text_items.h: words, characters, bool, lines.
//
// Floor 5. A target string is anything with assign(pointer, size). Tests:
// test/scan/text_test.cpp.
#ifndef RILL_SCAN_TEXT_ITEMS_H
#define RILL_SCAN_TEXT_ITEMS_H

#include "../value/layout.h"
#include "../value/scan_target.h"
#include "hook.h"
#include "literal.h"
#include "text_target.h"

namespace rill::inline RILL_BUILD::detail {

// The next word, all of it in memory; not taken.
outcome find_word(reader& in, text& word, text& expected);

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

// What is made of a value of another type, which read(value) reads.
template <class Value, class T, class Read>
outcome read_through(T& to, Read read) {
  Value value{};
  outcome const how = read(value);
  if (how == fine) to = T{value};
  return how;
}

// QChar.
template <foreign_character_target T>
  requires(!scan_hooked<T>)
struct item<T> {
  static outcome read(reader& in, T& to, text& expected) {
    using unit = typename foreign_character<T>::unit;
    return read_through<unit>(
        to, [&](unit& value) { return item<unit>::read(in, value, expected); });
  }
};

// True when the word stands at the cursor. Asks for no byte behind the first
// that differs.
bool starts_with(reader& in, text word);

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
found_text_end find_sequence_end(reader& in, text sequence);

// A function that is asked about each character.
template <class Ends>
found_text_end find_character_end(reader& in, Ends const& ends) {
  std::size_t size = 0;
  for (;;) {
    if (in.available() == size && !in.more()) return {size, 0};
    char const* const at = in.cursor() + size;
    decoded_utf8 const one = decode_utf8(at, in.end());
    if (one.form == utf8_form::cut && in.more()) continue;
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

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "text_items_body.h"
#endif

#endif
