// rill/locale/scan.h: scans numbers in the form of a locale.
//
// Layer 6. Tests: test/locale/scan_localized_test.cpp,
// test/locale/scan_imbued_test.cpp.
#ifndef RILL_LOCALE_SCAN_H
#define RILL_LOCALE_SCAN_H

#include "../os/locale_data.h"
#include "../scan/item.h"
#include "../scan/number.h"
#include "../scan/read.h"
#include "../scan/scan.h"
#include "../scan/text.h"
#include "../stream/scratch_writer.h"
#include "locale.h"

#if RILL_HOSTED
#include "../stream/locked.h"
#endif

// Numbers and words in the form of a locale.
//
// The text of a number is first copied without its separators and with '.' as
// its point, then parsed as usual; a copy of more than 128 bytes is on the
// heap. Bytes are read one at a time, so that no byte is requested behind the
// first that cannot belong to the item.

namespace rill::inline RILL_BUILD {
namespace detail {

// True if there is a byte `at` bytes behind the cursor.
inline bool has_byte(reader& in, std::size_t at) {
  return in.available() > at || in.peek(at + 1).size > at;
}

// True if the text is `at` bytes behind the cursor. False for an empty text.
inline bool stands_at(reader& in, std::size_t at, text bytes) {
  for (std::size_t i = 0; i != bytes.size; ++i)
    if (!has_byte(in, at + i) || in.cursor()[at + i] != bytes.data[i])
      return false;
  return bytes.size != 0;
}

constexpr bool is_ascii(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x80;
}

// The size of the locale's white space at a byte that is not ASCII, or 0.
[[gnu::noinline]] inline std::size_t foreign_space_at(
    reader& in, std::size_t at, locale_data const& locale) {
  text const all = locale.spaces;
  for (char const* from = all.begin(); from != all.end();) {
    char const* end = from + 1;
    while (end != all.end() && continues(*end)) ++end;
    auto const size = static_cast<std::size_t>(end - from);
    if (stands_at(in, at, {from, size})) return size;
    from = end;
  }
  return 0;
}

// As skip_space, including the locale's white space.
inline bool skip_space_of(reader& in, locale_data const& locale) {
  while (skip_space(in)) {
    if (is_ascii(*in.cursor())) return true;
    std::size_t const size = foreign_space_at(in, 0, locale);
    if (size == 0) return true;
    in.advance_to(in.cursor() + size);
  }
  return false;
}

// As whole_word, but also ends at the locale's white space.
inline text whole_word_of(reader& in, locale_data const& locale) {
  std::size_t size = 0;
  while (has_byte(in, size)) {
    char const c = in.cursor()[size];
    if (is_space(c) || (!is_ascii(c) && foreign_space_at(in, size, locale)))
      break;
    ++size;
  }
  return {in.cursor(), size};
}

// Accepts the characters of an integer, as float_follower does for a
// floating-point number.
class integer_follower {
 public:
  bool takes(char c) noexcept {
    bool const first = is_first_;
    is_first_ = false;
    return is_digit(c) || (first && c == '-');
  }

 private:
  bool is_first_ = true;
};

// The next part of a number's text: its size in bytes, and the character that
// the parser gets for it, which is '\0' for a separator.
struct number_step {
  std::size_t size = 0;
  char meant = '\0';
};

// Goes over the text of a number at a reader's cursor, without consuming it.
class number_walk {
 public:
  number_walk(reader& in, locale_data const& locale) noexcept
      : in_(in), locale_(locale), may_be_grouped_(locale.is_grouped()) {}

  /// The next part. Its size is 0 at the end of the input, and at a '.' that is
  /// not the locale's decimal point.
  number_step next() {
    if (may_be_grouped_ && is_behind_digit_ && is_separator())
      return {locale_.thousands_separator.size(), '\0'};
    if (!has(at_)) return {};
    if (stands(at_, locale_.decimal_point))
      return {locale_.decimal_point.size(), '.'};
    char const c = in_.cursor()[at_];
    return {c != '.' ? 1u : 0u, c};
  }

  /// Moves behind a part.
  void pass(number_step const& step) noexcept {
    at_ += step.size;
    if (step.meant == '\0') return;
    is_behind_digit_ = is_digit(step.meant);
    if (!is_behind_digit_ && step.meant != '-') may_be_grouped_ = false;
  }

  std::size_t size() const noexcept { return at_; }
  /// True if the number may continue behind the end of the input.
  bool met_end() const noexcept { return met_end_; }
  /// True before the decimal point.
  bool is_in_whole() const noexcept { return may_be_grouped_; }

 private:
  // A separator counts only between two digits.
  bool is_separator() {
    text const mark = locale_.thousands_separator;
    return stands(at_, mark) && has(at_ + mark.size) &&
           is_digit(in_.cursor()[at_ + mark.size]);
  }
  bool has(std::size_t at) {
    if (has_byte(in_, at)) return true;
    met_end_ = true;
    return false;
  }
  bool stands(std::size_t at, text bytes) {
    for (std::size_t i = 0; i != bytes.size; ++i)
      if (!has(at + i) || in_.cursor()[at + i] != bytes.data[i]) return false;
    return true;
  }

  reader& in_;
  locale_data const& locale_;
  std::size_t at_ = 0;
  bool may_be_grouped_;
  bool is_behind_digit_ = false;
  bool met_end_ = false;
};

// The text of a number for a parser, with the number of its separators.
struct plain_number {
  scratch_writer<128> bytes;
  std::size_t digits = 0;      // before the point
  std::size_t separators = 0;  // among them
  bool met_end = false;        // may continue behind the end of the input
};

template <class Follower>
void follow_number(reader& in, locale_data const& locale, plain_number& made) {
  Follower follower;
  number_walk walk(in, locale);
  for (;;) {
    number_step const step = walk.next();
    if (step.size == 0) break;
    if (step.meant == '\0') {
      ++made.separators;
    } else {
      if (!follower.takes(step.meant)) break;
      made.bytes.put(step.meant);
    }
    walk.pass(step);
    made.digits += walk.is_in_whole() && is_digit(step.meant);
  }
  made.met_end = walk.met_end();
}

// True if there are no separators, or if all of them are where they belong.
inline bool is_grouped_well(reader& in, locale_data const& locale,
                            plain_number const& made) {
  if (made.separators == 0) return true;
  if (made.separators != locale.groups.separators_in(made.digits)) return false;
  number_walk walk(in, locale);
  for (std::size_t left = made.digits; left != 0;) {
    number_step const step = walk.next();
    if (step.meant == '\0' && !locale.groups.ends_at(left)) return false;
    left -= is_digit(step.meant);
    walk.pass(step);
  }
  return true;
}

// Converts a number of bytes in plain_number::bytes to the size in the input.
inline std::size_t size_in_input(reader& in, locale_data const& locale,
                                 std::size_t count) {
  number_walk walk(in, locale);
  while (count != 0) {
    number_step const step = walk.next();
    count -= step.meant != '\0';
    walk.pass(step);
  }
  return walk.size();
}

template <integer T>
parse_result parse_plain(text bytes, T& n) noexcept {
  return parse_integer(bytes.begin(), bytes.end(), n, 10);
}
template <floating T>
parse_result parse_plain(text bytes, T& x) noexcept {
  return parse_float(bytes.begin(), bytes.end(), x);
}

// True if a number in [from, at) has the same text with and without the locale,
// and is certain to end at `at`, before `end`.
inline bool is_same_without(locale_data const& locale, char const* from,
                            char const* at, char const* end) noexcept {
  if (at == end) return false;
  if (locale.is_grouped() && *at == *locale.thousands_separator.data())
    return false;
  if (locale.has_plain_point()) return true;
  if (*at == *locale.decimal_point.data()) return false;
  while (from != at && *from != '.') ++from;
  return from == at;
}

template <number T>
scan_status read_localized(reader& in, T& to, locale_data const& locale,
                           text& expected) {
  T value{};
  if (char const* const end = parse_fast(in.cursor(), in.end(), value))
    if (is_same_without(locale, in.cursor(), end, in.end())) {
      in.advance_to(end);
      to = value;
      return scan_ok;
    }
  constexpr bool is_whole_number = integer<T>;
  expected = words_of(is_whole_number ? "an integer" : "a number");
  if (!skip_space_of(in, locale)) return scan_problem::end_of_input;
  plain_number made;
  follow_number<
      std::conditional_t<is_whole_number, integer_follower, float_follower>>(
      in, locale, made);
  if (made.met_end && in.error()) return scan_problem::malformed;
  parse_result const result = parse_plain(made.bytes.bytes(), value);
  if (!is_grouped_well(in, locale, made)) {
    expected =
        words_of(is_whole_number ? "an integer in the groups of the locale"
                                 : "a number in the groups of the locale");
    return scan_problem::malformed;
  }
  if (!result) {
    if constexpr (is_whole_number)
      return refuse_integer(made.bytes.bytes(), 10, result.error,
                            !is_signed_integer<T>, bounds_of_integers<T>(),
                            expected);
    else if (result.error != number_error::out_of_range)
      return scan_problem::malformed;
    else
      expected = bounds_of_floating<T>();
    return scan_problem::out_of_range;
  }
  auto const taken =
      static_cast<std::size_t>(result.end - made.bytes.bytes().begin());
  in.advance_to(in.cursor() + size_in_input(in, locale, taken));
  to = value;
  return scan_ok;
}

// Items before which item<T>::read skips no white space.
template <class T>
inline constexpr bool keeps_space = false;
template <class S>
inline constexpr bool keeps_space<line_target<S>> = true;
template <class S>
inline constexpr bool keeps_space<rest_target<S>> = true;
template <class S, class Delimiter>
inline constexpr bool keeps_space<until_target<S, Delimiter>> = true;
template <class C>
inline constexpr bool keeps_space<character_target<C>> = true;

// Reads an item that is neither a literal nor a hook.
template <class T, sight S = scan_sight_of<T>>
inline scan_status read_item_of(reader& in, T& to, locale_data const& locale,
                                text& expected) {
  if constexpr (number<T>) {
    return read_localized(in, to, locale, expected);
  } else if constexpr (target_string<T>) {
    expected = words_of("a word");
    if (!skip_space_of(in, locale)) return scan_problem::end_of_input;
    text const word = whole_word_of(in, locale);
    if (is_cut(in, word.end())) return scan_problem::malformed;
    assign_text(to, word);
    in.advance_to(word.end());
    return scan_ok;
  } else {
    if constexpr (!keeps_space<T>) (void)skip_space_of(in, locale);
    return item<T>::read(in, to, expected);
  }
}

// A variable in localized(x, locale).
template <class T, class Locale>
  requires std::is_lvalue_reference_v<T> && has_item<remove_cvref<T>> &&
           (!scan_hooked<remove_cvref<T>>)
struct item<localized_value<T, Locale>> {
  template <sight S = scan_sight_of<remove_cvref<T>>>
  static scan_status read(reader& in, localized_value<T, Locale>& to,
                          text& expected) {
    return read_item_of(in, to.value, *to.locale, expected);
  }
};

// Sources with a locale.

// A reader with a locale, whose items are read in the locale's form. Converts
// to the reader for code that does not know this class.
class localized_reader {
 public:
  localized_reader() noexcept = default;
  localized_reader(reader& in, locale_data const& locale) noexcept
      : in_(&in), locale_(&locale) {}
  operator reader&() const noexcept { return *in_; }
  locale_data const& locale() const noexcept { return *locale_; }

 private:
  reader* in_ = nullptr;
  locale_data const* locale_ = nullptr;
};

// The `in` of a hook, as hook_source, whose items are read in the locale's
// form.
class localized_hook_source {
 public:
  explicit localized_hook_source(localized_reader& in) noexcept : in_(in) {}

  template <class... Items, sight S = scan_sight_of_call<Items...>()>
  bool operator()(Items&&... items);

  progress const& outcome_so_far() const noexcept { return progress_; }

 private:
  localized_reader& in_;
  progress progress_;
};

template <template_scan_hook T>
scan_status read_hooked_of(localized_reader& in, T& value, progress& p) {
  p.expected = words_of("a value");
  if (!skip_space_of(in, in.locale())) return scan_problem::end_of_input;
  localized_hook_source source(in);
  rill_scan(source, value);
  progress const& inside = source.outcome_so_far();
  p.expected = inside.expected;
  p.literal = inside.literal;
  return inside.how;
}

template <class Item, sight S = scan_sight_of<remove_cvref<Item>>>
scan_status read_one_of(localized_reader& in, Item& to, progress& p) {
  if constexpr (template_scan_hook<remove_cvref<Item>>) {
    return read_hooked_of(in, to, p);
  } else if constexpr (literal_item<Item> || scan_hooked<remove_cvref<Item>>) {
    (void)skip_space_of(in, in.locale());
    return read_one(static_cast<reader&>(in), to, p);
  } else {
    return read_item_of(in, to, in.locale(), p.expected);
  }
}

template <class... Items, sight S = scan_sight_of_call<Items...>()>
progress read_items(localized_reader& in, Items&... items) {
  progress p;
  (void)(true && ... &&
         ((p.how = read_one_of(in, items, p)) == scan_ok &&
          (p.done += counts(items), true)));
  return p;
}

template <class... Items, sight S>
bool localized_hook_source::operator()(Items&&... items) {
  if constexpr (all_scannable<Items...>) {
    if (progress_.how != scan_ok) return false;
    progress_ = read_items(in_, items...);
    if (progress_.how == scan_ok) return true;
    if (progress_.how == scan_problem::end_of_input)
      progress_.how = scan_problem::cut;  // the item has begun
#if RILL_EXCEPTIONS
    raise(failure_of(in_, progress_));
#endif
  }
  return false;
}

// Holds an imbued source for the lifetime of a range over it.
template <class Imbued, class Holder>
class held_imbued {
 public:
  template <class From>
  explicit held_imbued(From&& source)
      : imbued_(static_cast<From&&>(source)), inner_{imbued_.stream()} {}
  localized_reader& reader() {
    view_ = localized_reader(inner_.reader(), imbued_.locale());
    return view_;
  }

 private:
  Imbued imbued_;
  Holder inner_;
  localized_reader view_;
};

template <class S>
struct imbued_holders {};
template <class S>
  requires can_be_held<remove_cvref<S>&>
struct imbued_holders<S> {
  using held = held_imbued<imbued<S>&, holder_of<remove_cvref<S>&>>;
  using owned = held_imbued<imbued<S>, holder_of<remove_cvref<S>&>>;
};

template <class S>
inline constexpr bool gives_reader<imbued<S>> = false;
#if RILL_HOSTED
template <class S>
inline constexpr bool gives_reader<locked<S>> = gives_reader<S>;
template <class S>
inline constexpr bool gives_reader<locked_ptr<S>> = gives_reader<S>;
#endif

}  // namespace detail

/// As the source itself, with the locale's numbers and white space.
template <class S>
  requires detail::source<S>
struct source_traits<imbued<S>> : detail::imbued_holders<S> {
  template <class Use>
  static auto with(imbued<S>& in, Use use) {
    return source_traits<detail::remove_cvref<S>>::with(in.stream(),
                                                        localized_use(in, use));
  }
  template <class Use>
    requires requires(detail::remove_cvref<S>& s, void (*f)(reader&)) {
      source_traits<detail::remove_cvref<S>>::with_own(s, f);
    }
  static auto with_own(imbued<S>& in, Use use) {
    return source_traits<detail::remove_cvref<S>>::with_own(
        in.stream(), localized_use(in, use));
  }

 private:
  template <class Use>
  static auto localized_use(imbued<S>& in, Use& use) {
    return [&](reader& bytes) {
      detail::localized_reader view(bytes, in.locale());
      return use(view);
    };
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
