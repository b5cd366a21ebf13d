// rill/driver/qt.h: QIODevices as sinks and sources, and Qt's strings,
// recognized by their members. Inert unless included.
//
//     QFile file("log.txt");
//     if (!file.open(QIODevice::WriteOnly)) ...
//     rill::println(file, "x = ", x);        // one write of Qt for each call
//     rill::qt_writer out(file);             // buffered, and faster
//     rill::println(out, QString("text"));
//     out.close();                           // reports the last errors
//
// Includes no header of Qt and needs none before it: Qt 5 and 6. Layer 7.
// Tests: test/driver/qt_test.cpp, test/driver/qt_text_test.cpp,
// test/driver/qt_shape_test.cpp.
#ifndef RILL_DRIVER_QT_H
#define RILL_DRIVER_QT_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "../print/refuse.h"

#include "../memory/storage.h"
#include "../print/list.h"
#include "../stream/device_reader.h"
#include "../stream/device.h"
#include "../stream/scratch_writer.h"
#include "qt_device.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Continues a write that did not take all bytes, or throws. Without exceptions,
// an error ends the program: a device has no member to keep it in.
template <qt_device D>
[[gnu::cold, gnu::noinline]] void write_rest_to_qt(D& device, text bytes,
                                                   long long answer) {
  for (;;) {
    error why;
    std::size_t const taken = taken_by_qt(device, answer, bytes.size, why);
    if (taken == 0 && !why)
      why = {library_problem::wrote_nothing, "write", qt_name(device).bytes()};
    if (why) raise(why);
    bytes = {bytes.data + taken, bytes.size - taken};
    if (bytes.size == 0) return;
    answer = device.write(bytes.data, static_cast<long long>(bytes.size));
  }
}

template <qt_device D>
RILL_ALWAYS_INLINE void write_to_qt(D& device, char const* data,
                                    std::size_t size) {
  if (size == 0) return;
  auto const wanted = static_cast<long long>(size);
  long long const answer = device.write(data, wanted);
  if (RILL_UNLIKELY(answer != wanted))
    write_rest_to_qt(device, {data, size}, answer);
}

// Formats the whole call first, so that Qt gets one write.
template <qt_device D>
[[gnu::noinline]] void print_to_qt(D& device, print_list list) {
  scratch_writer<1024> out;
  put_list(out, list);
  write_to_qt(device, out.bytes().data, out.bytes().size);
}

template <class... Args>
inline constexpr bool is_text_alone = false;
template <text_at_hand T>
inline constexpr bool is_text_alone<T> = true;

inline constexpr std::size_t short_line = 256;

// Formats one or two plain values on the stack. Returns false if they may not
// fit.
template <qt_device D, class... Args>
RILL_ALWAYS_INLINE bool put_to_qt_shortly(D& device, Args const&... args) {
  if (RILL_UNLIKELY(max_size_of_args(args...) > short_line)) return false;
  char block[short_line];
  char* end = block;
  ((end = write_format_arg<true>(end, args)), ...);
  write_to_qt(device, block, static_cast<std::size_t>(end - block));
  return true;
}

template <qt_device D, class... Args>
RILL_ALWAYS_INLINE void put_to_qt_device(D& device, Args const&... args) {
  if constexpr (is_text_alone<Args...>) {
    write_to_qt(device, data_of_text(args)..., size_of_text(args)...);
  } else {
    if constexpr (is_short_call<Args...>)
      if (RILL_LIKELY(put_to_qt_shortly(device, format_arg_of(args)...)))
        return;
    print_to_qt(device, listed_call<Args...>(args...).list());
  }
}

template <class D>
constexpr void refuse_temporary_qt_device() {
  static_assert(always_false<D>,
                "rill: a QIODevice cannot be moved, so it is borrowed: make it "
                "a variable that outlives the reader or writer");
}

}  // namespace detail

/// A QIODevice variable as a sink: QFile, QSaveFile, QBuffer, QTcpSocket,
/// QProcess and derived classes. Each call of print is one QIODevice::write,
/// which may keep the bytes in Qt's buffer; flush() writes that.
///
/// Errors: rill::error with QIODevice::errorString() as its reason(). If a hook
/// throws, nothing of the call is written. Without exceptions, an error ends
/// the program; qt_writer keeps it instead.
template <detail::qt_device D>
struct sink_traits<D> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(D& device, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_to_qt_device(device, args...);
  }
  static void flush(D& device) {
    error why;
    detail::flush_qt(device, why);
    if (why) raise(why);
  }
};

/// A buffered writer over a QIODevice, which it borrows: the device must
/// outlive it, and the writer does not close it. Movable.
///
/// flush() and close() write the buffer and Qt's own buffer, and report errors
/// with QIODevice::errorString() as the reason(). For a QFile they use
/// QFile::flush() and error(), because QFile::close() hides the error of its
/// last write. A QSaveFile still needs commit(). For a socket or a QProcess
/// they wait until all is written or the connection has failed.
///
/// The destructor does the same for files, and sends errors to the lost-output
/// handler. For a socket it only queues the bytes, which the event loop sends.
///
/// Cost: one buffer of `buffer_size` bytes. Larger pieces are written without a
/// copy. With -fno-exceptions the first error is kept, for try_flush() and
/// try_close().
///
/// Example:
///     #include <QFile>
///     QFile file("squares.txt");
///     if (!file.open(QIODevice::WriteOnly)) return;
///     rill::qt_writer out(file);
///     for (int i = 0; i != 1000; ++i) rill::println(out, i * i);
///     out.close();
class qt_writer : public detail::device_writer {
 public:
  template <detail::qt_device D>
  explicit qt_writer(D& to, std::size_t buffer_size = RILL_BUFFER_SIZE)
      : device_writer(calls_for(to), buffer_size), qt_device_(&to) {}
  template <class D>
    requires(detail::qt_device<D> && !std::is_reference_v<D>)
  explicit qt_writer(D&&, std::size_t = 0) : device_writer(none, 1) {
    detail::refuse_temporary_qt_device<D>();
  }

  qt_writer(qt_writer&& other) noexcept = default;
  qt_writer& operator=(qt_writer&& other) noexcept {
    return detail::remake(*this, static_cast<qt_writer&&>(other));
  }
  ~qt_writer() { close_or_report(); }

 private:
  template <class D>
  static D& device_of(detail::device_writer& base) noexcept {
    return *static_cast<D*>(static_cast<qt_writer&>(base).qt_device_);
  }
  template <class D>
  static std::size_t take_bytes(detail::device_writer& base, text bytes,
                                rill::error& why) {
    return detail::put_to_qt(device_of<D>(base), bytes, why);
  }
  template <class D>
  static void flush_to(detail::device_writer& base, rill::error& why) {
    detail::flush_qt(device_of<D>(base), why);
  }
  // Does nothing: the device stays open. The writer's destructor flushes only
  // if the device_calls have a function for closing.
  static void leave_open(detail::device_writer&, rill::error&) {}

  static constexpr char const* name = "to a QIODevice";
  template <class D>
  static constexpr detail::device_calls file_calls{take_bytes<D>, flush_to<D>,
                                                   leave_open, name};
  template <class D>
  static constexpr detail::device_calls queue_calls{take_bytes<D>, flush_to<D>,
                                                    nullptr, name};
  static constexpr detail::device_calls none{nullptr, nullptr, nullptr, name};

  // A QFile may be sequential: a pipe or a terminal.
  template <class D>
  static detail::device_calls const& calls_for(D const& to) {
    bool const is_file = detail::qt_file<D> || !to.isSequential();
    return is_file ? file_calls<D> : queue_calls<D>;
  }

  void* qt_device_;
};

/// A buffered reader over a QIODevice, which it borrows: the device must
/// outlive it. Movable. It reads ahead, and does not give unread bytes back to
/// the device. Errors have QIODevice::errorString() as their reason().
///
/// A read from a connection waits for data without a time-out. The input ends
/// when the other side closes the connection.
///
/// Example:
///     #include <QFile>
///     QFile file("numbers.txt");
///     if (!file.open(QIODevice::ReadOnly)) return;
///     long sum = 0;
///     rill::qt_reader in(file);
///     for (int number : rill::values<int>(in)) sum += number;
class qt_reader : public detail::device_reader {
 public:
  template <detail::qt_device D>
  explicit qt_reader(D& from, std::size_t buffer_size = default_read_size)
      : device_reader(source_of<D>, buffer_size), qt_device_(&from) {}
  template <class D>
    requires(detail::qt_device<D> && !std::is_reference_v<D>)
  explicit qt_reader(D&&, std::size_t = 0) : device_reader(none, 1) {
    detail::refuse_temporary_qt_device<D>();
  }

  qt_reader(qt_reader&& other) noexcept = default;
  qt_reader& operator=(qt_reader&& other) noexcept {
    return detail::remake(*this, static_cast<qt_reader&&>(other));
  }
  ~qt_reader() = default;

 private:
  template <class D>
  static std::size_t get(detail::device_reader& base, char* room,
                         std::size_t size, rill::error& why) {
    auto& self = static_cast<qt_reader&>(base);
    return detail::get_from_qt(*static_cast<D*>(self.qt_device_), room, size,
                               why);
  }
  template <class D>
  static text own_name(detail::device_reader const& base) {
    auto const& self = static_cast<qt_reader const&>(base);
    auto const& from = *static_cast<D const*>(self.qt_device_);
    if (self.name_.empty()) self.name_.add(detail::qt_name(from).bytes());
    return self.name_.bytes();
  }
  template <class D>
  static constexpr detail::device_source source_of{get<D>, "a QIODevice",
                                                   own_name<D>};
  static constexpr detail::device_source none{nullptr, "a QIODevice"};

  void* qt_device_;
  mutable owned_text name_;
};

}  // namespace rill::inline RILL_BUILD

#endif
