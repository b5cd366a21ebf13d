// rill/window/helper_window.h: a window of lines that a helper program shows.
//
// Floor 6. Allocates; throws std::bad_alloc alone. What has been written to
// the helper and not yet read by it is kept, so that it is not lost with the
// window. Tests: test/window/box_writer_test.cpp.
#ifndef RILL_WINDOW_HELPER_WINDOW_H
#define RILL_WINDOW_HELPER_WINDOW_H

#include "../os/broken_pipe.h"
#include "../os/window.h"
#include "../process/pipe.h"
#include "../process/spawn.h"
#include "helper.h"
#include "left_children.h"

namespace rill::inline RILL_BUILD::detail {

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
  /// zenity shows what it reads at once, kdialog when its input ends.
  bool shows_at_once() const noexcept {
    return is_open() && helper() == shown_by::zenity;
  }

  /// Gives lines to the helper, or where it has failed to the next. Returns
  /// false when the window is gone: kept() has what was not shown.
  bool add(text lines) {
    kept_.add(lines);
    return is_open() && give(lines);
  }

  /// Waits until the helper has read all lines, 5 s at most, and ends its
  /// input. Returns false as add() does.
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

  /// Lines that no window has shown.
  text kept() const noexcept { return kept_; }
  void forget_kept() noexcept { kept_.cut_to(0); }

 private:
  // How long a helper may take to read what it is given.
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
      lines = {};  // it was given all that was kept
    }
    return true;
  }

  // Writes lines into the pipe, and forgets what the helper has read.
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

  // After a helper that reads no more: starts the next and gives it what was
  // kept. Returns false when the user has closed the window, or there is no
  // other helper.
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

  // Ends a helper that reads no more and is still there. One whose status is
  // not known (SIGCHLD is ignored) may have shown everything: no other window
  // is opened.
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

  // Until the user closes the window. Where the helper fails, kdialog has
  // shown nothing.
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
  int number_ = 0;  // of helpers that were tried
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
