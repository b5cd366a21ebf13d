// rill/interop/stream_handle.h: the FILE or the native handle below a C++
// stream.
//
// Layer 7. Allocates nothing but errors. The caller flushes the buffers of rill
// and of the stream before using the lower object. Tests:
// test/interop/stream_handle_test.cpp.
#ifndef RILL_INTEROP_STREAM_HANDLE_H
#define RILL_INTEROP_STREAM_HANDLE_H

#include <fstream>  // std::filebuf

#include "../os/c_stream.h"
#include "../os/error.h"
#include "filebuf.h"

namespace rill::inline RILL_BUILD {

namespace detail {

#if defined(_LIBCPP_VERSION)
// libc++ keeps its FILE private, and has a public native_handle() from C++26
// on. Only an explicit instantiation may name a private member.
template <class Tag, auto Member>
struct private_member {
  friend constexpr auto member_of(Tag) { return Member; }
};
struct filebuf_file_tag {
  friend constexpr auto member_of(filebuf_file_tag);
};
template struct private_member<filebuf_file_tag, &std::filebuf::__file_>;

inline FILE* c_stream_below(std::filebuf& of) {
  return of.is_open() ? of.*member_of(filebuf_file_tag{}) : nullptr;
}
#elif defined(__GLIBCXX__)
// Names a protected member; no object of this class is made.
struct filebuf_access : std::filebuf {
  static FILE* c_stream(std::filebuf& of) {
    return (of.*(&filebuf_access::_M_file)).file();
  }
};
inline FILE* c_stream_below(std::filebuf& of) {
  return of.is_open() ? filebuf_access::c_stream(of) : nullptr;
}
#endif

// std::ofstream, std::ifstream and std::fstream: streams with their own
// filebuf.
template <class S>
concept file_stream = requires(S& of) {
  { of.rdbuf() } -> std::same_as<std::filebuf*>;
};

[[gnu::cold, gnu::noinline]] inline FILE* raise_closed_filebuf() {
  raise(error(library_problem::closed, "find the handle of", "a std::filebuf"));
}

template <class Other>
FILE* refuse_ladder() {
  static_assert(always_false<Other>,
                "rill: the file below this cannot be found: a std::filebuf, a "
                "std::ofstream, std::ifstream or std::fstream and a "
                "filebuf_file have one");
  return nullptr;
}

}  // namespace detail

/// Returns the FILE below a std::filebuf, a std::ofstream, a std::ifstream, a
/// std::fstream or a filebuf_file, which still owns it.
///
/// Errors: closed. Available with libstdc++ and libc++ only.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <fstream>
///     std::ofstream out("numbers.txt");
///     rill::println(out, 42);
///     out.flush();
///     std::fprintf(rill::c_stream_of(out), "%d\n", 43);
#if defined(_LIBCPP_VERSION) || defined(__GLIBCXX__)
inline FILE* c_stream_of(std::filebuf& of) {
  FILE* const below = detail::c_stream_below(of);
  return below ? below : detail::raise_closed_filebuf();
}
template <detail::file_stream S>
FILE* c_stream_of(S& of) {
  return c_stream_of(*of.rdbuf());
}
template <class Other>
  requires(!detail::file_stream<Other>)
FILE* c_stream_of(Other&) {
  return detail::refuse_ladder<Other>();
}

/// Returns the native handle below the same objects, which still own it.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <fstream>
///     std::ofstream out("numbers.txt");
///     rill::file_view(rill::native_handle_of(out)).truncate(0);
template <detail::file_stream S>
os::native_handle native_handle_of(S& of) {
  return os::handle_of(c_stream_of(*of.rdbuf()));
}
inline os::native_handle native_handle_of(std::filebuf& of) {
  return os::handle_of(c_stream_of(of));
}
template <class Other>
  requires(!detail::file_stream<Other>)
os::native_handle native_handle_of(Other&) {
  (void)detail::refuse_ladder<Other>();
  return os::no_handle;
}
#endif

}  // namespace rill::inline RILL_BUILD

#endif
