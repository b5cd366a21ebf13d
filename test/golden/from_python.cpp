// test/golden/from_python.cpp: the code of docs/from-python.md, which
// tools/test_migration.py compares with the page.
// elsewhere: dbg(x): test/driver/from_python_test.cpp
// elsewhere: rill/debug.h: test/driver/from_python_test.cpp
// elsewhere: decompressed_reader(p, gzip()): test/driver/from_python_test.cpp
// elsewhere: compressed_writer(p, gzip()): test/driver/from_python_test.cpp
// elsewhere: compress(b, gzip(9)): test/driver/from_python_test.cpp
// elsewhere: decompress(b, zlib(), limit): test/driver/from_python_test.cpp
#include <rill/binary.h>
#include <rill/hash.h>
#include <rill/hash_file.h>
#include <rill/process.h>
#include <rill/rill.h>
#include <rill/unicode.h>
#include <stdio.h>

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "../support/migration.h"

using rill_test::check;
using rill_test::check_print;

namespace {

struct plain {
  struct point {
    int x, y;
  };
};
struct point {
  int x, y;
};
RILL_FIELDS(point, x, y)
struct T {
  int first = 0, second = 0;
  friend void rill_print(auto& out, T const& x) {
    (void)x;
    out("text of T");
  }
};
enum class color { red, green };

void printing() {
  int const a = 1, b = 2, x = 5;
  FILE* const f = stdout;
  rill::print_sep(", ", a, b);
  rill::println();
  std::vector<int> const v = {1, 2};
  rill::println(v);
  check_print("[1, 2]", v);
  check_print("{\"a\": 1}", std::map<std::string, int>{{"a", 1}});
  check_print("{1, 2}", std::set<int>{1, 2});
  check_print("(1, 2)", std::tuple(1, 2));
  rill::eprintln(x);
  rill::println(f, x);
  rill::println(x);
  rill::flush();
  check(rill::concat(x), "5");
  {
    std::string const s = "a\t\xC3\xA9";
    check_print("\"a\\t\xC3\xA9\"", rill::debug(s));
    check_print("\"a\\t\\u00e9\"", rill::quoted(s, rill::escape_set::python));
  }
  std::vector<std::vector<int>> const table = {{1, 20}, {300, 4}};
  rill::println(rill::pretty(x));
  rill::println(rill::columns(table));
}

void right_aligned() {
  int const n = 42;
  check_print("   42", rill::right(n, 5));
}

void specifications() {
  int const n = 12345;
  double const x = 2.5;
  std::string const s = "text";
  check_print("text      ", rill::left(s, 10));
  check_print("**text***", rill::center(s, 9, '*'));
  check_print("12345", rill::zero_padded(n, 5));
  check_print("3039", rill::hex(n));
  check_print("0b11000000111001", rill::prefix(rill::bin(n)));
  check_print("12,345", rill::grouped(n));
  check_print("2.50", rill::fixed(x, 2));
  check_print("+2.5e+00", rill::plus(rill::scientific(x, 1)));
  auto const t = std::chrono::sys_seconds(std::chrono::seconds(0));
  check_print("1970-01-01T00:00:00Z", t);
  check(rill::concat(rill::local_time(t)).size() >= 20);
  check_print("point{1, 2}", plain::point{1, 2});
  check_print("point{x: 1, y: 2}", point{1, 2});
  check_print("text of T", T());
  rill::println(color::red);
  int const a = 3, b = 4;
  check_print("4 of 3", rill::tr("{1} of {0}", a, b));
}

void reading() {
  std::string s;
  int n = 0;
  check(rill::scan(rill::line(s)));
  check(s, "a line");
  check(rill::read<int>() == 7);
  {
    std::string const line = "1 2 3";
    for (int value : rill::values<int>(line)) n += value;
    check(n == 6);
  }
  std::size_t const count = 2;
  check(rill::read<std::vector<int>>(count) == std::vector{8, 9});
  s = "12";
  check(rill::parse<int>(s) == 12 && rill::parse<double>(s) == 12);
  check(rill::scan(rill::from(s), rill::hex(n)) && n == 0x12);
  check(rill::parse<std::vector<int>>("[1, 2]") == std::vector{1, 2});
  rill::file::create("a.txt").write("one\ntwo\n");
  int lines = 0;
  for (auto line : rill::lines(rill::file::open("a.txt")))
    lines += line.size() == 3;
  check(lines == 2);
  for (auto line : rill::lines(rill::from("a.txt"))) check(line, "a.txt");
  s = "one two";
  for (std::string_view word : rill::words(s)) check(word.size() == 3);
  s = "1,2";
  for (std::string_view field : rill::fields(s, ',')) check(field.size() == 1);
}

void files() {
  char const* const p = "a.txt";
  {
    rill::file_writer f(p);
    int const a = 1, c = 2;
    std::string const b = "x,y";
    rill::println(f, rill::csv_row(a, b, c));
  }
  check(rill::load(p).view(), "1,\"x,y\",2\n");
  {
    rill::file_reader f(p);
    for (auto& row : rill::csv(f)) check(row.size() == 3);
  }
  rill::file::create(p).write("first,second\n1,2\n");
  {
    rill::file_reader f(p);
    for (T const& row : rill::csv<T>(f, {.header = true}))
      check(row.first + row.second == 3);
  }
  rill::file::create(p).write("a = 1\n");
  {
    rill::file_reader f(p);
    for (auto const& entry : rill::key_values(f)) check(entry.key, "a");
  }
  bool is_refused = false;
  try {
    for (auto const& entry : rill::key_values(rill::from("[section]\n")))
      (void)entry;
  } catch (rill::error const&) {
    is_refused = true;
  }
  check(is_refused);
  check(rill::load(stdin).view(), "\nthe rest\n");
  {
    using rill::utf16;
    rill::print(rill::encoded_writer(p, utf16), 'x');
    check(rill::load(rill::decoded_reader(p, utf16)).view(), "x");
  }
  using rill::sha256;
  rill::file::create(p).write("abc");
  check(rill::hash_file<sha256>(p) == sha256::of("abc"));
  check(::remove(p) == 0);
}

void processes() {
  using namespace std::chrono_literals;
  using rill::piped;
  std::string const s = "input";
  {
    rill::command const a = {"cat"};
    check(rill::try_run(a, {.input = s, .timeout = 5s})->out, "input");
  }
  rill::command const a = {"echo", "text"};
  check(rill::run(a).out, "text\n");
  auto child = rill::spawn(a, {.out = piped});
  check(rill::load(child.out()).view(), "text\n");
  child.wait();
  (void)rill::arguments();
  (void)rill::environment::all();
  check(rill::process_id() > 0);
  int const x = 5;
  check(!rill::to_bytes(x, rill::binary_fixed).empty());
  check(rill::from_bytes<int>(rill::to_bytes(x)) == x);
}

}  // namespace

int main() {
  rill_test::own_folder const here;
  printing();
  right_aligned();
  specifications();
  reading();
  files();
  processes();
}
