// rill/binary/choice.h: optionals, owning pointers, variants and expected
// values: the number of the alternative, then its value.
//
// Layer 5. The pointer allocates. Tests: test/binary/choice_test.cpp.
#ifndef RILL_BINARY_CHOICE_H
#define RILL_BINARY_CHOICE_H

#include "coder.h"

namespace rill::inline RILL_BUILD::detail {

template <class F>
constexpr void diagnose_choice() {
  static_assert(!F::is_layout,
                "rill: binary_fixed has no place for which of several values "
                "there is");
}

/// Writes which of several things is there, and the thing: 0 is nothing. Plain
/// formats count from First.
template <class F, unsigned First, class... T>
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

/// Reads the number, then by read(number, at) what is there: that function
/// returns null for a number that it does not know.
template <class F, unsigned First, class Read>
char const* get_choice(binary_source& from, char const* at, Read read) {
  diagnose_choice<F>();
  unsigned long long number = 0;
  char const* behind = nullptr;  // the number
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

// Where a member function is called get, too.
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
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    if (!value.has_value()) return put_choice<F, 0>(to, at, 0);
    if (RILL_UNLIKELY(!to.enter())) return at;
    at = put_choice<F, 0>(to, at, 1, *value);
    to.leave();
    return at;
  }
  template <class F, class T>
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
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    if (!value) return put_choice<F, 0>(to, at, 0);
    if (RILL_UNLIKELY(!to.enter())) return at;
    at = put_choice<F, 0>(to, at, 1, *value);
    to.leave();
    return at;
  }
  template <class F, class T>
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
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    if (value.valueless_by_exception()) {
      to.fail(binary_problem::no_value);
      return at;
    }
    if (RILL_UNLIKELY(!to.enter())) return at;
    at = put_alternative<F>(to, at, value, numbers_of_list(binary_parts<T>()));
    to.leave();
    return at;
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    return get_choice<F, 1>(from, at, [&](auto number, auto* now, unsigned w) {
      return get_alternative<F>(from, now, w, number, value,
                                numbers_of_list(binary_parts<T>()));
    });
  }

 private:
  template <class F, class T, int... Numbers>
  static char* put_alternative(binary_target& to, char* at, T const& value,
                               numbers<Numbers...>) {
    auto const index = static_cast<int>(value.index());
    (void)((index == Numbers &&
            (at = put_choice<F, 1>(to, at, Numbers + 1,
                                   alternative_of<Numbers>(value)),
             true)) ||
           ...);
    return at;
  }
  template <class F, class T, int... Numbers>
  static char const* get_alternative(binary_source& from, char const* at,
                                     unsigned wire, unsigned long long number,
                                     T& value, numbers<Numbers...>) {
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
  template <class F, class T>
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
  template <class F, class T>
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
  template <class F, class T>
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
