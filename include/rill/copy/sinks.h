// rill/copy/sinks.h: what copy writes to.
//
// Layer 4. Allocates a block for a file that is copied to a sink of print.
// Tests: test/copy/copy_test.cpp, test/copy/copy_sinks_test.cpp.
#ifndef RILL_COPY_SINKS_H
#define RILL_COPY_SINKS_H

#include <concepts>     // std::derived_from
#include <type_traits>  // std::is_array_v, std::is_pointer_v

#include "../base/text.h"
#include "../memory/storage.h"
#include "../stream/reader.h"
#include "../stream/writer.h"
#include "handles.h"

namespace rill::inline RILL_BUILD {

template <class S>
struct sink_traits;  // print/list.h

namespace detail {

// Writes to a file.
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

// Writes to a writer. If write() fails, none of its bytes count as moved.
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

// Sinks of print that are neither files nor writers.
template <class S>
concept printed_sink =
    !std::is_array_v<S> && !std::derived_from<remove_cvref<S>, file_view> &&
    !std::derived_from<remove_cvref<S>, writer> &&
    requires(S& to, text const& bytes) {
      sink_traits<remove_cvref<S>>::put(to, bytes);
    };

// Narrow streams of C++ take every byte as it is. Other sinks of print may be
// wide, and then a UTF-8 sequence must be in one call.
template <class S>
concept takes_cut_sequences =
    requires { typename S::char_type; } && sizeof(typename S::char_type) == 1;

// A sink of print, without its type. If a put fails, none of its bytes count as
// moved.
class any_sink {
 public:
  template <class S>
  explicit any_sink(S& to) noexcept
      : at_(const_cast<void*>(
            static_cast<void const*>(__builtin_addressof(to)))),
        put_(put_into<S>),
        keeps_sequences_(!takes_cut_sequences<remove_cvref<S>>) {}

  os::transfer put(char const* data, std::size_t size) {
    if (error_code const code = put_(at_, {data, size}, failure_))
      return {0, code};
    return {size, {}};
  }
  rill::error const& failure(error_code) const noexcept { return failure_; }

  bool keeps_sequences() const noexcept { return keeps_sequences_; }

 private:
  template <class S>
  static error_code put_into(void* at, text bytes, rill::error& why) {
    S& to = *static_cast<S*>(at);
#if RILL_EXCEPTIONS
    try {
      sink_traits<remove_cvref<S>>::put(to, bytes);
    } catch (rill::error const& reason) {
      why = reason;
    }
#else
    sink_traits<remove_cvref<S>>::put(to, bytes);
#endif
    if constexpr (requires { error_code(to.error()); })
      if (!why && to.error()) why = rill::error(to.error(), "write");
    return why.code();
  }

  void* at_;
  error_code (*put_)(void*, text, rill::error&);
  bool keeps_sequences_;
  rill::error failure_;
};

// The bytes before a UTF-8 sequence that the end of the text cuts.
inline std::size_t size_of_whole_sequences(char const* data,
                                           std::size_t size) noexcept {
  for (std::size_t back = 1; back <= smaller(size, std::size_t{3}); ++back) {
    auto const byte = static_cast<unsigned char>(data[size - back]);
    if ((byte & 0xC0) == 0x80) continue;
    std::size_t const length = byte >= 0xF0   ? 4
                               : byte >= 0xE0 ? 3
                               : byte >= 0xC0 ? 2
                                              : 1;
    return length > back ? size - back : size;
  }
  return size;
}

// How many of the unread bytes the next put passes on; 0 if it needs more of
// them. A sequence that the next report would cut precedes the report.
inline std::size_t next_piece(reader const& from, any_sink const& to,
                              copy_count const& count, bool is_last) {
  std::size_t const size = count.next(from.available());
  if (!to.keeps_sequences() || (is_last && size == from.available()))
    return size;
  std::size_t const whole = size_of_whole_sequences(from.cursor(), size);
  if (whole != 0 || size == 0) return whole;
  auto const most = static_cast<std::size_t>(smaller<unsigned long long>(
      smaller(from.available(), std::size_t{4}), count.left()));
  bool const is_cut = is_last || most == count.left();
  return is_cut ? most : size_of_whole_sequences(from.cursor(), most);
}

// The reader's error, if it ended the copy early.
inline result<void> read_error(reader const& from, copy_count const& count) {
  if (count.next(1) == 0 || !from.error()) return {};
  return read_failure(from);
}

// Copies the rest of a reader to a sink of print.
inline result<void> copy_reader(reader& from, any_sink& to, copy_count& count) {
  for (bool is_last = false;;) {
    while (std::size_t const size = next_piece(from, to, count, is_last)) {
      os::transfer const put = to.put(from.cursor(), size);
      if (put.error) return to.failure(put.error);
      from.advance_to(from.cursor() + size);
      count.add(size);
    }
    if (is_last || count.next(1) == 0) return read_error(from, count);
    is_last = !from.more();
  }
}

// Reads a file for a copy, never beyond the limit or the next report. The
// destructor seeks back over the bytes that were not copied, if the file can
// seek; this also covers exceptions.
class copy_file_reader : public reader {
 public:
  copy_file_reader(file_view from, copy_count const& count)
      : reader(device, nullptr, 0), from_(from), count_(count) {}
  copy_file_reader(copy_file_reader const&) = delete;
  ~copy_file_reader() {
    if (available() != 0)
      (void)os::seek(from_.native_handle(),
                     -static_cast<long long>(available()), os::from_here);
  }

 private:
  static bool fill(reader& base) {
    return static_cast<copy_file_reader&>(base).read_more();
  }
  bool read_more() {
    if (!block_.data()) block_ = storage(copy_buffer_size);
    std::size_t const kept = available();  // a cut sequence
    std::size_t size = count_.next(block_.size());
    if (size <= kept && count_.left() > kept) size = kept + 1;
    if (size <= kept) return false;
    for (std::size_t i = 0; i != kept; ++i) block_.data()[i] = cursor_[i];
    begin_ = cursor_ = block_.data();
    end_ = cursor_ + kept;
    os::transfer const got = os::read_available(
        from_.native_handle(), block_.data() + kept, size - kept);
    end_ += got.moved;
    error_ = got.error;
    return got.moved != 0;
  }
  static source_position locate_file(reader const& base) {
    return {.name = static_cast<copy_file_reader const&>(base).from_.name(),
            .line = 0};
  }
  static constexpr reader_device device{fill, locate_file};

  file_view from_;
  copy_count const& count_;
  storage block_;
};

// The object below a source or a sink: a FILE, a streambuf, or the thing
// itself.
template <class T>
void const* object_below(T& x) {
  if constexpr (std::is_pointer_v<T>)
    return x;
  else if constexpr (requires { x.rdbuf(); })
    return x.rdbuf();
  else if constexpr (requires { static_cast<void const*>(x.get()); })
    return x.get();
  else
    return __builtin_addressof(x);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
