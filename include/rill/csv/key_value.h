// rill/csv/key_value.h: lines of the form key = value, split in the buffer.
//
// Layer 6. Allocates only for a value with escapes. The splitter reports a
// fault and its place; the range makes the error. Tests:
// test/csv/key_value_test.cpp.
#ifndef RILL_CSV_KEY_VALUE_H
#define RILL_CSV_KEY_VALUE_H

#include <tuple>  // std::tuple_size, for structured bindings

#include "../memory/storage.h"
#include "../scan/lines.h"
#include "../scan/read.h"
#include "../value/wrappers.h"
#include "field.h"
#include "refused.h"

namespace rill::inline RILL_BUILD {
namespace detail {

/// The faults of a line.
enum class key_value_fault : unsigned char {
  none,
  no_key,             // the place is where the key should begin
  no_sign,            // no =; the place is the end of the key
  no_closing_quote,   // the place is the opening quote
  text_behind_quote,  // the place is that text
  no_escape,          // the place is the backslash
  lone_return,        // the place is a \r that does not end the line
};

constexpr text without_space(text line) noexcept {
  while (line.size != 0 && is_space(*line.data)) {
    ++line.data;
    --line.size;
  }
  while (line.size != 0 && is_space(line.end()[-1])) --line.size;
  return line;
}

class key_value_splitter {
 public:
  text key() const noexcept { return key_; }
  text value() const noexcept { return value_; }
  /// Returns where the value begins in the buffer, behind an opening quote.
  char const* value_place() const noexcept { return value_place_; }
  /// Returns how many lines ended before the line of the pair.
  unsigned long long lines_before() const noexcept { return lines_ - 1; }
  key_value_fault fault() const noexcept { return fault_; }
  char const* place() const noexcept { return place_; }

  /// Takes the next line with a pair. Returns false at the end, after a fault,
  /// and after an error of the device. A line with a fault is taken.
  bool next(reader& in) {
    fault_ = key_value_fault::none;
    for (text line; next_line(in, line);) {
      ++lines_;
      char const* at = line.begin();
      while (at != line.end() && is_space(*at)) ++at;
      if (at == line.end()) continue;
      if (*at == '#' || *at == ';') {
        if (is_one_line({at, static_cast<std::size_t>(line.end() - at)}))
          continue;
        return false;
      }
      return undo_on_bad_alloc([&] { return split(at, line.end()); },
                               [&] {
                                 --lines_;
                                 in.advance_to(line.begin());
                               });
    }
    return false;
  }

 private:
  bool split(char const* first, char const* last) {
    char const* const sign = find_byte(first, last, '=');
    key_ = without_space({first, static_cast<std::size_t>(sign - first)});
    if (!is_one_line(key_)) return false;
    if (key_.size == 0) return lacks(key_value_fault::no_key, first);
    if (sign == last) return lacks(key_value_fault::no_sign, key_.end());
    char const* const behind = sign + 1;
    value_ = without_space({behind, static_cast<std::size_t>(last - behind)});
    value_place_ = value_.begin();
    if (value_.size != 0 && *value_.data == '"') return unquote(last);
    return is_one_line(value_);
  }
  // Refuses a \r before other text: the lines of the file probably end with it,
  // so that the text would hide further settings.
  bool is_one_line(text part) noexcept {
    part = without_space(part);
    char const* const at = find_byte(part.begin(), part.end(), '\r');
    return at == part.end() || lacks(key_value_fault::lone_return, at);
  }
  bool lacks(key_value_fault fault, char const* place) noexcept {
    fault_ = fault;
    place_ = place;
    return false;
  }

  // Removes the quotes: "…" with \" \\ \n \r \t in it. Blanks or a remark may
  // follow.
  bool unquote(char const* last) {
    char const* const open = value_.begin();
    char const* at = open + 1;
    value_place_ = at;
    bool has_escapes = false;
    for (; at != last && *at != '"'; ++at)
      if (*at == '\\') {
        has_escapes = true;
        if (++at == last) break;
      }
    if (at == last) return lacks(key_value_fault::no_closing_quote, open);
    value_ = {open + 1, static_cast<std::size_t>(at - open - 1)};
    for (++at; at != last && is_space(*at);) ++at;
    if (at != last && *at != '#' && *at != ';')
      return lacks(key_value_fault::text_behind_quote, at);
    if (!is_one_line({at, static_cast<std::size_t>(last - at)})) return false;
    return !has_escapes || unescape();
  }
  bool unescape() {
    if (scratch_.size() < value_.size) scratch_ = storage(2 * value_.size);
    char* out = scratch_.data();
    for (char const* at = value_.begin(); at != value_.end(); ++at) {
      if (*at != '\\') {
        *out++ = *at;
        continue;
      }
      char const c = meaning_of(*++at);
      if (c == '\0') return lacks(key_value_fault::no_escape, at - 1);
      *out++ = c;
    }
    value_ = {scratch_.data(), static_cast<std::size_t>(out - scratch_.data())};
    return true;
  }
  static constexpr char meaning_of(char letter) noexcept {
    switch (letter) {
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case '"':
      case '\\':
        return letter;
      default:
        return '\0';
    }
  }

  text key_;
  text value_;
  char const* value_place_ = nullptr;
  storage scratch_;
  unsigned long long lines_ = 0;
  char const* place_ = nullptr;
  key_value_fault fault_ = key_value_fault::none;
};

// Settings as a range of pairs.

// A source of settings, and the errors that tell where something is wrong.
class key_value_table {
 public:
  key_value_table() = default;
  key_value_table(key_value_table const&) = delete;
  key_value_table& operator=(key_value_table const&) = delete;

  void start(reader& source) {
    in = &source;
    if (is_started_) return;
    pass_mark(*in);
    is_started_ = true;
    source_position const at = position_of(*in, in->cursor());
    if (at.line != 0) lines_before = at.line - 1;
  }
  bool next() {
    if (lines.next(*in)) return true;
    if (lines.fault() != key_value_fault::none) raise(fault());
    if (in->error()) raise_read_error(*in);
    return false;
  }
  [[gnu::cold, gnu::noinline]] error failure(scan_status how, text expected) {
    scan_place place = place_of_byte(*in, lines.value_place());
    short_words part;
    part.add("the value of ").add_quoted(lines.key());
    place.part = part;
    place.expected = expected;
    set_found(place, lines.value());
    return error(how, place);
  }

  key_value_splitter lines;
  reader* in = nullptr;
  unsigned long long lines_before = 0;

 private:
  [[gnu::cold, gnu::noinline]] error fault() {
    scan_place place = place_of_byte(*in, lines.place());
    place.found = word_at(lines.place(), in->end(), true, place.is_found_cut);
    switch (lines.fault()) {
      case key_value_fault::no_key:
        place.expected = "a key";
        break;
      case key_value_fault::no_sign:
        place.expected = "'=' after the key";
        break;
      case key_value_fault::no_closing_quote:
        place.expected = "a closing quote in the line";
        break;
      case key_value_fault::text_behind_quote:
        place.expected = "the end of the line";
        break;
      case key_value_fault::lone_return:
        place.expected = "\\n or \\r\\n at the end of the line";
        break;
      default:
        place.expected = "one of \\n \\r \\t \\\" \\\\";
    }
    return error(lines.place() == in->end() ? scan_problem::cut
                                            : scan_problem::malformed,
                 place);
  }

  bool is_started_ = false;
};

}  // namespace detail

/// A key and its value; both are valid until the next pair. Structured
/// bindings give key, value and line.
class key_value {
 public:
  std::string_view key;
  std::string_view value;

  key_value() = default;
  explicit key_value(detail::key_value_table& table) noexcept
      : key(table.lines.key()),
        value(table.lines.value()),
        table_(&table),
        line_(table.lines_before + table.lines.lines_before() + 1) {}

  /// Returns the line of the source, from 1.
  unsigned long long line() const noexcept { return line_; }

  /// A pair prints as a line of settings: `width = "80"`.
  friend void rill_print(auto& out, key_value const& pair) {
    out(pair.key, " = ", debug(pair.value));
  }

  /// Reads the whole value as a T, as csv_record::get reads a field.
  template <class T, detail::sight S = detail::scan_sight_of<T>>
  result<T> try_read() const {
    T read{};
    if constexpr (detail::field_value<T>) {
      text expected;
      auto const how = detail::read_field(
          text(value), value.data() + value.size(), read, expected);
      if (how != detail::scan_ok) return table_->failure(how, expected);
    } else {
      static_assert(detail::always_false<T>,
                    "rill: this type cannot be read from a value: scan does "
                    "not read it");
    }
    return read;
  }
  /// The same, but throws the error, with the position in the source and the
  /// key.
  template <class T, detail::sight S = detail::scan_sight_of<T>>
  T read() const {
    return try_read<T>().value();
  }

  template <std::size_t Index>
  auto get() const noexcept {
    if constexpr (Index == 0)
      return key;
    else if constexpr (Index == 1)
      return value;
    else
      return line_;
  }

 private:
  detail::key_value_table* table_ = nullptr;
  unsigned long long line_ = 0;
};

namespace detail {

template <class Held>
class key_value_range
    : public input_range<key_value_range<Held>, Held, key_value> {
  using base = input_range<key_value_range, Held, key_value>;
  friend base;
  static_assert(refuse_locale<Held>());

 public:
  using base::base;
  key_value_range(key_value_range const&) = delete;
  key_value_range& operator=(key_value_range const&) = delete;

 private:
  void start() {
    table_.start(this->source());
    step();
  }
  void step() { is_done_ = !table_.next(); }
  key_value now() noexcept { return key_value(table_); }
  bool is_done() const noexcept { return is_done_; }

  key_value_table table_;
  bool is_done_ = false;
};

struct key_values_fn : range_fn<key_values_fn> {
  template <class Held>
  using range = key_value_range<Held>;

  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the pairs of a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The pairs of a source of settings, one on each line:
///
///     for (auto const& pair : rill::key_values(rill::file::open("rc")))
///       if (pair.key == "port") port = pair.read<int>();
///
/// `key = value`: ignores white space around both. A value in double quotes is
/// the text between them, with the escapes \n \r \t \" \\; a remark may follow
/// it. In a value without quotes # and ; are ordinary characters. Lines that
/// are empty or begin with # or ; are skipped. Sources as for lines.
///
/// Errors: for any other line, and for a lone \r before other text, which does
/// not end a line; thrown when the loop reaches it. A new loop continues with
/// the next line.
///
/// Example:
///     for (auto [key, value, line] :
///          rill::key_values(rill::from("a = 1\nb=\"x y\"")))
///       rill::println(line, ' ', key, ": ", value);
inline constexpr detail::key_values_fn key_values{};

}  // namespace rill::inline RILL_BUILD

template <>
struct std::tuple_size<rill::key_value> {
  static constexpr std::size_t value = 3;
};
template <>
struct std::tuple_element<0, rill::key_value> {
  using type = std::string_view;
};
template <>
struct std::tuple_element<1, rill::key_value> {
  using type = std::string_view;
};
template <>
struct std::tuple_element<2, rill::key_value> {
  using type = unsigned long long;
};

#endif
