// rill/stream/copy_streams.h: copies that have a buffer of rill's at one
// end.
//
// Floor 4. What a reader has read already goes first, from where it lies.
// Tests: test/stream/copy_test.cpp.
#ifndef RILL_STREAM_COPY_STREAMS_H
#define RILL_STREAM_COPY_STREAMS_H

#include <concepts>  // std::derived_from

#include "copy_handles.h"
#include "file_reader.h"
#include "file_writer.h"
#include "read_failure.h"

namespace rill::inline RILL_BUILD::detail {

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

}  // namespace rill::inline RILL_BUILD::detail

#endif
