// rill/stream/encoding_names.h: the names of all encodings, and how one is
// found by its name.
//
// Floor 4. Linked only by programs that look an encoding up or list them.
// Allocates nothing, but for the error of an unknown name. Tests:
// test/stream/encoding_test.cpp.
#ifndef RILL_STREAM_ENCODING_NAMES_H
#define RILL_STREAM_ENCODING_NAMES_H

#include "encoding.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class>
using always_void = void;

struct known_encoding {
  codec const* which;
  // Separated by spaces, the usual one first.
  char const* names;
};

// The other names are those of IANA's registry, of WHATWG's standard and of
// glibc's iconv. UCS-2 is read as UTF-16, which is the same where both are
// allowed.
// A template, as everything that names all encodings: what nobody looks up
// costs nothing.
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

// Signs that do not matter in a name.
constexpr bool separates_words_of_name(char c) noexcept {
  return c == '-' || c == '_' || c == ' ' || c == '.' || c == ':' || c == '/';
}

// A name letter by letter, as it is compared.
struct folded_name {
  char const* at;
  char const* end;
  // 0 at the end.
  constexpr char next() noexcept {
    while (at != end && separates_words_of_name(*at)) ++at;
    if (at == end) return '\0';
    char const c = *at++;
    if (c == '\0') return '?';  // no name has either
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

// How many letters have to be put in, taken out or changed to make the one
// name of the other (Levenshtein's distance), or `most` when it is more. Names
// of more than 31 letters are like none.
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

// The usual names of the encodings that are nearest to a name, `, ` between
// them; at most three, and none that is not near at all.
template <class Any = void>
class nearest_encodings {
 public:
  explicit nearest_encodings(text name) noexcept {
    unsigned const far_off = far_from(name);
    unsigned
        distances[sizeof known_encodings<Any> / sizeof known_encodings<Any>[0]];
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
  // So many changes make another name: half of the letters, and at most 4.
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

/// An encoding and its names.
struct encoding_names {
  encoding which;
  text names;  ///< separated by spaces, the usual one first
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
    return sizeof known_encodings<Any> / sizeof known_encodings<Any>[0];
  }
};

}  // namespace detail

/// All encodings of the library, to walk over:
///
///     for (rill::encoding_names one : rill::encodings())
///       rill::println(one.names);
template <class Any = void>
detail::encoding_list<Any> encodings() noexcept {
  return {};
}

}  // namespace rill::inline RILL_BUILD

#endif
