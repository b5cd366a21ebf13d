// test/support/devices/source_rows.h: lists all rows of sources, and runs them.
#ifndef RILL_TEST_SUPPORT_DEVICES_SOURCE_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_SOURCE_ROWS_H

#include <vector>

#include "read_error_rows.h"

namespace rill_test {

inline std::vector<source_row> source_rows(source_fixture const& fixture) {
  std::vector<source_row> rows;
  add_read_rows(rows, fixture);
  add_prompt_rows(rows, fixture);
  add_read_error_rows(rows, fixture);
  add_place_rows(rows, fixture);
  add_read_life_rows(rows, fixture);
  return rows;
}

/// Runs all rows that apply.
inline rows_told run_rows(source_fixture const& fixture) {
  rows_told told;
  for (source_row const& one : source_rows(fixture))
    run_row(one, fixture, told);
  return told;
}

}  // namespace rill_test

#endif
