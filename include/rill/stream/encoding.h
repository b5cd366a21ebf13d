// rill/stream/encoding.h: an encoding of text, by constant or by name.
//
// Floor 4. An encoding is a small value; the constants link the tables of
// their own encoding alone, a name those of all (stream/encoding_names.h).
// Allocates nothing; an unknown name throws rill::error. Tests:
// test/stream/encoding_test.cpp.
#ifndef RILL_STREAM_ENCODING_H
#define RILL_STREAM_ENCODING_H

#include <type_traits>  // std::is_convertible_v

#include "../os/error.h"
#include "../unicode/codec.h"
#include "../unicode/gb18030.h"
#include "../unicode/utf_ebcdic.h"
#include "../unicode/windows1252.h"

namespace rill::inline RILL_BUILD {

class encoding;

namespace detail {

class encoding_access;  // of whoever converts

// Members of a template, so that a program pays for those that it names.
template <class Encoding>
struct encoding_members {
  static Encoding const utf8;
  static Encoding const utf16;
  static Encoding const utf16le;
  static Encoding const utf16be;
  static Encoding const utf32;
  static Encoding const utf32le;
  static Encoding const utf32be;
  static Encoding const us_ascii;
  static Encoding const latin1;
  static Encoding const windows1252;
  static Encoding const gb18030;
  static Encoding const gb18030_2005;
  static Encoding const utf_ebcdic;
};

// A constant: draws in its codec when it is used, not where it is defined.
template <class Form>
struct encoding_constant {
  template <class Encoding = encoding>
  constexpr operator Encoding() const noexcept
    requires std::is_same_v<Encoding, encoding>
  {
    return Encoding(codec_of<Form>);
  }
  constexpr text name() const noexcept { return codec_facts<Form>::name; }
  template <class Other>
  friend constexpr bool operator==(encoding_constant,
                                   encoding_constant<Other>) noexcept {
    return std::is_same_v<Form, Other>;
  }
  friend constexpr void rill_print(auto& out, encoding_constant const& e) {
    out(e.name());
  }
};

}  // namespace detail

/// How text becomes bytes. Comparable; cheap to copy.
///
/// Example:
///     rill::encoding const given("utf_16le");
///     rill::println(given.name(), ' ', given == rill::utf16le);
class encoding : public detail::encoding_members<encoding> {
 public:
  /// By name, as iconv and others know it; case, '-', '_', '.' and spaces
  /// do not matter. Errors: no such name; the sentence has the nearest ones.
  template <class Name>
    requires std::is_convertible_v<Name const&, text>
  explicit encoding(Name const& name) : encoding(try_find(name).value()) {}

  /// The same, without a throw.
  template <class Name>
    requires std::is_convertible_v<Name const&, text>
  static result<encoding> try_find(Name const& name) noexcept;

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
    if (given_[0] != '\0') return text(given_);
    return codec_ ? text(codec_->name) : text("UTF-8");
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

 private:
  friend class detail::encoding_access;
  constexpr explicit encoding(detail::codec const* codec) noexcept
      : codec_(codec) {}

  detail::codec const* codec_;
  char given_[64] = {};
};

namespace detail {

class encoding_access {
 public:
  // Null: the UTF-8 that text is inside, on its way to or from a codec.
  static constexpr codec const* codec_of(encoding const& e) noexcept {
    return e.codec_;
  }
  // What the codec is opened with.
  static constexpr char const* given_name(encoding const& e) noexcept {
    return e.given_;
  }
  static constexpr encoding make(codec const* codec) noexcept {
    return encoding(codec);
  }
};

template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf8{
    codec_for<Encoding, utf8_bytes>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf16{
    codec_for<Encoding, utf16_with_mark>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf16le{
    codec_for<Encoding, utf16le_bytes>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf16be{
    codec_for<Encoding, utf16be_bytes>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf32{
    codec_for<Encoding, utf32_with_mark>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf32le{
    codec_for<Encoding, utf32le_bytes>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf32be{
    codec_for<Encoding, utf32be_bytes>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::us_ascii{
    codec_for<Encoding, us_ascii_bytes>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::latin1{
    codec_for<Encoding, latin1_bytes>};

template <class Encoding>
constexpr Encoding encoding_members<Encoding>::windows1252{
    codec_for<Encoding, windows1252_form<char>>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::gb18030{
    codec_for<Encoding, gb18030_form<char>>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::gb18030_2005{
    codec_for<Encoding, gb18030_2005_form<char>>};
template <class Encoding>
constexpr Encoding encoding_members<Encoding>::utf_ebcdic{
    codec_for<Encoding, utf_ebcdic_form<char>>};

}  // namespace detail

/// The encodings by constant, each of a type of its own that converts to
/// rill::encoding; encoding::utf8 and the other members are encodings.
/// utf16 and utf32 begin with a byte-order mark, which says the order when
/// they are read; without one they are little-endian.
inline constexpr detail::encoding_constant<detail::utf8_bytes> utf8{};
inline constexpr detail::encoding_constant<detail::utf16_with_mark> utf16{};
inline constexpr detail::encoding_constant<detail::utf16le_bytes> utf16le{};
inline constexpr detail::encoding_constant<detail::utf16be_bytes> utf16be{};
inline constexpr detail::encoding_constant<detail::utf32_with_mark> utf32{};
inline constexpr detail::encoding_constant<detail::utf32le_bytes> utf32le{};
inline constexpr detail::encoding_constant<detail::utf32be_bytes> utf32be{};
inline constexpr detail::encoding_constant<detail::us_ascii_bytes> us_ascii{};
inline constexpr detail::encoding_constant<detail::latin1_bytes> latin1{};
inline constexpr detail::encoding_constant<detail::windows1252_form<char>>
    windows1252{};
/// GB 18030 of 2022, and of 2005 (docs/gb18030.md).
inline constexpr detail::encoding_constant<detail::gb18030_form<char>>
    gb18030{};
inline constexpr detail::encoding_constant<detail::gb18030_2005_form<char>>
    gb18030_2005{};
/// Unicode Technical Report 16.
inline constexpr detail::encoding_constant<detail::utf_ebcdic_form<char>>
    utf_ebcdic{};

}  // namespace rill::inline RILL_BUILD

#include "encoding_names.h"

#endif
