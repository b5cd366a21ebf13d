// rill/driver/mfc_text.h: CString by its shape.
//
// Floor 6. Part of rill/driver/mfc.h. Includes no header of MFC or ATL.
// Allocates what a string that is scanned needs; throws what MFC throws for a
// lack of memory. Tests: test/driver/mfc_text_test.cpp.
#ifndef RILL_DRIVER_MFC_TEXT_H
#define RILL_DRIVER_MFC_TEXT_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../base/run.h"
#include "../os/error.h"
#include "../unicode/wide_units.h"

namespace rill::inline RILL_BUILD::detail {

// CString, CStringA, CStringW and what derives from them. The bytes of a
// CStringA are taken as they are: as UTF-8.
template <class T>
concept mfc_string = requires(T const& t) {
  typename T::XCHAR;
  { t.GetLength() } -> std::same_as<int>;
  { t.GetString() } -> std::same_as<typename T::XCHAR const*>;
} && character<typename T::XCHAR>;

// A CString counts in int.
inline int mfc_size(std::size_t size) {
  auto const count = static_cast<int>(size);
  if (count < 0 || static_cast<std::size_t>(count) != size)
    raise(error(library_problem::too_large, "put into", "a CString"));
  return count;
}

template <mfc_string T>
struct foreign_string<T> {
  using unit = typename T::XCHAR;
  static run<unit> of(T const& t) noexcept {
    return {t.GetString(), static_cast<std::size_t>(t.GetLength())};
  }
  static void assign(T& to, text utf8)
    requires requires { to.ReleaseBufferSetLength(0); }
  {
    if constexpr (std::same_as<unit, char>) {
      to.SetString(utf8.data, mfc_size(utf8.size));
    } else {
      char const* at = utf8.begin();
      int const size = mfc_size(widened_size<unit>(at, utf8.end()));
      unit* const room = to.GetBufferSetLength(size);
      widen_utf8<unit>(room, at, utf8.end(), true);
      to.ReleaseBufferSetLength(size);
    }
  }
  static void append(T& to, unit const* units, std::size_t count)
    requires requires { to.Append(units, 0); }
  {
    to.Append(units, mfc_size(count));
  }
  static void append_text(T& to, text utf8) {
    if constexpr (std::same_as<unit, char>) {
      append(to, utf8.data, utf8.size);
    } else {
      T more;
      assign(more, utf8);
      append(to, more.GetString(), of(more).size);
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
