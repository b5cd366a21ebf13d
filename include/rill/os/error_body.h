// rill/os/error_body.h: the shared part of a rill::error: its words, and
// the sentence that is made of them when somebody asks.
//
// Floor 3. Allocates (os/runtime.h), throws nothing: an error is what remains
// when memory is short, so a failed allocation leaves it with its two words
// and a plain sentence. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_ERROR_BODY_H
#define RILL_OS_ERROR_BODY_H

#include <new>  // placement new

#include "../base/error_code.h"
#include "../base/text.h"
#include "../unicode/problem.h"
#include "output.h"
#include "runtime.h"
#include "shown_text.h"

namespace rill::inline RILL_BUILD {

/// Where in a text something is wrong. Lines and columns start at 1; 0 means
/// unknown. Columns count bytes.
struct scan_place {
  text source;  ///< the file's name, or what stands for it
  unsigned long long line = 0;
  unsigned long long column = 0;
  text excerpt;                ///< the line, or the part of it around the place
  std::size_t caret = 0;       ///< bytes of the excerpt before the place
  text expected;               ///< "an integer"
  bool is_literal = false;     ///< `expected` is the very text, not its name
  text found;                  ///< the first word of what is there
  text part = {};              ///< of a whole: `column "price"`
  bool is_cut_before = false;  ///< the line begins before the excerpt
  bool is_cut_behind = false;  ///< and goes on behind it
  bool is_found_cut = false;   ///< `found` is the beginning of a word
};

/// Where in a text something is that cannot be converted. Lines and columns
/// start at 1, 0 means unknown; columns count bytes of the text as UTF-8, as
/// those of a scan_place do.
struct text_place {
  text source;                    ///< the file's name, or what stands for it
  unsigned long long offset = 0;  ///< bytes before it, in its encoding
  unsigned long long line = 0;
  unsigned long long column = 0;
  text encoding;           ///< of the text; with unmappable, the other one
  char32_t character = 0;  ///< with unmappable: which
};

namespace detail {

// Text that grows. From the first piece on that there is no memory for, all
// are left out, and the text is not whole. A NUL, which would end the
// sentence, becomes a question mark.
class error_text_builder {
 public:
  error_text_builder() = default;
  error_text_builder(error_text_builder const&) = delete;
  error_text_builder& operator=(error_text_builder const&) = delete;
  ~error_text_builder() { os::give_memory(data_); }

  // By a call: sentences have many pieces, and nobody waits for them.
  [[gnu::cold, gnu::noinline]] void add(char const* data,
                                        std::size_t size) noexcept {
    if (!is_whole_) return;
    if (size + 1 > room_ - size_ && !grow(size + 1)) {
      is_whole_ = false;
      return;
    }
    for (std::size_t i = 0; i != size; ++i)
      data_[size_ + i] = data[i] != '\0' ? data[i] : '?';
    size_ += size;
    data_[size_] = 0;
  }
  void add(text piece) noexcept { add(piece.data, piece.size); }
  void add(char const* piece) noexcept { add(piece, length_of(piece)); }
  void add(unsigned long long number) noexcept {
    char digits[20];
    char* first = digits + sizeof digits;
    do {
      *--first = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    add(first, static_cast<std::size_t>(digits + sizeof digits - first));
  }

  // Valid until more is added.
  text so_far() const noexcept { return {data_, size_}; }
  bool is_whole() const noexcept { return is_whole_; }
  // Takes back all but the first bytes, which were whole.
  void cut_to(std::size_t size) noexcept {
    size_ = size;
    if (data_) data_[size] = 0;
    is_whole_ = true;
  }

  // Gives the text away; null when it is not whole.
  char* release() noexcept {
    if (!is_whole_) return nullptr;
    char* const result = data_;
    data_ = nullptr;
    return result;
  }

 private:
  bool grow(std::size_t more) noexcept {
    std::size_t wanted = (room_ + more) * 2;
    void* bigger = os::resize_memory(data_, wanted);
    if (!bigger) {
      wanted = size_ + more;
      bigger = os::resize_memory(data_, wanted);
    }
    if (!bigger) return false;
    data_ = static_cast<char*>(bigger);
    room_ = wanted;
    return true;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  bool is_whole_ = true;
};

// Text from outside, as no terminal acts upon it.
[[gnu::cold, gnu::noinline]] inline void add_shown(error_text_builder& out,
                                                   text bytes,
                                                   shown_as how) noexcept {
  char room[longest_escape];
  while (bytes.size != 0) out.add(next_shown(bytes, how, room));
}

// More of a name than any system opens is not shown: PATH_MAX of Linux.
inline constexpr std::size_t longest_shown_name = 4096;

[[gnu::cold, gnu::noinline]] inline void add_name(error_text_builder& out,
                                                  text name) noexcept {
  text const part = beginning_of(name, longest_shown_name);
  add_shown(out, part, shown_as::name);
  if (part.size != name.size) out.add(ellipsis);
}

inline char const* library_text(int number) noexcept {
  switch (static_cast<library_problem>(number)) {
    case library_problem::wrote_nothing:
      return "the device accepted no bytes";
    case library_problem::path_contains_nul:
      return "the path contains a NUL byte";
    case library_problem::closed:
      return "the file is closed";
    case library_problem::no_room:
      return "the buffer is full";
    case library_problem::too_large:
      return "more than the limit that was given";
    case library_problem::not_a_file:
      return "not a regular file";
    case library_problem::unsupported:
      return "this system cannot do that";
    case library_problem::locked:
      return "somebody else holds the lock";
    case library_problem::overlap:
      return "the file would be copied onto itself";
    case library_problem::cannot_map:
      return "it cannot be mapped; load() reads it";
    case library_problem::out_of_reach:
      return "beyond the largest offset of a file, or of memory";
    case library_problem::stream_failed:
      return "the stream has failed";
    case library_problem::not_given_back:
      return "bytes that were looked at could not be given back";
    case library_problem::no_such_locale:
      return "no locale of that name is installed (locale -a lists those that "
             "are)";
    case library_problem::unusable_locale:
      return "its separators are no UTF-8, or longer than 8 bytes";
    case library_problem::no_stream:
      return "there is no stream; what made it has failed (fopen then returns "
             "null)";
    case library_problem::no_size:
      return "its size is 0, and COLUMNS and LINES are not set";
    case library_problem::no_such_encoding:
      return "no encoding has this name";
    case library_problem::no_such_column:
      return "no column has this name";
    case library_problem::threw:
      return "an exception was thrown";
    case library_problem::impossible_count:
      return "the callable returned a larger count than it was offered";
    case library_problem::no_reason:
      return "the callable returned less than 0, and errno is 0";
  }
  return "unknown error";
}

inline char const* text_problem_name(int number) noexcept {
  switch (static_cast<text_problem>(number)) {
    case text_problem::none:
      break;
    case text_problem::cut:
      return "the text ends within a character";
    case text_problem::too_short:
      return "character without all of its bytes";
    case text_problem::stray_continuation:
      return "stray continuation byte";
    case text_problem::overlong:
      return "overlong form";
    case text_problem::surrogate:
      return "lone surrogate";
    case text_problem::too_large:
      return "more than U+10FFFF";
    case text_problem::invalid_byte:
      return "bytes that stand for no character";
    case text_problem::unmappable:
      return "no such character";
    case text_problem::no_room:
      return "no room for the result";
  }
  return "unknown problem";
}

// What an error about text knows besides its place.
struct text_facts {
  unsigned long long offset = 0;  // or of a write, the bytes before the error
  char32_t character = 0;
  text names = {};  // of an encoding, or of those that are near; or a reason
};

inline scan_place scan_place_of(text_place const& place) noexcept {
  scan_place at;
  at.source = place.source;
  at.line = place.line;
  at.column = place.column;
  return at;
}
inline text_facts text_facts_of(text_place const& place) noexcept {
  return {place.offset, place.character, place.encoding};
}

// "overlong form in UTF-8, at byte 5", "no such character in ISO-8859-1:
// U+20AC, at byte 5"
inline void add_text_sentence(error_text_builder& out, int number,
                              text_facts const& facts) noexcept {
  out.add(text_problem_name(number));
  if (facts.names.size != 0) {
    out.add(" in ");
    add_name(out, facts.names);
  }
  if (number == static_cast<int>(text_problem::unmappable)) {
    char digits[8];
    char* first = digits + sizeof digits;
    for (char32_t rest = facts.character;
         rest != 0 || digits + sizeof digits - first < 4; rest >>= 4)
      *--first = "0123456789ABCDEF"[rest & 15];
    out.add(": U+");
    out.add(first, static_cast<std::size_t>(digits + sizeof digits - first));
  }
  out.add(", at byte ");
  out.add(facts.offset);
}

// What is said of an error when there is no memory for its own sentence.
[[gnu::cold, gnu::noinline]] inline char const* plain_sentence(
    error_code code) noexcept {
  switch (code.source) {
    case error_source::none:
      return "no error";
    case error_source::library:
      return library_text(code.number);
    case error_source::text:
      return text_problem_name(code.number);
    case error_source::scan:
      return "the input is not as expected; there is no memory to show where";
    default:
      char const* const constant = os::constant_error_text(code);
      return constant ? constant
                      : "the system reported an error; there is no memory to "
                        "describe it";
  }
}

struct error_body;

// Makes the sentence of an error of a kind that not every program has.
using sentence_maker = char* (*)(error_code, error_body const&) noexcept;

// That of a text that is read: os/scan_sentence.h.
template <class Place>
struct scan_words;

// What all copies of an error share. The texts lie behind the object, in the
// same allocation.
struct error_body {
  int references = 1;
  text operation;
  text path;
  scan_place place;
  text_facts facts;
  char* sentence = nullptr;
  sentence_maker maker = nullptr;
};

inline error_body* make_error_body(text operation, text path,
                                   scan_place const& place,
                                   text_facts const& facts = {}) noexcept {
  text const kept[] = {operation,      path,        place.source, place.excerpt,
                       place.expected, place.found, place.part,   facts.names};
  std::size_t size = 0;
  for (text const& each : kept) size += each.size;
  void* const memory = os::take_memory(sizeof(error_body) + size);
  if (!memory) return nullptr;
  error_body* const body = ::new (memory) error_body;
  char* room = static_cast<char*>(memory) + sizeof(error_body);
  body->place = place;
  body->facts = facts;
  text* const fields[] = {&body->operation,      &body->path,
                          &body->place.source,   &body->place.excerpt,
                          &body->place.expected, &body->place.found,
                          &body->place.part,     &body->facts.names};
  for (int i = 0; i != 8; ++i) {
    *fields[i] = {room, kept[i].size};
    room = copy_bytes(room, kept[i].data, kept[i].size);
  }
  return body;
}

// input.txt:3:7:
inline void add_place(error_text_builder& out,
                      scan_place const& place) noexcept {
  add_name(out, place.source);
  out.add(":");
  if (place.line == 0) return;
  out.add(place.line);
  out.add(":");
  out.add(place.column);
  out.add(":");
}

// The problem, and what the error was given besides.
inline void add_library_sentence(error_text_builder& out, int number,
                                 text words) noexcept {
  auto const problem = static_cast<library_problem>(number);
  if (problem == library_problem::impossible_count && words.size != 0)
    return add_name(out, words);
  out.add(library_text(number));
  if (words.size == 0) return;
  out.add(problem == library_problem::threw ? ": " : "; the nearest: ");
  add_name(out, words);
}

// input.txt:3:7: overlong form …   for text
// open input.txt: No such …        for everything else
inline char* make_sentence(error_code code, error_body const& body) noexcept {
  if (body.maker) return body.maker(code, body);
  error_text_builder out;
  if (code.source == error_source::text) {
    add_place(out, body.place);
    out.add(" ");
    add_text_sentence(out, code.number, body.facts);
    return out.release();
  }
  add_name(out, body.operation);
  if (body.path.size != 0) {
    out.add(" ");
    add_name(out, body.path);
  }
  out.add(": ");
  char buffer[os::error_text_size];
  if (code.source == error_source::library)
    add_library_sentence(out, code.number, body.facts.names);
  else
    out.add(os::error_text(code, buffer, sizeof buffer));
  if (body.facts.offset != 0) {
    out.add("; bytes written before: ");
    out.add(body.facts.offset);
  }
  return out.release();
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
