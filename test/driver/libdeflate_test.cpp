// test/driver/libdeflate_test.cpp: whole texts by libdeflate, against direct
// calls of zlib.
// covers: compression/compress_whole.h
// libraries: deflate z
#include <doctest/doctest.h>
#include <rill/driver/libdeflate.h>
#include <rill/print.h>
#include <zlib.h>

#include <algorithm>
#include <string>

#include "support/coder_runs.h"
#include "support/failing_memory.h"

using rill::library_problem;
using rill::whole_compression;
using rill_test::log_text;

namespace {

constexpr int gzip_bits = 31;
constexpr int zlib_bits = 15;
constexpr int raw_bits = -15;

Bytef* bytes_of(std::string const& text) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
}

std::string by_hand(std::string const& plain, int bits, int level = 6) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, level, Z_DEFLATED, bits, 8,
                       Z_DEFAULT_STRATEGY) == Z_OK);
  std::string made(plain.size() + plain.size() / 100 + 100, '\0');
  stream.next_in = bytes_of(plain);
  stream.avail_in = uInt(plain.size());
  stream.next_out = bytes_of(made);
  stream.avail_out = uInt(made.size());
  CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  made.resize(stream.total_out);
  deflateEnd(&stream);
  return made;
}
std::string read_by_hand(std::string const& packed, int bits,
                         std::size_t size) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, bits) == Z_OK);
  std::string made(size + 1, '\0');
  stream.next_in = bytes_of(packed);
  stream.avail_in = uInt(packed.size());
  stream.next_out = bytes_of(made);
  stream.avail_out = uInt(made.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  CHECK(stream.avail_in == 0);
  made.resize(stream.total_out);
  inflateEnd(&stream);
  return made;
}

struct wrapped {
  whole_compression (*make)(int);
  int bits;
};
constexpr wrapped formats[] = {{rill::libdeflate_gzip, gzip_bits},
                               {rill::libdeflate_zlib, zlib_bits},
                               {rill::libdeflate_deflate, raw_bits}};

rill::error_code error_of(rill::text packed, whole_compression const& how,
                          unsigned long long limit,
                          rill::decompress_options const& options = {}) {
  auto const made = rill::try_decompress(packed, how, limit, options);
  return made ? rill::error_code() : made.error().code();
}

// noting_string records the sizes that it is resized to. growing_string grows
// without filling the new bytes.
class noting_string {
 public:
  noting_string() = default;
  noting_string(char const* from, std::size_t size) : kept_(from, size) {}
  char* data() { return kept_.data(); }
  std::size_t size() const { return kept_.size(); }
  void resize(std::size_t size) {
    largest = std::max(largest, size);
    ++resizes;
    kept_.resize(size);
  }
  std::string const& kept() const { return kept_; }

  static inline std::size_t largest;
  static inline int resizes;

 private:
  std::string kept_;
};
struct growing_string : std::string {
  growing_string() = default;
  growing_string(char const* from, std::size_t size)
      : std::string(from, size) {}
  template <class Write>
  void resize_and_overwrite(std::size_t size, Write write) {
    std::string::resize(size, '#');
    std::string::resize(write(data(), size));
  }
};
static_assert(rill::detail::grows_unfilled<
              growing_string, std::size_t (*)(char*, std::size_t)>);

template <class String>
rill::result<String> decompress_into(rill::text packed,
                                     whole_compression const& how,
                                     unsigned long long limit) {
  noting_string::largest = 0;
  noting_string::resizes = 0;
  return rill::try_decompress.operator()<String>(packed, how, limit);
}

}  // namespace

TEST_CASE("driver/libdeflate: interchange with zlib") {
  for (std::string const& plain :
       {std::string(), std::string("a"), log_text(100), log_text(300000),
        rill_test::random_bytes(100000)})
    for (wrapped const& format : formats) {
      CAPTURE(format.bits);
      CAPTURE(plain.size());
      for (int level = 0; level <= 12; ++level) {
        std::string const packed = rill::compress(plain, format.make(level));
        CHECK(read_by_hand(packed, format.bits, plain.size()) == plain);
        CHECK(rill::decompress(packed, format.make(6), plain.size()) == plain);
      }
      for (int const level : {0, 1, 9}) {
        std::string const packed = by_hand(plain, format.bits, level);
        CHECK(rill::decompress(packed, format.make(6), plain.size()) == plain);
        auto const grown = decompress_into<growing_string>(
            packed, format.make(6), plain.size() + 5);
        CHECK(*grown == plain);
      }
    }
  std::string const plain = log_text(300000);
  CHECK(rill::compress(plain, rill::libdeflate_gzip(12)).size() <
        rill::compress(plain, rill::libdeflate_gzip(1)).size());
  CHECK(rill::concat(rill::libdeflate_gzip(), ' ', rill::libdeflate_zlib(), ' ',
                     rill::libdeflate_deflate()) == "gzip zlib deflate");
}

TEST_CASE("driver/libdeflate: the limit is exact") {
  for (wrapped const& format : formats)
    for (std::size_t const size : rill_test::sizes{0, 1, 100, 70000, 300000}) {
      CAPTURE(format.bits);
      CAPTURE(size);
      std::string const plain = log_text(size).substr(0, size);
      std::string const packed = by_hand(plain, format.bits);
      whole_compression const how = format.make(6);
      for (unsigned long long const more : {0ull, 1ull, 1000000ull, ~0ull})
        CHECK(rill::decompress(packed, how,
                               more > ~0ull - size ? more : size + more) ==
              plain);
      if (size == 0) continue;
      CHECK((error_of(packed, how, size - 1) == library_problem::too_large));
      CHECK((error_of(packed, how, 0) == library_problem::too_large));
    }
  // The limit counts all members together. The first room is one byte too
  // short.
  CHECK(rill::decompress(by_hand("a", gzip_bits) + by_hand("bcdef", gzip_bits),
                         rill::libdeflate_gzip(), 6) == "abcdef");
  std::string const two = by_hand("abc", gzip_bits) + by_hand("de", gzip_bits);
  CHECK(rill::decompress(two, rill::libdeflate_gzip(), 5) == "abcde");
  for (unsigned long long limit = 0; limit != 5; ++limit)
    CHECK((error_of(two, rill::libdeflate_gzip(), limit) ==
           library_problem::too_large));
}

TEST_CASE("driver/libdeflate: members of gzip, and what may follow") {
  whole_compression const how = rill::libdeflate_gzip();
  std::string packed;
  std::string plain;
  for (unsigned i = 0; i != 300; ++i) {
    std::string const more =
        i % 5 == 0 ? "" : log_text(i == 100 ? 200000 : i % 100 * 10, i);
    packed += by_hand(more, gzip_bits);
    plain += more;
  }
  packed += by_hand("", gzip_bits);  // BGZF ends so: the last size is 0
  CHECK(rill::decompress(packed, how, plain.size()) == plain);
  for (std::size_t const zeros : rill_test::sizes{1, 3, 4, 5, 100000}) {
    std::string const more(zeros, '\0');
    CHECK(rill::decompress(packed + more, how, plain.size()) == plain);
    CHECK((error_of(packed + more + "x", how, plain.size()) ==
           library_problem::trailing_data));
    CHECK((error_of(packed + more + by_hand("a", gzip_bits), how,
                    plain.size() + 1) == library_problem::trailing_data));
  }
  for (char const* const more : {"x", "\x1F", "\x1Fx"}) {
    bool const begins = std::string(more) == "\x1F";
    CHECK((error_of(packed + more, how, plain.size()) ==
           (begins ? library_problem::damaged_data
                   : library_problem::trailing_data)));
  }
  CHECK(rill::decompress(packed + "xyz", how, plain.size(),
                         {.trailing = rill::trailing_bytes::ignore}) == plain);

  // zlib and deflate have a single member.
  for (wrapped const& format : {formats[1], formats[2]}) {
    std::string const one = by_hand(plain, format.bits);
    CHECK(rill::decompress(one + std::string(5, '\0'), format.make(6),
                           plain.size()) == plain);
    CHECK((error_of(one + one, format.make(6), 2 * plain.size()) ==
           library_problem::trailing_data));
    CHECK(rill::decompress(one + one, format.make(6), plain.size(),
                           {.trailing = rill::trailing_bytes::ignore}) ==
          plain);
  }
}

TEST_CASE("driver/libdeflate: the size that gzip says is a hint") {
  whole_compression const how = rill::libdeflate_gzip();
  std::string const plain = log_text(200000);
  std::string packed = by_hand(plain, gzip_bits);
  auto made = decompress_into<noting_string>(packed, how, 1 << 30);
  CHECK(made->kept() == plain);
  CHECK(noting_string::largest == plain.size());
  CHECK(noting_string::resizes == 2);

  // Wrong hints: too small because of a second member, and too large by damage.
  std::string const two = packed + by_hand("x", gzip_bits);
  made = decompress_into<noting_string>(two, how, 1 << 30);
  CHECK(made->kept() == plain + "x");
  CHECK(noting_string::largest < 20 * two.size());
  packed[packed.size() - 1] = '\x7F';
  made = decompress_into<noting_string>(packed, how, 1ull << 40);
  REQUIRE(!made);
  CHECK((made.error().code() == library_problem::damaged_data));
  CHECK(noting_string::largest <= 32 * packed.size() + 65536);
}

TEST_CASE("driver/libdeflate: many members take no more memory than one") {
  std::string packed;
  std::string plain;
  std::string const one = by_hand(log_text(60), gzip_bits);
  for (int i = 0; i != 20000; ++i) {
    packed += one;
    plain += log_text(60);
  }
  auto const made =
      decompress_into<noting_string>(packed, rill::libdeflate_gzip(), 1 << 30);
  CHECK(made->kept() == plain);
  CHECK(noting_string::resizes < 20);
  CHECK(noting_string::largest <= 10 * packed.size());
}

TEST_CASE("driver/libdeflate: data that expands much") {
  std::string const zeros(32 << 20, '\0');
  for (wrapped const& format : formats) {
    std::string const packed = rill::compress(zeros, format.make(9));
    CHECK(packed.size() < zeros.size() / 900);
    CHECK(rill::decompress(packed, format.make(6), zeros.size()) == zeros);
    CHECK((error_of(packed, format.make(6), 1 << 30,
                    {.max_ratio = 100, .ratio_from = 1 << 20}) ==
           library_problem::expands_too_much));
    CHECK((error_of(packed, format.make(6), 1 << 20, {.max_ratio = 100}) ==
           library_problem::too_large));
  }
  // Up to 1 MiB the ratio is not checked.
  std::string const few(1 << 20, '\0');
  std::string const packed = by_hand(few, gzip_bits);
  CHECK(rill::decompress(packed, rill::libdeflate_gzip(), few.size(),
                         {.max_ratio = 1}) == few);
}

TEST_CASE("driver/libdeflate: cut and damaged data") {
  std::string const plain = log_text(3000);
  for (wrapped const& format : formats) {
    CAPTURE(format.bits);
    whole_compression const how = format.make(6);
    std::string const packed = rill::compress(plain, how);
    for (std::size_t size = 0; size != packed.size(); ++size) {
      CAPTURE(size);
      rill::error_code const error =
          error_of({packed.data(), size}, how, plain.size() + 1000);
      CHECK((error == (size == 0 ? library_problem::cut_data
                                 : library_problem::damaged_data)));
    }
    if (format.bits == raw_bits) continue;  // it has no checksum
    std::mt19937 random(7);
    for (int i = 0; i != 20000; ++i) {
      std::string damaged = packed;
      std::size_t const bit = random() % (packed.size() * 8);
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
      CAPTURE(bit);
      auto const made = rill::try_decompress(damaged, how, 100000);
      if (made && *made != plain) CHECK(*made == plain);
    }
  }
  auto const made = rill::try_decompress("no gzip", rill::libdeflate_gzip(), 9);
  REQUIRE(!made);
  CHECK(made.error().path() == rill::text("gzip"));
  CHECK(made.error().operation() == rill::text("decompress"));
}

TEST_CASE("driver/libdeflate: levels out of range") {
  for (wrapped const& format : formats)
    for (int const level : {-1, 13, 1000}) {
      auto const made = rill::try_compress("x", format.make(level));
      REQUIRE(!made);
      CHECK((made.error().code() == library_problem::unusable_option));
      CHECK(made.error().reason() ==
            rill::text("libdeflate has the levels 0 to 12"));
    }
}

TEST_CASE("driver/libdeflate: without memory") {
  if (!rill_test::can_fail_memory()) return;
  std::string const plain = log_text(30000);
  whole_compression const how = rill::libdeflate_gzip();
  std::string const packed = rill::compress(plain, how);
  for (bool const is_lasting : {false, true}) {
    bool has_struck = true;
    int failures = 0;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      long const before = rill_test::live_blocks;
      {
        rill::error_code error;
        std::string back;
        bool is_done = false;
        rill_test::memory = {at, is_lasting, false};
        try {
          auto made = rill::try_compress(plain, how);
          if (made) made = rill::try_decompress(*made, how, plain.size());
          error = made ? rill::error_code() : made.error().code();
          if (made) back = static_cast<std::string&&>(*made);
          is_done = true;
        } catch (std::bad_alloc const&) {
        }
        rill_test::memory.left = -1;
        has_struck = rill_test::memory.has_struck;
        bool const is_whole = is_done && !error;
        if (is_whole) CHECK(back == plain);
        if (error) CHECK((error == library_problem::no_memory));
        CHECK((is_whole || has_struck));
        failures += !is_whole;
      }
      long const lost = rill_test::live_blocks - before;
      CHECK(lost == 0);
    }
    CHECK(failures >= 4);
  }
}
