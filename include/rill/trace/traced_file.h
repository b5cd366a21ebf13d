// rill/trace/traced_file.h: files and readers that measure their calls, and the
// function traced.
//
// Layer 6. Tests: test/trace/traced_reader_test.cpp,
// test/trace/traced_file_test.cpp, test/trace/traced_writer_test.cpp.
#ifndef RILL_TRACE_TRACED_FILE_H
#define RILL_TRACE_TRACED_FILE_H

#include "../os/file.h"
#include "../stream/any_reader.h"
#include "traced_writer.h"

// A reader that measures the calls of its source.

namespace rill::inline RILL_BUILD {

/// A reader over any source, which measures each fill of its buffer: bytes,
/// time and error. A fill of 0 bytes without an error is the end.
///
/// Like any_reader, it owns a temporary source and borrows a variable. Do not
/// use a borrowed reader during its lifetime; afterwards that reader continues
/// at its position.
///
/// Cost: like traced_writer.
///
/// Example:
///     rill::traced_reader in(rill::from("1 2 3"), {.name = "numbers"});
///     int sum = 0, n = 0;
///     while (rill::scan(in, n)) sum += n;
///     rill::println(sum, ' ', in.summary()[rill::trace_call::fill].calls());
class traced_reader : public detail::lent_reader {
 public:
  template <class S>
    requires(!std::is_same_v<detail::remove_cvref<S>, traced_reader> &&
             detail::boxed_source<S>)
  explicit traced_reader(S&& source)
      : traced_reader(static_cast<S&&>(source), trace_options()) {}
  /// With options, the source may also be a traced_reader. Without options, the
  /// call would be a copy or a move.
  template <detail::boxed_source S>
  traced_reader(S&& source, trace_options options)
      : lent_reader(device),
        record_(static_cast<trace_options&&>(options)),
        box_(new typename decltype(detail::source_box_for<S>())::type(
            static_cast<S&&>(source))),
        is_owned_(!std::is_lvalue_reference_v<S> &&
                  !std::is_pointer_v<detail::remove_cvref<S>>) {
    borrow(box_->in());
  }

  traced_reader(traced_reader&& other) noexcept
      : lent_reader(static_cast<lent_reader&&>(other)),
        record_(static_cast<detail::owned_record&&>(other.record_)),
        box_(static_cast<owned_box&&>(other.box_)),
        is_owned_(other.is_owned_) {}
  traced_reader& operator=(traced_reader&& other) noexcept {
    return detail::remake(*this, static_cast<traced_reader&&>(other));
  }
  ~traced_reader() {
    detail::quietly([this] { close(); });
  }

  /// Returns a borrowed source, and destroys an owned one.
  void close() {
    if (!is_lent()) return;
    record_->measure(
        trace_call::close,
        [&] {
          (void)give_back();
          box_ = owned_box(nullptr);
        },
        [&](trace_event&) { return is_owned_; });
  }
  bool is_open() const noexcept { return is_lent(); }

  /// The calls so far. Requires that this reader was not moved from.
  trace_summary const& summary() const noexcept { return record_->summary(); }

 private:
  // Owns the box with the source. If in() throws in the constructor, only the
  // destructors of members run, not that of the reader.
  class owned_box {
   public:
    explicit owned_box(detail::source_box* owned) noexcept : box_(owned) {}
    owned_box(owned_box&& other) noexcept : box_(other.box_) {
      other.box_ = nullptr;
    }
    owned_box& operator=(owned_box&& other) noexcept {
      return detail::remake(*this, static_cast<owned_box&&>(other));
    }
    ~owned_box() { delete box_; }
    detail::source_box* operator->() const noexcept { return box_; }

   private:
    detail::source_box* box_;
  };

  static bool fill(reader& base) {
    auto& self = static_cast<traced_reader&>(base);
    if (!self.is_lent()) return false;
    std::size_t const before = self.available();
    error_code const error_before = self.error();
    bool done = false;
    self.record_->measure(
        trace_call::fill, [&] { done = fill_lent(base); },
        [&](trace_event& event) {
          if (!event.error && !error_before) event.error = self.error();
          event.bytes = self.available() - before;
          return true;
        });
    return done;
  }
  static constexpr reader_device device{fill, locate_lent, place_lent, nullptr,
                                        capacity_lent};

  detail::owned_record record_;
  owned_box box_;
  bool is_owned_;
};

// A file that measures its calls.

namespace detail {

// A template, so that only the functions used are compiled.
template <class File>
class measured_file {
 public:
  explicit measured_file(File&& file, trace_options options = {})
      : owner_(static_cast<File&&>(file)),
        file_(owner_),
        record_(named(static_cast<trace_options&&>(options), file_)) {}
  explicit measured_file(file_view file, trace_options options = {})
      : file_(file),
        record_(named(static_cast<trace_options&&>(options), file_)) {}

  measured_file(measured_file&& other) noexcept
      : owner_(static_cast<File&&>(other.owner_)),
        file_(other.file_),
        record_(static_cast<detail::owned_record&&>(other.record_)) {
    other.file_ = {};
  }
  measured_file& operator=(measured_file&& other) noexcept {
    return detail::remake(*this, static_cast<measured_file&&>(other));
  }
  ~measured_file() {
    if (owner_.is_open()) detail::quietly([this] { (void)try_close(); });
  }

  result<void> try_write(text bytes) {
    return written(bytes.size, [&] { return file_.try_write(bytes); });
  }
  void write(text bytes) { try_write(bytes).value(); }

  result<std::size_t> try_write_some(text bytes) {
    return counted(trace_call::drain, bytes.size,
                   [&] { return file_.try_write_some(bytes); });
  }
  std::size_t write_some(text bytes) { return try_write_some(bytes).value(); }

  template <class... Parts>
    requires(std::convertible_to<Parts const&, text> && ...)
  result<void> try_writev(Parts const&... parts) {
    return written((text(parts).size + ... + std::size_t{0}),
                   [&] { return file_.try_writev(parts...); });
  }
  template <class... Parts>
    requires(std::convertible_to<Parts const&, text> && ...)
  void writev(Parts const&... parts) {
    try_writev(parts...).value();
  }

  result<void> try_pwrite(text bytes, long long offset) {
    return written(
        bytes.size, [&] { return file_.try_pwrite(bytes, offset); }, offset);
  }
  void pwrite(text bytes, long long offset) {
    try_pwrite(bytes, offset).value();
  }

  result<std::size_t> try_read(char* data, std::size_t size) {
    return counted(trace_call::fill, size,
                   [&] { return file_.try_read(data, size); });
  }
  std::size_t read(char* data, std::size_t size) {
    return try_read(data, size).value();
  }

  result<std::size_t> try_read_some(char* data, std::size_t size) {
    return counted(trace_call::fill, size,
                   [&] { return file_.try_read_some(data, size); });
  }
  std::size_t read_some(char* data, std::size_t size) {
    return try_read_some(data, size).value();
  }

  template <class... Parts>
    requires(std::constructible_from<memory_part, Parts&> && ...)
  result<std::size_t> try_readv(Parts&&... parts) {
    memory_part const all[] = {memory_part(parts)...};
    std::size_t size = 0;
    for (memory_part const& part : all) size += part.size;
    return counted(trace_call::fill, size,
                   [&] { return file_.try_readv(all, sizeof...(Parts)); });
  }
  template <class... Parts>
    requires(std::constructible_from<memory_part, Parts&> && ...)
  std::size_t readv(Parts&&... parts) {
    return try_readv(parts...).value();
  }

  result<std::size_t> try_pread(char* data, std::size_t size,
                                long long offset) {
    return counted(
        trace_call::fill, size,
        [&] { return file_.try_pread(data, size, offset); }, offset);
  }
  std::size_t pread(char* data, std::size_t size, long long offset) {
    return try_pread(data, size, offset).value();
  }

  result<long long> try_seek(long long offset) {
    return traced_seek([&] { return file_.try_seek(offset); });
  }
  long long seek(long long offset) { return try_seek(offset).value(); }
  result<long long> try_seek_to_end() {
    return traced_seek([&] { return file_.try_seek_to_end(); });
  }
  long long seek_to_end() { return try_seek_to_end().value(); }
  result<long long> try_position() {
    return traced_seek([&] { return file_.try_position(); });
  }
  long long position() { return try_position().value(); }

  result<void> try_truncate(long long size) {
    return finished(
        trace_call::truncate, [&] { return file_.try_truncate(size); }, size);
  }
  void truncate(long long size) { try_truncate(size).value(); }

  result<void> try_sync() {
    return finished(trace_call::sync, [&] { return file_.try_sync(); });
  }
  void sync() { try_sync().value(); }
  result<void> try_sync_data() {
    return finished(trace_call::sync, [&] { return file_.try_sync_data(); });
  }
  void sync_data() { try_sync_data().value(); }

  /// Closes an owned file, or forgets a borrowed one.
  result<void> try_close() {
    file_ = {};
    if (!owner_.is_open()) return {};
    return finished(trace_call::close, [&] { return owner_.try_close(); });
  }
  void close() { try_close().value(); }

  bool is_open() const noexcept { return file_.is_open(); }
  text name() const noexcept { return file_.name(); }
  /// The file, for calls without measuring.
  file_view file() const noexcept { return file_; }

  /// The calls so far. Requires that this file was not moved from.
  trace_summary const& summary() const noexcept { return record_->summary(); }

 private:
  // The default name is the file's.
  static trace_options&& named(trace_options&& options, file_view file) {
    if (options.name.size == 0) options.name = file.name();
    return static_cast<trace_options&&>(options);
  }

  // Runs act(), which returns a result<T>, and counts it. A moved-from file has
  // no record; act() fails.
  template <class Act, class See>
  auto measured(trace_call call, Act act, See see) {
    if (!record_) return act();
    decltype(act()) done = rill::error(library_problem::closed, "trace");
    record_->measure(
        call, [&] { done = act(); },
        [&](trace_event& event) {
          if (!done) event.error = done.error().code();
          see(event, done);
          return true;
        });
    return done;
  }

  template <class Act>
  result<std::size_t> counted(trace_call call, std::size_t asked, Act act,
                              long long offset = -1) {
    return measured(call, act, [&](trace_event& event, auto const& done) {
      event.asked = asked;
      if (done) event.bytes = *done;
      set_offset(event, offset);
    });
  }
  template <class Act>
  result<void> written(std::size_t asked, Act act, long long offset = -1) {
    return measured(trace_call::drain, act,
                    [&](trace_event& event, auto const& done) {
                      event.asked = asked;
                      event.bytes = done ? asked : done.error().written();
                      set_offset(event, offset);
                    });
  }
  template <class Act>
  result<long long> traced_seek(Act act) {
    return measured(trace_call::seek, act,
                    [&](trace_event& event, auto const& done) {
                      set_offset(event, done ? *done : 0);
                    });
  }
  template <class Act>
  result<void> finished(trace_call call, Act act, long long offset = -1) {
    return measured(call, act, [&](trace_event& event, auto const&) {
      set_offset(event, offset);
    });
  }
  static void set_offset(trace_event& event, long long offset) {
    if (offset >= 0) event.offset = static_cast<unsigned long long>(offset);
  }

  File owner_;
  file_view file_;
  detail::owned_record record_;
};

}  // namespace detail

/// An unbuffered file that measures its calls: reads and writes of each kind,
/// seeks, sync, truncate and close. Its functions have the names and errors of
/// `rill::file`; file() returns a view for all others. A print to it is one
/// write.
///
/// Movable; a moved-from traced_file fails like a closed file. It owns a
/// `rill::file`; a file_view is borrowed, and close() only forgets it.
///
/// Example:
///     rill::traced_file data(rill::file::temporary(), {.name = "scratch"});
///     rill::println(data, "some text");
///     data.seek(0);
///     char byte;
///     data.read(&byte, 1);
///     rill::println(data.summary()[rill::trace_call::drain].calls());
using traced_file = detail::measured_file<file>;

namespace detail {

// One call of print to a traced file.
template <class Traced>
class traced_file_call : public call_writer {
 public:
  explicit traced_file_call(Traced& file) noexcept
      : call_writer(calls), file_(file) {}
  ~traced_file_call() { close_or_report(); }

 private:
  static std::size_t take(device_writer& base, text bytes, rill::error& why) {
    result<void> const done =
        static_cast<traced_file_call&>(base).file_.try_write(bytes);
    if (done) return bytes.size;
    why = done.error();
    return static_cast<std::size_t>(why.written());
  }
  static style_question ask_file(device_writer& base) {
    auto& self = static_cast<traced_file_call&>(base);
    self.handle_ = self.file_.file().native_handle();
    return {style_answer::unasked, &self.handle_};
  }
  static constexpr device_calls calls{take, nullptr, nullptr, "to a file",
                                      ask_file};

  Traced& file_;
  os::native_handle handle_ = os::no_handle;
};

}  // namespace detail

/// One write for each call of print.
template <class File>
struct sink_traits<detail::measured_file<File>> {
  using traced = detail::measured_file<File>;
  template <class... Args>
  static void put(traced& file, Args const&... args) {
    detail::traced_file_call<traced> out(file);
    sink_traits<detail::traced_file_call<traced>>::put(out, args...);
    out.flush();
  }
  static void flush(traced&) noexcept {}
};

// The traced form of any device.

namespace detail {

template <class D>
constexpr auto traced_form_of() {
  using T = remove_cvref<D>;
  if constexpr (std::derived_from<T, file_view>)
    return type_tag<traced_file>();
  else if constexpr (std::derived_from<T, reader>)
    return type_tag<traced_reader>();
  else if constexpr (traceable_sink<D>)
    return type_tag<traced_writer>();
  else if constexpr (boxed_source<D>)
    return type_tag<traced_reader>();
}

template <class D>
concept traceable = !std::is_void_v<decltype(traced_form_of<D>())>;

}  // namespace detail

/// Returns the device with its calls measured: a traced_file for a `rill::file`
/// or a file_view, a traced_writer for a sink, a traced_reader for a source. A
/// device that is both, such as a `FILE*`, is a sink; use
/// `rill::traced_reader(stdin)` to read. A temporary is owned, a variable
/// borrowed.
///
/// Example:
///     int calls = 0;
///     auto out = rill::traced(
///         rill::file_writer("out.txt"),
///         {.name = "out", .to = [&](rill::trace_event const&) { ++calls; }});
///     rill::println(out, 1);
///     out.close();
///     rill::println(calls);
template <class D>
  requires detail::traceable<D>
auto traced(D&& device, trace_options options = {}) {
  using form = typename decltype(detail::traced_form_of<D>())::type;
  return form(static_cast<D&&>(device), static_cast<trace_options&&>(options));
}

}  // namespace rill::inline RILL_BUILD

#endif
