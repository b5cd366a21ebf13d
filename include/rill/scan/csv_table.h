// rill/scan/csv_table.h: a table on its way: its rows, the names of its
// columns, and the errors that tell where in it something is wrong.
//
// Floor 5. Tests: test/scan/csv_test.cpp.
#ifndef RILL_SCAN_CSV_TABLE_H
#define RILL_SCAN_CSV_TABLE_H

#include "csv_field.h"

namespace rill::inline RILL_BUILD::detail {

class csv_table {
 public:
  explicit csv_table(csv_options options) noexcept : rows(options) {}
  csv_table(csv_table const&) = delete;
  csv_table& operator=(csv_table const&) = delete;

  /// Passes the mark of UTF-8 and reads the names, once.
  void start(reader& source) {
    in = &source;
    if (is_started_) return;
    pass_mark();
    undo_on_shortage([this] { read_names(); }, [this] { is_started_ = false; });
  }

  /// Whether a row of so many fields is right without a look at others.
  bool takes(std::size_t size) const noexcept {
    return !rows.options().uniform || size_ == size;
  }

  /// The next row; false at the end. Throws what is wrong with its form.
  bool next() {
    if (RILL_UNLIKELY(!rows.next(*in))) {
      if (in->error()) raise_read_error(*in);
      if (rows.fault() != csv_fault::none) raise(fault());
      return false;
    }
    if (RILL_UNLIKELY(rows.options().uniform)) check_size();
    return true;
  }

  /// The line in which the row begins.
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
    scan_place place = place_of_byte(*in, rows.place_of(what.field));
    set_found(place, found);
    add_name(words, what.field);
    outcome how = what.how;
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

  /// There is no column of that name.
  [[gnu::cold, gnu::noinline]] error no_column(text name) const {
    short_words there;
    for (std::size_t i = 0; i != names.size(); ++i)
      there.add(i != 0 ? ", " : "").add(names[i]);
    return error(library_problem::no_such_column, "find column", name, there);
  }

  csv_splitter rows;
  csv_names names;
  reader* in = nullptr;

 private:
  static constexpr unsigned long long unknown = ~0ULL;

  void read_names() {
    is_started_ = true;
    if (!rows.options().header || !next()) return;
    undo_on_shortage([this] { names.keep(rows.fields()); },
                     [this] { rows.give_back(*in); });
  }

  // Asks for no byte behind one that differs.
  void pass_mark() {
    if (starts_with(*in, "\xEF\xBB\xBF")) in->advance_to(in->cursor() + 3);
  }

  void check_size() {
    std::size_t const size = rows.fields().size();
    if (size_ == 0) size_ = size;
    if (size != size_) raise(failure(miscounted(size, size_)));
  }

  // column "price", or field 3 where there are no names.
  void add_name(short_words& words, std::size_t field) const {
    if (field >= names.size()) {
      words.add("field ").add(field + 1);
      return;
    }
    words.add("column ").add_quoted(names[field]);
  }

  [[gnu::cold, gnu::noinline]] error fault() {
    scan_place place = place_of_byte(*in, rows.place());
    if (rows.fault() == csv_fault::no_closing_quote) {
      place.expected = "a closing quote";
      return error(scan_problem::end_of_input, place);
    }
    place.expected = "a delimiter or the end of the line";
    place.found = word_at(rows.place(), in->end(), true, place.is_found_cut);
    return error(scan_problem::malformed, place);
  }

  std::size_t size_ = 0;
  unsigned long long lines_before_rows_ = unknown;
  bool is_started_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
