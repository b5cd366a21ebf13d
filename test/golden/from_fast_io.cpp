// test/golden/from_fast_io.cpp: the code of docs/from-fast_io.md, which
// tools/test_migration.py compares with the page.
// elsewhere: rill::iconv("SHIFT_JIS"): test/driver/iconv_test.cpp
// elsewhere: rill/driver/iconv.h: test/driver/iconv_test.cpp
#include <rill/hash.h>
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/process.h>
#include <rill/rill.h>
#include <rill/unicode.h>
#include <stdio.h>

#include <chrono>
#include <string>
#include <vector>

#include "../support/migration.h"

using rill_test::check;
using rill_test::check_print;

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out(p.x, ';', p.y); }
};
enum class color { red, green };

void printing() {
  int const n = 0xbeef;
  rill::eprint("x = ", n);
  rill::eprintln(n);
  check_print("BEEF", rill::upper(rill::hex(n)));
  check_print("0xbeef", rill::prefix(rill::hex(n)));
  {
    int const x = 42;
    check_print("   42   ", rill::center(x, 8));
  }
  char const* const s = "text";
  char const c = 'c';
  check_print("textc", s, c);
  void const* const p = nullptr;
  check_print("0x0", rill::ptr(p));
  int const y = 0;
  bool const b = true;
  double const x = 2.5;
  check_print("2.5", rill::when(b, x, y));
  check_print("2.50", rill::fixed(x, 2));
  check_print("2,5", rill::decimal_comma(rill::fixed(x)));
  check_print("nan", -__builtin_nan(""));
  check_print("0.1", 0.1L);
  std::chrono::sys_seconds const t(std::chrono::seconds(5));
  check_print("1970-01-01T00:00:05Z", t);
  check_print("5s", t.time_since_epoch());
  std::vector<int> const range = {1, 2};
  check_print("1, 2", rill::join(range, ", "));
  check_print("1;2", point{1, 2});
  check_print("red", color::red);
}

void scanning() {
  int x = 0, n = 0;
  char c = 0;
  std::string s;
  check(rill::scan(x) && x == 1);
  std::string const text = "12";
  check(rill::parse<int>(text) == 12);
  rill::memory_reader in = rill::from("1f line\nx rest\n2.5");
  check(rill::scan(in, rill::hex(n), rill::line(s)) && n == 0x1f);
  check(s, " line");
  check(rill::scan(in, rill::character(c)) && c == 'x');
  for (auto line : rill::lines(in)) s = line;
  check(s, "2.5");
  rill::memory_reader all = rill::from("a\nb");
  check(rill::scan(all, rill::rest(s)));
  check(s, "a\nb");
  rill::memory_reader source = rill::from("2.5");
  for (double value : rill::values<double>(source)) check(value == 2.5);
}

void files() {
  char const* const path = "from_fast_io.txt";
  {
    rill::file const made = rill::file::create(path);
    rill::print(rill::file_view(made), "1 2");
  }
  rill::print(rill::file::append(path), " 3");
  rill::print(rill::file::update(path), '4');
  {
    rill::file_update file(path);
    int n = 0;
    check(rill::scan(file, n) && n == 4);
  }
  check(rill::file::open(path).size() == 5);
  rill::print(rill::c_file_view(stdout), "c_file_view\n");
  {
    rill::locked<rill::file_writer> out(path);
    rill::print(out, 5);
  }
  {
    auto in = rill::filebuf_file::open(path);
    std::string s;
    check(rill::scan(rill::streambuf_view(*in.rdbuf()), s));
    check(s, "5");
  }
  {
    rill::file_writer sink(path);
    try {
      rill::print(rill::imbued(sink, rill::c_locale("de_DE.UTF-8")), 5);
    } catch (rill::error const& reason) {  // the locale is not installed
      check(!std::string(reason.what()).empty());
    }
    sink.close();
  }
  {
    using rill::utf16le;
    rill::print(rill::encoded_writer(path, utf16le), 'x');
    rill::decoded_reader in(path, utf16le);
    check(rill::load(in).view(), "x");
    rill::file_reader bytes(path);
    check(rill::load(bytes).size() == 2);
  }
  check(rill::map(path).size() == 2);
  check(rill::map_mutable(path).size() == 2);
  {
    FILE* const sink = stdout;
    rill::memory_reader source = rill::from("copied\n");
    check(rill::copy(source, sink) == 7);
  }
  check(::remove(path) == 0);
}

void folders() {
  rill::temporary_directory const folder;
  std::string const path(folder.path());
  rill::file::create(path + "/file").write("bytes");
  int entries = 0;
  for (auto const& entry : rill::fs::walk(path))
    entries += entry.path().ends_with("file");
  check(entries == 1);
}

void others() {
  check(rill::run({"echo", "text"}).out, "text\n");
  auto child = rill::spawn({"true"});
  child.wait();
  auto ends = rill::pipe();
  (void)ends;
  using rill::sha256;
  std::string const text = "abc";
  check(rill::concat(sha256::of(text)).substr(0, 8), "ba7816bf");
  check(!rill::concat(rill::hmac<sha256>::of("key", text)).empty());
  check(rill::concat(rill::hex(rill::crc32::of(text))), "352441c2");
}

}  // namespace

int main() {
  rill_test::own_folder const here;
  printing();
  scanning();
  files();
  folders();
  others();
}
