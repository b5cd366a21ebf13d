// rill/binary/object.h: structures, and types with a rill_binary of their own.
//
// Layer 6. Tests: test/binary/structure_test.cpp, test/binary/hook_test.cpp.
#ifndef RILL_BINARY_OBJECT_H
#define RILL_BINARY_OBJECT_H

#include "coder.h"
#include "tagged.h"

// Structures, pairs and tuples.

namespace rill::inline RILL_BUILD::detail {

template <class... T>
constexpr std::size_t sum_of_sizes(type_list<T...>) {
  if constexpr (((binary_bytes<T> == dynamic_size) || ...))
    return dynamic_size;
  else
    return (binary_bytes<T> + ... + 0);
}
template <class... T>
constexpr std::size_t sum_of_least(type_list<T...>) {
  return (least_size<T> + ... + 0);
}
template <class... T>
constexpr bool are_images(type_list<T...>) {
  return (is_image<T> && ...);
}
template <class... T>
constexpr bool are_written_images(type_list<T...>) {
  return ((is_image<T> || is_written_image<T>) && ...);
}

// Structures that may be copied as a whole. The members of an aggregate are in
// memory in their order (section 11.4 of the standard); RILL_FIELDS may name
// them in another.
template <class T>
concept may_be_image = (has_own_parts<T> || shape_of<T> == shape::aggregate) &&
                       std::is_trivially_copyable_v<T> &&
                       sum_of_sizes(binary_parts<T>()) == sizeof(T);

// Calls use(members...) with the members of a structure.
template <class T, class Use>
RILL_ALWAYS_INLINE constexpr decltype(auto) with_binary_parts(T& value,
                                                              Use use) {
  using type = std::remove_const_t<T>;
  if constexpr (pair_like<type>) {
    return use(value.first, value.second);
  } else if constexpr (has_own_parts<type>) {
    return with_members(value, use);
  } else if constexpr (shape_of<type> == shape::tuple) {
    return [&]<int... Numbers>(index_sequence<Numbers...>) -> decltype(auto) {
      return use(get<static_cast<std::size_t>(Numbers)>(value)...);
    }(indices_of_list(parts<type>()));
  } else if constexpr (shape_of<type> == shape::fields) {
    return with_fields(value, [&](auto, auto&... members) -> decltype(auto) {
      return use(members...);
    });
  } else {
    return with_members(value, use);
  }
}

// The name of a member, or an empty text if it is not known.
template <class T, sight = binary_sight_of<T>>
constexpr text name_of_member([[maybe_unused]] int number) noexcept {
  if constexpr (shape_of<T> == shape::fields)
    return field_names<T>.names[number];
  else if constexpr (pair_like<T>)
    return number == 0 ? "first" : "second";
  else
    return {};
}

// Bit-fields have no address, and the bits beside them may be padding.
struct reference_taker {
  template <class... Members>
  void operator()(Members&...) const {}
};
template <class T>
constexpr bool diagnose_bit_fields() {
  if constexpr (!pair_like<T> && shape_of<T> != shape::tuple) {
    // An anonymous union is refused as a part.
    constexpr bool has_some =
        (shape_of<T> == shape::fields || !has_anonymous_member<T>) &&
        std::is_same_v<decltype(with_binary_parts(declval<T&>(),
                                                  reference_taker())),
                       has_bit_fields>;
    static_assert(!has_some,
                  "rill: a bit-field has no binary form: give its structure a "
                  "rill_binary function that reads it by a variable");
  }
  return true;
}

template <>
struct binary_coder<binary_kind::structure> {
  template <class T>
  static constexpr std::size_t size =
      diagnose_bit_fields<T>() ? sum_of_sizes(binary_parts<T>()) : 0;
  template <class T>
  static constexpr std::size_t least = sum_of_least(binary_parts<T>());
  template <class T>
  static constexpr bool image =
      may_be_image<T> && are_images(binary_parts<T>());
  template <class T>
  static constexpr bool written_image =
      may_be_image<T> && are_written_images(binary_parts<T>());

  template <class F, class T, sight = binary_sight_of<T>>
  static char* store(char* at, T const& value) noexcept {
    if constexpr (is_written_image<T>) {
      __builtin_memcpy(at, &value, sizeof value);
      return at + sizeof value;
    } else {
      with_binary_parts(value, [&](auto const&... members) {
        ((at = store_member<F>(at, members)), ...);
      });
      return at;
    }
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* load(binary_source& from, char const* at, T& value) {
    if constexpr (is_image<T>) {
      __builtin_memcpy(&value, at, sizeof value);
      return at + sizeof value;
    } else {
      return read_parts(from, value, [&](int& failed, auto&... members) {
        [[maybe_unused]] int number = 0;
        (void)(((at = load_member<F>(from, at, members)) != nullptr
                    ? goes_on(number)
                    : ends_row(failed, number)) &&
               ...);
        return at;
      });
    }
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    with_binary_parts(value, [&](auto const&... members) {
      at = put_group<F>(to, at, members...);
    });
    return at;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    return read_parts(from, value, [&](int& failed, auto&... members) {
      return get_group<F>(from, at, failed, members...);
    });
  }

 private:
  template <class F, class T>
  RILL_ALWAYS_INLINE static char* store_member(char* at, T const& member) {
    return binary_coder<binary_kind_of<T>>::template store<F>(at, member);
  }
  template <class F, class T>
  RILL_ALWAYS_INLINE static char const* load_member(binary_source& from,
                                                    char const* at, T& member) {
    return binary_coder<binary_kind_of<T>>::template load<F>(from, at, member);
  }
  // Calls read(failed, members...), and adds the failed member to the path.
  template <class T, class Read>
  RILL_ALWAYS_INLINE static char const* read_parts(binary_source& from,
                                                   T& value, Read read) {
    int failed = -1;
    char const* const after = with_binary_parts(
        value, [&](auto&... members) { return read(failed, members...); });
    if (RILL_LIKELY(after != nullptr)) return after;
    return failed < 0 ? nullptr
                      : from.in_member(name_of_member<T>(failed), failed);
  }
};

// Types of the program with a rill_binary, one function for writing and
// reading.

// Takes an argument of io(…): a value, or a numbered one, whose number only
// binary_tagged uses.
template <class F, class T>
RILL_ALWAYS_INLINE constexpr auto& plain_part(T& part) noexcept {
  if constexpr (!F::has_numbers && is_numbered<std::remove_const_t<T>>)
    return part.value;
  else
    return part;
}

template <class F>
class binary_put_io {
 public:
  static constexpr bool is_reading = false;

  binary_put_io(binary_target& to, char* at) noexcept : to_(to), at_(at) {}
  binary_put_io(binary_put_io const&) = delete;
  binary_put_io& operator=(binary_put_io const&) = delete;

  /// Writes the values. Returns true, or false after an earlier call has
  /// thrown.
  template <class... T, sight = binary_sight_of_call<T...>>
  bool operator()(T const&... values) {
    char* const at = at_;
    at_ = nullptr;  // stays null when a value throws
    if (RILL_UNLIKELY(!at)) return false;
    at_ = put_members<F>(to_, at, group_, plain_part<F>(values)...);
    return true;
  }
  char* end() {
    if (RILL_UNLIKELY(!at_)) {
      to_.fail(binary_problem::interrupted);
      return to_.begin_anew();
    }
    if constexpr (F::has_numbers) at_ = group_.end(to_, at_);
    return at_;
  }

 private:
  binary_target& to_;
  char* at_;
  group_writer<F> group_;
};

template <class F>
class binary_get_io {
 public:
  static constexpr bool is_reading = true;

  binary_get_io(binary_source& from, char const* at) noexcept
      : from_(from), at_(at) {}
  binary_get_io(binary_get_io const&) = delete;
  binary_get_io& operator=(binary_get_io const&) = delete;

  /// Reads the values. Returns false after the first failure; later calls read
  /// nothing and leave their values unchanged.
  template <class... T, sight = binary_sight_of_call<T...>>
  bool operator()(T&&... values) {
    char const* const at = at_;
    at_ = nullptr;  // stays null when a value throws
    if (RILL_UNLIKELY(!at)) return false;
    int failed = -1;
    at_ = get_members<F>(from_, at, group_, failed, plain_part<F>(values)...);
    if (RILL_UNLIKELY(!at_) && failed >= 0)
      from_.in_member({}, failed + before_);
    before_ += int{sizeof...(T)};
    return at_ != nullptr;
  }
  char const* end() {
    if (RILL_UNLIKELY(!at_) && !from_.failure())
      return from_.fail_at(from_.passed(), binary_problem::interrupted);
    if constexpr (F::has_numbers)
      if (at_) at_ = group_.end(from_, at_);
    return at_;
  }

 private:
  binary_source& from_;
  char const* at_;
  int before_ = 0;  // number of values in earlier calls
  group_reader<F> group_;
};

template <>
struct binary_coder<binary_kind::hook> {
  template <class>
  static constexpr std::size_t size = dynamic_size;
  template <class>
  static constexpr std::size_t least = 0;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  // A hook takes `T&` for reading, and must not change the value when writing.
  template <class F, class T, sight = binary_sight_of<T>>
  static char* put(binary_target& to, char* at, T const& value) {
    if (RILL_UNLIKELY(!to.enter())) return at;
    binary_put_io<F> io(to, at);
    if constexpr (requires { rill_binary(io, value); })
      rill_binary(io, value);
    else
      rill_binary(io, const_cast<T&>(value));
    to.leave();
    return io.end();
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* get(binary_source& from, char const* at, T& value) {
    if (RILL_UNLIKELY(!from.enter(at))) return nullptr;
    binary_get_io<F> io(from, at);
    rill_binary(io, value);
    from.leave();
    return io.end();
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
