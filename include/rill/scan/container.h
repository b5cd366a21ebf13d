// rill/scan/container.h: ranges, maps, sets, pairs, tuples and enumerations.
//
// Layer 5. Tests: test/scan/enumeration_test.cpp,
// test/scan/container_test.cpp.
#ifndef RILL_SCAN_CONTAINER_H
#define RILL_SCAN_CONTAINER_H

#include "../base/text.h"
#include "../shape/enumeration.h"
#include "../shape/holder.h"
#include "../shape/own_name.h"
#include "number.h"
#include "structure.h"

// Enumerations by name: `red`, `read|write`, `color(7)`.
//
// No allocation. An enumeration without known names is not read, because the
// numbers that it can hold are unknown too.

namespace rill::inline RILL_BUILD::detail {

// "a color: red, green, blue"
template <class E, bool ByLine = has_enum_line<E>>
struct enumeration_words {
  static constexpr void write(word_writer& to) noexcept {
    constexpr text name = own_name<E>;
    constexpr char first = name.size != 0 ? name.data[0] | 0x20 : 'x';
    constexpr bool is_vowel = first == 'a' || first == 'e' || first == 'i' ||
                              first == 'o' || first == 'u';
    to.add(is_vowel ? "an " : "a ");
    for (char const c : name) to.add(c);
    char const* before = ": ";
    std::size_t left = 12;
    for (enumerator<E> const& one : enumerator_names<E>) {
      to.add(before);
      if (left-- == 0) return to.add("…");
      for (char const c : one.name) to.add(c);
      before = ", ";
    }
  }
};

// The number between the brackets of `color(7)`.
template <class E>
using enumeration_number =
    std::conditional_t<integer<std::underlying_type_t<E>>,
                       std::underlying_type_t<E>, int>;

// True if an E can hold the number. Without a fixed underlying type, only up to
// the highest bit of its names.
template <class E, bool ByLine = has_enum_line<E>>
constexpr bool can_hold(enumeration_number<E> number) noexcept {
  using type = std::underlying_type_t<E>;
  if (static_cast<enumeration_number<E>>(static_cast<type>(number)) != number)
    return false;
  if constexpr (fixed_enumeration<E>) {
    return true;
  } else {
    unsigned long long bits = 0;
    bool has_negative = false;
    for (enumerator<E> const& one : enumerator_names<E>) {
      auto const value = static_cast<enumeration_number<E>>(one.value);
      has_negative = has_negative || value < 0;
      bits |= static_cast<unsigned long long>(value < 0 ? ~value : value);
    }
    bool const is_negative = number < 0;
    auto const rest =
        static_cast<unsigned long long>(is_negative ? ~number : number);
    while ((bits & (bits + 1)) != 0) bits |= bits >> 1;
    return (!is_negative || has_negative) && rest <= bits;
  }
}

template <>
struct scanned<shape::enumeration> {
  template <class E, bool ByLine = has_enum_line<E>>
    requires has_enumerator_names<E>
  static scan_status read(reader& in, E& to, text& expected) {
    expected = text_of_words<enumeration_words<E>>();
    if (!skip_space(in)) return scan_problem::end_of_input;
    constexpr text name = own_name<E>;
    if (name.size != 0 && starts_with(in, name) &&
        byte_ahead(in, name.size) == '(')
      return read_number(in, to, expected);
    E value{};
    std::size_t size = 0;
    if (!find_name(in, size, value)) return scan_problem::malformed;
    if constexpr (is_flags<E>)
      while (byte_ahead(in, size) == '|') {
        ++size;
        E more{};
        if (!find_name(in, size, more)) return scan_problem::malformed;
        using number = std::underlying_type_t<E>;
        value = static_cast<E>(static_cast<number>(static_cast<number>(value) |
                                                   static_cast<number>(more)));
      }
    if (is_cut(in, in.cursor() + size)) return scan_problem::malformed;
    to = value;
    in.advance_to(in.cursor() + size);
    return scan_ok;
  }

 private:
  template <class E, bool ByLine = has_enum_line<E>>
  static constexpr std::size_t longest_name() noexcept {
    std::size_t size = 0;
    for (enumerator<E> const& one : enumerator_names<E>)
      size = larger(size, one.name.size);
    return size;
  }
  // Looks for a name that begins `size` bytes behind the cursor, and adds its
  // size.
  template <class E, bool ByLine = has_enum_line<E>>
  static bool find_name(reader& in, std::size_t& size, E& to) {
    std::size_t const begin = size;
    while (size - begin <= longest_name<E>() &&
           is_in_name(byte_ahead(in, size)))
      ++size;
    auto const* const found =
        find_enumerator<E>({in.cursor() + begin, size - begin});
    if (found) to = found->value;
    return found;
  }
  template <class E, bool ByLine = has_enum_line<E>>
  static scan_status read_number(reader& in, E& to, text& expected) {
    using number_type = enumeration_number<E>;
    in.advance_to(in.cursor() + own_name<E>.size + 1);
    number_type number{};
    // Checked before it is taken, so that an error shows its position.
    if (!skip_space(in)) return scan_problem::malformed;
    text const digits = whole_integer(in, 10);
    if (plain_parse(digits.begin(), digits.end(), number, 10u) &&
        !can_hold<E>(number))
      return scan_problem::malformed;
    scan_status const how = detail::read_number(in, number, expected);
    if (how != scan_ok) return how;
    expected = words_of("')'");
    if (byte_ahead(in, 0) != ')') return scan_problem::malformed;
    in.advance_to(in.cursor() + 1);
    to = static_cast<E>(number);
    return scan_ok;
  }
};

// Ranges, maps, sets, pairs and tuples.
//
// Allocates an element only after its text has arrived.

// The reference to an element; for std::vector<bool> a proxy.
template <class Range>
using target_reference = decltype(*iterator_of(declval<Range&>()));
template <class Range>
struct range_target {
  using type = remove_cvref<target_reference<Range>>;
};
template <class Range>
  requires requires { typename Range::value_type; }
struct range_target<Range> {
  using type = typename Range::value_type;
};
template <class Range>
using target_type = typename range_target<Range>::type;

template <class Range>
concept grows_behind = requires(Range& to, target_type<Range>& value) {
  to.push_back(static_cast<target_type<Range>&&>(value));
};
// std::forward_list
template <class Range>
concept grows_after = requires(Range& to, target_type<Range>& value) {
  to.insert_after(to.before_begin(), static_cast<target_type<Range>&&>(value));
};
// For std::valarray, which loses its elements when it is resized.
template <class Range>
concept grows_anew = requires(Range& to, std::size_t size) {
  to.resize(size);
  { to[size] } -> std::same_as<target_type<Range>&>;
};
template <class Range>
concept grows = grows_behind<Range> || grows_after<Range> || grows_anew<Range>;
// Ranges with existing elements, which are assigned.
template <class Range>
concept is_filled =
    !grows<Range> && std::same_as<target_reference<Range>, target_type<Range>&>;

template <class Range>
concept readable_range =
    is_filled<Range> ||
    (grows<Range> && std::is_default_constructible_v<target_type<Range>>);

// A const range with elements that are not const, such as std::span, does not
// own them.
template <class Range>
concept owns_no_elements =
    std::is_class_v<Range> && shape_of<Range> == shape::range &&
    is_filled<Range> &&
    std::same_as<target_reference<Range const>, target_type<Range>&>;
template <owns_no_elements T>
inline constexpr bool is_view<T> = true;

// Reads the numbers that are completely in memory and followed by a comma.
template <number T, class Range>
void read_ahead(reader& in, Range& to) {
  char const* at = in.cursor();
  for (;;) {
    T value{};
    char const* const after = parse_fast(at, in.end(), value);
    if (!after || *after != ',') break;
    to.push_back(value);
    at = after + 1;
  }
  in.advance_to(at);
}

// Reads the next element of a range.
template <class Range, class Last, sight S = scan_sight_of<Range>>
scan_status read_element(parts_reader& from, Range& to, Last& last) {
  using type = target_type<Range>;
  if constexpr (requires {
                  { to.emplace_back() } -> std::same_as<type&>;
                }) {
    return from.part(to.emplace_back());
  } else {
    type value{};
    scan_status const how = from.part(value);
    if (how != scan_ok) return how;
    if constexpr (grows_behind<Range>)
      to.push_back(static_cast<type&&>(value));
    else
      last = to.insert_after(last, static_cast<type&&>(value));
    return scan_ok;
  }
}

template <>
struct scanned_parts<shape::range> {
  template <class T>
  using list = type_list<target_type<T>>;
};

template <>
struct scanned<shape::range> {
  template <readable_range T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, ']');
    if (scan_status const how = from.open(); how != scan_ok) return how;
    if constexpr (is_filled<T>) {
      return fill(from, to);
    } else if constexpr (grows_behind<T>) {
      to.clear();
      return grow(in, from, to, nullptr);
    } else if constexpr (grows_after<T>) {
      to.clear();
      return grow(in, from, to, to.before_begin());
    } else {
      return grow_anew(from, to);
    }
  }
  /// Without brackets: the elements, separated by white space.
  template <readable_range T, sight S = scan_sight_of<T>>
    requires is_filled<T>
  static scan_status read_alone(reader& in, T& to, text& expected) {
    if (in.available() != 0 && *in.cursor() == '[')
      return read(in, to, expected);
    for (auto& element : to)
      if (scan_status const how =
              item<target_type<T>>::read(in, element, expected);
          how != scan_ok)
        return how;
    return scan_ok;
  }

 private:
  template <class T, sight S = scan_sight_of<T>>
  static scan_status fill(parts_reader& from, T& to) {
    bool is_first = true;
    for (auto& element : to) {
      scan_status how = is_first ? scan_ok : from.comma();
      if (how == scan_ok) how = from.part(element);
      if (how != scan_ok) return how;
      is_first = false;
    }
    return from.close();
  }
  template <class T, sight S = scan_sight_of<T>>
  static scan_status grow_anew(parts_reader& from, T& to) {
    std::size_t count = 0;
    T all;
    for (bool is_closed = from.closes(); !is_closed; ++count) {
      if (count == all.size()) resize(all, 2 * count + 8);
      scan_status how = from.part(all[count]);
      if (how == scan_ok) how = from.next(is_closed);
      if (how != scan_ok) return how;
    }
    resize(all, count);
    to = static_cast<T&&>(all);
    return scan_ok;
  }
  template <class T>
  static void resize(T& to, std::size_t size) {
    T result;
    result.resize(size);
    for (std::size_t i = 0; i != smaller(size, to.size()); ++i)
      result[i] = static_cast<target_type<T>&&>(to[i]);
    to = static_cast<T&&>(result);
  }
  // `last` is the position of the last element, for ranges that insert after
  // it.
  template <class T, class Last, sight S = scan_sight_of<T>>
  static scan_status grow(reader& in, parts_reader& from, T& to, Last last) {
    for (bool is_closed = from.closes(); !is_closed;) {
      if constexpr (number<target_type<T>> && grows_behind<T>)
        read_ahead<target_type<T>>(in, to);
      scan_status how = read_element(from, to, last);
      if (how == scan_ok) how = from.next(is_closed);
      if (how != scan_ok) return how;
    }
    return scan_ok;
  }
};

// Reads an element into a set, a stack or a queue.
template <class C, sight S = scan_sight_of<C>>
scan_status insert_element(parts_reader& from, C& to) {
  using type = typename C::value_type;
  type value{};
  scan_status const how = from.part(value);
  if (how != scan_ok) return how;
  if constexpr (requires { to.push(static_cast<type&&>(value)); })
    to.push(static_cast<type&&>(value));
  else
    to.insert(static_cast<type&&>(value));
  return scan_ok;
}

// A set ignores an element that it already has.
template <class C, sight S = scan_sight_of<C>>
scan_status read_inserted(reader& in, C& to, text& expected, char closing) {
  parts_reader from(in, expected, closing);
  if (scan_status const how = from.open(); how != scan_ok) return how;
  for (bool is_closed = from.closes(); !is_closed;) {
    scan_status how = insert_element(from, to);
    if (how == scan_ok) how = from.next(is_closed);
    if (how != scan_ok) return how;
  }
  return scan_ok;
}

template <class C>
concept readable_set =
    std::is_default_constructible_v<typename C::value_type> &&
    requires(C& to, typename C::value_type& value) {
      to.insert(static_cast<typename C::value_type&&>(value));
    };

template <>
struct scanned_parts<shape::set> {
  template <class T>
  using list = type_list<typename T::value_type>;
};

template <>
struct scanned<shape::set> {
  template <readable_set T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    to.clear();
    return read_inserted(in, to, expected, '}');
  }
};

template <class C>
concept readable_adaptor =
    std::is_default_constructible_v<typename C::value_type> &&
    std::is_default_constructible_v<C> &&
    requires(C& to, typename C::value_type& value) {
      to.push(static_cast<typename C::value_type&&>(value));
    };

template <>
struct scanned_parts<shape::adaptor> : scanned_parts<shape::set> {};

template <>
struct scanned<shape::adaptor> {
  template <readable_adaptor T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    to = T();
    return read_inserted(in, to, expected, ']');
  }
};

template <class C>
concept readable_map =
    std::is_default_constructible_v<typename C::key_type> &&
    std::is_default_constructible_v<typename C::mapped_type> &&
    requires(C& to, typename C::key_type& key, typename C::mapped_type& value) {
      to.emplace(static_cast<typename C::key_type&&>(key),
                 static_cast<typename C::mapped_type&&>(value));
    };

template <>
struct scanned_parts<shape::map> {
  template <class T>
  using list = type_list<typename T::key_type, typename T::mapped_type>;
};

template <>
struct scanned<shape::map> {
  template <readable_map T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    to.clear();
    parts_reader from(in, expected, '}');
    if (scan_status const how = from.open(); how != scan_ok) return how;
    for (bool is_closed = from.closes(); !is_closed;) {
      scan_status how = read_entry(from, to);
      if (how == scan_ok) how = from.next(is_closed);
      if (how != scan_ok) return how;
    }
    return scan_ok;
  }

 private:
  template <class T, sight S = scan_sight_of<T>>
  static scan_status read_entry(parts_reader& from, T& to) {
    typename T::key_type key{};
    typename T::mapped_type value{};
    scan_status how = from.part(key);
    if (how == scan_ok) how = from.colon();
    if (how == scan_ok) how = from.part(value);
    if (how != scan_ok) return how;
    auto const added =
        to.emplace(static_cast<typename T::key_type&&>(key),
                   static_cast<typename T::mapped_type&&>(value));
    if constexpr (requires { added.second == true; })
      if (!added.second) return from.refuses(words_of("keys that differ"));
    return scan_ok;
  }
};

// The member types with const and reference, which the parts of the shape lack.
template <class T>
struct members_of_tuple {
  using list = typename arguments_of<T>::list;
};
template <pair_like T>
struct members_of_tuple<T> {
  using list = type_list<decltype(T::first), decltype(T::second)>;
};

template <class... Parts>
constexpr bool are_references(type_list<Parts...>) {
  return (std::is_reference_v<Parts> && ...);
}

template <>
struct scanned_parts<shape::tuple> {
  template <class T>
  using list = typename members_of_tuple<T>::list;
};

template <>
struct scanned<shape::tuple> {
  template <class T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, ')');
    scan_status how = from.open();
    int before = 0;
    each(to, [&](auto& part) {
      if (how == scan_ok && before++ != 0) how = from.comma();
      if (how == scan_ok) how = from.part(part);
      return how == scan_ok;
    });
    return how == scan_ok ? from.close() : how;
  }
  /// Without brackets: the members, separated by white space.
  template <class T, sight S = scan_sight_of<T>>
  static scan_status read_alone(reader& in, T& to, text& expected) {
    if (in.available() != 0 && *in.cursor() == '(')
      return read(in, to, expected);
    scan_status how = scan_ok;
    each(to, [&]<class Part>(Part& part) {
      how = item<Part>::read(in, part, expected);
      return how == scan_ok;
    });
    return how;
  }

 private:
  // Calls use(member&) for each member, until it returns false.
  template <class T, class Use>
  static void each(T& to, Use use) {
    if constexpr (pair_like<T>)
      (void)(use(to.first) && use(to.second));
    else
      each_of(to, use, counted(parts<T>()));
  }
  template <class... Args>
  static constexpr make_index_sequence<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <class T, class Use, int... Numbers>
  static void each_of(T& to, Use& use, index_sequence<Numbers...>) {
    (void)(use(get<static_cast<std::size_t>(Numbers)>(to)) && ...);
  }
};

template <class T>
constexpr bool refers_only() {
  if constexpr (!reads_by_shape<T>)
    return false;
  else if constexpr (shape_of<T> == shape::range)
    return owns_no_elements<T>;
  else if constexpr (shape_of<T> == shape::tuple)
    return are_references(typename scanned_parts<shape::tuple>::list<T>());
  else
    return false;
}
template <class T>
  requires(refers_only<T>())
inline constexpr bool refers_to_targets<T> = true;

}  // namespace rill::inline RILL_BUILD::detail

#endif
