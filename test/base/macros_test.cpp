// test/base/macros_test.cpp: the public headers beside the macros of other
// libraries' headers: windows.h, sys/sysmacros.h, Qt, and what compilers define
// themselves.
#include <doctest/doctest.h>

#include <fstream>
#include <iostream>
#include <limits>
#include <locale>
#include <string>
#include <tuple>
#include <vector>

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define near
#define far
#define small char
#define hyper long
#define interface struct
#define major(device) device
#define minor(device) device
#define linux 1
#define unix 1
#define IN
#define OUT
#define ERROR 0
#define DELETE 1
#define emit
#define signals public
#define slots
#define foreach for
#define forever for (;;)

#include <rill/rill.h>
#include <rill/debug.h>
#include <rill/hash_file.h>
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/process.h>
#include <rill/table.h>
#include <rill/unicode.h>

#undef min
#undef max
#undef near
#undef far
#undef small
#undef hyper
#undef interface
#undef major
#undef minor
#undef linux
#undef unix
#undef IN
#undef OUT
#undef ERROR
#undef DELETE
#undef emit
#undef signals
#undef slots
#undef foreach
#undef forever

TEST_CASE(
    "base/macros: no name of a public header is another library's macro") {
  CHECK(rill::concat(std::vector<int>{1, 2}) == "[1, 2]");
  CHECK(rill::parse<std::vector<int>>("[1, 2]") == std::vector<int>{1, 2});
}
