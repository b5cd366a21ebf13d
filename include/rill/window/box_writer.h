// rill/window/box_writer.h: a writer that shows its lines in a window.
//
// Layer 7. Tests: test/window/box_writer_test.cpp,
// test/os/win32/window_test.cpp.
#ifndef RILL_WINDOW_BOX_WRITER_H
#define RILL_WINDOW_BOX_WRITER_H

#include "../memory/storage.h"
#include "../os/process.h"
#include "../os/window.h"
#include "../process/pipe.h"
#include "../process/spawn.h"
#include "../stream/lost_output.h"
#include "../stream/writer.h"
#include "box.h"
#include "helper.h"

// A window of lines that a helper program shows.
//
// Allocates; throws only std::bad_alloc. Keeps the bytes that the helper has
// not read yet, so that they are not lost with the window.

namespace rill::inline RILL_BUILD {
namespace detail {

inline constexpr elapsed_time one_second{1'000'000'000};

class helper_window {
 public:
  /// Starts the first helper that can be started. Returns false if none can.
  bool open(text title) {
    title_ = owned_text(title);
    number_ = 0;
    return os::has_display() && start_next();
  }
  bool is_open() const noexcept { return pipe_.is_open(); }
  /// Requires that it is open.
  shown_by helper() const noexcept { return helpers[number_ - 1]; }
  /// zenity shows lines as it reads them, kdialog when its input ends.
  bool shows_at_once() const noexcept {
    return is_open() && helper() == shown_by::zenity;
  }

  /// Passes lines to the helper or, if it has failed, to the next. Returns
  /// false if the window is gone: kept() has the lines not shown.
  bool add(text lines) {
    kept_.add(lines);
    return is_open() && give(lines);
  }

  /// Waits until the helper has read all lines, at most 5 s, and ends its
  /// input. Returns false like add().
  bool finish(window_end at_end) {
    if (!is_open()) return kept_.empty();
    if (at_end != window_end::close)
      while (!has_read_all())
        if (!replace()) return false;
    (void)pipe_.try_close();
    if (at_end == window_end::close)
      (void)process_.try_stop();
    else if (at_end == window_end::wait)
      return wait();
    else
      leave_child(static_cast<child&&>(process_));
    kept_.cut_to(0);
    return true;
  }

  /// The lines that no window has shown.
  text kept() const noexcept { return kept_; }
  void forget_kept() noexcept { kept_.cut_to(0); }

 private:
  // How long a helper may take to read its input, in milliseconds.
  static constexpr int patience = 5000;

  bool start_next() {
    constexpr int count = sizeof helpers / sizeof helpers[0];
    while (number_ != count)
      if (start(helpers[number_++])) return true;
    return false;
  }

  bool start(shown_by helper) {
    command const what = lines_command(helper, title_);
    if (what.empty()) return false;
    result<pipe_files> ends = try_pipe();
    if (!ends) return false;
    spawn_options how;
    how.in = ends->reader;
    how.out = discarded;
    how.err = discarded;
    how.environment = helper_environment();
    result<child> made = try_spawn(what, how);
    if (!made) return false;
    process_ = static_cast<child&&>(*made);
    pipe_ = static_cast<file&&>(ends->writer);
    return true;
  }

  bool give(text lines) {
    while (!send(lines)) {
      if (!replace()) return false;
      lines = {};  // the next helper got all kept lines
    }
    return true;
  }

  // Writes lines into the pipe, and drops kept bytes that were read.
  bool send(text lines) {
    owned_text encoded;
    if (helper() == shown_by::kdialog) {
      encoded = lines_without_tags(lines);
      lines = encoded;
    }
    os::no_broken_pipe_signal const quiet;
    os::native_handle const to = pipe_.native_handle();
    os::transfer done;
    os::write_on(to, lines.data, lines.size, done, patience);
    if (shows_at_once())
      keep_last(os::unread_bytes(to) + (lines.size - done.moved));
    return !done.error;
  }
  void keep_last(std::size_t size) {
    if (size >= kept_.size()) return;
    owned_text last(text(kept_.end() - size, size));
    kept_ = static_cast<owned_text&&>(last);
  }

  bool has_read_all() {
    constexpr elapsed_time pause{5'000'000};
    for (int left = patience / 5; left != 0; --left) {
      std::size_t const unread = os::unread_bytes(pipe_.native_handle());
      if (shows_at_once()) keep_last(unread);
      if (unread == 0) return true;
      result<bool> const has_ended = process_.try_wait_for(pause);
      if (!has_ended || *has_ended) return false;
    }
    return false;
  }

  // Replaces a helper that has stopped reading: starts the next, and passes it
  // the kept lines. Returns false if the user has closed the window, or there
  // is no other helper.
  bool replace() {
    (void)pipe_.try_close();
    if (was_closed_by_user()) return false;
    while (start_next()) {
      if (send(kept_)) return true;
      (void)pipe_.try_close();
      if (was_closed_by_user()) return false;
    }
    return false;
  }

  // Stops a helper that has stopped reading but still runs. If its status is
  // unknown (SIGCHLD is ignored), it may have shown everything: returns true,
  // so that no other window is opened.
  bool was_closed_by_user() {
    result<bool> const has_ended = process_.try_wait_for(one_second);
    if (!has_ended) return true;
    if (!*has_ended) {
      (void)process_.try_stop();
      return false;
    }
    result<exit_status> const status = process_.try_wait();
    return !status || has_shown(helper(), true, *status);
  }

  // Waits until the user closes the window. If kdialog fails, it has shown
  // nothing.
  bool wait() {
    result<exit_status> const status = process_.try_wait();
    bool const is_shown = !status || has_shown(helper(), true, *status);
    if (is_shown || shows_at_once()) kept_.cut_to(0);
    return kept_.empty();
  }

  child process_;
  file pipe_;
  owned_text title_;
  owned_text kept_;
  int number_ = 0;  // how many helpers were tried
};

}  // namespace detail

// The writer. Allocates.

/// Prints lines into a window that stays: on Windows one of the program's own,
/// which has its own thread; elsewhere that of zenity, or of kdialog, which
/// shows the lines when the writer is closed. Where there is no window, the
/// lines go to standard error, and so do those that come after the user has
/// closed it. A line is shown when its newline comes, or by flush().
///
/// Lines that a helper has not read when its window is closed or it dies go to
/// standard error or to the next helper. A helper that reads nothing for 5 s is
/// stopped.
///
/// The destructor calls close(). Movable.
///
/// Errors: std::bad_alloc. The first failed write to standard error goes to the
/// lost-output handler. Later lines without a window are dropped, so that no
/// line is missing between others. error() does not report this failure.
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

  /// Returns what shows the lines now. On POSIX, a window that the user has
  /// closed is only noticed at the next line.
  shown_by where() const noexcept {
    if (own_.is_open()) return shown_by::own_window;
    return helper_.is_open() ? helper_.helper() : shown_by::standard_error;
  }

  /// Shows an unfinished line, and leaves, closes or waits for the window as
  /// the options say. Later lines go to standard error.
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
  // Longer unfinished lines are shown in pieces.
  static constexpr std::size_t longest_line = 65536;

  void take(text bytes) {
    // line_ itself has no newline.
    std::size_t last = bytes.size;
    while (last != 0 && bytes.data[last - 1] != '\n') --last;
    std::size_t whole = last == 0 ? 0 : line_.size() + last;
    line_.add(bytes);
    if (line_.size() - whole > longest_line) whole = end_of_characters();
    show_first(whole);
  }

  // The end of the last complete character of the line.
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

  // Writes the lines that no window has shown to standard error.
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
  owned_text line_;  // has no newline yet
  window_end at_end_ = window_end::leave;
  bool is_closed_ = false;
  bool has_lost_ = false;  // standard error has failed
};

}  // namespace rill::inline RILL_BUILD

#endif
