// rill/scan/values.h: a source as a range of values.
//
// Floor 5. Integers are parsed many at a time; the reader moves on only as
// the range is walked, so a loop that breaks leaves the rest unread. Tests:
// test/scan/values_test.cpp.
#ifndef RILL_SCAN_VALUES_H
#define RILL_SCAN_VALUES_H

#include "read.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// How many values are parsed ahead: they and the text that they came from
// stay in the first-level cache.
inline constexpr std::size_t values_ahead = 256;

template <class Held, class T>
class value_range : public input_range<value_range<Held, T>, Held, T> {
  using base = input_range<value_range, Held, T>;
  friend base;

 public:
  using base::base;
  value_range(value_range const&) = delete;
  value_range& operator=(value_range const&) = delete;
  ~value_range() { give_back(); }

 private:
  // What stands for a reader reads its items one by one.
  static constexpr bool parses_ahead =
      number<T> &&
      std::derived_from<bare<decltype(imagined<Held>().reader())>, reader>;
  static constexpr std::size_t capacity = parses_ahead ? values_ahead : 1;

  // Parses the next values: of a range that was left before its end, the rest.
  [[gnu::noinline]] void start() {
    give_back();
    auto& in = this->source();
    // Until there is a value, ++ comes here again: reading may throw.
    at_ = ~std::size_t{};
    count_ = 0;
    if constexpr (parses_ahead) {
      bulk_result const many =
          parse_ahead(in.cursor(), in.end(), ahead_, capacity);
      parsed_to_ = many.end;
      count_ = many.parsed;
      if (count_ == 1) in.advance_to(parsed_to_);
    }
    if constexpr (all_scannable<T&>)
      if (count_ == 0 && scan_from(in, ahead_[0])) count_ = 1;
    at_ = 0;
  }
  void step() {
    if (RILL_UNLIKELY(++at_ == count_)) start();
  }
  T const& now() const noexcept { return ahead_[at_]; }
  bool is_done() const noexcept { return count_ == 0; }

  // Of the values parsed ahead only those that were seen are taken. A single
  // one was taken when it was read.
  void give_back() {
    if (count_ <= 1) return;
    reader& in = this->source();
    char const* at = in.cursor();
    if (at_ == count_) at = parsed_to_;
    for (std::size_t i = 0; at != parsed_to_ && i <= at_; ++i) {
      while (is_space(*at)) ++at;
      while (at != parsed_to_ && !is_space(*at)) ++at;
    }
    in.advance_to(at);
  }

  char const* parsed_to_ = nullptr;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  T ahead_[capacity] = {};
};

template <class T>
struct values_verb : range_verb<values_verb<T>> {
  template <class Held>
  using range = value_range<Held, T>;

  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the values of a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The values of a source, separated by white space, until it ends:
///
///     for (long n : rill::values<long>(rill::in())) sum += n;
///
/// Sources as for lines. While the range lives, the source is the range's. A
/// value that is malformed or out of range is thrown when it is reached.
template <class T>
inline constexpr detail::values_verb<T> values{};

}  // namespace rill::inline RILL_BUILD

#endif
