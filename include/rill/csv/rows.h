// rill/stream/csv.h: rows of separated values (RFC 4180), split into fields
// where they lie.
//
// Floor 4. Nothing is allocated for a row but where it has more fields, or
// more bytes with doubled quotes, than any before it. A row that crosses the
// end of the buffer is looked at twice. What is wrong is said by a fault and
// a place; scan/csv.h makes the error. Tests: test/stream/csv_test.cpp.
#ifndef RILL_STREAM_CSV_H
#define RILL_STREAM_CSV_H

#include <cstdint>  // std::uint64_t
#include <new>      // placement new

#include "../memory/count_byte.h"
#include "../memory/find_byte.h"
#include "../memory/kernel/marks.h"
#include "../memory/small_vector.h"
#include "../value/csv.h"
#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

/// What is wrong with the form of a row.
enum class csv_fault : unsigned char {
  none,
  no_closing_quote,   // the place is the opening one
  text_behind_quote,  // the place is the text
};

using field_list = small_vector<text>;

// Adds many fields: its place is not in memory, where each field that is
// stored could change it.
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

class csv_splitter {
 public:
  explicit csv_splitter(csv_options options) noexcept
      : options_(options), ends_(options.delimiter, '\n') {}

  csv_options const& options() const noexcept { return options_; }
  field_list const& fields() const noexcept { return fields_; }
  /// The row as it lies in the buffer, up to its newline.
  text row() const noexcept { return row_; }
  /// How many lines ended before the row.
  unsigned long long lines_before() const noexcept { return lines_before_; }
  csv_fault fault() const noexcept { return fault_; }
  char const* place() const noexcept { return place_; }

  /// Passes empty lines; false at the end of the input, or of what the device
  /// gave before it failed. A \r at the end of the input ends its line.
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

  /// Takes the next row; false at the end of the input, and with a fault or an
  /// error of the device. Then the reader stands at the start of the row.
  bool next(reader& in) {
    if (!find_row(in)) return false;
    char const* end = split(in.cursor(), in.end(), false);
    if (RILL_UNLIKELY(!end)) {
      if (fault_ != csv_fault::none) return false;
      bool const is_all = !collect(in);
      if (in.error()) return false;
      end = split(in.cursor(), in.end(), is_all);
      if (!end) return false;
    }
    if (RILL_UNLIKELY(has_doubled_)) reserve_scratch(in.cursor(), end);
    take(in, end);
    if (RILL_UNLIKELY(has_doubled_)) unescape();
    return true;
  }

  /// Gives back the row that next() took, as long as the device was not asked
  /// for more.
  RILL_SELDOM_RUN void give_back(reader& in) noexcept {
    in.advance_to(row_.begin());
    lines_ = lines_before_;
  }

  /// A row that somebody else has parsed up to its newline was taken.
  void passed_row() noexcept { ++lines_; }

  /// Where the text of a field of the row begins in the buffer.
  [[gnu::cold]] char const* place_of(std::size_t field) {
    if (field >= fields_.size()) return row_.end();
    char const* const at = fields_[field].data;
    // Unescaped fields stand in the scratch as far from its begin as in the
    // row. Every field may be an error, so the row is not split again.
    bool const is_unescaped = has_doubled_ && at >= scratch_.data() &&
                              at < scratch_.data() + scratch_.size();
    return is_unescaped ? row_.data + (at - scratch_.data()) : at;
  }

 private:
  // Splits [first, last) up to the end of the row and returns the place of its
  // newline; `last` when that is the end of everything, else null when there
  // is none.
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

  // The same 64 bytes at a time: returns the place of the newline, or null
  // before a field in quotes and near the end, where `field` begins.
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

  // A field in quotes; returns the place of what ends it, or null.
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

  // Asks the device until the whole row is in memory; false when the input
  // ends first. Each byte is looked at once.
  [[gnu::noinline]] bool collect(reader& in) {
    std::size_t looked_at = 0;
    bool is_quoted = false;
    bool was_quote = false;  // a closing one, unless another follows
    bool begins = true;      // a field begins here
    for (;;) {
      char const* at = in.cursor() + looked_at;
      for (; at != in.end(); ++at) {
        if (is_quoted) {
          at = find_byte(at, in.end(), options_.quote);
          if (at == in.end()) break;
          is_quoted = begins = false;
          was_quote = true;
        } else if (*at == '\n') {
          return true;
        } else {
          is_quoted = *at == options_.quote && (begins || was_quote);
          was_quote = false;
          begins = *at == options_.delimiter;
        }
      }
      looked_at = in.available();
      if (!in.more()) return false;
    }
  }

  void take(reader& in, char const* end) {
    char const* const first = in.cursor();
    bool const has_newline = end != in.end();
    row_ = {first, static_cast<std::size_t>(end - first)};
    lines_before_ = lines_;
    if (RILL_UNLIKELY(has_quoted_))
      lines_ += count_byte(row_.data, row_.size, '\n');
    ++lines_;
    in.advance_to(has_newline ? end + 1 : end);
  }

  // Room for the fields of a row; may throw, so the row is not taken before.
  [[gnu::noinline]] void reserve_scratch(char const* first, char const* last) {
    auto const size = static_cast<std::size_t>(last - first);
    if (scratch_.size() < size) scratch_ = storage(2 * size);
  }

  // Two quotes inside of a field in quotes are one.
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
  pair_marks ends_;
  field_list fields_;
  storage scratch_;
  text row_;
  unsigned long long lines_ = 0;
  unsigned long long lines_before_ = 0;
  char const* place_ = nullptr;
  csv_fault fault_ = csv_fault::none;
  bool has_quoted_ = false;
  bool has_doubled_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
