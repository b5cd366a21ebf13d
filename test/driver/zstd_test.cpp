// test/driver/zstd_test.cpp: Zstandard through rill, against direct calls of
// libzstd.
// libraries: zstd
#include <doctest/doctest.h>
#include <rill/driver/zstd.h>
#include <rill/print.h>
#include <rill/scan/lines.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>
#include <zdict.h>  // ZDICT_trainFromBuffer

#include <string>
#include <vector>

#include "support/coder_memory.h"
#include "support/coder_runs.h"

using rill::library_problem;
using rill_test::coder_run;
using rill_test::decode;
using rill_test::encode;
using rill_test::log_text;

namespace {

std::string by_hand(std::string const& plain, int level = 3) {
  std::string made(ZSTD_compressBound(plain.size()), '\0');
  made.resize(ZSTD_compress(made.data(), made.size(), plain.data(),
                            plain.size(), level));
  return made;
}
std::string read_by_hand(std::string const& packed, std::size_t size) {
  std::string made(size + 1, '\0');
  std::size_t const done =
      ZSTD_decompress(made.data(), made.size(), packed.data(), packed.size());
  REQUIRE(!ZSTD_isError(done));
  made.resize(done);
  return made;
}

std::string skippable(int number, std::string const& content) {
  std::string made(1, static_cast<char>(0x50 + number));
  made += "\x2A\x4D\x18";
  for (int i = 0; i != 4; ++i)
    made += static_cast<char>(content.size() >> 8 * i);
  return made + content;
}

std::string trained(unsigned seed) {
  std::string samples;
  std::vector<std::size_t> sizes;
  for (unsigned i = 0; i != 2000; ++i) {
    std::string const one = log_text(300, seed * 10000 + i);
    samples += one;
    sizes.push_back(one.size());
  }
  std::string made(4096, '\0');
  std::size_t const size =
      ZDICT_trainFromBuffer(made.data(), made.size(), samples.data(),
                            sizes.data(), static_cast<unsigned>(sizes.size()));
  REQUIRE(!ZDICT_isError(size));
  made.resize(size);
  return made;
}

// A frame of one byte with a window of 2^log bytes (RFC 8878, 3.1.1).
std::string with_window(int log) {
  std::string made("\x28\xB5\x2F\xFD", 4);
  made += '\0';                                    // no flags
  made += static_cast<char>((log - 10) << 3);      // the window
  return made + std::string("\x09\0\0", 3) + "x";  // raw, last, one byte
}

// A block with its header (RFC 8878, 3.1.1.2).
enum block_type { raw, repeated, compressed };
std::string block(block_type type, std::string const& content, std::size_t size,
                  bool is_last) {
  std::size_t const head =
      size << 3 | static_cast<std::size_t>(type) << 1 | (is_last ? 1u : 0u);
  std::string made;
  for (int i = 0; i != 3; ++i) made += static_cast<char>(head >> 8 * i);
  return made + content;
}

rill::error_code refused(rill::compression const& how, std::string* why) {
  coder_run const run = encode(how, "x");
  *why = run.reason;
  return run.error;
}

}  // namespace

TEST_CASE("driver/zstd: pieces of every size") {
  for (std::string const& plain :
       {std::string(), std::string("a"), log_text(3000),
        rill_test::random_bytes(2000)}) {
    CHECK(rill_test::comes_back(rill::zstd(), plain));
    CHECK(rill_test::comes_back(rill::zstd(-5), plain));
  }
  CHECK(rill_test::comes_back(rill::zstd(), log_text(700000), 1000));
  CHECK(rill_test::comes_back(rill::zstd(), rill_test::random_bytes(300000),
                              1000));
  CHECK(rill_test::comes_back(rill::zstd({.checksum = false}), log_text(3000)));
}

TEST_CASE("driver/zstd: interchange with libzstd") {
  std::string const plain = log_text(500000);
  for (int const level : {-131072, -7, 0, 1, 3, 9, 15, 22}) {
    CAPTURE(level);
    coder_run const packed = encode(rill::zstd(level), plain);
    CHECK(read_by_hand(packed.bytes, plain.size()) == plain);
    coder_run const back = decode(rill::zstd(), by_hand(plain, level));
    CHECK((back.is_at_end && back.members == 1 && back.bytes == plain));
  }
  // The level changes the size.
  CHECK(encode(rill::zstd(19), plain).bytes.size() <
        encode(rill::zstd(1), plain).bytes.size());
}

TEST_CASE("driver/zstd: the frame of a whole text has its size") {
  for (std::size_t const size : rill_test::sizes{0, 1, 70000, 400000}) {
    CAPTURE(size);
    std::string const plain = log_text(size).substr(0, size);
    std::string const packed =
        encode(rill::zstd(), plain, plain.size() + 1).bytes;
    CHECK(ZSTD_getFrameContentSize(packed.data(), packed.size()) == size);
  }
  std::string const packed = encode(rill::zstd(), log_text(5000), 1000).bytes;
  CHECK(ZSTD_getFrameContentSize(packed.data(), packed.size()) ==
        ZSTD_CONTENTSIZE_UNKNOWN);
}

TEST_CASE("driver/zstd: what was written before a flush can be read") {
  rill_test::check_flushes(rill::zstd());
}

TEST_CASE("driver/zstd: many frames, empty ones and those to be skipped") {
  std::string packed;
  std::string plain;
  for (int i = 0; i != 16; ++i) {
    packed += skippable(i, std::string(static_cast<std::size_t>(i) * 10, 'q'));
    std::string const more = i % 3 == 0 ? "" : log_text(2000);
    packed += by_hand(more);
    plain += more;
  }
  for (std::size_t const piece : rill_test::piece_sizes) {
    CAPTURE(piece);
    coder_run const back = decode(rill::zstd(), packed, piece, piece);
    CHECK((back.is_at_end && back.members == 32));
    CHECK(back.bytes == plain);
  }
  auto const begins = rill::zstd().format().begins;
  for (std::string const& member :
       {by_hand("x"), skippable(0, ""), skippable(15, "")}) {
    for (std::size_t size = 1; size <= 4; ++size) {
      CHECK(begins({member.data(), size}));
      std::string wrong = member.substr(0, size);
      wrong.back() = static_cast<char>(wrong.back() ^ 0x80);
      CHECK(!begins(wrong));
    }
  }
}

TEST_CASE("driver/zstd: dictionaries") {
  std::string const plain = log_text(300, 77777);
  std::string const right = trained(1);
  std::string const other = trained(2);
  std::string const packed =
      encode(rill::zstd({.dictionary = right}), plain).bytes;
  CHECK(packed.size() < encode(rill::zstd(), plain).bytes.size());
  CHECK(decode(rill::zstd({.dictionary = right}), packed).bytes == plain);
  CHECK((decode(rill::zstd(), packed).error ==
         library_problem::needs_dictionary));
  CHECK((decode(rill::zstd({.dictionary = other}), packed).error ==
         library_problem::needs_dictionary));

  // libzstd itself reads the frame.
  ZSTD_DCtx* const state = ZSTD_createDCtx();
  std::string back(1000, '\0');
  back.resize(ZSTD_decompress_usingDict(state, back.data(), back.size(),
                                        packed.data(), packed.size(),
                                        right.data(), right.size()));
  ZSTD_freeDCtx(state);
  CHECK(back == plain);

  // Any bytes are a dictionary; only the checksum detects that it is missing.
  std::string const raw = log_text(2000, 77777);
  std::string const with_raw =
      encode(rill::zstd({.dictionary = raw}), plain).bytes;
  CHECK(with_raw.size() < packed.size());
  CHECK(decode(rill::zstd({.dictionary = raw}), with_raw).bytes == plain);
  CHECK(
      (decode(rill::zstd(), with_raw).error == library_problem::damaged_data));

  // A dictionary does not harm a frame that needs none.
  CHECK(decode(rill::zstd({.dictionary = right}), by_hand(plain)).bytes ==
        plain);
}

TEST_CASE("driver/zstd: a dictionary is copied when it is opened") {
  std::string const plain = log_text(5000);
  auto given = std::make_unique<std::string>(trained(1));
  rill::compression const how = rill::zstd({.dictionary = *given});
  auto encoder = rill_test::coder::encoder(how);
  auto decoder = rill_test::coder::decoder(how);
  REQUIRE((encoder && decoder));
  given.reset();
  coder_run packed;
  CHECK(encode_on(*encoder, plain, 1000, 1000, rill_test::coder_goal::finish,
                  packed));
  coder_run back;
  while (back.read != packed.bytes.size())
    (void)step_once(
        *decoder,
        {packed.bytes.data() + back.read, packed.bytes.size() - back.read}, 100,
        65536, rill_test::coder_goal::go_on, back);
  CHECK(back.bytes == plain);
}

TEST_CASE("driver/zstd: a damaged dictionary") {
  std::string damaged = trained(1);
  for (std::size_t i = 8; i != 200; ++i) damaged[i] = '\xFF';
  rill::compression const how = rill::zstd({.dictionary = damaged});
  for (coder_run const& run : {encode(how, "x"), decode(how, by_hand("x"))}) {
    CHECK((run.error == library_problem::unusable_option));
    CHECK(run.reason == "the dictionary is damaged");
  }
}

TEST_CASE("driver/zstd: windows") {
  for (int log = 10; log <= 27; ++log)
    CHECK(decode(rill::zstd(), with_window(log)).bytes == "x");
  for (int const log : {28, 31, 41}) {
    CAPTURE(log);
    std::string const packed = with_window(log);
    auto work = rill_test::coder::decoder(rill::zstd());
    REQUIRE(work);
    char out[100];
    rill_test::coder_step const step =
        work->step(packed, out, sizeof out, rill_test::coder_goal::go_on);
    CHECK((step.error == library_problem::window_too_large));
    auto const* const decoder =
        static_cast<rill::detail::zstd_decoder const*>(work->state());
    CHECK(ZSTD_sizeof_DCtx(decoder->context) < 1 << 20);
  }
  CHECK(decode(rill::zstd({.window_log_max = 28}), with_window(28)).bytes ==
        "x");
  CHECK((decode(rill::zstd({.window_log_max = 20}), with_window(21)).error ==
         library_problem::window_too_large));
  CHECK(decode(rill::zstd({.window_log_max = 0}), with_window(27)).bytes ==
        "x");

  // The encoder's window: if the text's size is unknown, the frame names it.
  std::string const plain = log_text(5000);
  std::string const small =
      encode(rill::zstd({.window_log = 10}), plain, 1000).bytes;
  CHECK((decode(rill::zstd({.window_log_max = 10}), small).bytes == plain));
  CHECK(small[5] == 0);
}

TEST_CASE("driver/zstd: cut and damaged data") {
  std::string const plain = log_text(3000);
  std::string const packed = encode(rill::zstd(), plain).bytes;
  rill_test::check_cuts(rill::zstd(), packed, plain);
  CHECK(rill_test::check_flips(rill::zstd(), packed, plain, 20000) > 19000);

  for (std::size_t i = 1; i <= 4; ++i) {
    std::string damaged = packed;
    damaged[damaged.size() - i] ^= 1;
    coder_run const run = decode(rill::zstd(), damaged);
    CHECK((run.error == library_problem::damaged_data));
    CHECK(run.reason == "Restored data doesn't match checksum");
  }
  CHECK(encode(rill::zstd({.checksum = false}), plain).bytes.size() ==
        packed.size() - 4);
  coder_run const other = decode(rill::zstd(), "no zstd");
  CHECK((other.error == library_problem::damaged_data));
  CHECK(!other.reason.empty());
}

TEST_CASE("driver/zstd: options out of range") {
  std::string why;
  library_problem const unusable = library_problem::unusable_option;
  for (int const level : {-131073, 23, 1000, -2147483647 - 1}) {
    CAPTURE(level);
    CHECK((refused(rill::zstd(level), &why) == unusable));
    CHECK(why == "zstd has the levels -131072 to 22");
  }
  CHECK(ZSTD_minCLevel() == -131072);  // the sentence names it
  CHECK(ZSTD_maxCLevel() == 22);
  for (int const log : {-1, 9, 32}) {
    CHECK((refused(rill::zstd({.window_log = log}), &why) == unusable));
    CHECK(why.find("window_log is 10 to 31") == 0);
    rill::compression const how = rill::zstd({.window_log_max = log});
    coder_run const run = decode(how, by_hand("x"));
    CHECK((run.error == unusable));
    CHECK(run.reason.find("window_log_max is 10 to 31") == 0);
  }
  for (int const threads : {-1, 257, 100000}) {
    CHECK((refused(rill::zstd({.threads = threads}), &why) == unusable));
    CHECK(why.find("threads") != why.npos);
  }
}

TEST_CASE("driver/zstd: threads") {
  if (!rill::detail::zstd_has(ZSTD_c_nbWorkers, 1)) {
    std::string why;
    CHECK((refused(rill::zstd({.threads = 1}), &why) ==
           library_problem::unusable_option));
    CHECK(why == "this libzstd was built without threads");
    return;
  }
  std::string const plain = log_text(6 << 20);
  for (int const threads : {1, 3}) {
    rill::compression const how = rill::zstd({.level = 1, .threads = threads});
    for (std::size_t const piece : rill_test::sizes{1000, 65536, 1 << 30}) {
      coder_run const packed =
          encode(how, plain, piece, piece == 1 << 30 ? 65536 : piece);
      CHECK(packed.is_at_end);
      CHECK(read_by_hand(packed.bytes, plain.size()) == plain);
    }
  }
  rill_test::check_flushes(rill::zstd({.threads = 2}));
}

TEST_CASE("driver/zstd: threads and windows of writers and readers") {
  rill::compression const how = rill::zstd(
      {.level = 1,
       .threads = rill::detail::zstd_has(ZSTD_c_nbWorkers, 1) ? 2 : 0,
       .window_log = 28,
       .window_log_max = 28});
  std::string const plain = log_text(3 << 20);
  std::vector<char> memory(plain.size());
  rill::memory_writer behind(memory);
  rill::compressed_writer out(behind, how);
  for (std::size_t at = 0; at < plain.size(); at += 1000) {
    std::size_t const size = std::min<std::size_t>(1000, plain.size() - at);
    out.write(plain.data() + at, size);
    if (at == 1000000) out.flush();
  }
  out.close();
  CHECK(rill::decompress(behind.bytes(), how, plain.size()) == plain);
  auto const refused =
      rill::try_decompress(behind.bytes(), rill::zstd(), plain.size());
  REQUIRE(!refused);
  CHECK((refused.error().code() == library_problem::window_too_large));
}

TEST_CASE("driver/zstd: steps without input or without room") {
  rill_test::check_idle_steps(rill::zstd());
}

TEST_CASE("driver/zstd: a library without memory") {
  rill_test::check_memory(rill::zstd(), log_text(30000));
  std::string const dictionary = trained(1);
  // Only the decoder is tested: the encoder of libzstd 1.5.4 crashes without
  // memory for a dictionary.
  rill::compression const how = rill::zstd({.dictionary = dictionary});
  std::string const plain = log_text(3000);
  rill_test::check_memory(how, how.format().decoder, encode(how, plain).bytes,
                          plain);
}

TEST_CASE("driver/zstd: through writers and readers") {
  std::string packed;
  std::string plain;
  {
    std::vector<char> memory(1 << 20);
    rill::memory_writer behind(memory);
    rill::compressed_writer out(behind, rill::zstd(), {100});
    for (int i = 0; i != 3000; ++i) {
      rill::println(out, "line ", i * i);
      plain += "line " + std::to_string(i * i) + "\n";
      if (i == 1000) {
        out.flush();
        rill::text const some = behind.bytes();
        CHECK(decode(rill::zstd(), some).bytes == plain);
      }
    }
    out.close();
    packed = std::string(behind.bytes());
  }
  CHECK(read_by_hand(packed, plain.size()) == plain);
  CHECK(rill::decompress(skippable(3, "abc") + packed + packed, rill::zstd(),
                         2 * plain.size()) == plain + plain);
  auto const cut = rill::try_decompress(packed.substr(0, packed.size() - 1),
                                        rill::zstd(), plain.size());
  REQUIRE(!cut);
  CHECK((cut.error().code() == library_problem::cut_data));
  CHECK((rill::try_decompress(packed, rill::zstd(), plain.size() - 1)
             .error()
             .code() == library_problem::too_large));

  rill::memory_reader behind(packed);
  rill::decompressed_reader in = rill::decompressing(behind);
  CHECK(in.format() == "zstd");
  std::string back;
  for (auto line : rill::lines(in)) back += std::string(line) + "\n";
  CHECK(back == plain);

  std::string const whole = rill::compress(plain, rill::zstd());
  CHECK(ZSTD_getFrameContentSize(whole.data(), whole.size()) == plain.size());
}

// RFC 8878: raw and repeated blocks can be empty; a compressed block has two
// sections of a byte or more (3.1.1.3), and no block is larger than the window,
// for a single segment the content (3.1.1.2.4).
TEST_CASE("driver/zstd: an empty block, in whole frames and in pieces") {
  std::string const magic("\x28\xB5\x2F\xFD", 4);
  std::string const nothing("\0\0", 2);  // no literals, no sequences
  struct frame {
    std::string bytes;
    bool is_right;
  };
  std::vector<frame> frames;
  // A window of 1 KiB; content sizes of 1, 2 and 8 bytes; a dictionary's
  // number 0; all of one byte of content.
  for (std::string const& head :
       {magic + std::string("\x00\x00", 2), magic + std::string("\x20\x01", 2),
        magic + std::string("\xE0\x01\0\0\0\0\0\0\0", 9),
        magic + std::string("\xA0\x01\0\0\0", 5),
        magic + std::string("\x21\x00\x01", 3),
        magic + std::string("\xC3\x00\0\0\0\0\x01\0\0\0\0\0\0\0", 14)}) {
    bool const is_single = (head[4] & 0x20) != 0;
    std::string const x = block(raw, "x", 1, false);
    std::string const last = block(raw, "x", 1, true);
    frames.push_back({head + last, true});
    frames.push_back({head + block(repeated, "x", 1, true), true});
    frames.push_back({head + block(raw, "", 0, false) + last, true});
    frames.push_back({head + x + block(raw, "", 0, true), true});
    frames.push_back({head + block(repeated, "q", 0, false) + last, true});
    frames.push_back({head + x + block(repeated, "q", 0, true), true});
    frames.push_back({head + block(compressed, "", 0, false) + last, false});
    frames.push_back({head + x + block(compressed, "", 0, true), false});
    frames.push_back(
        {head + x + block(compressed, nothing, 2, true), !is_single});
  }
  for (frame const& each : frames) {
    CAPTURE(&each - frames.data());
    for (std::string const& before :
         {std::string(), skippable(3, "abc"), by_hand("text")})
      for (std::size_t const piece : rill_test::sizes{1, 2, 5, 1000})
        for (std::size_t const room : rill_test::sizes{1, 1000}) {
          coder_run const run =
              decode(rill::zstd(), before + each.bytes, piece, room);
          bool const has_text = !before.empty() && before[0] == '\x28';
          if (each.is_right)
            CHECK((run.is_at_end && run.bytes == (has_text ? "textx" : "x")));
          else
            CHECK((run.error == library_problem::damaged_data));
        }
    auto const whole = rill::try_decompress(each.bytes, rill::zstd(), 100);
    CHECK(bool(whole) == each.is_right);
    rill::memory_reader from(each.bytes);
    rill::decompressed_reader in(from, rill::zstd(), {.buffer_size = 1});
    while (in.more()) in.advance_to(in.end());
    CHECK(bool(in.error()) != each.is_right);
  }
}
