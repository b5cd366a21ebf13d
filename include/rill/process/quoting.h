// rill/process/quoting.h: words as a shell of POSIX reads them back.
//
// Floor 5. Allocates the text that is made. Commands are printed with it, so
// that a user can paste them into a shell; rill itself runs no shell. Tests:
// test/process/quoting_test.cpp, test/system/process_words_test.py.
#ifndef RILL_PROCESS_QUOTING_H
#define RILL_PROCESS_QUOTING_H

#include "../memory/owned_text.h"
#include "../os/shown_text.h"
#include "../unicode/decode.h"

namespace rill::inline RILL_BUILD::detail {

// Bytes that mean themselves everywhere in a shell's word.
constexpr bool is_plain_in_shell(char c) noexcept {
  char const lower = static_cast<char>(c | 0x20);
  if (is_digit(c) || (lower >= 'a' && lower <= 'z')) return true;
  for (char const plain : text("_@%+=:,./-"))
    if (c == plain) return true;
  return false;
}

// As the first word, `a=b` would set a variable and `%1` would resume a job.
constexpr bool is_plain_word(text word, bool is_first) noexcept {
  for (char const c : word)
    if (!is_plain_in_shell(c) || (is_first && (c == '=' || c == '%')))
      return false;
  return word.size != 0;
}

// Removes the first character from `rest`, or its first ill-formed bytes.
// Returns true when a terminal would act upon them. Requires that `rest` is
// not empty.
inline bool take_unprintable(text& rest) noexcept {
  char const* const at = rest.begin();
  decoded_utf8 const one = decode_utf8(at, rest.end());
  rest = {one.end, static_cast<std::size_t>(rest.end() - one.end)};
  return one.form != utf8_form::valid || is_control(*at) ||
         acts_on_terminal(one.code_point);
}

// Adds a byte within $'…'. An octal escape ends after three digits; \x takes
// every digit that follows.
inline void add_escaped_byte(owned_text& out, char byte) {
  if (byte == '\n') return out.add("\\n");
  if (byte == '\r') return out.add("\\r");
  if (byte == '\t') return out.add("\\t");
  auto const value = static_cast<unsigned char>(byte);
  char const escape[] = {'\\', static_cast<char>('0' + (value >> 6)),
                         static_cast<char>('0' + (value >> 3 & 7)),
                         static_cast<char>('0' + (value & 7))};
  out.add({escape, sizeof escape});
}

// Adds $'…' with escapes for what a terminal would act upon. bash, ksh, zsh
// and POSIX.1-2024 have this form, dash has not.
inline void add_in_escapes(owned_text& out, text word) {
  out.add("$'");
  while (word.size != 0) {
    char const* at = word.begin();
    bool const is_unprintable = take_unprintable(word);
    if (*at == '\'' || *at == '\\') out.add("\\");
    if (!is_unprintable)
      out.add({at, static_cast<std::size_t>(word.begin() - at)});
    else
      for (; at != word.begin(); ++at) add_escaped_byte(out, *at);
  }
  out.add("'");
}

// Adds '…'. A quote within is written as '\'': closed, escaped, opened.
inline void add_in_quotes_of_shell(owned_text& out, text word) {
  out.add("'");
  for (char const& c : word) c == '\'' ? out.add("'\\''") : out.add({&c, 1});
  out.add("'");
}

/// Adds a word so that a POSIX shell reads back the same bytes: without quotes
/// where no byte has a meaning to the shell. `is_first` tells that the word is
/// the program.
inline void add_quoted_for_shell(owned_text& out, text word, bool is_first) {
  if (is_plain_word(word, is_first)) return out.add(word);
  text rest = word;
  while (rest.size != 0)
    if (take_unprintable(rest)) return add_in_escapes(out, word);
  add_in_quotes_of_shell(out, word);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
