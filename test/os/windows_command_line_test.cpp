// test/os/windows_command_line_test.cpp: Windows command lines: on every
// system, tables made after Microsoft's description; on Windows, also the
// system's CommandLineToArgvW.
#include <doctest/doctest.h>
#include <rill/os/windows_command_line.h>

#include <random>
#include <string>
#include <vector>

#if defined(_WIN32)
#include <windows.h>
#include <shellapi.h>
#endif

using strings = std::vector<std::string>;

namespace {

strings split(std::string const& line) {
  // The block has exactly the required size, so a sanitizer finds a larger
  // write.
  std::vector<char> room(line.begin(), line.end());
  room.push_back('#');
  std::size_t const size =
      rill::os::command_line_splitter::split(room.data(), line.size());
  REQUIRE(size <= room.size());
  REQUIRE(size != 0);
  REQUIRE(room[size - 1] == '\0');
  strings all;
  for (char const* at = room.data(); at != room.data() + size;) {
    all.emplace_back(at);
    at += all.back().size() + 1;
  }
  return all;
}

// The arguments after the program's name.
strings arguments(std::string const& line) {
  strings all = split("x " + line);
  CHECK(all[0] == "x");
  all.erase(all.begin());
  return all;
}

}  // namespace

TEST_CASE("os/windows_command_line: the table of Microsoft") {
  CHECK(arguments(R"("a b c" d e)") == strings{"a b c", "d", "e"});
  CHECK(arguments(R"("ab\"c" "\\" d)") == strings{"ab\"c", "\\", "d"});
  CHECK(arguments(R"(a\\\b d"e f"g h)") == strings{R"(a\\\b)", "de fg", "h"});
  CHECK(arguments(R"(a\\\"b c d)") == strings{R"(a\"b)", "c", "d"});
  CHECK(arguments(R"(a\\\\"b c" d e)") == strings{R"(a\\b c)", "d", "e"});
  CHECK(arguments(R"(a"b"" c d)") == strings{R"(ab" c d)"});
}

TEST_CASE("os/windows_command_line: blanks, and what is empty") {
  CHECK(split("") == strings{""});
  CHECK(split(" ") == strings{""});
  CHECK(split(" a") == strings{"", "a"});
  CHECK(split("x") == strings{"x"});
  CHECK(split("x \t ") == strings{"x"});
  CHECK(arguments("a\tb  c ") == strings{"a", "b", "c"});
  CHECK(arguments("a\nb") == strings{"a\nb"});
  CHECK(arguments("\"\"") == strings{""});
  CHECK(arguments("\"\" \"\"") == strings{"", ""});
  CHECK(arguments("a\"\"") == strings{"a"});
  CHECK(arguments("\"") == strings{""});
  CHECK(arguments("\" ") == strings{" "});
}

TEST_CASE("os/windows_command_line: the program's name has other rules") {
  CHECK(split("\"C:\\a b\\\" c") == strings{"C:\\a b\\", "c"});
  CHECK(split("C:\\a\\\"b c\" d") == strings{"C:\\a\\b c", "d"});
  CHECK(split("a\"\"b c") == strings{"ab", "c"});
  CHECK(split("\"a") == strings{"a"});
  CHECK(split("\"\"") == strings{""});
}

TEST_CASE("os/windows_command_line: backslashes and quotes in each number") {
  for (std::size_t n = 0; n != 8; ++n) {
    std::string const backslashes(n, '\\'), half(n / 2, '\\');
    CHECK(arguments(backslashes + "a") == strings{backslashes + "a"});
    if (n != 0) CHECK(arguments(backslashes) == strings{backslashes});
    std::string const quoted = n % 2 == 0 ? half : half + "\"";
    CHECK(arguments(backslashes + "\"") == strings{quoted});
    CHECK(arguments("\"" + backslashes + "\" b") ==
          (n % 2 == 0 ? strings{half, "b"} : strings{half + "\" b"}));
  }
  CHECK(arguments("\"\"\"\"") == strings{"\""});
  CHECK(arguments("\"a\"\"b c\" d") == strings{"a\"b c", "d"});
  CHECK(arguments("\"a\\\"\"b c") == strings{"a\"b", "c"});
}

#if defined(_WIN32)
TEST_CASE("os/windows_command_line: is what the system makes of it") {
  std::mt19937 random(9);
  char const letters[] = "ab \t\"\"\\\\";
  int count = 0;
  while (count != 20000) {
    std::string line = random() % 2 ? "x " : "\"x\\ y\" ";
    std::size_t const size = random() % 12;
    for (std::size_t i = 0; i != size; ++i) line += letters[random() % 8];
    // The C library and CommandLineToArgvW parse two quotes differently since
    // 2008.
    if (line.find("\"\"") != line.npos) continue;
    ++count;
    int found = 0;
    std::wstring const wide(line.begin(), line.end());
    wchar_t** const words = CommandLineToArgvW(wide.c_str(), &found);
    strings expected;
    for (int i = 0; i != found; ++i) {
      std::wstring const word = words[i];
      std::string narrow;
      for (wchar_t const c : word) narrow += static_cast<char>(c);
      expected.push_back(narrow);
    }
    LocalFree(words);
    CAPTURE(line);
    REQUIRE(split(line) == expected);
  }
}
#endif
