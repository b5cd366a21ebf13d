// test/stream/replace_file_test.cpp: the old file or the new one, whole,
// whatever fails.
// covers: rill/os/posix/replacing.h, rill/os/replacing.h
// covers: rill/os/replace_options.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/stream/replace_file.h>

#include <filesystem>
#include <string>

#include "support/files.h"

using rill_test::content_of;
using rill_test::set_content;
namespace stdfs = std::filesystem;

TEST_CASE("stream/replace_file: replaces, and makes what is not there") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  for (int i : {1, 2, 300}) {
    rill::replace_file(path, [i](rill::writer& out) {
      for (int j = 0; j != i; ++j) rill::println(out, "line ", j);
    });
    std::string wanted;
    for (int j = 0; j != i; ++j) wanted += "line " + std::to_string(j) + "\n";
    CHECK(content_of(path) == wanted);
  }
  rill::replace_file(path, "text");
  CHECK(content_of(path) == "text");
}
