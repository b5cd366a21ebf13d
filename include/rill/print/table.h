// rill/print/table.h: rows of cells in aligned columns.
//
// Layer 5. Tests: test/print/table_test.cpp.
#ifndef RILL_PRINT_TABLE_H
#define RILL_PRINT_TABLE_H

#include "../base/text.h"
#include "../memory/small_vector.h"
#include "human.h"
#include "join.h"
#include "layout.h"
#include "container.h"
#include "exception.h"
#include "pretty.h"
#include "standard.h"
#include "translate.h"

// Rows of cells in aligned columns.
//
// Pure.

namespace rill::inline RILL_BUILD {

/// The options of columns.
struct table_options {
  /// The text between two columns.
  text separator = "  ";
  /// Prints a line of hyphens below the first row. For structures with
  /// RILL_FIELDS the names of the fields become the first row.
  bool header = false;
};

namespace detail {
// What columns returns.
template <class Table>
struct table_of {
  Table table;
  table_options options;
};
}  // namespace detail

/// `columns(table[, options])`: prints each element of a range on a line, with
/// its parts in aligned columns. The parts are the elements of ranges, tuples
/// and structures, or key and value of a map. A column that contains a number
/// is aligned right, any other left, by columns of a terminal (display_width).
/// There are no spaces at the end of a line, and no newline after the last.
/// Cells are as print writes them, texts without quotes. Requires: a table that
/// can be walked twice and is the same both times; cells of one line. Cost:
/// each cell is formatted twice. Allocates for more than 16 columns, and for
/// cells that are not text and are longer than 256 bytes.
///
/// Example:
///     std::vector<std::vector<std::string>> const table = {
///         {"fruit", "colour"}, {"apple", "red"}, {"fig", "violet"}};
///     rill::println(rill::columns(table, {.header = true}));
template <class Table>
constexpr detail::table_of<detail::kept<Table>> columns(
    Table&& table, table_options const& options = {}) {
  return {static_cast<Table&&>(table), options};
}

// How it is written.
//
// Walks the table twice: to measure and to write. Allocates for more than 16
// columns, and for cells that are not text and are longer than 256 bytes.

namespace detail {

// True for the cells that are aligned right.
template <class T>
constexpr bool is_number_cell() {
  if constexpr (is_styled<T>)
    return is_number_cell<remove_cvref<decltype(T::value)>>();
  else
    return integer<T> || floating<T> || measured<T> || is_based<T> ||
           is_styled_number<T> || std::is_same_v<T, human_bytes> ||
           std::is_same_v<T, human_time> ||
           (!directly_printable<T> && (shape_of<T> == shape::duration ||
                                       shape_of<T> == shape::complex_number));
}

// Calls use(text, columns, unseen bytes) with the text of a cell.
template <class T, class Use, sight S = sight_of<T>>
void with_cell(writer& out, T const& value, Use use) {
  if constexpr (narrow_text<T>) {
    text const bytes = text_arg_of(value).bytes;
    use(bytes, display_width(bytes), 0);
  } else {
    scratch_writer<256, styling_writer> scratch(out);
    if constexpr (is_printable<T> || !std::is_pointer_v<T>)
      detail::put(scratch, value);
    else
      detail::put(scratch, debugged<T const&>{value});
    text const made = scratch.bytes();
    use(made, display_width(made), scratch.unseen());
  }
}

struct table_column {
  std::size_t width;
  bool has_number;
};

// One column per cell of the longest row.
class table_columns {
 public:
  // Returns a column, which may be the one after the last.
  table_column& at(std::size_t number) {
    if (number == all_.size()) all_.add({0, false});
    return all_[number];
  }
  std::size_t count() const noexcept { return all_.size(); }

 private:
  small_vector<table_column, 16 + 1> all_;
};

// The first pass: measures the cells.
class measured_cells {
 public:
  measured_cells(writer& out, table_columns& columns,
                 table_options const&) noexcept
      : out_(out), columns_(columns) {}

  void begin_row() noexcept { at_ = 0; }
  template <class T, sight S = sight_of<T>>
  void cell(T const& value) {
    table_column& column = columns_.at(at_++);
    if (is_number_cell<T>()) column.has_number = true;
    with_cell(out_, value,
              [&column](text, std::size_t width, std::size_t) noexcept {
                column.width = larger(column.width, width);
              });
  }
  void rule() noexcept {}

 private:
  writer& out_;
  table_columns& columns_;
  std::size_t at_ = 0;
};

// The second pass: writes the cells.
class written_cells {
 public:
  written_cells(writer& out, table_columns& columns,
                table_options const& options) noexcept
      : out_(out), columns_(columns), separator_(options.separator) {}

  void begin_row() {
    if (!is_first_row_) out_.put('\n');
    is_first_row_ = false;
    at_ = 0;
  }
  template <class T, sight S = sight_of<T>>
  void cell(T const& value) {
    with_cell(out_, value,
              [this](text made, std::size_t width, std::size_t unseen) {
                write(made, width);
                if (unseen != 0) style_access::add_unseen(out_, unseen);
              });
  }
  void rule() {
    begin_row();
    for (std::size_t i = 0; i != columns_.count(); ++i) {
      if (i != 0) out_.write(separator_);
      put_fill(out_, columns_.at(i).width, {U'-', 1});
    }
  }

 private:
  // Writes the padding of a cell only before the next one.
  void write(text made, std::size_t width) {
    if (at_ != 0) {
      put_fill(out_, missing_, {U' ', 1});
      out_.write(separator_);
    }
    table_column const column = columns_.at(at_++);
    missing_ = column.width > width ? column.width - width : 0;
    if (column.has_number) {
      put_fill(out_, missing_, {U' ', 1});
      missing_ = 0;
    }
    out_.write(made);
  }

  writer& out_;
  table_columns& columns_;
  text separator_;
  std::size_t at_ = 0;
  std::size_t missing_ = 0;
  bool is_first_row_ = true;
};

// Passes on the parts of a row as cells.
template <class Cells>
class row_layout {
 public:
  explicit row_layout(Cells& cells) noexcept : cells_(cells) {}

  void open(text) noexcept {}
  void open(text, text) noexcept {}
  void word(text name) { cells_.cell(name); }
  template <class T, sight S = sight_of<T>>
  void item(T const& value) {
    cells_.cell(value);
  }
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  void entry(Key const&, T const& value) {
    cells_.cell(value);
  }
  template <class T, sight S = sight_of<T>>
  void field(text, T const& value) {
    cells_.cell(value);
  }
  void close(text) noexcept {}

 protected:
  Cells& cells_;
};

// Passes on the names of the fields of a row as cells.
template <class Cells>
class name_layout : public row_layout<Cells> {
 public:
  using row_layout<Cells>::row_layout;
  template <class T, sight S = sight_of<T>>
  void field(text name, T const&) {
    this->cells_.cell(name);
  }
};

// Passes on the rows of a table.
template <class Cells>
class table_layout {
 public:
  table_layout(Cells& cells, bool has_header) noexcept
      : cells_(cells), has_header_(has_header) {}

  void open(text) noexcept {}
  void open(text, text) noexcept {}
  void word(text) noexcept {}
  template <class T, sight S = sight_of<T>>
  void item(T const& row) {
    if constexpr (shape_in_rows<T>() == shape::fields) put_names(row);
    cells_.begin_row();
    put_row(row);
    put_rule();
  }
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  void entry(Key const& key, T const& row) {
    cells_.begin_row();
    cells_.cell(key);
    put_row(row);
    put_rule();
  }
  template <class T, sight S = sight_of<T>>
  void field(text name, T const& row) {
    entry(name, row);
  }
  void close(text) noexcept {}

 private:
  template <class T>
  static constexpr shape shape_in_rows() {
    if constexpr (directly_printable<T>)
      return shape::none;
    else
      return shape_of<T>;
  }
  template <class T, sight S = sight_of<T>>
  void put_row(T const& row) {
    row_layout<Cells> layout(cells_);
    if constexpr (shape_in_rows<T>() == shape::none)
      cells_.cell(row);
    else if constexpr (has_several_parts<T>())
      shape_printer<shape_of<T>>::walk(layout, row);
    else if constexpr (iterable<T>)
      show_elements(layout, row);
    else
      cells_.cell(row);
  }
  template <class T, sight S = sight_of<T>>
  void put_names(T const& row) {
    if (!has_header_) return;
    cells_.begin_row();
    name_layout<Cells> layout(cells_);
    shape_printer<shape::fields>::walk(layout, row);
    put_rule();
  }
  void put_rule() {
    if (has_header_) cells_.rule();
    has_header_ = false;
  }

  Cells& cells_;
  bool has_header_;
};

template <class Table>
struct wrapped<table_of<Table>> {
  using list = decltype(find_walked<remove_cvref<Table>>());
};

template <class Table>
  requires joinable<remove_cvref<Table>>
struct printer<table_of<Table>> {
  template <sight S = sight_of<table_of<Table>>>
  static void put(writer& out, table_of<Table> const& t) {
    table_columns columns;
    walk<measured_cells, S>(out, columns, t);
    walk<written_cells, S>(out, columns, t);
  }

 private:
  template <class Cells, sight S>
  static void walk(writer& out, table_columns& columns,
                   table_of<Table> const& t) {
    using table = remove_cvref<Table>;
    Cells cells(out, columns, t.options);
    table_layout<Cells> layout(cells, t.options.header);
    if constexpr (has_several_parts<table>())
      shape_printer<shape_of<table>>::walk(layout, t.table);
    else
      show_elements<table_layout<Cells>, table>(layout, t.table);
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
