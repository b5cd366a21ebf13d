// test/fuzz/scan_csv.cpp: parses any text as tables of typed rows. No byte
// outside the text is read, and from memory, where many bytes are parsed at a
// time, the values and the error's code, place and sentence are the same as in
// chunks.
#include <rill/csv.h>
#include <rill/print.h>
#include <stdint.h>
#include <string.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "../support/chunked.h"

namespace {

struct trade {
  int id = 0;
  double price = 0;
  std::string name;
};
struct named {
  unsigned short a = 0;
  std::optional<long> b;
};
RILL_FIELDS(named, a, b)

// The rows as text, then the error.
template <class Row>
std::string outcome(rill::reader& source, rill::csv_options options) {
  std::string all;
  try {
    for (auto const& row : rill::csv<Row>(source, options))
      all += rill::concat(rill::debug(row), '\n');
  } catch (rill::error const& reason) {
    if (!*reason.what()) __builtin_trap();
    if (reason.caret() > reason.excerpt().size) __builtin_trap();
    all += rill_test::told(reason);
  }
  return all;
}

template <class Row>
void check(std::string_view table, rill::csv_options options) {
  if (rill_test::find_chunk_difference(
          table, [=](rill::reader& in) { return outcome<Row>(in, options); }))
    __builtin_trap();
}

// Compares the fields that csv_record gives one by one.
void check_record(std::string_view table, rill::csv_options options) {
  auto const fields_of = [&](rill::reader& source) {
    std::string all;
    try {
      for (auto const& row : rill::csv(source, options)) {
        for (std::size_t i = 0; i != row.size(); ++i) {
          all += rill::concat(rill::debug(row[i]), ' ', row.line(), ' ');
          auto const number = row.template try_get<double>(i);
          all += number ? rill::concat(*number) : std::string("none");
          if (!number) all += rill_test::told(number.error());
        }
        all += '\n';
      }
    } catch (rill::error const& reason) {
      all += rill_test::told(reason);
    }
    return all;
  };
  if (rill_test::find_chunk_difference(table, fields_of)) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
  if (size == 0) return 0;
  // The first byte selects the type and the form; the rest is in a heap block
  // of its size.
  auto const block = std::make_unique<char[]>(size - 1);
  if (size > 1) memcpy(block.get(), data + 1, size - 1);
  std::string_view const table(block.get(), size - 1);
  rill::csv_options const options = {.delimiter = data[0] & 16 ? ';' : ',',
                                     .quote = data[0] & 32 ? '\'' : '"',
                                     .header = (data[0] & 64) != 0,
                                     .uniform = (data[0] & 128) != 0};
  switch (data[0] % 8) {
    case 0:
      check<std::array<long, 3>>(table, options);
      break;
    case 1:
      check<trade>(table, options);
      break;
    case 2:
      check<std::vector<std::string>>(table, options);
      break;
    case 3:
      check<named>(table, options);
      break;
    case 4:
      check<std::tuple<float, unsigned char, short, double>>(table, options);
      break;
    case 5:
      check<std::array<double, 2>>(table, options);
      break;
    case 6:
      check<std::tuple<std::string_view, std::optional<double>, bool>>(table,
                                                                       options);
      break;
    default:
      check_record(table, options);
  }
  return 0;
}
