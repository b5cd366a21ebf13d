// rill/print/file_sink.h: unbuffered files, and files for reading and writing,
// as sinks of print.
//
// Layer 5. Part of rill/file.h, so that rill/print.h alone stays light. Tests:
// test/print/sink_test.cpp.
#ifndef RILL_PRINT_FILE_SINK_H
#define RILL_PRINT_FILE_SINK_H

#include "../os/file.h"
#include "../stream/file_update.h"
#include "../stream/replace_file.h"
#include "list.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Texts are not copied: they stay valid until the end of the call.
[[gnu::noinline]] inline void print_to_file(file_view file, print_list list) {
  gather_writer out(file);
  for (; *list.types; ++list.types, ++list.values) {
    listed_type const& type = **list.types;
    if (type.as_text)
      out.refer_to(type.as_text(*list.values));
    else
      print_call::end(out, type.put_at(out, out.cursor(), *list.values));
  }
  out.flush();
}

}  // namespace detail

/// Unbuffered files: one writev for the whole print if its formatted part fits
/// 4 KiB. Errors: as file::write; error::written() returns how many bytes of
/// the print were written.
template <std::derived_from<file_view> F>
struct sink_traits<F> {
  template <class... Args>
  static void put(F const& file, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::print_to_file(file, detail::listed_call<Args...>(args...).list());
  }
  static void flush(F const&) noexcept {}
};

/// A file for reading and writing, through its writer.
template <>
struct sink_traits<file_update> {
  template <class... Args>
  static void put(file_update& out, Args const&... args) {
    sink_traits<writer>::put(out.writer(), args...);
  }
  static void flush(file_update& out) { out.flush(); }
};

}  // namespace rill::inline RILL_BUILD

#endif
