// test/smoke/binary.cpp: writes and reads binary data; ends with 0 when the
// values are equal.
#include <rill/binary.h>
#include <rill/file.h>
#include <rill/print.h>
#include <stdio.h>  // remove

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace {

int faults = 0;

void check(bool holds, char const* what) {
  if (holds) return;
  ++faults;
  rill::eprintln("wrong: ", what);
}

enum class color : short { red, green, blue };
struct item {
  std::string name;
  std::vector<unsigned> numbers;
  std::optional<color> paint;
  bool operator==(item const&) const = default;
};
class counted {
 public:
  explicit counted(int n = 0) : n_(n) {}
  friend void rill_binary(auto& io, counted& x) { io(x.n_); }
  bool operator==(counted const&) const = default;

 private:
  int n_;
};
struct order {
  std::map<int, item> items;
  std::variant<counted, std::string> key;
  long double total = 0;
  std::vector<double> prices;
  bool operator==(order const&) const = default;
};
RILL_FIELDS(order, key, items, total, prices)
struct older_order {
  std::variant<counted, std::string> key;
};

order a_sample() {
  return {{{7, {"seven", {1, 2, 3}, color::blue}}, {9, {}}},
          counted(5),
          2.5L,
          {0.5, -1}};
}

void in_memory() {
  order const one = a_sample();
  check(rill::from_bytes<order>(rill::to_bytes(one)) == one, "compact");
  std::string const tagged = rill::to_bytes(one, rill::binary_tagged);
  check(rill::from_bytes<order>(tagged, rill::binary_tagged) == one, "tagged");
  auto const older = rill::from_bytes<older_order>(tagged, rill::binary_tagged);
  check(older.key == one.key, "an older type");
  struct header {
    rill::be<unsigned short> size;
    rill::fixed_text<2> magic;
    rill::leb128<int> offset;
  };
  std::string const bytes =
      rill::to_bytes(header{1, "ab", -2}, rill::binary_fixed);
  check(bytes == std::string("\0\1ab\x7e", 5), "fixed");
}

void in_a_file(char const* path) {
  std::vector<order> const many(300, a_sample());
  {
    rill::file_writer out(path);
    rill::write_binary(out, many);
    out.close();
  }
  {
    rill::file_reader in(path);
    check(rill::read_binary<std::vector<order>>(in) == many, "a file");
  }
  remove(path);
}

void damaged() {
  std::string const bytes = rill::to_bytes(a_sample());
  for (std::size_t size = 0; size != bytes.size(); ++size) {
    auto const read =
        rill::try_from_bytes<order>(rill::text(bytes.data(), size));
    check(!read && *read.error().what(), "a part is no value");
  }
  auto const huge = rill::try_from_bytes<std::vector<std::string>>(
      std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 10));
  check(!huge, "a length that is none");
}

}  // namespace

int main() {
  in_memory();
  in_a_file("smoke_binary.bin");
  damaged();
  return faults;
}
