// rill/stream/encoding_names.h: the names of all encodings, and how one is
// found by its name.
//
// Floor 4. Linked only by programs that look an encoding up or list them.
// Allocates nothing, but for the error of an unknown name. Tests:
// test/stream/encoding_test.cpp.
#ifndef RILL_STREAM_ENCODING_NAMES_H
#define RILL_STREAM_ENCODING_NAMES_H

#include "../unicode/codec_pairs.h"
#include "encoding.h"

namespace rill::inline RILL_BUILD {

namespace detail {

struct known_encoding {
  codec const* which;
  // Separated by spaces, the usual one first.
  char const* names;
};

// The other names are those of IANA's registry, of WHATWG's standard and of
// glibc's iconv. UCS-2 is read as UTF-16, which is the same where both are
// allowed.
inline constexpr known_encoding known_encodings[] = {
    {&utf8_codec, "UTF-8 CP65001 csUTF8 ISO-10646/UTF8 unicode-1-1-utf-8"},
    {&utf16_codec, "UTF-16 csUTF16 UTF-16-BOM"},
    {&utf16le_codec,
     "UTF-16LE csUTF16LE UCS-2LE UCS-2 ISO-10646-UCS-2 UNICODELITTLE "
     "CP1200 csUnicode"},
    {&utf16be_codec, "UTF-16BE csUTF16BE UCS-2BE UNICODEBIG CP1201"},
    {&utf32_codec, "UTF-32 csUTF32 UTF-32-BOM"},
    {&utf32le_codec, "UTF-32LE csUTF32LE UCS-4LE CP12000"},
    {&utf32be_codec,
     "UTF-32BE csUTF32BE UCS-4BE UCS-4 ISO-10646-UCS-4 CP12001 "
     "csUCS4"},
    {&ascii_codec,
     "US-ASCII ASCII ANSI_X3.4-1968 ANSI_X3.4-1986 ISO646-US ISO_646.irv:1991 "
     "iso-ir-6 us IBM367 CP367 csASCII 646 C"},
    {&latin1_codec,
     "ISO-8859-1 ISO_8859-1:1987 LATIN1 L1 iso-ir-100 8859_1 IBM819 "
     "CP819 CP28591 csISOLatin1"},
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

constexpr codec const* codec_named(text name) noexcept {
  for (known_encoding const& known : known_encodings)
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
  for (char c = one.next(); c != '\0'; c = one.next()) {
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
class nearest_encodings {
 public:
  explicit nearest_encodings(text name) noexcept {
    unsigned const far_off = far_from(name);
    unsigned distances[sizeof known_encodings / sizeof known_encodings[0]];
    std::size_t count = 0;
    for (known_encoding const& known : known_encodings) {
      unsigned& nearest = distances[count++] = far_off;
      any_name(known.names, [&](text one) {
        nearest = smaller(nearest, name_distance(name, one, far_off));
        return false;
      });
    }
    for (unsigned wanted = 0; wanted != far_off; ++wanted)
      for (std::size_t i = 0; i != count; ++i)
        if (distances[i] == wanted) add(known_encodings[i].which->name);
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
    if (count_++ != 0) end = copy_bytes(end, ", ", 2);
    end = copy_bytes(end, name.data, name.size);
    size_ = static_cast<std::size_t>(end - names_);
  }

  char names_[96];
  std::size_t size_ = 0;
  int count_ = 0;
};

[[gnu::cold]] inline error no_such_encoding(text name) noexcept {
  return {library_problem::no_such_encoding,
          {"find encoding", 13},
          name,
          nearest_encodings(name).names()};
}

}  // namespace detail

inline result<encoding> encoding::try_find(text name) noexcept {
  detail::codec const* const found = detail::codec_named(name);
  if (!found) return detail::no_such_encoding(name);
  return encoding(*found, detail::direct_pair);
}
inline encoding::encoding(text name) : encoding(try_find(name).value()) {}

/// An encoding and its names.
struct encoding_names {
  encoding which;
  text names;  ///< separated by spaces, the usual one first
};

/// All encodings of the library, to walk over:
///
///     for (rill::encoding_names one : rill::encodings())
///       rill::println(one.names);
class encodings {
 public:
  class iterator {
   public:
    encoding_names operator*() const noexcept {
      return {detail::encoding_access::make(*at_->which, detail::direct_pair),
              at_->names};
    }
    iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    friend bool operator==(iterator, iterator) = default;

   private:
    friend class encodings;
    explicit iterator(detail::known_encoding const* at) noexcept : at_(at) {}
    detail::known_encoding const* at_;
  };
  iterator begin() const noexcept {
    return iterator(&detail::known_encodings[0]);
  }
  iterator end() const noexcept { return iterator(begin().at_ + count); }
  std::size_t size() const noexcept { return count; }

 private:
  static constexpr std::size_t count =
      sizeof detail::known_encodings / sizeof detail::known_encodings[0];
};

}  // namespace rill::inline RILL_BUILD

#endif
