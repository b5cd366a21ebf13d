// test/os/error_test.cpp: the sentences of errors; their copies are cheap,
// complete and safe.
// covers: rill/os/error.h
// covers: rill/os/scan_sentence.h
// covers: rill/os/posix/basic.h
// covers: rill/os/output.h
// covers: rill/os/hooks.h
// covers: os/runtime.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/error.h>
#include <rill/os/scan_sentence.h>
#include <rill/shape/enumeration.h>
#include <string.h>  // strerror

#include <memory>  // std::unique_ptr
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/child.h"

using rill::error;
using rill::error_code;
using rill::error_source;
using rill::library_problem;
using rill::scan_place;
using rill::scan_problem;
using rill::text;

namespace {

text of(char const* words) { return {words, strlen(words)}; }
std::string string_of(text bytes) { return {bytes.data, bytes.size}; }

char const* sentence_of(library_problem problem) {
  return rill::detail::library_text(static_cast<int>(problem));
}
char const* sentence_of(rill::binary_problem problem) {
  return rill::detail::binary_problem_text(static_cast<int>(problem));
}
char const* sentence_of(rill::text_problem problem) {
  return rill::detail::text_problem_name(static_cast<int>(problem));
}

// Checks the sentences of all enumerators, which the compiler lists: a new one
// without a sentence fails. `last` is the last that a person counted, so that a
// list which is too short fails too.
template <class Problem>
void check_sentences(Problem last, std::string const& none) {
  std::set<std::string> seen{""};
  bool has_last = false;
  for (auto const& one : rill::detail::enumerator_names<Problem>) {
    has_last = has_last || one.value == last;
    if (static_cast<int>(one.value) == 0) continue;  // no problem
    CAPTURE(string_of(one.name));
    std::string const sentence = sentence_of(one.value);
    CHECK(sentence != none);
    CHECK(seen.insert(sentence).second);
  }
  CHECK(has_last);
  CHECK(sentence_of(static_cast<Problem>(99)) == none);
}

}  // namespace

TEST_CASE("os/error: no error is false and says so") {
  error const none;
  CHECK(!none);
  CHECK(std::string(none.what()) == "no error");
  CHECK(none.operation().size == 0);
  CHECK(none.path().size == 0);
  CHECK(none.line() == 0);
  CHECK(none.column() == 0);
}

TEST_CASE("os/error: a system's error names operation, path and reason") {
  for (int number : {ENOENT, EACCES, ENOSPC, EIO, EISDIR, 9999}) {
    error const e({error_source::system, number}, of("open"), of("a/b.txt"));
    CHECK(bool(e));
    CHECK(e.code().number == number);
    CHECK(string_of(e.operation()) == "open");
    CHECK(string_of(e.path()) == "a/b.txt");
    CHECK(std::string(e.what()) ==
          std::string("open a/b.txt: ") + strerror(number));
  }
  error const bare({error_source::system, EPIPE}, of("write"));
  CHECK(std::string(bare.what()) == std::string("write: ") + strerror(EPIPE));
}

TEST_CASE("os/error: each problem has a sentence of its own") {
  check_sentences<library_problem>(library_problem::lent, "unknown error");
  check_sentences<rill::binary_problem>(rill::binary_problem::interrupted,
                                        "unknown problem");
  check_sentences<rill::text_problem>(rill::text_problem::no_room,
                                      "unknown problem");
  CHECK(std::string(
            error({error_source::library, 99}, of("write"), of("f")).what()) ==
        "write f: unknown error");
}

TEST_CASE("os/error: the words of a problem are its reason, or the nearest") {
  struct row {
    library_problem problem;
    char const* sentence;
    char const* reason;
  };
  for (row const& r :
       {row{library_problem::child_failed,
            "run a: the process failed: exited with 1", "exited with 1"},
        {library_problem::timed_out,
         "run a: the time-out expired: exited with 1", "exited with 1"},
        {library_problem::cannot_load, "run a: exited with 1", "exited with 1"},
        {library_problem::device_failed, "run a: exited with 1",
         "exited with 1"},
        {library_problem::no_such_column,
         "run a: no column has this name; there are: exited with 1", ""}}) {
    error const e(r.problem, of("run"), of("a"), of("exited with 1"));
    CHECK(std::string(e.what()) == r.sentence);
    CHECK(string_of(e.reason()) == r.reason);
  }
  error const bare(library_problem::cannot_load, of("load"), of("a"));
  CHECK(std::string(bare.what()) == "load a: the loader gave no reason");
  CHECK(
      error({error_source::scan, 1}, of("a"), of("b"), of("c")).reason().size ==
      0);
}

TEST_CASE("os/error: the words of OpenSSL, and of those who ask the system") {
  rill::error_code const of_openssl(rill::error_source::openssl, 7);
  error const bare(of_openssl, "write", "to a BIO");
  CHECK(of(bare.what()) == "write to a BIO: OpenSSL reported an error");
  CHECK(bare.reason().size == 0);
  error const told(of_openssl, "write", "to a BIO", "SSL routines:bad length");
  CHECK(of(told.what()) == "write to a BIO: SSL routines:bad length");
  CHECK(told.reason() == "SSL routines:bad length");
  CHECK(told.code() == of_openssl);
  rill::error_code const of_system = rill::os::c_error(ENOENT);
  error const asked(of_system, "open", "a BIO", "calling fopen(x, r)");
  std::string const plain = error(of_system, "open", "a BIO").what();
  CHECK(of(asked.what()) == plain + ": calling fopen(x, r)");
  CHECK(asked.reason() == "calling fopen(x, r)");
  // An error about text has no reason: its encoding is stored in its place.
  rill::text_place place;
  place.encoding = "UTF-8";
  CHECK(error(rill::text_problem::overlong, place).reason().size == 0);
}

TEST_CASE("os/error: a path with a NUL does not cut the sentence") {
  std::string const path("a\0b", 3);
  error const e(library_problem::path_contains_nul, of("open"),
                {path.data(), path.size()});
  CHECK(string_of(e.path()) == path);
  CHECK(std::string(e.what()) == "open a\\x00b: the path contains a NUL byte");
}

TEST_CASE("os/error: a place in a text has line, column, excerpt and caret") {
  scan_place place;
  place.source = of("data.txt");
  place.line = 3;
  place.column = 7;
  place.excerpt = of("12 34 abc");
  place.caret = 6;
  place.expected = of("an integer");
  place.found = of("abc");
  error const e(scan_problem::malformed, place);
  CHECK(std::string(e.what()) ==
        "data.txt:3:7: expected an integer, found \"abc\"\n"
        "12 34 abc\n"
        "      ^");
  CHECK(e.line() == 3);
  CHECK(e.column() == 7);
  CHECK(string_of(e.path()) == "data.txt");
  CHECK(string_of(e.operation()) == "scan");

  struct row {
    scan_problem problem;
    char const* sentence;
  };
  place.excerpt = {};
  for (row const& r :
       {row{scan_problem::out_of_range, "expected an integer, found \"abc\""},
        row{scan_problem::mismatch, "expected an integer, found \"abc\""},
        row{scan_problem::end_of_input,
            "expected an integer, found the end of the input"},
        row{scan_problem::cut,
            "expected an integer, found the end of the input"},
        row{scan_problem::left_over,
            "expected the end after an integer, found \"abc\""}})
    CHECK(std::string(error(r.problem, place).what()) ==
          std::string("data.txt:3:7: ") + r.sentence);
  place.line = 0;
  CHECK(std::string(error(scan_problem::malformed, place).what()) ==
        "data.txt: expected an integer, found \"abc\"");
}

TEST_CASE("os/error: the caret stands below the byte, tabs and UTF-8 or not") {
  scan_place place;
  place.source = of("t");
  place.excerpt = of("\xC3\xA9\t\xE2\x82\xAC x");
  place.caret = 7;  // the x
  place.expected = of("a digit");
  place.found = of("x");
  CHECK(std::string(error(scan_problem::malformed, place).what()) ==
        "t: expected a digit, found \"x\"\n"
        "\xC3\xA9\t\xE2\x82\xAC x\n"
        " \t  ^");
}

TEST_CASE("os/error: what a terminal would act upon is shown by escapes") {
  scan_place place;
  place.source = of("t");
  place.expected = of("a \"word\"");
  place.is_literal = true;
  struct row {
    std::string before;  // the line's part before the caret
    std::string shown;
    std::string indent;
  };
  for (row const& r : {
           row{"\x1b[2J", "\\x1b[2J", "       "},
           row{"\r\x7f", "\\r\\x7f", "      "},
           row{"\xff\xc3", "\\xff\\xc3", "        "},
           row{"\u009b", "\\u{9b}", "      "},
           row{"a\u202e", "a\\u{202e}", "         "},
           row{"a\tb", "a\tb", " \t "},
           row{"\u6771\u4eac", "\u6771\u4eac", "    "},
           row{"\U0001F600", "\U0001F600", "  "},
           row{"e\u0301", "e\u0301", " "},
           row{"\U0001F468\u200d\U0001F469", "\U0001F468\\u{200d}\U0001F469",
               "            "},
           row{"\ufeff1\u00a0", "\\u{feff}1\\u{a0}", "               "},
           row{"\"\\", "\"\\", "  "},
           row{"\t\t\u6771\t", "\t\t\u6771\t", "\t\t  \t"},
       }) {
    std::string const line = r.before + "x\x1b";
    place.excerpt = {line.data(), line.size()};
    place.caret = r.before.size();
    std::string const found = "x\x1b\"\n\t\\";
    place.found = {found.data(), found.size()};
    error const e(scan_problem::mismatch, place);
    CHECK(std::string(e.what()) ==
          "t: expected \"a \\\"word\\\"\", found "
          "\"x\\x1b\\\"\\n\\t\\\\\"\n" +
              r.shown + "x\\x1b\n" + r.indent + "^");
    // Only the sentence is escaped; the stored texts are not.
    CHECK(string_of(e.excerpt()) == line);
    CHECK(string_of(e.found()) == found);
    CHECK(string_of(e.expected()) == "a \"word\"");
    CHECK(e.caret() == r.before.size());
  }
}

TEST_CASE("os/error: what a place knows more is said and kept by copies") {
  scan_place place;
  place.source = of("t");
  place.expected = of("an integer");
  place.found = of("abc");
  place.excerpt = of("1,abc");
  place.caret = 2;
  place.part = of("column \"price\"");
  place.is_cut_before = place.is_cut_behind = place.is_found_cut = true;
  error copy;
  {
    error const e(scan_problem::malformed, place);
    copy = e;
    CHECK(copy.excerpt().data == e.excerpt().data);
  }
  CHECK(std::string(copy.what()) ==
        "t: expected an integer in column \"price\", found \"abc\u2026\"\n"
        "\u20261,abc\u2026\n   ^");
  CHECK(string_of(copy.expected()) == "an integer");
  place.found = of("\r\n");
  place.excerpt = {};
  CHECK(std::string(error(scan_problem::malformed, place).what()) ==
        "t: expected an integer in column \"price\", found the end of the "
        "line");
  error const other({error_source::system, ENOENT}, of("open"));
  CHECK(other.expected().size == 0);
  CHECK(other.found().size == 0);
  CHECK(other.excerpt().size == 0);
  CHECK(other.caret() == 0);
  CHECK(error().expected().size == 0);
}

TEST_CASE("os/error: the words are copied, not referred to") {
  auto path = std::make_unique<std::string>(300, 'p');
  auto operation = std::make_unique<std::string>("open");
  error const e({error_source::system, ENOENT},
                {operation->data(), operation->size()},
                {path->data(), path->size()});
  path.reset();
  operation.reset();
  CHECK(std::string(e.what()) ==
        "open " + std::string(300, 'p') + ": " + strerror(ENOENT));
}

TEST_CASE("os/error: how many bytes a copy wrote before it") {
  using rill::detail::with_written;
  rill::error const full(rill::error_code(rill::error_source::system, ENOSPC),
                         "write", "b.txt");
  rill::error const told = with_written(full, 65536);
  CHECK(told.written() == 65536);
  CHECK(full.written() == 0);
  CHECK(told.operation() == "write");
  CHECK(told.path() == "b.txt");
  CHECK(std::string(told.what()) ==
        std::string(full.what()) + "; bytes written before: 65536");
  CHECK(std::string(with_written(full, 0).what()) == full.what());
  CHECK(with_written(rill::error(), 7).written() == 0);
  // An error about text keeps its place, too.
  rill::error const ill_formed = with_written(
      rill::error(rill::text_problem::overlong, {.source = "a",
                                                 .offset = 5,
                                                 .line = 1,
                                                 .column = 6,
                                                 .encoding = "UTF-8"}),
      3);
  CHECK(ill_formed.offset() == 5);
  CHECK(ill_formed.written() == 3);
  CHECK(std::string(ill_formed.what()) ==
        "a:1:6: overlong form in UTF-8, at byte 5; bytes written before: 3");
}

TEST_CASE("os/error: copies share one body and outlive each other") {
  auto first = std::make_unique<error>(error_code{error_source::system, EIO},
                                       of("read"), of("disk"));
  error second = *first;
  error third;
  third = second;
  char const* const sentence = second.what();
  CHECK(third.what() == sentence);
  first.reset();
  CHECK(std::string(third.what()) ==
        std::string("read disk: ") + strerror(EIO));
  error& itself = third;
  third = itself;
  CHECK(third.what() == sentence);
  third = error();
  CHECK(!third);
  CHECK(second.what() == sentence);
}

TEST_CASE("os/error: threads may use copies at once") {
  error const e({error_source::system, EIO}, of("read"), of("disk"));
  std::string const expected = std::string("read disk: ") + strerror(EIO);
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (std::size_t i = 0; i != right.size(); ++i)
    threads.emplace_back([&right, i, expected, mine = e] {
      for (int k = 0; k != 1000; ++k) {
        error const copy = mine;
        right[i] += expected == copy.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (int count : right) CHECK(count == 1000);
}

TEST_CASE("os/error: raise throws a copy, as a std::exception too") {
  error const e({error_source::system, EIO}, of("read"), of("disk"));
  CHECK_THROWS_AS(rill::raise(e), rill::error);
  try {
    rill::raise(e);
  } catch (std::exception const& caught) {
    CHECK(std::string(caught.what()) == e.what());
  }
}

TEST_CASE("os/error: a result has the error as its reason") {
  rill::result<int> const good(7);
  CHECK(*good == 7);
  rill::result<int> bad(error({error_source::system, EIO}, of("read")));
  CHECK(bad.error().code().number == EIO);
  CHECK_THROWS_AS((void)bad.value(), rill::error);
  rill::result<void> fine;
  fine.value();
  rill::result<void> const broken(error(library_problem::closed, of("write")));
  CHECK_THROWS_AS(broken.value(), rill::error);
}

TEST_CASE("os/error: the system's text comes from both kinds of strerror_r") {
  char buffer[128] = "from the buffer";
  CHECK(std::string(rill::os::error_text(EIO, buffer, sizeof buffer)) ==
        strerror(EIO));
  char other[16] = "xsi";
  CHECK(std::string(rill::os::error_text_from(0, other)) == "xsi");
  CHECK(std::string(rill::os::error_text_from(1, other)) == "unknown error");
  CHECK(std::string(rill::os::error_text_from("gnu", other)) == "gnu");
}

TEST_CASE("os/error: one line, in one call, on descriptor 2") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(rill_test::status_of_child([&] {
          ::dup2(ends[1], 2);
          rill::os::write_message("standard output",
                                  {error_source::system, ENOSPC});
          return 0;
        }) == 0);
  ::close(ends[1]);
  char line[300];
  ssize_t const size = ::read(ends[0], line, sizeof line);
  ::close(ends[0]);
  REQUIRE(size > 0);
  CHECK(std::string(line, static_cast<std::size_t>(size)) ==
        std::string(program_invocation_short_name) +
            ": standard output: " + strerror(ENOSPC) + "\n");
}

TEST_CASE("os/output: knows the error of a closed pipe") {
  CHECK(rill::os::is_closed_pipe({error_source::system, EPIPE}));
  CHECK(!rill::os::is_closed_pipe({error_source::library, EPIPE}));
}

TEST_CASE("os/error: text that cannot be converted has its place") {
  using rill::text_problem;
  rill::text_place place;
  place.source = of("data.txt");
  place.offset = 112;
  place.line = 3;
  place.column = 7;
  place.encoding = of("UTF-8");
  char const* const reasons[] = {"the text ends within a character",
                                 "incomplete character",
                                 "stray continuation byte",
                                 "overlong form",
                                 "lone surrogate",
                                 "code point above U+10FFFF",
                                 "bytes that encode no character"};
  int number = static_cast<int>(text_problem::cut);
  for (char const* reason : reasons) {
    error const e(static_cast<text_problem>(number), place);
    CHECK(e.code() == error_code(error_source::text, number));
    CHECK(std::string(e.what()) ==
          std::string("data.txt:3:7: ") + reason + " in UTF-8, at byte 112");
    CHECK(string_of(e.operation()) == "transcode");
    CHECK(string_of(e.path()) == "data.txt");
    CHECK(e.offset() == 112);
    CHECK(e.line() == 3);
    CHECK(e.column() == 7);
    ++number;
  }
  CHECK(number == static_cast<int>(text_problem::unmappable));
  place.encoding = of("ISO-8859-1");
  for (auto const& [character, name] :
       {std::pair(U'\u20AC', "U+20AC"), std::pair(U'\U0001F600', "U+1F600"),
        std::pair(U'\U0010FFFF', "U+10FFFF"), std::pair(U'\0', "U+0000")}) {
    place.character = character;
    CHECK(std::string(error(text_problem::unmappable, place).what()) ==
          std::string("data.txt:3:7: no such character in ISO-8859-1: ") +
              name + ", at byte 112");
  }
  // A place without a line: the sentence gives the offset alone.
  place = {};
  place.source = of("pipe");
  place.encoding = of("UTF-16LE");
  CHECK(std::string(error(text_problem::surrogate, place).what()) ==
        "pipe: lone surrogate in UTF-16LE, at byte 0");
  CHECK(error({error_source::system, ENOENT}, of("open")).offset() == 0);
}

TEST_CASE("os/error: a sentence can end with what would have been right") {
  error const e(library_problem::no_such_encoding, of("find encoding"),
                of("utf-61"), of("UTF-8, UTF-16"));
  CHECK(std::string(e.what()) ==
        "find encoding utf-61: no encoding has this name; the nearest: UTF-8, "
        "UTF-16");
  error const alone(library_problem::no_such_encoding, of("iconv"), of("x"),
                    {});
  CHECK(std::string(alone.what()) == "iconv x: no encoding has this name");
}
