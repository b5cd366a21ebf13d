// rill/stream/input_range.h: what the ranges over a source share: how they
// hold it, their iterator and end, and the calls that make them.
//
// Floor 4. Tests: test/stream/lines_test.cpp, test/scan/values_test.cpp,
// test/scan/csv_test.cpp, test/scan/key_value_test.cpp.
#ifndef RILL_STREAM_INPUT_RANGE_H
#define RILL_STREAM_INPUT_RANGE_H

#include <concepts>     // std::convertible_to
#include <cstddef>      // std::ptrdiff_t
#include <string_view>  // what a text is read as

#include "../base/bare.h"
#include "../base/text.h"
#include "../shape/standard_stream.h"
#include "memory_reader.h"
#include "source.h"

#if RILL_HOSTED
#include "c_stream_source.h"
#include "file_reader.h"
#endif

namespace rill::inline RILL_BUILD::detail {

struct end_of_range {};

// A range that is read as it is walked: all its iterators are at the same
// element. Range derives from it and has start(), which reads the first
// element, step(), which reads the next, now(), and is_done().
template <class Range, class Held, class Value>
class input_range {
 public:
  template <class Source>
  explicit input_range(Source&& source)
      : held_{static_cast<Source&&>(source)} {}

  class iterator {
   public:
    using value_type = Value;
    using difference_type = std::ptrdiff_t;

    iterator() = default;
    explicit iterator(Range* range) noexcept : range_(range) {}
    decltype(auto) operator*() const noexcept { return range_->now(); }
    // Not for elements that are made when they are asked for.
    auto operator->() const noexcept
      requires requires(Range& range) { &range.now(); }
    {
      return &range_->now();
    }
    iterator& operator++() {
      range_->step();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(end_of_range) const noexcept { return range_->is_done(); }

   private:
    Range* range_ = nullptr;
  };

  iterator begin() {
    auto* const range = static_cast<Range*>(this);
    range->start();
    return iterator(range);
  }
  end_of_range end() const noexcept { return {}; }

 protected:
  auto& source() { return held_.reader(); }

 private:
  Held held_;
};

// What the verbs say of anything else.
template <class Other>
text refuse_source() {
  if constexpr (wide_stream_buffer<Other>)
    static_assert(never<Other>,
                  "rill: a wide streambuf is read as "
                  "rill::wstreambuf_view(buffer), of <rill/iostream.h>");
  else if constexpr (stream_buffer<Other>)
    static_assert(never<Other>,
                  "rill: a streambuf is read as rill::streambuf_view(buffer), "
                  "of <rill/iostream.h>");
  else
    static_assert(never<Other>,
                  "rill: lines, words and values take a reader, a FILE*, a "
                  "loaded_file or a text: a file goes in as "
                  "rill::file_reader(path), a map as rill::from(map)");
  return {};
}

// What can be no source: not a text, and no other overload takes it.
template <class Other>
concept no_source = !std::convertible_to<Other const&, std::string_view> &&
                    !can_be_held<Other const&>;

// What has the members of a std::string.
template <class String>
concept owning_string = requires(String& s) {
  s.clear();
  s.c_str();
};

// The calls that make a range. Verb derives from it and has range<Held>, and
// refuse_temporary<String>(), which says why a temporary string is no source.
template <class Verb, class... Options>
struct range_verb {
  template <can_be_held Source>
  auto operator()(Source&& source, Options... options) const {
    return typename Verb::template range<holder_of<Source>>(
        static_cast<Source&&>(source), options...);
  }
#if RILL_HOSTED
  auto operator()(file&& source, Options... options) const {
    return (*this)(file_reader(static_cast<file&&>(source)), options...);
  }
#endif
  auto operator()(std::string_view source, Options... options) const {
    return (*this)(memory_reader(source.data(), source.size()), options...);
  }
  // Apart from the text above, whose constructor may call strlen, which a
  // freestanding program need not have.
  auto operator()(char const* source, Options... options) const {
    return (*this)(std::string_view(source, length_of(source)), options...);
  }
  template <no_source Other>
  auto operator()(Other const&, Options...) const {
    return refuse_source<Other>();
  }
  template <class String>
    requires(!std::is_lvalue_reference_v<String>) && owning_string<String>
  auto operator()(String&& source, Options... options) const {
    Verb::template refuse_temporary<String>();
    return (*this)(std::string_view(source), options...);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
