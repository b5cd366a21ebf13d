// rill/scan/structure.h: reads types that have a shape and no hook, and
// structures with RILL_FIELDS.
//
// Layer 5. Tests: test/scan/structure_test.cpp.
#ifndef RILL_SCAN_STRUCTURE_H
#define RILL_SCAN_STRUCTURE_H

#include <type_traits>  // std::is_default_constructible_v, …_copyable_v

#include "../shape/fields.h"
#include "../shape/own_name.h"
#include "../shape/shape.h"
#include "item.h"
#include "number.h"
#include "text.h"

#if RILL_HOSTED
#include <iosfwd>  // std::istream, to recognise types with an operator>>
#endif

// Reads types that have a shape and no hook.
//
// The counterpart of print/structure.h: reads back what it prints. White space
// between the tokens is optional. Parts are in debug form: texts in double and
// characters in single quotes. The reader counts the nesting depth of brackets,
// so that hooks count too.

namespace rill::inline RILL_BUILD::detail {

/// Reads a T of shape S in the form of a part:
///     template <class T>
///     static scan_status read(reader&, T&, text& expected);
/// with the guarantees of item<T> (scan/item.h), except that on failure the
/// target is unspecified. If a value that is not a part may have another form
/// too:
///     template <class T>
///     static scan_status read_alone(reader&, T&, text& expected);
/// Both are constrained to the types that they can read.
template <shape S>
struct scanned;

// The types of the parts. Specialized if they differ from those of printing.
template <shape S>
struct scanned_parts : shape_parts<S> {};

#if RILL_HOSTED
// True for types with an operator>> of their own.
template <class T>
concept extractable =
    (std::is_class_v<T> || std::is_union_v<T> || std::is_enum_v<T>) &&
    requires(std::istream& in, T& value) { in >> value; };
#else
template <class T>
concept extractable = false;
#endif

// True for a user's container, aggregate or enumeration with an operator>>. It
// is not read by its shape, because its text is the form that the user chose
// for streams.
template <class T>
constexpr bool has_another_form() {
  constexpr shape s = shape_of<T>;
  if constexpr (s == shape::range || s == shape::map || s == shape::set ||
                s == shape::aggregate || s == shape::enumeration)
    return extractable<T>;
  else
    return false;
}

// Types that are read directly, and not by their shape.
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

// The first type that prevents reading a T, or void, as find_unprintable_part
// of print/refusal.h.
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

// True if a hook, or other code of the program, runs while a T is read.
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

// A string that keeps only its first unit and the number of units.
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

// Reads a character in single quotes, with the escapes of a text.
template <character C>
scan_status read_quoted_character(reader& in, C& to, text& expected);

// Reads one part of a value, in debug form.
template <class T, sight S = scan_sight_of<T>>
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
  // The whole has begun, so the end of the input inside it is an error.
  return how == scan_problem::end_of_input ? scan_problem::malformed : how;
}

// Returns the byte `offset` bytes behind the cursor, or -1 at the end of the
// input.
inline int byte_ahead(reader& in, std::size_t offset) {
  if (in.peek(offset + 1).size <= offset) return -1;
  return static_cast<unsigned char>(in.cursor()[offset]);
}

constexpr bool is_space_code(int c) noexcept {
  return c >= 0 && is_space(static_cast<char>(c));
}

// True for a byte that can continue a name.
constexpr bool is_in_name(int c) noexcept {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
         c == '_' || c == '$' || c >= 0x80;
}

// Takes `word` if it is at the cursor and no longer name begins with it.
bool takes_word(reader& in, text word);

// Names what may follow a part, for errors.
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

// The brackets and commas of one structure. While it lives, the reader's
// nesting depth is one more. Its functions do not depend on the type, so they
// are compiled once.
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
  /// The same with a name before it; `words` is the text of errors about both.
  [[gnu::noinline]] scan_status open(text name, text words) {
    if (scan_status const how = begin(); how != scan_ok) return how;
    expected_ = words;
    if (!starts_with(in_, name)) return scan_problem::malformed;
    in_.advance_to(in_.cursor() + name.size);
    if (!skip_blanks(in_) || *in_.cursor() != '{')
      return scan_problem::malformed;
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Takes the closing bracket if it follows. Returns whether it does.
  [[gnu::noinline]] bool closes() {
    if (!skip_blanks(in_) || *in_.cursor() != closing_) return false;
    in_.advance_to(in_.cursor() + 1);
    return true;
  }
  /// Called behind a part. Takes a comma or the closing bracket; is_closed
  /// tells which.
  [[gnu::noinline]] scan_status next(bool& is_closed) {
    if (!skip_blanks(in_)) return lacks(end_of_part(closing_));
    char const c = *in_.cursor();
    is_closed = c == closing_;
    if (!is_closed && c != ',') return lacks(end_of_part(closing_));
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Called behind a part that is not the last one.
  [[gnu::noinline]] scan_status comma() {
    if (!skip_blanks(in_) || *in_.cursor() != ',') return lacks("','");
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Called behind a key.
  [[gnu::noinline]] scan_status colon() {
    if (!skip_blanks(in_) || *in_.cursor() != ':') return lacks("':'");
    in_.advance_to(in_.cursor() + 1);
    return scan_ok;
  }
  /// Called behind the last part.
  [[gnu::noinline]] scan_status close() {
    return closes() ? scan_ok : lacks(closing_bracket(closing_));
  }
  template <class T, sight S = scan_sight_of<T>>
  scan_status part(T& to) {
    return read_part(in_, to, expected_);
  }
  /// Returns an error behind a part that was read and may not be there.
  [[gnu::noinline]] scan_status refuses(text what) {
    (void)skip_space(in_);
    return lacks(what);
  }
  /// Returns an error at the cursor, where `what` is missing.
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

// Types that are read into a temporary first, so that the target is unchanged
// on failure. Not for large types, which would need the stack twice, nor for
// views such as a span, which have no elements when they are new.
template <class T>
inline constexpr bool is_view = false;
template <class T>
inline constexpr bool is_read_afresh =
    std::is_default_constructible_v<T> && std::is_move_assignable_v<T> &&
    sizeof(T) <= 4096 && !is_view<T>;

/// True if an argument may be a temporary because it refers to its targets:
/// std::tie(a, b), a span (scan/container.h).
template <class T>
inline constexpr bool refers_to_targets = false;

// Reads a value that is not a part.
template <class T, sight S = scan_sight_of<T>>
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
  template <sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    if constexpr (is_read_afresh<T>) {
      T value{};
      auto const read = [&] {
        scan_status const how = read_alone(in, value, expected);
        if (how == scan_ok) to = static_cast<T&&>(value);
        return how;
      };
      // A type that cannot allocate cannot fail with std::bad_alloc.
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
  // A char type of one byte takes the byte itself.
  using unit = std::conditional_t<sizeof(C) == 1, char, C>;
  unescaped_text<few_units<unit>> value;
  ahead from(in, 1);
  // The longest form, '\U0010ffff', has 12 bytes.
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

// Structures with RILL_FIELDS: `point{x: 1, y: 2}`, the fields in any order.
//
// No allocation. A structure that is not a part may also be its members alone,
// separated by white space.

// Lists the types of the members, including their const.
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

// True if no member is a bit-field, to which no reference can be bound.
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

// "a field of point: x, y"
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

// True when the name of a structure is at the cursor, followed by a bracket,
// perhaps after blanks. Does not look into the next line, which may not have
// arrived yet. Without the bracket, the name may be the text of a member.
bool is_opened(reader& in, text name);

template <class T>
scan_status open_structure(parts_reader& from) {
  return from.open(own_name<T>, text_of_words<opening_words<T>>());
}

// Reads the members, separated by white space.
template <class... Members, sight S = scan_sight_of_call<Members...>()>
scan_status read_members(reader& in, text& expected, Members&... members) {
  scan_status how = scan_problem::malformed;
  (void)(((how = item<Members>::read(in, members, expected)) == scan_ok) &&
         ...);
  return how;
}

template <>
struct scanned<shape::fields> {
  template <settable_structure T, sight S = scan_sight_of<T>>
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
  template <class T, sight S = scan_sight_of<T>>
    requires(field_names<T>.size() != 0)
  static scan_status read_alone(reader& in, T& to, text& expected) {
    if (is_opened(in, own_name<T>)) return read(in, to, expected);
    return with_fields(to, [&](auto, auto&... members) {
      return read_members(in, expected, members...);
    });
  }

 private:
  // Reads one of the missing fields, with its name.
  template <class T, sight S = scan_sight_of<T>>
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

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "structure_body.h"
#endif

#endif
