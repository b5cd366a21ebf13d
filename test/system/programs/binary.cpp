// Binary data: binary KIND [PATH], where KIND is
//   write, write_tagged   writes shipments to the path, with a small buffer
//   read, read_tagged     prints those of the path, with a small buffer
//   bytes, bytes_tagged   writes one shipment to standard output
// Prints errors on standard error, and then ends with status 2.
#include <rill/binary.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <rill/types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace {

constexpr std::size_t buffer_size = 8192;

enum class state : unsigned char { open, sent = 5, lost };
struct parcel {
  std::string label;
  double weight = 0;
  std::vector<short> sizes;
  std::optional<unsigned> insured;
};
struct shipment {
  long long id = 0;
  state now = state::open;
  std::vector<parcel> parcels;
  std::map<std::string, bool> notes;
  std::variant<int, std::string> target;
  std::vector<unsigned> route;
};
RILL_FIELDS(shipment, id, now, parcels, notes, target, route)

// Must be equal to that in binary_test.py.
shipment make(int n) {
  shipment made;
  made.id = n * 1'000'003LL - 7;
  made.now = n % 2 ? state::sent : state::lost;
  for (int i = 0; i != n % 4; ++i) {
    parcel one;
    one.label = std::string(static_cast<std::size_t>(i * 70), 'x') + "label";
    one.weight = n + i / 8.0;
    for (int k = 0; k != i; ++k) one.sizes.push_back(static_cast<short>(k - n));
    if (i != 1) one.insured = static_cast<unsigned>(n * i);
    made.parcels.push_back(one);
  }
  made.notes = {{"fragile", n % 3 == 0}, {"a", true}};
  if (n % 2)
    made.target = n;
  else
    made.target = "target";
  made.route.resize(static_cast<std::size_t>(n) % 50, 0x01020304);
  return made;
}

void write_all(char const* path, auto format) {
  rill::file_writer out(path, buffer_size);
  for (int n = 0; n != 100; ++n) {
    rill::write_binary(out, make(n), format);
    if (out.error()) break;
  }
  out.close();
}

int told(rill::error const& why) {
  rill::eprintln(why.what());
  return 2;
}

int read_all(char const* path, auto format) {
  rill::file_reader in(path, buffer_size);
  while (!in.at_end()) {
    auto const one = rill::try_read_binary<shipment>(in, format);
    if (!one) return told(one.error());
    rill::println(rill::debug(*one));
  }
  rill::flush();
  return 0;
}

int run(std::string_view kind, char const* path) {
  if (kind == "write") {
    write_all(path, rill::binary_compact);
  } else if (kind == "write_tagged") {
    write_all(path, rill::binary_tagged);
  } else if (kind == "read") {
    return read_all(path, rill::binary_compact);
  } else if (kind == "read_tagged") {
    return read_all(path, rill::binary_tagged);
  } else if (kind == "bytes") {
    rill::write_binary(rill::out(), make(57));
  } else {
    rill::write_binary(rill::out(), make(57), rill::binary_tagged);
  }
  rill::out().flush();
  return 0;
}

}  // namespace

int main(int count, char** words) {
  char const* const path = count > 2 ? words[2] : "";
#if defined(__cpp_exceptions)
  try {
    return run(words[1], path);
  } catch (rill::error const& why) {
    return told(why);
  }
#else
  return run(words[1], path);
#endif
}
