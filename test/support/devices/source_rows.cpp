// test/support/devices/source_rows.cpp: lists and runs all rows of sources.
#include "source_rows.h"

#include <vector>

#include "read_error_rows.h"

namespace rill_test {

static std::vector<source_row> source_rows(source_fixture const& fixture) {
  std::vector<source_row> rows;
  add_read_rows(rows, fixture);
  add_prompt_rows(rows, fixture);
  add_read_error_rows(rows, fixture);
  add_place_rows(rows, fixture);
  add_read_life_rows(rows, fixture);
  return rows;
}

rows_told run_rows(source_fixture const& fixture) {
  rows_told told;
  for (source_row const& one : source_rows(fixture))
    run_row(one, fixture, told);
  return told;
}

}  // namespace rill_test
