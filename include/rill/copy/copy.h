// rill/copy/copy.h: copies the rest of a source to a sink.
//
// Layer 4. Tests: test/copy/copy_test.cpp.
#ifndef RILL_COPY_COPY_H
#define RILL_COPY_COPY_H

#include <concepts>  // std::derived_from

#include "../base/text.h"
#include "../stream/file_reader.h"
#include "../stream/file_writer.h"
#include "../stream/memory_reader.h"
#include "../stream/reader.h"
#include "../stream/source.h"
#include "handles.h"
#include "sinks.h"

// Copies from a reader or to a writer, each of which has a buffer.
//
// The bytes that a reader has already read are written first, straight from its
// buffer.

namespace rill::inline RILL_BUILD {
namespace detail {

// Access to private members of file_reader and file_writer, for copies that
// bypass their buffers.
class copy_access {
 public:
  static void pass_over(file_reader& from, unsigned long long size) noexcept {
    from.pass_over(size);
  }
  static void keep_error(file_writer& to, error_code reason) noexcept {
    to.keep_error(reason);
  }
  static void add_written(file_writer& to, unsigned long long size) noexcept {
    to.written_ += size;
  }
};

// Copies the bytes that are already in the reader's buffer.
template <class Sink>
result<void> copy_unread(reader& from, Sink& to, copy_count& count) {
  while (std::size_t const size = count.next(from.available())) {
    os::transfer const put = to.put(from.cursor(), size);
    from.advance_to(from.cursor() + put.moved);
    count.add(put.moved);
    if (put.error) return to.failure(put.error);
  }
  return {};
}

// Flushes a file_writer, so that its buffered bytes precede those that bypass
// its buffer.
template <class Sink>
result<void> flush_first(Sink& to) {
  if constexpr (std::derived_from<Sink, file_writer>) return to.try_flush();
  return {};
}

// Checks for overlap when the sink is the reader's own file. The bytes that the
// reader has read ahead count as part of the source range.
template <class Sink>
result<void> keep_unread_apart(file_reader const& from, Sink& to,
                               copy_count& count) {
  if constexpr (std::derived_from<Sink, file_view>) {
    handle_copy copy(from.file(), to, count);
    if (from.available() != 0 && copy.is_same_file())
      return copy.keep_apart(from.available());
  } else if constexpr (std::derived_from<Sink, file_writer>) {
    if (from.available() == 0 ||
        !handle_copy(from.file(), to.file(), count).is_same_file())
      return {};
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    file_view const sink = to.file();
    return keep_unread_apart(from, sink, count);
  }
  return {};
}

// Copies bypass the reader and move its file's offset. The destructor tells the
// reader by how much, also when the progress function throws.
class beside_reader {
 public:
  beside_reader(file_reader& from, copy_count const& count) noexcept
      : from_(from), count_(count), before_(count.moved()) {}
  beside_reader(beside_reader const&) = delete;
  beside_reader& operator=(beside_reader const&) = delete;
  ~beside_reader() { copy_access::pass_over(from_, count_.moved() - before_); }

 private:
  file_reader& from_;
  copy_count const& count_;
  unsigned long long before_;
};

// Copies what the reader has in its buffer, and then the rest of its input.
template <class Sink>
result<void> copy_reader(reader& from, Sink& to, copy_count& count) {
  do {
    if (result<void> done = copy_unread(from, to, count); !done) return done;
  } while (count.next(1) != 0 && from.more());
  return read_error(from, count);
}

// Bytes that were read but not written yet. Unless take() was called, the
// destructor seeks back, so that the next read returns them again (if the
// source can seek). This also covers exceptions that a writer throws.
class untaken_bytes {
 public:
  untaken_bytes(file_view from, std::size_t size) noexcept
      : from_(from), size_(size) {}
  untaken_bytes(untaken_bytes const&) = delete;
  untaken_bytes& operator=(untaken_bytes const&) = delete;
  ~untaken_bytes() {
    if (size_ != 0)
      (void)os::seek(from_.native_handle(), -static_cast<long long>(size_),
                     os::from_here);
  }
  void take() noexcept { size_ = 0; }

 private:
  file_view from_;
  std::size_t size_;
};

// Copies a file to a writer. Reads straight into the writer's buffer when that
// has room for at least first_copy_size bytes, else into a block.
inline result<void> copy_into_writer(file_view from, writer& out,
                                     copy_count& count) {
  writer_sink to(out);
  storage block;
  while (count.next(1) != 0) {
    bool const is_direct = out.room() >= first_copy_size;
    if (!is_direct && !block.data()) block = storage(copy_buffer_size);
    char* const data = is_direct ? out.cursor() : block.data();
    os::transfer const got =
        os::read_available(from.native_handle(), data,
                           count.next(is_direct ? out.room() : block.size()));
    if (got.error) return from.failure("read", got.error);
    if (got.moved == 0) break;
    untaken_bytes bytes(from, got.moved);
    if (is_direct)
      out.advance_to(data + got.moved);
    else if (os::transfer const put = to.put(data, got.moved); put.error)
      return to.failure(put.error);
    bytes.take();
    count.add(got.moved);
  }
  return {};
}

// Everything that is left in a source, into a sink.
//
// docs/copying.md says which system call is used when. Allocates one buffer of
// at most 256 KiB, whatever the size of the source.

template <class T>
concept copy_source = std::derived_from<remove_cvref<T>, file_view> ||
                      readable_source<T> || std::same_as<remove_cvref<T>, text>;

template <class T>
concept native_copy_sink =
    std::derived_from<remove_cvref<T>, file_view> ||
    (std::derived_from<remove_cvref<T>, writer> && !std::is_const_v<T>);

template <class T>
concept copy_sink = native_copy_sink<T> || printed_sink<T>;

// Stands for "no progress function".
struct no_progress {};

template <class Progress>
progress_call progress_of(Progress& progress) noexcept {
  if constexpr (std::same_as<Progress, no_progress>)
    return {};
  else
    return {&progress, [](void* object, unsigned long long moved) -> bool {
              Progress& call = *static_cast<Progress*>(object);
              if constexpr (requires { bool(call(moved)); }) {
                return bool(call(moved));
              } else {
                call(moved);
                return true;
              }
            }};
}

// Copies from a file that no reader has read ahead.
template <class Sink>
result<void> copy_file(file_view from, Sink& to, copy_count& count,
                       copy_options const& options) {
  if constexpr (std::derived_from<Sink, file_view>) {
    return sparse_copy(from, to, count).run(options);
  } else if constexpr (std::derived_from<Sink, file_writer>) {
    sparse_copy copy(from, to.file(), count);
    unsigned long long const before = count.moved();
    result<void> done = copy.run(options);
    copy_access::add_written(to, count.moved() - before);
    if (!done && copy.is_of_sink())
      copy_access::keep_error(to, done.error().code());
    return done;
  } else {
    return copy_into_writer(from, to, count);
  }
}

// Copies from a reader. Once the buffer of a file_reader is empty, the copy
// continues on its file directly.
template <class Source, class Sink>
result<void> copy_stream(Source& from, Sink& to, copy_count& count,
                         copy_options const& options) {
  using native_sink = std::conditional_t<std::derived_from<Sink, file_view>,
                                         handle_sink, writer_sink>;
  std::conditional_t<native_copy_sink<Sink>, native_sink, any_sink> out(to);
  if constexpr (!native_copy_sink<Sink>) {
    return copy_reader(from, out, count);
  } else if constexpr (std::derived_from<Source, file_reader>) {
    if (result<void> kept = keep_unread_apart(from, to, count); !kept)
      return kept;
    if (result<void> done = copy_unread(from, out, count); !done) return done;
    if (count.next(1) == 0 || from.error()) return read_error(from, count);
    // copy_unread may have left bytes in the writer's buffer. The copy of the
    // file bypasses that buffer.
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    beside_reader const place(from, count);
    return copy_file(from.file(), to, count, options);
  } else {
    return copy_reader(from, out, count);
  }
}

// Copies from a file, which no reader has read ahead.
template <class Sink>
result<void> copy_handle(file_view from, Sink& to, copy_count& count,
                         copy_options const& options) {
  if constexpr (native_copy_sink<Sink>) {
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    return copy_file(from, to, count, options);
  } else {
    copy_file_reader in(from, count);
    any_sink out(to);
    return copy_reader(in, out, count);
  }
}

// Copies from a source that is neither a file nor a reader.
template <class Source, class Sink>
result<void> copy_source_of_scan(Source& from, Sink& to, copy_count& count,
                                 copy_options const& options) {
  if (object_below(from) && object_below(from) == object_below(to))
    return rill::error(library_problem::overlap, "copy");
  result<void> done{};
  rill::error reason = use_reader_of(
      from, [&](reader& in) { done = copy_stream(in, to, count, options); });
  if (done && reason) return reason;
  return done;
}

template <class Source, class Sink>
result<void> copy_by_shape(Source& from, Sink& to, copy_count& count,
                           copy_options const& options) {
  if constexpr (std::derived_from<Source, file_view>) {
    return copy_handle(from, to, count, options);
  } else if constexpr (std::derived_from<Source, reader>) {
    return copy_stream(from, to, count, options);
  } else if constexpr (std::same_as<remove_cvref<Source>, text>) {
    memory_reader bytes(from.data, from.size);
    return copy_stream(bytes, to, count, options);
  } else {
    return copy_source_of_scan(from, to, count, options);
  }
}

struct try_copy_fn {
  template <class Source, class Sink, class Progress = no_progress>
  result<unsigned long long> operator()(Source&& from, Sink&& to,
                                        copy_options const& options = {},
                                        Progress progress = {}) const {
    // Tests values, not constraints: for an unsatisfied constraint, the
    // compiler would list every part of the concept.
    constexpr bool is_source = copy_source<std::remove_reference_t<Source>>;
    constexpr bool is_sink = copy_sink<std::remove_reference_t<Sink>>;
    static_assert(is_source,
                  "rill: copy reads from a file or a source of scan: open a "
                  "path with rill::file::open(path), wrap a string with "
                  "rill::from(string); a FILE* needs <rill/stdio.h>, a "
                  "std::istream <rill/iostream.h>");
    static_assert(is_sink,
                  "rill: copy writes to a file or a sink of print: open a path "
                  "with rill::file::create(path), append to a string with "
                  "rill::string_writer(string); a FILE* needs <rill/stdio.h>, "
                  "a std::ostream <rill/iostream.h>");
    if constexpr (is_source && is_sink) {
      copy_count count(options, progress_of(progress));
      result<void> done = copy_by_shape(from, to, count, options);
      count.finish();
      if (!done) return with_written(done.error(), count.moved());
      return count.moved();
    } else {
      return 0;
    }
  }
};

struct copy_fn {
  template <class Source, class Sink, class Progress = no_progress>
  unsigned long long operator()(Source&& from, Sink&& to,
                                copy_options const& options = {},
                                Progress progress = {}) const {
    return try_copy_fn{}(from, to, options, static_cast<Progress&&>(progress))
        .value();
  }
};

}  // namespace detail

/// Copies everything that is left in a source to a sink, by the cheapest system
/// call that works (docs/copying.md).
///
/// `copy(source, sink, options, progress)`. A source is a file_view or file, a
/// rill::text, or any source of scan, such as a reader (what it has read ahead
/// goes first), a FILE*, a std::istream; a sink is a file_view or file, or any
/// sink of print, such as a writer (what it holds goes first), a FILE*, a
/// std::ostream. Afterwards both are positioned behind the last byte, as after
/// reading and writing. A source with a lock is locked during the copy, a sink
/// with a lock for each piece. A UTF-8 sequence reaches a wide stream whole.
/// `progress(moved)` is called after every `report_every` bytes and at the end;
/// when it returns false the copy ends there, without an error.
///
/// Requires: nothing else moves the position of the source or the sink during
/// the copy.
/// Returns: how many bytes were copied.
/// Errors: those of read and write, with the file's name; the operation is
/// "copy NAME to" where the system does not say which of the two failed.
/// `library_problem::overlap` when a stream is copied onto itself, or a file
/// onto itself and the two ranges overlap. After an error, the bytes before it
/// are in the sink, error::written() returns their number, and a source that
/// can seek is positioned behind them.
/// Cost: no memory where the kernel copies, else one buffer of 256 KiB.
///
/// Example:
///     rill::file::create("a.txt").write("some bytes");
///     auto const moved = rill::copy(rill::file::open("a.txt"),
///                                   rill::file::create("b.txt"));
///     RILL_ASSERT(moved == 10);
inline constexpr detail::copy_fn copy{};

/// As copy, with the error in the result.
inline constexpr detail::try_copy_fn try_copy{};

}  // namespace rill::inline RILL_BUILD

#endif
