// rill/csv/table.h: a table of separated values as a range of its rows.
//
// Layer 6. Tests: test/csv/scan_csv_test.cpp.
#ifndef RILL_CSV_TABLE_H
#define RILL_CSV_TABLE_H

#include "../memory/find_byte.h"
#include "../scan/read.h"
#include "../value/wrappers.h"
#include "field.h"
#include "refused.h"

// The state of a table that is read: its rows, the names of its columns, and
// errors with their position.

namespace rill::inline RILL_BUILD {
namespace detail {

class csv_table {
 public:
  explicit csv_table(csv_options options) noexcept
      : rows(options), takes_all_(!options.uniform) {}
  csv_table(csv_table const&) = delete;
  csv_table& operator=(csv_table const&) = delete;

  /// Passes the byte order mark of UTF-8, finds out how lines end, and reads
  /// the names, once.
  void start(reader& source) {
    in = &source;
    if (!knows_line_ends_) find_line_ends();
    if (is_started_) return;
    undo_on_bad_alloc([this] { read_names(); },
                      [this] { is_started_ = false; });
  }

  /// True if a row may be read without the splitter: its lines end in \n, and
  /// `size` fields are known to be the right number.
  bool takes(std::size_t size) const noexcept {
    return takes_all_ || (size_ == size && !rows.has_returns());
  }

  /// Takes the next row. Returns false at the end. Throws an error of its form,
  /// or of the device.
  bool next() {
    if (RILL_UNLIKELY(!rows.next(*in))) {
      if (in->error()) raise_read_error(*in);
      if (rows.fault() != csv_fault::none) raise(fault());
      return false;
    }
    if (RILL_UNLIKELY(rows.options().uniform)) check_size();
    return true;
  }

  /// Returns the line in which the row begins.
  [[gnu::cold]] unsigned long long line() {
    if (lines_before_rows_ == unknown) {
      lines_before_rows_ = 0;
      source_position const at = position_of(*in, rows.row().begin());
      if (at.line != 0) lines_before_rows_ = at.line - 1 - rows.lines_before();
    }
    return lines_before_rows_ + rows.lines_before() + 1;
  }

  [[gnu::cold, gnu::noinline]] error failure(row_failure const& what) {
    text const found = what.field < rows.fields().size()
                           ? rows.fields()[what.field]
                           : text("\n");
    short_words words;
    scan_place place = place_at(rows.row().begin(), rows.lines_before(),
                                rows.place_of(what.field));
    set_found(place, found);
    add_name(words, what.field);
    scan_status how = what.how;
    if (how == scan_problem::end_of_input) {
      how = scan_problem::malformed;
      place.expected = words;
    } else if (how == scan_problem::left_over) {
      words = short_words();
      words.add(what.field).add(what.field == 1 ? " field" : " fields");
      place.expected = words;
    } else {
      place.expected = what.expected;
      place.part = words;
    }
    return error(how, place);
  }

  /// Makes the error for a column name that does not exist.
  [[gnu::cold, gnu::noinline]] error no_column(text name) const {
    short_words there;
    for (std::size_t i = 0; i != names.size(); ++i)
      there.add(i != 0 ? ", " : "").add(names[i]);
    if (!rows.options().header) there.add("none without the option header");
    text const source = source_of(*in).name;
    short_words what;
    what.add("find column ").add_quoted(name);
    if (source.size != 0) what.add(" in");
    return error(library_problem::no_such_column, what, source, there);
  }

  csv_splitter rows;
  csv_names names;
  reader* in = nullptr;

 private:
  static constexpr unsigned long long unknown = ~0ULL;

  void read_names() {
    is_started_ = true;
    if (!rows.options().header || !next()) return;
    undo_on_bad_alloc([this] { names.keep(rows.fields()); },
                      [this] { rows.give_back(*in); });
  }

  // The line of the first row is counted here if a lone \r ends lines, because
  // the position of a reader counts \n only.
  void find_line_ends() {
    pass_mark(*in);
    knows_line_ends_ = rows.find_line_ends(*in);
    if (!rows.has_returns()) return;
    takes_all_ = false;
    source_position const at = position_of(*in, in->cursor());
    lines_before_rows_ = at.line != 0 ? at.line - 1 : 0;
  }

  // Returns the place of a byte of the row that begins at `row`. `lines` ended
  // before the row.
  scan_place place_at(char const* row, unsigned long long lines,
                      char const* at) {
    scan_place place = place_of_byte(*in, at);
    if (!rows.has_returns()) return place;
    char const* line = row;
    for (char const* byte = row; byte != at; ++byte) {
      if (*byte != '\r' && *byte != '\n') continue;
      lines += ends_line(row, byte);
      line = byte + 1;
    }
    if (place.line != 0) {
      place.line = lines_before_rows_ + lines + 1;
      place.column = static_cast<unsigned long long>(at - line) + 1;
    }
    shorten_excerpt(place);
    return place;
  }

  // Shortens the excerpt, which ends at \n, to the line that ends at \r.
  static void shorten_excerpt(scan_place& place) noexcept {
    text const whole = place.excerpt;
    char const* const at = whole.data + place.caret;
    char const* first = at;
    while (first != whole.begin() && first[-1] != '\r') --first;
    char const* const last = find_byte(at, whole.end(), '\r');
    place.excerpt = {first, static_cast<std::size_t>(last - first)};
    place.caret = static_cast<std::size_t>(at - first);
    place.is_cut_before = place.line != 0 && place.column - 1 > place.caret;
    if (last != whole.end()) place.is_cut_behind = false;
  }

  void check_size() {
    std::size_t const size = rows.fields().size();
    if (size_ == 0) size_ = size;
    if (size != size_) raise(failure(miscounted(size, size_)));
  }

  // Adds `column "price"`, or for a column without a name `field 3`.
  void add_name(short_words& words, std::size_t field) const {
    if (field >= names.size()) {
      words.add("field ").add(field + 1);
      return;
    }
    words.add("column ").add_quoted(names[field]);
  }

  [[gnu::cold, gnu::noinline]] error fault() {
    auto const offset = static_cast<std::size_t>(rows.place() - in->cursor());
    bool is_found_cut;
    text const found = found_ahead(*in, offset, true, is_found_cut);
    scan_place place =
        place_at(in->cursor(), rows.lines(), in->cursor() + offset);
    if (rows.fault() == csv_fault::no_closing_quote) {
      place.expected = "a closing quote";
      return error(scan_problem::cut, place);
    }
    place.expected = "a delimiter or the end of the line";
    place.found = found;
    place.is_found_cut = is_found_cut;
    return error(scan_problem::malformed, place);
  }

  std::size_t size_ = 0;
  unsigned long long lines_before_rows_ = unknown;
  bool takes_all_;
  bool knows_line_ends_ = false;
  bool is_started_ = false;
};

// The fields of a row as std::string_views.
class field_iterator {
 public:
  using value_type = std::string_view;
  using difference_type = std::ptrdiff_t;

  field_iterator() = default;
  explicit field_iterator(text const* at) noexcept : at_(at) {}
  std::string_view operator*() const noexcept { return {at_->data, at_->size}; }
  field_iterator& operator++() noexcept {
    ++at_;
    return *this;
  }
  field_iterator operator++(int) noexcept { return field_iterator(at_++); }
  bool operator==(field_iterator const&) const = default;

 private:
  text const* at_ = nullptr;
};

template <class T, sight S = scan_sight_of<T>>
result<T> read_field_of(csv_table& table, std::size_t field) {
  T value{};
  if constexpr (field_value<T>) {
    row_failure what{scan_problem::end_of_input, field, {}};
    if (field < table.rows.fields().size()) {
      text const whole = table.rows.fields()[field];
      what.how = read_field(whole, whole.end(), value, what.expected);
    }
    if (what.how != scan_ok) return table.failure(what);
  } else {
    static_assert(always_false<T>,
                  "rill: this type cannot be read from a field: scan does not "
                  "read it");
  }
  return value;
}

template <class... T>
struct row_of {
  using type = std::tuple<T...>;
};
template <class T>
  requires typed_row<T>
struct row_of<T> {
  using type = T;
};
template <class... T>
using row_type = typename row_of<T...>::type;

template <class T, sight S = sight_of_row<T>()>
result<T> read_row_of(csv_table& table) {
  T value{};
  typename column_order_of<T>::type order;
  if constexpr (shape_of<T> == shape::fields)
    if (table.names.size() != 0)
      if (text const name = order.find(table.names); name.size != 0)
        return table.no_column(name);
  row_failure const what =
      fill_row(table.rows, *table.in, value, order, table.names.size());
  if (what.how != scan_ok) return table.failure(what);
  return value;
}

}  // namespace detail

/// One row of a csv range: a range of std::string_views, without quotes. They
/// and the row are valid until the next row is read.
class csv_record {
 public:
  csv_record() = default;
  explicit csv_record(detail::csv_table& table) noexcept : table_(&table) {}

  /// Returns the number of fields.
  std::size_t size() const noexcept { return fields().size(); }
  /// Returns a field by its number, from 0, or by the name of its column, which
  /// requires the option `header`.
  /// Errors: thrown if the row is shorter, or no column has this name.
  std::string_view operator[](std::size_t field) const {
    if (field >= size()) raise(missing(field));
    return *detail::field_iterator(&fields()[field]);
  }
  std::string_view operator[](text column) const {
    return (*this)[number_of(column)];
  }
  detail::field_iterator begin() const noexcept {
    return detail::field_iterator(size() == 0 ? nullptr : &fields()[0]);
  }
  detail::field_iterator end() const noexcept {
    return detail::field_iterator(size() == 0 ? nullptr
                                              : &fields()[0] + size());
  }

  /// A row prints as a list of its fields: `["tea", "2,5"]`.
  friend void rill_print(auto& out, csv_record const& row) {
    out('[');
    for (std::size_t i = 0; i != row.size(); ++i)
      out(text(i == 0 ? "" : ", "), debug(row[i]));
    out(']');
  }

  /// Returns the line of the source in which the row begins, from 1.
  /// Cost: the first call counts the lines that were read before, the others
  /// nothing.
  unsigned long long line() const { return table_->line(); }

  /// Returns a field as a value of any type that scan reads. The value must be
  /// the whole field, except for blanks around a number. An empty field is an
  /// empty optional.
  /// Errors: with the position in the source and the name of the column.
  template <class T, detail::sight S = detail::scan_sight_of<T>>
  result<T> try_get(std::size_t field) const {
    return detail::read_field_of<T>(*table_, field);
  }
  template <class T, detail::sight S = detail::scan_sight_of<T>>
  result<T> try_get(text column) const {
    std::size_t const field = table_->names.find(column);
    if (field == detail::csv_names::none) return table_->no_column(column);
    return try_get<T>(field);
  }
  template <class T, detail::sight S = detail::scan_sight_of<T>>
  T get(std::size_t field) const {
    return try_get<T>(field).value();
  }
  template <class T, detail::sight S = detail::scan_sight_of<T>>
  T get(text column) const {
    return try_get<T>(number_of(column)).value();
  }

  /// Returns all fields: read<int, double>() a std::tuple; read<T>() a T, which
  /// is a structure, tuple, array or vector. There must be as many fields as
  /// parts.
  template <class... T,
            detail::sight S = detail::sight_of_row<detail::row_type<T...>>()>
  auto try_read() const {
    using row = detail::row_type<T...>;
    static_assert(detail::typed_row<row>,
                  "rill: a part of this row cannot be read from a field");
    return detail::read_row_of<row>(*table_);
  }
  template <class... T,
            detail::sight S = detail::sight_of_row<detail::row_type<T...>>()>
  auto read() const {
    return try_read<T...>().value();
  }

 private:
  detail::field_list const& fields() const noexcept {
    return table_->rows.fields();
  }
  std::size_t number_of(text column) const {
    std::size_t const field = table_->names.find(column);
    if (field == detail::csv_names::none) raise(table_->no_column(column));
    return field;
  }
  error missing(std::size_t field) const {
    return table_->failure({scan_problem::end_of_input, field, {}});
  }

  detail::csv_table* table_ = nullptr;
};

namespace detail {

template <class Held, class Row, sight S = sight_of_row<Row>()>
class csv_range : public input_range<csv_range<Held, Row, S>, Held, Row> {
  using base = input_range<csv_range, Held, Row>;
  friend base;
  static_assert(refuse_locale<Held>());

 public:
  template <class Source>
  csv_range(Source&& source, csv_options options)
      : base(static_cast<Source&&>(source)), table_(options) {}
  csv_range(csv_range const&) = delete;
  csv_range& operator=(csv_range const&) = delete;

  /// The names of the columns of a table with a header. Known after begin().
  std::size_t columns() const noexcept { return table_.names.size(); }
  std::string_view column(std::size_t i) const noexcept {
    return {table_.names[i].data, table_.names[i].size};
  }

 private:
  void start() {
    table_.start(this->source());
    find_columns();
    if constexpr (std::same_as<Row, csv_record>) row_ = csv_record(table_);
    step();
  }
  Row& now() noexcept { return row_; }
  bool is_done() const noexcept { return is_done_; }
  void find_columns() {
    if constexpr (shape_of<Row> == shape::fields)
      if (table_.rows.options().header && !order_.is_found)
        if (text const name = order_.find(table_.names); name.size != 0)
          raise(table_.no_column(name));
  }
  void step() {
    if constexpr (is_fast)
      if (RILL_LIKELY(order_.is_plain && table_.takes(fast_size<Row>())) &&
          (step_by_numbers() || step_fast()))
        return;
    step_carefully();
  }
  bool step_by_numbers() {
    if constexpr (has_numbers) {
      if (!read_fields_) return false;
      if (RILL_UNLIKELY(pause_ != 0)) {
        --pause_;
        return false;
      }
      reader& in = *table_.in;
      char const* const end =
          read_row_of_numbers(read_fields_, table_.rows.options().delimiter,
                              in.cursor(), in.end(), row_);
      if (RILL_LIKELY(end != nullptr)) return pass_row(end), true;
      pause_ = pause_after_failure;
    }
    return false;
  }
  bool step_fast() {
    reader& in = *table_.in;
    char const* const end =
        read_row_fast(table_.rows.options(), in.cursor(), in.end(), row_);
    if (RILL_UNLIKELY(!end)) return false;
    pass_row(end);
    return true;
  }
  void pass_row(char const* end) {
    table_.in->advance_to(end);
    table_.rows.passed_row();
  }
  [[gnu::noinline]] void step_carefully() {
    is_done_ = !table_.next();
    if constexpr (!std::same_as<Row, csv_record>) {
      if (is_done_) return;
      row_failure const what = undo_on_bad_alloc(
          [this] {
            return fill_row(table_.rows, *table_.in, row_, order_,
                            table_.names.size());
          },
          [this] { table_.rows.give_back(*table_.in); });
      if (RILL_UNLIKELY(what.how != scan_ok)) raise(table_.failure(what));
    }
  }

  static constexpr bool is_fast = can_be_fast<Row>();
  static constexpr bool has_numbers = numbers_in_row<Row>() != 0;
  // After the kernel has failed, it would probably fail for the next rows too.
  static constexpr unsigned pause_after_failure = 15;

  csv_table table_;
  Row row_{};
  typename column_order_of<Row>::type order_;
  fields_reader read_fields_ = has_numbers ? choose_fields() : nullptr;
  unsigned pause_ = 0;
  bool is_done_ = false;
};

template <class Row, sight S = sight_of_row<Row>()>
struct csv_fn : range_fn<csv_fn<Row, S>, csv_options> {
  template <class Held>
  using range = csv_range<Held, Row>;

  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the rows of a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The rows of a table of comma-separated values (RFC 4180):
///
///     for (auto const& row : rill::csv(rill::file::open("a.csv")))
///       sum += row.get<double>(3);
///     for (trade const& t : rill::csv<trade>(source, {.header = true})) …
///
/// Sources as for lines. Fields are separated by commas, or by the delimiter in
/// the options. A field in quotes may contain delimiters, line ends, and
/// quotes, which are doubled. A quote elsewhere in a field is an ordinary
/// character. Lines end with \n or \r\n, and with \r alone if the first one
/// does; empty lines are skipped. A byte order mark is passed (docs/text.md).
/// With the option `header`, the first row names the columns and is not
/// returned.
///
/// Row is a structure, a tuple, an array or a std::vector. Each member is read
/// from one field, as by csv_record::get, and there must be as many fields as
/// members. If RILL_FIELDS names the members and there is a header, the members
/// are found by name, and other columns are skipped. A std::string_view is
/// valid until the next row is read.
///
/// Errors: of the form, of a value, or of the device, thrown when the loop
/// reaches the row. After an error of a value, a new loop over the range
/// continues with the next row.
template <class Row = csv_record, class Source,
          detail::sight S = detail::sight_of_row<Row>()>
auto csv(Source&& source, csv_options options = {}) {
  if constexpr (std::same_as<Row, csv_record> || detail::typed_row<Row>)
    return detail::csv_fn<Row>()(static_cast<Source&&>(source), options);
  else
    return detail::refused_rows<Row>();
}

}  // namespace rill::inline RILL_BUILD

#endif
