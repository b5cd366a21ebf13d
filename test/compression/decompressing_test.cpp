// test/compression/decompressing_test.cpp: sources with a known format at their
// beginning, and sources without one.
// covers: compression/coder.h, compression/plain.h
// covers: compression/streams.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/compression/plain.h>
#include <rill/driver/zlib.h>
#include <rill/scan.h>
#include <rill/scan/lines.h>
#include <rill/stream/memory_reader.h>

#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "../support/deflated.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/pipe.h"
#include "../support/scripted_reader.h"

using rill::decompressed_reader;
using rill::library_problem;
using rill::detail::format_of;
using rill::detail::known_format;
using rill_test::deflated;
using rill_test::fake_device;
using rill_test::gzip_file;
using rill_test::scripted_reader;
using rill_test::zlib_stream;

namespace {

std::string string_of(rill::text text) { return {text.data, text.size}; }

std::string read_all(rill::reader& in) {
  std::string all;
  while (in.peek(1).size != 0) {
    all.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  return all;
}

// The format that was found, the text, and the error that ended it.
struct found {
  std::string format, plain, error;
};
found found_in(rill::result<decompressed_reader> in) {
  if (!in) return {"", "", in.error().what()};
  found all{string_of(in->format()), read_all(*in), ""};
  if (in->error()) all.error = rill::detail::read_failure(*in).what();
  return all;
}
found read_any(std::string const& bytes, std::size_t behind = 4096) {
  scripted_reader from(bytes, behind, rill_test::at_most(behind));
  return found_in(rill::try_decompressing(from));
}
// Reads without a driver, as a file does that includes none.
found read_without_driver(std::string const& bytes, std::size_t behind = 4096) {
  scripted_reader from(bytes, behind, rill_test::at_most(behind));
  return found_in(rill::try_decompressing<0>(from));
}
bool is_plain(std::string const& text, std::size_t behind = 4096) {
  found const got = read_any(text, behind);
  return got.format == "plain" && got.plain == text && got.error.empty();
}

// A zlib stream whose header states a window of 2^window bytes. zlib raises 8
// to 9, so that header is set here: the text must fit in the window.
std::string zlib_stream_of(std::string const& text, int window, int level) {
  std::string bytes =
      deflated(text, static_cast<rill_test::wrapper>(window), level);
  if (window != 8 || text.size() > 256) return bytes;
  unsigned const first = 0x08;
  unsigned const level_bits = static_cast<unsigned char>(bytes[1]) & 0xC0u;
  bytes[0] = static_cast<char>(first);
  bytes[1] =
      static_cast<char>(level_bits + 31 - (256 * first + level_bits) % 31);
  return bytes;
}

// The beginnings of zlib streams that could be texts: each header except three
// of those with a window of 32 KiB.
std::vector<std::string> doubtful_headers() {
  std::vector<std::string> all;
  for (unsigned number = 0; number < 0x8000; number += 31)
    if (number / 256 % 16 == 8 && number / 32 % 2 == 0 &&
        (number < 0x7800 || number == 0x785E))
      all.push_back(
          {static_cast<char>(number / 256), static_cast<char>(number % 256)});
  return all;
}

struct beginning {
  std::string bytes;
  known_format format;
  std::string sentence;
};
std::vector<beginning> const beginnings = {
    {"\x1F\x8B", known_format::gzip,
     "gzip needs #include <rill/driver/zlib.h>"},
    {"\x28\xB5\x2F\xFD", known_format::zstd,
     "zstd needs #include <rill/driver/zstd.h>"},
    {"\x50\x2A\x4D\x18", known_format::zstd,
     "zstd needs #include <rill/driver/zstd.h>"},
    {"\x5F\x2A\x4D\x18", known_format::zstd,
     "zstd needs #include <rill/driver/zstd.h>"},
    {"\x04\x22\x4D\x18", known_format::lz4,
     "lz4 needs #include <rill/driver/lz4.h>"},
    {std::string("\xFD"
                 "7zXZ\0",
                 6),
     known_format::xz, "rill has no driver for xz"},
    {"BZh", known_format::bzip2, "rill has no driver for bzip2"},
    {"\x1F\x9D", known_format::compress,
     "rill has no driver for compress (.Z)"},
    {"\x78\x01", known_format::zlib,
     "zlib needs #include <rill/driver/zlib.h>"},
    {"\x78\x9C", known_format::zlib,
     "zlib needs #include <rill/driver/zlib.h>"},
    {"\x78\xDA", known_format::zlib,
     "zlib needs #include <rill/driver/zlib.h>"}};

// Checks that no byte behind the text is asked for. A terminal or a socket may
// send no more before it gets an answer.
void check_plain_at_once(char const* text) {
  std::size_t const size = std::string(text).size();
  scripted_reader from(text, 1, [size](int call, std::size_t) -> long {
    CHECK(static_cast<std::size_t>(call) < size);
    return 1;
  });
  decompressed_reader in = rill::decompressing(from);
  CHECK(in.format() == rill::text("plain"));
  CHECK(string_of(in.peek(size)) == text);
}

}  // namespace

TEST_CASE("compression/streams: each beginning, whole and cut") {
  for (beginning const& b : beginnings) {
    CAPTURE(b.sentence);
    CHECK((format_of(b.bytes) == b.format));
    CHECK((format_of(b.bytes + "and more") == b.format));
    for (std::size_t cut = 0; cut != b.bytes.size(); ++cut)
      CHECK((format_of(b.bytes.substr(0, cut)) == known_format::plain));
    // A flipped bit gives another format. zlib has several beginnings.
    for (std::size_t bit = 0; bit != 8 * b.bytes.size(); ++bit) {
      std::string other = b.bytes;
      other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
      bool const is_known = b.bytes[0] == 'P' || b.bytes[0] == '_';
      if (is_known && bit < 4) continue;
      CHECK((format_of(other) != b.format ||
             format_of(other) == known_format::zlib));
    }
  }
  CHECK((format_of("x^2 + 1") == known_format::zlib));
  for (char const* text : {"", "x", "y^2", "BZ", "\x1F", "\x4F\x2A\x4D\x18",
                           "\x60\x2A\x4D\x18", "plain text", "\x78\x02"})
    CHECK((format_of(text) == known_format::plain));
}

TEST_CASE("compression/streams: the headers of zlib are those of RFC 1950") {
  // Section 2.2: method 8, a window of at most 32 KiB, a multiple of 31, and no
  // dictionary, which decompressing() does not have.
  for (unsigned first = 0; first != 256; ++first)
    for (unsigned second = 0; second != 256; ++second) {
      std::string const bytes = {static_cast<char>(first),
                                 static_cast<char>(second)};
      bool const is_zlib = first % 16 == 8 && first / 16 <= 7 &&
                           (256 * first + second) % 31 == 0 &&
                           second / 32 % 2 == 0;
      CHECK((format_of(bytes) == known_format::zlib) == is_zlib);
    }
}

TEST_CASE("compression/streams: formats without a driver say so") {
  for (beginning const& b : beginnings)
    for (std::string const& more : {std::string(), std::string("and more")})
      for (std::size_t behind : {1u, 100u}) {
        found const got = read_without_driver(b.bytes + more, behind);
        CHECK(got.error ==
              "read script: the program includes no driver for this format: " +
                  b.sentence);
      }
  scripted_reader from("BZh91AY", 100);
  auto const made = rill::try_decompressing(from);
  REQUIRE(!made);
  CHECK((made.error().code() == library_problem::no_driver));
  CHECK(string_of(made.error().reason()) == "rill has no driver for bzip2");
  CHECK_THROWS_AS((void)rill::decompressing(from), rill::error);
  // No byte of the source was consumed.
  CHECK(string_of(from.peek(100)) == "BZh91AY");
}

TEST_CASE("compression/streams: gzip, zlib and plain bytes") {
  std::mt19937 random(1);
  for (std::size_t size : {0u, 1u, 5u, 6u, 300u, 20'000u})
    for (std::size_t behind : {1u, 5u, 4096u}) {
      std::string const text = rill_test::some_words(random, size);
      found got = read_any(deflated(text, gzip_file), behind);
      CHECK(got.format == "gzip");
      CHECK((got.plain == text));
      CHECK(got.error.empty());
      for (int level : {1, 3, 6, 9}) {
        got = read_any(deflated(text, zlib_stream, level), behind);
        CHECK(got.format == "zlib");
        CHECK((got.plain == text));
        CHECK(got.error.empty());
      }
      // Windows of 512 bytes to 16 KiB, and a declared one of 256 bytes, which
      // zlib does not write.
      for (int window = 8; window != 15; ++window)
        for (int level : {1, 3, 6, 9}) {
          CAPTURE(window);
          CAPTURE(level);
          got = read_any(zlib_stream_of(text, window, level), behind);
          CHECK(got.format == "zlib");
          CHECK((got.plain == text));
          CHECK(got.error.empty());
        }
      CHECK(is_plain(text, behind));
      CHECK(is_plain(text + '\0' + '\0', behind));
    }
  // All members are read, and their errors are reported.
  CHECK(read_any(deflated("a", gzip_file) + deflated("b", gzip_file)).plain ==
        "ab");
  CHECK(read_any("\x1F\x8B").error ==
        "read script: the compressed data ends too early: at compressed byte 2 "
        "(plain byte 0)");
}

TEST_CASE("compression/streams: text that begins as zlib does") {
  CHECK(is_plain("x^2 + 1"));
  CHECK(is_plain("x^2 + y^2 = z^2\n"));
  CHECK(is_plain("x^2 + 1", 1));
  // Short texts that begin as zlib data does, in one piece or byte by byte.
  std::string const some = "\n !*+-09=AQZ^_arxyz~";
  std::vector<std::string> texts = {"x^"};
  for (std::size_t i = 0; i != texts.size(); ++i)
    if (texts[i].size() < 4)
      for (char c : some) texts.push_back(texts[i] + c);
  for (char c = ' '; c != 127; ++c)
    for (char const* more : {"", "\n", " + 1 = 0\n", "\u03B1\u20AC + 1\n"})
      texts.push_back(std::string("x^") + c + more);
  std::mt19937 random(2);
  for (int i = 0; i != 2000; ++i)
    texts.push_back("x^" + rill_test::some_words(random, random() % 300));
  std::size_t wrong = 0;
  for (std::string const& text : texts)
    wrong += !is_plain(text) || !is_plain(text, 1);
  CHECK(wrong == 0);
  // A zlib stream cut to 6 bytes or more is an error. Fewer can be text.
  std::string const bytes = deflated("some text", zlib_stream, 2);
  CHECK(bytes.substr(0, 2) == "x^");
  for (std::size_t cut = 6; cut != bytes.size(); ++cut)
    CHECK(read_any(bytes.substr(0, cut)).error.find("ends too early") !=
          std::string::npos);
}

TEST_CASE("compression/streams: text that begins as zlib of a small window") {
  std::mt19937 random(4);
  std::vector<std::string> texts = {
      "(See above)\n", "8Office",    "HK$ 500\n", "XGA 1024x768\n",
      "hC\n",          "H\r\nH\r\n", "X\tY\n",    "(\u03C0 + 1)"};
  // The headers that can begin UTF-8 text, some with half of a character.
  for (char const* begin :
       {"(S", "8O", "HK", "XG", "hC", "H\r", "X\t", "(\u03C0", "8\u02D0",
        "H\u01CE", "X\u00E9", "h\u0780"}) {
    REQUIRE((format_of(begin) == known_format::zlib));
    texts.push_back(begin);
    for (int i = 0; i != 100; ++i)
      texts.push_back(begin + rill_test::some_words(random, random() % 300));
  }
  std::size_t wrong = 0;
  for (std::string const& text : texts)
    wrong += !is_plain(text) || !is_plain(text, 1);
  CHECK(wrong == 0);
  // The same before bytes that begin no block of deflate (RFC 1951, 3.2.3).
  for (std::string const& header : doubtful_headers()) {
    std::string const bytes =
        header + '\xFF' + rill_test::random_bytes(random, 200);
    CHECK(is_plain(bytes));
    CHECK(is_plain(bytes, 1));
  }
}

TEST_CASE("compression/streams: a text is plain at the byte that tells it") {
  for (char const* text : {"(See above)\n", "8Office\n", "x^2 + 1 = 0\n"})
    check_plain_at_once(text);
}

TEST_CASE("compression/streams: damage behind the first bytes is no text") {
  // 64 bytes that can be decompressed tell a zlib stream.
  std::mt19937 random(5);
  std::string const text = rill_test::some_words(random, 3000);
  for (int level : {3, 6})
    for (int window : {9, 15}) {
      std::string bytes = zlib_stream_of(text, window, level);
      bytes.back() = static_cast<char>(bytes.back() ^ 1);
      found const got = read_any(bytes);
      CHECK(got.format == "zlib");
      CHECK((got.plain == text));
      CHECK(got.error.find("damaged") != std::string::npos);
    }
}

TEST_CASE("compression/streams: zlib streams without zlib's driver") {
  std::string const sentence =
      "read script: the program includes no driver for this format: zlib needs "
      "#include <rill/driver/zlib.h>";
  std::mt19937 random(3);
  for (int level = 0; level != 10; ++level)
    for (std::size_t size : {0u, 1u, 5u, 55u, 60u, 300u, 20'000u})
      for (std::size_t behind : {1u, 4096u})
        for (bool const is_text : {true, false}) {
          CAPTURE(level);
          CAPTURE(size);
          CAPTURE(is_text);
          std::string const bytes =
              deflated(is_text ? rill_test::some_words(random, size)
                               : rill_test::random_bytes(random, size),
                       zlib_stream, level);
          CHECK((bytes[1] == '^') == (level >= 2 && level <= 5));
          found got = read_without_driver(bytes, behind);
          CHECK(got.error == sentence);
          CHECK(got.plain.empty());
          got = read_without_driver(zlib_stream_of("text" + bytes, 9, level),
                                    behind);
          CHECK(got.error == sentence);
          CHECK(got.plain.empty());
        }
  // Texts, also with a character that crosses byte 64.
  for (std::size_t behind : {1u, 4096u}) {
    CHECK(read_without_driver("x^", behind).plain == "x^");
    for (std::size_t size = 0; size != 130; ++size)
      for (char const* letter : {"a", "\n", "\u03B1", "\u20AC", "\U0001F600"}) {
        std::string text = "x^2";
        while (text.size() < size) text += letter;
        found const got = read_without_driver(text, behind);
        CHECK(got.format == "plain");
        CHECK(got.plain == text);
        CHECK(got.error.empty());
      }
  }
  // A text that ends within a character is not text.
  CHECK(read_without_driver("x^2 \xE2\x82").error == sentence);
}

TEST_CASE("compression/streams: a source that fails says so") {
  for (std::string const& bytes :
       {std::string(), deflated("text", gzip_file), std::string("plain")}) {
    scripted_reader from(bytes, 100, rill_test::fails_at(0, EIO));
    auto const made = rill::try_decompressing(from);
    REQUIRE(!made);
    CHECK(std::string(made.error().what()) ==
          "read script: Input/output error");
  }
  // An error after the first bytes is reported when they were read.
  scripted_reader from("plain text", 4, [](int call, std::size_t) -> long {
    return call == 2 ? -EIO : 4;
  });
  decompressed_reader in = rill::decompressing(from);
  CHECK(read_all(in) == "plain te");
  CHECK((in.error() == rill::os::c_error(EIO)));
  fake_device device;
  device.input = deflated("text", gzip_file);
  device.on_read = [](int, std::size_t) -> long { return -EIO; };
  auto const made =
      rill::try_decompressing(rill::file::adopt(fake_device::handle, "fake"));
  REQUIRE(!made);
  CHECK(std::string(made.error().what()) == "read fake: Input/output error");
  CHECK(device.closes == 1);
  auto const absent = rill::try_decompressing("/no/such");
  REQUIRE(!absent);
  CHECK(std::string(absent.error().what()) ==
        "open /no/such: No such file or directory");
  CHECK_THROWS_AS((void)rill::decompressing("/no/such"), rill::error);
}

TEST_CASE("compression/streams: files, pipes and ranges over them") {
  rill_test::folder const folder;
  std::string const path = folder / "log";
  for (bool is_compressed : {false, true}) {
    std::string const text = "1 2\n3\n";
    std::string const bytes = is_compressed ? deflated(text, gzip_file) : text;
    rill_test::set_content(path, bytes);
    std::string all;
    for (std::string_view line : rill::lines(rill::decompressing(path)))
      all += std::string(line) + "|";
    CHECK(all == "1 2|3|");
    int sum = 0;
    for (int n : rill::values<int>(rill::decompressing(rill::file::open(path))))
      sum += n;
    CHECK(sum == 6);
    rill_test::pipe ends;
    ends.writing.write(bytes);
    ends.writing.close();
    decompressed_reader in =
        rill::decompressing(static_cast<rill::file&&>(ends.reading));
    CHECK(read_all(in) == text);
  }
  rill_test::set_content(path, "");
  decompressed_reader in = rill::decompressing(path);
  CHECK(in.at_end());
  CHECK(!in.error());
  CHECK(in.format() == "plain");
  CHECK(in.header().name == "");
}

TEST_CASE("compression/streams: limits hold for plain bytes, too") {
  for (std::string const& bytes :
       {std::string("0123456789"), deflated("0123456789", gzip_file)})
    for (unsigned long long limit : {0ull, 9ull, 10ull}) {
      rill::memory_reader from(bytes);
      decompressed_reader in = rill::decompressing(from, {.limit = limit});
      CHECK(read_all(in).size() == limit);
      CHECK((in.error() == library_problem::too_large) == (limit != 10));
    }
}

TEST_CASE("compression/streams: plain bytes by the encoder's calls") {
  // plain_format has an encoder, too.
  rill::compression const plain(rill::detail::plain_format,
                                rill::detail::no_options{});
  auto coder = rill::detail::coder::encoder(plain);
  REQUIRE(coder);
  char out[4];
  auto const step =
      coder->step("abcdef", out, 4, rill::detail::coder_goal::go_on);
  CHECK(step.read == 4);
  CHECK(step.written == 4);
  CHECK(std::string(out, 4) == "abcd");
  CHECK((step.outcome == rill::detail::coder_outcome::going));
}

TEST_CASE("compression/streams: no more bytes are asked for than tell") {
  for (char const* text :
       {"g", "h.", "BA", "BZi", "\x1F\x8A", "\x28\xB5\x2E", "x."})
    check_plain_at_once(text);
}
