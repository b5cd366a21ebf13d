// reading WAY SOURCE PATH: reads a file to its end, prints what it counted, and
// ends with status 0. A source is "file", "in" (standard input), "stdio", or
// compressed: "gzip", "limited", "thin" (a low max_ratio).
#include <rill/binary.h>
#include <rill/driver/zlib.h>
#include <rill/hash_file.h>
#include <rill/rill.h>

#include <cstdio>
#include <string>

namespace {

using rill::text;

unsigned long long bytes_by_cursor(rill::reader& in) {
  unsigned long long count = 0;
  while (!in.at_end()) {
    count += in.available();
    in.advance_to(in.end());
  }
  return count;
}

unsigned long long bytes_by_read(rill::reader& in) {
  unsigned long long count = 0;
  char block[1000];
  while (std::size_t const size = in.read(block, sizeof block)) count += size;
  return count;
}

unsigned long long bytes_by_copy(rill::reader& in) {
  std::string made;
  rill::string_writer out(made);
  return rill::copy(in, out);
}

unsigned long long items_of_binary(rill::reader& in) {
  unsigned long long count = 0;
  for (; !in.at_end(); ++count) (void)rill::read_binary<char>(in);
  return count;
}

template <class Source>
unsigned long long items(text way, Source& in) {
  unsigned long long count = 0;
  if (way == "lines") {
    for (std::string_view line : rill::lines(in)) count += line.size() + 1;
  } else if (way == "words") {
    for (std::string_view word : rill::words(in)) count += word.size() + 1;
  } else if (way == "values") {
    for (int n : rill::values<int>(in)) count += n >= 0;
  } else if (way == "scan") {
    for (int n = 0; rill::scan(in, n);) ++count;
  }
  return count;
}

unsigned long long counted(text way, rill::reader& in) {
  if (way == "at_end") return bytes_by_cursor(in);
  if (way == "read") return bytes_by_read(in);
  if (way == "copy") return bytes_by_copy(in);
  if (way == "binary") return items_of_binary(in);
  if (way == "load") return rill::load(in).size();
  if (way == "hash") return (void)rill::hash_file<rill::sha256>(in), 0;
  return items(way, in);
}

unsigned long long decompressed(text way, text kind, char const* path) {
  rill::decompression_options options;
  if (kind == "limited") options.limit = 100'000;
  if (kind == "thin") {
    options.max_ratio = 2;
    options.ratio_from = 1000;
  }
  rill::decompressed_reader in(path, rill::gzip(), options);
  return counted(way, in);
}

unsigned long long opened(text way, text kind, char const* path) {
  if (kind == "in") return counted(way, rill::in());
  if (kind == "stdio") {
    FILE* file = std::fopen(path, "r");
    return items(way, file);
  }
  if (kind != "file") return decompressed(way, kind, path);
  rill::file_reader in(path);
  return counted(way, in);
}

}  // namespace

int main(int, char** words) {
  rill::println(opened(words[1], words[2], words[3]));
}
