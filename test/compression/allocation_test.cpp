// test/compression/allocation_test.cpp: each allocation of compression fails in
// turn, in zlib too: an error or std::bad_alloc, and never a wrong text, a
// leak, or output that is lost in silence.
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/stream/read_failure.h>
#include <rill/print.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>

#include <functional>
#include <random>
#include <string>

#include "../support/deflated.h"
#include "../support/descriptors.h"
#include "../support/failing_memory.h"
#include "../support/files.h"

using rill::compressed_writer;
using rill::decompressed_reader;
using rill::library_problem;
using rill_test::deflated;
using rill_test::gzip_file;

namespace {

// Counts what the handler is told, without an allocation.
int lost = 0;
void count_lost(rill::error const&) noexcept { ++lost; }
struct lost_counter {
  rill::lost_output_handler before = rill::set_lost_output_handler(count_lost);
  lost_counter() { lost = 0; }
  lost_counter(lost_counter const&) = delete;
  lost_counter& operator=(lost_counter const&) = delete;
  ~lost_counter() { rill::set_lost_output_handler(before); }
};

// Runs work() with each allocation failing in turn, alone and with all behind
// it. After each, check(whether an error was told or lost).
void sweep(std::function<void()> const& work,
           std::function<void(bool has_failed)> const& check) {
  if (!rill_test::can_fail_memory()) return;
  int failures = 0;
  for (bool const is_lasting : {false, true}) {
    bool has_struck = true;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      CAPTURE(is_lasting);
      lost_counter const counter;
      long const blocks = rill_test::live_blocks;
      bool is_told = false, is_expected = true, can_go_on = false;
      rill_test::memory = {at, is_lasting, false};
      try {
        work();
      } catch (std::bad_alloc const&) {
        is_told = can_go_on = true;
      } catch (rill::error const& e) {
        is_told = true;
        is_expected = e.code() == library_problem::no_memory ||
                      e.code() == rill::os::c_error(ENOMEM);
      }
      rill_test::memory.left = -1;
      has_struck = rill_test::memory.has_struck;
      long const leaked = rill_test::live_blocks - blocks;
      CHECK(leaked == 0);
      CHECK(is_expected);
      CHECK(has_struck >= is_told);
      // A writer that threw std::bad_alloc tries again when it ends.
      CHECK(lost <= (is_told && !can_go_on ? 0 : 1));
      failures += has_struck;
      check(is_told || lost != 0);
      // With AddressSanitizer a reader takes new memory for each piece.
      REQUIRE(at < (RILL_ADDRESS_SANITIZER ? 10'000 : 1000));
    }
  }
  CHECK(failures > 2);
}

std::string const text = [] {
  std::mt19937 random(1);
  return rill_test::random_bytes(random, 30'000);
}();

rill::compression const formats[] = {
    rill::gzip({.name = "a name", .comment = "a comment"}),
    rill::zlib({.dictionary = "a dictionary"}),
    rill::deflate({.dictionary = "a dictionary"})};

// Shows no room, and appends to a string.
class roomless : public rill::writer {
 public:
  explicit roomless(std::string& to) : writer(device, nullptr, 0), to_(to) {}

 private:
  static void drain(rill::writer& base, char const* data, std::size_t size) {
    if (size != 0) static_cast<roomless&>(base).to_.append(data, size);
  }
  static void flush_nothing(rill::writer&) {}
  static constexpr rill::writer_device device{drain, flush_nothing};
  std::string& to_;
};

}  // namespace

TEST_CASE("compression/allocation: a writer, over a file and over a writer") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::descriptor_count const before;
  for (bool closes : {false, true})
    for (std::size_t buffer : {16u, 65536u}) {
      sweep(
          [&] {
            compressed_writer out(path, rill::gzip({.name = "a"}), {buffer});
            out.write(text);
            out.flush();
            out.write(text);
            if (closes) out.close();
          },
          [&](bool has_failed) {
            auto const whole =
                rill_test::inflate_all(rill_test::content_of(path));
            CHECK((has_failed || whole == text + text));
          });
      std::string bytes;
      bytes.reserve(100'000);
      sweep(
          [&] {
            bytes.clear();
            rill::string_writer to(bytes);
            compressed_writer out(to, rill::gzip(), {buffer});
            for (int i = 0; i != 20; ++i) rill::println(out, i, text);
            if (closes) out.close();
          },
          [&](bool has_failed) {
            CHECK((has_failed || rill_test::inflate_all(bytes).has_value()));
          });
    }
  CHECK(before.same());
}

TEST_CASE("compression/allocation: a writer over one that shows no room") {
  std::string bytes;
  bytes.reserve(100'000);
  for (bool closes : {false, true})
    sweep(
        [&] {
          bytes.clear();
          roomless to(bytes);
          compressed_writer out(to, rill::gzip(), {16});
          rill::print(out, "a few words, in the buffer until the end");
          if (closes) out.close();
        },
        [&](bool has_failed) {
          CHECK((has_failed || rill_test::inflate_all(bytes) ==
                                   "a few words, in the buffer until the end"));
        });
}

TEST_CASE("compression/allocation: compress and decompress") {
  for (rill::compression const& how : formats) {
    std::string const bytes = rill::compress(text, how);
    std::string made;
    sweep(
        [&] {
          std::string().swap(made);
          made = rill::compress(text, how);
          rill_test::memory_plan const plan = rill_test::memory;
          rill_test::memory.left = -1;
          bool const is_same = made == bytes;
          std::string().swap(made);
          rill_test::memory = plan;
          CHECK(is_same);
        },
        [](bool) {});
    sweep(
        [&] {
          std::string const plain = rill::decompress(bytes, how, 1 << 20);
          bool const is_same = plain == text;
          if (!is_same) CHECK(is_same);
        },
        [](bool) {});
  }
}

TEST_CASE("compression/allocation: a reader, of members and long lines") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const long_line(5000, 'q');
  rill_test::set_content(
      path, deflated(text, gzip_file) + deflated(long_line, gzip_file));
  rill_test::descriptor_count const before;
  for (std::size_t buffer : {RILL_ADDRESS_SANITIZER ? 512u : 16u, 4096u})
    sweep(
        [&] {
          decompressed_reader in(path, rill::gzip(), {.buffer_size = buffer});
          std::size_t at = 0;
          bool is_same = true;
          while (!in.at_end()) {
            if (at >= text.size()) in.peek(5000);
            for (char const* c = in.cursor(); c != in.end(); ++c, ++at)
              is_same =
                  is_same && *c == (at < text.size() ? text[at] : long_line[0]);
            in.advance_to(in.end());
          }
          if (!is_same) CHECK(is_same);
          if (in.error()) throw rill::detail::read_failure(in);
          if (at != text.size() + 5000) CHECK(at == text.size() + 5000);
        },
        [](bool) {});
  CHECK(before.same());
}

TEST_CASE("compression/allocation: a reader goes on after std::bad_alloc") {
  std::string const bytes = deflated(std::string(5000, 'q'), gzip_file);
  if (!rill_test::can_fail_memory()) return;
  bool has_struck = true;
  int thrown = 0;
  for (long at = 0; has_struck; ++at) {
    CAPTURE(at);
    rill::memory_reader from(bytes);
    decompressed_reader in(from, rill::gzip(), {.buffer_size = 16});
    rill_test::memory = {at, false, false};
    bool is_thrown = false;
    try {
      in.peek(5000);
    } catch (std::bad_alloc const&) {
      is_thrown = true;
    }
    rill_test::memory.left = -1;
    has_struck = rill_test::memory.has_struck;
    thrown += is_thrown;
    // zlib's window is an error that stays; a longer buffer is not.
    if (has_struck && !is_thrown)
      CHECK((in.error() == library_problem::no_memory));
    else
      CHECK(in.peek(5000).size == 5000);
  }
  CHECK(thrown > 2);
}
