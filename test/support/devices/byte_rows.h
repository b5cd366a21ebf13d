// test/support/devices/byte_rows.h: rows on the bytes that arrive at a device
// that does not fail: sizes near the buffer's, pieces, short writes, flush.
#ifndef RILL_TEST_SUPPORT_DEVICES_BYTE_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_BYTE_ROWS_H

#include <algorithm>  // std::min, std::sort
#include <string>
#include <vector>

#include "sink.h"

namespace rill_test {

// Letters and line ends, which every encoding and every kind of device accepts.
// Long runs do not repeat, so that lost and duplicated bytes are found.
inline std::string many_letters(std::size_t size) {
  std::string all(size, '\0');
  unsigned drawn = 1;
  for (char& one : all) {
    drawn = drawn * 1103515245 + 12345;
    unsigned const letter = drawn >> 16 & 31;
    one =
        letter < 26 ? static_cast<char>('a' + letter) : " \n\n_-."[letter - 26];
  }
  return all;
}
inline std::string letters(std::size_t size) {
  static std::string all;
  if (size > all.size()) all = many_letters(2 * size);
  return all.substr(0, size);
}

// Text sizes near the limits of a buffer of that size.
inline std::vector<std::size_t> sizes_around(std::size_t buffer) {
  std::vector<std::size_t> sizes{0,     1,      15,         16,
                                 17,    buffer, buffer + 1, 2 * buffer + 1,
                                 65535, 65536,  65537};
  if (buffer > 1) sizes.push_back(buffer - 1);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

// How a text is divided into calls of print.
struct pattern_of_pieces {
  char const* name;
  std::size_t (*size)(std::size_t call, std::size_t buffer);
};
inline constexpr pattern_of_pieces patterns[] = {
    {"one piece", [](std::size_t, std::size_t) { return ~std::size_t{0}; }},
    {"single bytes", [](std::size_t, std::size_t) { return std::size_t{1}; }},
    {"pieces of 7", [](std::size_t, std::size_t) { return std::size_t{7}; }},
    {"pieces longer than the buffer",
     [](std::size_t, std::size_t buffer) { return buffer + 1; }},
    {"small and large pieces",
     [](std::size_t call, std::size_t buffer) {
       return call % 5 == 4 ? 2 * buffer + 3 : call % 5 * 3;
     }},
};

template <class Use>
void for_each_piece(std::string const& text, pattern_of_pieces const& how,
                    std::size_t buffer, Use use) {
  std::size_t call = 0;
  for (std::size_t done = 0; done != text.size(); ++call) {
    std::size_t const size =
        std::min(how.size(call, buffer), text.size() - done);
    use(text.substr(done, size));
    done += size;
  }
}

// The checks at the end of all rows whose device does not fail.
inline void expect_quiet(verdict& found, sink_fixture const& fixture,
                         scripted_sink const& device, std::string const& want,
                         lost_output const& lost) {
  found.same(fixture.plain(device.bytes), want, "the bytes");
  found.equal(device.empty_calls, 0, "calls without a byte");
  found.equal(lost.count(), std::size_t{0}, "errors at the end");
}

inline std::string described(std::size_t buffer, std::size_t most) {
  std::string text = ", buffer " + std::to_string(buffer);
  if (most != ~std::size_t{0}) text += ", " + std::to_string(most) + " a call";
  return text;
}

inline void bytes_arrive(verdict& found, sink_fixture const& fixture,
                         std::size_t size, pattern_of_pieces const& how,
                         std::size_t buffer, std::size_t most) {
  lost_output const lost;
  scripted_sink device({.most = most});
  std::string const text = letters(size);
  {
    auto const out = fixture.make(device, buffer);
    for_each_piece(text, how, buffer,
                   [&](std::string const& piece) { out->print(piece); });
  }
  expect_quiet(found, fixture, device, text, lost);
}

// About 60,000 calls take as long as a thousand other rows: one size is enough,
// and not in combination with short writes.
inline bool takes_long(std::size_t size, pattern_of_pieces const& how,
                       std::size_t buffer, std::size_t most) {
  if (size < 20000 || &how == &patterns[0]) return size >= 20000 && most == 1;
  bool const is_short = most != ~std::size_t{0};
  return size != 65537 || (is_short && (buffer < 1000 || &how == &patterns[1]));
}

inline void add_byte_rows(std::vector<sink_row>& rows,
                          sink_fixture const& fixture) {
  constexpr std::size_t all = ~std::size_t{0};
  for (std::size_t const buffer : fixture.buffers)
    for (std::size_t const size : sizes_around(buffer))
      for (pattern_of_pieces const& how : patterns)
        for (std::size_t const most : {all, std::size_t{1}, std::size_t{100}}) {
          if (takes_long(size, how, buffer, most)) continue;
          if (most > size && most != all) continue;
          rows.push_back({"bytes: " + std::to_string(size) + ", " + how.name +
                              described(buffer, most),
                          fails * unsigned{most != all},
                          [=, &how](verdict& found, sink_fixture const& f) {
                            bytes_arrive(found, f, size, how, buffer, most);
                          }});
        }
}

// Prints values of several kinds, and compares the bytes with concat's.
inline void mixed_lines_arrive(verdict& found, sink_fixture const& fixture,
                               int count, std::size_t buffer,
                               std::size_t most) {
  lost_output const lost;
  scripted_sink device({.most = most});
  std::string want;
  {
    auto const out = fixture.make(device, buffer);
    for (int i = 0; i != count; ++i) {
      out->print_mixed(i * i);
      want += mixed_line(i * i);
    }
  }
  expect_quiet(found, fixture, device, want, lost);
}

// After a flush the device has all bytes; a second flush does nothing.
inline void flush_arrives(verdict& found, sink_fixture const& fixture,
                          std::size_t size, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device;
  std::string text;
  {
    auto const out = fixture.make(device, buffer);
    for (int i = 0; i != 3; ++i) {
      std::string const piece = letters(size + static_cast<std::size_t>(i));
      text += piece;
      out->print(piece);
      out->flush();
      found.at("flush " + std::to_string(i));
      found.same(fixture.plain(device.bytes), text, "the bytes");
      int const calls = device.calls;
      std::size_t const bytes = device.bytes.size();
      out->flush();
      found.equal(device.calls, calls, "calls of a second flush");
      found.equal(device.bytes.size(), bytes, "bytes of a second flush");
    }
    found.at("");
  }
  expect_quiet(found, fixture, device, text, lost);
}

// Each call of print is one call of the device, whatever its first value is.
inline void calls_are_whole(verdict& found, sink_fixture const& fixture,
                            std::size_t size, std::size_t buffer) {
  for (int first = 0; first != 5; ++first) {
    scripted_sink device;
    auto const out = fixture.make(device, buffer);
    std::string want;
    int calls = 0;
    for (int i = first; i != 10; ++i) {
      found.at("line " + std::to_string(i));
      out->print_mixed(i);
      out->print(letters(size));
      want += mixed_line(i) + letters(size);
      calls += size == 0 ? 1 : 2;
      found.same(device.bytes, want, "the bytes");
      found.equal(device.calls, calls, "calls");
    }
  }
}

// Only some sinks have this property: for others the rows are not even counted
// as skipped.
inline void add_whole_rows(std::vector<sink_row>& rows,
                           sink_fixture const& fixture) {
  if (!(fixture.can & is_whole)) return;
  for (std::size_t const buffer : fixture.buffers)
    for (int const size : {0, 1, 63, 64, 65, 511, 512, 513, 4097, 30000})
      rows.push_back({"whole: " + std::to_string(size) +
                          described(buffer, ~std::size_t{0}),
                      is_whole, [=](verdict& found, sink_fixture const& f) {
                        calls_are_whole(found, f,
                                        static_cast<std::size_t>(size), buffer);
                      }});
}

inline void add_value_rows(std::vector<sink_row>& rows,
                           sink_fixture const& fixture) {
  constexpr std::size_t all = ~std::size_t{0};
  for (std::size_t const buffer : fixture.buffers) {
    for (int const count : {1, 2, 3, 10, 300})
      for (std::size_t const most : {all, std::size_t{1}, std::size_t{50}})
        rows.push_back({"values: " + std::to_string(count) + " lines" +
                            described(buffer, most),
                        fails * unsigned{most != all},
                        [=](verdict& found, sink_fixture const& f) {
                          mixed_lines_arrive(found, f, count, buffer, most);
                        }});
    for (std::size_t const size : sizes_around(buffer))
      rows.push_back({"flush: " + std::to_string(size) + described(buffer, all),
                      flushes, [=](verdict& found, sink_fixture const& f) {
                        flush_arrives(found, f, size, buffer);
                      }});
  }
}

// The device is not called when nothing, or only empty text, is printed.
inline void nothing_arrives(verdict& found, sink_fixture const& fixture,
                            int empty_prints, bool is_flushed) {
  lost_output const lost;
  scripted_sink device;
  {
    auto const out = fixture.make(device, fixture.buffers.front());
    for (int i = 0; i != empty_prints; ++i) out->print("");
    if (is_flushed) out->flush();
  }
  found.equal(device.calls, 0, "calls");
  expect_quiet(found, fixture, device, "", lost);
}

inline void add_empty_rows(std::vector<sink_row>& rows) {
  for (int const prints : {0, 1, 3})
    for (bool const is_flushed : {false, true})
      rows.push_back({"empty: " + std::to_string(prints) + " prints" +
                          (is_flushed ? ", flushed" : ""),
                      is_lazy | flushes * unsigned{is_flushed},
                      [=](verdict& found, sink_fixture const& f) {
                        nothing_arrives(found, f, prints, is_flushed);
                      }});
}

}  // namespace rill_test

#endif
