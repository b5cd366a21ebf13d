// rill/binary/choice.h: optionals, owning pointers, variants and expected
// values: the number of the alternative, then its value.
//
// Layer 6. The owning pointer allocates. Tests: test/binary/choice_test.cpp,
// test/binary/associative_test.cpp.
#ifndef RILL_BINARY_CHOICE_H
#define RILL_BINARY_CHOICE_H

#include "coder.h"
#include "range.h"

namespace rill::inline RILL_BUILD::detail {

template <class F>
constexpr void diagnose_choice() {
  static_assert(!F::is_layout,
                "rill: binary_fixed does not store which of several values is "
                "present: use binary_compact or binary_tagged");
}

/// Writes the number of an alternative, and its value. 0 is an empty optional.
/// binary_tagged writes the number as it is, other formats `number - First`.
template <class F, unsigned First, class... T,
          sight = binary_sight_of_call<T...>>
char* put_choice(binary_target& to, char* at, unsigned long long number,
                 T const&... values) {
  diagnose_choice<F>();
  if constexpr (F::has_numbers) {
    group_writer<F> group;
    group.last = static_cast<unsigned>(number) - 1;
    at = put_members<F>(to, at, group, values...);
    return group.end(to, at);
  } else {
    at = store_count(to.reserve(at, count_size), number - First);
    return put_plain_row<F>(to, at, values...);
  }
}

/// Reads the number, then calls read(number, at, wire) for the value. `read`
/// returns null for an unknown number.
template <class F, unsigned First, class Read>
char const* get_choice(binary_source& from, char const* at, Read read) {
  diagnose_choice<F>();
  unsigned long long number = 0;
  char const* behind = nullptr;  // the number's end
  // An empty optional does not count toward the limit of depth, here and in
  // put_choice.
  if constexpr (F::has_numbers) {
    group_reader<F> group;
    at = group.find_choice(from, at, number);
    if (!at) return nullptr;
    if (number != 0 && RILL_UNLIKELY(!from.enter(at))) return nullptr;
    behind = at;
    at = read(number, at, group.wire());
    if (at && number != 0) group.take();
    if (at) at = group.end(from, at);
  } else {
    at = from.count(at, number);
    if (RILL_UNLIKELY(!at)) return nullptr;
    number += First;
    if (RILL_UNLIKELY(number < First)) number = ~0ull;
    if (number != 0 && RILL_UNLIKELY(!from.enter(at))) return nullptr;
    behind = at;
    at = read(number, at, 0);
  }
  if (number != 0) from.leave();
  if (RILL_UNLIKELY(!at) && !from.failure())
    return from.fail(behind, binary_problem::bad_value,
                     F::has_numbers ? number : number - First);
  return at;
}

// Finds std::get by argument-dependent lookup: in the coders, a member function
// named get hides it.
template <int Number, class T>
auto const& alternative_of(T const& value) {
  return get<static_cast<std::size_t>(Number)>(value);
}

struct dynamic_coder {
  template <class>
  static constexpr std::size_t size = dynamic_size;
  template <class>
  static constexpr std::size_t least = 1;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;
};

template <>
struct binary_coder<binary_kind::optional> : dynamic_coder {
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    if (!value.has_value()) return put_choice<F, 0>(to, at, 0);
    if (RILL_UNLIKELY(!to.enter())) return at;
    at = put_choice<F, 0>(to, at, 1, *value);
    to.leave();
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    using type = typename T::value_type;
    return get_choice<F, 0>(from, at, [&](auto number, auto* now, unsigned w) {
      if (number == 0) {
        value.reset();
      } else if (number == 1) {
        type inside{};
        now = get_inside<F>(from, now, w, inside);
        if (now) value = static_cast<type&&>(inside);
      } else {
        now = nullptr;
      }
      return now;
    });
  }
};

template <>
struct binary_coder<binary_kind::owner> : dynamic_coder {
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    if (!value) return put_choice<F, 0>(to, at, 0);
    if (RILL_UNLIKELY(!to.enter())) return at;
    at = put_choice<F, 0>(to, at, 1, *value);
    to.leave();
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    using type = typename T::element_type;
    return get_choice<F, 0>(from, at, [&](auto number, auto* now, unsigned w) {
      if (number == 0) {
        value.reset();
      } else if (number == 1) {
        if (!from.admit(now, 1, 0, sizeof(type)))
          return static_cast<decltype(now)>(nullptr);
        T fresh(new type());
        now = get_inside<F>(from, now, w, *fresh);
        if (now) value = static_cast<T&&>(fresh);
      } else {
        now = nullptr;
      }
      return now;
    });
  }
};

template <>
struct binary_coder<binary_kind::variant> : dynamic_coder {
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    if (value.valueless_by_exception()) {
      to.fail(binary_problem::no_value);
      return at;
    }
    if (RILL_UNLIKELY(!to.enter())) return at;
    at = put_alternative<F>(to, at, value, indices_of_list(binary_parts<T>()));
    to.leave();
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    return get_choice<F, 1>(from, at, [&](auto number, auto* now, unsigned w) {
      return get_alternative<F>(from, now, w, number, value,
                                indices_of_list(binary_parts<T>()));
    });
  }

 private:
  template <class F, class T, int... Numbers, sight = binary_sight_of<T>>
  static char* put_alternative(binary_target& to, char* at, T const& value,
                               index_sequence<Numbers...>) {
    auto const index = static_cast<int>(value.index());
    (void)((index == Numbers &&
            (at = put_choice<F, 1>(to, at, Numbers + 1,
                                   alternative_of<Numbers>(value)),
             true)) ||
           ...);
    return at;
  }
  template <class F, class T, int... Numbers, sight = binary_sight_of<T>>
  static char const* get_alternative(binary_source& from, char const* at,
                                     unsigned wire, unsigned long long number,
                                     T& value, index_sequence<Numbers...>) {
    char const* after = nullptr;
    (void)((number == Numbers + 1 &&
            (after = get_inside<F>(
                 from, at, wire,
                 value.template emplace<static_cast<std::size_t>(Numbers)>()),
             true)) ||
           ...);
    return after;
  }
};

template <>
struct binary_coder<binary_kind::expected> : dynamic_coder {
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    if (RILL_UNLIKELY(!to.enter())) return at;
    if (!value.has_value())
      at = put_choice<F, 1>(to, at, 2, value.error());
    else if constexpr (std::is_void_v<decltype(*value)>)
      at = put_choice<F, 1>(to, at, 1, nothing_inside());
    else
      at = put_choice<F, 1>(to, at, 1, *value);
    to.leave();
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    return get_choice<F, 1>(from, at, [&](auto number, auto* now, unsigned w) {
      if (number == 1) {
        get_expected<F>(from, now, w, value);
      } else if (number == 2) {
        typename T::error_type inside{};
        now = get_inside<F>(from, now, w, inside);
        if (now)
          value = typename T::unexpected_type(
              static_cast<typename T::error_type&&>(inside));
      } else {
        now = nullptr;
      }
      return now;
    });
  }

 private:
  struct nothing_inside {
    using rill_parts = void;
  };
  template <class F, class T, sight = binary_sight_of<T>>
  static void get_expected(binary_source& from, char const*& now, unsigned w,
                           T& value) {
    if constexpr (std::is_void_v<typename T::value_type>) {
      nothing_inside inside;
      now = get_inside<F>(from, now, w, inside);
      if (now) value = T();
    } else {
      typename T::value_type inside{};
      now = get_inside<F>(from, now, w, inside);
      if (now) value = static_cast<typename T::value_type&&>(inside);
    }
  }
};

// Maps, sets, stacks and queues, bitsets.
//
// The containers allocate only after the count was checked against the memory
// limit.

template <class Added>
bool was_added(Added const& added) {
  if constexpr (requires { added.second == true; })
    return added.second;
  else
    return true;
}

/// Reads the count of elements, and checks it with admit().
template <class F, class Element>
char const* get_list_count(binary_source& from, char const* at,
                           unsigned long long& count, unsigned& wire,
                           std::size_t& least, std::size_t made) {
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
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    at = put_list_head<F, entry_part>(to, at, count_elements(value));
    if (RILL_UNLIKELY(!to.enter())) return at;
    for (auto const& entry : value)
      at = put_group<F>(to, at, entry.first, entry.second);
    to.leave();
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    using key = std::remove_cv_t<typename T::key_type>;
    using mapped = typename T::mapped_type;
    unsigned long long count = 0;
    unsigned wire = 0;
    std::size_t least = least_size<key> + least_size<mapped>;
    at = get_list_count<F, entry_part>(
        from, at, count, wire, least, sizeof(key) + sizeof(mapped) + node_size);
    value.clear();
    if (RILL_UNLIKELY(!at) || !from.enter(at)) return nullptr;
    unsigned long long const start = from.offset(at);
    for (unsigned long long i = 0; i != count; ++i) {
      key k{};
      mapped v{};
      int failed = -1;
      unsigned long long const begin = from.offset(at);
      at = get_group<F>(from, at, failed, k, v);
      if (RILL_UNLIKELY(!at)) {
        if (failed >= 0)
          from.in_member(failed == 0 ? text("key") : text("value"), failed);
        from.in_element(i);
        return from.lacks(start, count, least);
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
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    return binary_coder<binary_kind::range>::put<F>(to, at, value);
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    using element = typename T::value_type;
    unsigned long long count = 0;
    unsigned wire = 0;
    std::size_t least = least_size<element>;
    at = get_list_count<F, element>(from, at, count, wire, least,
                                    sizeof(element) + node_size);
    value.clear();
    if (RILL_UNLIKELY(!at)) return nullptr;
    unsigned long long const start = from.offset(at);
    if constexpr (may_nest<element>)
      if (RILL_UNLIKELY(!from.enter(at))) return nullptr;
    for (unsigned long long i = 0; i != count; ++i) {
      element one{};
      unsigned long long const begin = from.offset(at);
      at = get_inside<F>(from, at, wire, one);
      if (RILL_UNLIKELY(!at)) {
        from.in_element(i);
        return from.lacks(start, count, least);
      }
      if (!was_added(value.insert(static_cast<element&&>(one)))) {
        from.fail_at(begin, binary_problem::duplicate);
        return from.in_element(i);
      }
    }
    if constexpr (may_nest<element>) from.leave();
    return at;
  }
};

// Stacks and queues: written as the container that they adapt. Reading pushes
// each element, which orders a priority queue by its own comparison.
template <>
struct binary_coder<binary_kind::adaptor> : dynamic_coder {
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    return put_value<F>(to, at, below<T>::of(value));
  }
  template <class F, class T, sight = binary_sight_of<T>>
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

// Eight bits a byte, the first bit lowest.
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
