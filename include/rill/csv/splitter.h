// rill/csv/splitter.h: the options of a table, and rows split into fields.
//
// Layer 6. Tests: test/csv/stream_csv_test.cpp, test/csv/scan_csv_test.cpp.
#ifndef RILL_CSV_SPLITTER_H
#define RILL_CSV_SPLITTER_H

#include <cstdint>  // std::uint64_t
#include <new>      // placement new

#include "../base/config.h"
#include "../memory/count_byte.h"
#include "../memory/find_byte.h"
#include "../memory/kernel/match_mask.h"
#include "../memory/small_vector.h"
#include "../memory/storage.h"
#include "../stream/reader.h"

namespace rill::inline RILL_BUILD {

/// The options of a table. The delimiter and the quote are two ASCII
/// characters, and neither is \n or \r.
struct csv_options {
  char delimiter = ',';
  char quote = '"';
  /// True if the first row has the names of the columns.
  bool header = false;
  /// True if each row that is read must have as many fields as the first.
  bool uniform = false;
};

// Rows of separated values (RFC 4180), split into fields where they lie.
//
// Allocates for a row only if it has more fields than any before it, or if it
// has doubled quotes and more bytes than any such row before it. A row that
// crosses the end of the buffer is scanned twice. The splitter reports a fault
// and its position; csv/table.h makes the error.

namespace detail {

/// The faults in the form of a row.
enum class csv_fault : unsigned char {
  none,
  no_closing_quote,   // the place is the opening quote
  text_behind_quote,  // the place is that text
};

using field_list = small_vector<text>;

// Adds fields to a list. Works on copies of the list's pointers, which stay in
// registers. The list's own pointers could alias each field that is stored, so
// the compiler would reload them.
class field_adder {
 public:
  explicit field_adder(field_list& list) noexcept : list_(list) { look(); }
  field_adder(field_adder const&) = delete;
  ~field_adder() { keep(); }
  void operator()(char const* first, char const* last) {
    if (RILL_UNLIKELY(at_ == limit_)) {
      keep();
      (void)list_.reserve(list_.capacity());
      look();
    }
    ::new (static_cast<void*>(at_++))
        text(first, static_cast<std::size_t>(last - first));
  }

 private:
  void look() noexcept {
    at_ = list_.data() + list_.size();
    limit_ = list_.data() + list_.capacity();
  }
  void keep() noexcept {
    list_.set_size(static_cast<std::size_t>(at_ - list_.data()));
  }

  field_list& list_;
  text* at_;
  text* limit_;
};

// True if a line ends at a byte of a row in which \r, \n and \r\n end lines.
// The
// \n of a \r\n ends no further one.
constexpr bool ends_line(char const* row, char const* at) noexcept {
  return *at == '\r' || (*at == '\n' && (at == row || at[-1] != '\r'));
}

class csv_splitter {
 public:
  explicit csv_splitter(csv_options options) noexcept
      : options_(options), ends_(options.delimiter, '\n') {}

  csv_options const& options() const noexcept { return options_; }
  field_list const& fields() const noexcept { return fields_; }
  /// Returns the row in the buffer, up to its newline.
  text row() const noexcept { return row_; }
  /// Returns how many lines ended before the row.
  unsigned long long lines_before() const noexcept { return lines_before_; }
  /// Returns how many lines ended before the bytes that are not taken.
  unsigned long long lines() const noexcept { return lines_; }
  csv_fault fault() const noexcept { return fault_; }
  char const* place() const noexcept { return place_; }

  /// Sets has_returns(): true if the first \r or \n outside quotes is a \r, and
  /// the byte behind it is not \n. Then \r, \n and \r\n each end a line of this
  /// table. If not, \n and \r\n do, and another \r belongs to its field:
  /// split() then looks for the delimiter and \n only. Takes nothing. Returns
  /// false if the device fails before this is known.
  bool find_line_ends(reader& in) {
    char const* const end = find_end(in, true);
    if (end == in.end()) return !in.error();
    if (*end == '\n') return true;
    auto const size = static_cast<std::size_t>(end - in.cursor());
    text const line = in.peek(size + 2);
    if (line.size == size + 1) return !in.error();
    has_returns_ = line.data[size + 1] != '\n';
    return true;
  }
  /// True if a lone \r ends a line of this table.
  bool has_returns() const noexcept { return has_returns_; }

  /// Passes empty lines. Returns false at the end of the input, or of what the
  /// device gave before it failed. A \r at the end of the input ends its line.
  bool find_row(reader& in) {
    for (;;) {
      if (in.cursor() == in.end() && !in.more()) return false;
      char const first = *in.cursor();
      if (RILL_LIKELY(first != '\n' && first != '\r')) return true;
      std::size_t const size = first == '\n' ? 1 : 2;
      text const line = in.peek(size);
      bool const is_cut = line.size < size;
      if (is_cut ? bool(in.error()) : line.data[size - 1] != '\n') return true;
      in.advance_to(in.cursor() + line.size);
      ++lines_;
    }
  }

  /// Takes the next row. Returns false at the end of the input, after a fault,
  /// and after an error of the device. Then the reader is at the start of the
  /// row.
  bool next(reader& in) {
    if (RILL_UNLIKELY(has_returns_)) return next_of_returns(in);
    if (!find_row(in)) return false;
    char const* end = split(in.cursor(), in.end(), false);
    if (RILL_UNLIKELY(!end)) {
      if (fault_ != csv_fault::none) return false;
      bool const is_all = find_end(in, false) == in.end();
      if (in.error()) return false;
      end = split(in.cursor(), in.end(), is_all);
      if (!end) return false;
    }
    if (RILL_UNLIKELY(has_doubled_)) reserve_scratch(in.cursor(), end);
    take(in, end);
    if (RILL_UNLIKELY(has_doubled_)) unescape();
    return true;
  }

  /// Gives back the row that next() took, unless the device was called since.
  RILL_COLD void give_back(reader& in) noexcept {
    in.advance_to(row_.begin());
    lines_ = lines_before_;
  }

  /// Counts a row that a fast path has parsed up to its newline.
  void passed_row() noexcept { ++lines_; }

  /// Returns where the text of a field of the row begins in the buffer.
  [[gnu::cold]] char const* place_of(std::size_t field) {
    if (field >= fields_.size()) return row_.end();
    char const* const at = fields_[field].data;
    // An unescaped field has the same offset in the scratch as in the row. Does
    // not split the row again: each of its fields may be an error that needs a
    // place.
    bool const is_unescaped = has_doubled_ && at >= scratch_.data() &&
                              at < scratch_.data() + scratch_.size();
    return is_unescaped ? row_.data + (at - scratch_.data()) : at;
  }

 private:
  // Splits [first, last) up to the end of the row and returns the position of
  // its newline, or `last` if is_all and the row has none. Returns null if the
  // row is incomplete, and after a fault.
  char const* split(char const* first, char const* last, bool is_all) {
    fields_.set_size(0);
    has_quoted_ = has_doubled_ = false;
    fault_ = csv_fault::none;
    char const* field = first;
    for (;;) {
      if (char const* const end = split_blocks(field, last)) return end;
      char const* end;
      if (RILL_UNLIKELY(field != last && *field == options_.quote)) {
        end = split_quoted(field, last, is_all);
        if (!end) return nullptr;
      } else {
        end = field;
        while (end != last && *end != options_.delimiter && *end != '\n') ++end;
        if (RILL_UNLIKELY(end == last) && !is_all) return nullptr;
        bool const has_return =
            (end == last || *end == '\n') && end != field && end[-1] == '\r';
        add_field(field, end - has_return);
      }
      if (end == last || *end == '\n') return end;
      field = end + 1;
    }
  }

  // The same, 64 bytes at a time. Returns the position of the newline. Returns
  // null before a field in quotes and near `last`, with `field` set to where
  // the next field begins.
  char const* split_blocks(char const*& field, char const* last) {
    field_adder add(fields_);
    char const* begin = field;
    char const* found = nullptr;
    for (char const* block = begin; !found && last - block >= 64; block += 64)
      for (std::uint64_t marks = ends_(block); marks != 0; marks &= marks - 1) {
        if (RILL_UNLIKELY(*begin == options_.quote)) {
          field = begin;
          return nullptr;
        }
        char const* const end = block + __builtin_ctzll(marks);
        if (*end == '\n') {
          add(begin, end - (end != begin && end[-1] == '\r'));
          found = end;
          break;
        }
        add(begin, end);
        begin = end + 1;
      }
    field = begin;
    return found;
  }

  // Splits a field in quotes. Returns the position of the delimiter or newline
  // that ends it, or null.
  char const* split_quoted(char const* field, char const* last, bool is_all) {
    has_quoted_ = true;
    char const* at = field + 1;
    for (;; at += 2) {
      at = find_byte(at, last, options_.quote);
      if (at == last) return lacks(is_all, csv_fault::no_closing_quote, field);
      if (last - at == 1 || at[1] != options_.quote) break;
      has_doubled_ = true;
    }
    char const* end = at + 1;
    if (end != last && *end == '\r') {
      if (last - end == 1) {
        if (!is_all) return nullptr;
        ++end;
      } else if (end[1] == '\n') {
        ++end;
      }
    }
    if (end == last && !is_all) return nullptr;
    if (end != last && *end != options_.delimiter && *end != '\n')
      return lacks(true, csv_fault::text_behind_quote, end);
    add_field(field + 1, at);
    return end;
  }
  void add_field(char const* first, char const* last) {
    fields_.add({first, static_cast<std::size_t>(last - first)});
  }
  char const* lacks(bool is_all, csv_fault fault, char const* place) noexcept {
    if (is_all) {
      fault_ = fault;
      place_ = place;
    }
    return nullptr;
  }

  // The same for a table whose lines may end in a lone \r. Finds the end of the
  // row first, so that split() does not look for it.
  [[gnu::noinline]] bool next_of_returns(reader& in) {
    fault_ = csv_fault::none;
    if (!find_row_of_returns(in)) return false;
    char const* end = find_end(in, true);
    if (end == in.end() && in.error()) return false;
    bool const is_return = end != in.end() && *end == '\r';
    end = split(in.cursor(), end, true);
    if (!end) return false;
    if (has_doubled_) reserve_scratch(in.cursor(), end);
    take(in, end);
    is_behind_return_ = is_return;
    if (has_doubled_) unescape();
    return true;
  }

  // Does not wait for the \n behind a \r: the device may give it only with the
  // next row.
  bool find_row_of_returns(reader& in) {
    for (;;) {
      if (in.cursor() == in.end() && !in.more()) return false;
      char const first = *in.cursor();
      if (first != '\n' && first != '\r') return true;
      lines_ += first == '\r' || !is_behind_return_;
      is_behind_return_ = first == '\r';
      in.advance_to(in.cursor() + 1);
    }
  }

  // Returns how many lines end within the row, in quotes.
  std::size_t lines_in_row() const noexcept {
    if (!has_returns_) return count_byte(row_.data, row_.size, '\n');
    std::size_t count = 0;
    for (char const* at = row_.begin(); at != row_.end(); ++at)
      count += ends_line(row_.begin(), at);
    return count;
  }

  // Calls the device until the whole row is in memory. Returns its end, a \n or
  // if `or_return` a \r, or the end of the input. Scans each byte once.
  [[gnu::noinline]] char const* find_end(reader& in, bool or_return) {
    std::size_t looked_at = 0;
    bool is_quoted = false;
    bool was_quote = false;  // behind a quote that ends, unless doubled
    bool begins = true;      // a field begins here
    for (;;) {
      char const* at = in.cursor() + looked_at;
      for (; at != in.end(); ++at) {
        if (is_quoted) {
          at = find_byte(at, in.end(), options_.quote);
          if (at == in.end()) break;
          is_quoted = begins = false;
          was_quote = true;
        } else if (*at == '\n' || (*at == '\r' && or_return)) {
          return at;
        } else {
          is_quoted = *at == options_.quote && (begins || was_quote);
          was_quote = false;
          begins = *at == options_.delimiter;
        }
      }
      looked_at = in.available();
      if (!in.more()) return in.end();
    }
  }

  void take(reader& in, char const* end) {
    char const* const first = in.cursor();
    bool const has_newline = end != in.end();
    row_ = {first, static_cast<std::size_t>(end - first)};
    lines_before_ = lines_;
    if (RILL_UNLIKELY(has_quoted_)) lines_ += lines_in_row();
    ++lines_;
    in.advance_to(has_newline ? end + 1 : end);
  }

  // Allocates the scratch for the fields of a row. Called before the row is
  // taken, because it may throw.
  [[gnu::noinline]] void reserve_scratch(char const* first, char const* last) {
    auto const size = static_cast<std::size_t>(last - first);
    if (scratch_.size() < size) scratch_ = storage(2 * size);
  }

  // Replaces doubled quotes in quoted fields by one.
  [[gnu::noinline]] void unescape() {
    for (std::size_t i = 0; i != fields_.size(); ++i) {
      text const from = fields_[i];
      bool const is_quoted =
          from.data != row_.data && from.data[-1] == options_.quote;
      if (!is_quoted ||
          find_byte(from.begin(), from.end(), options_.quote) == from.end())
        continue;
      char* const start = scratch_.data() + (from.data - row_.data);
      char* out = start;
      for (char const* at = from.begin(); at != from.end(); ++at) {
        *out++ = *at;
        if (*at == options_.quote) ++at;
      }
      fields_[i] = {start, static_cast<std::size_t>(out - start)};
    }
  }

  csv_options options_;
  match_mask ends_;
  field_list fields_;
  storage scratch_;
  text row_;
  unsigned long long lines_ = 0;
  unsigned long long lines_before_ = 0;
  char const* place_ = nullptr;
  csv_fault fault_ = csv_fault::none;
  bool has_quoted_ = false;
  bool has_doubled_ = false;
  bool has_returns_ = false;
  bool is_behind_return_ = false;  // the \n of a \r\n may follow
};

// The names of the columns of a table.
//
// One allocation, when they are stored.

class csv_names {
 public:
  static constexpr std::size_t none = ~std::size_t{};

  /// Copies the fields of the first row. After a std::bad_alloc it has no
  /// names.
  void keep(field_list const& row) {
    std::size_t size = 0;
    for (std::size_t i = 0; i != row.size(); ++i) size += row[i].size;
    storage bytes(size);
    field_list names;
    char* out = bytes.data();
    for (std::size_t i = 0; i != row.size(); ++i) {
      names.add({out, row[i].size});
      out = copy_bytes(out, row[i].data, row[i].size);
    }
    bytes_ = static_cast<storage&&>(bytes);
    names_ = static_cast<field_list&&>(names);
  }
  std::size_t size() const noexcept { return names_.size(); }
  text operator[](std::size_t i) const noexcept { return names_[i]; }
  /// Returns the number of the first column with that name, or none.
  std::size_t find(text name) const noexcept {
    for (std::size_t i = 0; i != names_.size(); ++i)
      if (names_[i] == name) return i;
    return none;
  }

 private:
  storage bytes_;
  field_list names_;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
