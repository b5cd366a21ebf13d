// test/print/any_writer_test.cpp: writers that own any sink.
// covers: print/any_writer.h, stream/any_reader.h
#include <doctest/doctest.h>
#include <errno.h>  // ENOSPC
#include <rill/any.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>  // std::move
#include <vector>

#include "support/any_calls.h"
#include "support/files.h"
#include "support/lost_output.h"

using rill::any_writer;
using rill_test::expected_calls;
using rill_test::print_calls;

namespace {

// Prints to `out`, moves it and closes it. Returns what the file `out` of the
// folder contains afterwards.
std::string content_by(rill_test::folder const& folder, any_writer out) {
  CHECK(out.is_open());
  print_calls(out);
  any_writer moved(std::move(out));
  CHECK(!out.is_open());
  CHECK(moved.try_flush());
  moved.close();
  CHECK(!moved.is_open());
  return rill_test::content_of(folder / "out");
}

}  // namespace

TEST_CASE(
    "print/any_writer: every kind of sink gets the bytes that a string gets") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  std::string const right = expected_calls();
  SUBCASE("writers with buffers of many sizes") {
    for (std::size_t size : {1u, 2u, 16u, 17u, 4096u, 200000u})
      CHECK(content_by(folder, rill::file_writer(path, size)) == right);
  }
  SUBCASE("a file is buffered") {
    CHECK(content_by(folder, rill::file::create(path)) == right);
  }
  SUBCASE("a file that is a variable is not") {
    rill::file file = rill::file::create(path);
    CHECK(content_by(folder, file) == right);
    CHECK(file.is_open());
  }
  SUBCASE("C's streams") {
    CHECK(content_by(folder, rill::c_file(path)) == right);
    CHECK(content_by(folder, rill::c_file_unlocked(path)) == right);
    rill::c_file file(path);
    CHECK(content_by(folder, file) == right);
    CHECK(file.is_open());
    rill::c_file other(path);
    FILE* const stream = other.get();
    CHECK(content_by(folder, stream) == right);
    CHECK(content_by(folder, rill::c_file_view(stream)) == right + right);
    CHECK(content_by(folder, other.get()) == right + right + right);
  }
  SUBCASE("C++'s streams") {
    CHECK(content_by(folder, std::ofstream(path)) == right);
    std::ofstream stream(path);
    CHECK(content_by(folder, stream) == right);
    CHECK(content_by(folder, rill::streambuf_view(stream.rdbuf())) ==
          right + right);
  }
  SUBCASE("locked sinks") {
    using locked_file = rill::locked<rill::file_writer>;
    CHECK(content_by(folder, any_writer::of<locked_file>(path)) == right);
    CHECK(content_by(folder, std::make_unique<locked_file>(path)) == right);
    locked_file locked(path);
    CHECK(content_by(folder, locked) == right);
  }
  SUBCASE("pointers") {
    CHECK(content_by(folder, std::make_unique<rill::file_writer>(path)) ==
          right);
    CHECK(content_by(folder, std::make_unique<any_writer>(
                                 rill::file_writer(path))) == right);
  }
  SUBCASE("writers that are variables") {
    rill::file_writer out(path, 16);
    CHECK(content_by(folder, out) == right);
    CHECK(out.is_open());
    rill::writer& base = out;
    CHECK(content_by(folder, base) == right + right);
  }
  SUBCASE("callables") {
    std::string all;
    any_writer out = [&all](char const* data, std::size_t size) {
      all.append(data, size);
    };
    print_calls(out);
    out.close();
    CHECK(all == right);
  }
}

TEST_CASE(
    "print/any_writer: each call reaches a stream of others when it is over") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  FILE* const stream = ::fopen(path.c_str(), "w");
  any_writer out = stream;
  rill::println(out, "one ", 1);
  ::fputs("two\n", stream);
  rill::writer& base = out;
  rill::print(base, 3);
  ::fputc('\n', stream);
  base.put('4');
  ::fputs(" four\n", stream);
  ::fclose(stream);
  CHECK(rill_test::content_of(path) == "one 1\ntwo\n3\n4 four\n");
}

TEST_CASE(
    "print/any_writer: lines of eight threads over one locked file are whole") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  {
    rill::locked<rill::file_writer> shared(path, 64u);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 8; ++thread)
      threads.emplace_back([&shared, thread] {
        any_writer out = shared;
        rill::writer& base = out;
        for (int i = 0; i < 500; ++i)
          rill::println(base, "thread ", thread, " says ", i, " and ", i * 2);
      });
    for (std::thread& each : threads) each.join();
  }
  std::vector<int> next(8);
  std::size_t lines = 0;
  for (auto line : rill::lines(rill::file::open(path))) {
    int thread = -1, i = -1, doubled = -1;
    rill::scan(rill::from(line), "thread ", thread, " says ", i, " and ",
               doubled);
    REQUIRE(thread >= 0);
    REQUIRE(thread < 8);
    CHECK(i == next[static_cast<std::size_t>(thread)]++);
    CHECK(doubled == i * 2);
    ++lines;
  }
  CHECK(lines == 4000);
}

TEST_CASE("print/any_writer: a vector of them grows, shrinks and is sorted") {
  std::vector<std::string> texts(20);
  {
    std::vector<any_writer> all;
    for (std::string& each : texts)
      all.emplace_back([&each](char const* data, std::size_t size) {
        each.append(data, size);
      });
    for (std::size_t i = 0; i < all.size(); ++i) rill::print(all[i], "a", i);
    all.erase(all.begin() + 3);
    std::swap(all[0], all[1]);
    for (std::size_t i = 0; i < all.size(); ++i) rill::print(all[i], "b", i);
  }
  CHECK(texts[0] == "a0b1");
  CHECK(texts[1] == "a1b0");
  CHECK(texts[3] == "a3");
  CHECK(texts[4] == "a4b3");
  CHECK(texts[19] == "a19b18");
}

TEST_CASE(
    "print/any_writer: an error of the sink is thrown, sticks, and is told") {
  rill_test::lost_output const lost;
  SUBCASE("of a writer inside") {
    any_writer out = rill::file_writer(rill::file::append("/dev/full"), 16);
    CHECK_THROWS_AS(rill::print(out, std::string(100, 'x')), rill::error);
    CHECK(out.error());
    CHECK_THROWS_AS(rill::print(out, 1), rill::error);
    rill::result<void> const closed = out.try_close();
    REQUIRE(!closed);
    CHECK(closed.error().path() == "/dev/full");
  }
  SUBCASE("of a sink that is no writer") {
    any_writer out = rill::file_view(rill::file::append("/dev/full").release());
    CHECK_THROWS_AS(rill::print(out, 1), rill::error);
    CHECK(out.error().number == ENOSPC);
    CHECK_THROWS_AS(rill::print(out, 2), rill::error);
    CHECK(!out.try_flush());
    CHECK(!out.try_close());
  }
  SUBCASE("of the last bytes, by close") {
    any_writer out = rill::file::append("/dev/full");
    rill::print(out, 1);
    CHECK(!out.try_close());
    CHECK(out.try_close());
  }
  CHECK(lost.count() == 0);
}

TEST_CASE("print/any_writer: an error of the destructor goes to the handler") {
  rill_test::lost_output const lost;
  {
    rill::print(any_writer(rill::file::append("/dev/full")), 1);
  }
  REQUIRE(lost.count() == 1);
  CHECK(lost.sentences()[0] == "write /dev/full: No space left on device");
}

namespace {

constexpr char const* disk_is_full =
    "write a std::ostream: No space left on device";

// Counts the calls of put and flush, and fails or throws in flush on demand. It
// stands for a sink that loses its unflushed bytes when it is destroyed.
struct late_sink {
  struct counts {
    int puts = 0, flushes = 0;
    bool fails = false, throws = false;
  };
  counts* seen;
  explicit late_sink(counts& to) : seen(&to) {}
  late_sink(late_sink&&) = default;
  ~late_sink() {}
};

}  // namespace

template <>
struct rill::sink_traits<late_sink> {
  static void put(late_sink& to, auto const&...) { ++to.seen->puts; }
  static void flush(late_sink& to) {
    ++to.seen->flushes;
    if (to.seen->throws) throw std::runtime_error("the flush");
    if (to.seen->fails)
      raise(error({error_source::system, ENOSPC}, "flush", "a late sink"));
  }
};

TEST_CASE("print/any_writer: a stream that it owns loses nothing in silence") {
  rill_test::lost_output const lost;
  auto const printed = [](any_writer out) {
    rill::println(out, "lost");
    return out;
  };
  SUBCASE("in the destructor") {
    (void)printed(std::ofstream("/dev/full"));
    (void)printed(any_writer::of<std::ofstream>("/dev/full"));
    (void)printed(std::make_unique<std::ofstream>("/dev/full"));
    (void)printed(
        std::unique_ptr<std::ostream>(new std::ofstream("/dev/full")));
    CHECK(lost.sentences() == std::vector<std::string>(4, disk_is_full));
  }
  SUBCASE("by assignment") {
    any_writer out = printed(std::ofstream("/dev/full"));
    out = any_writer();
    CHECK(lost.sentences() == std::vector<std::string>{disk_is_full});
  }
  SUBCASE("by close") {
    any_writer out = printed(std::ofstream("/dev/full"));
    rill::result<void> const closed = out.try_close();
    REQUIRE(!closed);
    CHECK(closed.error().what() == std::string(disk_is_full));
    out =
        printed(std::unique_ptr<std::ostream>(new std::ofstream("/dev/full")));
    CHECK(!out.try_close());
    CHECK(lost.count() == 0);
  }
  SUBCASE("after a flush that has returned it") {
    any_writer out = printed(std::ofstream("/dev/full"));
    CHECK(!out.try_flush());
    CHECK_THROWS_AS(rill::print(out, 1), rill::error);
    out = any_writer();
    CHECK(lost.count() == 0);
  }
  SUBCASE("that throws its own exception") {
    std::ofstream stream("/dev/full");
    stream.exceptions(std::ios_base::badbit);
    (void)printed(std::move(stream));
    REQUIRE(lost.count() == 1);
    CHECK(lost.sentences()[0].find("write to a sink: ") == 0);
  }
}

TEST_CASE("print/any_writer: a sink that it owns is flushed once at its end") {
  rill_test::lost_output const lost;
  for (bool is_closed : {false, true}) {
    late_sink::counts seen;
    {
      any_writer out = late_sink(seen);
      rill::print(out, 1);
      CHECK(seen.flushes == 0);
      if (is_closed) out.close();
      any_writer const moved = std::move(out);
    }
    CHECK(seen.puts == 1);
    CHECK(seen.flushes == 1);
    CHECK(lost.count() == 0);
  }
  late_sink::counts fails{.fails = true};
  {
    any_writer const out = std::make_unique<late_sink>(fails);
  }
  CHECK(lost.sentences() ==
        std::vector<std::string>{"flush a late sink: No space left on device"});
  late_sink::counts throws{.throws = true};
  {
    any_writer out = late_sink(throws);
    CHECK_THROWS_AS(out.close(), std::runtime_error);
  }
  CHECK(throws.flushes == 1);
  CHECK(lost.count() == 1);
  {
    any_writer const out = late_sink(throws);
  }
  CHECK(lost.sentences().back() ==
        "write to a sink: an exception was thrown: the flush");
}

TEST_CASE(
    "print/any_writer: a sink that it borrows is not flushed at its end") {
  late_sink::counts seen;
  late_sink sink(seen);
  {
    any_writer out = sink;
    rill::print(out, 1);
  }
  CHECK(seen.flushes == 0);
  rill_test::folder const folder;
  std::ofstream stream(folder / "out");
  {
    any_writer out = rill::streambuf_view(stream.rdbuf());
    rill::print(out, "abc");
  }
  CHECK(rill_test::content_of(folder / "out") == "");
  CHECK(stream.flush());
  CHECK(rill_test::content_of(folder / "out") == "abc");
}

TEST_CASE("print/any_writer: what a hook throws leaves the pieces before it") {
  std::string all;
  any_writer direct = [&all](char const* data, std::size_t size) {
    all.append(data, size);
  };
  rill::file_writer unused(rill::file::create("/dev/null"));
  any_writer calls = static_cast<rill::writer&>(direct);
  for (any_writer* out : {&direct, &calls}) {
    all.clear();
    CHECK_THROWS_AS(rill::print(*out, "a ", rill_test::throwing_hook(), "b"),
                    std::runtime_error);
    rill::print(*out, "c");
    out->flush();
    CHECK(all == "a before c");
  }
}

TEST_CASE("print/any_writer: what a sink throws arrives") {
  rill_test::lost_output const lost;
  any_writer out = [](char const*, std::size_t) {
    throw std::runtime_error("the sink");
  };
  rill::print(out, "abc");
  CHECK_THROWS_AS(out.flush(), std::runtime_error);
  CHECK_THROWS_AS(rill::print(out, std::string(200000, 'x')), rill::error);
  any_writer outer = static_cast<rill::writer&>(out);
  CHECK_THROWS_AS(rill::print(outer, "d"), rill::error);
}

TEST_CASE("print/any_writer: a sink that prints to its own any_writer") {
  rill_test::lost_output const lost;
  for (std::size_t buffer : {8u, 32u, 4096u}) {
    for (std::size_t nested : {1u, 20u, 300u}) {
      std::string all;
      any_writer* self = nullptr;
      int calls = 0;
      int refused = 0;
      any_writer out = rill::callback_writer(
          [&](char const* bytes, std::size_t size) {
            if (++calls == 1) try {
                rill::print(*self, std::string(nested, 'n'));
              } catch (rill::error const&) {
                ++refused;
              }
            all.append(bytes, size);
            return size;
          },
          buffer);
      self = &out;
      rill::print(out, std::string(10, 'a'));
      CHECK(!out.try_flush());
      CHECK(refused == 1);
      CHECK(out.error() == rill::library_problem::wrote_nothing);
      CHECK(all.find('n') == std::string::npos);
    }
  }
}

TEST_CASE("print/any_writer: a sink that closes its own any_writer") {
  any_writer* self = nullptr;
  bool was_closed = true;
  any_writer out = [&](char const*, std::size_t) {
    was_closed = bool(self->try_close());
  };
  self = &out;
  rill::print(out, "abc");
  out.flush();
  CHECK(!was_closed);
}

TEST_CASE("print/any_writer: pointers that are temporary, and null ones") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  FILE* stream = nullptr;
  any_writer out(stream = ::fopen(path.c_str(), "w"));
  rill::print(out, "abc");
  any_writer other(std::move(stream));
  rill::print(other, "def");
  ::fclose(stream);
  CHECK(rill_test::content_of(path) == "abcdef");
  CHECK_THROWS_AS(any_writer(std::unique_ptr<rill::file_writer>()),
                  rill::error);
}

TEST_CASE("print/any_writer: closed and moved from") {
  any_writer none;
  CHECK(!none.is_open());
  CHECK_THROWS_AS(rill::print(none, "a"), rill::error);
  CHECK(none.error() == rill::library_problem::closed);
  CHECK(none.try_close());
  CHECK(!none.try_flush());
  rill::counting_writer count;
  none = count;
  rill::print(none, "abc");
  CHECK(count.count() == 3);
  none = any_writer();
  CHECK_THROWS_AS(none.flush(), rill::error);
}

TEST_CASE("print/any_writer: styles are those of the sink") {
  std::string all;
  rill::string_writer inside(all);
  inside.set_styles(rill::style_mode::always);
  any_writer lent = inside;
  CHECK(lent.takes_styles());
  inside.set_styles(rill::style_mode::never);
  any_writer other = inside;
  CHECK(!other.takes_styles());
  rill::file_writer file(rill::file::create("/dev/null"));
  file.set_styles(rill::style_mode::always);
  any_writer owned = std::move(file);
  CHECK(owned.takes_styles());
}

TEST_CASE("print/any_writer: what can be one") {
  struct no_sink {};
  static_assert(!std::is_convertible_v<no_sink, any_writer>);
  static_assert(!std::is_convertible_v<int, any_writer>);
  static_assert(!std::is_convertible_v<char const*, any_writer>);
  static_assert(!std::is_copy_constructible_v<any_writer>);
  static_assert(std::is_nothrow_move_constructible_v<any_writer>);
  static_assert(
      !std::is_convertible_v<rill::locked<rill::file_writer>, any_writer>);
  auto const once = [own = std::make_unique<int>()](char const*, std::size_t) {
    (void)own;
  };
  using callable = std::remove_const_t<decltype(once)>;
  static_assert(std::is_convertible_v<callable, any_writer>);
  static_assert(!std::is_convertible_v<callable&, any_writer>);
  static_assert(!std::is_convertible_v<callable const&, any_writer>);
}
