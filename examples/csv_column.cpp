// examples/csv_column.cpp: prints one column of comma-separated text and its
// sum. fields() does not interpret quotes.
#include <rill/rill.h>

#include <string_view>

namespace {

// The index of a column by its name in the first line, or -1.
int find_column(std::string_view header, std::string_view name) {
  int index = 0;
  for (std::string_view field : rill::fields(header, ',')) {
    if (field == name) return index;
    ++index;
  }
  return -1;
}

std::string_view field_at(std::string_view line, int index) {
  for (std::string_view field : rill::fields(line, ','))
    if (index-- == 0) return field;
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const name = argc > 1 ? argv[1] : "amount";
  long long sum = 0, number = 0;
  int column = -1;
  for (std::string_view line : rill::lines(stdin)) {
    if (++number == 1) {
      column = find_column(line, name);
      if (column < 0) break;
      continue;
    }
    auto const amount = rill::try_parse<long long>(field_at(line, column));
    if (!amount) {
      rill::eprintln("line ", number, ": no number in column ",
                     rill::escaped(name, rill::escape_set::debug));
      continue;
    }
    rill::println(rill::right(*amount, 8));
    sum += *amount;
  }
  if (column < 0) {
    rill::eprintln("there is no column ",
                   rill::quoted(name, rill::escape_set::debug));
    return 1;
  }
  rill::println(rill::right(sum, 8), " in all");
}
