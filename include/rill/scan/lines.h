// rill/scan/lines.h: a source as a range of lines, words or fields.
//
// Layer 5. Tests: test/scan/lines_test.cpp, test/scan/values_test.cpp,
// test/csv/scan_csv_test.cpp, test/csv/key_value_test.cpp,
// test/scan/fields_test.cpp.
#ifndef RILL_SCAN_LINES_H
#define RILL_SCAN_LINES_H

#include <concepts>     // std::convertible_to
#include <cstddef>      // std::ptrdiff_t, std::size_t
#include <string_view>  // std::string_view, the value of lines and words
#include <type_traits>  // std::is_lvalue_reference_v

#include "../base/text.h"
#include "../os/error.h"
#include "../shape/shape.h"
#include "../stream/memory_reader.h"
#include "../stream/source.h"
#include "item.h"
#include "tokens.h"

#if RILL_HOSTED
#include "../cstdio/c_stream_reader.h"
#include "../stream/file_reader.h"
#endif

// Shared by the ranges over a source: how they hold it, their iterator and end,
// and the function objects that make them.

namespace rill::inline RILL_BUILD {
namespace detail {

struct end_of_range {};

// A single-pass range: all its iterators are at the same element. Range derives
// from it and has start(), which reads the first element, step(), which reads
// the next, now(), and is_done().
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
    // Not for ranges whose now() returns a value.
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

// Diagnoses an argument that is not a source.
template <class Other>
text refuse_source() {
  if constexpr (wide_stream_buffer<Other>)
    static_assert(always_false<Other>,
                  "rill: a wide streambuf is read as "
                  "rill::wstreambuf_view(buffer), of <rill/iostream.h>");
  else if constexpr (stream_buffer<Other>)
    static_assert(always_false<Other>,
                  "rill: a streambuf is read as rill::streambuf_view(buffer), "
                  "of <rill/iostream.h>");
  else if constexpr (input_stream<Other>)
    static_assert(always_false<Other>,
                  "rill: a std::istream, not const, is read with "
                  "#include <rill/iostream.h>: rill::file_reader(path) reads a "
                  "file without it");
  else
    static_assert(always_false<Other>,
                  "rill: lines, words and values take a reader, a FILE*, a "
                  "loaded_file or a text: a file goes in as "
                  "rill::file_reader(path), a map as rill::from(map)");
  return {};
}

// Types with the members of std::string that tell an owner from a view.
template <class String>
concept owning_string = requires(String& s) {
  s.clear();
  s.c_str();
};

// A pointer to characters, or an object that converts to nothing else.
template <class T>
concept c_string =
    !std::is_array_v<T> && std::convertible_to<T const&, char const*> &&
    (std::is_pointer_v<T> ||
     !(std::convertible_to<T const&, std::string_view> || owning_string<T>));

// True for types that are neither text nor a source, for which there is no
// other overload.
template <class Other>
concept no_source = !std::convertible_to<Other const&, std::string_view> &&
                    !can_be_held<Other const&> && !c_string<Other>;

// Texts that lines and fields take.
template <class String>
concept viewed_text =
    std::convertible_to<String&, std::string_view> || owning_string<String>;

// The calls that make a range. Verb derives from it and has range<Held>, and
// refuse_temporary<String>(), which diagnoses a temporary string.
template <class Verb, class... Options>
struct range_fn {
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
  // Measures the string here: the constructor of std::string_view may call
  // strlen, which a freestanding program may lack.
  template <c_string Pointer>
  auto operator()(Pointer const& pointer, Options... options) const {
    char const* const source = pointer;
    return (*this)(std::string_view(source, length_of(source)), options...);
  }
  template <std::size_t Size>
  auto operator()(char (&source)[Size], Options... options) const {
    return (*this)(std::string_view(source, length_of(source)), options...);
  }
  // A string literal could be meant as the name of a file.
  template <std::size_t Size>
  auto operator()(char const (&)[Size], Options... options) const {
    static_assert(always_false<char[Size]>,
                  "rill: a string literal or constant array could be a text or "
                  "the name of a file: rill::from(\"text\") is the text, "
                  "rill::file_reader(\"name\") reads the file");
    return (*this)(std::string_view(), options...);
  }
  template <no_source Other>
  auto operator()(Other const&, Options...) const {
    return refuse_source<Other>();
  }
  template <temporary_owner String>
    requires(!can_be_held<String> && viewed_text<String>)
  auto operator()(String&& source, Options... options) const {
    Verb::template refuse_temporary<String>();
    return (*this)(std::string_view(source), options...);
  }
};

// A range of views into the buffer of a reader, each valid until the next one.
// Next is next_line or next_word.
template <class Held, bool (*Next)(reader&, text&)>
class view_range
    : public input_range<view_range<Held, Next>, Held, std::string_view> {
  using base = input_range<view_range, Held, std::string_view>;
  friend base;

 public:
  using base::base;

 private:
  void start() {
    pass_mark(this->source());
    step();
  }
  void step() {
    reader& in = this->source();
    done_ = !Next(in, now_);
    if (done_ && in.error()) raise_read_error(in);
  }
  std::string_view now() const noexcept { return {now_.data, now_.size}; }
  bool is_done() const noexcept { return done_; }

  text now_;
  bool done_ = false;
};

// lines and words differ only in Next.
template <bool (*Next)(reader&, text&)>
struct views_fn : range_fn<views_fn<Next>> {
  template <class Held>
  using range = view_range<Held, Next>;

  using range_fn<views_fn>::operator();
  // Also takes strings that convert only to a C string.
  template <owning_string String>
  auto operator()(String& source) const {
    return (*this)(std::string_view(source));
  }
  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the views into a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The lines of a source, without their ends (\n or \r\n), as
/// std::string_views:
///
///     for (std::string_view line : rill::lines(rill::file::open("log")))
///
/// Sources: a reader, a FILE*, a loaded_file, a text. A temporary reader, file
/// or loaded_file is moved in. A string is the text itself and never a path. A
/// string literal does not compile, because it could be meant as either:
/// lines(from("a\nb")) has two lines. An empty last line counts only if a
/// newline ends it. A lone \r does not end a line: a file of an old Mac is one
/// line, whose fields(line, '\r') are its lines. Errors of the device are
/// thrown.
///
/// A line is a view into the source's buffer, valid until the next one is read:
/// copy it into a std::string to keep it. With -fsanitize=address, a use of a
/// line after the next refill of the buffer is reported; before that, it is not
/// noticed.
///
/// While a range over a FILE* lives, it reads the stream alone: another scan of
/// the stream would read the same bytes.
inline constexpr detail::views_fn<detail::next_line> lines{};

/// The words of a source, separated by white space. Sources are those of lines;
/// a string is the text itself, and a literal does not compile. A view is valid
/// until the next one.
inline constexpr detail::views_fn<detail::next_word> words{};

// A line as a range of fields.
//
// Allocates nothing, throws nothing.

namespace detail {

// The parts of a text between delimiters. An iterator holds the rest of the
// text, so it can be copied and used again (multi-pass).
class field_range {
 public:
  constexpr field_range(std::string_view whole, char delimiter) noexcept
      : whole_(whole), delimiter_(delimiter) {}

  struct end_of_fields {};

  class iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;

    constexpr iterator() noexcept = default;
    constexpr iterator(std::string_view whole, char delimiter) noexcept
        : rest_(whole), delimiter_(delimiter) {
      cut();
    }
    constexpr std::string_view operator*() const noexcept { return field_; }
    constexpr iterator& operator++() noexcept {
      done_ = is_last_;
      if (!done_) cut();
      return *this;
    }
    constexpr iterator operator++(int) noexcept {
      iterator const before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(end_of_fields) const noexcept { return done_; }

   private:
    constexpr void cut() noexcept {
      char const* const first = rest_.data();
      char const* const last = first + rest_.size();
      char const* const found = find_byte(first, last, delimiter_);
      auto const at = static_cast<std::size_t>(found - first);
      is_last_ = found == last;
      field_ = {first, at};
      if (!is_last_) rest_.remove_prefix(at + 1);
    }

    std::string_view rest_;
    std::string_view field_;
    char delimiter_ = ',';
    bool is_last_ = true;
    bool done_ = false;
  };

  constexpr iterator begin() const noexcept { return {whole_, delimiter_}; }
  constexpr end_of_fields end() const noexcept { return {}; }

 private:
  std::string_view whole_;
  char delimiter_;
};

}  // namespace detail

/// The fields of a line: `fields("a,,b", ',')` gives a, an empty one, and b. A
/// text without a delimiter is one field, even when it is empty.
constexpr detail::field_range fields(std::string_view whole,
                                     char delimiter) noexcept {
  return {whole, delimiter};
}

template <detail::temporary_owner String>
  requires detail::viewed_text<String>
constexpr detail::field_range fields(String&& whole, char delimiter) {
  static_assert(sizeof(String) == 0,
                "rill: the fields of a temporary string would outlive it: "
                "keep the string in a variable");
  return {whole, delimiter};
}

}  // namespace rill::inline RILL_BUILD

#endif
