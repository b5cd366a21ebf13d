// test/reference/gb18030.h: a decoder of GB 18030 that takes byte by byte, as
// the WHATWG's Encoding standard (section 10.2.1) describes it. It looks codes
// up in a map, and uses no arithmetic.
#ifndef RILL_TEST_REFERENCE_GB18030_H
#define RILL_TEST_REFERENCE_GB18030_H

#include <map>
#include <string>
#include <vector>

namespace reference {

using gb18030_map = std::map<std::string, char32_t>;

inline constexpr char32_t gb18030_error = 0xFFFFFFFF;

// The characters of a text, and gb18030_error for each error.
inline std::vector<char32_t> decode_gb18030(gb18030_map const& codes,
                                            std::string text) {
  std::vector<char32_t> found;
  std::string held;
  std::size_t at = 0;
  auto const error = [&](std::string const& again) {
    // The bytes that must be decoded again go before the rest of the text.
    text = again + text.substr(at);
    at = 0;
    held.clear();
    found.push_back(gb18030_error);
  };
  while (at != text.size()) {
    char const c = text[at++];
    auto const byte = static_cast<unsigned char>(c);
    bool const digit = c >= '0' && c <= '9';
    bool const lead = byte > 0x80 && byte < 0xFF;
    if (held.size() == 3) {
      if (!digit) {
        error(held.substr(1) + c);
        continue;
      }
      auto const one = codes.find(held + c);
      if (one == codes.end())
        error("");
      else
        found.push_back(one->second), held.clear();
    } else if (held.size() == 2) {
      if (lead)
        held += c;
      else
        error(held.substr(1) + c);
    } else if (held.size() == 1) {
      if (digit) {
        held += c;
        continue;
      }
      auto const one = codes.find(held + c);
      if (one != codes.end())
        found.push_back(one->second), held.clear();
      else
        error(byte < 0x80 ? std::string(1, c) : "");
    } else if (byte < 0x80) {
      found.push_back(byte);
    } else if (lead) {
      held += c;
    } else {
      error("");
    }
  }
  if (!held.empty()) found.push_back(gb18030_error);
  return found;
}

}  // namespace reference

#endif
