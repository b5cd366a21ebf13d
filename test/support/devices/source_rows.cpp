// test/support/devices/source_rows.cpp: lists and runs all rows of sources.
#include "source_rows.h"

#include <vector>

#include "read_error_rows.h"

namespace rill_test {

rows_told run_rows(source_fixture const& fixture) {
  std::vector<source_row> rows;
  add_read_rows(rows, fixture);
  add_prompt_rows(rows, fixture);
  add_read_error_rows(rows, fixture);
  add_place_rows(rows, fixture);
  add_read_life_rows(rows, fixture);
  return run_rows(rows, fixture);
}

}  // namespace rill_test
