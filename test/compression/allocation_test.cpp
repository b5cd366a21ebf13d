// test/compression/allocation_test.cpp: each allocation of compression fails
// in turn, also in zlib. The result is an error or std::bad_alloc, and not a
// wrong text, a leak or a silent loss of output.
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/stream/reader.h>
#include <rill/print.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>

#include <random>
#include <string>

#include "../support/deflated.h"
#include "../support/descriptors.h"
#include "../support/files.h"
#include "../support/memory_sweep.h"

using rill::compressed_writer;
using rill::decompressed_reader;
using rill::library_problem;
using rill_test::deflated;
using rill_test::gzip_file;

namespace {

std::string const text = [] {
  std::mt19937 random(1);
  return rill_test::random_bytes(random, 30'000);
}();

rill::compression const formats[] = {
    rill::gzip({.name = "a name", .comment = "a comment"}),
    rill::zlib({.dictionary = "a dictionary"}),
    rill::deflate({.dictionary = "a dictionary"})};

}  // namespace

TEST_CASE("compression/allocation: a writer, over a file and over a writer") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::descriptor_count const before;
  for (bool closes : {false, true})
    for (std::size_t buffer : {16u, 65536u}) {
      rill_test::sweep_work(
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
      rill_test::sweep_work(
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
    rill_test::sweep_work(
        [&] {
          bytes.clear();
          rill_test::roomless to(bytes);
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
    rill_test::sweep_work(
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
    rill_test::sweep_work(
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
    rill_test::sweep_work(
        [&] {
          decompressed_reader in(path, rill::gzip(), {.buffer_size = buffer});
          std::size_t at = 0;
          bool is_same = true;
          while (in.peek(1).size != 0) {
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
    // A failed allocation in zlib stays an error. After one of a longer buffer,
    // which throws, the next call succeeds.
    if (has_struck && !is_thrown)
      CHECK((in.error() == library_problem::no_memory));
    else
      CHECK(in.peek(5000).size == 5000);
  }
  CHECK(thrown > 2);
}
