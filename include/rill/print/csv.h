// rill/print/csv.h: values as a row of comma-separated values.
//
// Floor 5. What is no number and no text is formatted in a scratch first, to
// see whether it needs quotes; a long one allocates. Tests:
// test/print/csv_test.cpp.
#ifndef RILL_PRINT_CSV_H
#define RILL_PRINT_CSV_H

#include "../stream/scratch_writer.h"
#include "../value/csv.h"
#include "join.h"
#include "types.h"

namespace rill::inline RILL_BUILD::detail {

// A number never has one of these in it.
constexpr bool is_plain_delimiter(char c) noexcept {
  return c == ',' || c == ';' || c == '\t' || c == '|' || c == ' ' || c == ':';
}

// What a reader would not take for the text of one field. At the beginning of
// a file, U+FEFF would be a mark.
constexpr bool needs_quotes(text field, csv_options const& o) noexcept {
  if (field.size >= 3 && field.data[0] == '\xEF' && field.data[1] == '\xBB' &&
      field.data[2] == '\xBF')
    return true;
  for (char const c : field)
    if (c == o.delimiter || c == o.quote || c == '\n' || c == '\r') return true;
  return false;
}

[[gnu::noinline]] constexpr void put_csv_text(writer& out, text field,
                                              csv_options const& o) {
  if (!needs_quotes(field, o)) return out.write(field.data, field.size);
  out.put(o.quote);
  char const* from = field.begin();
  for (char const* at = from; at != field.end(); ++at)
    if (*at == o.quote) {
      out.write(from, static_cast<std::size_t>(at + 1 - from));
      from = at;  // once more
    }
  out.write(from, static_cast<std::size_t>(field.end() - from));
  out.put(o.quote);
}

// Not constexpr: before C++23 a scratch cannot stand in such a function.
template <class T>
bool put_printed_field(writer& out, T const& value, csv_options const& o) {
  scratch_writer<128> field;
  detail::put(field, value);
  put_csv_text(out, field.bytes(), o);
  return field.bytes().size == 0;
}

// Returns whether the field is empty.
template <class T>
constexpr bool put_csv_field(writer& out, T const& value,
                             csv_options const& o) {
  if constexpr (narrow_text<T>) {
    text const field = text_piece_of(value).bytes;
    put_csv_text(out, field, o);
    return field.size == 0;
  } else if constexpr (shape_of<T> == shape::optional) {
    return !value.has_value() || put_csv_field(out, *value, o);
  } else {
    if constexpr (std::is_arithmetic_v<T> && !character<T>)
      if (is_plain_delimiter(o.delimiter)) {
        detail::put(out, value);
        return false;
      }
    return put_printed_field(out, value, o);
  }
}

// The parts of a structure as the fields of a row.
class csv_layout {
 public:
  constexpr csv_layout(writer& out, csv_options const& options) noexcept
      : out_(out), options_(options) {}

  constexpr void open(text) noexcept {}
  constexpr void open(text, text) noexcept {}
  constexpr void word(text name) { item(name); }
  template <class T>
  constexpr void item(T const& value) {
    if (count_++ != 0) out_.put(options_.delimiter);
    is_empty_ = put_csv_field(out_, value, options_);
  }
  template <class T>
  constexpr void items(number_run<T> run) {
    for (T const* at = run.first; at != run.last; ++at) item(*at);
  }
  template <class Key, class T>
  constexpr void entry(Key const& key, T const& value) {
    item(key);
    item(value);
  }
  template <class T>
  constexpr void field(text, T const& value) {
    item(value);
  }
  constexpr void close(text) noexcept {}

  /// An empty line would be none: a single empty field has quotes.
  constexpr void finish() {
    if (count_ != 1 || !is_empty_) return;
    out_.put(options_.quote);
    out_.put(options_.quote);
  }

 private:
  writer& out_;
  csv_options const& options_;
  std::size_t count_ = 0;
  bool is_empty_ = false;
};

template <class T>
concept row_of_parts = !text_like<T> && joinable<T>;

template <class First, class... Rest>
constexpr void put_csv_items(csv_layout& to,
                             csv_values<First, Rest...> const& values) {
  to.item(values.first);
  if constexpr (sizeof...(Rest) != 0) put_csv_items(to, values.rest);
}

template <class... T>
struct composite<printed_csv_row<T...>> {
  static constexpr void put(writer& out, printed_csv_row<T...> const& row) {
    csv_layout to(out, row.options);
    if constexpr (sizeof...(T) == 1)
      put_single(to, row.values.first);
    else if constexpr (sizeof...(T) != 0)
      put_csv_items(to, row.values);
    to.finish();
  }

 private:
  template <class Whole>
  static constexpr void put_single(csv_layout& to, Whole const& whole) {
    if constexpr (!row_of_parts<Whole>)
      to.item(whole);
    else if constexpr (has_several_parts<Whole>())
      shown<shape_of<Whole>>::walk(to, whole);
    else
      show_elements(to, whole);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
