// test/base/macros_test.cpp: the public headers beside the macros of other
// libraries' headers, which are still defined where the library is used.
#include <doctest/doctest.h>

#include <complex>
#include <fstream>
#include <iostream>
#include <limits>
#include <locale>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

// The system's headers that public headers include: with the macros, these
// would not compile.
#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#endif

#include "support/foreign_macros.h"

#include <rill/any.h>
#include <rill/base64.h>
#include <rill/binary.h>
#include <rill/box.h>
#include <rill/csv.h>
#include <rill/debug.h>
#include <rill/error.h>
#include <rill/file.h>
#include <rill/format.h>
#include <rill/hash.h>
#include <rill/hash_each.h>
#include <rill/hash_file.h>
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/map.h>
#include <rill/number.h>
#include <rill/print.h>
#include <rill/process.h>
#include <rill/records.h>
#include <rill/rill.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/table.h>
#include <rill/terminal.h>
#include <rill/time.h>
#include <rill/trace.h>
#include <rill/types.h>
#include <rill/unicode.h>
#if RILL_FOLDERS
#include <rill/fs.h>
#endif

TEST_CASE(
    "base/macros: no name of a public header is another library's macro") {
  CHECK(rill::concat(std::vector<int>{1, 2}) == "[1, 2]");
  CHECK(rill::parse<std::vector<int>>("[1, 2]") == std::vector<int>{1, 2});
}

TEST_CASE("base/macros: templates are used beside the macros") {
  std::map<std::string, double> read;
  auto in = rill::from("{\"a\": 1.5}");
  rill::scan(in, read);
  CHECK(read["a"] == 1.5);
  CHECK(rill::transcode("caf\xE9", rill::latin1, rill::utf8) == "caf\xC3\xA9");
  std::string const bytes = rill::to_bytes(read);
  CHECK((rill::from_bytes<std::map<std::string, double>>(bytes) == read));
}

TEST_CASE("base/macros: a macro verify leaves rill::verify in parentheses") {
  auto const code = rill::hmac<rill::sha256>::of("key", "message");
  CHECK((rill::verify)(code, code));
  CHECK_FALSE((rill::verify)(code, rill::hmac<rill::sha256>::of("k", "m")));
}
