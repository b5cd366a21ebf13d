// test/compression/frames_allocation_test.cpp: each allocation of writers and
// readers of zstd and lz4 fails in turn, also in the libraries. The result is
// an error or std::bad_alloc, and not a wrong text, a leak or a silent loss of
// output.
// covers: compression/streams.h
// platforms: posix
// libraries: zstd lz4
#include <doctest/doctest.h>
#include <rill/compression/compress.h>
#include <rill/compression/streams.h>
#include <rill/print.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>
#include <rill/stream/reader.h>

#include <string>

#include "../support/coder_runs.h"
#include "../support/descriptors.h"
#include "../support/files.h"
#include "../support/frames.h"
#include "../support/memory_sweep.h"

using rill::compressed_writer;
using rill::decompressed_reader;
using rill_test::frame_format;
using rill_test::frame_formats;

namespace {

std::string const text = rill_test::random_bytes(30'000);
constexpr std::size_t most = 100'000;

}  // namespace

TEST_CASE("compression/frames_allocation: a writer over a file") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::descriptor_count const before;
  for (frame_format const& f : frame_formats)
    for (bool const closes : {false, true})
      for (std::size_t const buffer : {16u, 65536u}) {
        CAPTURE(std::string(f.how.name()));
        rill_test::sweep_work(
            [&] {
              compressed_writer out(path, f.how, {buffer});
              out.write(text);
              out.flush();
              out.write(text);
              if (closes) out.close();
            },
            [&](bool has_failed) {
              auto const whole = f.read(rill_test::content_of(path), most);
              CHECK((has_failed || whole == text + text));
            });
      }
  CHECK(before.same());
}

TEST_CASE("compression/frames_allocation: writers over writers") {
  std::string bytes;
  bytes.reserve(most);
  for (frame_format const& f : frame_formats)
    for (bool const closes : {false, true})
      for (bool const has_room : {false, true}) {
        CAPTURE(std::string(f.how.name()));
        rill_test::sweep_work(
            [&] {
              bytes.clear();
              rill::string_writer with_room(bytes);
              rill_test::roomless without(bytes);
              rill::writer& to =
                  has_room ? static_cast<rill::writer&>(with_room) : without;
              compressed_writer out(to, f.how, {16});
              rill::print(out, "a few words");
              if (closes) out.close();
            },
            [&](bool has_failed) {
              CHECK((has_failed || f.read(bytes, most) == "a few words"));
            });
      }
}

TEST_CASE("compression/frames_allocation: a reader, of frames and long lines") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const long_line(5000, 'q');
  rill_test::descriptor_count const before;
  for (frame_format const& f : frame_formats) {
    CAPTURE(std::string(f.how.name()));
    rill_test::set_content(path, f.made(text, 1) + f.made(long_line, 1));
    for (std::size_t const buffer :
         {RILL_ADDRESS_SANITIZER ? 512u : 16u, 4096u})
      rill_test::sweep_work(
          [&] {
            decompressed_reader in(path, f.how, {.buffer_size = buffer});
            std::size_t at = 0;
            bool is_same = true;
            while (in.peek(1).size != 0) {
              if (at >= text.size()) in.peek(5000);
              for (char const* c = in.cursor(); c != in.end(); ++c, ++at)
                is_same = is_same &&
                          *c == (at < text.size() ? text[at] : long_line[0]);
              in.advance_to(in.end());
            }
            if (!is_same) CHECK(is_same);
            if (in.error()) throw rill::detail::read_failure(in);
            if (at != text.size() + 5000) CHECK(at == text.size() + 5000);
          },
          [](bool) {});
  }
  CHECK(before.same());
}

TEST_CASE("compression/frames_allocation: compress and decompress") {
  for (frame_format const& f : frame_formats) {
    CAPTURE(std::string(f.how.name()));
    std::string const bytes = rill::compress(text, f.how);
    std::string made;
    rill_test::sweep_work(
        [&] {
          std::string().swap(made);
          made = rill::compress(text, f.how);
          rill_test::memory_plan const plan = rill_test::memory;
          rill_test::memory.left = -1;
          bool const is_same = made == bytes;
          std::string().swap(made);
          rill_test::memory = plan;
          if (!is_same) CHECK(is_same);
        },
        [](bool) {});
    rill_test::sweep_work(
        [&] {
          bool const is_same = rill::decompress(bytes, f.how, most) == text;
          if (!is_same) CHECK(is_same);
        },
        [](bool) {});
  }
}
