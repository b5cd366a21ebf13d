// rill/interop/streambuf_area.h: the put and get areas of a std::streambuf.
//
// Floor 6. Allocates nothing, throws nothing. The areas are protected
// members; a class derived from std::streambuf may form pointers to them,
// and these may be called on any streambuf, so no cast is needed. With
// libraries whose areas are not used so (MSVC's) every area is empty, and
// everything takes the public functions. Tests:
// test/interop/streambuf_fuzz_test.cpp.
#ifndef RILL_INTEROP_STREAMBUF_AREA_H
#define RILL_INTEROP_STREAMBUF_AREA_H

#include <streambuf>  // std::basic_streambuf

#include "../stream/area.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// True where the library's streams keep their bytes in the areas.
#if defined(__GLIBCXX__) || defined(_LIBCPP_VERSION)
inline constexpr bool streambufs_are_open = true;
#else
inline constexpr bool streambufs_are_open = false;
#endif

// Never made: only its right to name the protected members is used.
template <class Char>
class streambuf_access : public std::basic_streambuf<Char> {
  using streambuf = std::basic_streambuf<Char>;

 public:
  // After an error the libraries leave the put pointer behind the area's end.
  static buffer_area<Char> put_area(streambuf& of) noexcept {
    if constexpr (!streambufs_are_open) return {};
    Char* const cursor = (of.*(&streambuf_access::pptr))();
    Char* const end = (of.*(&streambuf_access::epptr))();
    if (RILL_UNLIKELY(cursor >= end)) return {};
    return {cursor, end};
  }
  static void advance_put_area(streambuf& of, Char* end) noexcept {
    auto size = end - put_begin(of);
    for (; RILL_UNLIKELY(size > most_at_once); size -= most_at_once)
      bump(of, most_at_once);
    bump(of, static_cast<int>(size));
  }

  // The same in parts, for the shortest way: after an error the end is before
  // the begin.
  static Char* put_end(streambuf& of) noexcept {
    return (of.*(&streambuf_access::epptr))();
  }
  static Char* put_begin(streambuf& of) noexcept {
    return (of.*(&streambuf_access::pptr))();
  }
  static void bump(streambuf& of, int size) noexcept {
    (of.*(&streambuf_access::pbump))(size);
  }
  // Moves the cursor by less than most_at_once. libstdc++ documents its
  // pointers as protected members.
  static void put_up_to(streambuf& of, Char* end) noexcept {
#if defined(__GLIBCXX__)
    of.*(&streambuf_access::_M_out_cur) = end;
#else
    bump(of, static_cast<int>(end - put_begin(of)));
#endif
  }
  // pbump takes an int.
  static constexpr int most_at_once = 0x7FFFFFFF;

  static buffer_area<Char const> get_area(streambuf const& of) noexcept {
    if constexpr (!streambufs_are_open) return {};
    return {(of.*(&streambuf_access::gptr))(),
            (of.*(&streambuf_access::egptr))()};
  }
  static Char const* get_begin(streambuf const& of) noexcept {
    return (of.*(&streambuf_access::eback))();
  }
  static void advance_get_area(streambuf& of, Char const* end) noexcept {
    (of.*(&streambuf_access::setg))((of.*(&streambuf_access::eback))(),
                                    const_cast<Char*>(end),
                                    (of.*(&streambuf_access::egptr))());
  }
};

}  // namespace detail

/// The put area of a streambuf; empty before its first use, while it is read
/// from, and where it has none.
inline buffer_area<char> put_area(std::streambuf& of) noexcept {
  return detail::streambuf_access<char>::put_area(of);
}
/// Requires: `end` is in the put area.
inline void advance_put_area(std::streambuf& of, char* end) noexcept {
  detail::streambuf_access<char>::advance_put_area(of, end);
}
/// The get area of a streambuf.
inline buffer_area<char const> get_area(std::streambuf const& of) noexcept {
  return detail::streambuf_access<char>::get_area(of);
}
/// Requires: `end` is in the get area.
inline void advance_get_area(std::streambuf& of, char const* end) noexcept {
  detail::streambuf_access<char>::advance_get_area(of, end);
}

}  // namespace rill::inline RILL_BUILD

#endif
