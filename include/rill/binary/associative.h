// rill/binary/associative.h: maps, sets, stacks and queues, bitsets.
//
// Layer 5. The containers allocate, after the count was compared with what is
// left. Tests: test/binary/associative_test.cpp.
#ifndef RILL_BINARY_ASSOCIATIVE_H
#define RILL_BINARY_ASSOCIATIVE_H

#include "choice.h"
#include "range.h"

namespace rill::inline RILL_BUILD::detail {

template <class Added>
bool was_added(Added const& added) {
  if constexpr (requires { added.second == true; })
    return added.second;
  else
    return true;
}

/// The count of elements, and that memory may be taken for them.
template <class F, class Element>
char const* get_list_count(binary_source& from, char const* at,
                           unsigned long long& count, unsigned& wire,
                           std::size_t least, std::size_t made) {
  diagnose_count<F>();
  if constexpr (F::has_numbers) {
    at = get_list_head(from, at, count, wire);
    if (std::is_same_v<Element, entry_part> && at && wire != wire_group)
      return from.fail(at, binary_problem::other_type);
    least = least_of_wire(wire);
  } else {
    at = from.count(at, count);
  }
  if (RILL_UNLIKELY(!at) || !from.admit(at, count, least, made)) return nullptr;
  return at;
}

template <>
struct binary_coder<binary_kind::map> : dynamic_coder {
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    at = put_list_head<F, entry_part>(to, at, count_elements(value));
    if (RILL_UNLIKELY(!to.enter())) return at;
    for (auto const& entry : value)
      at = put_group<F>(to, at, entry.first, entry.second);
    to.leave();
    return at;
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    using key = std::remove_cv_t<typename T::key_type>;
    using mapped = typename T::mapped_type;
    unsigned long long count = 0;
    unsigned wire = 0;
    at = get_list_count<F, entry_part>(
        from, at, count, wire, least_size<key> + least_size<mapped>,
        sizeof(key) + sizeof(mapped) + node_size);
    value.clear();
    if (RILL_UNLIKELY(!at) || !from.enter(at)) return nullptr;
    for (unsigned long long i = 0; i != count; ++i) {
      key k{};
      mapped v{};
      int failed = -1;
      unsigned long long const begin = from.offset(at);
      at = get_group<F>(from, at, failed, k, v);
      if (RILL_UNLIKELY(!at)) {
        if (failed >= 0)
          from.in_member(failed == 0 ? text("key") : text("value"), failed);
        return from.in_element(i);
      }
      if (!was_added(
              value.emplace(static_cast<key&&>(k), static_cast<mapped&&>(v)))) {
        from.fail_at(begin, binary_problem::duplicate);
        return from.in_element(i);
      }
    }
    from.leave();
    return at;
  }
};

template <>
struct binary_coder<binary_kind::set> : dynamic_coder {
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    return binary_coder<binary_kind::range>::put<F>(to, at, value);
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    using element = typename T::value_type;
    unsigned long long count = 0;
    unsigned wire = 0;
    at = get_list_count<F, element>(from, at, count, wire, least_size<element>,
                                    sizeof(element) + node_size);
    value.clear();
    if (RILL_UNLIKELY(!at)) return nullptr;
    if constexpr (may_nest<element>)
      if (RILL_UNLIKELY(!from.enter(at))) return nullptr;
    for (unsigned long long i = 0; i != count; ++i) {
      element one{};
      unsigned long long const begin = from.offset(at);
      at = get_inside<F>(from, at, wire, one);
      if (RILL_UNLIKELY(!at)) return from.in_element(i);
      if (!was_added(value.insert(static_cast<element&&>(one)))) {
        from.fail_at(begin, binary_problem::duplicate);
        return from.in_element(i);
      }
    }
    if constexpr (may_nest<element>) from.leave();
    return at;
  }
};

// As the container below, whose order a queue with priorities makes anew.
template <>
struct binary_coder<binary_kind::adaptor> : dynamic_coder {
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    return put_value<F>(to, at, below<T>::of(value));
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    typename T::container_type all;
    at = get_value<F>(from, at, all);
    if (!at) return nullptr;
    value = T();
    for (auto& one : all)
      value.push(static_cast<typename T::value_type&&>(one));
    return at;
  }
};

// Eight bits a byte, the first bit the lowest.
template <>
struct binary_coder<binary_kind::bits> {
  template <class T>
  static constexpr std::size_t least = (T().size() + 7) / 8;
  template <class>
  static constexpr std::size_t size = dynamic_size;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    if constexpr (F::has_numbers)
      at = store_count(to.reserve(at, count_size), least<T>);
    unsigned byte = 0;
    for (std::size_t i = 0; i != value.size(); ++i) {
      byte |= (value[i] ? 1u : 0u) << i % 8;
      if (i % 8 != 7 && i + 1 != value.size()) continue;
      at = to.reserve(at, 1);
      *at++ = static_cast<char>(byte);
      byte = 0;
    }
    return at;
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    if constexpr (F::has_numbers) {
      unsigned long long bytes = 0;
      at = from.count(at, bytes);
      if (!at) return nullptr;
      if (bytes != least<T>)
        return from.fail(at, binary_problem::bad_value, bytes);
    }
    for (std::size_t i = 0; i < value.size(); i += 8) {
      at = from.need(at, 1);
      if (RILL_UNLIKELY(!at)) return nullptr;
      unsigned const byte = static_cast<unsigned char>(*at);
      std::size_t const used = smaller(value.size() - i, std::size_t{8});
      if (RILL_UNLIKELY(byte >> used != 0))
        return from.fail(at, binary_problem::bad_value, byte);
      for (std::size_t bit = 0; bit != used; ++bit)
        value[i + bit] = (byte >> bit & 1) != 0;
      ++at;
    }
    return at;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
