// test/locale/c_locale_test.cpp: the data that the C library has of its
// locales. Locales of languages are tested in test/system/locale_test.py, which
// makes them.
// covers: rill/os/locale.h, rill/os/locale_data.h
// covers: locale/locale.h
#include <doctest/doctest.h>
#include <rill/locale.h>
#include <rill/print.h>

#include <string>
#include <string_view>

#include "support/environment.h"
#include "support/locales.h"

#if !defined(_WIN32)
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <wctype.h>
#endif

namespace {

using rill::c_locale;
using rill_test::string_of;

#if !defined(_WIN32)
// Sets a variable of the environment; the destructor restores it.
class variable {
 public:
  variable(char const* name, char const* value) : name_(name) {
    char const* const before = getenv(name);
    was_set_ = before != nullptr;
    if (before) before_ = before;
    rill_test::set_environment(name, value);
  }
  variable(variable const&) = delete;
  variable& operator=(variable const&) = delete;
  ~variable() {
    rill_test::set_environment(name_, was_set_ ? before_.c_str() : nullptr);
  }

 private:
  char const* name_;
  bool was_set_ = false;
  std::string before_;
};
#endif

TEST_CASE("locale/locale: C and POSIX are as print is") {
  for (char const* name : {"C", "POSIX"}) {
    c_locale const c(name);
    CHECK(c.data() == rill::locale_data{});
    CHECK(c.data().prints_plainly());
    CHECK(string_of(c.name()) == name);
    CHECK(rill::concat(rill::localized(1234567.5, c)) == "1234567.5");
  }
}

TEST_CASE("locale/locale: copies are plain data") {
  c_locale const c("C");
  c_locale copy = c;
  copy = c_locale(std::string("POSIX"));
  CHECK(string_of(copy.name()) == "POSIX");
  CHECK(string_of(c.name()) == "C");
  CHECK(copy.data() == c.data());
}

TEST_CASE("locale/locale: a name that nobody knows is an error") {
  // musl accepts every name, and so may other C libraries.
  auto const found = c_locale::try_find("xx_YY.no-such");
  if (found) return;
  CHECK(found.error().code() ==
        rill::error_code(rill::library_problem::no_such_locale));
  CHECK(string_of(found.error().path()) == "xx_YY.no-such");
  CHECK(std::string(found.error().what()).find("xx_YY.no-such") !=
        std::string::npos);
#if RILL_EXCEPTIONS
  CHECK_THROWS_AS(c_locale("xx_YY.no-such"), rill::error);
#endif
}

TEST_CASE("locale/locale: names that cannot be") {
  std::string const with_nul("C\0C", 3);
  CHECK(!c_locale::try_find(with_nul));
  for (std::size_t size : {510u, 511u, 512u, 513u, 5000u}) {
    std::string const longer(size, 'q');
    auto const found = c_locale::try_find(longer);
    if (size >= rill::os::locale_name_room) CHECK(!found);
  }
}

#if !defined(_WIN32)

TEST_CASE("locale/locale: the environment says which is the user's") {
  variable const all("LC_ALL", "");
  variable const numeric("LC_NUMERIC", "");
  variable const letters("LC_CTYPE", "");
  variable const language("LANG", "");
  CHECK(string_of(c_locale().name()) == "C");
  {
    variable const said("LANG", "POSIX");
    CHECK(string_of(c_locale().name()) == "POSIX");
    variable const numbers("LC_NUMERIC", "C");
    CHECK(string_of(c_locale().name()) == "C");
    variable const most("LC_ALL", "POSIX");
    CHECK(string_of(c_locale("").name()) == "POSIX");
  }
  variable const wrong("LC_NUMERIC", "xx_YY.no-such");
  auto const found = c_locale::try_find();
  if (!found) CHECK(string_of(found.error().path()) == "xx_YY.no-such");
}

TEST_CASE("locale/locale: white space is what iswspace says") {
  locale_t const utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
  auto const found = c_locale::try_find("C.UTF-8");
  CHECK(bool(found) == (utf8 != locale_t{}));
  if (!found || !utf8) return;
  std::string want;
  for (char32_t c = 0x80; c != 0x110000; ++c) {
    if (!rill::is_scalar_value(c)) continue;
    if (iswspace_l(static_cast<wint_t>(c), utf8)) want += rill::concat(c);
  }
  freelocale(utf8);
  CHECK(string_of((*found).data().spaces) == want);
  CHECK(string_of((*found).encoding()) == "UTF-8");
}

TEST_CASE("locale/locale: the program's locale is left alone") {
  locale_t const mine = newlocale(LC_ALL_MASK, "C", locale_t{});
  locale_t const before = uselocale(mine);
  std::string const global = setlocale(LC_ALL, nullptr);
  (void)c_locale::try_find("C.UTF-8");
  (void)c_locale::try_find("");
  CHECK(uselocale(locale_t{}) == mine);
  uselocale(before);
  freelocale(mine);
  CHECK(setlocale(LC_ALL, nullptr) == global);
}

#if RILL_FAULTS
int opened = 0;
int opened_before_failure = 0;

locale_t counted_open(int categories, char const* name, locale_t base) {
  if (opened == opened_before_failure) {
    errno = ENOMEM;
    return locale_t{};
  }
  ++opened;
  return newlocale(categories, name, base);
}
void counted_close(locale_t locale) {
  --opened;
  freelocale(locale);
}

TEST_CASE("locale/locale: no memory is an error, and nothing stays open") {
  auto const real = rill::os::locale_call;
  rill::os::locale_call = {counted_open, counted_close};
  for (int failing = 0; failing != 3; ++failing) {
    opened = 0;
    opened_before_failure = failing;
    auto const found = c_locale::try_find("C");
    CHECK(bool(found) == (failing == 2));
    CHECK(opened == 0);
    if (!found)
      CHECK(found.error().code() ==
            rill::error_code(rill::error_source::system, ENOMEM));
  }
  rill::os::locale_call = real;
}
#endif

TEST_CASE("locale/locale: C's groupings") {
  using rill::digit_groups;
  using rill::os::groups_of;
  CHECK(groups_of("") == digit_groups{});
  CHECK(groups_of("\3") == digit_groups{3});
  CHECK(groups_of("\3\3") == digit_groups{3, 3});
  CHECK(groups_of("\3\2") == digit_groups{3, 2});
  char const ended[] = {3, CHAR_MAX, 2, 0};
  CHECK(groups_of(ended) == digit_groups{3, 0});
  CHECK(!groups_of(ended + 1).any());
  CHECK(groups_of("\3\xff\2") == digit_groups{3, 0});
  CHECK(groups_of("\1\2\3\4\5\6\7\10\11").count() == digit_groups::most);
}

TEST_CASE("locale/locale: names of UTF-8") {
  CHECK(rill::os::is_utf8_name("UTF-8"));
  CHECK(rill::os::is_utf8_name("utf8"));
  CHECK(!rill::os::is_utf8_name("UTF-16"));
  CHECK(!rill::os::is_utf8_name("UTF-88"));
  CHECK(!rill::os::is_utf8_name("UTF-"));
  CHECK(!rill::os::is_utf8_name("ISO-8859-1"));
}

#else

TEST_CASE("locale/locale: Windows has German under both names") {
  for (char const* name : {"de-DE", "de_DE.UTF-8", "de_DE@euro"}) {
    c_locale const german(name);
    CHECK(rill::concat(rill::localized(1234567.5, german)) == "1.234.567,5");
  }
  CHECK(c_locale("").name().size != 0);
}

TEST_CASE("locale/locale: the groupings of Windows") {
  using rill::digit_groups;
  using rill::os::groups_of;
  CHECK(groups_of("3;0") == digit_groups{3});
  CHECK(groups_of("3;2;0") == digit_groups{3, 2});
  CHECK(groups_of("3") == digit_groups{3, 0});
  CHECK(groups_of("0") == digit_groups{});
}

#endif

}  // namespace
