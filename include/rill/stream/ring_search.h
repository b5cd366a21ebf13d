// rill/stream/ring_search.h: the end of a piece of a stream: a character, one
// that a predicate accepts, or a text.
//
// Floor 4. The stream comes in parts; a text may begin in one and end in
// another. Linear in the stream, whatever the text: Knuth, Morris, Pratt,
// "Fast pattern matching in strings", SIAM J. Comput. 6 (1977). Tests:
// test/stream/ring_search_test.cpp.
#ifndef RILL_STREAM_RING_SEARCH_H
#define RILL_STREAM_RING_SEARCH_H

#include <string.h>  // memchr

#include <concepts>  // std::convertible_to

#include "../memory/storage.h"

namespace rill::inline RILL_BUILD::detail {

// Each has take(): how many bytes of a part belong to the piece; `found`
// becomes true when the last of them ends it.

class character_end {
 public:
  explicit character_end(char wanted) noexcept : wanted_(wanted) {}
  std::size_t take(char const* data, std::size_t size, bool& found) noexcept {
    void const* const at = ::memchr(data, wanted_, size);
    found = at != nullptr;
    return found
               ? static_cast<std::size_t>(static_cast<char const*>(at) - data) +
                     1
               : size;
  }

 private:
  char wanted_;
};

template <class Predicate>
class predicate_end {
 public:
  explicit predicate_end(Predicate& is_end) noexcept : is_end_(is_end) {}
  std::size_t take(char const* data, std::size_t size, bool& found) {
    for (std::size_t i = 0; i != size; ++i) {
      found = static_cast<bool>(is_end_(data[i]));
      if (found) return i + 1;
    }
    return size;
  }

 private:
  Predicate& is_end_;
};

// overlap(i): how many bytes at the start of the text its first i bytes also
// end with, but for all i of them. Texts of up to 64 bytes allocate nothing.
class text_end {
 public:
  explicit text_end(text wanted)
      : wanted_(wanted),
        more_(wanted.size > few ? storage(wanted.size * sizeof(unsigned))
                                : storage()) {
    if (wanted_.size != 0) set_overlap(1, 0);
    std::size_t same = 0;
    for (std::size_t i = 1; i < wanted_.size; ++i) {
      while (same != 0 && wanted_.data[i] != wanted_.data[same])
        same = overlap(same);
      same += wanted_.data[i] == wanted_.data[same];
      set_overlap(i + 1, same);
    }
  }

  std::size_t take(char const* data, std::size_t size, bool& found) noexcept {
    // An empty text ends a piece at once.
    if (wanted_.size == 0) {
      found = true;
      return 0;
    }
    std::size_t i = 0;
    while (i != size) {
      if (matched_ == 0) {
        void const* const at = ::memchr(data + i, wanted_.data[0], size - i);
        if (!at) return size;
        i = static_cast<std::size_t>(static_cast<char const*>(at) - data);
      }
      while (matched_ != 0 && data[i] != wanted_.data[matched_])
        matched_ = overlap(matched_);
      matched_ += data[i] == wanted_.data[matched_];
      ++i;
      if (matched_ == wanted_.size) {
        found = true;
        return i;
      }
    }
    return size;
  }

 private:
  static constexpr std::size_t few = 64;

  std::size_t overlap(std::size_t size) const noexcept {
    if (wanted_.size <= few) return first_[size - 1];
    unsigned value;
    ::memcpy(&value, more_.data() + (size - 1) * sizeof value, sizeof value);
    return value;
  }
  void set_overlap(std::size_t size, std::size_t same) noexcept {
    if (wanted_.size <= few) {
      first_[size - 1] = static_cast<unsigned char>(same);
    } else {
      auto const value = static_cast<unsigned>(same);
      ::memcpy(more_.data() + (size - 1) * sizeof value, &value, sizeof value);
    }
  }

  text wanted_;
  std::size_t matched_ = 0;
  unsigned char first_[few] = {};
  storage more_;
};

// What ends a piece: char, bool(char), or text.
template <class Ending>
auto end_for(Ending& ending) {
  if constexpr (std::is_same_v<std::remove_cv_t<Ending>, char>)
    return character_end(ending);
  else if constexpr (requires { static_cast<bool>(ending('c')); })
    return predicate_end<Ending>(ending);
  else
    return text_end(text(ending));
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
