// test/os/libc_test.cpp: the contract of os/libc.h for the C library of the
// build: streams in every state, with buffers in heap blocks of exactly their
// size.
// covers: rill/os/libc.h
// covers: rill/os/libc/common.h
// covers: rill/os/libc/standard_calls.h
// covers: rill/os/libc/portable.h
// covers: rill/os/libc/musl.h
// covers: rill/os/libc/msvcrt.h
// covers: rill/os/libc/bsd.h
#include <doctest/doctest.h>
#include <rill/os/libc.h>
#include <stdio.h>
#include <wchar.h>  // fwide

#include <memory>
#include <string>

#include "../support/files.h"

namespace {

namespace libc = rill::libc;

// Binary modes: Windows does not translate line ends, so a count of bytes is an
// offset.
constexpr char const* to_read = "rb";
constexpr char const* to_write = "wb";
constexpr std::size_t sizes[] = {0, 1, 2, 3, 7, 16, 17, 64, 4096};

// Wine does not count a byte that was pushed back to an unbuffered stream.
#if defined(_WIN32)
bool knows_place(std::size_t size) { return size != 0; }
#else
bool knows_place(std::size_t) { return true; }
#endif

// A stream with a buffer of `size` bytes on the heap; unbuffered if `size` is
// 0.
class stream {
 public:
  stream(std::string const& path, char const* mode, std::size_t size,
         int buffering = _IOFBF)
      : block_(size ? new char[size] : nullptr),
        file_(::fopen(path.c_str(), mode)) {
    ::setvbuf(file_, block_.get(), size ? buffering : _IONBF, size);
  }
  ~stream() { ::fclose(file_); }
  stream(stream const&) = delete;
  operator FILE*() const { return file_; }

 private:
  std::unique_ptr<char[]> block_;
  FILE* file_;
};

std::size_t room(FILE* file) {
  libc::put_area const area = libc::writable(file);
  CHECK(area.cursor <= area.end);
  return static_cast<std::size_t>(area.end - area.cursor);
}

// Fills all of the room, up to its last byte.
std::string fill_room(FILE* file) {
  libc::put_area const area = libc::writable(file);
  std::string const text(room(file), 'r');
  if (!text.empty()) {
    text.copy(area.cursor, text.size());
    libc::put_up_to(file, area.cursor + text.size());
  }
  CHECK(room(file) == 0);
  return text;
}

}  // namespace

TEST_CASE("os/libc: the room of a stream is all its own") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  for (char const* mode : {to_write, "ab", "w+b", "r+b"})
    for (int buffering : {_IOFBF, _IOLBF})
      for (std::size_t size : sizes)
        for (int before = 0; before != 6; ++before) {
          CAPTURE(std::string(mode));
          CAPTURE(buffering);
          CAPTURE(size);
          CAPTURE(before);
          rill_test::set_content(path, "");
          std::string expected;
          {
            stream const out(path, mode, size, buffering);
            auto const put = [&](std::string const& text) {
              ::fwrite(text.data(), 1, text.size(), out);
              expected += text;
            };
            if (before == 1) put("part of a line");
            if (before == 2) put("a line\n");
            if (before == 3) ::fseek(out, 0, SEEK_END);
            if (before == 4) put("flushed"), ::fflush(out);
            if (before == 5) put("x");
            expected += fill_room(out);
            put("middle");
            expected += fill_room(out);
            put("\n");
            expected += fill_room(out);
          }
          REQUIRE(rill_test::content_of(path) == expected);
        }
}

TEST_CASE("os/libc: no room where it is not the turn of writing") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "some content\nof two lines\n");
  for (std::size_t size : sizes) {
    CAPTURE(size);
    stream const in(path, to_read, size);
    CHECK(room(in) == 0);
    CHECK(::getc(in) == 's');
    CHECK(room(in) == 0);
#if !defined(_WIN32)  // its putc writes where unread bytes lie
    CHECK(::putc('x', in) == EOF);
    CHECK(room(in) == 0);
#endif
    stream const both(path, "r+b", size);
    CHECK(room(both) == 0);
    CHECK(::getc(both) == 's');
    CHECK(room(both) == 0);
    CHECK(::ungetc('t', both) == 't');
    CHECK(room(both) == 0);
    CHECK(::getc(both) == 't');
    CHECK(::getc(both) == 'o');
  }
}

TEST_CASE("os/libc: the bytes of a stream are those that getc gives") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const text = rill_test::pattern(200);
  rill_test::set_content(path, text);
  for (std::size_t size : sizes)
    for (std::size_t take : {0u, 1u, 2u, 5u, 100u}) {
      CAPTURE(size);
      CAPTURE(take);
      stream const in(path, to_read, size);
      std::string seen;
      libc::get_state state;
      while (seen.size() < text.size()) {
        libc::get_area area = libc::readable(in, state);
        if (area.cursor == area.end) {
          REQUIRE(libc::refill(in, state));
          area = libc::readable(in, state);
        }
        REQUIRE(area.begin <= area.cursor);
        REQUIRE(area.cursor < area.end);
        auto const there = static_cast<std::size_t>(area.end - area.cursor);
        std::size_t const count = take < there ? take : there;
        seen.append(area.cursor, count);
        libc::taken_up_to(in, state, area.cursor + count);
        if (knows_place(size))
          REQUIRE(::ftell(in) == static_cast<long>(seen.size()));
        int const next = ::getc(in);
        if (next != EOF) seen += static_cast<char>(next);
      }
      REQUIRE(seen == text);
      REQUIRE(!libc::refill(in, state));
      REQUIRE(::feof(in) != 0);
      REQUIRE(::ferror(in) == 0);
    }
}

TEST_CASE("os/libc: a byte that was pushed back comes first") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "abcdefgh");
  for (std::size_t size : sizes)
    for (char back : {'b', 'X'}) {
      CAPTURE(size);
      stream const in(path, to_read, size);
      CHECK(::getc(in) == 'a');
      CHECK(::getc(in) == 'b');
      CHECK(::ungetc(back, in) == back);
      libc::get_state state;
      if (libc::readable(in, state).cursor == libc::readable(in, state).end)
        REQUIRE(libc::refill(in, state));
      libc::get_area const area = libc::readable(in, state);
      REQUIRE(*area.cursor == back);
      libc::taken_up_to(in, state, area.cursor + 1);
      CHECK(::getc(in) == 'c');
      libc::give_back(in, 'c');
      CHECK(::getc(in) == 'c');
      CHECK(::getc(in) == 'd');
    }
}

TEST_CASE("os/libc: a stream that cannot be read is not at its end") {
  rill_test::folder const folder;
  stream const out(folder / "f", to_write, 64);
  libc::get_state state;
  libc::get_area const area = libc::readable(out, state);
  CHECK(area.cursor == area.end);
  CHECK(!libc::refill(out, state));
  CHECK(::feof(out) == 0);
}

TEST_CASE("os/libc: what is drained comes after what is pending") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  for (char const* mode : {to_write, "ab", "w+b"})
    for (std::size_t size : sizes)
      for (std::size_t length : {0u, 1u, 6u, 5000u}) {
        CAPTURE(std::string(mode));
        CAPTURE(size);
        CAPTURE(length);
        rill_test::set_content(path, "");
        std::string const data(length, 'd');
        stream const out(path, mode, size);
        ::fputs("before ", out);
        bool const collected =
            libc::only_collects(out, data.data(), data.size());
        std::size_t const there = rill_test::content_of(path).size();
        rill::os::transfer done;
        if (!collected && libc::can_drain(out))
          done = libc::drain(out, data.data(), data.size());
        else
          done = libc::write_through(out, data.data(), data.size());
        CHECK(done.moved == length);
        CHECK(!done.error);
        if (collected) CHECK(rill_test::content_of(path).size() == there);
        ::fputs(" after", out);
        CHECK(!libc::flush_through(out));
        CHECK(rill_test::content_of(path) == "before " + data + " after");
        if (libc::can_drain(out)) CHECK(!libc::has_pending(out));
      }
}

TEST_CASE("os/libc: nothing is written to what only gives") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "kept");
  stream const in(folder / "f", to_read, 64);
  CHECK(!libc::can_drain(in));
  rill::os::transfer const done = libc::write_through(in, "data", 4);
  CHECK(done.moved == 0);
  CHECK(bool(done.error));
  CHECK(rill_test::content_of(folder / "f") == "kept");
}

TEST_CASE("os/libc: hidden room loses nothing that is written later") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string expected;
  {
    stream const out(path, to_write, 64);
    ::fputs("one", out);
    CHECK(!libc::flush_through(out));
    libc::hide_room(out);
    CHECK(room(out) == 0);
    ::fputs("two", out);
    CHECK(!libc::flush_through(out));
    expected = "onetwo" + fill_room(out);
  }
  CHECK(rill_test::content_of(path) == expected);
}

TEST_CASE("os/libc: what is forgotten is not written") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  {
    stream const out(path, to_write, 64);
    ::fputs("one", out);
    CHECK(!libc::flush_through(out));
    ::fputs("two", out);
    libc::forget_pending(out);
    ::fputs("three", out);
  }
  bool const can_forget = libc::refill_is_a_call;
  CHECK(rill_test::content_of(path) ==
        (can_forget ? "onethree" : "onetwothree"));
}

TEST_CASE("os/libc: the place of the last byte that was read ahead") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, std::string(100, 'c'));
  for (std::size_t size : sizes) {
    CAPTURE(size);
    if (!knows_place(size)) continue;
    stream const in(path, to_read, size);
    CHECK(::getc(in) == 'c');
    libc::get_state state;
    REQUIRE(libc::refill(in, state));
    libc::get_area const area = libc::readable(in, state);
    long long const at = libc::end_offset(in, 0);
    // end_offset(in, 0) returns the library's offset, or the 0 that it was
    // given.
    if (at != 0)
      CHECK(at == (libc::refill_is_a_call ? 1 : 2) +
                      (libc::refill_is_a_call ? area.end - area.cursor : 0));
    CHECK(libc::end_offset(in, -1) == -1);
    libc::taken_up_to(in, state, area.cursor);
    CHECK(::ftell(in) == 1);
  }
}

TEST_CASE("os/libc: the lock is the stream's, and can be taken twice") {
  FILE* const once = libc::lock(stdout);
  FILE* const twice = libc::lock(stdout);
  libc::unlock(twice);
  libc::unlock(once);
  CHECK((once == nullptr || once == stdout));
}

#if defined(__GLIBC__)
TEST_CASE("os/libc: a wide stream has no room and no bytes") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "wide content");
  stream const out(folder / "g", to_write, 64);
  CHECK(::fwide(out, 1) > 0);
  ::fputws(L"some", out);
  CHECK(room(out) == 0);
  CHECK(!libc::can_drain(out));
  stream const in(path, to_read, 64);
  CHECK(::fwide(in, 1) > 0);
  CHECK(::fgetwc(in) == L'w');
  libc::get_state state;
  libc::get_area const area = libc::readable(in, state);
  CHECK(area.cursor == area.end);
}
#endif
