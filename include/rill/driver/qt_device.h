// rill/driver/qt_device.h: a QIODevice by its shape, and its calls with their
// errors.
//
// Floor 6. Part of rill/driver/qt.h. Includes no header of Qt. Allocates
// nothing but errors; throws what a device of the program's own throws. Tests:
// test/driver/qt_shape_test.cpp, test/driver/qt_test.cpp.
#ifndef RILL_DRIVER_QT_DEVICE_H
#define RILL_DRIVER_QT_DEVICE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <concepts>  // std::same_as

#include "../stream/callback.h"
#include "device_words.h"
#include "qt_text.h"

namespace rill::inline RILL_BUILD::detail {

// QIODevice and what derives from it. qint64 is long long everywhere.
template <class D>
concept qt_device =
    requires(D& device, char const* data, char* room, long long size) {
      { device.write(data, size) } -> std::same_as<long long>;
      { device.read(room, size) } -> std::same_as<long long>;
      { device.peek(room, size) } -> std::same_as<long long>;
      { device.isOpen() } -> std::same_as<bool>;
      { device.isReadable() } -> std::same_as<bool>;
      { device.isWritable() } -> std::same_as<bool>;
      { device.isSequential() } -> std::same_as<bool>;
      { device.bytesAvailable() } -> std::same_as<long long>;
      { device.bytesToWrite() } -> std::same_as<long long>;
      { device.waitForReadyRead(0) } -> std::same_as<bool>;
      { device.waitForBytesWritten(0) } -> std::same_as<bool>;
      device.errorString();
    };

// QFile, QSaveFile, QTemporaryFile: their flush() says whether it failed.
template <class D>
concept qt_file = qt_device<D> && requires(D& device) {
  { device.flush() } -> std::same_as<bool>;
  device.unsetError();
  static_cast<int>(device.error());
};

// Sockets and QProcess: 0 is the state of what is not connected or running.
template <class D>
concept qt_connection = qt_device<D> && requires(D& device) {
  static_cast<int>(device.state());
  static_cast<int>(device.error());
};
template <class D>
concept qt_process =
    qt_connection<D> && requires(D& device) { device.waitForStarted(0); };

// The name of the file, where it has one.
template <qt_device D>
auto qt_name(D const& device) {
  if constexpr (requires { device.fileName(); })
    return device_words<4096>(device.fileName());
  else
    return device_words<32>("a QIODevice");
}

// Without a reason of its own Qt says "Unknown error".
template <qt_device D>
bool is_closed_qt(D const& device) {
  if constexpr (qt_file<D>)
    if (static_cast<int>(device.error()) != 0) return false;
  return !device.isOpen();
}

// The error of a call that has failed, in the device's words.
template <qt_device D>
[[gnu::cold, gnu::noinline]] error qt_failure(D const& device, text operation,
                                              bool has_right_mode) {
  auto const name = qt_name(device);
  if (is_closed_qt(device))
    return {library_problem::closed, operation, name.bytes()};
  if (device.isOpen() && !has_right_mode)
    return {library_problem::device_failed, operation, name.bytes(),
            text("it is not open for this")};
  device_words<512> const why(device.errorString());
  return {library_problem::device_failed, operation, name.bytes(), why.bytes()};
}
template <qt_device D>
error qt_write_failure(D const& device) {
  return qt_failure(device, "write", device.isWritable());
}
template <qt_device D>
error qt_read_failure(D const& device) {
  return qt_failure(device, "read", device.isReadable());
}

// A device of the program's own may return any number.
template <qt_device D>
[[gnu::cold, gnu::noinline]] error qt_miscount(D const& device, text operation,
                                               long long answer,
                                               std::size_t size) {
  return impossible_count(operation, qt_name(device).bytes(),
                          static_cast<unsigned long long>(answer),
                          operation == text("read") ? than_room : than_given,
                          size);
}

// How many of `size` bytes a write took that returned `answer`.
template <qt_device D>
std::size_t taken_by_qt(D const& device, long long answer, std::size_t size,
                        error& why) {
  auto const count = static_cast<std::size_t>(answer);
  if (RILL_LIKELY(count <= size)) return count;
  why = answer < 0 ? qt_write_failure(device)
                   : qt_miscount(device, "write", answer, size);
  return 0;
}
// Takes some of the bytes and returns how many.
template <qt_device D>
std::size_t put_to_qt(D& device, text bytes, error& why) {
  long long const answer =
      device.write(bytes.data, static_cast<long long>(bytes.size));
  return taken_by_qt(device, answer, bytes.size, why);
}

// The bytes that a device holds and has not written.
template <qt_device D>
bool holds_output(D const& device) {
  if constexpr (requires { device.encryptedBytesToWrite(); })
    if (device.encryptedBytesToWrite() > 0) return true;
  return device.bytesToWrite() > 0;
}

// A QFile that is known as a QIODevice alone: a seek writes what it holds, or
// fails (QFileDevice::seek).
template <qt_device D>
bool flush_by_seek(D& device) {
  if constexpr (!qt_connection<D> && requires { device.seek(device.pos()); }) {
    if (!holds_output(device)) return false;
    (void)device.seek(device.pos());
    return !holds_output(device);
  } else {
    return false;
  }
}

// QFile::close() hides the error of its last write (QTBUG-75077): flush() and
// error() are asked. A connection is waited for.
template <qt_device D>
void flush_qt(D& device, error& why) {
  if constexpr (qt_file<D>) {
    auto const before = device.error();
    bool const has_failed = !device.flush();
    auto const now = device.error();
    if (has_failed || (now != before && static_cast<int>(now) != 0))
      why = qt_write_failure(device);
  } else {
    while (holds_output(device)) {
      if (device.waitForBytesWritten(-1)) continue;
      if (!flush_by_seek(device)) why = qt_write_failure(device);
      return;
    }
  }
}

// Returns true if reading ended by an error. From Qt's documentation: a
// socket's -1 (UnknownSocketError) is set without an error, 1
// (RemoteHostClosedError) is the orderly end; a process has 0 (FailedToStart)
// and 3 (ReadError).
template <qt_device D>
bool has_qt_read_error(D const& device) {
  if constexpr (qt_process<D>) {
    auto const number = static_cast<int>(device.error());
    return number == 0 || number == 3;
  } else if constexpr (qt_connection<D>) {
    auto const number = static_cast<int>(device.error());
    return number != -1 && number != 1;
  } else if constexpr (qt_file<D>) {
    return static_cast<int>(device.error()) != 0;
  } else {
    return false;
  }
}

template <qt_device D>
bool is_connected_qt(D const& device) {
  if constexpr (qt_connection<D>)
    return static_cast<int>(device.state()) != 0;
  else
    return true;
}

// A read that gave nothing, or a look that found no more than `held` bytes.
struct qt_pause {
  long long answer = 0;  // of Qt
  long long held = 0;
  bool is_last = false;  // bytes came with the end: there is one more try
};

// Waits where more may come. Returns true when it is there to be read; false
// at the end, and with an error in `why`.
template <qt_device D>
[[gnu::noinline]] bool wait_for_qt(D& device, qt_pause& pause, error& why) {
  if (device.isSequential() && pause.answer >= 0 && !pause.is_last) {
    if (is_connected_qt(device) && device.waitForReadyRead(-1)) return true;
    pause.is_last = true;
    if (device.bytesAvailable() > pause.held) return true;
  }
  bool const is_error = device.isSequential()
                            ? has_qt_read_error(device) || !device.isReadable()
                            : pause.answer < 0;
  if (is_error) why = qt_read_failure(device);
  return false;
}

// Reads some bytes and returns how many; 0 at the end, or after an error.
template <qt_device D>
std::size_t get_from_qt(D& device, char* room, std::size_t size, error& why) {
  qt_pause pause;
  do {
    pause.answer = device.read(room, static_cast<long long>(size));
    auto const count = static_cast<std::size_t>(pause.answer);
    if (RILL_LIKELY(pause.answer > 0 && count <= size)) return count;
    if (pause.answer > 0) {
      why = qt_miscount(device, "read", pause.answer, size);
      return 0;
    }
  } while (wait_for_qt(device, pause, why));
  return 0;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
