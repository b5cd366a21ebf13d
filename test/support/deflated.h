// test/support/deflated.h: compresses and decompresses gzip, zlib and raw
// deflate with one call of zlib, as the oracle of the compression tests, and
// generates texts to compress.
#ifndef RILL_TEST_SUPPORT_DEFLATED_H
#define RILL_TEST_SUPPORT_DEFLATED_H

#include <zlib.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace rill_test {

// The windowBits argument of zlib for each wrapper.
enum wrapper : int { raw_deflate = -15, zlib_stream = 15, gzip_file = 31 };

inline Bytef* bytes_of_zlib(char const* bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes));
}

inline std::string deflated(std::string const& text, wrapper bits,
                            int level = 6, std::string const& dictionary = {},
                            gz_header* header = nullptr) {
  z_stream stream{};
  (void)deflateInit2(&stream, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
  if (header) (void)deflateSetHeader(&stream, header);
  if (!dictionary.empty())
    (void)deflateSetDictionary(&stream, bytes_of_zlib(dictionary.data()),
                               static_cast<uInt>(dictionary.size()));
  std::string bytes(deflateBound(&stream, text.size()) + 1000, '\0');
  stream.next_in = bytes_of_zlib(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = bytes_of_zlib(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  int const done = deflate(&stream, Z_FINISH);
  bytes.resize(bytes.size() - stream.avail_out);
  (void)deflateEnd(&stream);
  return done == Z_STREAM_END ? bytes : "deflate failed";
}

// Decodes one member, or the prefix of it that is there.
struct inflated {
  std::string plain;
  std::size_t used = 0;   // consumed bytes of the input
  bool is_whole = false;  // has the member's end, and the checksum matches
  bool is_damaged = false;
};

inline inflated inflate_member(std::string const& bytes, wrapper bits,
                               std::string const& dictionary = {},
                               gz_header* header = nullptr) {
  z_stream stream{};
  (void)inflateInit2(&stream, bits);
  if (header) (void)inflateGetHeader(&stream, header);
  auto const set_dictionary = [&] {
    return inflateSetDictionary(&stream, bytes_of_zlib(dictionary.data()),
                                static_cast<uInt>(dictionary.size())) == Z_OK;
  };
  if (!dictionary.empty() && bits == raw_deflate) (void)set_dictionary();
  inflated all;
  stream.next_in = bytes_of_zlib(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  int done = Z_OK;
  std::size_t size = 0;
  while (done == Z_OK && stream.avail_out == 0) {
    all.plain.resize(2 * size + 3 * bytes.size() + 1000);
    stream.next_out = bytes_of_zlib(all.plain.data() + size);
    stream.avail_out = static_cast<uInt>(all.plain.size() - size);
    done = inflate(&stream, Z_SYNC_FLUSH);
    if (done == Z_NEED_DICT && !dictionary.empty() && set_dictionary())
      done = inflate(&stream, Z_SYNC_FLUSH);
    size = all.plain.size() - stream.avail_out;
  }
  all.is_whole = done == Z_STREAM_END;
  all.is_damaged = !all.is_whole && done != Z_OK && done != Z_BUF_ERROR;
  all.used = bytes.size() - stream.avail_in;
  all.plain.resize(size);
  (void)inflateEnd(&stream);
  return all;
}

// Decodes one or more whole members. Returns nothing if the last one is
// truncated or other bytes follow.
inline std::optional<std::string> inflate_all(std::string bytes,
                                              wrapper bits = gzip_file) {
  std::string text;
  do {
    inflated const member = inflate_member(bytes, bits);
    if (!member.is_whole) return std::nullopt;
    text += member.plain;
    bytes.erase(0, member.used);
  } while (!bytes.empty());
  return text;
}

// Random words, which compress to about half.
inline std::string some_words(std::mt19937& random, std::size_t size) {
  std::string text;
  while (text.size() < size) {
    for (std::size_t left = 1 + random() % 9; left != 0; --left)
      text += static_cast<char>('a' + random() % 13);
    text += random() % 9 == 0 ? '\n' : ' ';
  }
  text.resize(size);
  return text;
}

// Random bytes, which do not compress.
inline std::string random_bytes(std::mt19937& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

}  // namespace rill_test

#endif
