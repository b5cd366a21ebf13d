// test/binary/record_bytes.h: records written by hand, and the values expected
// of a log of them.
#ifndef RILL_TEST_BINARY_RECORD_BYTES_H
#define RILL_TEST_BINARY_RECORD_BYTES_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint32_t
#include <string>
#include <vector>

namespace rill_test {

// CRC-32C (RFC 3720, appendix B.4), bit by bit.
inline std::uint32_t slow_crc32c(std::string const& bytes) {
  std::uint32_t sum = 0xffffffffu;
  for (char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit != 8; ++bit)
      sum = sum >> 1 ^ ((sum & 1) != 0 ? 0x82f63b78u : 0u);
  }
  return ~sum;
}

// FNV-1a, from its definition.
inline std::uint32_t slow_fnv(std::string const& bytes) {
  std::uint32_t hash = 0x811c9dc5u;
  for (char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x01000193u;
  }
  return hash;
}

inline std::string little(unsigned long long number, int bytes) {
  std::string made;
  for (; bytes != 0; --bytes, number >>= 8) made += static_cast<char>(number);
  return made;
}

// A header from its fields, in the order of binary/records.h.
inline std::string hand_head(int format, std::uint32_t shape,
                             unsigned long long length, int version = 1) {
  std::string head = "\x89rlr";
  head += static_cast<char>(version);
  head += static_cast<char>(format);
  head += std::string(2, '\0');
  head += little(shape, 4) + little(length, 8);
  return head + little(slow_crc32c(head), 4);
}

inline std::string hand_record(int format, std::uint32_t shape,
                               std::string const& payload) {
  return hand_head(format, shape, payload.size()) + payload +
         little(slow_crc32c(payload), 4);
}

// Records of one std::string each, which binary_compact writes as a length
// below 128 and the characters.
struct hand_log {
  std::vector<std::string> values;
  std::vector<std::size_t> ends{0};  // of the first n records
  std::string bytes;

  void add(std::string const& value) {
    values.push_back(value);
    std::string const payload = static_cast<char>(value.size()) + value;
    bytes += hand_record(0, slow_fnv("t\x01"), payload);
    ends.push_back(bytes.size());
  }
  // Returns how many whole records `other` begins with.
  std::size_t whole_in(std::string const& other) const {
    std::size_t count = 0;
    while (count + 1 != ends.size() && other.size() >= ends[count + 1] &&
           other.compare(0, ends[count + 1], bytes, 0, ends[count + 1]) == 0)
      ++count;
    return count;
  }
};

inline hand_log make_log(int count) {
  hand_log log;
  for (int i = 0; i != count; ++i)
    log.add(i % 7 == 3 ? std::string()
                       : std::string(static_cast<std::size_t>(i * 5 % 11),
                                     static_cast<char>(i * 37)) +
                             std::to_string(i));
  return log;
}

}  // namespace rill_test

#endif
