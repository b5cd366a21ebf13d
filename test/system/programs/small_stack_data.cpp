// test/system/programs/small_stack_data.cpp: compresses, decompresses, and
// converts nested values to bytes and back, on a stack of a chosen size.
//
//   small_stack_data OPERATION KIBIBYTES FOLDER
#include <rill/binary.h>
#include <rill/driver/gzip_index.h>
#include <rill/driver/lz4.h>
#include <rill/driver/zlib.h>
#include <rill/driver/zstd.h>
#include <rill/records.h>
#include <rill/rill.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "small_stack.h"

namespace {

std::string folder;
std::string lines;

bool comes_back(rill::compression const& how) {
  std::string const path = folder + "/packed";
  rill::compressed_writer out(path, how);
  rill::print(out, lines);
  out.flush();
  rill::print(out, lines);
  out.close();
  std::size_t count = 0;
  for (rill::text line : rill::lines(rill::decompressed_reader(path, how)))
    count += line.size + 1;
  if (count != 2 * lines.size()) return false;
  count = 0;
  for (rill::text line : rill::lines(rill::decompressing(path)))
    count += line.size + 1;
  if (count != 2 * lines.size()) return false;
  std::string packed = rill::compress(lines, how);
  std::string const few = rill::compress("few bytes", how);
  if (rill::decompress(packed, how, lines.size()) != lines) return false;
  if (rill::decompress(few, how, 9) != "few bytes") return false;
  packed.resize(packed.size() / 2);
  auto const cut = rill::try_decompress(packed, how, lines.size());
  return !cut && strstr(cut.error().what(), "ends too early") != nullptr;
}

bool gzip() { return comes_back(rill::gzip()) && comes_back(rill::gzip(9)); }
bool zstd() { return comes_back(rill::zstd()) && comes_back(rill::zstd(19)); }
bool lz4() {
  return comes_back(rill::lz4()) && comes_back(rill::lz4(9)) &&
         comes_back(rill::lz4(12));
}

bool gzip_index() {
  std::string const path = folder + "/indexed.gz";
  rill::file::create(path).write(rill::compress(lines, rill::gzip()));
  char bytes[5];
  for (int i = 0; i != 2; ++i) {  // builds the index, then loads it
    rill::gzip_file in(path, {.keep = true, .spacing = 50000});
    if (in.read_at(lines.size() / 2, bytes, 5) != 5) return false;
    if (lines.compare(lines.size() / 2, 5, bytes, 5) != 0) return false;
  }
  return true;
}

// Types that contain themselves, nested up to the limit of 100 levels.
struct chain {
  int number = 0;
  std::unique_ptr<chain> next;
  std::vector<chain> others;
  std::string name;
  RILL_FIELDS(chain, number, next, others, name)
};
struct tree {
  std::map<int, tree> parts;
  RILL_FIELDS(tree, parts)
};
void add_level(chain& to) {
  chain* last = &to;
  while (last->next) last = last->next.get();
  last->next = std::make_unique<chain>();
}
void add_level(tree& to) {
  tree* last = &to;
  while (!last->parts.empty()) last = &last->parts.begin()->second;
  last->parts.emplace(1, tree());
}

template <class T, class Format>
bool converts(Format format) {
  T value;
  for (int i = 0; i != 99; ++i) add_level(value);
  std::string const bytes = rill::to_bytes(value, format);
  T const back = rill::from_bytes<T>(bytes, format);
  std::string log;
  rill::string_writer out(log);
  rill::write_record(out, back, format);
  out.flush();
  int count = 0;
  for (T const& each : rill::records<T>(log, format))
    count += rill::to_bytes(each, format) == bytes;
  return count == 1 && !rill::try_from_bytes<T>(bytes + '\1', format);
}
bool nested() {
  return converts<chain>(rill::binary_compact) &&
         converts<tree>(rill::binary_compact);
}
bool nested_tagged() {
  return converts<chain>(rill::binary_tagged) &&
         converts<tree>(rill::binary_tagged);
}

constexpr small_stack::named operations[] = {
    {"gzip", gzip},     {"zstd", zstd},
    {"lz4", lz4},       {"gzip_index", gzip_index},
    {"nested", nested}, {"nested_tagged", nested_tagged},
};

}  // namespace

int main(int, char** arguments) {
  folder = arguments[3];
  for (int i = 0; i != 20000; ++i) lines += rill::concat(i, '\n');
  return small_stack::run_on_stack(
      operations, arguments[1], static_cast<size_t>(atoi(arguments[2])) * 1024);
}
