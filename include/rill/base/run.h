// rill/base/run.h: runs of characters of every type, and the characters of
// strings, pointers and arrays as such runs.
//
// Layer 0. No allocation, constexpr. Text is anything with data(), size() and
// traits_type (strings and views of every library), paths, pointers to
// characters and arrays of characters, of every character type. Tests:
// test/print/text_test.cpp.
#ifndef RILL_BASE_RUN_H
#define RILL_BASE_RUN_H

#include <concepts>     // std::same_as, std::convertible_to
#include <type_traits>  // std::is_pointer_v, std::remove_cv_t

#include "text.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept narrow_character = std::same_as<T, char> || std::same_as<T, char8_t>;

template <class T>
concept wide_character = std::same_as<T, char16_t> ||
                         std::same_as<T, char32_t> || std::same_as<T, wchar_t>;

template <class T>
concept character = narrow_character<T> || wide_character<T>;

// Strings and views of characters, from any library.
template <class T>
concept string_like = requires(T const& t) {
  typename T::traits_type;
  *t.data();
  { t.size() } -> std::convertible_to<std::size_t>;
} && character<remove_cvref<decltype(*declval<T const&>().data())>>;

template <class T>
concept character_pointer =
    std::is_pointer_v<T> &&
    character<std::remove_cv_t<std::remove_pointer_t<T>>>;

template <class T>
concept character_array = std::is_bounded_array_v<T> &&
                          character<std::remove_cv_t<std::remove_extent_t<T>>>;

// Describes a string class without traits_type. The header of its driver
// (driver/qt.h, driver/mfc.h) specialises it with
//
//     using unit = char16_t;
//     static run<unit> of(T const&) noexcept;
//
// and, when objects of the class can be scanned and appended to,
//
//     static void assign(T&, text utf8);
//     static void append(T&, unit const*, std::size_t);
//     static void append_text(T&, text utf8);
template <class T>
struct foreign_string;

template <class T>
concept foreign_text = requires(T const& t) { foreign_string<T>::of(t); };

// Describes a character class of another library that can be scanned. `unit` is
// the type that is read; the class is constructed from one.
template <class T>
struct foreign_character;

template <class T>
concept foreign_character_target =
    requires(typename foreign_character<T>::unit unit) { T{unit}; };

// std::filesystem::path and similar classes: the text is native().
template <class T>
concept path_like = requires(T const& t) {
  T::preferred_separator;
  *&t.native();
} && string_like<remove_cvref<decltype(declval<T const&>().native())>>;

// Specialised for classes whose bytes are in the object, but whose data() is
// only const.
template <class T>
inline constexpr bool holds_its_bytes = false;

// A class whose bytes end with the object: its destructor frees them, or they
// are in it, so that const reaches them. False for views, as std::string_view
// and std::span.
template <class T>
concept owns_bytes =
    std::is_class_v<T> &&
    (!std::is_trivially_destructible_v<T> || holds_its_bytes<T> ||
     requires(T& bytes, T const& constant) {
       requires !std::same_as<decltype(bytes.data()),
                              decltype(constant.data())>;
     });

// True for the T of a parameter T&& whose argument is a temporary, or moved,
// and owns its bytes: a view of them would outlive them.
template <class T>
concept temporary_owner =
    !std::is_lvalue_reference_v<T> &&
    owns_bytes<std::remove_cv_t<std::remove_reference_t<T>>>;

template <class T>
concept text_like =
    string_like<T> || character_pointer<T> || character_array<T> ||
    std::same_as<T, text> || path_like<T> || foreign_text<T>;

// Characters of any type by pointer and number.
template <class Unit>
struct run {
  Unit const* data;
  std::size_t size;
};

template <class Unit>
constexpr std::size_t length_up_to(Unit const* data,
                                   std::size_t limit) noexcept {
  std::size_t size = 0;
  while (size != limit && data[size] != Unit{}) ++size;
  return size;
}

template <string_like T>
constexpr auto run_of(T const& t) noexcept {
  using unit = remove_cvref<decltype(*t.data())>;
  return run<unit>{t.data(), t.size()};
}
constexpr run<char> run_of(text t) noexcept { return {t.data, t.size}; }
template <path_like T>
constexpr auto run_of(T const& path) noexcept {
  return run_of(path.native());
}
template <foreign_text T>
constexpr auto run_of(T const& t) noexcept {
  return foreign_string<T>::of(t);
}

// Printed for a null pointer to characters.
template <class Unit>
inline constexpr Unit null_text[] = {'(', 'n', 'u', 'l', 'l', ')'};

template <character_pointer T>
constexpr auto run_of(T const& pointer) noexcept {
  using unit = std::remove_cv_t<std::remove_pointer_t<T>>;
  if (!pointer) return run<unit>{null_text<unit>, 6};
  if constexpr (std::same_as<unit, char>)
    return run<unit>{pointer, length_of(pointer)};
  else
    return run<unit>{pointer, length_up_to(pointer, ~std::size_t{})};
}

template <character_array T>
constexpr auto run_of(T const& array) noexcept {
  using unit = std::remove_cv_t<std::remove_extent_t<T>>;
  constexpr std::size_t extent = std::extent_v<T>;
  return run<unit>{array, length_up_to(&array[0], extent)};
}

// The character type of a text.
template <text_like T>
using unit_of = remove_cvref<decltype(*run_of(declval<T const&>()).data)>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
