// rill/stream/c_buffer_reader.h: a reader of what lies in the buffer of a FILE
// and no more.
//
// Floor 4. Allocates nothing, throws nothing. For a scan that most often finds
// all that it wants there: it costs a quarter of a c_stream_reader. Tests:
// test/stream/c_stream_reader_test.cpp.
#ifndef RILL_STREAM_C_BUFFER_READER_H
#define RILL_STREAM_C_BUFFER_READER_H

#include "../os/libc/libc.h"
#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

class c_buffer_reader : public reader {
 public:
  explicit c_buffer_reader(FILE* stream) noexcept : reader(device, nullptr, 0) {
    libc::get_state none;
    libc::get_area const area = libc::readable(stream, none);
    begin_ = cursor_ = area.cursor;
    end_ = area.end;
  }

  /// True when somebody wanted more than there is: then what was read may be
  /// half of what is there, and nothing must be taken.
  bool was_asked() const noexcept { return was_asked_; }

  /// Tells the stream what was taken.
  void finish(FILE* stream) noexcept {
    libc::get_state none;
    if (cursor_) libc::taken_up_to(stream, none, cursor_);
  }

 private:
  static bool fill(reader& base) {
    static_cast<c_buffer_reader&>(base).was_asked_ = true;
    return false;
  }
  static source_position locate_nothing(reader const&) { return {}; }
  static constexpr reader_device device{fill, locate_nothing};

  bool was_asked_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
