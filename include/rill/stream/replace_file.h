// rill/stream/replace_file.h: replaces a whole file, or leaves the old one.
//
// Layer 4. Tests: test/print/sink_test.cpp, test/stream/replace_file_test.cpp,
// test/system/replace_test.py.
#ifndef RILL_STREAM_REPLACE_FILE_H
#define RILL_STREAM_REPLACE_FILE_H

#include <type_traits>  // std::is_convertible_v

#include "../base/text.h"
#include "../memory/storage.h"
#include "../os/error.h"
#include "../os/file.h"
#include "../os/file_view.h"
#include "../os/replacing.h"
#include "handle_writer.h"
#include "kept_error.h"
#include "lost_output.h"
#include "writer.h"

// Gathers one print to an unbuffered file into one system call.
//
// Formats into 4 KiB on the stack; text is passed in place. Allocates nothing;
// throws rill::error.

namespace rill::inline RILL_BUILD {
namespace detail {

class gather_writer : public writer {
 public:
  explicit gather_writer(file_view file) noexcept
      : writer(device, scratch_, sizeof scratch_), file_(file) {}

  /// Writes also what a hook printed before it threw. Its exception is in
  /// flight, so an error of the file goes to the lost-output handler.
  ~gather_writer() {
    end_part();
    if (count_ == 0 || error_) return;
    os::transfer const done =
        os::write_all(file_.native_handle(), parts_, count_);
    if (done.error)
      on_lost_output(file_.write_failure(done.error, written_ + done.moved));
  }

  /// Adds text that stays valid until flush. Copies up to 64 bytes, because a
  /// part of its own costs the kernel more.
  void refer_to(text bytes) {
    if (bytes.size <= 64) return write(bytes);
    if (count_ + 2 > part_limit) send();
    end_part();
    parts_[count_++] = os::make_part(bytes.data, bytes.size);
  }

 private:
  static constexpr std::size_t part_limit = 32;

  // Makes a part of the text that was formatted since the last one.
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
    // Without exceptions this ends the program: an unbuffered file cannot keep
    // an error for a later call.
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
  // The answer is not cached, because the writer lives for only one print.
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

}  // namespace detail

// Replaces a whole file, or leaves the old one.
//
// The new content is written to a temporary file beside the old one, which it
// replaces in one step when all of it is on the disk. The guarantees after an
// error, a killed program and a power failure: docs/replacing.md.

/// What replace_file prints the new content to: a writer like any other, but
/// closed by replace_file alone, which discards the content after an error
/// without a further message. Throws rill::error from the call whose bytes
/// could not be written.
class replacement_writer : public detail::handle_writer {
 public:
  /// Called only by replace_file.
  replacement_writer(os::native_handle handle, storage const& buffer, text name)
      : handle_writer(device, buffer.data(), buffer.size(), handle,
                      detail::writing::by_block),
        name_(name) {}

  replacement_writer(replacement_writer const&) = delete;
  replacement_writer& operator=(replacement_writer const&) = delete;

  /// Writes the buffer and returns the first error, of this call or an earlier
  /// one.
  result<void> try_flush() {
    write_everything();
    return outcome();
  }

 private:
  result<void> outcome() const {
    if (!error_) return {};
    return rill::error(error_, operation_, name_);
  }
  void report() {
    detail::throw_kept(error_, [this] { return outcome().error(); });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<replacement_writer&>(base);
    if (!self.accept(data, size)) self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<replacement_writer&>(base);
    self.write_everything();
    self.report();
  }
  static constexpr writer_device device{drain, flush_device};

  text name_;
};

namespace detail {

template <class Write>
concept writes_to_writer =
    requires(Write& write, replacement_writer& out) { write(out); };

template <class Answer>
concept says_whether = requires(Answer const& answer) {
  answer ? 0 : 0;
  error(answer.error());
};

// Calls write(out), and returns its result if it has one.
template <class Write>
result<void> call_to_write(Write& write, replacement_writer& out) {
  if constexpr (!writes_to_writer<Write>) {
    static_assert(
        writes_to_writer<Write>,
        "replace_file: the function must take a rill::writer& or an auto&");
  } else if constexpr (std::is_void_v<decltype(write(out))>) {
    write(out);
  } else {
    auto const given = write(out);
    if constexpr (!says_whether<decltype(given)>)
      static_assert(says_whether<decltype(given)>,
                    "replace_file: the function must return nothing, or a "
                    "rill::result that says whether to go on");
    else if (!given)
      return error(given.error());
  }
  return {};
}

}  // namespace detail

/// Replaces a file, or makes a new one, with what `write(out)` prints.
///
/// The old file stays until the new one is complete, and after every error and
/// exception. Owner and permissions are kept. Through a symbolic link, its
/// target is replaced.
///
/// `write` takes a `writer&` and returns nothing, or a result<void>, whose
/// error is returned. An exception of `write` passes through.
/// Errors: those of open(2), write(2), fsync(2), link(2) and rename(2) for the
/// file's folder; EISDIR; library_problem::not_a_file for devices and pipes.
/// Only after an error of "sync the folder of" is the new file in place.
/// Cost: one file and two fsync.
/// Example:
///     rill::replace_file("settings.txt", [](rill::writer& out) {
///       rill::println(out, "volume ", 11);
///     });
template <class Write>
  requires(!std::is_convertible_v<Write, text>)
result<void> try_replace_file(path_view path, Write&& write,
                              replace_options const& options = {}) {
  text const name = path.bytes();
  if (error_code const problem = path.problem())
    return error(problem, "replace", name);
  storage const buffer(detail::larger(options.buffer_size, std::size_t{1}));
  os::replacement work(options);
  if (os::failed_step const failed = work.begin(name))
    return error(failed.error, failed.operation, name);
  replacement_writer out(work.handle(), buffer, name);
#if RILL_EXCEPTIONS
  try {
#endif
    result<void> const written = detail::call_to_write(write, out);
    if (!written) return written.error();
#if RILL_EXCEPTIONS
  } catch (error const&) {
    if (!out.error()) throw;  // not an error of `out`
  }
#endif
  result<void> const flushed = out.try_flush();
  if (!flushed) return flushed.error();
  if (os::failed_step const failed = work.commit())
    return error(failed.error, failed.operation, name);
  return {};
}
template <class Write>
  requires(!std::is_convertible_v<Write, text>)
void replace_file(path_view path, Write&& write,
                  replace_options const& options = {}) {
  try_replace_file(path, static_cast<Write&&>(write), options).value();
}

/// Replaces a file with these bytes.
inline result<void> try_replace_file(path_view path, text bytes,
                                     replace_options const& options = {}) {
  return try_replace_file(
      path, [bytes](writer& out) { out.write(bytes); }, options);
}
inline void replace_file(path_view path, text bytes,
                         replace_options const& options = {}) {
  try_replace_file(path, bytes, options).value();
}

/// Refuses a first argument that is not a path.
template <class First, class Second>
  requires(!std::is_convertible_v<First, path_view>)
void replace_file(First&&, Second&&, replace_options const& = {}) {
  static_assert(detail::always_false<First>,
                "replace_file: the path comes first, then a function that "
                "takes a rill::writer&, or the text");
}

}  // namespace rill::inline RILL_BUILD

#endif
