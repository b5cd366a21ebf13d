// rill/csv/rows.h: values printed as a row of a table.
//
// Layer 6. Tests: test/csv/csv_test.cpp.
#ifndef RILL_CSV_ROWS_H
#define RILL_CSV_ROWS_H

#include "../base/config.h"
#include "../print/join.h"
#include "../print/container.h"
#include "../print/exception.h"
#include "../print/pretty.h"
#include "../print/standard.h"
#include "../print/translate.h"
#include "../stream/scratch_writer.h"
#include "splitter.h"

// A row to print, in the form of RFC 4180.

namespace rill::inline RILL_BUILD {

namespace detail {

// Values that are the fields of one row.
template <class... T>
struct csv_values {};
template <class First, class... Rest>
struct csv_values<First, Rest...> {
  First first;
  csv_values<Rest...> rest;
};

template <class... T>
struct printed_csv_row {
  csv_values<T...> values;
  csv_options options;
};

template <class... T>
constexpr csv_values<T...> csv_values_of(T&&... values) {
  if constexpr (sizeof...(T) == 0)
    return {};
  else
    return [](auto&& first, auto&&... rest) -> csv_values<T...> {
      return {static_cast<decltype(first)>(first),
              csv_values_of(static_cast<decltype(rest)>(rest)...)};
    }(static_cast<T&&>(values)...);
}

}  // namespace detail

/// `csv_row(a, b, c)`: prints the values as print does, separated by commas. A
/// value that contains a comma, a quote or a line end is put in quotes, and
/// quotes in it are doubled. An empty optional and std::nullopt are empty
/// fields. A single range, tuple or structure gives its parts. println adds the
/// end of the line. `csv_row({.delimiter = ';'}, a, b, c)` uses other
/// characters.
///
/// Example:
///     rill::println(rill::csv_row(1, "two, \"2\"", 3.5));
template <class... T>
constexpr detail::printed_csv_row<detail::kept<T>...> csv_row(T&&... values) {
  return {
      detail::csv_values_of<detail::kept<T>...>(static_cast<T&&>(values)...),
      {}};
}
template <class... T>
constexpr detail::printed_csv_row<detail::kept<T>...> csv_row(
    csv_options options, T&&... values) {
  return {
      detail::csv_values_of<detail::kept<T>...>(static_cast<T&&>(values)...),
      options};
}

namespace detail {

// Prints values as a row of comma-separated values.
//
// A value that is not a number or a text is first formatted in a scratch, to
// see whether it needs quotes; a long one allocates.

// True for delimiters that no number contains.
constexpr bool is_plain_delimiter(char c) noexcept {
  return c == ',' || c == ';' || c == '\t' || c == '|' || c == ' ' || c == ':';
}

// True if a reader would not read the text as one field. U+FEFF at the
// beginning of a file would be taken for a byte order mark.
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
      from = at;  // doubles the quote
    }
  out.write(from, static_cast<std::size_t>(field.end() - from));
  out.put(o.quote);
}

// Not constexpr, because before C++23 a constexpr function cannot have a
// scratch_writer, which is not a literal type.
template <class T, sight S = sight_of<T>>
bool put_printed_field(writer& out, T const& value, csv_options const& o) {
  scratch_writer<128> field;
  detail::put(field, value);
  put_csv_text(out, field.bytes(), o);
  return field.bytes().size == 0;
}

// Prints a field. Returns whether it is empty.
template <class T, sight S = sight_of<T>>
constexpr bool put_csv_field(writer& out, T const& value,
                             csv_options const& o) {
  if constexpr (narrow_text<T>) {
    text const field = text_arg_of(value).bytes;
    put_csv_text(out, field, o);
    return field.size == 0;
  } else if constexpr (is_named_in_std<T>("nullopt_t")) {
    return true;
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

// Prints the parts of a structure as the fields of a row.
class csv_layout {
 public:
  constexpr csv_layout(writer& out, csv_options const& options) noexcept
      : out_(out), options_(options) {}

  constexpr void open(text) noexcept {}
  constexpr void open(text, text) noexcept {}
  constexpr void word(text name) { item(name); }
  template <class T, sight S = sight_of<T>>
  constexpr void item(T const& value) {
    if (count_++ != 0) out_.put(options_.delimiter);
    is_empty_ = put_csv_field(out_, value, options_);
  }
  template <class T>
  constexpr void items(number_run<T> run) {
    for (T const* at = run.first; at != run.last; ++at) item(*at);
  }
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  constexpr void entry(Key const& key, T const& value) {
    item(key);
    item(value);
  }
  template <class T, sight S = sight_of<T>>
  constexpr void field(text, T const& value) {
    item(value);
  }
  constexpr void close(text) noexcept {}

  /// A single empty field gets quotes, because a reader skips empty lines.
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

template <class First, class... Rest, sight S = sight_of_call<First, Rest...>()>
constexpr void put_csv_items(csv_layout& to,
                             csv_values<First, Rest...> const& values) {
  to.item(values.first);
  if constexpr (sizeof...(Rest) != 0) put_csv_items(to, values.rest);
}

// A single value is written as its parts, whether or not it has a hook.
template <class T>
  requires row_of_parts<remove_cvref<T>>
struct wrapped<printed_csv_row<T>> {
  using list = decltype(find_walked<remove_cvref<T>>());
};

template <class... T>
struct printer<printed_csv_row<T...>> {
  template <sight S = sight_of<printed_csv_row<T...>>>
  static constexpr void put(writer& out, printed_csv_row<T...> const& row) {
    csv_layout to(out, row.options);
    if constexpr (sizeof...(T) == 1)
      put_single<S>(to, row.values.first);
    else if constexpr (sizeof...(T) != 0)
      put_csv_items(to, row.values);
    to.finish();
  }

 private:
  template <sight S, class Whole>
  static constexpr void put_single(csv_layout& to, Whole const& whole) {
    if constexpr (!row_of_parts<Whole>)
      to.item(whole);
    else if constexpr (has_several_parts<Whole>())
      shape_printer<shape_of<Whole>>::walk(to, whole);
    else
      show_elements(to, whole);
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
