// rill/binary/range.h: containers and arrays: a count and the elements, or the
// elements alone if the type fixes their number.
//
// Layer 6. The containers allocate only after the count was checked against the
// bytes left. Tests: test/binary/range_test.cpp, test/binary/limits_test.cpp.
#ifndef RILL_BINARY_RANGE_H
#define RILL_BINARY_RANGE_H

#include <tuple>  // std::tuple_size

#include "coder.h"
#include "tagged.h"

namespace rill::inline RILL_BUILD::detail {

// The number of elements that the type fixes: arrays, std::array, spans of a
// fixed extent. 0 for others.
template <class T>
inline constexpr std::size_t extent_of = 0;
template <class T, std::size_t Size>
inline constexpr std::size_t extent_of<T[Size]> = Size;
// std::array, similar templates, and spans.
template <template <class, std::size_t> class Array, class T, std::size_t Size>
  requires(requires {
            requires std::tuple_size<Array<T, Size>>::value == Size;
          } || (Size != static_cast<std::size_t>(-1) &&
                requires { requires Array<T, Size>::extent == Size; }))
inline constexpr std::size_t extent_of<Array<T, Size>> = Size;

// std::array<T, 0> has an extent too, although its extent_of is 0.
template <class T>
inline constexpr bool has_extent = extent_of<T> != 0;
template <template <class, std::size_t> class Array, class T>
  requires requires { requires std::tuple_size<Array<T, 0>>::value == 0; }
inline constexpr bool has_extent<Array<T, 0>> = true;

// Ranges that propagate const to their elements. A span does not.
template <class T>
using element_reference = decltype(*iterator_of(declval<T&>()));
template <class T>
concept owns_elements =
    std::is_lvalue_reference_v<element_reference<T>> &&
    !std::is_const_v<std::remove_reference_t<element_reference<T>>> &&
    std::is_const_v<std::remove_reference_t<element_reference<T const>>>;

// Contiguous elements.
template <class T>
concept contiguous_range = std::is_bounded_array_v<T> || requires(T& range) {
  requires std::is_same_v<remove_cvref<decltype(*range.data())>,
                          element_type<T>>;
  range.size();
};

// The type that an element is read as: bool for std::vector<bool>.
template <class T>
struct value_of_range {
  using type = element_type<T>;
};
template <class T>
  requires requires { typename T::value_type; }
struct value_of_range<T> {
  using type = std::remove_cv_t<typename T::value_type>;
};
template <class T>
using range_value = typename value_of_range<T>::type;

template <class T>
auto const* data_of_range(T const& range) noexcept {
  if constexpr (std::is_bounded_array_v<T>)
    return &range[0];
  else
    return range.data();
}

// False for ranges whose iterators cannot be copied, as those of a generator.
template <class T>
concept iterable_twice =
    std::is_copy_constructible_v<typename element<T>::iterator>;

// Counts by iterating where the range has no size().
template <class T>
std::size_t count_elements(T const& range) {
  if constexpr (has_extent<T>) {
    return extent_of<T>;
  } else if constexpr (requires { range.size(); }) {
    return static_cast<std::size_t>(range.size());
  } else {
    static_assert(iterable_twice<T>,
                  "rill: this range can be iterated only once, but its "
                  "elements are counted first: write a container of them");
    std::size_t count = 0;
    auto&& all = to_iterate(range);
    auto const end = end_of(all);
    for (auto at = iterator_of(all); at != end; ++at) ++count;
    return count;
  }
}

/// Iterates over the elements stored in a run of bytes, at any address.
template <class T, class Category>
struct image_iterator {
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using reference = T;
  using pointer = T const*;
  using iterator_category = Category;

  char const* at;

  struct bytes {
    char data[sizeof(T)];
  };
  T operator*() const noexcept {
    bytes one;
    __builtin_memcpy(&one, at, sizeof one);
    return __builtin_bit_cast(T, one);
  }
  T operator[](difference_type n) const noexcept { return *(*this + n); }
  image_iterator& operator++() noexcept { return *this += 1; }
  image_iterator operator++(int) noexcept {
    image_iterator const before = *this;
    ++*this;
    return before;
  }
  image_iterator& operator--() noexcept { return *this += -1; }
  image_iterator operator--(int) noexcept {
    image_iterator const before = *this;
    --*this;
    return before;
  }
  image_iterator& operator+=(difference_type n) noexcept {
    at += n * static_cast<difference_type>(sizeof(T));
    return *this;
  }
  image_iterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend image_iterator operator+(image_iterator a,
                                  difference_type n) noexcept {
    return a += n;
  }
  friend image_iterator operator+(difference_type n,
                                  image_iterator a) noexcept {
    return a += n;
  }
  friend image_iterator operator-(image_iterator a,
                                  difference_type n) noexcept {
    return a += -n;
  }
  friend difference_type operator-(image_iterator a,
                                   image_iterator b) noexcept {
    return (a.at - b.at) / static_cast<difference_type>(sizeof(T));
  }
  friend bool operator==(image_iterator a, image_iterator b) noexcept {
    return a.at == b.at;
  }
  friend bool operator<(image_iterator a, image_iterator b) noexcept {
    return a.at < b.at;
  }
};

// Vectors of elements that are read by memcpy.
template <class F, class T>
concept growing_images =
    reads_image<F, range_value<T>> && contiguous_range<T> &&
    requires(T& to, range_value<T> const* data) {
      typename T::iterator::iterator_category;
      to.assign(data, data);
      to.insert(to.end(), data, data);
    };

// std::span<T const>: only binary/read.h reads it.
template <class T>
concept shows_elements =
    std::is_trivially_copyable_v<T> && contiguous_range<T> &&
    requires(range_value<T> const* data, std::size_t size) { T(data, size); };

template <class T>
concept grows_by_value = requires(T& to, range_value<T>& value) {
  to.push_back(static_cast<range_value<T>&&>(value));
};
template <class T>
concept grows_by_size = requires(T& to, std::size_t size) { to.resize(size); };
// std::forward_list
template <class T>
concept grows_by_place = requires(T& to, range_value<T>& value) {
  to.insert_after(to.before_begin(), static_cast<range_value<T>&&>(value));
};

// Whether elements may nest further, so that the depth limit counts a level.
// The same in all formats, on all machines, for reading and writing.
template <class Element>
inline constexpr bool may_nest = binary_bytes<Element> == dynamic_size;

// Resizes, and keeps the first `done` elements. std::valarray's resize loses
// them.
template <class T>
void resize_keeping(T& value, std::size_t done, std::size_t size) {
  if constexpr (requires { value.begin(); }) {
    value.resize(size);
  } else {
    T before(static_cast<T&&>(value));
    value.resize(size);
    for (std::size_t i = 0; i != done; ++i)
      value[i] = static_cast<range_value<T>&&>(before[i]);
  }
}

template <class F>
constexpr void diagnose_count() {
  static_assert(!F::is_layout,
                "rill: binary_fixed has no counts: write the elements one by "
                "one, or a std::array");
}

// The pointers of a node, which count towards the memory limit.
inline constexpr std::size_t node_size = 4 * sizeof(void*);

// The memory that an element takes, including what an empty one allocates: a
// block of a std::deque (libstdc++: 64 + 512 bytes), the node of a list.
template <class T>
concept allocates_blocks = requires(T& range) {
  range[0];
  range.pop_front();
} && !requires(T& range) { range.data(); };
template <class T>
concept allocates_nodes =
    (grows_by_value<T> || grows_by_place<T>) && !contiguous_range<T> &&
    !requires(T& range) { range[0]; };
template <class T>
constexpr std::size_t find_made_size() {
  std::size_t size = sizeof(range_value<T>);
  if constexpr (std::is_class_v<range_value<T>>)
    if constexpr (allocates_blocks<range_value<T>>) size += 576;
  return allocates_nodes<T> ? size + node_size : size;
}
template <class T>
inline constexpr std::size_t made_size = find_made_size<T>();

// The most elements without any bytes in the data: classes without members, or
// hooks that read nothing.
inline constexpr std::size_t most_without_bytes = 65536;

// Writes a count. In binary_tagged, the wire type of the elements follows:
// tagged.h.
template <class F, class Element>
RILL_ALWAYS_INLINE char* put_list_head(binary_target& to, char* at,
                                       std::size_t count) {
  diagnose_count<F>();
  at = store_count(to.reserve(at, count_size + 1), count);
  if constexpr (F::has_numbers) *at++ = static_cast<char>(wire_of<Element>);
  return at;
}

// Whether the stored wire type is the one of Element. True in formats without
// wire types.
template <class F, class Element>
RILL_ALWAYS_INLINE constexpr bool is_of_wire(
    [[maybe_unused]] unsigned wire) noexcept {
  if constexpr (F::has_numbers)
    return wire == wire_of<Element>;
  else
    return true;
}

template <>
struct binary_coder<binary_kind::range> {
  template <class T>
  static constexpr std::size_t size = [] {
    if constexpr (!has_extent<T>)
      return dynamic_size;
    else if constexpr (binary_bytes<range_value<T>> == dynamic_size)
      return dynamic_size;
    else
      return extent_of<T> * binary_bytes<range_value<T>>;
  }();
  template <class T>
  static constexpr std::size_t least = [] {
    if constexpr (has_extent<T>)
      return extent_of<T> * least_size<range_value<T>>;
    else
      return std::size_t{1};
  }();
  template <class T>
  static constexpr bool image =
      has_extent<T> && std::is_trivially_copyable_v<T> &&
      sizeof(T) == size<T> && is_image<range_value<T>> && owns_elements<T>;
  template <class T>
  static constexpr bool written_image =
      has_extent<T> && std::is_trivially_copyable_v<T> &&
      sizeof(T) == size<T> && is_written_image<range_value<T>> &&
      owns_elements<T>;

  template <class F, class T, sight = binary_sight_of<T>>
  static char* store(char* at, T const& value) noexcept {
    using element = range_value<T>;
    for (auto const& one : value)
      at = binary_coder<binary_kind_of<element>>::template store<F>(at, one);
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* load(binary_source& from, char const* at, T& value) {
    using element = range_value<T>;
    unsigned long long index = 0;
    for (auto& one : value) {
      at = binary_coder<binary_kind_of<element>>::template load<F>(from, at,
                                                                   one);
      if (RILL_UNLIKELY(!at)) return from.in_element(index);
      ++index;
    }
    return at;
  }

  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    using element = range_value<T>;
    std::size_t const count = count_elements(value);
    if constexpr (writes_image<F, element> && contiguous_range<T>) {
      if constexpr (!has_extent<T> && !F::has_numbers && !F::is_layout)
        return to.put_list(at, data_of_range(value), count, sizeof(element));
      if constexpr (!has_extent<T> || F::has_numbers)
        at = put_list_head<F, element>(to, at, count);
      return to.put_bytes(at, data_of_range(value), count * sizeof(element));
    } else {
      if constexpr (!has_extent<T> || F::has_numbers)
        at = put_list_head<F, element>(to, at, count);
      if constexpr (may_nest<element>)
        if (RILL_UNLIKELY(!to.enter())) return at;
      auto&& all = to_iterate(value);
      auto const end = end_of(all);
      for (auto from = iterator_of(all); from != end; ++from)
        at = put_value<F, element>(to, at, *from);
      if constexpr (may_nest<element>) to.leave();
      return at;
    }
  }

  template <class F, class T, sight = binary_sight_of<T>>
  [[gnu::noinline]] static char const* get(binary_source& from, char const* at,
                                           T& value) {
    using element = range_value<T>;
    unsigned long long count = 0;
    unsigned wire = 0;
    std::size_t least = least_size<element>;
    if constexpr (F::has_numbers) {
      at = get_list_head(from, at, count, wire);
      if (!at) return nullptr;
      least = least_of_wire(wire);
      if (has_extent<T> && count != extent_of<T>)
        return from.fail(at, binary_problem::bad_value, count);
    } else if constexpr (!has_extent<T>) {
      diagnose_count<F>();
      at = from.count(at, count);
      if (RILL_UNLIKELY(!at)) return nullptr;
    }
    if constexpr (may_nest<element>)
      if (RILL_UNLIKELY(!from.enter(at))) return nullptr;
    if constexpr (has_extent<T>)
      at = fill<F>(from, at, value, wire);
    else if constexpr (F::views && shows_elements<T>)
      at = get_shown(from, at, value, count);
    else
      at = get_elements<F>(from, at, value, count, least, wire);
    if constexpr (may_nest<element>) from.leave();
    return at;
  }

 private:
  /// Reads `count` elements, of at least `least` bytes each, into a container.
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get_elements(binary_source& from, char const* at, T& value,
                                  unsigned long long count, std::size_t least,
                                  unsigned wire) {
    using element = range_value<T>;
    if (!from.admit(at, count, least, made_size<T>)) return nullptr;
    if constexpr (growing_images<F, T>) {
      if (is_of_wire<F, element>(wire))
        return get_images(from, at, value, count);
    }
    unsigned long long const begin = from.offset(at);
    if constexpr (grows_by_size<T> && !grows_by_place<T>)
      at = get_sized<F>(from, at, value, count, least, wire);
    else
      at = get_one_by_one<F>(from, at, value, count, wire);
    return RILL_LIKELY(at != nullptr) ? at : from.lacks(begin, count, least);
  }

  /// Reads elements into a range that keeps its size.
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* fill(binary_source& from, char const* at, T& value,
                          unsigned wire) {
    using element = range_value<T>;
    if constexpr (reads_image<F, element> && contiguous_range<T>) {
      if (!is_of_wire<F, element>(wire))
        return fill_each<F>(from, at, value, wire);
      auto* to =
          reinterpret_cast<char*>(const_cast<element*>(data_of_range(value)));
      return get_chunks<sizeof(element)>(
          from, at, extent_of<T>, [&](char const* bytes, std::size_t count) {
            to = copy_bytes(to, bytes, count * sizeof(element));
          });
    } else {
      return fill_each<F>(from, at, value, wire);
    }
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* fill_each(binary_source& from, char const* at, T& value,
                               unsigned wire) {
    unsigned long long index = 0;
    for (auto&& one : value) {
      if constexpr (std::is_same_v<decltype(one), range_value<T>&>) {
        at = get_inside<F>(from, at, wire, one);
      } else {
        range_value<T> inside{};
        at = get_inside<F>(from, at, wire, inside);
        one = inside;
      }
      if (RILL_UNLIKELY(!at)) return from.in_element(index);
      ++index;
    }
    return at;
  }

  template <class T>
  using images_of =
      image_iterator<range_value<T>, typename T::iterator::iterator_category>;

  template <class T>
  RILL_ALWAYS_INLINE static char const* get_images(binary_source& from,
                                                   char const* at, T& value,
                                                   unsigned long long count) {
    constexpr std::size_t one = sizeof(range_value<T>);
    auto const whole = static_cast<std::size_t>(count);
    std::size_t const size = whole * one;
    if (RILL_UNLIKELY(count > from.left(at) / one))
      return get_images_slowly(from, at, value, count);
    // resize() clears new elements, which the copy then overwrites. For more
    // than most_refilled bytes, assign() is faster.
    if (RILL_LIKELY(whole <= value.size() || size <= most_refilled)) {
      value.resize(whole);
      copy_short(reinterpret_cast<char*>(value.data()), at, size);
    } else {
      value.assign(images_of<T>{at}, images_of<T>{at + size});
    }
    return at + size;
  }
  template <class T>
  [[gnu::noinline]] static char const* get_images_slowly(
      binary_source& from, char const* at, T& value, unsigned long long count) {
    constexpr std::size_t one = sizeof(range_value<T>);
    unsigned long long const begin = from.offset(at);
    value.clear();
    at = get_chunks<one>(from, at, count,
                         [&](char const* bytes, std::size_t size) {
                           value.insert(value.end(), images_of<T>{bytes},
                                        images_of<T>{bytes + size * one});
                         });
    return at ? at : from.lacks(begin, count, one);
  }

  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get_sized(binary_source& from, char const* at, T& value,
                               unsigned long long count, std::size_t least,
                               unsigned wire) {
    using element = range_value<T>;
    if (RILL_LIKELY(from.is_whole() && least != 0)) {
      // Resize once: admit() has checked that the data has all elements.
      value.resize(static_cast<std::size_t>(count));
      return fill_each<F>(from, at, value, wire);
    }
    std::size_t done = 0;
    unsigned long long const begin = from.offset(at);
    if (count == 0) value.resize(0);
    while (done != count) {
      // Limit the elements that have no bytes in the data: a few bytes of
      // hostile data could state a huge count.
      if (RILL_UNLIKELY(done > most_without_bytes) && least == 0 &&
          from.offset(at) - begin < done - most_without_bytes)
        return from.fail(at, binary_problem::too_much_memory, count,
                         from.limits().memory);
      std::size_t const more = from.step(count, done, least, sizeof(element));
      resize_keeping(value, done, done + more);
      auto to = iterator_of(value);
      for (std::size_t i = 0; i != done; ++i) ++to;
      for (std::size_t const end = done + more; done != end; ++done, ++to) {
        if constexpr (std::is_same_v<decltype(*to), element&>) {
          at = get_inside<F>(from, at, wire, *to);
        } else {
          element one{};
          at = get_inside<F>(from, at, wire, one);
          *to = one;
        }
        if (RILL_UNLIKELY(!at)) return from.in_element(done);
      }
    }
    return at;
  }

  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get_one_by_one(binary_source& from, char const* at,
                                    T& value, unsigned long long count,
                                    unsigned wire) {
    using element = range_value<T>;
    value.clear();
    [[maybe_unused]] auto last = [&] {
      if constexpr (grows_by_place<T>)
        return value.before_begin();
      else
        return 0;
    }();
    for (unsigned long long i = 0; i != count; ++i) {
      element one{};
      at = get_inside<F>(from, at, wire, one);
      if (RILL_UNLIKELY(!at)) return from.in_element(i);
      if constexpr (grows_by_place<T>)
        last = value.insert_after(last, static_cast<element&&>(one));
      else
        value.push_back(static_cast<element&&>(one));
    }
    return at;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
