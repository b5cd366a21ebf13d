// test/unicode/width_wcwidth_test.cpp: columns of characters and of clusters,
// against wcwidth of the C library.
// platforms: posix
#include <doctest/doctest.h>
#include <locale.h>  // newlocale, uselocale
#include <rill/unicode/width.h>
#include <wchar.h>  // wcwidth

#include "support/skip.h"

namespace {

// Whether glibc has the tables of a Unicode version that is close to the
// library's.
#if defined(__GLIBC__) && __GLIBC__ == 2 && __GLIBC_MINOR__ >= 35 && \
    __GLIBC_MINOR__ <= 38
constexpr bool has_tables = true;
#else
constexpr bool has_tables = false;
#endif

class utf8_locale {
 public:
  utf8_locale() : is_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (is_) before_ = uselocale(is_);
  }
  ~utf8_locale() {
    if (!is_) return;
    uselocale(before_);
    freelocale(is_);
  }
  explicit operator bool() const { return is_ != nullptr; }

 private:
  locale_t is_;
  locale_t before_{};
};

// Characters whose width is different in glibc. docs/text.md lists them.
bool differs(char32_t c) {
  return c == 0x3164 || c == 0xFFA0 || (c >= 0x3248 && c <= 0x324F) ||
         (c >= 0x4DC0 && c <= 0x4DFF);
}

bool is_selector_or_tone(char32_t c) {
  return c == 0xFE0E || c == 0xFE0F || (c >= 0x1F3FB && c <= 0x1F3FF);
}

}  // namespace

TEST_CASE(
    "unicode/width: wcwidth of every character, alone and behind another") {
  utf8_locale const locale;
  if (!has_tables || !locale)
    return rill_test::skip("glibc 2.35 to 2.38 with the locale C.UTF-8");
  int wrong = 0;
  int compared = 0;
  // Letters that combine with marks, vowels or syllables, and emoji.
  for (char32_t const base :
       {U'\0', U'a', U'\u0E01', U'\u0E81', U'\u0915', U'\u0B95', U'\u1000',
        U'\u6771', U'\uFF76', U'\u1100', U'\uAC00', U'\u0600', U'\u0D4E',
        U'\u231A', U'\u2764', U'\U0001F600', U'\U0001F1E6'}) {
    for (char32_t c = 1; c != 0x110000; ++c) {
      int const width = wcwidth(static_cast<wchar_t>(c));
      if (width < 0 || differs(c) || (base != 0 && is_selector_or_tone(c)))
        continue;
      int const before = base == 0 ? 0 : wcwidth(static_cast<wchar_t>(base));
      char32_t const text[] = {base != 0 ? base : c, base != 0 ? c : U'\0', 0};
      int const got = static_cast<int>(rill::display_width(text));
      ++compared;
      if (got != before + width && ++wrong < 5)
        MESSAGE(static_cast<unsigned>(base), " ", static_cast<unsigned>(c),
                " is ", got, " and not ", before + width);
    }
  }
  CHECK(wrong == 0);
  CHECK(compared > 17 * 200'000);
}
