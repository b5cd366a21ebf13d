// rill/stream/csv_names.h: the names of the columns of a table.
//
// Floor 4. One allocation, when they are kept. Tests: test/stream/csv_test.cpp.
#ifndef RILL_STREAM_CSV_NAMES_H
#define RILL_STREAM_CSV_NAMES_H

#include "csv.h"

namespace rill::inline RILL_BUILD::detail {

class csv_names {
 public:
  static constexpr std::size_t none = ~std::size_t{};

  /// Copies the fields of the first row: all of them, or none where there is
  /// no memory.
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
  /// The number of the first column of that name, or none.
  std::size_t find(text name) const noexcept {
    for (std::size_t i = 0; i != names_.size(); ++i)
      if (names_[i] == name) return i;
    return none;
  }

 private:
  storage bytes_;
  field_list names_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
