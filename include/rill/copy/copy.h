// rill/copy/copy.h: everything that is left in a source, into a sink.
//
// Layer 4. Tests: test/copy/copy_test.cpp.
#ifndef RILL_COPY_COPY_H
#define RILL_COPY_COPY_H

#include <concepts>  // std::derived_from

#include "../base/text.h"
#include "../stream/file_reader.h"
#include "../stream/file_writer.h"
#include "../stream/memory_reader.h"
#include "../stream/read_failure.h"
#include "handles.h"

// Copies that have a buffer of rill's at one end.
//
// What a reader has read already goes first, from where it lies.

namespace rill::inline RILL_BUILD {
namespace detail {

// What the streams let a copy do that goes on beside their buffers.
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

// A file to write to.
class handle_sink {
 public:
  explicit handle_sink(file_view file) noexcept : file_(file) {}

  os::transfer put(char const* data, std::size_t size) {
    return os::write_all(file_.native_handle(), data, size);
  }
  rill::error failure(error_code code) const {
    return file_.failure("write", code);
  }

 private:
  file_view file_;
};

// A writer to write to. Of a piece that it refuses nothing counts as moved.
class writer_sink {
 public:
  explicit writer_sink(writer& out) noexcept : out_(out) {}

  os::transfer put(char const* data, std::size_t size) {
#if RILL_EXCEPTIONS
    try {
      out_.write(data, size);
    } catch (rill::error const& reason) {
      thrown_ = reason;
      return {0, reason.code()};
    }
#else
    out_.write(data, size);
#endif
    if (out_.error()) return {0, out_.error()};
    return {size, {}};
  }
  rill::error failure(error_code code) const {
    return thrown_ ? thrown_ : rill::error(code, "write");
  }

 private:
  writer& out_;
  rill::error thrown_;
};

// The bytes that a reader has in memory.
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

// The error that ended a reader, if the copy was to go on behind it.
inline result<void> read_error(reader const& from, copy_count const& count) {
  if (count.next(1) == 0 || !from.error()) return {};
  return read_failure(from);
}

// What a writer over a file holds comes before what is copied beside it.
template <class Sink>
result<void> flush_first(Sink& to) {
  if constexpr (std::derived_from<Sink, file_writer>) return to.try_flush();
  return {};
}

// A reader over the file that is the sink: what it has read ahead counts as
// that file's bytes, before the first of them is written there.
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

// While it lives, a copy goes on from the file of a reader, beside it; then,
// also when the progress function throws, the reader is told how far.
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

// All that a reader has and gets.
template <class Sink>
result<void> copy_reader(reader& from, Sink& to, copy_count& count) {
  do {
    if (result<void> done = copy_unread(from, to, count); !done) return done;
  } while (count.next(1) != 0 && from.more());
  return read_error(from, count);
}

// Bytes that were read and are not written: read again by whoever reads on,
// where the source can be read again, unless they are taken; also when a
// writer throws what is no error of rill's.
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

// A file into a writer: into its own buffer where that has room for a good
// part, else by way of a block.
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
// Which system call moves the bytes when: docs/copying.md. Allocates one
// buffer of 256 KiB at most, whatever the source's size.

template <class T>
concept copy_source =
    std::derived_from<remove_cvref<T>, file_view> ||
    (std::derived_from<remove_cvref<T>, reader> && !std::is_const_v<T>) ||
    requires(T& t) { t.reader().more(); } ||
    std::same_as<remove_cvref<T>, text>;

template <class T>
concept copy_sink =
    std::derived_from<remove_cvref<T>, file_view> ||
    (std::derived_from<remove_cvref<T>, writer> && !std::is_const_v<T>);

// A progress function that is not there.
struct no_progress {};

template <class Progress>
progress_call progress_of(Progress& progress) noexcept {
  if constexpr (std::same_as<Progress, no_progress>)
    return {};
  else
    return {&progress, [](void* object, unsigned long long moved) -> bool {
              Progress& told = *static_cast<Progress*>(object);
              if constexpr (requires { bool(told(moved)); }) {
                return bool(told(moved));
              } else {
                told(moved);
                return true;
              }
            }};
}

// From a file, of which no reader has read anything ahead.
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

// From a reader; a file below it is read on without the reader.
template <class Source, class Sink>
result<void> copy_stream(Source& from, Sink& to, copy_count& count,
                         copy_options const& options) {
  using sink = std::conditional_t<std::derived_from<Sink, file_view>,
                                  handle_sink, writer_sink>;
  sink out(to);
  if constexpr (std::derived_from<Source, file_reader>) {
    if (result<void> kept = keep_unread_apart(from, to, count); !kept)
      return kept;
    if (result<void> done = copy_unread(from, out, count); !done) return done;
    if (count.next(1) == 0 || from.error()) return read_error(from, count);
    // What the reader had may have gone into the writer's buffer.
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    beside_reader const told(from, count);
    return copy_file(from.file(), to, count, options);
  } else {
    return copy_reader(from, out, count);
  }
}

template <class Source, class Sink>
result<void> copy_by_shape(Source& from, Sink& to, copy_count& count,
                           copy_options const& options) {
  if constexpr (std::derived_from<Source, file_view>) {
    if (result<void> flushed = flush_first(to); !flushed) return flushed;
    return copy_file(from, to, count, options);
  } else if constexpr (std::derived_from<Source, reader>) {
    return copy_stream(from, to, count, options);
  } else if constexpr (requires { from.reader(); }) {
    return copy_stream(from.reader(), to, count, options);
  } else {
    memory_reader bytes(from.data, from.size);
    return copy_stream(bytes, to, count, options);
  }
}

struct try_copy_fn {
  template <class Source, class Sink, class Progress = no_progress>
  result<unsigned long long> operator()(Source&& from, Sink&& to,
                                        copy_options const& options = {},
                                        Progress progress = {}) const {
    // As values: the compiler would explain a concept line by line.
    constexpr bool is_source = copy_source<std::remove_reference_t<Source>>;
    constexpr bool is_sink = copy_sink<std::remove_reference_t<Sink>>;
    static_assert(is_source,
                  "rill: copy reads from a file, a reader, a loaded_file or a "
                  "rill::text: open a path with rill::file::open(path), wrap "
                  "a string with rill::from(string)");
    static_assert(is_sink,
                  "rill: copy writes to a file or a writer: open a path with "
                  "rill::file::create(path); flush a stream of C or C++ and "
                  "copy to the file below it, as in c.file()");
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

/// Copies everything that is left in a source to a sink, by the cheapest
/// system call that works (docs/copying.md).
///
/// `copy(source, sink, options, progress)`. A source is a file_view or file,
/// a reader (what it has read ahead goes first), a loaded_file, or a
/// rill::text; a sink is a file_view or file, or a writer (what it holds goes
/// first). Both stand behind the last byte afterwards, as after reading and
/// writing. `progress(moved)` is called after every `report_every` bytes and
/// at the end; when it returns false the copy ends there, without an error.
///
/// Requires: nobody else moves the source or the sink meanwhile.
/// Returns: how many bytes were copied.
/// Errors: what reading and writing say, with the file's name; the operation
/// is "copy NAME to" where the system does not tell which of the two failed.
/// `library_problem::overlap` for a file onto bytes of its own. The bytes
/// before the error are in the sink, error::written() says how many, and a
/// source that can be read again stands behind them.
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
