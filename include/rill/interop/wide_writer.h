// rill/interop/wide_writer.h: a writer of UTF-8 into a std::wstreambuf.
//
// Floor 6. Allocates nothing. Pieces collect as UTF-8 in a block; from there
// they are decoded straight into the put area. What is no UTF-8 becomes
// U+FFFD, one for each maximal subpart. Tests:
// test/interop/wide_stream_test.cpp.
#ifndef RILL_INTEROP_WIDE_WRITER_H
#define RILL_INTEROP_WIDE_WRITER_H

#include "../unicode/wide_units.h"
#include "streambuf_writer.h"

namespace rill::inline RILL_BUILD::detail {

class wide_writer : public writer {
 public:
  wide_writer(std::wstreambuf& to, wide_stream_caller caller) noexcept
      : writer(device, block_, sizeof block_), to_(to), caller_(caller) {}

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
    result.outcome = caller_([&] { return put_all(to_, data, size); });
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
  wide_stream_caller caller_;
  char block_[1024];
};

template <class... Pieces>
inline constexpr std::size_t short_reach = 1000;
template <class... Pieces>
  requires(bounded_piece<Pieces> && ...)
inline constexpr std::size_t short_reach<Pieces...> =
    (Pieces::reach() + ... + std::size_t{0});

template <class T>
using piece_for = decltype(piece_of(imagined<T const>()));

// Pieces that put_wide_directly takes.
template <class... Args>
inline constexpr bool is_short_wide_call = false;
template <class... Args>
  requires is_short_call<Args...>
inline constexpr bool is_short_wide_call<Args...> =
    short_reach<piece_for<Args>...> < 256;

// Short pieces, when the put area has room for them.
template <class... Pieces>
inline bool put_wide_directly(std::wstreambuf& to, Pieces const&... pieces) {
  using access = streambuf_access<wchar_t>;
  constexpr std::size_t reach = (Pieces::reach() + ... + 0);
  buffer_area<wchar_t> const area = access::put_area(to);
  if (RILL_UNLIKELY(reach >= area.size())) return false;
  char scratch[reach + 1];
  char* end = &scratch[0];
  ((end = pieces.write(end)), ...);
  char const* at = &scratch[0];
  access::advance_put_area(to, widen_utf8(area.cursor, at, end, true));
  return true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
