// test/scan/chunks_test.cpp: one input has one outcome, in memory and in chunks
// of every size: the same value or the same code, place and sentence, and the
// same bytes left.
// covers: scan/item.h
#include <doctest/doctest.h>
#include <rill/hash.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/time.h>
#include <rill/types.h>

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <valarray>
#include <vector>

#include "../support/chunked.h"

namespace chunks {

enum class color { red, green, blue };
enum class rights : unsigned char { none = 0, read = 1, write = 2 };
struct point {
  int x = 0;
  std::optional<std::string> name;
};
struct named {
  double number = 0;
  std::map<std::string, int> all;
};
RILL_FIELDS(named, number, all)
struct hooked {
  int a = 0;
  std::string b;
  friend void rill_scan(auto& in, hooked& h) { in("<", h.a, ":", h.b, " >"); }
  friend void rill_print(auto& out, hooked const& h) { out(h.a, h.b); }
};

// What is left of the input.
std::string rest_of(rill::reader& in) {
  std::string rest;
  char piece[7];
  while (std::size_t const got = in.read(piece, sizeof piece))
    rest.append(piece, got);
  return rest;
}

template <class... Items>
std::string outcome(rill::reader& in, Items&&... items) {
  std::string all;
  try {
    all = rill_test::told(rill::try_scan(in, items...).error());
  } catch (rill::error const& thrown) {
    all = rill_test::told(thrown);
  }
  return all + "\nleft: " + rest_of(in);
}

template <class Read>
void check(std::string const& text, Read read) {
  auto const differs = rill_test::find_chunk_difference(text, read);
  CHECK(!differs);
  if (!differs) return;
  CAPTURE(text);
  CAPTURE(differs->chunk);
  CHECK(differs->chunked == differs->whole);
}

// Checks each text, each of its beginnings and some of its mutations.
template <class Read>
void check_all(std::initializer_list<char const*> texts, Read read) {
  char const letters[] = "[]{}()<>,:|\"'\\ \n\r019-+.eixnu\xE2\xFF";
  std::mt19937 engine(19);
  for (std::string const text : texts) {
    for (std::size_t size = 0; size <= text.size(); ++size)
      check(text.substr(0, size), read);
    for (int i = 0; i != 60; ++i) {
      std::string changed = text;
      std::size_t const at = engine() % (text.size() + 1);
      char const letter = letters[engine() % (sizeof letters - 1)];
      if (i % 3 == 0)
        changed.insert(at, 1, letter);
      else if (i % 3 == 1)
        changed.replace(at, 1, 1, letter);
      else
        changed.erase(at, 1 + engine() % 3);
      check(changed, read);
    }
  }
}

template <class T>
void check_type(std::initializer_list<char const*> texts) {
  check_all(texts, [](rill::reader& in) {
    T value{};
    std::string const how = outcome(in, value);
    if (how.starts_with("no error"))
      return rill::concat(rill::debug(value), how);
    return how;
  });
}

}  // namespace chunks

using namespace chunks;

TEST_CASE("scan/item: numbers say the same in every chunking") {
  check_type<int>({"12", " -12x", "+5", "99999999999 1", "abcdefgh", "- 1",
                   "1234567890123456789012345678901234567890123456789 x"});
  check_type<unsigned char>({"255", "256", "-5", "1,2", "aaaa\xE2\x82\xAC b"});
  check_type<double>({"1.5e10 ", "-inf", "nan(abc)", "1e999", ".e", "1e+",
                      "infinite", "0x1p3", "-abc"});
  check_type<bool>({"true", "falsy", "1", "maybe not", "tr"});
  check_type<std::complex<double>>({"1+2i", "(1,2)", "1-infi", "3i", "x"});
  check_all({"ff", "0x1g", "xyz", "-0x", "100000000000000000000 "},
            [](rill::reader& in) {
              int a = 0;
              return outcome(in, rill::prefix(rill::hex(a)));
            });
  check_all({"zz", "!", "99999999"}, [](rill::reader& in) {
    short a = 0;
    return outcome(in, rill::base<36>(a));
  });
}

TEST_CASE("scan/text: texts say the same in every chunking") {
  check_type<std::string>({"word", "  two words", "\r\nx"});
  check_type<char>({"x", " \xE2\x82\xAC"});
  check_type<char16_t>({"\xF0\x9F\x98\x80 x", "\xE2\x82\xAC", "\xF0\x9F"});
  check_type<std::u16string>({"\xF0\x9F\x98\x80 x", "a\xE2\x82"});
  check_all({"\"a\\n\\u{20ac}\\x41\\101\" b", "x", "\"a\\q\"", "'a'"},
            [](rill::reader& in) {
              std::string a;
              return outcome(in, rill::quoted(a)) + a;
            });
  check_all({"a\tb\tc\n", "\t\t", "a"}, [](rill::reader& in) {
    std::string a, b;
    return outcome(in, rill::until(a, '\t'), rill::until(b, u'\u20ac')) + a +
           '|' + b;
  });
  check_all({"a\tb", "a \tb", "a\t", "a\n\tb"}, [](rill::reader& in) {
    std::string a, b;
    return outcome(in, a, rill::until(b, '\t')) + a + '|' + b;
  });
  check_all({"\"a\"\tb\tc", "\"a\" \tb", "\"a\"\t"}, [](rill::reader& in) {
    std::string a, b;
    return outcome(in, rill::quoted(a), rill::until(b, '\t')) + a + '|' + b;
  });
  check_all({"true\tb\tc", "false\t", "1\t"}, [](rill::reader& in) {
    bool a = false;
    std::string b;
    return outcome(in, a, rill::until(b, '\t')) + b;
  });
  check_all({"a\r\nb\n", "\n", "\r\r\n"}, [](rill::reader& in) {
    std::string a, b;
    return outcome(in, rill::line(a), rill::line(b)) + a + '|' + b;
  });
  check_all({"k: v, 12; x", "k:\n v", "k, v", "k"}, [](rill::reader& in) {
    char key = 0;
    int n = 0;
    return outcome(in, rill::character(key), ": v, ", n, ";", " ", u8"x",
                   u"\u20ac");
  });
}

TEST_CASE("scan/structure: structures say the same in every chunking") {
  check_type<std::vector<int>>({"[1, 2, 3]", "[ ]", "[1 2]", "[1,", "{1}"});
  check_type<std::vector<std::string>>({"[\"a\", \"b\"]", "[\"a\"x", "[a]"});
  check_type<std::map<std::string, int>>(
      {"{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"a\": 2}", "{\"a\" 1}"});
  check_type<std::set<char>>({"{'a', 'b'}", "{'ab'}", "{'\\x4', 'b'}"});
  check_type<std::tuple<int, std::string, bool>>(
      {"(1, \"a\", true)", "1 \"a\" true", "(1, 2)", "1 word maybe"});
  check_type<std::array<int, 3>>({"[1, 2, 3]", "1 2 3", "[1, 2]", "1 2 x"});
  check_type<std::optional<int>>({"none", "12", "non", "x"});
  check_type<color>({"red", "color(1)", "color(9", "reddish", "colour"});
  check_type<rights>({"read|write", "read|", "read|x", "rights(3)"});
  check_type<std::bitset<5>>({"01010", "0101", "010101", "01x"});
  check_type<point>({"point{1, \"x\"}", "1 none", "point{x", "pointless"});
  check_type<named>({"named{number: 1.5, all: {\"a\": 1}}", "1.5 {}",
                     "named{all: {}, all: {}}", "named {nmber: 1}"});
  check_type<std::vector<hooked>>({"[<1:a >, <2:b >]", "[<1;", "[<x:a >]"});
  check_type<hooked>({"<1:a >", "<1: >", "<1"});
  check_type<std::valarray<float>>({"[1, 2.5]", "[1,,", "[1;"});
  check_type<std::vector<std::byte>>({"[0x01, 0xff]", "[0x1g", "[0x100]"});
  check_type<std::filesystem::path>({"/a b", ""});
}

TEST_CASE("scan/time: times say the same in every chunking") {
  using namespace std::chrono;
  check_type<seconds>({"12s", "1h 2min", "12", "1.5s", "12 s"});
  check_type<milliseconds>({"1500ms", "1s", "x"});
  check_type<year_month_day>({"2024-02-29", "2023-02-29", "2024-2-1", "x"});
  check_type<sys_seconds>({"2024-02-29 12:34:56", "2024-02-29T12:34:56Z",
                           "2024-02-29 25:00:00", "2024-02-29"});
  check_type<hh_mm_ss<seconds>>({"12:34:56", "12:60:00", "1:2"});
  check_type<weekday>({"Monday", "Mon", "Mo", "x"});
  check_type<month>({"January", "Jan", "Ja", "13"});
}

TEST_CASE("scan/read: reads of several say the same in every chunking") {
  auto const thrown = [](auto read) {
    try {
      return rill::concat(rill::debug(read()));
    } catch (rill::error const& reason) {
      return rill_test::told(reason);
    }
  };
  check_all({"3 1 2 3", "3 1 2", "3 1 x 3"}, [=](rill::reader& in) {
    return thrown([&] {
      auto const n = rill::read<std::size_t>(in) % 7;
      return rill::read<std::vector<int>>(in, n);
    });
  });
  check_all({"abc def", "ab cdef", "abc"}, [=](rill::reader& in) {
    return thrown(
        [&] { return rill::read<std::vector<std::string>>(in, 2, 3); });
  });
  check_all({"1 2 3 4", "1 2 x", "1 2 3"}, [=](rill::reader& in) {
    return thrown([&] {
      std::vector<int> all;
      for (int const n : rill::values<int>(in)) all.push_back(n);
      return all;
    });
  });
}
