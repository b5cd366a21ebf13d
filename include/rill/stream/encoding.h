// rill/stream/encoding.h: an encoding of text, by constant or by name.
//
// Floor 4. An encoding is a small value; the constants link the tables of
// their own encoding alone, a name those of all (stream/encoding_names.h).
// Allocates nothing; an unknown name throws rill::error. Tests:
// test/stream/encoding_test.cpp.
#ifndef RILL_STREAM_ENCODING_H
#define RILL_STREAM_ENCODING_H

#include "../os/error.h"
#include "../unicode/codec.h"

namespace rill::inline RILL_BUILD {

namespace detail {

class encoding_access;  // of whoever converts

// The conversion between two encodings that needs no UTF-8 in between, or
// null.
using pair_finder = codec_step (*)(codec const& from, codec const& to) noexcept;

}  // namespace detail

/// How text becomes bytes. Comparable; cheap to copy.
///
/// Example:
///     rill::encoding const given("utf_16le");
///     rill::println(given.name(), ' ', given == rill::utf16le);
class encoding {
 public:
  /// By name, as iconv and others know it; case, '-', '_', '.' and spaces
  /// do not matter. Errors: no such name; the sentence has the nearest ones.
  explicit encoding(text name);

  /// The same, without a throw.
  static result<encoding> try_find(text name) noexcept;

  /// An encoding that a driver brings (driver/iconv.h); `name` is what its
  /// codec is opened with. Requires at most 63 bytes.
  constexpr encoding(detail::codec const& codec, text name) noexcept
      : codec_(&codec) {
    RILL_ASSERT(name.size < sizeof given_);
    *detail::copy_bytes(given_, name.data, name.size) = '\0';
  }
  constexpr explicit encoding(detail::codec const& codec) noexcept
      : codec_(&codec) {}

  /// "UTF-16LE"
  constexpr text name() const noexcept {
    return given_[0] != '\0' ? text(given_) : text(codec_->name);
  }

  friend constexpr bool operator==(encoding const& a,
                                   encoding const& b) noexcept {
    if (a.codec_ != b.codec_) return false;
    for (std::size_t i = 0; i != sizeof a.given_; ++i)
      if (a.given_[i] != b.given_[i]) return false;
    return true;
  }

  /// Prints itself: the name.
  friend constexpr void rill_print(auto& out, encoding const& e) {
    out(e.name());
  }

  static encoding const utf8;
  static encoding const utf16;
  static encoding const utf16le;
  static encoding const utf16be;
  static encoding const utf32;
  static encoding const utf32le;
  static encoding const utf32be;
  static encoding const ascii;
  static encoding const latin1;

 private:
  friend class detail::encoding_access;
  constexpr encoding(detail::codec const& codec,
                     detail::pair_finder pairs) noexcept
      : codec_(&codec), pairs_(pairs) {}

  detail::codec const* codec_;
  detail::pair_finder pairs_ = nullptr;
  char given_[64] = {};
};

/// The encodings by constant. utf16 and utf32 begin with a byte-order mark,
/// which says the order when they are read; without one they are
/// little-endian.
inline constexpr encoding utf8{detail::utf8_codec};
inline constexpr encoding utf16{detail::utf16_codec};
inline constexpr encoding utf16le{detail::utf16le_codec};
inline constexpr encoding utf16be{detail::utf16be_codec};
inline constexpr encoding utf32{detail::utf32_codec};
inline constexpr encoding utf32le{detail::utf32le_codec};
inline constexpr encoding utf32be{detail::utf32be_codec};
inline constexpr encoding ascii{detail::ascii_codec};
inline constexpr encoding latin1{detail::latin1_codec};

inline constexpr encoding encoding::utf8{detail::utf8_codec};
inline constexpr encoding encoding::utf16{detail::utf16_codec};
inline constexpr encoding encoding::utf16le{detail::utf16le_codec};
inline constexpr encoding encoding::utf16be{detail::utf16be_codec};
inline constexpr encoding encoding::utf32{detail::utf32_codec};
inline constexpr encoding encoding::utf32le{detail::utf32le_codec};
inline constexpr encoding encoding::utf32be{detail::utf32be_codec};
inline constexpr encoding encoding::ascii{detail::ascii_codec};
inline constexpr encoding encoding::latin1{detail::latin1_codec};

namespace detail {

class encoding_access {
 public:
  static constexpr codec const& codec_of(encoding const& e) noexcept {
    return *e.codec_;
  }
  static constexpr pair_finder pairs_of(encoding const& e) noexcept {
    return e.pairs_;
  }
  // What the codec is opened with.
  static constexpr char const* given_name(encoding const& e) noexcept {
    return e.given_;
  }
  static constexpr encoding make(codec const& codec,
                                 pair_finder pairs) noexcept {
    return {codec, pairs};
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#include "encoding_names.h"

#endif
