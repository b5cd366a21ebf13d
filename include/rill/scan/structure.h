// rill/scan/structure.h: how types are read that have a shape and no hook, and
// plain structures.
//
// Layer 5. Tests: test/scan/structure_test.cpp, test/scan/aggregate_test.cpp.
#ifndef RILL_SCAN_STRUCTURE_H
#define RILL_SCAN_STRUCTURE_H

#include <type_traits>  // std::is_default_constructible_v, …_copyable_v

#include "../shape/aggregate.h"
#include "../shape/fields.h"
#include "../shape/own_name.h"
#include "../shape/shape.h"
#include "item.h"
#include "number.h"
#include "text.h"

#if RILL_HOSTED
#include <iosfwd>  // std::istream, to recognise types that come out of one
#endif

// How types are read that have a shape and no hook.
//
// The mirror of print/structure.h: what prints reads back. White space between
// the tokens is free. Parts are in debug form, text in double and characters
// in single quotes. How deep brackets are in each other is counted in the
// reader, so that hooks count too.

namespace rill::inline RILL_BUILD::detail {

/// How a T of shape S is read: the form in which it is a part of something:
///     template <class T>
///     static outcome read(reader&, T&, text& expected);
/// with the promises of item<T> (scan/item.h), but for the target, which is
/// what it likes on failure. Where a value alone, which is no part, may have
/// another form too:
///     template <class T>
///     static outcome read_alone(reader&, T&, text& expected);
/// Both are constrained to the types that they can read.
template <shape S>
struct scanned;

// The types of the parts, where they are not those of printing.
template <shape S>
struct scanned_parts : shape_parts<S> {};

#if RILL_HOSTED
// An operator>> of the type's own.
template <class T>
concept extractable =
    (std::is_class_v<T> || std::is_union_v<T> || std::is_enum_v<T>) &&
    requires(std::istream& in, T& value) { in >> value; };
#else
template <class T>
concept extractable = false;
#endif

// What is the user's own, and has a form that he wrote for streams, is not
// read in one that he never saw.
template <class T>
constexpr bool has_another_form() {
  constexpr shape s = shape_of<T>;
  if constexpr (s == shape::range || s == shape::map || s == shape::set ||
                s == shape::aggregate || s == shape::enumeration)
    return extractable<T>;
  else
    return false;
}

// What is read by itself, and not by its shape.
template <class T>
concept reads_itself =
    scan_hooked<T> || number<T> || character<T> || std::same_as<T, bool> ||
    target_string<T> || path_target<T> || read_leaf<T> ||
    foreign_character_target<T>;

template <class T>
inline constexpr bool is_character_array = false;
template <character C, std::size_t Size>
inline constexpr bool is_character_array<C[Size]> = true;

template <class T>
concept reads_by_shape =
    !reads_itself<T> && !is_character_array<T> && shape_of<T> != shape::none &&
    requires(reader& in, T& value, text& expected) {
      scanned<shape_of<T>>::read(in, value, expected);
    } && !has_another_form<T>();

// The first type that keeps a T from being read, or void, as
// find_unprintable_part of print/refusal.h.
template <class T, class... Within>
constexpr auto find_unscannable_part();

template <class... Within>
constexpr auto find_unscannable_part_in(type_list<>) {
  return type_list<void>();
}
template <class... Within, class First, class... Rest>
constexpr auto find_unscannable_part_in(type_list<First, Rest...>) {
  using part = std::remove_reference_t<First>;
  using found = decltype(find_unscannable_part<part, Within...>());
  if constexpr (std::same_as<found, type_list<void>>)
    return find_unscannable_part_in<Within...>(type_list<Rest...>());
  else
    return found();
}

template <class T, class... Within>
constexpr auto find_unscannable_part() {
  if constexpr (std::is_const_v<T>)
    return type_list<T>();
  else if constexpr ((std::same_as<T, Within> || ...) || reads_itself<T>)
    return type_list<void>();
  else if constexpr (reads_by_shape<T>)
    return find_unscannable_part_in<Within..., T>(
        typename scanned_parts<shape_of<T>>::template list<T>());
  else
    return type_list<T>();
}

template <class T>
inline constexpr bool has_whole_form = false;
template <reads_by_shape T>
inline constexpr bool has_whole_form<T> =
    std::same_as<decltype(find_unscannable_part<T>()), type_list<void>>;

// Whether a hook, or another code of the program's, runs while a T is read.
template <class T, class... Within>
constexpr bool finds_hook();
template <class... Within, class... Parts>
constexpr bool finds_hook_in(type_list<Parts...>) {
  return (finds_hook<std::remove_reference_t<Parts>, Within...>() || ...);
}
template <class T, class... Within>
constexpr bool finds_hook() {
  if constexpr (scan_hooked<T>)
    return true;
  else if constexpr ((std::same_as<T, Within> || ...) || !reads_by_shape<T>)
    return false;
  else
    return finds_hook_in<Within..., T>(
        typename scanned_parts<shape_of<T>>::template list<T>());
}

template <class T>
inline constexpr bool has_hook_inside = finds_hook<T>();

// A string of which only the first unit is kept, and how many there were.
template <character Unit>
struct few_units {
  using value_type = Unit;
  Unit first{};
  std::size_t size = 0;

  void append(Unit const* units, std::size_t count) {
    if (size == 0 && count != 0) first = *units;
    size += count;
  }
  void assign(Unit const* units, std::size_t count) {
    size = 0;
    append(units, count);
  }
  void clear() { size = 0; }
  void resize(std::size_t count) { size = count; }
  Unit* data() { return &first; }
};

// A character in single quotes, with the escapes of a text.
template <character C>
scan_status read_quoted_character(reader& in, C& to, text& expected);

// One part of something, in debug form.
template <class T>
scan_status read_part(reader& in, T& to, text& expected) {
  scan_status how;
  if constexpr (target_string<T> && !scan_hooked<T>) {
    quoted_text<T&> quoted{to};
    how = item<quoted_text<T&>>::read(in, quoted, expected);
  } else if constexpr (path_target<T> && !scan_hooked<T>) {
    typename T::string_type value;
    how = read_part(in, value, expected);
    if (how == scan_ok) to = T(static_cast<typename T::string_type&&>(value));
  } else if constexpr (character<T>) {
    how = read_quoted_character(in, to, expected);
  } else if constexpr (foreign_character_target<T>) {
    how = read_through<typename foreign_character<T>::unit>(
        to,
        [&](auto& unit) { return read_quoted_character(in, unit, expected); });
  } else if constexpr (number<T>) {
    how = read_number(in, to, expected);
  } else if constexpr (reads_itself<T>) {
    how = item<T>::read(in, to, expected);
  } else {
    how = scanned<shape_of<T>>::read(in, to, expected);
  }
  // What it is a part of has begun: an end inside is not the end before it.
  return how == scan_problem::end_of_input ? scan_problem::malformed : how;
}

// The byte that many behind the cursor, or -1 at the end of the input.
inline int byte_ahead(reader& in, std::size_t offset) {
  if (in.peek(offset + 1).size <= offset) return -1;
  return static_cast<unsigned char>(in.cursor()[offset]);
}

constexpr bool is_space_code(int c) noexcept {
  return c >= 0 && is_space(static_cast<char>(c));
}

// A byte that goes on with a name.
constexpr bool is_in_name(int c) noexcept {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
         c == '_' || c == '$' || c >= 0x80;
}

// Takes a word, if it stands at the cursor and no name goes on behind it.
bool takes_word(reader& in, text word);

// What is expected behind a part.
constexpr text end_of_part(char closing) noexcept {
  switch (closing) {
    case ']':
      return words_of("',' or ']'");
    case ')':
      return words_of("',' or ')'");
    default:
      return words_of("',' or '}'");
  }
}
constexpr text closing_bracket(char closing) noexcept {
  return {end_of_part(closing).data + 7, 3};
}
constexpr text opening_bracket(char closing) noexcept {
  return words_of(closing == ']' ? "'['" : closing == ')' ? "'('" : "'{'");
}

// The brackets and commas of one structure. While it lives, the reader is
// deeper by one. Its functions are no part of the code of each type that has
// brackets.
class parts_reader {
 public:
  parts_reader(reader& in, text& expected, char closing) noexcept
      : in_(in), expected_(expected), depth_(in), closing_(closing) {}

  /// Passes white space and the opening bracket.
  [[gnu::noinline]] scan_status open() {
    if (scan_status const how = begin(); how != scan_ok) return how;
    char const opening =
        closing_ == ')' ? '(' : static_cast<char>(closing_ - 2);
    expected_ = opening_bracket(closing_);
    if (*in_.cursor() != opening) return scan_problem::malformed;
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// The same with a name before it; `words` are what errors say of both.
  [[gnu::noinline]] scan_status open(text name, text words) {
    if (scan_status const how = begin(); how != scan_ok) return how;
    expected_ = words;
    if (!starts_with(in_, name)) return scan_problem::malformed;
    in_.advance_to(in_.cursor() + name.size);
    if (!skip_space(in_) || *in_.cursor() != '{')
      return scan_problem::malformed;
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// True when the closing bracket follows, which is then taken.
  [[gnu::noinline]] bool closes() {
    if (!skip_space(in_) || *in_.cursor() != closing_) return false;
    in_.advance_to(in_.cursor() + 1);
    return true;
  }
  /// Behind a part: takes a comma, or the closing bracket and says so.
  [[gnu::noinline]] scan_status next(bool& is_closed) {
    if (!skip_space(in_)) return lacks(end_of_part(closing_));
    char const c = *in_.cursor();
    is_closed = c == closing_;
    if (!is_closed && c != ',') return lacks(end_of_part(closing_));
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Behind a part that is not the last one.
  [[gnu::noinline]] scan_status comma() {
    if (!skip_space(in_) || *in_.cursor() != ',') return lacks("','");
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Behind a key.
  [[gnu::noinline]] scan_status colon() {
    if (!skip_space(in_) || *in_.cursor() != ':') return lacks("':'");
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Behind the last one.
  [[gnu::noinline]] scan_status close() {
    return closes() ? scan_ok : lacks(closing_bracket(closing_));
  }
  template <class T>
  scan_status part(T& to) {
    return read_part(in_, to, expected_);
  }
  /// What is wrong at the cursor.
  scan_status lacks(text what) noexcept {
    expected_ = what;
    return scan_problem::malformed;
  }

 private:
  scan_status begin() {
    expected_ = opening_bracket(closing_);
    if (!skip_space(in_)) return scan_problem::malformed;
    expected_ = words_of("at most 256 nested brackets");
    return depth_.is_too_deep() ? scan_problem::malformed : scan_ok;
  }

  reader& in_;
  text& expected_;
  scan_depth depth_;
  char closing_;
};

// What is read into a fresh object first, so that the target is as it was
// when that fails. What is large would need the stack twice; what owns no
// elements, as a span, has none when it is fresh.
template <class T>
inline constexpr bool is_view = false;
template <class T>
inline constexpr bool is_read_afresh =
    std::is_default_constructible_v<T> && std::is_move_assignable_v<T> &&
    sizeof(T) <= 4096 && !is_view<T>;

/// What can be a temporary, because what it refers to is set: std::tie(a, b),
/// a span (scan/container.h).
template <class T>
inline constexpr bool refers_to_targets = false;

// A value that is no part of anything.
template <class T>
scan_status read_alone(reader& in, T& to, text& expected) {
  using own = scanned<shape_of<T>>;
  bool const has_begun = skip_space(in);
  scan_status how;
  if constexpr (requires { own::read_alone(in, to, expected); })
    how = own::read_alone(in, to, expected);
  else
    how = own::read(in, to, expected);
  if (how == scan_problem::end_of_input && has_begun)
    return scan_problem::malformed;
  return how != scan_ok && !has_begun ? scan_problem::end_of_input : how;
}

template <class T>
  requires has_whole_form<T>
struct item<T> {
  static scan_status read(reader& in, T& to, text& expected) {
    if constexpr (is_read_afresh<T>) {
      T value{};
      auto const read = [&] {
        scan_status const how = read_alone(in, value, expected);
        if (how == scan_ok) to = static_cast<T&&>(value);
        return how;
      };
      // What cannot allocate needs no way back.
      if constexpr (std::is_trivially_copyable_v<T>)
        return read();
      else
        return read_or_go_back(in, read);
    } else {
      return read_alone(in, to, expected);
    }
  }
};

template <character C>
scan_status read_quoted_character(reader& in, C& to, text& expected) {
  expected = words_of("a character in single quotes");
  if (!skip_space(in)) return scan_problem::end_of_input;
  if (*in.cursor() != '\'') return scan_problem::malformed;
  // Of one byte, it is the byte.
  using unit = std::conditional_t<sizeof(C) == 1, char, C>;
  unescaped_text<few_units<unit>> value;
  ahead from(in, 1);
  // The longest is \U0010ffff; what is longer is not looked for.
  while (from.at() < 12) {
    int const c = from.next();
    if (c == '\'') {
      few_units<unit> const& units = value.finish();
      if (units.size != 1) break;
      to = static_cast<C>(units.first);
      in.advance_to(in.cursor() + from.at());
      return scan_ok;
    }
    if (c < 0 || (c == '\\' && !read_escape(in, from, value))) break;
    if (c != '\\') value.add_byte(static_cast<char>(c));
  }
  return scan_problem::malformed;
}

// Structures with a line RILL_FIELDS: `point{x: 1, y: 2}`, the fields in any
// order.
//
// No allocation. A structure by itself may also be its members alone,
// separated by white space.

// The members with their const, as they are set.
struct field_lister {
  template <class Names, class... Members>
  constexpr type_list<Members...> operator()(Names,
                                             Members&...) const noexcept {
    return {};
  }
};

template <>
struct scanned_parts<shape::fields> {
  template <class T>
  using list = decltype(with_fields(declval<T&>(), field_lister()));
};

// No reference can be bound to a bit-field.
template <class T>
concept settable_structure =
    !std::same_as<typename scanned_parts<shape_of<T>>::template list<T>,
                  has_bit_fields>;

// '{', 'point{'
template <class T>
struct opening_words {
  static constexpr void write(word_writer& to) noexcept {
    to.add('\'');
    for (char const c : own_name<T>) to.add(c);
    to.add("{'");
  }
};

// a field of point: x, y
template <class T>
struct field_words {
  static constexpr void write(word_writer& to) noexcept {
    to.add("a field of ");
    for (char const c : own_name<T>) to.add(c);
    char const* before = ": ";
    for (text const& name : field_names<T>) {
      to.add(before);
      for (char const c : name) to.add(c);
      before = ", ";
    }
  }
};

// True when the name of a structure stands at the cursor, and a bracket
// behind it in the line: the next line may not be there yet, and a word may be
// called as its structure.
bool is_opened(reader& in, text name);

template <class T>
scan_status open_structure(parts_reader& from) {
  return from.open(own_name<T>, text_of_words<opening_words<T>>());
}

// The members alone.
template <class... Members>
scan_status read_members(reader& in, text& expected, Members&... members) {
  scan_status how = scan_problem::malformed;
  (void)(((how = item<Members>::read(in, members, expected)) == scan_ok) &&
         ...);
  return how;
}

template <>
struct scanned<shape::fields> {
  template <settable_structure T>
  static scan_status read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, '}');
    scan_status how = open_structure<T>(from);
    if (how != scan_ok) return how;
    constexpr std::size_t count = field_names<T>.size();
    unsigned long long missing = 0;
    if constexpr (count != 0) missing = ~0ULL >> (64 - count);
    while (missing != 0) {
      how = read_field(in, from, to, missing);
      if (how == scan_ok && missing != 0) how = from.comma();
      if (how != scan_ok) return how;
    }
    return from.close();
  }
  template <class T>
    requires(field_names<T>.size() != 0)
  static scan_status read_alone(reader& in, T& to, text& expected) {
    if (is_opened(in, own_name<T>)) return read(in, to, expected);
    return with_fields(to, [&](auto, auto&... members) {
      return read_members(in, expected, members...);
    });
  }

 private:
  // One of those that are missing, with its name.
  template <class T>
  static scan_status read_field(reader& in, parts_reader& from, T& to,
                                unsigned long long& missing) {
    (void)skip_space(in);
    std::size_t number = 0;
    for (text const& name : field_names<T>) {
      if ((missing >> number & 1) != 0 && takes_word(in, name)) break;
      ++number;
    }
    if (number == field_names<T>.size())
      return from.lacks(text_of_words<field_words<T>>());
    missing &= ~(1ULL << number);
    scan_status how = from.colon();
    if (how != scan_ok) return how;
    with_fields(to, [&](auto, auto&... members) {
      std::size_t i = 0;
      [[maybe_unused]] auto const is_it = [&](auto& member) {
        if (i++ != number) return false;
        how = from.part(member);
        return true;
      };
      (void)(is_it(members) || ...);
    });
    return how;
  }
};

// Plain structures: `point{1, 2}`.
//
// No allocation. A structure by itself may also be its members alone,
// separated by white space.

// The members with their const, as they are set.
struct target_lister {
  template <class... Members>
  constexpr type_list<Members...> operator()(Members&...) const noexcept {
    return {};
  }
};

template <>
struct scanned_parts<shape::aggregate> {
  template <class T>
  using list = decltype(with_members(declval<T&>(), target_lister()));
};

template <>
struct scanned<shape::aggregate> {
  template <settable_structure T>
  static scan_status read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, '}');
    scan_status how = open_structure<T>(from);
    if (how != scan_ok) return how;
    with_members(to, [&](auto&... members) {
      bool is_first = true;
      [[maybe_unused]] auto const next = [&](auto& member) {
        if (!is_first) how = from.comma();
        is_first = false;
        if (how == scan_ok) how = from.part(member);
        return how == scan_ok;
      };
      (void)(next(members) && ...);
    });
    return how == scan_ok ? from.close() : how;
  }
  template <class T>
    requires(member_count<T> != 0)
  static scan_status read_alone(reader& in, T& to, text& expected) {
    if (is_opened(in, own_name<T>)) return read(in, to, expected);
    return with_members(to, [&](auto&... members) {
      return read_members(in, expected, members...);
    });
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "structure_body.h"
#endif

#endif
