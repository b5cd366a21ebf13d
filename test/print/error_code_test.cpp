// test/print/error_code_test.cpp: error codes print with rill/print.h alone.
#include <doctest/doctest.h>
#include <rill/print.h>

#include <string>

namespace {
using rill::concat;
using rill::error_code;
using rill::error_source;
}  // namespace

TEST_CASE("print/print: of each source, by the names of its kind") {
  CHECK(concat(error_code()) == "no error");
  CHECK(concat(error_code(error_source::system, 2)) ==
        "No such file or directory (system:2)");
  CHECK(concat(error_code(error_source::c_library, 2)) ==
        "No such file or directory (c_library:2)");
  CHECK(concat(error_code(rill::library_problem::closed)) ==
        "the file is closed (library:3)");
  CHECK(concat(error_code(error_source::text, 4)) == "overlong form (text:4)");
  CHECK(concat(error_code(error_source::openssl, 5)) ==
        "OpenSSL reported an error (openssl:5)");
  constexpr char const* problems[] = {"malformed", "out_of_range",
                                      "mismatch",  "end_of_input",
                                      "left_over", "cut"};
  for (int i = 0; i != 6; ++i)
    CHECK(concat(error_code(error_source::scan, i + 1)) ==
          concat(problems[i], " (scan:", i + 1, ')'));
}

TEST_CASE("print/print: a number or a source that there is not") {
  CHECK(concat(error_code(error_source::scan, 7)) == "unknown (scan:7)");
  CHECK(concat(error_code(error_source::scan, -1)) == "unknown (scan:-1)");
  CHECK(concat(error_code(static_cast<error_source>(9), 1))
            .ends_with("(unknown:1)"));
}
