// rill/scan/mark.h: the byte order mark at the start of a source.
//
// Layer 5. A mark of UTF-8 is passed before the first item; one of UTF-16 or
// UTF-32 is an error. Elsewhere U+FEFF is a character. Allocates nothing but
// errors. Tests: test/scan/mark_test.cpp.
#ifndef RILL_SCAN_MARK_H
#define RILL_SCAN_MARK_H

#include "../base/text.h"
#include "../stream/reader.h"

namespace rill::inline RILL_BUILD::detail {

// True for a byte that can begin a mark: 00, EF, FE, FF. One comparison for
// most others.
constexpr bool may_begin_mark(char c) noexcept {
  auto const byte = static_cast<unsigned char>(c);
  return static_cast<unsigned char>(byte + 0x11) <= 0x11 &&
         (byte == 0 || byte == 0xEF || byte >= 0xFE);
}

// True when `word` is at the cursor. Does not call the device for bytes behind
// the first that differs.
bool starts_with(reader& in, text word);

// The functions are cold: callers test may_begin_mark() first.
class text_mark {
 public:
  enum kind : unsigned char { none, utf8, foreign };
  // The position in a std::istream is unknown.
  enum place_rule : bool { start_if_known, start_if_unknown };

  // Finds the mark at the cursor if it is at the start of the source, and
  // passes one of UTF-8. Calls the device for another byte only while all bytes
  // so far are those of a mark.
  [[gnu::cold]] static kind pass(reader& in, place_rule rule = start_if_known);

  // True if a mark of UTF-16 or UTF-32 is at the cursor, at the start of the
  // source, and in memory.
  [[gnu::cold]] static bool is_foreign(reader const& in);

  // Removes a mark of UTF-8 at the start of the source from `found`, which
  // begins at the cursor. Returns malformed for a foreign mark. Takes nothing.
  [[gnu::cold]] static scan_problem judge(reader const& in, text& found);

  // What an error expects instead of a foreign mark.
  static constexpr text expected() noexcept {
    return "text in UTF-8 (rill::decoded_reader reads UTF-16 and UTF-32)";
  }

  // Declares that the bytes are a part of a source, such as a field, which has
  // no mark.
  static void declare_part(reader& in) noexcept { in.requests_ |= 1; }

 private:
  static bool is_at_start(reader const& in, place_rule rule);
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "mark_body.h"
#endif

#endif
