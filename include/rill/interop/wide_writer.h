// rill/interop/wide_writer.h: a writer of UTF-8 into a std::wstreambuf.
//
// Floor 6. Allocates nothing. Pieces collect as UTF-8 in a block; from there
// they are decoded straight into the put area. What is no UTF-8 becomes
// U+FFFD, one for each maximal subpart. Tests:
// test/interop/wide_stream_test.cpp.
#ifndef RILL_INTEROP_WIDE_WRITER_H
#define RILL_INTEROP_WIDE_WRITER_H

#include <ostream>  // std::wios

#include "../unicode/wide_units.h"
#include "streambuf_writer.h"

namespace rill::inline RILL_BUILD::detail {

class wide_writer : public writer {
 public:
  wide_writer(std::wstreambuf& to, std::wios& marked) noexcept
      : writer(device, block_, sizeof block_), to_(to), marked_(marked) {}

  /// Hands everything over.
  void finish() {
    if (!error_) pass_block(true);
  }

 private:
  using access = streambuf_access<wchar_t>;

  // A sequence that the block's end cuts stays in it.
  void pass_block(bool is_all) {
    char const* at = begin_;
    char const* const last = cursor_;
    cursor_ = begin_;
    pass(at, last, is_all);
    if (!error_)
      for (; at != last; ++at) *cursor_++ = *at;
  }
  void pass(char const*& at, char const* last, bool is_all) {
    auto const size = static_cast<std::size_t>(last - at);
    buffer_area<wchar_t> const area = access::put_area(to_);
    if (size <= area.size()) {
      access::advance_put_area(to_, widen_utf8(area.cursor, at, last, is_all));
      return;
    }
    wchar_t wide[256];
    while (at != last && !error_) {
      std::size_t const left = static_cast<std::size_t>(last - at);
      char const* const step = at + smaller<std::size_t>(left, 256);
      wchar_t const* const end =
          widen_utf8(&wide[0], at, step, is_all && step == last);
      if (end == &wide[0]) break;
      put_units(&wide[0], static_cast<std::size_t>(end - &wide[0]));
    }
  }
  void put_units(wchar_t const* data, std::size_t size) {
    struct stopper {
      wide_writer& out;
      error_code outcome = library_problem::stream_failed;
      ~stopper() {
        if (outcome) out.stop(outcome);
      }
    } result{*this};
    result.outcome = basic_stream_caller<std::wios>(marked_)(
        [&] { return put_all(to_, data, size); });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<wide_writer&>(base);
    do {
      self.pass_block(false);
      if (self.error_) return;
      std::size_t const part = smaller(size, self.room());
      self.cursor_ = copy_bytes(self.cursor_, data, part);
      data += part;
      size -= part;
    } while (size != 0);
  }
  static void flush_block(writer& base) {
    auto& self = static_cast<wide_writer&>(base);
    if (!self.error_) self.pass_block(false);
  }
  static constexpr writer_device device{drain, flush_block};

  std::wstreambuf& to_;
  std::wios& marked_;
  char block_[1024];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
