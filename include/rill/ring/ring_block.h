// rill/ring/ring_block.h: the memory of a ring, the calls that fill or empty
// it, and the search in it.
//
// Layer 4. Tests: test/ring/ring_writer_test.cpp, test/ring/ring_copy_test.cpp,
// test/ring/ring_block_test.cpp, test/ring/ring_reader_test.cpp,
// test/ring/ring_search_test.cpp.
#ifndef RILL_RING_RING_BLOCK_H
#define RILL_RING_RING_BLOCK_H

#include <concepts>     // std::convertible_to
#include <string.h>     // memchr
#include <type_traits>  // std::remove_reference_t

#include "../base/config.h"
#include "../base/text.h"
#include "../memory/storage.h"
#include "../os/error.h"
#include "../os/ring_memory.h"
#include "../stream/callback.h"
#include "../stream/reader.h"

// Durations, without <chrono>.
//
// <chrono> costs 150 to 500 ms of compile time, so any type with count() and
// period is a duration. Pure.

namespace rill::inline RILL_BUILD {

/// Types shaped like std::chrono::duration.
template <class D>
concept duration_like = requires(D const& d) {
  d.count();
  D::period::num;
  D::period::den;
};

namespace detail {

/// Nanoseconds of a duration, rounded down and clamped to 0 .. 292 years.
template <duration_like D>
constexpr unsigned long long nanoseconds_of(D const& d) noexcept {
  constexpr unsigned long long most = ~0ull >> 1;
  auto const count = d.count();
  if (!(count > 0)) return 0;
  // Integer arithmetic is exact for periods of up to 9 * 10^9 seconds.
  if constexpr (static_cast<decltype(count)>(0.5) == 0 &&
                1'000'000'000 % D::period::den == 0 &&
                D::period::num <= 9'000'000'000) {
    constexpr auto scale = static_cast<unsigned long long>(
        D::period::num * (1'000'000'000 / D::period::den));
    auto const whole = static_cast<unsigned long long>(count);
    return whole > most / scale ? most : whole * scale;
  } else {
    auto const all = static_cast<long double>(count) *
                     static_cast<long double>(D::period::num) * 1e9L /
                     static_cast<long double>(D::period::den);
    return all >= static_cast<long double>(most)
               ? most
               : static_cast<unsigned long long>(all);
  }
}

// Copying pieces of which most are short.
//
// Pure. A call of memcpy takes longer than copying 16 bytes: a ring that was
// read or written in such pieces took more than twice as long.

// As copy_bytes. The ranges must not overlap.
inline char* copy_chunk(char* out, char const* from,
                        std::size_t size) noexcept {
  if (size > 32) return copy_bytes(out, from, size);
  if (size >= 16)
    copy_both_ends<16>(out, from, size);
  else if (size >= 8)
    copy_both_ends<8>(out, from, size);
  else if (size >= 4)
    copy_both_ends<4>(out, from, size);
  else
    for (std::size_t i = 0; i != size; ++i) out[i] = from[i];
  return out + size;
}

// The memory of a ring.
//
// Mapped twice where the system allows, so that text across its end is
// contiguous; otherwise from operator new.

// How a ring makes the bytes across its end contiguous.
enum class ring_kind : unsigned char {
  plain,   // not at all: size() bytes
  mapped,  // mapped twice in a row: 2 * size() addresses
  copied,  // as mapped, but the writer stores each byte twice
};

class ring_block {
 public:
  ring_block() noexcept = default;
  ring_block(ring_block&& other) noexcept
      : data_(other.data_),
        size_(other.size_),
        kind_(other.kind_),
        plain_(static_cast<storage&&>(other.plain_)) {
    other.data_ = nullptr;
    other.size_ = 0;
    other.kind_ = ring_kind::plain;
  }
  ring_block& operator=(ring_block&&) = delete;
  ~ring_block() {
    if (kind_ == ring_kind::mapped) os::unmap_twice(data_, size_);
  }

  /// `capacity` bytes and at least `slack` more. Mapped twice only if the
  /// capacity is a multiple of the page size: the bytes of a smaller ring cost
  /// less to move than its memory to map.
  static ring_block of(std::size_t capacity, std::size_t slack) {
    std::size_t const page = os::map_granularity();
    ring_block made;
    if (capacity % page != 0 || !made.map(capacity, slack, page))
      made.allocate(sum(capacity, slack), 1);
    return made;
  }

  /// As of(), but always contiguous across the end.
  static ring_block contiguous(std::size_t capacity, std::size_t slack) {
    ring_block made;
    if (made.map(capacity, slack, os::map_granularity())) return made;
    made.allocate(sum(capacity, slack), 2);
    made.kind_ = ring_kind::copied;
    return made;
  }

  char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  ring_kind kind() const noexcept { return kind_; }

 private:
  // Saturates, so that operator new refuses the size.
  static std::size_t sum(std::size_t a, std::size_t b) noexcept {
    return a + b < a ? ~std::size_t{0} / 2 : a + b;
  }

  bool map(std::size_t capacity, std::size_t slack, std::size_t page) {
    std::size_t const bytes = sum(capacity, slack);
    std::size_t const size = sum(bytes, page - 1) / page * page;
    os::ring_memory const memory = os::map_twice(size);
    if (memory.error) return false;
    data_ = memory.data;
    size_ = size;
    kind_ = ring_kind::mapped;
    return true;
  }

  void allocate(std::size_t size, std::size_t times) {
    plain_ = storage(size > ~std::size_t{0} / 4 ? ~std::size_t{0} / 2
                                                : size * times);
    data_ = plain_.data();
    size_ = size;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0;
  ring_kind kind_ = ring_kind::plain;
  storage plain_;
};

// The destinations of read_until.

class block_target {
 public:
  block_target(char* data, std::size_t size) noexcept
      : data_(data), size_(size) {}

  std::size_t room() const noexcept { return size_; }
  void add(char const* data, std::size_t size) noexcept {
    data_ = copy_bytes(data_, data, size);
    size_ -= size;
  }

 private:
  char* data_;
  std::size_t size_;
};

// Clears the string first; it grows as needed.
template <class String>
class string_target {
 public:
  explicit string_target(String& to) : to_(to) { to.clear(); }

  std::size_t room() const noexcept { return ~std::size_t{0}; }
  void add(char const* data, std::size_t size) { to_.append(data, size); }

 private:
  String& to_;
};

template <class Out>
concept growing_text = requires(Out& out, char const* data, std::size_t size) {
  out.clear();
  out.append(data, size);
};

// Accepts char[N], a string, or a span or array of char.
template <class Out>
auto target_for(Out&& out) {
  using bare = std::remove_reference_t<Out>;
  if constexpr (std::is_array_v<bare>)
    return block_target(&out[0], sizeof out);
  else if constexpr (growing_text<bare>)
    return string_target<bare>(out);
  else
    return block_target(out.data(), static_cast<std::size_t>(out.size()));
}

// Calling the source or sink of a ring, and interpreting what it returns.
//
// As stream/callback.h, but the callable may also return a result.

// The operation of a ring, for its error messages.
struct ring_action {
  text verb;
  text path;
  char const* than;  // for impossible_count
};
inline constexpr ring_action ring_reads{"read", "from a ring", than_room};
inline constexpr ring_action ring_writes{"write", "to a ring", than_given};

// An error is kept as it is; an error code gets the operation and the path.
inline error ring_error(error const& reason, ring_action const&) {
  return reason;
}
inline error ring_error(error_code reason, ring_action const& action) {
  return {reason, action.verb, action.path};
}

// The count that a callable returned; after an error 0, with the error in
// `cause`.
template <class Answer>
std::size_t count_of(Answer const& answer, ring_action const& action,
                     error& cause) {
  if constexpr (result_of_call<Answer>) {
    if (answer) return count_of(*answer, action, cause);
    cause = ring_error(answer.error(), action);
    return 0;
  } else {
    if (error_code const found = error_of_answer(answer)) {
      cause = ring_error(found, action);
      return 0;
    }
    return static_cast<std::size_t>(answer);
  }
}

// Calls once with a block, and returns how many of its bytes were moved. Lowers
// `size` to what the callable's parameter type can hold. Returns 0 at the end
// of the input, and after an error, which `cause` then has; a count above
// `size` is an error too. Only a sink may return void.
template <bool IsSink, class Call, class Byte>
std::size_t call_ring(Call& call, Byte* data, std::size_t& size,
                      ring_action const& action, error& cause) {
  if constexpr (std::is_void_v<decltype(call_with_size(call, data, size))>) {
    static_assert(IsSink, "rill: a source must return how many bytes it wrote");
    call_with_size(call, data, size);
    return size;
  } else {
    std::size_t const count =
        count_of(call_to_the_end(call, data, size), action, cause);
    if (count <= size) [[likely]]
      return count;
    cause =
        impossible_count(action.verb, action.path, count, action.than, size);
    return 0;
  }
}

// Finds the end of a piece of a stream: a character, a character that a
// predicate accepts, or a text.
//
// The stream comes in parts; a text may begin in one and end in another. Linear
// in the stream, whatever the text: Knuth, Morris, Pratt, "Fast pattern
// matching in strings", SIAM J. Comput. 6 (1977).

// take() returns how many bytes of a part belong to the piece, and sets `found`
// if the last of them ends it.

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

// The Knuth-Morris-Pratt search. overlap(i) is the length of the longest proper
// prefix of the text's first i bytes that is also their suffix. Texts of up to
// 64 bytes allocate nothing.
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

// The search for an ending of type char, bool(char) or text.
template <class Ending>
auto end_for(Ending& ending) {
  if constexpr (std::is_same_v<std::remove_cv_t<Ending>, char>)
    return character_end(ending);
  else if constexpr (requires { static_cast<bool>(ending('c')); })
    return predicate_end<Ending>(ending);
  else
    return text_end(text(ending));
}

// Copies from a reader up to an end.
//
// Bytes are consumed only after they have been copied.

// How many bytes were copied, and why the copy ended: `found`, or no room left
// in the target, or neither at the end of the input.
struct copied_until {
  std::size_t size = 0;
  bool found = false;
  bool has_room = true;
};

template <class Out, class Ending>
copied_until copy_until(reader& in, Out& out, Ending& ending) {
  auto to = target_for(out);
  auto search = end_for(ending);
  copied_until done;
  while (!done.found) {
    if (in.peek(1).size == 0) return done;
    std::size_t const size = smaller(in.available(), to.room());
    done.has_room = size != 0;
    if (size == 0) return done;
    char const* const from = in.cursor();
    std::size_t const chunk = search.take(from, size, done.found);
    to.add(from, chunk);
    in.advance_to(from + chunk);
    done.size += chunk;
  }
  return done;
}

// try_read_until() of a ring; `place` names the ring in errors.
template <class Ring, class Out, class Ending>
result<std::size_t> read_ring_until(Ring& ring, Out& out, Ending& ending,
                                    text place) {
  copied_until const done = copy_until(ring, out, ending);
  if (!done.has_room)
    return rill::error(library_problem::no_room, "read", place);
  if (!done.found && ring.error()) return ring.failure();
  return done.size;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
