// test/scan/enumeration_test.cpp: enumerations by name.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../support/scanned.h"

using rill_test::reads;
using rill_test::wrong_with;

namespace scanned_enumerations {

enum class color { red, green, blue };
enum class access : unsigned char { none = 0, read = 1, write = 2, run = 4 };
enum class option : bool { off, on };
enum class letter : char { a = 'a', b = 'b' };
enum class huge : unsigned long long { one = 1 };
enum plain { first, second };  // its names are not found
enum named { zero, hundred = 100, minus = -3 };
RILL_ENUM(named, zero, hundred, minus)
enum class hooked { x };
void rill_scan(auto& in, hooked& h) {
  in("<x>");
  h = hooked::x;
}

static_assert(rill::scannable<color>);
static_assert(!rill::scannable<plain>);

}  // namespace scanned_enumerations

TEST_CASE("scan/container: names") {
  using scanned_enumerations::color;
  CHECK(reads("red", color::red));
  CHECK(reads(" blue", color::blue));
  CHECK(reads("[green, blue,red]",
              std::vector<color>{color::green, color::blue, color::red}));
  CHECK(reads("{red: 1, blue: 2}",
              std::map<color, int>{{color::red, 1}, {color::blue, 2}}));
  CHECK(reads("on", scanned_enumerations::option::on));
  CHECK(reads("b", scanned_enumerations::letter::b));
  CHECK(reads("one", scanned_enumerations::huge::one));
  CHECK(reads("minus", scanned_enumerations::minus));
  CHECK(reads("<x>", scanned_enumerations::hooked::x));
  CHECK(reads("red none", std::pair<color, std::optional<int>>()));
}

TEST_CASE("scan/container: values without a name") {
  using scanned_enumerations::color;
  CHECK(reads("color(7)", color{7}));
  CHECK(reads("color(-7)", color{-7}));
  CHECK(reads("color(1)", color::green));
  CHECK(reads("letter(0)", scanned_enumerations::letter{}));
  CHECK(reads("letter(-128)", static_cast<scanned_enumerations::letter>(-128)));
  CHECK(reads("access(255)", scanned_enumerations::access{255}));
  CHECK(reads("huge(18446744073709551615)", scanned_enumerations::huge{~0ULL}));
  CHECK(reads("[named(127), named(-128), hundred]",
              std::vector<scanned_enumerations::named>{
                  static_cast<scanned_enumerations::named>(127),
                  static_cast<scanned_enumerations::named>(-128),
                  scanned_enumerations::hundred}));
  for (char const* text :
       {"named(128)", "named(-129)", "named(2147483647)", "named(-2147483648)"})
    CHECK(wrong_with<scanned_enumerations::named>(text).starts_with(
        "text:1:7: expected a named: zero, hundred, minus, found"));
  CHECK(wrong_with<scanned_enumerations::letter>("letter(128)")
            .starts_with("text:1:8: expected a letter: a, b, found"));
  CHECK(wrong_with<scanned_enumerations::access>("access(256)")
            .starts_with("text:1:8: expected an integer between 0 and 255"));
  CHECK(wrong_with<scanned_enumerations::option>("option(2)") ==
        "text:1:8: expected an option: off, on, found \"2\"");
  CHECK(wrong_with<color>("color(7") ==
        "text:1:8: expected ')', found the end of the input");
  CHECK(wrong_with<color>("7").starts_with("text:1:1: expected a color: "));
}

TEST_CASE("scan/container: flags") {
  using scanned_enumerations::access;
  CHECK(reads("read|write", access{3}));
  CHECK(reads("run|read", access{5}));
  CHECK(reads("none", access::none));
  CHECK(reads("[read|write|run, run]",
              std::vector<access>{access{7}, access::run}));
  CHECK(wrong_with<access>("read|") ==
        "text:1:1: expected an access: none, read, write, run, found "
        "\"read|\"");
  CHECK(wrong_with<scanned_enumerations::color>("red|green") ==
        "text:1:4: expected the end after a color: red, green, blue, found "
        "\"|green\"");
}

TEST_CASE("scan/container: what is wrong is said") {
  CHECK(wrong_with<scanned_enumerations::color>("reed") ==
        "text:1:1: expected a color: red, green, blue, found \"reed\"");
  CHECK(wrong_with<scanned_enumerations::color>("re") ==
        "text:1:1: expected a color: red, green, blue, found \"re\"");
  CHECK(wrong_with<scanned_enumerations::color>("Red") ==
        "text:1:1: expected a color: red, green, blue, found \"Red\"");
  CHECK(wrong_with<scanned_enumerations::color>("") ==
        "text:1:1: expected a color: red, green, blue, found the end of the "
        "input");
  CHECK(wrong_with<scanned_enumerations::color>(std::string(1'000'000, 'r'))
            .starts_with("text:1:1: expected a color: "));
}
