// rill/value/table.h: rows of cells in aligned columns.
//
// Floor 2. Pure; print/table.h writes it. Tests: test/print/table_test.cpp.
#ifndef RILL_VALUE_TABLE_H
#define RILL_VALUE_TABLE_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD {

/// How columns writes a table.
struct table_options {
  /// Between two columns.
  text separator = "  ";
  /// A line of hyphens below the first row. Of structures with RILL_FIELDS
  /// the first row is then the names of the fields.
  bool header = false;
};

/// What columns returns.
template <class Table>
struct table_of {
  Table table;
  table_options options;
};

/// `columns(table[, options])`: each element of a range in a line, and below
/// each other what the elements consist of: those of ranges, tuples and
/// structures, or key and value of a map. Columns in which a number stands
/// are aligned to the right, all others to the left, by columns of a
/// terminal (display_width). No spaces at the end of a line, no newline
/// behind the last. Cells are as print has them, texts plain.
/// Requires: a table that can be walked through twice and is the same both
/// times; cells of one line.
/// Cost: each cell is made twice. Memory for more than 16 columns and for
/// cells that are no text and longer than 256 bytes.
///
/// Example:
///     std::vector<std::vector<std::string>> const table = {
///         {"fruit", "colour"}, {"apple", "red"}, {"fig", "violet"}};
///     rill::println(rill::columns(table, {.header = true}));
template <class Table>
constexpr table_of<Table> columns(Table&& table,
                                  table_options const& options = {}) {
  return {static_cast<Table&&>(table), options};
}

}  // namespace rill::inline RILL_BUILD

#endif
