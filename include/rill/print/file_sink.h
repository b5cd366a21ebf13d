// rill/print/file_sink.h: unbuffered files as sinks of print.
//
// Floor 5. Part of rill/file.h, so that rill/print.h alone stays light.
// Tests: test/print/sink_test.cpp.
#ifndef RILL_PRINT_FILE_SINK_H
#define RILL_PRINT_FILE_SINK_H

#include "../os/file.h"
#include "../stream/gather_writer.h"
#include "sink.h"

namespace rill::inline RILL_BUILD {

/// Unbuffered files: one writev for the whole print, while its formatted
/// part fits 4 KiB. Errors: as file::write; error::written() tells how many
/// bytes of the print the file has.
template <std::derived_from<file_view> F>
struct sink_traits<F> {
  template <class... Args>
  static void put(F const& file, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) {
      detail::gather_writer out(file);
      (put_gathered(out, detail::piece_of(args)), ...);
      out.flush();
    }
  }
  static void flush(F const&) noexcept {}

 private:
  template <class Piece>
  static void put_gathered(detail::gather_writer& out, Piece const& piece) {
    if constexpr (detail::is_text_piece<Piece>)
      out.refer_to(detail::text_of(piece));
    else
      piece.put(out);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
