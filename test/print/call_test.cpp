// Calls of print that compile to a row of small calls, and calls that pass a
// list: each gives the text of its arguments printed one by one, in any room,
// and prints all of it or nothing.
// covers: rill/print/put.h
// covers: rill/print/list.h
// covers: rill/print/standard_sink.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/types.h>

#if defined(__linux__)
#include <fcntl.h>   // O_DIRECT
#include <unistd.h>  // pipe2
#endif

#include <cstdio>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out('(', p.x, ", ", p.y, ')');
  }
};

// Prints to `to` during a call that prints to `to`.
struct interrupter {
  rill::writer* to;
  friend void rill_print(rill::writer& out, interrupter const& i) {
    rill::print(out, "<");
    rill::print(*i.to, "a: ", 1, ", b: ", 22, ", c: ", std::string("ccc"));
    rill::print(out, ">");
  }
};

struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("before", 1, "throw", 2, "!");
    throw std::runtime_error("a hook");
  }
};

// Calls print with arguments in many orders, so that each pair of neighbours
// occurs: text and text, text and value, value and text, value and value, text
// at the end.
template <class Print>
void print_orders(Print&& print) {
  std::string const word = "word";
  std::string_view const view = "a view of more than thirty-two characters";
  char const* const pointer = "pointer";
  char const* const null = nullptr;
  char const unended[4] = {'a', 'b', 'c', 'd'};
  char const padded[8] = "pad";
  print("a: ", 1, "b: ", 2.5, "c: ", true);
  print(1, 2, 3L, 4ul, 'c', false, -5);
  print("one", "two", word, view, pointer);
  print(word, 1, view, 2, pointer, 3);
  print(1, "a", "b", 2, word, word, 3);
  print("x", null, "y", unended, "z", padded, "!");
  print("p: ", point{1, 2}, ", q: ", point{3, 4}, ", and ", 5);
  print(point{1, 2}, std::vector<int>{1, 2, 3}, "end");
  print("", 1, "", "", 2, "");
  print("hex ", rill::hex(255u), " fixed ", rill::fixed(2.5, 3), " right ",
        rill::right(7, 5), " quoted ", rill::quoted(word));
}

// A library whose operator->* accepts any two operands.
namespace greedy {
struct answer {};
template <class A, class B>
answer operator->*(A&&, B&&);
struct value {
  int x;
  friend void rill_print(auto& out, value const& v) { out("v", v.x); }
};
}  // namespace greedy

// Nested hooks, each of which makes a print call of its own.
struct nest {
  rill::writer* to;
  int depth;
  friend void rill_print(rill::writer& out, nest const& n) {
    if (n.depth != 0)
      rill::print(out, "(", n.depth, nest{n.to, n.depth - 1}, ")");
  }
};

// One print for each argument.
std::string one_by_one(auto const&... args) {
  std::string made;
  {
    rill::string_writer<std::string> out(made);
    (rill::print(out, args), ...);
  }
  return made;
}

}  // namespace

TEST_CASE("print/call: a row is its arguments one by one, in any room") {
  print_orders([](auto const&... args) {
    std::string const expected = one_by_one(args...);
    for (std::size_t room = 0; room != expected.size() + 70; ++room) {
      auto const memory = std::make_unique<char[]>(room);
      rill::memory_writer out(memory.get(), room);
      bool fits = true;
      try {
        rill::print(out, args...);
      } catch (rill::error const&) {
        fits = false;
      }
      CAPTURE(room);
      REQUIRE((fits == (room >= expected.size())));
      std::string_view const made(out.bytes().data, out.bytes().size);
      if (fits)
        REQUIRE((made == expected));
      else
        REQUIRE((made == std::string_view(expected).substr(0, made.size())));
    }
  });
}

TEST_CASE("print/call: a row through small buffers is the same bytes") {
  std::string expected;
  print_orders(
      [&](auto const&... args) { expected += one_by_one(args...) + '\n'; });
  for (std::size_t size : {16u, 17u, 31u, 64u, 100u}) {
    rill_test::folder const folder;
    std::string const path = folder / "out";
    {
      rill::file_writer out(path, size);
      print_orders([&](auto const&... args) { rill::println(out, args...); });
      out.close();
    }
    CAPTURE(size);
    CHECK((rill_test::content_of(path) == expected));
  }
}

TEST_CASE("print/call: a list is its arguments one by one, to every sink") {
  print_orders([](auto const&... args) {
    std::string const expected = one_by_one(args...);
    CHECK((rill::concat(args...) == expected));
    CHECK((rill::concatln(args...) == expected + '\n'));
    CHECK((rill::formatted_size(args...) == expected.size()));
    std::string appended = "already ";
    rill::append(appended, args...);
    CHECK((appended == "already " + expected));
    for (std::size_t room : {std::size_t{0}, std::size_t{5}, expected.size()}) {
      auto const memory = std::make_unique<char[]>(room);
      std::string_view const view(memory.get(), room);
      auto const made =
          rill::format_into(std::span<char>(memory.get(), room), args...);
      CHECK((made.size_needed == expected.size()));
      CHECK((view.substr(0, expected.size()) ==
             std::string_view(expected).substr(0, room)));
    }
    std::ostringstream stream;
    rill::println(stream, args...);
    CHECK((stream.str() == expected + '\n'));
    rill_test::folder const folder;
    std::string const path = folder / "out";
    {
      rill::locked<rill::file_writer> out(path);
      rill::println(out, args...);
    }
    CHECK((rill_test::content_of(path) == expected + '\n'));
    {
      auto const out = rill::file::create(path);
      rill::println(out, args...);
    }
    CHECK((rill_test::content_of(path) == expected + '\n'));
    {
      auto out = rill::c_file::create(path);
      rill::println(out, args...);
      rill::println(rill::lock(out), args...);
    }
    CHECK((rill_test::content_of(path) == expected + '\n' + expected + '\n'));
  });
}

TEST_CASE("print/call: the arguments of append may be the string's own text") {
  std::string text = "abc";
  rill::append(text, text, 1, text, ", ", text);
  CHECK((text == "abcabc1abc, abc"));
}

TEST_CASE("print/call: constant evaluation takes rows of any length") {
  constexpr auto made = [] {
    struct {
      char bytes[32] = {};
      std::size_t size = 0;
    } result;
    auto const done = rill::format_into(result.bytes, "n = ", 12, ", c = ", 'c',
                                        ", t = ", true, 7, "!");
    result.size = done.size_needed;
    return result;
  }();
  static_assert(made.size == 25);
  CHECK((std::string_view(made.bytes) == "n = 12, c = c, t = true7!"));
}

TEST_CASE("print/call: what a hook prints to the same writer is in its place") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  for (std::size_t size : {16u, 40u, 4096u}) {
    rill::file_writer out(path, size);
    interrupter const hook{&out};
    rill::println(out, "first ", 1, " ", hook, " second ", 2, " ", hook, ".");
    rill::println(out, "x: ", 3, ", y: ", 4);
    out.close();
    CAPTURE(size);
    CHECK((rill_test::content_of(path) ==
           "first 1 <a: 1, b: 22, c: ccc> second 2 <a: 1, b: 22, c: ccc>.\n"
           "x: 3, y: 4\n"));
  }
}

TEST_CASE("print/call: a hook that throws leaves a writer fit for calls") {
  for (std::size_t size : {16u, 4096u}) {
    rill_test::folder const folder;
    std::string const path = folder / "out";
    rill::file_writer out(path, size);
    CHECK_THROWS_AS(rill::println(out, "a: ", 1, ", ", thrower(), ", b: ", 2),
                    std::runtime_error);
    rill::println(out, "|c: ", 3, ", d: ", 4);
    out.close();
    CAPTURE(size);
    CHECK((rill_test::content_of(path) == "a: 1, before1throw2!|c: 3, d: 4\n"));
  }
}

TEST_CASE("print/call: an operator of the program's own is not taken") {
  CHECK((rill::concat("a ", greedy::value{1}, " b") == "a v1 b"));
  char memory[32];
  rill::memory_writer out(memory);
  rill::print(out, "a ", greedy::value{1}, 2, greedy::value{3});
  CHECK((std::string_view(out.bytes().data, out.bytes().size) == "a v12v3"));
}

#if defined(__linux__)
TEST_CASE("print/call: a call that fails is taken back from any depth") {
  for (int depth : {1, 254, 255, 256, 257}) {
    rill::file_writer out(rill::file::append("/dev/full"), 4096);
    std::string const before(3000, 'a');
    rill::print(out, before);
    CAPTURE(depth);
    CHECK_THROWS_AS(rill::print(out, "begin", 1, nest{&out, depth},
                                std::string(1500, 'b'), 1, "end"),
                    rill::error);
    CHECK((out.accepted() == before.size()));
    (void)out.try_close();
  }
}
#endif

#if defined(__linux__)
namespace {

// A pipe in packet mode: a read returns the bytes of one write.
class packet_pipe {
 public:
  packet_pipe() { REQUIRE((::pipe2(ends_, O_DIRECT | O_NONBLOCK) == 0)); }
  ~packet_pipe() {
    ::close(ends_[0]);
    if (ends_[1] >= 0) ::close(ends_[1]);
  }
  // The write end. The caller closes it.
  int release() { return std::exchange(ends_[1], -1); }
  std::vector<std::string> packets() {
    std::vector<std::string> all;
    char bytes[4096];
    for (;;) {
      ssize_t const size = ::read(ends_[0], bytes, sizeof bytes);
      if (size <= 0) return all;
      all.emplace_back(bytes, static_cast<std::size_t>(size));
    }
  }

 private:
  int ends_[2];
};

}  // namespace

TEST_CASE("print/call: a full buffer of a FILE goes out at the end of a call") {
  for (std::size_t size : {48u, 64u, 100u}) {
    packet_pipe pipe;
    FILE* const stream = ::fdopen(pipe.release(), "w");
    std::vector<char> buffer(size);
    REQUIRE((std::setvbuf(stream, buffer.data(), _IOFBF, size) == 0));
    std::string expected, made;
    bool are_whole = true;
    auto const take = [&] {
      for (std::string const& packet : pipe.packets()) {
        are_whole = are_whole && packet.back() == '\n';
        made += packet;
      }
    };
    for (int i = 0; i != 40; ++i) {
      rill::println(stream, "number ", i, ", half ", i / 2.0, ", ",
                    point{i, i});
      rill::println(stream, "number ", i, ", half ", i / 2.0);
      expected +=
          one_by_one("number ", i, ", half ", i / 2.0, ", ", point{i, i}, "\n",
                     "number ", i, ", half ", i / 2.0, "\n");
      take();
    }
    std::fclose(stream);
    take();
    CAPTURE(size);
    CHECK(are_whole);
    CHECK((made == expected));
  }
}

TEST_CASE("print/call: an unbuffered FILE gets a call in one write") {
  packet_pipe pipe;
  FILE* const stream = ::fdopen(pipe.release(), "w");
  std::setvbuf(stream, nullptr, _IONBF, 0);
  rill::println(stream, "a: ", 1, ", b: ", 2, ", c: ", std::string(100, 'c'));
  rill::println(stream, "p: ", point{1, 2}, ", ", 3);
  std::fclose(stream);
  CHECK((pipe.packets() == std::vector<std::string>{
                               "a: 1, b: 2, c: " + std::string(100, 'c') + "\n",
                               "p: (1, 2), 3\n"}));
}

TEST_CASE("print/call: a failed call leaves the next one in one write") {
  FILE* const full = std::fopen("/dev/full", "w");
  std::setvbuf(full, nullptr, _IONBF, 0);
  for (int i = 0; i != 2; ++i)
    CHECK_THROWS_AS(rill::print(full, "x", 1, std::string(70000, 'y'), "z"),
                    rill::error);
  std::fclose(full);
  packet_pipe pipe;
  FILE* const stream = ::fdopen(pipe.release(), "w");
  std::setvbuf(stream, nullptr, _IONBF, 0);
  rill::println(stream, "a: ", 1, ", b: ", 2, ", c: ", 3);
  std::fclose(stream);
  CHECK((pipe.packets() == std::vector<std::string>{"a: 1, b: 2, c: 3\n"}));
}

TEST_CASE("print/call: a first call leaves the next one in one write") {
  // A FILE that is new has no buffer yet: its first call begins outside the
  // buffer and ends inside it.
  rill_test::folder const folder;
  FILE* const fresh = std::fopen((folder / "out").c_str(), "w");
  rill::println(fresh, std::string(5000, 'x'), 1, "y", 2, "z", 3);
  packet_pipe pipe;
  FILE* const stream = ::fdopen(pipe.release(), "w");
  std::setvbuf(stream, nullptr, _IONBF, 0);
  rill::println(stream, "a: ", 1, ", b: ", 2, ", c: ", 3);
  std::fclose(stream);
  std::fclose(fresh);
  CHECK((pipe.packets() == std::vector<std::string>{"a: 1, b: 2, c: 3\n"}));
}

TEST_CASE("print/call: a call whose bytes have no place is dropped whole") {
  packet_pipe pipe;
  int const end = pipe.release();
  FILE* const stream = ::fdopen(end, "w");
  char buffer[64];
  std::setvbuf(stream, buffer, _IOFBF, sizeof buffer);
  rill::println(stream, "kept: ", 1, ", and ", 2);
  int const full = ::open("/dev/full", O_WRONLY);
  int const saved = ::dup(end);
  ::dup2(full, end);
  CHECK_THROWS_AS(
      rill::println(stream, "dropped: ", 1, ", ", std::string(30, 'x'), 2, ", ",
                    3, " and ", 4, " and ", 5),
      rill::error);
  ::dup2(saved, end);
  rill::println(stream, "next: ", 6, ", and ", 7);
  std::fclose(stream);
  ::close(full);
  ::close(saved);
  std::string made;
  for (std::string const& packet : pipe.packets()) made += packet;
  CHECK((made == "kept: 1, and 2\nnext: 6, and 7\n"));
}

#if defined(__GLIBC__)
namespace {

// A fopencookie stream whose write function makes one print of its own.
struct cookie_state {
  FILE* stream = nullptr;
  std::string written;
  bool has_printed = false;
};

ssize_t write_and_print(void* cookie, char const* data, std::size_t size) {
  auto& state = *static_cast<cookie_state*>(cookie);
  state.written.append(data, size);
  if (!state.has_printed) {
    state.has_printed = true;
    rill::println(stderr, "", "", "");
  }
  return static_cast<ssize_t>(size);
}

}  // namespace

TEST_CASE("print/call: a print inside of a print's write has a place too") {
  cookie_state state;
  state.stream =
      ::fopencookie(&state, "w", {nullptr, write_and_print, nullptr, nullptr});
  std::setvbuf(state.stream, nullptr, _IONBF, 0);
  for (int i = 0; i != 3; ++i)
    rill::println(state.stream, "a: ", i, ", b: ", i, ", c: ", 2.5);
  std::fclose(state.stream);
  CHECK((state.written ==
         "a: 0, b: 0, c: 2.5\na: 1, b: 1, c: 2.5\na: 2, b: 2, c: 2.5\n"));
}
#endif
#endif
