// rill/interop/tied_reader.h: a reader out of the FILE behind a std::istream.
//
// Floor 6. For std::cin while it is synchronised with stdin: the bytes are
// read in the FILE's own buffer. The caller holds the FILE's lock. Tests:
// test/interop/ostream_sink_test.cpp, test/system/iostream_test.py.
#ifndef RILL_INTEROP_TIED_READER_H
#define RILL_INTEROP_TIED_READER_H

#include <istream>  // std::istream

#include "../stream/c_stream_reader.h"
#include "stream_call.h"

namespace rill::inline RILL_BUILD::detail {

class tied_reader : public reader {
 public:
  tied_reader(FILE* from, std::istream& stream)
      : reader(device, nullptr, 0), stream_(stream), below_(from) {
    show();
  }
  tied_reader(tied_reader const&) = delete;
  ~tied_reader() {
    if (!is_finished_) below_.~c_stream_reader();
  }

  /// Tells the FILE what was taken. The last byte of that is taken by the
  /// streambuf, which keeps it for unget().
  error_code finish() {
    if (is_finished_) return {};
    is_finished_ = true;
    bool const is_last_here = cursor_ != shown_at_;
    bool const is_last_gone =
        !is_last_here && has_taken_ && cursor_ == end_ && is_at_end_;
    below_.advance_to(is_last_here ? cursor_ - 1 : cursor_);
    below_.~c_stream_reader();
    if (!is_last_here && !is_last_gone) return {};
    return stream_caller(stream_)([&]() -> error_code {
      (void)stream_.rdbuf()->sbumpc();
      return {};
    });
  }

  bool is_at_end() const noexcept { return is_at_end_; }
  bool is_exhausted() const noexcept { return is_exhausted_; }

 private:
  void show() {
    begin_ = below_.history().data;
    shown_at_ = cursor_ = below_.cursor();
    end_ = below_.end();
    error_ = below_.error();
  }
  // The tied stream and the FILE may be left by unwinding: what is below then
  // is what is shown here, too.
  bool ask_below() {
    struct shower {
      tied_reader& self;
      ~shower() { self.show(); }
    } const show_again{*this};
    if (stream_.tie()) stream_.tie()->flush();
    return below_.more();
  }
  bool fill_from_below() {
    if (is_at_end_ || error_) return false;
    bool const had_unread = cursor_ != end_;
    if (cursor_ != shown_at_) has_taken_ = true;
    below_.advance_to(cursor_);
    bool const done = ask_below();
    is_at_end_ = !done && !error_;
    is_exhausted_ = is_at_end_ && !had_unread;
    return done;
  }
  static bool fill(reader& base) {
    return static_cast<tied_reader&>(base).fill_from_below();
  }
  static source_position locate(reader const& base) {
    return static_cast<tied_reader const&>(base).below_.locate();
  }
  static source_position place(reader const& base, char const* byte) {
    auto& self = static_cast<tied_reader const&>(base);
    self.below_.advance_to(self.cursor_);
    return position_of(self.below_, byte);
  }
  static text name(reader const& base) {
    return source_of(static_cast<tied_reader const&>(base).below_).name;
  }
  static constexpr reader_device device{fill, locate, place, name};

  std::istream& stream_;
  bool has_taken_ = false;  // something, before the last fill
  bool is_at_end_ = false;
  bool is_exhausted_ = false;
  bool is_finished_ = false;
  char const* shown_at_ = nullptr;
  union {
    mutable c_stream_reader below_;
  };
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
