// rill/window/box_writer.h: a writer whose lines go into a window.
//
// Floor 6. Allocates. Tests: test/window/box_writer_test.cpp,
// test/os/win32/window_test.cpp.
#ifndef RILL_WINDOW_BOX_WRITER_H
#define RILL_WINDOW_BOX_WRITER_H

#include "../memory/remake.h"
#include "../stream/lost_output.h"
#include "../stream/writer.h"
#include "helper_window.h"
#include "show.h"

namespace rill::inline RILL_BUILD {

/// Prints lines into a window that stays: on Windows one of the program's own,
/// which has its own thread; elsewhere that of zenity, or of kdialog, which
/// shows the lines when the writer is closed. Where there is no window, the
/// lines go to standard error, and so do those that come after the user has
/// closed it. A line is shown when its newline comes, or by flush().
///
/// Lines that the helper had not read when its window was closed, or when it
/// died, go to standard error too, or to the next helper. A helper that reads
/// nothing for 5 s is ended.
///
/// The destructor calls close(). Movable.
///
/// Errors: std::bad_alloc. An error of standard error goes to the lost-output
/// handler, once; what is printed afterwards is dropped where there is no
/// window, so that no line is missing in the middle. error() has none of these.
///
/// Example:
///     void log_to_window() {
///       rill::box_writer out({.title = "Backup"});
///       rill::println(out, "copied ", 3, " files");
///     }
class box_writer : public writer {
 public:
  box_writer() : box_writer(box_writer_options{}) {}
  explicit box_writer(box_writer_options const& options)
      : writer(device, nullptr, 0), at_end_(options.at_end) {
    text const name =
        options.title.data ? options.title : text(os::program_name());
    owned_text const title = detail::text_for_window(name);
    if (!own_.open(title)) (void)helper_.open(title);
  }
  box_writer(box_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        own_(static_cast<os::text_window&&>(other.own_)),
        helper_(static_cast<detail::helper_window&&>(other.helper_)),
        line_(static_cast<owned_text&&>(other.line_)),
        at_end_(other.at_end_),
        is_closed_(other.is_closed_),
        has_lost_(other.has_lost_) {
    other.is_closed_ = true;
  }
  box_writer& operator=(box_writer&& other) noexcept {
    return detail::remake(*this, static_cast<box_writer&&>(other));
  }
  ~box_writer() {
    (void)detail::finish_or_report("window", [this] { close(); });
  }

  /// Returns what shows the lines now. On POSIX it is known that a user has
  /// closed the window when the next line comes.
  shown_by where() const noexcept {
    if (own_.is_open()) return shown_by::own_window;
    return helper_.is_open() ? helper_.helper() : shown_by::standard_error;
  }

  /// Shows what is left of an unfinished line, and leaves, closes or waits for
  /// the window as the options say. Further lines go to standard error.
  void close() {
    bool const was_closed = is_closed_;
    is_closed_ = true;
    show(line_);
    line_.cut_to(0);
    if (was_closed) return;
    if (at_end_ == window_end::wait) own_.wait(~0ull);
    if (at_end_ == window_end::close) own_.close();
    own_ = os::text_window();
    if (!helper_.finish(at_end_)) say_kept();
  }

 private:
  // An unfinished line that is longer is shown in pieces.
  static constexpr std::size_t longest_line = 65536;

  void take(text bytes) {
    // The line had no newline before.
    std::size_t last = bytes.size;
    while (last != 0 && bytes.data[last - 1] != '\n') --last;
    std::size_t whole = last == 0 ? 0 : line_.size() + last;
    line_.add(bytes);
    if (line_.size() - whole > longest_line) whole = end_of_characters();
    show_first(whole);
  }

  // Where the last character of the line ends that is whole.
  std::size_t end_of_characters() const noexcept {
    std::size_t const size = line_.size();
    for (std::size_t back = 1; back != 4; ++back) {
      char const* const at = line_.end() - back;
      if (detail::take_utf8(at, line_.end()).form == utf8_form::cut)
        return size - back;
    }
    return size;
  }

  void show_first(std::size_t size) {
    if (size == 0) return;
    show({line_.data(), size});
    owned_text rest(text(line_.data() + size, line_.size() - size));
    line_ = static_cast<owned_text&&>(rest);
  }

  void show(text bytes) {
    if (bytes.size == 0) return;
    detail::scratch_writer<512> clean;
    detail::write_message(clean, bytes);
    if (own_.add(clean.bytes())) return;
    if (!helper_.add(clean.bytes())) say_kept();
  }

  // What no window has shown.
  void say_kept() {
    text const bytes = helper_.kept();
    error_code problem;
    if (bytes.size != 0 && !has_lost_) {
      (void)detail::drain_standard_streams();
      problem = os::write_all(os::standard_error_handle, bytes.data, bytes.size)
                    .error;
    }
    helper_.forget_kept();
    if (!problem) return;
    has_lost_ = true;
    detail::on_lost_output(rill::error(problem, "write", "standard error"));
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    static_cast<box_writer&>(base).take({data, size});
  }
  static void flush_line(writer& base) {
    auto& self = static_cast<box_writer&>(base);
    if (self.where() != shown_by::kdialog) self.show_first(self.line_.size());
  }
  static constexpr writer_device device{drain, flush_line};

  os::text_window own_;
  detail::helper_window helper_;
  owned_text line_;  // without its newline so far
  window_end at_end_ = window_end::leave;
  bool is_closed_ = false;
  bool has_lost_ = false;  // standard error has failed
};

}  // namespace rill::inline RILL_BUILD

#endif
