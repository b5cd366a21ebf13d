// test/support/gzip_files.h: gzip files for the tests: members made by zlib,
// and one composed bit by bit. Needs -lz.
#ifndef RILL_TEST_SUPPORT_GZIP_FILES_H
#define RILL_TEST_SUPPORT_GZIP_FILES_H

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <string>

namespace rill_test {

// Text with near and distant repetitions, and noise that does not compress.
inline std::string mixed_text(std::size_t size, unsigned seed) {
  static char const* const words[] = {
      "request ", "timeout ", "GET /index ", "\n",
      "0x",       "user=",    "aaaaaaaa",    "\t-- "};
  std::mt19937 random(seed);
  std::string all;
  while (all.size() < size) {
    switch (random() % 8) {
      case 0:
        all += std::to_string(random());
        break;
      case 1:
        if (random() % 16 == 0)
          for (int i = 0; i != 700; ++i) all += static_cast<char>(random());
        break;
      case 2:
        if (all.size() > 40000) {
          std::size_t const back = 1 + random() % 32768;
          all += all.substr(all.size() - back, 3 + random() % 200);
        }
        break;
      default:
        all += words[random() % 8];
    }
  }
  all.resize(size);
  return all;
}

struct gzip_member {
  int level = 6;
  int strategy = Z_DEFAULT_STRATEGY;
  int memory_level = 8;
  std::size_t flush_every = 0;  // after this many plain bytes; 0: never
  bool has_header = false;      // a name, comment, extra field and CRC
};

// Makes one member with zlib.
inline std::string gzipped(std::string const& plain, gzip_member how = {}) {
  z_stream state{};
  REQUIRE(deflateInit2(&state, how.level, Z_DEFLATED, 31, how.memory_level,
                       how.strategy) == Z_OK);
  Bytef extra[300] = {1, 2, 3};
  char name[] = "name of the file.log";
  char comment[] = "\x1f\x8b comment";
  gz_header header{};
  header.extra = extra;
  header.extra_len = sizeof extra;
  header.name = reinterpret_cast<Bytef*>(name);
  header.comment = reinterpret_cast<Bytef*>(comment);
  header.hcrc = 1;
  if (how.has_header) REQUIRE(deflateSetHeader(&state, &header) == Z_OK);
  std::string out(
      deflateBound(&state, plain.size()) +
          (how.flush_every ? 10 * (plain.size() / how.flush_every) : 0) + 1000,
      '\0');
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  std::size_t const step = how.flush_every ? how.flush_every : plain.size();
  std::string in = plain;
  for (std::size_t at = 0; at < in.size(); at += step) {
    state.next_in = reinterpret_cast<Bytef*>(in.data() + at);
    state.avail_in = static_cast<uInt>(std::min(step, in.size() - at));
    REQUIRE(deflate(&state, how.flush_every ? Z_SYNC_FLUSH : Z_NO_FLUSH) ==
            Z_OK);
  }
  REQUIRE(deflate(&state, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - state.avail_out);
  deflateEnd(&state);
  return out;
}

// The text that zlib's functions read from a file.
inline std::string plain_by_zlib(std::string const& path) {
  std::string all;
  gzFile const in = gzopen(path.c_str(), "rb");
  REQUIRE(in);
  char block[65536];
  for (int got = 0; (got = gzread(in, block, sizeof block)) > 0;)
    all.append(block, static_cast<std::size_t>(got));
  CHECK(gzclose(in) == Z_OK);
  return all;
}

// A member of 1 + 258 * `count` zeros in one block (RFC 1951, 3.2.6).
inline std::string one_block_of_zeros(std::size_t count) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  unsigned held = 0;
  int bits = 0;
  auto const put = [&](unsigned value, int size) {
    for (int i = 0; i != size; ++i) {
      held |= (value >> i & 1u) << bits;
      if (++bits == 8) {
        out += static_cast<char>(held);
        held = 0;
        bits = 0;
      }
    }
  };
  put(1, 1);     // the last block
  put(1, 2);     // has the fixed codes
  put(0x0c, 8);  // code 00110000, first bit first: the byte 0
  for (std::size_t i = 0; i != count; ++i) {
    put(0xa3, 8);  // code 11000101: length 258
    put(0, 5);     // distance 1
  }
  put(0, 7);  // end of the block
  if (bits != 0) put(0, 8 - bits);
  std::string const piece(1 << 20, '\0');
  unsigned long long const size = 258ull * count + 1;
  uLong sum = crc32(0, nullptr, 0);
  for (unsigned long long left = size; left != 0;) {
    auto const some =
        static_cast<uInt>(std::min<unsigned long long>(left, piece.size()));
    sum = crc32(sum, reinterpret_cast<Bytef const*>(piece.data()), some);
    left -= some;
  }
  for (unsigned long long word : {0ull + sum, size})
    for (int i = 0; i != 4; ++i) out += static_cast<char>(word >> (8 * i));
  return out;
}

}  // namespace rill_test

#endif
