// test/compression/composition_test.cpp: a compressed_writer with other
// writers over it and under it, and what prints to it: hooks, locks,
// encodings.
// covers: compression/streams.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/hash.h>
#include <rill/print.h>
#include <rill/encoding/encoded_writer.h>
#include <rill/copy/hashing.h>
#include <rill/print/locked_sink.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>
#include <rill/stream/tee.h>
#include <rill/encoding/transcode.h>

#include <stdexcept>
#include <string>
#include <thread>

#include "../support/deflated.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/lost_output.h"

using rill::compressed_writer;
using rill::sha256;
using rill_test::fake_device;
using rill_test::inflate_all;
using rill_test::lost_output;

namespace {

// A hook that prints to the writer to which its object is printed.
struct talkative {
  rill::writer& to;
  int depth;
  friend void rill_print(auto& out, talkative const& t) {
    out('<');
    rill::print(t.to, t.depth, '!');
    if (t.depth != 0) out(talkative{t.to, t.depth - 1});
    t.to.flush();
    out('>');
  }
};
struct throws_after {
  std::string before;
  friend void rill_print(auto& out, throws_after const& t) {
    out(t.before);
    throw std::runtime_error("half way");
  }
};

std::string const line = "a line of text, with a number: ";

}  // namespace

TEST_CASE("compression/composition: print, println, hooks and hooks inside") {
  for (std::size_t buffer : {1u, 2u, 7u, 16u, 4096u}) {
    CAPTURE(buffer);
    std::string bytes, wanted;
    {
      rill::string_writer to(bytes);
      compressed_writer out(to, rill::gzip(), {buffer});
      rill::string_writer plain(wanted);
      for (int i = 0; i != 20; ++i) {
        rill::println(out, line, i, ' ', 1.5 * i, true, u"\u20AC");
        rill::println(plain, line, i, ' ', 1.5 * i, true, u"\u20AC");
        rill::print(out, talkative{out, 3}, i);
        rill::print(plain, talkative{plain, 3}, i);
        try {
          rill::print(out, i, throws_after{line});
        } catch (std::runtime_error const&) {
        }
        try {
          rill::print(plain, i, throws_after{line});
        } catch (std::runtime_error const&) {
        }
      }
    }
    CHECK((inflate_all(bytes) == wanted));
  }
}

TEST_CASE("compression/composition: a call of print at a full disk") {
  // After the first failed call, each later print is refused.
  for (std::size_t buffer : {1u, 16u, 4096u})
    for (int at = 0; at != 3; ++at) {
      lost_output const none;
      fake_device device;
      device.on_write = [at](int call, std::size_t size) -> long {
        return call == at ? -ENOSPC : static_cast<long>(size);
      };
      compressed_writer out(rill::file::adopt(fake_device::handle, "fake"),
                            rill::gzip(0), {buffer});
      int errors = 0, others = 0;
      for (int i = 0; i != 60; ++i) {
        try {
          if (i % 3 == 0)
            rill::print(out, talkative{out, 2}, std::string(5000, 'x'));
          else
            rill::println(out, i, line, std::string(3000, 'y'));
          others += errors;
        } catch (rill::error const& e) {
          ++errors;
          CHECK(e.code().number == ENOSPC);
        }
      }
      CHECK(errors > 0);
      // No print after the first error returns without an error.
      CHECK(others == 0);
      CHECK(!out.try_close());
      CHECK(none.count() == 0);
    }
}

TEST_CASE("compression/composition: an encoding over it") {
  std::string const text = "caf\u00E9 \u20AC \U0001F600\n";
  for (std::size_t buffer : {1u, 16u, 4096u}) {
    std::string bytes;
    {
      rill::string_writer to(bytes);
      compressed_writer zipped(to, rill::gzip(), {buffer});
      rill::encoded_writer out(zipped, rill::utf16le);
      for (int i = 0; i != 30; ++i) rill::print(out, text);
      out.close();
      zipped.close();
    }
    std::string wanted;
    for (int i = 0; i != 30; ++i) wanted += text;
    CHECK((inflate_all(bytes) ==
           rill::transcode(wanted, rill::utf8, rill::utf16le)));
  }
}

TEST_CASE("compression/composition: hashes over it and under it") {
  for (std::size_t buffer : {1u, 16u, 4096u}) {
    std::string bytes, wanted;
    rill::string_writer to(bytes);
    rill::hashing_writer<sha256> compressed(to);
    compressed_writer zipped(compressed, rill::gzip(), {buffer});
    rill::hashing_writer<sha256> plain(zipped);
    for (int i = 0; i != 50; ++i) {
      rill::println(plain, line, i);
      wanted += line + std::to_string(i) + "\n";
    }
    plain.close();
    zipped.close();
    compressed.close();
    to.flush();
    CHECK((inflate_all(bytes) == wanted));
    CHECK((plain.digest() == sha256::of(wanted)));
    CHECK((compressed.digest() == sha256::of(bytes)));
    rill::memory_reader from(bytes);
    rill::hashing_reader<sha256> compressed_in(from);
    rill::decompressed_reader in(compressed_in, rill::gzip());
    rill::hashing_reader<sha256> plain_in(in);
    while (plain_in.peek(1).size != 0) plain_in.advance_to(plain_in.end());
    CHECK((plain_in.digest() == sha256::of(wanted)));
    CHECK((compressed_in.digest() == sha256::of(bytes)));
  }
}

TEST_CASE("compression/composition: tees over it and under it") {
  for (std::size_t buffer : {1u, 16u, 4096u}) {
    std::string one, other, copy;
    {
      rill::string_writer one_to(one), other_to(other), copy_to(copy);
      rill::tee_writer both(one_to, other_to);
      compressed_writer zipped(both, rill::gzip(), {buffer});
      rill::tee_writer out(zipped, copy_to);
      for (int i = 0; i != 50; ++i) rill::println(out, line, i);
      out.flush();
    }
    CHECK((inflate_all(one) == copy));
    CHECK((one == other));
    CHECK(copy.size() > 50 * line.size());
  }
}

TEST_CASE("compression/composition: compressed twice") {
  std::string bytes;
  {
    rill::string_writer to(bytes);
    compressed_writer outer(to, rill::zlib(), {16});
    compressed_writer out(outer, rill::gzip(), {16});
    for (int i = 0; i != 50; ++i) {
      rill::println(out, line, i);
      if (i % 9 == 0) out.flush();
    }
    out.close();
    outer.close();
  }
  auto const once = inflate_all(bytes, rill_test::zlib_stream);
  REQUIRE(once.has_value());
  auto const twice = inflate_all(*once);
  REQUIRE(twice.has_value());
  CHECK(twice->substr(0, line.size() + 2) == line + "0\n");
}

TEST_CASE("compression/composition: two threads and a lock") {
  rill_test::folder const folder;
  std::string const path = folder / "log.gz";
  {
    rill::locked<compressed_writer> log(path, rill::gzip(),
                                        rill::compression_options{16});
    auto const work = [&log](char who) {
      for (int i = 0; i != 300; ++i)
        rill::println(log, std::string(20, who), ' ', i);
    };
    std::thread other(work, 'a');
    work('b');
    other.join();
    rill::lock(log)->close();
  }
  auto const text = inflate_all(rill_test::content_of(path));
  REQUIRE(text.has_value());
  int next[2] = {0, 0}, wrong = 0;
  for (std::size_t at = 0; at < text->size();) {
    std::size_t const end = text->find('\n', at);
    std::size_t const who = (*text)[at] == 'a' ? 0 : 1;
    wrong +=
        text->substr(at, end - at) != std::string(20, who == 0 ? 'a' : 'b') +
                                          " " + std::to_string(next[who]++);
    at = end + 1;
  }
  CHECK(wrong == 0);
  CHECK(next[0] == 300);
  CHECK(next[1] == 300);
}
