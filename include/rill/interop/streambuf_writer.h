// rill/interop/streambuf_writer.h: a writer into a std::streambuf.
//
// Floor 6. Allocates nothing. Made for one print call. The everyday print
// never comes here: it is written straight into the put area
// (put_directly). Where that has no room (its end, first use, streambufs
// without one), and where foreign code runs that may print to the same
// stream, the pieces collect in a block and go by sputn. Tests:
// test/interop/streambuf_fuzz_test.cpp.
#ifndef RILL_INTEROP_STREAMBUF_WRITER_H
#define RILL_INTEROP_STREAMBUF_WRITER_H

#include "../print/c_stream_sink.h"
#include "stream_call.h"
#include "streambuf_area.h"

namespace rill::inline RILL_BUILD::detail {

// A streambuf's refusal, or the error that errno tells.
template <class Char>
error_code put_all(std::basic_streambuf<Char>& to, Char const* data,
                   std::size_t size) {
  auto const wanted = static_cast<std::streamsize>(size);
  if (to.sputn(data, wanted) == wanted) return {};
  return reason_of_refusal(library_problem::wrote_nothing);
}

class streambuf_writer : public writer {
 public:
  streambuf_writer(std::streambuf& to, stream_caller caller) noexcept
      : writer(device, block_, sizeof block_), to_(to), caller_(caller) {}

  /// Hands everything over.
  void finish() {
    if (!error_) pass_block();
  }

 private:
  void pass(char const* data, std::size_t size) {
    if (size == 0 || error_) return;
    buffer_area<char> const area = put_area(to_);
    if (size <= area.size()) {
      advance_put_area(to_, copy_bytes(area.cursor, data, size));
      return;
    }
    struct stopper {
      streambuf_writer& out;
      error_code outcome = library_problem::stream_failed;
      ~stopper() {
        if (outcome) out.stop(outcome);
      }
    } result{*this};
    result.outcome = caller_([&] { return put_all(to_, data, size); });
  }
  void pass_block() {
    auto const held = static_cast<std::size_t>(cursor_ - begin_);
    cursor_ = begin_;
    pass(begin_, held);
  }
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<streambuf_writer&>(base);
    self.finish();
    if (!self.error_ && size <= self.room())
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      self.pass(data, size);
  }
  static void flush_block(writer& base) {
    static_cast<streambuf_writer&>(base).finish();
  }
  static constexpr writer_device device{drain, flush_block};

  std::streambuf& to_;
  stream_caller caller_;
  char block_[4096];
};

// The last of a print, also when a hook throws: the pieces before it are
// kept. An error that this meets while the hook's exception is on its way is
// left in `kept`, if there is one; a stream has its badbit.
template <class Writer>
class writer_finisher {
 public:
  explicit writer_finisher(Writer& out, error_code* kept = nullptr) noexcept
      : out_(out), kept_(kept) {}
  writer_finisher(writer_finisher const&) = delete;
  ~writer_finisher() {
    if (is_done_) return;
#if RILL_EXCEPTIONS
    try {
      out_.finish();
    } catch (...) {
      // The exception that is on its way says more than this one.
    }
    if (kept_ && out_.error()) *kept_ = out_.error();
#endif
  }
  error_code run() {
    is_done_ = true;
    out_.finish();
    return out_.error();
  }

 private:
  Writer& out_;
  error_code* kept_;
  bool is_done_ = false;
};
template <class Writer>
writer_finisher(Writer&) -> writer_finisher<Writer>;

// Calls print(writer&) and returns the error; `kept` is of writer_finisher.
template <class Print>
error_code put_through(std::streambuf& to, stream_caller caller, Print print,
                       error_code* kept = nullptr) {
  streambuf_writer out(to, caller);
  writer_finisher finish(out, kept);
  print(out);
  return finish.run();
}

// What lies behind the put pointer: nothing that anybody wants, as in a
// filebuf; or perhaps bytes that count, as in a stringbuf after a seek.
enum class behind { nothing, perhaps_bytes };

// Pieces that can be written without touching what is behind them.
template <class Piece>
inline constexpr bool can_be_exact = is_text_piece<Piece>;
template <class Piece>
  requires(requires { Piece::reach(); })
inline constexpr bool can_be_exact<Piece> =
    is_text_piece<Piece> || Piece::reach() <= 256;

// Numbers are written in steps that may be longer than they are; here they
// come from a scratch.
template <class Piece>
inline char* write_exactly(char* out, Piece const& piece) {
  if constexpr (is_text_piece<Piece>) {
    return copy_bytes(out, text_of(piece).data, text_of(piece).size);
  } else if constexpr (Piece::reach() == 1) {
    return piece.write(out);
  } else {
    char scratch[Piece::reach()];
    char const* const end = piece.write(&scratch[0]);
    return copy_bytes(out, scratch, static_cast<std::size_t>(end - scratch));
  }
}

// Prints straight into the put area when all pieces fit.
template <behind Behind, class... Pieces>
inline bool put_directly(std::streambuf& to, Pieces const&... pieces) {
  using access = streambuf_access<char>;
  constexpr bool is_exact = Behind == behind::perhaps_bytes;
  if constexpr (!streambufs_are_open ||
                (is_exact && !(can_be_exact<Pieces> && ...))) {
    return false;
  } else {
    // An area that is not there is no area with room, not even for 0 bytes;
    // and pbump takes an int.
    std::uint64_t const reach = (pieces.reach() + ... + std::uint64_t{1});
    char* const start = access::put_begin(to);
    auto const begin = reinterpret_cast<std::uintptr_t>(start);
    auto const end = reinterpret_cast<std::uintptr_t>(access::put_end(to));
    if (RILL_UNLIKELY(reach > access::most_at_once) ||
        RILL_UNLIKELY(begin + reach > end))
      return false;
    char* cursor = start;
    if constexpr (is_exact)
      ((cursor = write_exactly(cursor, pieces)), ...);
    else
      ((cursor = pieces.write(cursor)), ...);
    access::put_up_to(to, cursor);
    return true;
  }
}

// The same with plain values of any number. Those that must not touch the
// bytes behind them come from a scratch, if they are that short.
inline bool put_list_directly(std::streambuf& to, behind what,
                              print_list list) {
  buffer_area<char> const area = put_area(to);
  if (area.size() == 0) return false;
  if (what == behind::nothing) {
    char* const end = put_list_directly(area.cursor, area.end, list);
    if (end) advance_put_area(to, end);
    return end != nullptr;
  }
  char scratch[512];
  char const* const end =
      put_list_directly(scratch, scratch + sizeof scratch, list);
  if (!end) return false;
  auto const size = static_cast<std::size_t>(end - scratch);
  if (size > area.size()) return false;
  advance_put_area(to, copy_bytes(area.cursor, scratch, size));
  return true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
