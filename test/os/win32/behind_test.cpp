// test/os/win32/behind_test.cpp: the library, included after <windows.h> and
// all its macros (near, far, small, interface, …).
// platforms: windows
#include <windows.h>

#include <rill/rill.h>
// doctest comes last: it must not undefine the macros before the library is
// included.
#include <doctest/doctest.h>

#include <string>

#if !defined(near)
#error "these macros are what this test is about"
#endif

TEST_CASE("os/win32/behind: prints and scans as without the macros") {
  int const a = rill::parse<int>("12");
  double const b = rill::parse<double>("2.5");
  CHECK(rill::concat(a, ' ', b, ' ', rill::hex(255), ' ',
                     rill::right("x", 3)) == "12 2.5 ff   x");
  CHECK(rill::concat(L"\u20AC", u"\U0001F600") ==
        "\xE2\x82\xAC\xF0\x9F\x98\x80");
  // The library's handle type accepts a HANDLE.
  rill::file_view const view{GetStdHandle(STD_OUTPUT_HANDLE)};
  CHECK(view.native_handle() == GetStdHandle(STD_OUTPUT_HANDLE));
}
