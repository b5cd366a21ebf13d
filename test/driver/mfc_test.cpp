// test/driver/mfc_test.cpp: files of MFC, by a stand-in that was written from
// MFC's documentation: short reads, errors and exceptions at every call.
// covers: rill/driver/mfc.h
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/driver/mfc.h>
#include <rill/rill.h>

#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/lost_output.h"
// Included after rill, because the order must not matter.
#include "../support/mfc_standin.h"

using rill::library_problem;

namespace {

constexpr std::size_t buffer_sizes[] = {1, 2, 16, 17, 4096};

template <class Sink>
void print_calls(Sink& out) {
  for (int i = 0; i != 20; ++i)
    rill::println(out, "line ", i, ": ",
                  std::string(static_cast<std::size_t>(i * i), 'x'));
}
std::string printed_calls() {
  std::string all;
  for (int i = 0; i != 20; ++i)
    all += "line " + std::to_string(i) + ": " +
           std::string(static_cast<std::size_t>(i * i), 'x') + '\n';
  return all;
}

std::string words_of(rill::text text) { return {text.data, text.size}; }

template <class Action>
rill::error error_of(Action action) {
  try {
    action();
  } catch (rill::error const& reason) {
    return reason;
  }
  return {};
}

struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("half");
    throw 42;
  }
};

}  // namespace

TEST_CASE("driver/mfc: a call of print is one Write") {
  CFile file;
  rill::println(file, "x = ", 1, ", y = ", 2.5, std::vector<int>{1, 2});
  rill::print(file, std::string(100000, 'z'), CString(L"\u00fc"));
  rill::print(file, "");
  CHECK(file.writes == 2);
  CHECK(file.content ==
        "x = 1, y = 2.5[1, 2]\n" + std::string(100000, 'z') + "\u00fc");
  rill::flush(file);
  CHECK(file.flushes == 1);
  CMemFile memory;
  rill::print(memory, 1);
  CHECK(memory.content == "1");
}

TEST_CASE("driver/mfc: exceptions of MFC are errors, and are deleted") {
  CFile file({.fails_at = 0});
  file.path = CString(L"C:\\d\u00e4ta.txt");
  rill::error why = error_of([&] { rill::print(file, 1); });
  CHECK(why.code() == library_problem::device_failed);
  CHECK(words_of(why.reason()) == "disk full.");
  CHECK(std::string(why.what()) == "write C:\\d\u00e4ta.txt: disk full.");
  CHECK(CException::living == 0);

  CFile with_number({.fails_at = 0, .number = 5});
  why = error_of([&] { rill::print(with_number, 1); });
  CHECK(why.code() == rill::error_code(rill::error_source::system, 5));
  CHECK(words_of(why.path()) == "a CFile");

  CFile any({.fails_at = 0, .throws_any = true});
  why = error_of([&] { rill::print(any, 1); });
  CHECK(why.code() == library_problem::device_failed);
  CHECK(words_of(why.reason()) == "disk full.");

  CFile silent({.fails_at = 0, .has_no_path = true, .says = L""});
  why = error_of([&] { rill::print(silent, 1); });
  CHECK(std::string(why.what()) ==
        "write a CFile: the device failed and gave no reason");

  CFile flushed({.fails_at = 0});
  why = error_of([&] { rill::flush(flushed); });
  CHECK(words_of(why.operation()) == "flush");
  CHECK(CException::living == 0);
}

TEST_CASE("driver/mfc: messages in a build without Unicode") {
  struct narrow_exception {
    bool& is_deleted;
    int GetErrorMessage(char* room, unsigned size) const {
      return static_cast<int>(std::string("voll\r\n").copy(room, size - 1));
    }
    void Delete() { is_deleted = true; }
  };
  bool is_deleted = false;
  narrow_exception thrown{is_deleted};
  {
    rill::detail::mfc_caught<narrow_exception> const caught(&thrown);
    CHECK(words_of(caught.words().bytes()) == "voll");
    CHECK(!is_deleted);
  }
  CHECK(is_deleted);
}

TEST_CASE("driver/mfc: a hook that throws leaves nothing of its call") {
  CFile file;
  CHECK_THROWS_AS(rill::print(file, "a", thrower(), "b"), int);
  CHECK(file.writes == 0);
}

TEST_CASE("driver/mfc: a writer gives the file all bytes once") {
  for (std::size_t const size : buffer_sizes) {
    CFile file;
    {
      rill::mfc_writer out(file, size);
      print_calls(out);
    }
    CHECK(file.content == printed_calls());
    CHECK(file.flushes == 0);
    CHECK(!file.is_closed);
  }
  CFile file;
  rill::mfc_writer out(file);
  print_calls(out);
  out.close();
  out.close();
  CHECK(file.content == printed_calls());
  CHECK(file.flushes == 1);
  CHECK(!file.is_closed);
  CHECK(error_of([&] { rill::print(out, 1); }).code() ==
        library_problem::closed);
}

TEST_CASE("driver/mfc: errors at every call stick") {
  for (int call = 0; call != 30; ++call) {
    rill_test::lost_output const lost;
    CFile file({.fails_at = call, .number = call % 2 ? 5 : -1});
    bool has_thrown = false;
    {
      rill::mfc_writer out(file, 64);
      rill::error const why = error_of([&] {
        print_calls(out);
        out.flush();
      });
      has_thrown = bool(why);
      if (has_thrown) {
        CHECK(out.error() == why.code());
        CHECK(out.room() == 0);
        int const calls = file.calls;
        CHECK(error_of([&] { rill::print(out, "more"); }).code() == why.code());
        CHECK(file.calls == calls);
      }
    }
    CHECK(has_thrown == (call < file.calls));
    CHECK(lost.count() == 0);
    CHECK(file.content == printed_calls().substr(0, file.content.size()));
  }
  CHECK(CException::living == 0);
}

TEST_CASE("driver/mfc: what else is thrown arrives") {
  for (int call = 0; call != 30; ++call) {
    rill_test::lost_output const lost;
    CFile file({.throws_at = call});
    int thrown = -1;
    {
      rill::mfc_writer out(file, 64);
      try {
        print_calls(out);
        out.flush();
      } catch (int number) {
        thrown = number;
        CHECK(out.error() == library_problem::threw);
      }
    }
    CHECK((thrown == -1 || thrown == call));
    CHECK((thrown == call) == (call < file.calls));
    CHECK(lost.count() == 0);
  }
}

TEST_CASE("driver/mfc: the destructor reports what was not taken") {
  rill_test::lost_output const lost;
  {
    CFile file({.fails_at = 0});
    rill::mfc_writer out(file);
    rill::print(out, "abc");
  }
  REQUIRE(lost.count() == 1);
  CHECK(lost.sentences()[0] == "write a CFile: disk full.");
}

TEST_CASE("driver/mfc: a writer moves, and an any_writer borrows a file") {
  CFile file;
  rill::mfc_writer first(file, 16);
  rill::print(first, "abc");
  rill::mfc_writer second(std::move(first));
  CHECK(!first.is_open());
  CHECK_THROWS_AS(rill::print(first, "x"), rill::error);
  rill::print(second, "def");
  CFile other;
  rill::mfc_writer third(other);
  third = std::move(second);
  third.close();
  CHECK(file.content == "abcdef");
  rill::any_writer any(file);
  rill::println(any, 1);
  CHECK(file.content == "abcdef1\n");
}

TEST_CASE("driver/mfc: a reader over pieces of every size") {
  std::string text;
  for (int i = 0; i != 300; ++i)
    text += std::to_string(i * i) + (i % 7 ? " " : "\n");
  for (std::size_t const size : buffer_sizes) {
    for (unsigned const most : {1u, 3u, 16u, 100000u}) {
      CFile file({.most_read = most});
      file.content = text;
      rill::mfc_reader in(file, size);
      int value = 0, count = 0;
      bool is_right = true;
      while (rill::scan(in, value)) {
        is_right &= value == count * count;
        ++count;
      }
      CHECK(is_right);
      CHECK(count == 300);
    }
  }
}

TEST_CASE("driver/mfc: errors and exceptions at every read") {
  for (int call = 0; call != 20; ++call) {
    CFile file({.most_read = 16, .fails_at = call});
    file.path = CString(L"a.txt");
    for (int i = 0; i != 400; ++i) file.content += std::to_string(i) + ' ';
    rill::mfc_reader in(file, 16);
    int value = 0;
    rill::error const why = error_of([&] {
      while (rill::scan(in, value)) continue;
    });
    CHECK(std::string(why.what()) == "read a.txt: disk full.");
    CHECK(in.error() == library_problem::device_failed);
  }
  CFile file({.throws_at = 0});
  rill::mfc_reader in(file);
  int value = 0;
  CHECK_THROWS_AS(rill::scan(in, value), int);
  CHECK(CException::living == 0);
}

TEST_CASE("driver/mfc: a place in a file has its name, and a reader moves") {
  CFile file;
  file.path = CString(L"a.txt");
  file.content = "1 2\n3 x\n";
  rill::mfc_reader first(file, 16);
  int a, b, c, d;
  CHECK(rill::scan(first, a));
  rill::mfc_reader second(std::move(first));
  CHECK(rill::scan(second, b, c));
  CHECK(c == 3);
  rill::scan_result const got = rill::try_scan(second, d);
  REQUIRE(!got);
  CHECK(std::string(got.error().what()).find("a.txt:2:3: ") == 0);
  CHECK(!first.try_at_end());
}

TEST_CASE("driver/mfc: scan takes from a file what it scanned") {
  for (unsigned const most : {1u, 3u, 100000u}) {
    CFile file({.most_read = most});
    file.content = "12 word 3.5\nthe rest";
    int number = 0;
    std::string word;
    double real = 0;
    CHECK(rill::scan(file, number));
    CHECK(file.place == 2);
    CHECK(rill::scan(file, word, real));
    CHECK(word == "word");
    CHECK(file.place == 11);
    CHECK(rill::scan(file, rill::rest(word)));
    CHECK(word == "\nthe rest");
    CHECK(!rill::scan(file, number));
  }
  CFile file;
  for (int i = 0; i != 2000; ++i)
    file.content += "line " + std::to_string(i) + '\n';
  int count = 0;
  for (std::string_view const line : rill::lines(file)) {
    CHECK(line == "line " + std::to_string(count));
    if (++count == 1500) break;
  }
  CHECK(file.content.substr(file.place, 10) == "line 1500\n");
}

TEST_CASE("driver/mfc: an item that is wrong stays in the file") {
  CFile file;
  file.content = "12 x 13";
  int a = 0, b = 0;
  CHECK(bool(error_of([&] { rill::scan(file, a, b); })));
  CHECK(a == 12);
  CHECK(file.place == 3);
}

TEST_CASE("driver/mfc: errors at every call of a scan") {
  for (int call = 0; call != 20; ++call) {
    CFile file({.most_read = 16, .fails_at = call});
    for (int i = 0; i != 400; ++i) file.content += std::to_string(i) + ' ';
    int value = 0, count = 0;
    bool is_right = true;
    rill::error const why = error_of([&] {
      while (rill::scan(file, value)) is_right &= value == count++;
    });
    CHECK(why.code() == library_problem::device_failed);
    CHECK(is_right);
    CHECK(count < 400);
  }
  CFile pipe({.cannot_seek = true});
  pipe.content = "12";
  int value = 0;
  CHECK(bool(error_of([&] { rill::scan(pipe, value); })));
  CHECK(pipe.place == 0);
  rill::mfc_reader in(pipe);
  CHECK(rill::scan(in, value));
  CHECK(CException::living == 0);
}
