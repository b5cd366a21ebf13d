// test/os/win32/wide_path_test.cpp: UTF-8 to the paths of Windows, against the
// standard library; ill-formed UTF-8 is refused.
// platforms: windows
// covers: rill/os/win32/wide_path.h
#include <doctest/doctest.h>
#include <rill/os/file_calls.h>

#include <filesystem>
#include <random>
#include <string>

#include "support/files.h"

using rill::os::wide_path;

namespace {

std::wstring oracle(std::string const& path) {
  return std::filesystem::path(std::u8string(path.begin(), path.end()))
      .native();
}

std::string encoded(std::mt19937& random) {
  char32_t const limits[] = {0x80, 0x800, 0xD800, 0x110000};
  char32_t c = 1 + random() % (limits[random() % 4] - 1);
  if (c >= 0xD800 && c < 0xE000) c = U'\uFFFD';
  std::string out;
  auto const byte = [&](char32_t bits) { out += static_cast<char>(bits); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | c >> 6);
    byte(0x80 | (c & 63));
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12);
    byte(0x80 | (c >> 6 & 63));
    byte(0x80 | (c & 63));
  } else {
    byte(0xF0 | c >> 18);
    byte(0x80 | (c >> 12 & 63));
    byte(0x80 | (c >> 6 & 63));
    byte(0x80 | (c & 63));
  }
  return out;
}

}  // namespace

TEST_CASE("os/win32/wide_path: as the standard library, below 248 units") {
  std::mt19937 random(5);
  CHECK(std::wstring(wide_path(rill::text()).c_str()).empty());
  for (int i = 0; i != 3000; ++i) {
    std::string path;
    std::size_t const count = random() % 120;
    for (std::size_t k = 0; k != count; ++k) path += encoded(random);
    wide_path const got(path);
    REQUIRE(!got.problem());
    REQUIRE((got.c_str() == oracle(path)));
  }
}

TEST_CASE("os/win32/wide_path: bytes that are not UTF-8 are an error") {
  for (char const* bad : {"\xFF", "a\x80z", "\xC3", "\xC0\x80", "\xE2\x82",
                          "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x9F\x98"}) {
    wide_path const got{std::string(bad)};
    CHECK(got.problem().number ==
          rill::os::windows_error::no_unicode_translation);
    CHECK(*got.c_str() == L'\0');
  }
  CHECK(wide_path(std::string(200'000, 'x')).problem().number ==
        rill::os::windows_error::file_name_too_long);
}

TEST_CASE("os/win32/wide_path: long paths become absolute, with the prefix") {
  std::string const part(50, 'p');
  std::string longer;
  for (int i = 0; i != 6; ++i) longer += "\\" + part;
  std::wstring const wide = oracle(longer);
  CHECK((wide_path("C:" + longer).c_str() == L"\\\\?\\C:" + wide));
  // Slashes and `..` are resolved here: Windows does not resolve them after the
  // prefix \\?\.
  std::string slashes = "C:/x/.." + longer;
  for (char& c : slashes)
    if (c == '\\') c = '/';
  CHECK((wide_path(slashes).c_str() == L"\\\\?\\C:" + wide));
  CHECK((wide_path("\\\\server\\share" + longer).c_str() ==
         L"\\\\?\\UNC\\server\\share" + wide));
  CHECK((wide_path("\\\\?\\C:" + longer).c_str() == L"\\\\?\\C:" + wide));
  CHECK((wide_path("\\\\.\\C:" + longer).c_str() == L"\\\\.\\C:" + wide));
  CHECK((wide_path("\\??\\C:" + longer).c_str() == L"\\??\\C:" + wide));
  // Windows takes slashes in a prefix, and then resolves the path.
  CHECK((wide_path("//?/C:" + longer).c_str() == L"\\\\?\\C:" + wide));
  CHECK((wide_path("//./C:/x/.." + longer).c_str() == L"\\\\.\\C:" + wide));
  std::wstring const relative = wide_path(longer.substr(1)).c_str();
  CHECK(relative.starts_with(L"\\\\?\\"));
  CHECK(relative.ends_with(wide));
  // Lengths around the limit.
  for (std::size_t size = 240; size != 270; ++size) {
    std::string path = "C:\\" + std::string(size - 3, 'n');
    std::wstring const got = wide_path(path).c_str();
    CHECK((got == (size < 248 ? oracle(path) : L"\\\\?\\" + oracle(path))));
  }
}
