// test/compression/decompressed_reader_test.cpp: compressed data that zlib
// made, read through all buffers and sources: whole, cut, damaged, followed by
// other bytes, and with limits.
// covers: compression/coder.h
// covers: compression/streams.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/stream/callback.h>
#include <rill/stream/memory_reader.h>

#include <random>
#include <string>
#include <vector>

#include "../support/deflated.h"
#include "../support/files.h"
#include "../support/scripted_reader.h"

using rill::decompressed_reader;
using rill::decompression_options;
using rill::library_problem;
using rill::trailing_bytes;
using rill_test::deflated;
using rill_test::gzip_file;
using rill_test::raw_deflate;
using rill_test::scripted_reader;
using rill_test::wrapper;
using rill_test::zlib_stream;

namespace {

struct kind {
  wrapper bits;
  rill::compression how;
};
kind const kinds[] = {{gzip_file, rill::gzip()},
                      {zlib_stream, rill::zlib()},
                      {raw_deflate, rill::deflate()}};

std::string string_of(rill::text text) { return {text.data, text.size}; }

// The decompressed bytes, and the error that ended them.
struct outcome {
  std::string plain;
  rill::error_code error;
};
outcome read_all(rill::reader& in) {
  outcome all;
  while (in.peek(1).size != 0) {
    all.plain.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  all.error = in.error();
  return all;
}
outcome read_all(std::string const& bytes, rill::compression const& how,
                 decompression_options const& options = {.buffer_size = 4096}) {
  rill::memory_reader from(bytes);
  decompressed_reader in(from, how, options);
  return read_all(in);
}

// A file, its plain text, and the offsets at which its members end.
struct sample {
  std::string bytes;
  std::string plain;
  std::vector<std::size_t> ends;  // of members
};

sample in_members(std::vector<std::string> const& texts, wrapper bits,
                  int level = 6) {
  sample made;
  for (std::string const& text : texts) {
    made.bytes += deflated(text, bits, level);
    made.plain += text;
    made.ends.push_back(made.bytes.size());
  }
  return made;
}

std::vector<sample> samples_of(wrapper bits) {
  std::mt19937 random(7);
  auto const bytes = [&](std::size_t size) {
    return rill_test::random_bytes(random, size);
  };
  auto const words = [&](std::size_t size) {
    return rill_test::some_words(random, size);
  };
  auto const one = [&](std::string const& text, int level = 6) {
    return in_members({text}, bits, level);
  };
  std::vector<sample> all = {one(""),
                             one("a"),
                             one("a", 0),
                             one("Hello, world!\n"),
                             one(std::string(1, '\0')),
                             one(bytes(30)),
                             one(bytes(400), 9),
                             one(words(200)),
                             one(words(1500), 1),
                             one(words(1500), 9),
                             one(words(300), 0),
                             one(std::string(5000, 'z')),
                             one(std::string(100'000, '\0'), 1),
                             one(bytes(100) + words(300)),
                             one("\x1F\x8B\x08"),
                             one(deflated(words(100), gzip_file))};
  if (bits != gzip_file) {
    // As many samples as for gzip, because these formats have no members.
    all.push_back(one(words(700), 3));
    all.push_back(one(bytes(1000), 0));
    all.push_back(one(std::string(300, 'a') + words(300) + bytes(20)));
    all.push_back(one(words(40) + std::string(4000, '\n'), 2));
    return all;
  }
  all.push_back(in_members({"one", "", "three", words(100)}, bits));
  all.push_back(in_members({"", "", ""}, bits));
  all.push_back(in_members({bytes(40), std::string(3000, 'x'), "end"}, bits));
  char name[] = "name.txt", comment[] = "a comment";
  gz_header header{};
  header.time = 123456789;
  header.hcrc = 1;
  header.name = rill_test::bytes_of_zlib(name);
  header.comment = rill_test::bytes_of_zlib(comment);
  std::string const named = deflated(words(50), bits, 6, {}, &header);
  auto const text = rill_test::inflate_all(named);
  all.push_back({named, *text, {named.size()}});
  return all;
}

bool is_end(sample const& of, std::size_t cut) {
  for (std::size_t end : of.ends)
    if (end == cut) return true;
  return false;
}

// Whether damaged data may be read as `plain` without an error. The text must
// be the original. Raw deflate has no checksum, and Adler-32 can miss a flipped
// bit that changes several bytes: there, the text may be the one that one call
// of zlib gives.
bool is_acceptable(std::string const& plain, sample const& of,
                   std::string const& bytes, wrapper bits) {
  if (plain == of.plain) return true;
  if (bits == gzip_file) return false;
  auto const whole = rill_test::inflate_member(bytes, bits);
  return whole.is_whole && whole.plain == plain;
}

}  // namespace

TEST_CASE("compression/streams: every buffer, every short read") {
  std::mt19937 random(1);
  rill_test::folder const folder;
  std::string const path = folder / "in";
  for (kind const& k : kinds)
    for (sample const& s : samples_of(k.bits))
      for (std::size_t mine : {0u, 16u, 65536u}) {  // 0: one byte
        CAPTURE(int(k.bits));
        CAPTURE(s.bytes.size());
        CAPTURE(mine);
        decompression_options const options{.buffer_size = mine};
        for (std::size_t behind : {1u, 16u, 65536u})
          for (int how = 0; how != 3; ++how) {
            // Small buffers need many calls, so they skip long texts.
            if (s.plain.size() > 1000 && mine < 16) continue;
            if (s.plain.size() > 10'000 && mine < 1000) continue;
            scripted_reader source(
                s.bytes, behind, [&](int, std::size_t room) -> long {
                  if (how == 0) return 1;
                  if (how == 1) return 1 + static_cast<long>(random() % 50);
                  return static_cast<long>(room);
                });
            decompressed_reader in(source, k.how, options);
            outcome const got = read_all(in);
            CHECK(!got.error);
            CHECK((got.plain == s.plain));
            CHECK(in.compressed_offset() == s.bytes.size());
            CHECK(in.plain_offset() == s.plain.size());
            CHECK(in.at_end());
          }
        rill_test::set_content(path, s.bytes);
        decompressed_reader in(path, k.how, options);
        CHECK((read_all(in).plain == s.plain));
        CHECK(!in.error());
        CHECK(bool(in.try_close()));
      }
}

TEST_CASE("compression/streams: 10,000 members") {
  std::string bytes, plain;
  for (int i = 0; i != 10'000; ++i) {
    std::string const text = i % 3 == 0 ? "" : std::to_string(i) + "\n";
    bytes += deflated(text, gzip_file, 1);
    plain += text;
  }
  for (std::size_t mine : {1u, 4096u}) {
    auto const got = read_all(bytes, rill::gzip(), {.buffer_size = mine});
    CHECK((got.plain == plain));
    CHECK(!got.error);
  }
}

TEST_CASE("compression/streams: every cut of 20 files") {
  for (kind const& k : kinds) {
    std::vector<sample> const samples = samples_of(k.bits);
    CHECK(samples.size() == 20);
    for (sample const& s : samples) {
      CAPTURE(int(k.bits));
      CAPTURE(s.bytes.size());
      std::size_t whole = 0, wrong = 0;
      for (std::size_t cut = 0; cut != s.bytes.size(); ++cut) {
        auto const got = read_all(s.bytes.substr(0, cut), k.how);
        wrong += s.plain.compare(0, got.plain.size(), got.plain) != 0;
        if (is_end(s, cut)) {
          ++whole;
          wrong += bool(got.error);
        } else {
          wrong += got.error != library_problem::cut_data;
        }
      }
      CHECK(wrong == 0);
      CHECK(whole == s.ends.size() - 1);
    }
  }
}

TEST_CASE("compression/streams: every bit of small files") {
  for (kind const& k : kinds)
    for (sample const& s : samples_of(k.bits)) {
      if (s.bytes.size() > 250) continue;
      CAPTURE(int(k.bits));
      CAPTURE(s.plain);
      std::string bytes = s.bytes;
      std::size_t wrong = 0, errors = 0;
      for (std::size_t bit = 0; bit != 8 * bytes.size(); ++bit) {
        char const before = bytes[bit / 8];
        bytes[bit / 8] = static_cast<char>(before ^ (1 << bit % 8));
        auto const got =
            read_all(bytes, k.how, {.limit = 5000, .buffer_size = 4096});
        errors += bool(got.error);
        wrong += got.plain.size() > 5000;
        wrong += !got.error && !is_acceptable(got.plain, s, bytes, k.bits);
        bytes[bit / 8] = before;
      }
      CHECK(wrong == 0);
      if (k.bits != raw_deflate) CHECK(errors > bytes.size());
    }
}

namespace {

// Flips random bits, one to three a file.
void flip_bits(int rounds) {
  std::mt19937 random(11);
  for (kind const& k : kinds) {
    std::vector<sample> samples = samples_of(k.bits);
    std::size_t wrong = 0;
    for (int round = 0; round != rounds; ++round) {
      sample const& s = samples[random() % samples.size()];
      if (s.plain.size() > 10'000) continue;
      std::string bytes = s.bytes;
      for (std::size_t left = 1 + random() % 3; left != 0; --left) {
        char& byte = bytes[random() % bytes.size()];
        byte = static_cast<char>(byte ^ (1 << random() % 8));
      }
      auto const got =
          read_all(bytes, k.how, {.limit = 9000, .buffer_size = 4096});
      wrong += got.plain.size() > 9000;
      wrong += !got.error && !is_acceptable(got.plain, s, bytes, k.bits);
    }
    CAPTURE(int(k.bits));
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("compression/streams: 100,000 random flips") { flip_bits(100'000); }

TEST_CASE("compression/streams: zeros may follow, to the end") {
  for (kind const& k : kinds)
    for (std::size_t zeros : {1u, 2u, 3u, 4u, 5000u})
      for (std::size_t behind : {1u, 5u, 100'000u}) {
        CAPTURE(zeros);
        CAPTURE(behind);
        std::string const bytes =
            deflated("text", k.bits) + std::string(zeros, '\0');
        {
          scripted_reader source(bytes, behind, rill_test::at_most(behind));
          decompressed_reader in(source, k.how);
          auto const got = read_all(in);
          CHECK(got.plain == "text");
          CHECK(!got.error);
          CHECK(in.compressed_offset() == bytes.size());
        }
        for (std::string const& more :
             {std::string("x"), deflated("text", k.bits)}) {
          scripted_reader source(bytes + more, behind,
                                 rill_test::at_most(behind));
          decompressed_reader in(source, k.how);
          auto const got = read_all(in);
          CHECK(got.plain == "text");
          CHECK((got.error == library_problem::trailing_data));
          CHECK(in.compressed_offset() == bytes.size());
        }
      }
}

TEST_CASE("compression/streams: other bytes behind are refused") {
  for (kind const& k : kinds) {
    std::string const bytes = deflated("text", k.bits);
    for (char const* more :
         {"x", "\x1E", "\x8B\x1F", "\xFF\xFF\xFF\xFF", "PK\3\4 and more"})
      for (std::size_t behind : {1u, 1000u}) {
        scripted_reader source(bytes + more, behind,
                               rill_test::at_most(behind));
        decompressed_reader in(source, k.how);
        auto const got = read_all(in);
        CHECK(got.plain == "text");
        CHECK((got.error == library_problem::trailing_data));
        CHECK(string_of(source.peek(100)) == more);
      }
  }
  // Trailing bytes that begin as a member are an error, also if bytes that
  // follow are ignored.
  std::string const bytes = deflated("text", gzip_file);
  for (bool ignores : {false, true}) {
    decompression_options const options{
        .trailing = ignores ? trailing_bytes::ignore : trailing_bytes::refuse};
    auto const ending = [&](std::string const& more) {
      auto const got = read_all(bytes + more, rill::gzip(), options);
      CHECK(got.plain == "text");
      return got.error;
    };
    CHECK((ending("\x1F\x8B") == library_problem::cut_data));
    // One byte does not show whether it begins a member.
    CHECK((ending("\x1F") ==
           (ignores ? rill::error_code() : library_problem::cut_data)));
    CHECK((ending("\x1F\x8B\x07 no such method") ==
           library_problem::damaged_data));
  }
}

TEST_CASE("compression/streams: nothing behind is consumed") {
  decompression_options const ignoring{.trailing = trailing_bytes::ignore};
  for (kind const& k : kinds)
    for (std::string const& more :
         {std::string(), std::string("x"), std::string("rest of it"),
          std::string(3, '\0'), std::string("\0x", 2), std::string("\x1Fx")})
      for (std::size_t behind : {1u, 3u, 1000u})
        for (std::size_t mine : {1u, 1000u}) {
          CAPTURE(int(k.bits));
          CAPTURE(more);
          CAPTURE(behind);
          // Data in the middle of other data.
          std::string const one = deflated("first text", k.bits);
          scripted_reader source("before" + one + more, behind,
                                 rill_test::at_most(behind));
          CHECK(string_of(source.peek(6)) == "before");
          source.advance_to(source.cursor() + 6);
          decompression_options options = ignoring;
          options.buffer_size = mine;
          decompressed_reader in(source, k.how, options);
          auto const got = read_all(in);
          CHECK(got.plain == "first text");
          CHECK(!got.error);
          CHECK(!in.more());
          CHECK(in.compressed_offset() == one.size());
          CHECK(string_of(source.peek(100)) == more);
        }
  // A format of one member does not read from the source after its end.
  for (kind const& k : {kinds[1], kinds[2]}) {
    std::string const one = deflated("text", k.bits);
    int calls = 0;
    scripted_reader source(one + "more", 1000, [&](int call, std::size_t) {
      calls = call + 1;
      return static_cast<long>(one.size());
    });
    decompressed_reader in(source, k.how, ignoring);
    CHECK(read_all(in).plain == "text");
    CHECK(calls == 1);
  }
}

TEST_CASE("compression/streams: a limit, and one byte more") {
  for (kind const& k : kinds)
    for (std::size_t size : {0u, 1u, 2u, 16u, 17u, 1000u})
      for (std::size_t mine : {1u, 16u, 4096u})
        for (std::size_t limit = size < 3 ? 0 : size - 2; limit <= size + 2;
             ++limit) {
          CAPTURE(size);
          CAPTURE(mine);
          CAPTURE(limit);
          std::string const text(size, 't');
          decompression_options const options{.limit = limit,
                                              .buffer_size = mine};
          auto const got = read_all(deflated(text, k.bits), k.how, options);
          CHECK(got.plain.size() == std::min(limit, size));
          CHECK((got.error == library_problem::too_large) == (limit < size));
          // If the limit is the size, the trailer is checked as well.
          if (limit != size || k.bits == raw_deflate) continue;
          std::string bytes = deflated(text, k.bits);
          bytes.back() = static_cast<char>(bytes.back() ^ 1);
          CHECK((read_all(bytes, k.how, options).error ==
                 library_problem::damaged_data));
          bytes.pop_back();
          CHECK((read_all(bytes, k.how, options).error ==
                 library_problem::cut_data));
        }
  // The limit is for the sum of all members.
  sample const s = in_members({"12", "", "345", ""}, gzip_file);
  CHECK(!read_all(s.bytes, rill::gzip(), {.limit = 5}).error);
  auto const got = read_all(s.bytes, rill::gzip(), {.limit = 4});
  CHECK(got.plain == "1234");
  CHECK((got.error == library_problem::too_large));
}

namespace {

// A gzip file of 10 GiB of zeros, generated while it is read.
struct bomb {
  std::string const begin = std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
  std::string block;  // of 1 MiB
  int left = 10 * 1024;
  std::string now = begin;
  std::size_t done = 0;
  unsigned long long given = 0;

  bomb() {
    std::string const zeros(1 << 20, '\0');
    z_stream stream{};
    (void)deflateInit2(&stream, 9, Z_DEFLATED, raw_deflate, 8,
                       Z_DEFAULT_STRATEGY);
    block.resize(10'000);
    stream.next_in = rill_test::bytes_of_zlib(zeros.data());
    stream.avail_in = 1 << 20;
    stream.next_out = rill_test::bytes_of_zlib(block.data());
    stream.avail_out = 10'000;
    (void)deflate(&stream, Z_FULL_FLUSH);
    block.resize(10'000 - stream.avail_out);
    (void)deflateEnd(&stream);
  }
  std::size_t operator()(char* out, std::size_t size) {
    if (done == now.size()) {
      if (left-- == 0) return 0;
      now = block;
      done = 0;
    }
    std::size_t const count = std::min(size, now.size() - done);
    now.copy(out, count, done);
    done += count;
    given += count;
    return count;
  }
};

}  // namespace

TEST_CASE("compression/streams: a bomb stops at its bounds") {
  struct bound {
    decompression_options options;
    library_problem error;
    unsigned long long least, most;
  };
  unsigned long long const mega = 1 << 20;
  for (bound const& b :
       {bound{{.limit = 20 * mega, .buffer_size = 65536},
              library_problem::too_large,
              20 * mega,
              20 * mega},
        bound{{.max_ratio = 500, .ratio_from = mega, .buffer_size = 65536},
              library_problem::expands_too_much,
              mega,
              mega + 65536},
        bound{{.limit = 900'000,
               .max_ratio = 1,
               .ratio_from = mega,
               .buffer_size = 65536},
              library_problem::too_large,
              900'000,
              900'000},
        bound{{.limit = 8 * mega,
               .max_ratio = 1100,
               .ratio_from = mega,
               .buffer_size = 65536},
              library_problem::too_large,
              8 * mega,
              8 * mega}}) {
    bomb source;
    rill::callback_reader from(
        [&](char* out, std::size_t size) { return source(out, size); }, 4096);
    decompressed_reader in(from, rill::gzip(), b.options);
    unsigned long long plain = 0;
    bool is_small = true;
    while (in.peek(1).size != 0) {
      plain += in.available();
      is_small = is_small && in.available() <= 65536 + 128;
      in.advance_to(in.end());
    }
    CHECK(is_small);
    CHECK((in.error() == b.error));
    CHECK(plain >= b.least);
    CHECK(plain <= b.most);
    CHECK(source.given <= plain / 1000 + 10'000);
  }
}

TEST_CASE("compression/streams: the defaults are those of decompress") {
  decompression_options const stream;
  rill::decompress_options const whole;
  CHECK(stream.limit == rill::no_limit);
  CHECK(stream.buffer_size == rill::default_read_size);
  CHECK(stream.max_ratio == 2000);
  CHECK(whole.max_ratio == 2000);
  CHECK(stream.ratio_from == 67'108'864);
  CHECK(whole.ratio_from == 67'108'864);
  CHECK((stream.trailing == trailing_bytes::refuse));
  CHECK((whole.trailing == trailing_bytes::refuse));
}

TEST_CASE("compression/streams: a ratio counts from a number of bytes on") {
  std::string const zeros(1 << 20, '\0');
  auto const ending = [](std::string const& text, unsigned ratio) {
    return read_all(
               deflated(text, gzip_file, 9), rill::gzip(),
               {.max_ratio = ratio, .ratio_from = 1 << 20, .buffer_size = 4096})
        .error;
  };
  CHECK(!ending(zeros, 1));
  CHECK((ending(zeros + '\0', 1) == library_problem::expands_too_much));
  CHECK((ending(zeros + zeros, 900) == library_problem::expands_too_much));
  CHECK(!ending(zeros + zeros, 1032));
  CHECK(!ending(zeros + zeros, 0));
}

TEST_CASE("compression/streams: gzip within gzip") {
  std::string const inner = deflated(std::string(3'000'000, '\0'), gzip_file);
  std::string const bytes = deflated(inner, gzip_file);
  rill::memory_reader from(bytes);
  decompressed_reader outer(from, rill::gzip(), {.buffer_size = 100});
  decompressed_reader in(outer, rill::gzip(), {.buffer_size = 4096});
  auto const got = read_all(in);
  CHECK(!got.error);
  CHECK(got.plain.size() == 3'000'000);
  // An error of the inner reader is reported unchanged.
  std::string const cut = bytes.substr(0, bytes.size() - 1);
  rill::memory_reader from_cut(cut);
  decompressed_reader outer_cut(from_cut, rill::gzip());
  decompressed_reader in_cut(outer_cut, rill::gzip());
  CHECK((read_all(in_cut).error == library_problem::cut_data));
}

namespace {

// A source of one byte a call. A call after the last byte fails the test: a
// terminal would wait there.
struct waiting_source {
  explicit waiting_source(std::string const& text)
      : in(text, 1, [size = text.size()](int call, std::size_t) -> long {
          CHECK(static_cast<std::size_t>(call) < size);
          return 1;
        }) {}
  scripted_reader in;
};

}  // namespace

TEST_CASE("compression/streams: it asks for no more than it needs") {
  std::string const bytes = deflated("text", gzip_file);
  for (std::string const& more : {std::string(), std::string("O")}) {
    waiting_source source(bytes + more);
    decompressed_reader in(source.in, rill::gzip(),
                           {.trailing = trailing_bytes::ignore});
    CHECK(string_of(in.peek(4)) == "text");
    if (!more.empty()) CHECK(!in.more());
    CHECK(!in.error());
  }
}
