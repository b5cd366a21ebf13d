// test/system/programs/csv.cpp: reads a table from standard input, and prints
// its rows as Python prints lists of strings; with "again", as CSV.
#include <rill/csv.h>
#include <rill/rill.h>

#include <string_view>
#include <vector>

int main(int count, char** words) {
  bool const again = count > 3;
  rill::csv_options options;
  options.delimiter = words[1][0];
  options.quote = words[2][0];
  try {
    for (auto const& row : rill::csv(rill::in(), options)) {
      std::vector<std::string_view> const fields(row.begin(), row.end());
      if (again) {
        rill::println(rill::csv_row(options, fields));
        continue;
      }
      char const* before = "[";
      for (std::string_view field : fields) {
        rill::print(before, rill::quoted(field, rill::escape_set::json_ascii));
        before = ", ";
      }
      rill::println("]");
    }
  } catch (rill::error const& reason) {
    rill::println(reason);
    return 1;
  }
}
