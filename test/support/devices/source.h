// test/support/devices/source.h: any source over a scripted device. The rows
// use it through virtual functions, so that they are compiled once for all
// sources.
//
// A rig is a class that is constructible from (scripted_source&, std::size_t
// buffer_size) and has a function source(), which returns the source.
#ifndef RILL_TEST_SUPPORT_DEVICES_SOURCE_H
#define RILL_TEST_SUPPORT_DEVICES_SOURCE_H

#include <rill/scan.h>
#include <rill/scan/lines.h>

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>  // std::move
#include <vector>

#include "row.h"
#include "script.h"

namespace rill_test {

// The texts that were read, one per item.
using items = std::vector<std::string>;

class tested_source {
 public:
  virtual ~tested_source() = default;

  // Each appends what it reads up to the end of the input. An exception leaves
  // the items before it.
  virtual void lines(items& to) = 0;
  virtual void words(items& to) = 0;     // by rill::words
  virtual void strings(items& to) = 0;   // by scan of a std::string
  virtual void integers(items& to) = 0;  // by scan
  virtual void pairs(items& to) = 0;     // two integers by one scan
  /// Uses read() with `piece` bytes at a time; all bytes are one item.
  virtual void bytes(items& to, std::size_t piece) = 0;
  /// Takes what is in memory until at_end(); all bytes are one item.
  virtual void blocks(items& to) = 0;
  /// The unread bytes in memory, as a part of the last item.
  virtual void unread(items& to) = 0;

  /// Reads one integer with try_scan.
  virtual rill::scan_result try_integer(int& to) = 0;

  // Only some sources have these functions: see ability.
  virtual rill::error_code error() { return {}; }
  virtual void close() {}
  /// A new source, move-constructed from this one.
  virtual std::unique_ptr<tested_source> move_out() { return nullptr; }
};

template <class Rig>
class source_over final : public tested_source {
 public:
  using source_type =
      std::remove_reference_t<decltype(std::declval<Rig&>().source())>;
  static constexpr bool has_close = requires(source_type& s) { s.close(); };
  static constexpr bool has_error = requires(source_type& s) {
    { s.error() } -> std::convertible_to<rill::error_code>;
  };
  static constexpr bool has_read =
      requires(source_type& s, char* to) { s.read(to, std::size_t{1}); };
  static constexpr unsigned abilities =
      (has_read ? reads : 0u) | (has_close ? closes : 0u) |
      (has_error ? keeps_errors : 0u) |
      (std::is_move_constructible_v<Rig> ? moves : 0u);

  source_over(scripted_source& device, std::size_t buffer_size)
      : rig_(device, buffer_size) {}
  explicit source_over(Rig&& rig) : rig_(std::move(rig)) {}

  void lines(items& to) override {
    for (std::string_view const line : rill::lines(rig_.source()))
      to.emplace_back(line);
  }
  void words(items& to) override {
    for (std::string_view const word : rill::words(rig_.source()))
      to.emplace_back(word);
  }
  void strings(items& to) override {
    for (std::string one; rill::scan(rig_.source(), one);) to.push_back(one);
  }
  void integers(items& to) override {
    for (int one = 0; rill::scan(rig_.source(), one);)
      to.push_back(std::to_string(one));
  }
  void pairs(items& to) override {
    for (int x = 0, y = 0; rill::scan(rig_.source(), x, y);)
      to.push_back(std::to_string(x) + "," + std::to_string(y));
  }
  void bytes(items& to, std::size_t piece) override {
    if constexpr (has_read) {
      to.emplace_back();
      std::string block(piece, '\0');
      while (std::size_t const got = rig_.source().read(block.data(), piece))
        to.back().append(block, 0, got);
    }
  }
  void blocks(items& to) override {
    if constexpr (has_read) {
      to.emplace_back();
      while (!rig_.source().at_end()) unread(to);
    }
  }
  void unread(items& to) override {
    if constexpr (has_read) {
      auto& in = rig_.source();
      if (in.available() == 0) return;
      to.back().append(in.cursor(), in.available());
      in.advance_to(in.end());
    }
  }
  rill::scan_result try_integer(int& to) override {
    return rill::try_scan(rig_.source(), to);
  }

  rill::error_code error() override {
    if constexpr (has_error) return rig_.source().error();
    return {};
  }
  void close() override {
    if constexpr (has_close) rig_.source().close();
  }
  std::unique_ptr<tested_source> move_out() override {
    if constexpr (std::is_move_constructible_v<Rig>)
      return std::make_unique<source_over>(std::move(rig_));
    return nullptr;
  }

 private:
  Rig rig_;
};

struct source_fixture {
  char const* name;                  // the name in errors
  unsigned can;                      // abilities
  std::vector<std::size_t> buffers;  // buffer sizes to test
  std::unique_ptr<tested_source> (*make)(scripted_source&, std::size_t);
  // Encodes a text to the bytes that the device returns.
  std::string (*packed)(std::string const&);
  // Decodes a prefix of these bytes to the text that can be read.
  std::string (*plain)(std::string const&);
  // The error of a source whose device has failed.
  rill::error_code (*code)(scripted_device const&) = code_of;
};

inline std::string same_text(std::string const& text) { return text; }

/// `more` has the abilities that the class does not show.
template <class Rig>
source_fixture source_of(char const* name, unsigned more,
                         std::vector<std::size_t> buffers = {1, 16, 4096}) {
  return {name,
          source_over<Rig>::abilities | more,
          std::move(buffers),
          [](scripted_source& device,
             std::size_t size) -> std::unique_ptr<tested_source> {
            return std::make_unique<source_over<Rig>>(device, size);
          },
          same_text,
          same_text};
}

using source_row = row<source_fixture>;

// A way to read a text, and its oracle: what the standard library extracts.
// `is_whole` is false when the input breaks off; the oracle then drops an item
// that touches the end.
struct way_to_read {
  char const* name;
  void (*read)(tested_source&, items&);
  items (*wanted)(std::string const& text, bool is_whole);
  bool takes_words;        // not only integers
  unsigned needs;          // abilities
  bool is_single = false;  // reads byte by byte
};

}  // namespace rill_test

#endif
