// rill/scan/structure.h: how types are read that have a shape and no hook.
//
// Floor 5. The mirror of print/structure.h: what prints reads back. White
// space between the tokens is free. Parts are in debug form, text in double
// and characters in single quotes. How deep brackets are in each other is
// counted in the reader, so that hooks count too. Tests:
// test/scan/structure_test.cpp.
#ifndef RILL_SCAN_STRUCTURE_H
#define RILL_SCAN_STRUCTURE_H

#include <type_traits>  // std::is_default_constructible_v, …_copyable_v

#include "../shape/shape.h"
#include "floating.h"
#include "hook.h"
#include "integer.h"
#include "leaf.h"
#include "quoted.h"
#include "text_items.h"

#if RILL_HOSTED
#include <iosfwd>  // std::istream, to recognise types that come out of one
#endif

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

// The first type that keeps a T from being read, or void, as find_obstacle
// of print/way.h.
template <class T, class... Within>
constexpr auto find_scan_obstacle();

template <class... Within>
constexpr auto first_scan_obstacle(type_list<>) {
  return type_list<void>();
}
template <class... Within, class First, class... Rest>
constexpr auto first_scan_obstacle(type_list<First, Rest...>) {
  using part = std::remove_reference_t<First>;
  using found = decltype(find_scan_obstacle<part, Within...>());
  if constexpr (std::same_as<found, type_list<void>>)
    return first_scan_obstacle<Within...>(type_list<Rest...>());
  else
    return found();
}

template <class T, class... Within>
constexpr auto find_scan_obstacle() {
  if constexpr (std::is_const_v<T>)
    return type_list<T>();
  else if constexpr ((std::same_as<T, Within> || ...) || reads_itself<T>)
    return type_list<void>();
  else if constexpr (reads_by_shape<T>)
    return first_scan_obstacle<Within..., T>(
        typename scanned_parts<shape_of<T>>::template list<T>());
  else
    return type_list<T>();
}

template <class T>
inline constexpr bool has_whole_form = false;
template <reads_by_shape T>
inline constexpr bool has_whole_form<T> =
    std::same_as<decltype(find_scan_obstacle<T>()), type_list<void>>;

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
outcome read_quoted_character(reader& in, C& to, text& expected);

// One part of something, in debug form.
template <class T>
outcome read_part(reader& in, T& to, text& expected) {
  outcome how;
  if constexpr (target_string<T> && !scan_hooked<T>) {
    quoted_text<T&> quoted{to};
    how = item<quoted_text<T&>>::read(in, quoted, expected);
  } else if constexpr (path_target<T> && !scan_hooked<T>) {
    typename T::string_type value;
    how = read_part(in, value, expected);
    if (how == fine) to = T(static_cast<typename T::string_type&&>(value));
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
  [[gnu::noinline]] outcome open() {
    if (outcome const how = begin(); how != fine) return how;
    char const opening =
        closing_ == ')' ? '(' : static_cast<char>(closing_ - 2);
    expected_ = opening_bracket(closing_);
    if (*in_.cursor() != opening) return scan_problem::malformed;
    in_.advance_to(in_.cursor() + 1);
    return fine;
  }
  /// The same with a name before it; `words` are what errors say of both.
  [[gnu::noinline]] outcome open(text name, text words) {
    if (outcome const how = begin(); how != fine) return how;
    expected_ = words;
    if (!starts_with(in_, name)) return scan_problem::malformed;
    in_.advance_to(in_.cursor() + name.size);
    if (!skip_space(in_) || *in_.cursor() != '{')
      return scan_problem::malformed;
    in_.advance_to(in_.cursor() + 1);
    return fine;
  }
  /// True when the closing bracket follows, which is then taken.
  [[gnu::noinline]] bool closes() {
    if (!skip_space(in_) || *in_.cursor() != closing_) return false;
    in_.advance_to(in_.cursor() + 1);
    return true;
  }
  /// Behind a part: takes a comma, or the closing bracket and says so.
  [[gnu::noinline]] outcome next(bool& is_closed) {
    if (!skip_space(in_)) return lacks(end_of_part(closing_));
    char const c = *in_.cursor();
    is_closed = c == closing_;
    if (!is_closed && c != ',') return lacks(end_of_part(closing_));
    in_.advance_to(in_.cursor() + 1);
    return fine;
  }
  /// Behind a part that is not the last one.
  [[gnu::noinline]] outcome comma() {
    if (!skip_space(in_) || *in_.cursor() != ',') return lacks("','");
    in_.advance_to(in_.cursor() + 1);
    return fine;
  }
  /// Behind a key.
  [[gnu::noinline]] outcome colon() {
    if (!skip_space(in_) || *in_.cursor() != ':') return lacks("':'");
    in_.advance_to(in_.cursor() + 1);
    return fine;
  }
  /// Behind the last one.
  [[gnu::noinline]] outcome close() {
    return closes() ? fine : lacks(closing_bracket(closing_));
  }
  template <class T>
  outcome part(T& to) {
    return read_part(in_, to, expected_);
  }
  /// What is wrong at the cursor.
  outcome lacks(text what) noexcept {
    expected_ = what;
    return scan_problem::malformed;
  }

 private:
  outcome begin() {
    expected_ = opening_bracket(closing_);
    if (!skip_space(in_)) return scan_problem::malformed;
    expected_ = words_of("at most 256 nested brackets");
    return depth_.is_too_deep() ? scan_problem::malformed : fine;
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
outcome read_alone(reader& in, T& to, text& expected) {
  using own = scanned<shape_of<T>>;
  bool const has_begun = skip_space(in);
  outcome how;
  if constexpr (requires { own::read_alone(in, to, expected); })
    how = own::read_alone(in, to, expected);
  else
    how = own::read(in, to, expected);
  if (how == scan_problem::end_of_input && has_begun)
    return scan_problem::malformed;
  return how != fine && !has_begun ? scan_problem::end_of_input : how;
}

template <class T>
  requires has_whole_form<T>
struct item<T> {
  static outcome read(reader& in, T& to, text& expected) {
    if constexpr (is_read_afresh<T>) {
      T value{};
      auto const read = [&] {
        outcome const how = read_alone(in, value, expected);
        if (how == fine) to = static_cast<T&&>(value);
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
outcome read_quoted_character(reader& in, C& to, text& expected) {
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
      return fine;
    }
    if (c < 0 || (c == '\\' && !read_escape(in, from, value))) break;
    if (c != '\\') value.add_byte(static_cast<char>(c));
  }
  return scan_problem::malformed;
}

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "structure_body.h"
#endif

#endif
