// test/driver/lz4_test.cpp: LZ4 frames through rill, against direct calls of
// liblz4.
// covers: rill/driver/lz4.h
// libraries: lz4
#include <doctest/doctest.h>
#include <rill/driver/lz4.h>
#include <rill/print.h>
#include <rill/scan/lines.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>

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

std::string by_hand(std::string const& plain,
                    LZ4F_preferences_t const& how = {}) {
  std::string made(LZ4F_compressFrameBound(plain.size(), &how), '\0');
  std::size_t const size = LZ4F_compressFrame(made.data(), made.size(),
                                              plain.data(), plain.size(), &how);
  REQUIRE(!LZ4F_isError(size));
  made.resize(size);
  return made;
}

// Unpacks a frame in one call, into room for all of it.
std::string read_by_hand(std::string const& packed, std::size_t size,
                         LZ4F_frameInfo_t* info = nullptr) {
  LZ4F_dctx* state = nullptr;
  REQUIRE(!LZ4F_isError(LZ4F_createDecompressionContext(&state, LZ4F_VERSION)));
  std::size_t read = packed.size();
  LZ4F_frameInfo_t found;
  REQUIRE(
      !LZ4F_isError(LZ4F_getFrameInfo(state, &found, packed.data(), &read)));
  if (info) *info = found;
  std::string made(size + 1, '\0');
  std::size_t written = made.size();
  std::size_t rest = packed.size() - read;
  CHECK(LZ4F_decompress(state, made.data(), &written, packed.data() + read,
                        &rest, nullptr) == 0);
  CHECK(read + rest == packed.size());
  LZ4F_freeDecompressionContext(state);
  made.resize(written);
  return made;
}

std::string skippable(int number, std::string const& content) {
  std::string made(1, static_cast<char>(0x50 + number));
  made += "\x2A\x4D\x18";
  for (int i = 0; i != 4; ++i)
    made += static_cast<char>(content.size() >> 8 * i);
  return made + content;
}

constexpr std::size_t block_sizes[] = {1 << 16, 1 << 18, 1 << 20, 1 << 22};

}  // namespace

TEST_CASE("driver/lz4: pieces of every size") {
  for (std::string const& plain :
       {std::string(), std::string("a"), log_text(3000),
        rill_test::random_bytes(2000)}) {
    CHECK(rill_test::comes_back(rill::lz4(), plain));
    CHECK(rill_test::comes_back(rill::lz4(12), plain));
  }
  for (std::string const& plain :
       {log_text(700000), rill_test::random_bytes(700000)}) {
    CHECK(
        rill_test::comes_back(rill::lz4({.block_size = 1 << 16}), plain, 1000));
    CHECK(rill_test::comes_back(rill::lz4(), plain, 1000));
  }
}

TEST_CASE("driver/lz4: sizes around those of a block") {
  for (std::size_t const block : rill_test::sizes{1 << 16, 1 << 18})
    for (int const more : {-1, 0, 1})
      for (std::size_t const blocks : rill_test::sizes{1, 3}) {
        std::size_t const size =
            blocks * block + static_cast<std::size_t>(more);
        std::string const plain = log_text(size).substr(0, size);
        for (std::size_t const piece :
             rill_test::sizes{block - 1, block, block + 1, 4 * block})
          for (std::size_t const room :
               rill_test::sizes{std::size_t{100}, block, block + 16, block + 24,
                                block + 43, 8 * block}) {
            CAPTURE(size);
            CAPTURE(piece);
            CAPTURE(room);
            rill::compression const how = rill::lz4({.block_size = block});
            coder_run const packed = encode(how, plain, piece, room);
            CHECK(packed.is_at_end);
            CHECK(read_by_hand(packed.bytes, size) == plain);
          }
      }
}

TEST_CASE("driver/lz4: every option, and interchange with liblz4") {
  std::string const plain = log_text(600000);
  for (std::size_t const block : block_sizes)
    for (int options = 0; options != 8; ++options) {
      CAPTURE(block);
      CAPTURE(options);
      bool const checksum = (options & 1) != 0;
      bool const checksums = (options & 2) != 0;
      bool const linked = (options & 4) != 0;
      rill::compression const how = rill::lz4({.checksum = checksum,
                                               .block_checksums = checksums,
                                               .block_size = block,
                                               .linked = linked});
      coder_run const packed = encode(how, plain, 5000, 3000);
      LZ4F_frameInfo_t info;
      CHECK(read_by_hand(packed.bytes, plain.size(), &info) == plain);
      CHECK((info.contentChecksumFlag != 0) == checksum);
      CHECK((info.blockChecksumFlag != 0) == checksums);
      CHECK((info.blockMode == LZ4F_blockLinked) == linked);
      CHECK((std::size_t{1} << (8 + 2 * info.blockSizeID)) == block);
      LZ4F_preferences_t same = {};
      same.frameInfo = info;
      for (std::size_t const piece : rill_test::sizes{100, 65536, 1 << 22}) {
        coder_run const back =
            decode(rill::lz4(), by_hand(plain, same), piece, piece);
        CHECK((back.is_at_end && back.members == 1 && back.bytes == plain));
      }
    }
  for (int const level : {-65536, -10, 0, 2, 3, 9, 12}) {
    CAPTURE(level);
    std::string const packed = encode(rill::lz4(level), plain).bytes;
    CHECK(read_by_hand(packed, plain.size()) == plain);
  }
  // The level changes the size.
  CHECK(encode(rill::lz4(9), plain).bytes.size() <
        encode(rill::lz4(), plain).bytes.size());
  CHECK(encode(rill::lz4(-100), plain).bytes.size() >
        encode(rill::lz4(), plain).bytes.size());
}

TEST_CASE("driver/lz4: the frame of a whole text has its size") {
  for (std::size_t const size : rill_test::sizes{1, 70000, 400000})
    for (std::size_t const room : rill_test::sizes{100, 65536, 1 << 20}) {
      CAPTURE(size);
      CAPTURE(room);
      std::string const plain = log_text(size).substr(0, size);
      std::string const packed =
          encode(rill::lz4(), plain, plain.size(), room).bytes;
      LZ4F_frameInfo_t info;
      CHECK(read_by_hand(packed, size, &info) == plain);
      CHECK(info.contentSize == size);
    }
  LZ4F_frameInfo_t info;
  std::string const plain = log_text(5000);
  CHECK(read_by_hand(encode(rill::lz4(), plain, 1000).bytes, plain.size(),
                     &info) == plain);
  CHECK(info.contentSize == 0);
}

TEST_CASE("driver/lz4: what was written before a flush can be read") {
  rill_test::check_flushes(rill::lz4());
  rill_test::check_flushes(rill::lz4({.block_size = 1 << 16, .linked = true}));
}

TEST_CASE("driver/lz4: many frames, empty ones and those to be skipped") {
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
    coder_run const back = decode(rill::lz4(), packed, piece, piece);
    CHECK((back.is_at_end && back.members == 32));
    CHECK(back.bytes == plain);
  }
  auto const begins = rill::lz4().format().begins;
  for (std::string const& member :
       {by_hand("x"), skippable(0, ""), skippable(15, ""),
        std::string("\x02\x21\x4C\x18")}) {
    for (std::size_t size = 1; size <= 4; ++size) {
      CHECK(begins({member.data(), size}));
      std::string wrong = member.substr(0, size);
      wrong.back() = static_cast<char>(wrong.back() ^ 0x80);
      CHECK(!begins(wrong));
    }
  }
}

TEST_CASE("driver/lz4: an encoder makes several frames") {
  auto work = rill_test::coder::encoder(rill::lz4({.block_size = 1 << 16}));
  REQUIRE(work);
  coder_run packed;
  std::string plain;
  for (std::size_t const room : rill_test::sizes{7, 1000, 1 << 20})
    for (std::size_t const size : rill_test::sizes{0, 1, 200000}) {
      std::string const more = log_text(size).substr(0, size);
      CHECK(encode_on(*work, more, 50000, room, rill_test::coder_goal::finish,
                      packed));
      plain += more;
    }
  coder_run const back = decode(rill::lz4(), packed.bytes);
  CHECK((back.is_at_end && back.members == 9 && back.bytes == plain));
}

TEST_CASE("driver/lz4: what liblz4 does not read is refused by its name") {
  std::string const legacy("\x02\x21\x4C\x18\x03\0\0\0\x10x\0", 11);
  LZ4F_preferences_t named = {};
  named.frameInfo.dictID = 5;
  std::string const plain = log_text(1000);
  std::string const with_dictionary = by_hand(plain, named);
  for (std::size_t const piece : rill_test::sizes{1, 2, 4, 5, 100}) {
    CAPTURE(piece);
    coder_run run = decode(rill::lz4(), legacy, piece);
    CHECK((run.error == library_problem::no_driver));
    CHECK(run.reason == "legacy frames of LZ4 (lz4 -l)");
    run = decode(rill::lz4(), by_hand(plain) + legacy, piece);
    CHECK((run.error == library_problem::no_driver));
    CHECK(run.bytes == plain);
    run = decode(rill::lz4(), with_dictionary, piece);
    CHECK((run.error == library_problem::needs_dictionary));
  }
}

TEST_CASE("driver/lz4: cut and damaged data") {
  std::string const plain = log_text(3000);
  rill::compression const how = rill::lz4();
  std::string const packed = encode(how, plain).bytes;
  rill_test::check_cuts(how, packed, plain);
  CHECK(rill_test::check_flips(how, packed, plain, 20000) > 19000);

  for (std::size_t i = 1; i <= 4; ++i) {
    std::string damaged = packed;
    damaged[damaged.size() - i] ^= 1;
    coder_run const run = decode(how, damaged);
    CHECK((run.error == library_problem::damaged_data));
    CHECK(run.reason == "ERROR_contentChecksum_invalid");
  }
  CHECK(encode(rill::lz4({.checksum = false}), plain).bytes.size() ==
        packed.size() - 4);
  // The block's checksum is compared before the frame's.
  std::string blocks =
      encode(rill::lz4({.block_checksums = true}), plain).bytes;
  CHECK(blocks.size() == packed.size() + 4);
  blocks[blocks.size() - 9] ^= 1;
  CHECK((decode(how, blocks).reason == "ERROR_blockChecksum_invalid"));
  // A wrong size in the header: the header's own hash detects it first.
  std::string sized = packed;
  sized[6] ^= 1;
  CHECK((decode(how, sized).error == library_problem::damaged_data));
  CHECK((decode(how, "no lz4 at all").error == library_problem::damaged_data));
}

// liblz4 itself computes the hash of a frame that it writes or reads.
TEST_CASE("driver/lz4: the hash of a frame is liblz4's, of every length") {
  std::string const all = rill_test::random_bytes(300) + log_text(70000);
  LZ4F_preferences_t hashed = {};
  hashed.frameInfo.blockMode = LZ4F_blockIndependent;
  hashed.frameInfo.blockSizeID = LZ4F_max256KB;
  hashed.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  for (std::size_t size = 0; size <= all.size();
       size += size < 300 ? 1 : 1 + size / 5) {
    CAPTURE(size);
    std::string const plain = all.substr(0, size);
    hashed.frameInfo.contentSize = size;
    std::string const theirs = by_hand(plain, hashed);
    std::uint32_t last = 0;
    for (std::size_t i = 1; i <= 4; ++i)
      last = last << 8 | static_cast<unsigned char>(theirs[theirs.size() - i]);
    CHECK(rill::xxh32::of(plain) == last);
    CHECK(encode(rill::lz4(), plain, size, 1 << 20).bytes == theirs);
    for (std::size_t const piece : rill_test::sizes{1, 2, 5, 100, 1 << 20}) {
      if (size > 1000 && piece == 2) continue;
      coder_run const back = decode(rill::lz4(), theirs, piece, piece);
      CHECK((back.is_at_end && back.bytes == plain));
      std::string const ours = encode(rill::lz4(), plain, piece, piece).bytes;
      CHECK(read_by_hand(ours, size) == plain);
    }
  }
}

TEST_CASE("driver/lz4: every wrong bit of the content and of its hash") {
  // The block is stored, so each of its bits is a bit of the content.
  std::string const plain = rill_test::random_bytes(100);
  for (bool const is_ours : {true, false}) {
    LZ4F_preferences_t how = {};
    how.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
    std::string const packed =
        is_ours ? encode(rill::lz4(), plain).bytes : by_hand(plain, how);
    std::size_t const content = packed.find(plain);
    REQUIRE(content + plain.size() + 8 == packed.size());
    for (std::size_t bit = 8 * content; bit != 8 * packed.size(); ++bit) {
      bool const is_end_mark = bit / 8 >= content + plain.size() &&
                               bit / 8 < content + plain.size() + 4;
      if (is_end_mark) continue;
      std::string damaged = packed;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
      for (std::size_t const piece : rill_test::sizes{1, 3, 65536}) {
        CAPTURE(bit);
        CAPTURE(piece);
        coder_run const run = decode(rill::lz4(), damaged, piece, 65536);
        CHECK((run.error == library_problem::damaged_data));
        CHECK(run.reason == "ERROR_contentChecksum_invalid");
      }
    }
  }
}

TEST_CASE("driver/lz4: frames with and without hashes, one behind another") {
  std::string packed;
  std::string plain;
  std::string const each = log_text(700);
  for (int i = 0; i != 64; ++i) {
    // Each combination of options follows each other one.
    int const options = i % 2 == 0 ? i / 8 % 4 : i / 2 % 4;
    LZ4F_preferences_t how = {};
    how.frameInfo.contentChecksumFlag =
        options & 1 ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
    how.frameInfo.blockChecksumFlag =
        options & 2 ? LZ4F_blockChecksumEnabled : LZ4F_noBlockChecksum;
    how.frameInfo.contentSize = i % 3 == 0 ? each.size() : 0;
    packed += by_hand(each, how);
    if (i % 5 == 0) packed += skippable(i % 16, "\x04\x22\x4D\x18\x64");
    plain += each;
  }
  for (std::size_t const piece : rill_test::piece_sizes) {
    CAPTURE(piece);
    coder_run const back = decode(rill::lz4(), packed, piece, piece);
    CHECK((back.is_at_end && back.members == 64 + 13 && back.bytes == plain));
  }
  // With the option to ignore the content's hash, liblz4 1.9.4 also ignores the
  // hashes of stored blocks, in that frame and in the next one.
  std::string const noise = rill_test::random_bytes(500);
  for (bool const has_both : {true, false}) {
    std::string stored =
        encode(rill::lz4({.checksum = has_both, .block_checksums = true}),
               noise)
            .bytes;
    std::size_t const hash = stored.find(noise) + noise.size();
    stored[hash] = static_cast<char>(stored[hash] ^ 1);
    for (std::string const& frames :
         {stored, encode(rill::lz4(), each).bytes + stored}) {
      CHECK((decode(rill::lz4(), frames).reason ==
             "ERROR_blockChecksum_invalid"));
      CHECK((decode(rill::lz4(), frames, 1).reason ==
             "ERROR_blockChecksum_invalid"));
    }
  }
  // Where blocks have hashes, liblz4 compares both kinds.
  std::string both = encode(rill::lz4({.block_checksums = true}), each).bytes;
  both.back() = static_cast<char>(both.back() ^ 1);
  CHECK((decode(rill::lz4(), both).reason == "ERROR_contentChecksum_invalid"));
}

TEST_CASE("driver/lz4: a decoder begins anew after a wrong hash") {
  std::string const plain = log_text(1000);
  std::string const packed = encode(rill::lz4(), plain).bytes;
  std::string damaged = packed;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  auto work = rill_test::coder::decoder(rill::lz4());
  REQUIRE(work);
  std::string room(plain.size() + 1, '\0');
  for (std::string const& frame : {damaged, packed, damaged, packed}) {
    auto const done = work->step(frame, room.data(), room.size(),
                                 rill_test::coder_goal::go_on);
    bool const is_right = done.outcome == rill_test::coder_outcome::done;
    CHECK(is_right == (frame == packed));
    CHECK((work->restart().outcome != rill_test::coder_outcome::failed));
  }
}

TEST_CASE("driver/lz4: a library that compares the hash itself") {
  struct {
    unsigned stableDst;
    unsigned reserved[3];
  } before_1_9_4 = {};
  CHECK(!rill::detail::skip_checksums(before_1_9_4));
}

TEST_CASE("driver/lz4: options out of range") {
  library_problem const unusable = library_problem::unusable_option;
  for (int const level : {-65537, 13, 1000, -2147483647 - 1}) {
    CAPTURE(level);
    coder_run const run = encode(rill::lz4(level), "x");
    CHECK((run.error == unusable));
    CHECK(run.reason == "lz4 has the levels -65536 to 12");
  }
  CHECK(LZ4F_compressionLevel_max() == 12);  // the sentence names it
  for (std::size_t const size :
       rill_test::sizes{0, 1, 65535, 65537, 1 << 17, 1 << 23}) {
    coder_run const run = encode(rill::lz4({.block_size = size}), "x");
    CHECK((run.error == unusable));
    CHECK(run.reason == "block_size is 65536, 262144, 1048576 or 4194304");
  }
}

TEST_CASE("driver/lz4: steps without input or without room") {
  rill_test::check_idle_steps(rill::lz4({.block_size = 1 << 16}));
  rill_test::check_idle_steps(rill::lz4());
}

TEST_CASE("driver/lz4: a library without memory") {
  rill_test::check_memory(rill::lz4(), log_text(30000));
  rill_test::check_memory(rill::lz4({.level = 9, .linked = true}),
                          log_text(300000));
}

TEST_CASE("driver/lz4: through writers and readers") {
  std::string packed;
  std::string plain;
  {
    std::vector<char> memory(1 << 20);
    rill::memory_writer behind(memory);
    rill::compressed_writer out(behind, rill::lz4(), {100});
    for (int i = 0; i != 30000; ++i) {
      rill::println(out, "line ", i * i);
      plain += "line " + std::to_string(i * i) + "\n";
      if (i == 1000) {
        out.flush();
        CHECK(decode(rill::lz4(), behind.bytes()).bytes == plain);
      }
    }
    out.close();
    packed = std::string(behind.bytes());
  }
  CHECK(read_by_hand(packed, plain.size()) == plain);
  CHECK(rill::decompress(skippable(3, "abc") + packed + packed, rill::lz4(),
                         2 * plain.size()) == plain + plain);
  auto const cut = rill::try_decompress(packed.substr(0, packed.size() - 1),
                                        rill::lz4(), plain.size());
  REQUIRE(!cut);
  CHECK((cut.error().code() == library_problem::cut_data));
  CHECK((rill::try_decompress(packed, rill::lz4(), plain.size() - 1)
             .error()
             .code() == library_problem::too_large));

  rill::memory_reader behind(packed);
  rill::decompressed_reader in = rill::decompressing(behind);
  CHECK(in.format() == "lz4");
  std::string back;
  for (auto line : rill::lines(in)) back += std::string(line) + "\n";
  CHECK(back == plain);

  LZ4F_frameInfo_t info;
  CHECK(read_by_hand(rill::compress(plain, rill::lz4()), plain.size(), &info) ==
        plain);
  CHECK(info.contentSize == plain.size());
}
