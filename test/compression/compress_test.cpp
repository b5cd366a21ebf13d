// test/compression/compress_test.cpp: texts that are compressed and
// decompressed whole, against zlib's compress and uncompress.
// covers: compression/compress.h, memory/owned.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/memory/owned.h>

#include <random>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/deflated.h"

using rill::library_problem;
using rill::no_limit;
using rill_test::deflated;
using rill_test::gzip_file;
using rill_test::raw_deflate;
using rill_test::wrapper;
using rill_test::zlib_stream;

namespace {

struct kind {
  wrapper bits;
  rill::compression (*of_level)(int);
};
constexpr kind kinds[] = {{gzip_file, rill::gzip},
                          {zlib_stream, rill::zlib},
                          {raw_deflate, rill::deflate}};

// Whether zlib reads what rill compressed, and rill reads it, too.
bool is_right(std::string const& text, kind const& k, int level) {
  std::string const bytes = rill::compress(text, k.of_level(level));
  auto const back = rill_test::inflate_member(bytes, k.bits);
  return back.is_whole && back.used == bytes.size() && back.plain == text &&
         rill::decompress(bytes, k.of_level(1), text.size()) == text;
}

std::string sentence_of(rill::result<std::string> const& made) {
  return made ? "no error" : made.error().what();
}

// A string with one of the functions that grow without zeroing the bytes.
enum class growth { standard, libstdcxx, libcxx };
template <growth How>
struct string_of {
  std::string kept;

  char* data() noexcept { return kept.data(); }
  char const* data() const noexcept { return kept.data(); }
  std::size_t size() const noexcept { return kept.size(); }
  template <class Write>
    requires(How == growth::standard)
  void resize_and_overwrite(std::size_t size, Write write) {
    grow(size, write);
  }
  template <class Write>
    requires(How == growth::libstdcxx)
  void __resize_and_overwrite(std::size_t size, Write write) {
    grow(size, write);
  }
  void __resize_default_init(std::size_t size)
    requires(How == growth::libcxx)
  {
    kept.resize(size, '?');
  }

 private:
  template <class Write>
  void grow(std::size_t size, Write write) {
    kept.resize(size, '?');
    kept.resize(write(kept.data(), size));
  }
};

}  // namespace

TEST_CASE("compression/compress: sizes from 0 to 300, in all formats") {
  std::mt19937 random(1);
  for (kind const& k : kinds)
    for (std::size_t size = 0; size <= 300; ++size) {
      CAPTURE(size);
      int const level = static_cast<int>(size % 10);
      CHECK(is_right(rill_test::some_words(random, size), k, level));
      CHECK(is_right(rill_test::random_bytes(random, size), k, 6));
      CHECK(is_right(std::string(size, 'z'), k, 9));
    }
}

TEST_CASE("compression/compress: sizes around buffers, in all levels") {
  std::mt19937 random(2);
  for (kind const& k : kinds) {
    for (std::size_t size : {65535u, 65536u, 65537u})
      for (int level = 0; level <= 9; ++level) {
        CAPTURE(size);
        CAPTURE(level);
        CHECK(is_right(rill_test::random_bytes(random, size), k, level));
      }
    CHECK(is_right(rill_test::some_words(random, 1 << 20), k, 1));
    CHECK(is_right(rill_test::random_bytes(random, (1 << 20) + 1), k, 1));
    CHECK(is_right(std::string(3 << 20, 'z'), k, 1));
  }
}

TEST_CASE("compression/compress: zlib's own compress and uncompress") {
  std::mt19937 random(3);
  for (std::size_t size : {0u, 1u, 100u, 50'000u}) {
    std::string const text = rill_test::some_words(random, size);
    std::string const bytes = rill::compress(text, rill::zlib());
    std::string made(compressBound(size), '\0');
    uLongf made_size = made.size();
    REQUIRE(compress2(rill_test::bytes_of_zlib(made.data()), &made_size,
                      rill_test::bytes_of_zlib(text.data()), size, 6) == Z_OK);
    made.resize(made_size);
    CHECK((made == bytes));
    CHECK((rill::decompress(made, rill::zlib(), size) == text));
    std::string plain(size + 1, '\0');
    uLongf plain_size = plain.size();
    REQUIRE(uncompress(rill_test::bytes_of_zlib(plain.data()), &plain_size,
                       rill_test::bytes_of_zlib(bytes.data()),
                       bytes.size()) == Z_OK);
    CHECK((plain.substr(0, plain_size) == text));
  }
}

TEST_CASE("compression/compress: the limit") {
  for (kind const& k : kinds)
    for (std::size_t size : {0u, 1u, 300u, 70'000u}) {
      std::string const text(size, 'x');
      std::string const bytes = deflated(text, k.bits);
      auto const how = k.of_level(6);
      CHECK((rill::decompress(bytes, how, size) == text));
      CHECK((rill::decompress(bytes, how, size + 1) == text));
      CHECK((rill::decompress(bytes, how, no_limit) == text));
      if (size == 0) continue;
      for (std::size_t limit : {size - 1, std::size_t{0}}) {
        auto const made = rill::try_decompress(bytes, how, limit);
        REQUIRE(!made);
        CHECK((made.error().code() == library_problem::too_large));
        CHECK_THROWS_AS((void)rill::decompress(bytes, how, limit), rill::error);
      }
    }
}

TEST_CASE("compression/compress: the ratio, members and what follows") {
  std::string const zeros = deflated(std::string(4 << 20, '\0'), gzip_file, 9);
  CHECK(bool(rill::try_decompress(zeros, rill::gzip(), no_limit)));
  // The ratio counts from 64 MiB on, unless ratio_from gives another size.
  CHECK(bool(
      rill::try_decompress(zeros, rill::gzip(), no_limit, {.max_ratio = 100})));
  auto const made = rill::try_decompress(
      zeros, rill::gzip(), no_limit, {.max_ratio = 100, .ratio_from = 1 << 20});
  REQUIRE(!made);
  CHECK((made.error().code() == library_problem::expands_too_much));
  CHECK(bool(rill::try_decompress(zeros, rill::gzip(), no_limit,
                                  {.max_ratio = 0, .ratio_from = 0})));
  // A negative limit, from a wrong computation, is not "no limit".
  for (int limit : {-1, -5, 0}) {
    auto const refused = rill::try_decompress(zeros, rill::gzip(), limit);
    REQUIRE(!refused);
    CHECK((refused.error().code() == library_problem::too_large));
  }
  std::string const two =
      rill::compress("one ", rill::gzip()) + deflated("two", gzip_file);
  CHECK(rill::decompress(two, rill::gzip(), 7) == "one two");
  CHECK(rill::decompress(two + std::string(9, '\0'), rill::gzip(), 7) ==
        "one two");
  CHECK(sentence_of(rill::try_decompress(two + "x", rill::gzip(), 7)) ==
        "decompress gzip: bytes that are not compressed data follow it: at "
        "compressed byte " +
            std::to_string(two.size()) + " (plain byte 7)");
  CHECK(rill::decompress(two + "x", rill::gzip(), 7,
                         {.trailing = rill::trailing_bytes::ignore}) ==
        "one two");
}

TEST_CASE("compression/compress: both faces tell the same errors") {
  std::string const wrong_level =
      "compress as gzip: an option is out of range: the levels of zlib are 0 "
      "to 9";
  CHECK(sentence_of(rill::try_compress("text", rill::gzip(10))) == wrong_level);
  CHECK_THROWS_WITH_AS((void)rill::compress("text", rill::gzip(10)),
                       wrong_level.c_str(), rill::error);
  CHECK(sentence_of(rill::try_compress("text", rill::gzip())) == "no error");
  std::string const nothing =
      "decompress zlib: the compressed data ends too early: at compressed byte "
      "0 "
      "(plain byte 0)";
  CHECK(sentence_of(rill::try_decompress("", rill::zlib(), 9)) == nothing);
  CHECK_THROWS_WITH_AS((void)rill::decompress("", rill::zlib(), 9),
                       nothing.c_str(), rill::error);
  std::string const bytes = rill::compress("some text", rill::gzip());
  for (std::size_t cut = 0; cut != bytes.size(); ++cut) {
    auto const made =
        rill::try_decompress(bytes.substr(0, cut), rill::gzip(), 100);
    REQUIRE(!made);
    CHECK((made.error().code() == library_problem::cut_data));
  }
  CHECK(sentence_of(rill::try_decompress("text", rill::gzip(), 100)) ==
        "decompress gzip: the compressed data is damaged: incorrect header "
        "check, "
        "at compressed byte 2 (plain byte 0)");
}

TEST_CASE("compression/compress: dictionaries must outlive the call alone") {
  std::string bytes;
  {
    std::string const words = "compress these words";
    bytes = rill::compress("compress these", rill::zlib({.dictionary = words}));
  }
  std::string const words = "compress these words";
  CHECK(rill::decompress(bytes, rill::zlib({.dictionary = words}), 100) ==
        "compress these");
  CHECK((rill::try_decompress(bytes, rill::zlib(), 100).error().code() ==
         library_problem::needs_dictionary));
}

TEST_CASE("compression/compress: grow_unfilled keeps what is there") {
  auto const check = [](auto made) {
    made.kept = "before ";
    rill::detail::grow_unfilled(made, 9, [](char* to, std::size_t room) {
      CHECK(room == 9);
      return static_cast<std::size_t>(rill::detail::copy_bytes(to, "more", 4) -
                                      to);
    });
    CHECK(made.kept == "before more");
    rill::detail::grow_unfilled(
        made, 1, [](char*, std::size_t) -> std::size_t { return 0; });
    CHECK(made.kept == "before more");
  };
  check(string_of<growth::standard>());
  check(string_of<growth::libstdcxx>());
  check(string_of<growth::libcxx>());
}
