// test/support/devices/sink_rows.cpp: lists and runs all rows of sinks.
#include "sink_rows.h"

#include <vector>

#include "life_rows.h"

namespace rill_test {

rows_told run_rows(sink_fixture const& fixture) {
  std::vector<sink_row> rows;
  add_byte_rows(rows, fixture);
  add_value_rows(rows, fixture);
  add_whole_rows(rows, fixture);
  add_empty_rows(rows);
  add_error_rows(rows, fixture);
  add_kept_error_rows(rows, fixture);
  add_clear_rows(rows, fixture);
  add_hook_rows(rows, fixture);
  add_close_rows(rows, fixture);
  add_move_rows(rows, fixture);
  return run_rows(rows, fixture);
}

}  // namespace rill_test
