// rill/os/error_sentence.h: the shared part of a rill::error: its words, and
// the sentence that what() makes of them.
//
// Floor 3. Allocates (os/runtime.h), throws nothing: an error is what remains
// when memory is short, so a failed allocation leaves it with its two words
// and a plain sentence. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_ERROR_SENTENCE_H
#define RILL_OS_ERROR_SENTENCE_H

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

  // Out of line: a sentence has many pieces, and its time does not matter.
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
[[gnu::cold]] void add_shown(error_text_builder& out, text bytes,
                             shown_as how) noexcept;

// More of a name than any system opens is not shown: PATH_MAX of Linux.
inline constexpr std::size_t longest_shown_name = 4096;

[[gnu::cold]] void add_name(error_text_builder& out, text name) noexcept;

// Of a library_problem; the second knows those of processes and loaders, the
// third those of compression.
char const* library_text(int number) noexcept;
char const* process_text(int number) noexcept;
char const* compression_text(int number) noexcept;
char const* binary_problem_text(int number) noexcept;

// True where the words that an error has besides say why, and not which names
// there would be.
constexpr bool words_are_reason(library_problem problem) noexcept {
  switch (problem) {
    case library_problem::threw:
    case library_problem::impossible_count:
    case library_problem::became_shorter:
    case library_problem::child_failed:
    case library_problem::timed_out:
    case library_problem::cannot_load:
    case library_problem::too_large:
    case library_problem::damaged_data:
    case library_problem::cut_data:
    case library_problem::trailing_data:
    case library_problem::expands_too_much:
    case library_problem::window_too_large:
    case library_problem::needs_dictionary:
    case library_problem::unusable_option:
    case library_problem::no_driver:
    case library_problem::coder_failed:
    case library_problem::device_failed:
      return true;
    default:
      return false;
  }
}
constexpr bool words_are_reason(error_code code) noexcept {
  switch (code.source) {
    case error_source::library:
      return words_are_reason(static_cast<library_problem>(code.number));
    case error_source::system:
    case error_source::c_library:
    case error_source::openssl:
    case error_source::binary:
      return true;
    default:
      return false;
  }
}

char const* text_problem_name(int number) noexcept;

// Where OpenSSL gave no words, or there is no memory for them.
inline constexpr char const* openssl_sentence = "OpenSSL reported an error";

// What an error about text knows besides its place.
struct text_facts {
  unsigned long long offset = 0;  // or of a write, the bytes before the error
  char32_t character = 0;
  text names = {};  // of an encoding, or of those that are near; or a reason
};

scan_place scan_place_of(text_place const& place) noexcept;
text_facts text_facts_of(text_place const& place) noexcept;

// "overlong form in UTF-8, at byte 5", "no such character in ISO-8859-1:
// U+20AC, at byte 5"
void add_text_sentence(error_text_builder& out, int number,
                       text_facts const& facts) noexcept;

// What is said of an error when there is no memory for its own sentence.
[[gnu::cold]] char const* plain_sentence(error_code code) noexcept;

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
void add_place(error_text_builder& out, scan_place const& place) noexcept;

// The problem, and what the error was given besides.
void add_library_sentence(error_text_builder& out, int number,
                          text words) noexcept;

// The system's sentence, and where another library reports the system's error
// what that says besides.
void add_system_sentence(error_text_builder& out, error_code code,
                         text words) noexcept;

// input.txt:3:7: overlong form …   for text
// open input.txt: No such …        for everything else
char* make_sentence(error_code code, error_body const& body) noexcept;

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "error_sentence_body.h"
#endif

#endif
