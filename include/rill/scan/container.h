// rill/scan/container.h: ranges, maps, sets, pairs and tuples.
//
// Floor 5. Nothing is allocated for an element before its text was there.
// Tests: test/scan/container_test.cpp.
#ifndef RILL_SCAN_CONTAINER_H
#define RILL_SCAN_CONTAINER_H

#include "../base/numbering.h"
#include "../shape/container.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// What is read as one element: those of std::vector<bool> are none.
template <class Range>
using target_reference = decltype(*iterator_of(imagined<Range>()));
template <class Range>
struct range_target {
  using type = bare<target_reference<Range>>;
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
// std::valarray, which loses its elements when it is resized.
template <class Range>
concept grows_anew = requires(Range& to, std::size_t size) {
  to.resize(size);
  { to[size] } -> std::same_as<target_type<Range>&>;
};
template <class Range>
concept grows = grows_behind<Range> || grows_after<Range> || grows_anew<Range>;
// Elements that are there already, and are set.
template <class Range>
concept is_filled =
    !grows<Range> && std::same_as<target_reference<Range>, target_type<Range>&>;

template <class Range>
concept readable_range =
    is_filled<Range> ||
    (grows<Range> && std::is_default_constructible_v<target_type<Range>>);

// A range that is const without its elements being so, as std::span, owns
// none of them.
template <class Range>
concept owns_no_elements =
    std::is_class_v<Range> && shape_of<Range> == shape::range &&
    is_filled<Range> &&
    std::same_as<target_reference<Range const>, target_type<Range>&>;
template <owns_no_elements T>
inline constexpr bool is_view<T> = true;

// As many numbers as lie whole in memory, with a comma behind each.
template <number T, class Range>
void read_ahead(reader& in, Range& to) {
  char const* at = in.cursor();
  for (;;) {
    T value{};
    char const* const after = parse_quickly(at, in.end(), value);
    if (!after || *after != ',') break;
    to.push_back(value);
    at = after + 1;
  }
  in.advance_to(at);
}

// The elements of a range, one after the other.
template <class Range, class Last>
outcome read_element(parts_reader& from, Range& to, Last& last) {
  using type = target_type<Range>;
  if constexpr (requires {
                  { to.emplace_back() } -> std::same_as<type&>;
                }) {
    return from.part(to.emplace_back());
  } else {
    type value{};
    outcome const how = from.part(value);
    if (how != fine) return how;
    if constexpr (grows_behind<Range>)
      to.push_back(static_cast<type&&>(value));
    else
      last = to.insert_after(last, static_cast<type&&>(value));
    return fine;
  }
}

template <>
struct scanned_parts<shape::range> {
  template <class T>
  using list = type_list<target_type<T>>;
};

template <>
struct scanned<shape::range> {
  template <readable_range T>
  static outcome read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, ']');
    if (outcome const how = from.open(); how != fine) return how;
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
  /// An array without brackets is its elements, separated by white space.
  template <readable_range T>
    requires is_filled<T>
  static outcome read_alone(reader& in, T& to, text& expected) {
    if (in.available() != 0 && *in.cursor() == '[')
      return read(in, to, expected);
    for (auto& element : to)
      if (outcome const how = item<target_type<T>>::read(in, element, expected);
          how != fine)
        return how;
    return fine;
  }

 private:
  template <class T>
  static outcome fill(parts_reader& from, T& to) {
    bool is_first = true;
    for (auto& element : to) {
      outcome how = is_first ? fine : from.comma();
      if (how == fine) how = from.part(element);
      if (how != fine) return how;
      is_first = false;
    }
    return from.close();
  }
  template <class T>
  static outcome grow_anew(parts_reader& from, T& to) {
    std::size_t count = 0;
    T all;
    for (bool is_closed = from.closes(); !is_closed; ++count) {
      if (count == all.size()) resize(all, 2 * count + 8);
      outcome how = from.part(all[count]);
      if (how == fine) how = from.next(is_closed);
      if (how != fine) return how;
    }
    resize(all, count);
    to = static_cast<T&&>(all);
    return fine;
  }
  template <class T>
  static void resize(T& to, std::size_t size) {
    T result;
    result.resize(size);
    for (std::size_t i = 0; i != smaller(size, to.size()); ++i)
      result[i] = static_cast<target_type<T>&&>(to[i]);
    to = static_cast<T&&>(result);
  }
  // Last is the place of the last element, where the range asks for it.
  template <class T, class Last>
  static outcome grow(reader& in, parts_reader& from, T& to, Last last) {
    for (bool is_closed = from.closes(); !is_closed;) {
      if constexpr (number<target_type<T>> && grows_behind<T>)
        read_ahead<target_type<T>>(in, to);
      outcome how = read_element(from, to, last);
      if (how == fine) how = from.next(is_closed);
      if (how != fine) return how;
    }
    return fine;
  }
};

// An element into a set, a stack or a queue.
template <class C>
outcome insert_element(parts_reader& from, C& to) {
  using type = typename C::value_type;
  type value{};
  outcome const how = from.part(value);
  if (how != fine) return how;
  if constexpr (requires { to.push(static_cast<type&&>(value)); })
    to.push(static_cast<type&&>(value));
  else
    to.insert(static_cast<type&&>(value));
  return fine;
}

// A set takes an element that it has already as one.
template <class C>
outcome read_inserted(reader& in, C& to, text& expected, char closing) {
  parts_reader from(in, expected, closing);
  if (outcome const how = from.open(); how != fine) return how;
  for (bool is_closed = from.closes(); !is_closed;) {
    outcome how = insert_element(from, to);
    if (how == fine) how = from.next(is_closed);
    if (how != fine) return how;
  }
  return fine;
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
  template <readable_set T>
  static outcome read(reader& in, T& to, text& expected) {
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
  template <readable_adaptor T>
  static outcome read(reader& in, T& to, text& expected) {
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
  template <readable_map T>
  static outcome read(reader& in, T& to, text& expected) {
    to.clear();
    parts_reader from(in, expected, '}');
    if (outcome const how = from.open(); how != fine) return how;
    for (bool is_closed = from.closes(); !is_closed;) {
      outcome how = read_entry(from, to);
      if (how == fine) how = from.next(is_closed);
      if (how != fine) return how;
    }
    return fine;
  }

 private:
  template <class T>
  static outcome read_entry(parts_reader& from, T& to) {
    typename T::key_type key{};
    typename T::mapped_type value{};
    outcome how = from.part(key);
    if (how == fine) how = from.colon();
    if (how == fine) how = from.part(value);
    if (how != fine) return how;
    auto const added =
        to.emplace(static_cast<typename T::key_type&&>(key),
                   static_cast<typename T::mapped_type&&>(value));
    if constexpr (requires { added.second == true; })
      if (!added.second) return from.lacks(words_of("keys that differ"));
    return fine;
  }
};

// With const and references, which bare parts no longer have.
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
  template <class T>
  static outcome read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, ')');
    outcome how = from.open();
    int before = 0;
    each(to, [&](auto& part) {
      if (how == fine && before++ != 0) how = from.comma();
      if (how == fine) how = from.part(part);
      return how == fine;
    });
    return how == fine ? from.close() : how;
  }
  /// Without brackets: the members, separated by white space.
  template <class T>
  static outcome read_alone(reader& in, T& to, text& expected) {
    if (in.available() != 0 && *in.cursor() == '(')
      return read(in, to, expected);
    outcome how = fine;
    each(to, [&]<class Part>(Part& part) {
      how = item<Part>::read(in, part, expected);
      return how == fine;
    });
    return how;
  }

 private:
  // Calls use(member&) for each, until it returns false.
  template <class T, class Use>
  static void each(T& to, Use use) {
    if constexpr (pair_like<T>)
      (void)(use(to.first) && use(to.second));
    else
      each_of(to, use, counted(parts<T>()));
  }
  template <class... Args>
  static constexpr numbers_up_to<int{sizeof...(Args)}> counted(
      type_list<Args...>) {
    return {};
  }
  template <class T, class Use, int... Numbers>
  static void each_of(T& to, Use& use, numbers<Numbers...>) {
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
