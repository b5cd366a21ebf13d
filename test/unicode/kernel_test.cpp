// test/unicode/kernel_test.cpp: each kernel converts as the plain twin does.
// covers: unicode/kernel/kernel.h, unicode/kernel/kernels.h
#include <doctest/doctest.h>

#include <string>

#include "support/text_kernels.h"

namespace {
using namespace rill::detail;
}

TEST_CASE("unicode/kernel: the support for kernels compares with the twin") {
  std::string text = "ASCII and \xC3\xA9 and \xE2\x82\xAC and \xF0\x9F\x98\x80";
  while (text.size() < 500) text += text;
  CHECK(
      rill_test::same_by_all_kernels<utf8_form_of<char>, utf16_form<char16_t>>(
          text));
  text[100] = '\xFF';
  CHECK(
      rill_test::same_by_all_kernels<utf8_form_of<char>, utf32_form<char32_t>>(
          text));
}
