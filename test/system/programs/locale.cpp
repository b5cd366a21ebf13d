// Compares rill with the C and C++ libraries under one locale: locale NAME.
// Prints differences, and then ends with status 1; with 2 if the C library does
// not have the locale.
#include <locale.h>
#include <rill/locale.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include <locale>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

int differences = 0;

void expect(std::string const& what, std::string const& got,
            std::string const& want) {
  if (got == want) return;
  if (++differences <= 10)
    rill::println(what, ": got ", rill::quoted(got), ", want ",
                  rill::quoted(want));
}

// Converts a text of the C library from the locale's encoding to UTF-8.
std::string utf8_of(char const* bytes) {
  std::string made;
  std::size_t left = strlen(bytes);
  mbstate_t state{};
  while (left != 0) {
    wchar_t wide = 0;
    std::size_t const size = mbrtowc(&wide, bytes, left, &state);
    if (size == 0 || size > left) return "?";
    made += rill::concat(static_cast<char32_t>(wide));
    bytes += size;
    left -= size;
  }
  return made;
}

template <class... Args>
std::string formatted(char const* how, Args... args) {
  char bytes[4000];
  snprintf(bytes, sizeof bytes, how, args...);
  return utf8_of(bytes);
}

std::vector<long long> numbers() {
  std::vector<long long> all{0};
  for (long long power = 1; power > 0 && power < 1000000000000000000;
       power *= 10)
    for (long long more : {-1ll, 0ll, 1ll, 23ll}) {
      all.push_back(power + more);
      all.push_back(-power - more);
    }
  return all;
}

// Checks that scan reads the text back to the same number.
template <class T>
void read_back(std::string const& text, T want,
               rill::locale_data const& locale) {
  T got{};
  bool const done =
      bool(rill::try_scan(rill::from(text), rill::localized(got, locale)));
  if (!done || got != want) expect("scan of " + text, "another", "the number");
}

bool is_read_back(char const* how, long long n) {
  char text[200];
  snprintf(text, sizeof text, how, n);
  long long again = 0;
  return sscanf(text, how, &again) == 1 && again == n;
}

void compare_integers(rill::c_locale const& locale) {
  for (long long const n : numbers()) {
    std::string const got = rill::concat(rill::localized(n, locale));
    expect("%'lld", got, formatted("%'lld", n));
    expect("%'+lld", rill::concat(rill::localized(rill::plus(n), locale)),
           formatted("%'+lld", n));
    expect("%'x", rill::concat(rill::localized(rill::hex(0xABCDEFu), locale)),
           formatted("%x", 0xABCDEFu));
    read_back(got, n, locale.data());
    // Checks that sscanf, too, reads the text back.
    if (!is_read_back("%'lld", n)) expect("sscanf", got, "the number");
  }
}

void compare_floats(rill::c_locale const& locale) {
  for (long long const n : numbers())
    for (int digits = 0; digits != 7; ++digits) {
      double const x = static_cast<double>(n) / 1024;
      std::string const got =
          rill::concat(rill::localized(rill::fixed(x, digits), locale));
      expect("%'.*f", got, formatted("%'.*f", digits, x));
      expect("%.*e",
             rill::concat(rill::localized(rill::scientific(x, digits), locale)),
             formatted("%.*e", digits, x));
      std::string const all = rill::concat(rill::localized(x, locale));
      read_back(all, x, locale.data());
      // strtod and scan read the same number from a text without groups.
      char native[400];
      snprintf(native, sizeof native, "%.17g", x);
      double back = 0;
      std::string const text = utf8_of(native);
      rill::scan(rill::from(text), rill::localized(back, locale.data()));
      if (back != strtod(native, nullptr)) expect("strtod", native, "same");
    }
}

// Compares with C++ streams, whose separators are single bytes.
void compare_streams(char const* name, rill::c_locale const& locale) {
  rill::locale_data const& data = locale.data();
  if (MB_CUR_MAX > 1 &&
      (data.thousands_separator.size() > 1 || data.decimal_point.size() > 1))
    return;
  std::ostringstream stream;
  try {
    stream.imbue(std::locale(name));
  } catch (...) {
    return;
  }
  for (long long const n : numbers()) {
    stream.str("");
    stream << n;
    expect("num_put", rill::concat(rill::localized(n, locale)),
           utf8_of(stream.str().c_str()));
  }
}

void compare_spaces(rill::c_locale const& locale) {
  std::string want;
  for (char32_t c = 0x80; c != 0x110000; ++c)
    if (rill::is_scalar_value(c) && iswspace(static_cast<wint_t>(c)))
      want += rill::concat(c);
  expect("spaces", rill::concat(rill::text(locale.data().spaces)), want);
}

// print and scan do not depend on the program's locale.
void compare_plain() {
  expect("print",
         rill::concat(1234567, ' ', 1234.5, ' ', 0.5f, ' ',
                      rill::fixed(1234.5, 2), ' ', rill::hexfloat(1.5)),
         "1234567 1234.5 0.5 1234.50 0x1.8p+0");
  double x = 0;
  int n = 0;
  std::string word;
  rill::scan(rill::from("3.5 12,34 w\u00a0x\u2003y"), x, n, ",34", word);
  expect("scan", rill::concat(x, n, word), "3.512w\u00a0x\u2003y");
}

}  // namespace

int main(int, char** arguments) {
  char const* const name = arguments[1];
  if (!setlocale(LC_ALL, name)) return 2;
  auto const found = rill::c_locale::try_find(name);
  if (!found) {
    rill::println(found.error());
    return 1;
  }
  compare_plain();
  compare_integers(*found);
  compare_floats(*found);
  compare_streams(name, *found);
  compare_spaces(*found);
  rill::println((*found).name(), ' ', (*found).encoding(), ' ',
                rill::localized(-1234567.5, *found));
  return differences != 0;
}
