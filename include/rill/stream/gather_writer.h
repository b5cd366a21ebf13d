// rill/stream/gather_writer.h: the pieces of one print to an unbuffered
// file, for one system call.
//
// Floor 4. 4 KiB on the stack for what is formatted; text stays where it is.
// Allocates nothing; throws rill::error. Tests: test/print/sink_test.cpp.
#ifndef RILL_STREAM_GATHER_WRITER_H
#define RILL_STREAM_GATHER_WRITER_H

#include "../os/file.h"
#include "handle_styles.h"
#include "lost_output.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

class gather_writer : public writer {
 public:
  explicit gather_writer(file_view file) noexcept
      : writer(device, scratch_, sizeof scratch_), file_(file) {}

  /// What a hook that throws leaves behind is written all the same; its
  /// exception is on its way, so an error of the file goes to the handler.
  ~gather_writer() {
    end_part();
    if (count_ == 0 || error_) return;
    os::transfer const done =
        os::write_all(file_.native_handle(), parts_, count_);
    if (done.error)
      on_lost_output(file_.write_failure(done.error, written_ + done.moved));
  }

  /// Adds text that stays valid until flush. Short text is copied, because
  /// a part of its own costs the kernel more than 64 bytes do.
  void refer_to(text bytes) {
    if (bytes.size <= 64) return write(bytes);
    if (count_ + 2 > part_limit) send();
    end_part();
    parts_[count_++] = os::make_part(bytes.data, bytes.size);
  }

 private:
  static constexpr std::size_t part_limit = 32;

  // What was formatted since the last part becomes one.
  void end_part() noexcept {
    if (cursor_ == begin_) return;
    parts_[count_++] =
        os::make_part(begin_, static_cast<std::size_t>(cursor_ - begin_));
    begin_ = cursor_;
  }

  void send() {
    end_part();
    os::transfer const done =
        os::write_all(file_.native_handle(), parts_, count_);
    count_ = 0;
    begin_ = cursor_ = scratch_;
    end_ = scratch_ + sizeof scratch_;
    written_ += done.moved;
    if (!done.error) return;
    stop(done.error);
    // Without exceptions this ends the program: a file has no member where an
    // error could be kept for a later call.
    raise(file_.write_failure(done.error, written_));
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<gather_writer&>(base);
    if (self.error_) return;
    if (size > self.room() && size != 0) {
      if (self.count_ + 2 > part_limit) self.send();
      self.end_part();
      self.parts_[self.count_++] = os::make_part(data, size);
      self.send();
    } else {
      self.send();
      self.write(data, size);
    }
  }
  static void send_all(writer& base) {
    static_cast<gather_writer&>(base).send();
  }
  // Asked again in each print: there is nobody who could remember.
  static style_question ask_file(writer& base) {
    auto& self = static_cast<gather_writer&>(base);
    self.handle_ = self.file_.native_handle();
    return {style_answer::unasked, &self.handle_};
  }
  static constexpr writer_device device{drain, send_all, ask_file};

  file_view file_;
  os::native_handle handle_ = os::no_handle;  // for ask_file
  std::size_t count_ = 0;
  unsigned long long written_ = 0;  // bytes of this call that the file has
  os::part parts_[part_limit];
  char scratch_[4096];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
