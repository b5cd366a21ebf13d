// rill/scan/item.h: what can be read: the items of a scan, leaves, hooks,
// literals, and the texts of their errors.
//
// Layer 5. Tests: test/scan/failure_test.cpp, test/scan/hook_test.cpp,
// test/scan/leaf_test.cpp, test/hash/digest_test.cpp,
// test/scan/literal_test.cpp, test/scan/call_test.cpp.
#ifndef RILL_SCAN_ITEM_H
#define RILL_SCAN_ITEM_H

#include <concepts>  // std::same_as
#include <cstdint>   // std::uint64_t

#include "../base/run.h"
#include "../base/text.h"
#include "../memory/storage.h"
#include "../number/floating.h"
#include "../os/error.h"
#include "../os/scan_sentence.h"
#include "../stream/reader.h"
#include "../unicode/code_units.h"
#include "scanned_sight.h"
#include "tokens.h"

// Makes an error with an excerpt from a problem at a position in the input.
//
// Cold code: an error allocates; nothing else here does.

namespace rill::inline RILL_BUILD {
namespace detail {

// The result of reading one item. scan_ok is not an enumerator of scan_problem.
using scan_status = scan_problem;
inline constexpr scan_status scan_ok{};

// The most bytes of a line that an excerpt shows before and behind the
// position.
inline constexpr std::size_t excerpt_before = 60;
inline constexpr std::size_t excerpt_behind = 40;
inline constexpr std::size_t found_limit = 40;

// True for a continuation byte of UTF-8.
inline bool continues(char c) { return (c & 0xC0) == 0x80; }

// True for a byte that may follow an item of a list.
inline bool ends_item(char c) {
  return c == ',' || c == ';' || c == ')' || c == ']' || c == '}';
}

// The text that an error shows for the input at `at`: up to white space, and
// unless `is_whole`, also up to a byte that may follow an item of a list. A
// white-space byte, or \r\n, is shown by itself.
text word_at(char const* at, char const* end, bool is_whole, bool& is_cut);

// word_at() for the byte `offset` bytes behind the cursor. Asks the device for
// more while the word touches the end of the bytes in memory, so that an error
// shows the same word however the device cuts its input. Ends before a line end
// without asking. An error of the device ends the word.
text found_ahead(reader& in, std::size_t offset, bool is_whole, bool& is_cut);

// The end of the line, or of its part in memory; before a \r that precedes the
// newline.
char const* line_end_behind(char const* at, char const* end, bool& is_cut);

// The line around the reader's cursor, as far as it is in memory.
void add_excerpt(scan_place& place, reader const& in);

// Returns the text of an expected literal for an error. A literal of bytes is
// returned unchanged. Other units are converted to UTF-8 into the block at
// `out`, cut to `room` bytes. Only scans of such literals store the function
// for their units, so that other programs do not link it.
using literal_text = text (*)(text literal, char* out,
                              std::size_t room) noexcept;

// Returns name, line and column of a byte in memory.
scan_place place_without_excerpt(reader const& in, char const* byte);

// Returns name, line, column and excerpt of the reader's cursor.
scan_place place_of_cursor(reader const& in);

// The same for another byte of the buffer.
scan_place place_of_byte(reader& in, char const* at);

// Stores `found`, cut if it is long, as the input that the error shows.
void set_found(scan_place& place, text found);

// A text for an error, in a block of a fixed size. A longer text ends with an
// ellipsis.
class short_words {
 public:
  short_words& add(text words) noexcept;
  short_words& add(std::size_t number) noexcept;
  /// Adds a name from the input in quotes. Escapes quotes in it here; the
  /// error's text escapes control characters.
  short_words& add_quoted(text name) noexcept;
  operator text() const noexcept { return {bytes_, size_}; }

 private:
  void put(text words) noexcept;

  // Room for "the value of " and a name of which each byte is escaped.
  char bytes_[112];
  std::size_t size_ = 0;
  bool is_cut_ = false;
};

/// Makes the error for an item that could not be read at the reader's cursor.
/// An error of the device takes precedence over one of the text. May ask the
/// device for the rest of the word at the cursor.
[[gnu::cold]] error make_failure(reader& in, scan_status problem, text expected,
                                 literal_text literal = nullptr);

// Passes a mark of UTF-8 at the start of a source before a loop reads it.
// Errors: a mark of UTF-16 or UTF-32.
void pass_mark(reader& in);

// The problem when the input ends after `done` items of a call.
constexpr scan_problem ended_after(std::size_t done) noexcept {
  return done == 0 ? scan_problem::end_of_input : scan_problem::cut;
}

// What can be read, and what it is called in an error.

// The start of an item. The reader can go back there until it calls the device
// for more, which may move the bytes.
class item_start {
 public:
  explicit item_start(reader& in) noexcept
      : in_(in), at_(in.cursor()), requests_(in.requests_) {}

  RILL_COLD void go_back() const noexcept {
    if (in_.requests_ == requests_) in_.advance_to(at_);
  }

 private:
  reader& in_;
  char const* at_;
  unsigned requests_;
};

// Returns read(), which reads something with parts. After a std::bad_alloc for
// one part, gives the parts before it back to the reader if possible.
template <class Read>
RILL_ALWAYS_INLINE auto read_or_go_back(reader& in, Read read) {
  item_start const start(in);
  return undo_on_bad_alloc(read, [&] { start.go_back(); });
}

/// How a T is read: `static scan_status read(reader&, T&, text& expected)`. It
/// first passes white space. On failure the target is unchanged, the reader is
/// at the start of the item, and `expected` names what was expected there. The
/// same holds for a std::bad_alloc: the target is assigned before the reader
/// moves on.
template <class T>
struct item;

template <class T>
concept has_item = requires(reader& in, T& value, text& expected) {
  { item<T>::read(in, value, expected) } -> std::same_as<scan_status>;
};

// Types that are parsed in the buffer, many at a time.
template <class T>
concept number = integer<T> || floating<T>;

constexpr text words_of(char const* words) noexcept {
  return {words, length_of(words)};
}

// How a user's type is read by rill_scan.
//
// Two forms: a friend `rill_scan(auto& in, T& value)` that calls in(…) any
// number of times, and the non-template `rill_scan(rill::reader& in, T&
// value)`. in(…) throws an error; without exceptions it returns false, and
// further calls read nothing.

// Counts the nesting depth in the reader itself, because a hook may reach the
// next value through code that rill does not see.
class scan_depth {
 public:
  enum kind : bool { bracket, hook };
  static constexpr int limit = 256;

  explicit scan_depth(reader& in, kind what = bracket) noexcept
      : count_(what == bracket ? in.brackets_ : in.hooks_) {
    ++count_;
  }
  scan_depth(scan_depth const&) = delete;
  scan_depth& operator=(scan_depth const&) = delete;
  ~scan_depth() { --count_; }

  bool is_too_deep() const noexcept { return count_ > limit; }

  static bool is_in_hook(reader const& in) noexcept { return in.hooks_ != 0; }

 private:
  unsigned short& count_;
};

struct item_list;

// The argument `in` of a hook.
class hook_source {
 public:
  explicit hook_source(reader& in) noexcept : reader_(in) {}

  /// Reads the items in order.
  template <class... Items>
  bool operator()(Items&&... items);

  scan_status how() const noexcept { return how_; }
  text expected() const noexcept { return expected_; }
  literal_text literal() const noexcept { return literal_; }

 private:
  bool read(item_list list);

  reader& reader_;
  scan_status how_ = scan_ok;
  text expected_;
  literal_text literal_ = nullptr;
};

// Converts to T& and to nothing else.
template <class T>
struct only_target {
  template <std::same_as<T> U>
  operator U&() const noexcept;
};

// A hook that is a template of its second argument, such as one for every
// box<T>, cannot be called with an only_target<box<T>>. Overload resolution
// prefers that hook to the function here, or finds them ambiguous; it prefers
// the function here to a hook for a base class of T.
namespace scan_hook_of_any {
struct none {};
template <class In, class T>
none rill_scan(In&, T&);

template <class T, class In>
concept is_best = requires(In& in, T& v) {
  { rill_scan(in, v) } -> std::same_as<none>;
};
}  // namespace scan_hook_of_any

template <class T, class In>
concept scan_hook_of_family = requires(In& in, T& v) { rill_scan(in, v); } &&
                              !scan_hook_of_any::is_best<T, In>;

template <class T>
concept template_scan_hook =
    requires(hook_source& in, only_target<T> const& v) { rill_scan(in, v); } ||
    scan_hook_of_family<T, hook_source>;

template <class T>
concept reader_scan_hook = requires(reader& in, only_target<T> const& v) {
  rill_scan(in, v);
} || (!template_scan_hook<T> && scan_hook_of_family<T, reader>);

template <class T>
concept scan_hooked = template_scan_hook<T> || reader_scan_hook<T>;

template <scan_hooked T>
struct item<T> {
  template <sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& value, text& expected) {
    literal_text literal = nullptr;
    return read<S>(in, value, expected, literal);
  }
  // Also sets `literal` if the expected item is a literal of the hook.
  template <sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& value, text& expected,
                          literal_text& literal) {
    expected = words_of("a value");
    if (!skip_space(in)) return scan_problem::end_of_input;
    scan_depth const depth(in, scan_depth::hook);
    if (depth.is_too_deep()) {
      expected = words_of("at most 256 nested brackets");
      return scan_problem::malformed;
    }
    if constexpr (template_scan_hook<T>) {
      hook_source source(in);
      rill_scan(source, value);
      expected = source.expected();
      literal = source.literal();
      return source.how();
    } else {
      rill_scan(in, value);
      return scan_ok;
    }
  }
};

}  // namespace detail

// Types with a leaf that reads them.

template <class T>
struct leaf;

namespace detail {

// A leaf<T> that can be read has, beside max_size and write:
//
//     static constexpr bool is_in(char);         // can occur in the text
//     static constexpr bool read(char const* first, char const* last, T&);
//     static constexpr text expected();          // its name in errors
//
// read gets the characters up to the first that cannot occur in the text, at
// most max_size + 1 of them, and sets the T only if it returns true.
template <class T>
concept read_leaf = requires(char const* at, T& value) {
  { leaf<T>::is_in(*at) } -> std::same_as<bool>;
  { leaf<T>::read(at, at, value) } -> std::same_as<bool>;
  { leaf<T>::expected() } -> std::same_as<text>;
};

template <read_leaf T>
  requires(!scan_hooked<T>)
struct item<T> {
  template <sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    using text_form = leaf<T>;
    expected = text_form::expected();
    if (!skip_space(in)) return scan_problem::end_of_input;
    std::size_t size = 0;
    while (size <= text_form::max_size &&
           (in.end() != in.cursor() + size || in.more()) &&
           text_form::is_in(in.cursor()[size]))
      ++size;
    char const* const end = in.cursor() + size;
    if (is_cut(in, end) || !text_form::read(in.cursor(), end, to))
      return scan_problem::malformed;
    in.advance_to(end);
    return scan_ok;
  }
};

struct scanning {
  template <class T>
  static constexpr sight hook_sight() {
    if constexpr (template_scan_hook<T>)
      return 2;
    else if constexpr (reader_scan_hook<T>)
      return 3;
    else
      return read_leaf<T> ? 1 : 0;
  }
};

// Literals, which must match.
//
// White space in a literal matches any run of white space, also an empty one;
// so does its beginning. Most literals are in the buffer unchanged, and are
// compared 8 bytes at a time.

// Matches a literal byte by byte, so that the buffer may have any size. Sets
// `expected` to the literal without its leading white space.
inline scan_status match_literal(reader& in, text literal, text& expected) {
  char const* at = literal.begin();
  while (at != literal.end() && is_space(*at)) ++at;
  expected = {at, static_cast<std::size_t>(literal.end() - at)};
  // A literal that begins with U+FEFF passes the mark itself.
  bool const has_more =
      expected.starts_with("\xEF\xBB\xBF") ? skip_blanks(in) : skip_space(in);
  if (at == literal.end()) return scan_ok;
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
  return scan_ok;
}

template <character Unit>
constexpr bool is_space_unit(Unit unit) noexcept {
  return unit == static_cast<Unit>(static_cast<char>(unit)) &&
         is_space(static_cast<char>(unit));
}

// The literal_text for a unit type.
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

// Matches a literal of any character type. `expected` then points to its units.
template <character Unit, std::size_t Extent>
scan_status match_array(reader& in, Unit const (&array)[Extent],
                        text& expected) {
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
    scan_status const how =
        match_literal(in, {bytes, static_cast<std::size_t>(end - bytes)}, none);
    expected = {reinterpret_cast<char const*>(first),
                static_cast<std::size_t>(last - first) * sizeof(Unit)};
    return how;
  }
}

// True when 8 bytes are equal and contain no NUL.
inline bool is_same_word(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr std::uint64_t lows = 0x0101010101010101, highs = lows << 7;
  return a == b && ((a - lows) & ~a & highs) == 0;
}

// True when the `size` bytes at `at` are those of the literal and contain no
// NUL, at which a literal ends. Requires that they are in memory.
inline bool begins_with(char const* at, char const* literal,
                        std::size_t size) noexcept {
  std::uint64_t a, b;
  if (size >= 8) {
    for (std::size_t i = 0; i + 8 < size; i += 8) {
      __builtin_memcpy(&a, at + i, 8);
      __builtin_memcpy(&b, literal + i, 8);
      if (!is_same_word(a, b)) return false;
    }
    __builtin_memcpy(&a, at + size - 8, 8);
    __builtin_memcpy(&b, literal + size - 8, 8);
    return is_same_word(a, b);
  }
  if (size >= 4) {
    auto const whole = [size](char const* from) {
      std::uint32_t low, high;
      __builtin_memcpy(&low, from, 4);
      __builtin_memcpy(&high, from + size - 4, 4);
      return std::uint64_t{high} << 32 | low;
    };
    return is_same_word(whole(at), whole(literal));
  }
  for (std::size_t i = 0; i != size; ++i)
    if (at[i] != literal[i] || at[i] == '\0') return false;
  return true;
}

// Returns the end of a literal of `size` bytes in [at, end), perhaps behind
// white space, if the very same bytes are there. Otherwise, or if more input is
// needed to decide, returns null.
inline char const* match_same(char const* at, char const* end,
                              char const* literal, std::size_t size) noexcept {
  if (RILL_UNLIKELY(size == 0)) return nullptr;
  if (!is_space(*literal))
    while (at != end && is_space(*at)) ++at;
  if (RILL_UNLIKELY(static_cast<std::size_t>(end - at) <= size) ||
      RILL_UNLIKELY(!begins_with(at, literal, size)))
    return nullptr;
  at += size;
  // White space in the literal may match more of it in the input.
  return is_space(at[-1]) && is_space(*at) ? nullptr : at;
}
}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "item_body.h"
#endif

#endif
