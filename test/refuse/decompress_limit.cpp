// expect: rill: decompress needs a limit, the most plain bytes
//
// test/refuse/decompress_limit.cpp: decompress without a limit.
#include <rill/compression/compress.h>

#include <string>

std::string plain(std::string const& bytes, rill::compression const& how) {
  auto const text = rill::decompress(bytes, how);
  return std::string(text.data, text.size);
}
