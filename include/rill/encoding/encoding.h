// rill/encoding/encoding.h: an encoding of text, by constant or by name.
//
// Layer 4. An encoding is a small value. A constant links only the tables of
// its own encoding; finding an encoding by name links those of all. Allocates
// nothing; an unknown name throws rill::error. Tests:
// test/encoding/encoding_test.cpp.
#ifndef RILL_ENCODING_ENCODING_H
#define RILL_ENCODING_ENCODING_H

#include <type_traits>  // std::is_convertible_v, std::extent_v

#include "../os/error.h"
#include "../unicode/codec.h"

namespace rill::inline RILL_BUILD {

class encoding;

namespace detail {

class encoding_access;  // for code that converts

// Members of a template, so that a program links only those that it uses.
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

// A constant. It links its codec where it is used, not where it is defined.
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
  /// An encoding by the name that iconv and others use; case, '-', '_', '.' and
  /// spaces do not matter. Errors: unknown name; the message has similar names.
  template <class Name>
    requires std::is_convertible_v<Name const&, text>
  explicit encoding(Name const& name) : encoding(try_find(name).value()) {}

  /// As the constructor, without exceptions.
  template <class Name>
    requires std::is_convertible_v<Name const&, text>
  static result<encoding> try_find(Name const& name) noexcept;

  /// An encoding of a driver (driver/iconv.h), which opens its codec with
  /// `name`. Requires at most 63 bytes.
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

  /// Prints the name.
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
  // Null for the internal UTF-8, which codecs decode to and encode from.
  static constexpr codec const* codec_of(encoding const& e) noexcept {
    return e.codec_;
  }
  // The name that the codec is opened with.
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

/// The encodings as constants, each of a type of its own that converts to
/// rill::encoding; encoding::utf8 and the other members are of type encoding.
/// utf16 and utf32 begin with a byte-order mark, which determines the byte
/// order when they are read; without one they are little-endian.
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
/// The encoding of Unicode Technical Report 16.
inline constexpr detail::encoding_constant<detail::utf_ebcdic_form<char>>
    utf_ebcdic{};

// The names of all encodings, and how one is found by its name.
//
// Linked only by programs that look up or list encodings. Allocates nothing,
// except for the error of an unknown name.

namespace detail {

template <class>
using always_void = void;

struct known_encoding {
  codec const* which;
  // Separated by spaces, the preferred one first.
  char const* names;
};

// The names after the first are those of IANA's registry, of WHATWG's standard
// and of glibc's iconv. UCS-2 stands for UTF-16, because text that is valid in
// both has the same bytes. A template, so that programs that do not look up
// names link no codec.
template <class Any = void>
inline constexpr known_encoding known_encodings[] = {
    {&codec_for<Any, utf8_bytes>,
     "UTF-8 CP65001 csUTF8 ISO-10646/UTF8 unicode-1-1-utf-8"},
    {&codec_for<Any, utf16_with_mark>, "UTF-16 csUTF16 UTF-16-BOM"},
    {&codec_for<Any, utf16le_bytes>,
     "UTF-16LE csUTF16LE UCS-2LE UCS-2 ISO-10646-UCS-2 UNICODELITTLE "
     "CP1200 csUnicode"},
    {&codec_for<Any, utf16be_bytes>,
     "UTF-16BE csUTF16BE UCS-2BE UNICODEBIG CP1201"},
    {&codec_for<Any, utf32_with_mark>, "UTF-32 csUTF32 UTF-32-BOM"},
    {&codec_for<Any, utf32le_bytes>, "UTF-32LE csUTF32LE UCS-4LE CP12000"},
    {&codec_for<Any, utf32be_bytes>,
     "UTF-32BE csUTF32BE UCS-4BE UCS-4 ISO-10646-UCS-4 CP12001 "
     "csUCS4"},
    {&codec_for<Any, us_ascii_bytes>,
     "US-ASCII ASCII ANSI_X3.4-1968 ANSI_X3.4-1986 ISO646-US ISO_646.irv:1991 "
     "iso-ir-6 us IBM367 CP367 csASCII 646 C"},
    {&codec_for<Any, latin1_bytes>,
     "ISO-8859-1 ISO_8859-1:1987 LATIN1 L1 iso-ir-100 8859_1 IBM819 "
     "CP819 CP28591 csISOLatin1"},
    {&codec_for<Any, windows1252_form<char>>,
     "WINDOWS-1252 CP1252 MS-ANSI x-cp1252 ANSI cswindows1252"},
    {&codec_for<Any, gb18030_form<char>>,
     "GB18030 GB18030-2022 CP54936 csGB18030"},
    {&codec_for<Any, gb18030_2005_form<char>>, "GB18030-2005"},
    {&codec_for<Any, utf_ebcdic_form<char>>, "UTF-EBCDIC UTFE UTF-8-EBCDIC"},
};

// Characters that do not matter in a name.
constexpr bool separates_words_of_name(char c) noexcept {
  return c == '-' || c == '_' || c == ' ' || c == '.' || c == ':' || c == '/';
}

// The letters of a name, in upper case and without separators.
struct folded_name {
  char const* at;
  char const* end;
  // 0 at the end.
  constexpr char next() noexcept {
    while (at != end && separates_words_of_name(*at)) ++at;
    if (at == end) return '\0';
    char const c = *at++;
    if (c == '\0') return '?';  // no name has a NUL or a '?'
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
};

constexpr bool same_encoding_name(text a, text b) noexcept {
  folded_name one{a.begin(), a.end()};
  folded_name other{b.begin(), b.end()};
  while (true) {
    char const c = one.next();
    if (c != other.next()) return false;
    if (c == '\0') return true;
  }
}

// Calls look(name) for each word until it returns true.
template <class Look>
constexpr bool any_name(text names, Look look) {
  char const* at = names.begin();
  while (at != names.end()) {
    char const* last = at;
    while (last != names.end() && *last != ' ') ++last;
    if (look(text(at, static_cast<std::size_t>(last - at)))) return true;
    at = last == names.end() ? last : last + 1;
  }
  return false;
}

template <class Any = void>
constexpr codec const* codec_named(text name) noexcept {
  for (known_encoding const& known : known_encodings<Any>)
    if (any_name(known.names,
                 [&](text one) { return same_encoding_name(one, name); }))
      return known.which;
  return nullptr;
}

// The Levenshtein distance of two names, or `most` if it is greater. For names
// of more than 31 letters, returns `most`.
inline unsigned name_distance(text a, text b, unsigned most) noexcept {
  constexpr std::size_t longest = 31;
  char other[longest + 1];
  std::size_t size = 0;
  folded_name letters{b.begin(), b.end()};
  for (char c = letters.next(); c != '\0'; c = letters.next()) {
    if (size == longest) return most;
    other[size++] = c;
  }
  unsigned row[longest + 1];
  for (std::size_t i = 0; i <= size; ++i) row[i] = static_cast<unsigned>(i);
  folded_name one{a.begin(), a.end()};
  std::size_t count = 0;
  for (char c = one.next(); c != '\0'; c = one.next()) {
    if (count++ == longest) return most;
    unsigned diagonal = row[0]++;
    for (std::size_t i = 0; i != size; ++i) {
      unsigned const changed = diagonal + (other[i] != c);
      diagonal = row[i + 1];
      row[i + 1] = smaller(changed, smaller(row[i], row[i + 1]) + 1);
    }
  }
  return smaller(row[size], most);
}

// The preferred names of the encodings that are most similar to a name,
// separated by `, `: at most three, and only those closer than far_from().
template <class Any = void>
class nearest_encodings {
 public:
  explicit nearest_encodings(text name) noexcept {
    unsigned const far_off = far_from(name);
    unsigned distances[std::extent_v<decltype(known_encodings<Any>)>];
    std::size_t count = 0;
    for (known_encoding const& known : known_encodings<Any>) {
      unsigned& nearest = distances[count++] = far_off;
      any_name(known.names, [&](text one) {
        nearest = smaller(nearest, name_distance(name, one, far_off));
        return false;
      });
    }
    for (unsigned wanted = 0; wanted != far_off; ++wanted)
      for (std::size_t i = 0; i != count; ++i)
        if (distances[i] == wanted) add(known_encodings<Any>[i].which->name);
  }
  text names() const noexcept { return {names_, size_}; }

 private:
  // The distance from which names count as different: half the letters, plus 1,
  // so at most 4. 0 for an empty name.
  static unsigned far_from(text name) noexcept {
    folded_name letters{name.begin(), name.end()};
    unsigned count = 0;
    while (count != 6 && letters.next() != '\0') ++count;
    return count == 0 ? 0 : count / 2 + 1;
  }

  void add(text name) noexcept {
    if (count_ == 3 || size_ + 2 + name.size > sizeof names_) return;
    char* end = names_ + size_;
    if (count_++ != 0) end = copy_text(end, ", ");
    end = copy_bytes(end, name.data, name.size);
    size_ = static_cast<std::size_t>(end - names_);
  }

  char names_[96];
  std::size_t size_ = 0;
  int count_ = 0;
};

template <class Any = void>
[[gnu::cold]] error no_such_encoding(text name) noexcept {
  return {library_problem::no_such_encoding, "find encoding", name,
          nearest_encodings<Any>(name).names()};
}

}  // namespace detail

template <class Name>
  requires std::is_convertible_v<Name const&, text>
result<encoding> encoding::try_find(Name const& name) noexcept {
  using any = detail::always_void<Name>;
  detail::codec const* const found = detail::codec_named<any>(name);
  if (!found) return detail::no_such_encoding<any>(name);
  return encoding(found);
}

/// An encoding and all its names.
struct encoding_names {
  encoding which;
  text names;  ///< separated by spaces, the preferred one first
};

namespace detail {

template <class Any>
class encoding_list {
 public:
  class iterator {
   public:
    explicit iterator(known_encoding const* at) noexcept : at_(at) {}
    encoding_names operator*() const noexcept {
      return {encoding_access::make(at_->which), at_->names};
    }
    iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    friend bool operator==(iterator, iterator) = default;

   private:
    known_encoding const* at_;
  };
  iterator begin() const noexcept { return iterator(known_encodings<Any>); }
  iterator end() const noexcept {
    return iterator(known_encodings<Any> + size());
  }
  std::size_t size() const noexcept {
    return std::extent_v<decltype(known_encodings<Any>)>;
  }
};

}  // namespace detail

/// All encodings of the library, as a range:
///
///     for (rill::encoding_names one : rill::encodings())
///       rill::println(one.names);
template <class Any = void>
detail::encoding_list<Any> encodings() noexcept {
  return {};
}

}  // namespace rill::inline RILL_BUILD

#endif
