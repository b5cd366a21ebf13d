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
class value_range {
 public:
  template <class Source>
  explicit value_range(Source&& source)
      : held_{static_cast<Source&&>(source)} {}
  value_range(value_range const&) = delete;
  value_range& operator=(value_range const&) = delete;
  ~value_range() { give_back(); }

  class iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;

    iterator() = default;
    explicit iterator(value_range* range) : range_(range) {}
    T const& operator*() const noexcept { return range_->ahead_[range_->at_]; }
    iterator& operator++() {
      if (RILL_UNLIKELY(++range_->at_ == range_->count_)) range_->next();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(end_of_range) const noexcept { return range_->count_ == 0; }

   private:
    value_range* range_ = nullptr;
  };

  // Of a range that was left before its end, the rest.
  iterator begin() {
    give_back();
    count_ = 0;
    next();
    return iterator(this);
  }
  end_of_range end() const noexcept { return {}; }

 private:
  // What stands for a reader reads its items one by one.
  static constexpr bool parses_ahead =
      number<T> &&
      std::derived_from<bare<decltype(imagined<Held>().reader())>, reader>;
  static constexpr std::size_t capacity = parses_ahead ? values_ahead : 1;

  // The values parsed so far were all seen; parses the next ones.
  [[gnu::noinline]] void next() {
    auto& in = held_.reader();
    if (count_ > 1) static_cast<reader&>(in).advance_to(parsed_to_);
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

  // Of the values parsed ahead only those that were seen are taken. A single
  // one was taken when it was read.
  void give_back() {
    if (count_ <= 1) return;
    reader& in = held_.reader();
    char const* at = in.cursor();
    for (std::size_t i = 0; i <= at_; ++i) {
      while (is_space(*at)) ++at;
      while (at != parsed_to_ && !is_space(*at)) ++at;
    }
    in.advance_to(at);
  }

  Held held_;
  char const* parsed_to_ = nullptr;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  T ahead_[capacity] = {};
};

template <class T>
struct values_verb {
  template <can_be_held Source>
  auto operator()(Source&& source) const {
    return value_range<holder_of<Source>, T>(static_cast<Source&&>(source));
  }
#if RILL_HOSTED
  auto operator()(file&& source) const {
    return (*this)(file_reader(static_cast<file&&>(source)));
  }
#endif
  template <no_source Other>
  auto operator()(Other const&) const {
    return refuse_source<Other>();
  }
  auto operator()(std::string_view source) const {
    return (*this)(memory_reader(source.data(), source.size()));
  }
  template <class String>
    requires(!std::is_lvalue_reference_v<String>) && requires(String& s) {
      s.clear();
      s.c_str();
    }
  auto operator()(String&& source) const {
    static_assert(sizeof(String) == 0,
                  "rill: the values of a temporary string would outlive it: "
                  "keep the string in a variable");
    return (*this)(std::string_view(source));
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
