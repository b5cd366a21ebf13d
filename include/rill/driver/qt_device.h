// rill/driver/qt_device.h: QIODevices and Qt's strings, recognized by their
// members, and calls with error handling.
//
// Layer 7. Includes no header of Qt. Tests: test/driver/qt_text_test.cpp,
// test/driver/qt_shape_test.cpp, test/driver/qt_test.cpp,
// test/driver/qt_source_test.cpp.
#ifndef RILL_DRIVER_QT_DEVICE_H
#define RILL_DRIVER_QT_DEVICE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <concepts>  // std::same_as

#include "../base/run.h"
#include "../os/error.h"
#include "../print/layout.h"
#include "../print/format_arg.h"
#include "../print/structure.h"
#include "../stream/callback.h"
#include "../stream/source.h"
#include "../unicode/wide_units.h"
#include "device_words.h"
#include "peeking_reader.h"

// Qt's strings and characters, recognized by their members.
//
// Allocates only to grow a string of Qt that the program scans into; throws
// what Qt throws without memory.

namespace rill::inline RILL_BUILD {
namespace detail {

// QChar and QLatin1Char.
template <class T>
concept qt_character = requires(T const& c) {
  { c.unicode() } -> std::same_as<char16_t>;
  { c.toLatin1() } -> std::same_as<char>;
};

// All strings and views of Qt.
template <class T>
concept qt_text = requires(T const& t) {
  { t.isNull() } -> std::same_as<bool>;
  { t.size() } -> std::signed_integral;
  t.data();
};

// QString, QStringView.
template <class T>
concept qt_utf16_text =
    qt_text<T> &&
    qt_character<remove_cvref<decltype(*declval<T const&>().data())>>;

// QUtf8StringView.
template <class T>
concept qt_utf8_text = qt_text<T> && requires(T const& t) {
  { t.utf8() } -> std::same_as<char8_t const*>;
};

// QLatin1StringView.
template <class T>
concept qt_latin1_text = qt_text<T> && requires(T const& t) {
  { t.latin1() } -> std::same_as<char const*>;
};

// QByteArray, QByteArrayView.
template <class T>
concept qt_bytes = qt_text<T> && !qt_utf8_text<T> && !qt_latin1_text<T> &&
                   requires(T const& t) {
                     { t.constData() } -> std::same_as<char const*>;
                   };

template <class Unit>
run<Unit> qt_run(void const* data, auto size) noexcept {
  return {static_cast<Unit const*>(data), static_cast<std::size_t>(size)};
}

// The size in the string's own type, which is int in Qt 5.
template <class S>
auto qt_size(S const& string, std::size_t size) {
  using number = decltype(string.size());
  auto const converted = static_cast<number>(size);
  if (converted < 0 || static_cast<std::size_t>(converted) != size)
    raise(error(library_problem::too_large, "put into", "a string of Qt"));
  return converted;
}

template <qt_utf16_text T>
struct foreign_string<T> {
  using unit = char16_t;
  static run<unit> of(T const& t) noexcept {
    return qt_run<unit>(t.data(), t.size());
  }
  static void assign(T& to, text utf8)
    requires requires { to.resize(to.size()); }
  {
    put_at(to, 0, utf8);
  }
  static void append_text(T& to, text utf8) { put_at(to, of(to).size, utf8); }
  static void append(T& to, unit const* units, std::size_t count)
    requires requires { to.append(to.data(), to.size()); }
  {
    using character = remove_cvref<decltype(*to.data())>;
    to.append(reinterpret_cast<character const*>(units), qt_size(to, count));
  }

 private:
  // Replaces the units after the first `start`.
  static void put_at(T& to, std::size_t start, text utf8) {
    char const* at = utf8.begin();
    std::size_t const size = widened_size<unit>(at, utf8.end());
    to.resize(qt_size(to, start + size));
    auto* const units = reinterpret_cast<unit*>(to.data());
    widen_utf8<unit>(units + start, at, utf8.end(), true);
  }
};

template <qt_bytes T>
struct foreign_string<T> {
  using unit = char;
  static run<unit> of(T const& t) noexcept {
    return qt_run<unit>(t.constData(), t.size());
  }
  static void assign(T& to, text bytes)
    requires requires { to.resize(to.size()); }
  {
    to.resize(qt_size(to, bytes.size));
    copy_bytes(to.data(), bytes.data, bytes.size);
  }
  static void append(T& to, unit const* units, std::size_t count)
    requires requires { to.append(to.data(), to.size()); }
  {
    to.append(units, qt_size(to, count));
  }
  static void append_text(T& to, text bytes) {
    append(to, bytes.data, bytes.size);
  }
};

template <qt_utf8_text T>
struct foreign_string<T> {
  using unit = char8_t;
  static run<unit> of(T const& t) noexcept {
    return qt_run<unit>(t.utf8(), t.size());
  }
};

// Converts ISO 8859-1 to UTF-16, a block at a time.
template <qt_latin1_text T, class Use>
void each_block_of_latin1(T const& from, Use use) {
  constexpr std::size_t most = 64;
  char16_t block[most];
  auto const all = qt_run<char>(from.latin1(), from.size());
  for (std::size_t done = 0; done != all.size;) {
    std::size_t const size = smaller(most, all.size - done);
    for (std::size_t i = 0; i != size; ++i)
      block[i] = static_cast<unsigned char>(all.data[done + i]);
    use(run<char16_t>{block, size});
    done += size;
  }
}

template <qt_latin1_text T>
struct printer<T> {
  static void put(writer& out, T const& text) {
    each_block_of_latin1(text,
                         [&out](run<char16_t> block) { put_wide(out, block); });
  }
  // In a container: in double quotes, like other texts.
  static void put_debug(writer& out, T const& text) {
    out.put('"');
    each_block_of_latin1(text, [&out](run<char16_t> block) {
      put_escaped(out, block, escape_set::debug);
    });
    out.put('"');
  }
};

// Half of a surrogate pair prints as U+FFFD.
template <qt_character T>
struct printer<T> {
  static void put(writer& out, T const& c) {
    put_builtin<char16_t>(out, c.unicode());
  }
  static void put_debug(writer& out, T const& c) {
    put_debug_character(out, c.unicode());
  }
};

// QChar is read like char16_t.
template <qt_character T>
struct foreign_character<T> {
  using unit = char16_t;
};

// QIODevices, recognized by their members, and calls with error handling.
//
// Allocates nothing but errors. Exceptions of a device that the program derives
// from QIODevice pass through.

// QIODevice and derived classes. qint64 is long long everywhere.
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

// QFile, QSaveFile, QTemporaryFile: their flush() returns whether it succeeded.
template <class D>
concept qt_file = qt_device<D> && requires(D& device) {
  { device.flush() } -> std::same_as<bool>;
  device.unsetError();
  static_cast<int>(device.error());
};

// Sockets and QProcess. State 0 means not connected or not running.
template <class D>
concept qt_connection = qt_device<D> && requires(D& device) {
  static_cast<int>(device.state());
  static_cast<int>(device.error());
};
template <class D>
concept qt_process =
    qt_connection<D> && requires(D& device) { device.waitForStarted(0); };

// The file's name, or "a QIODevice".
template <qt_device D>
auto qt_name(D const& device) {
  if constexpr (requires { device.fileName(); })
    return device_words<4096>(device.fileName());
  else
    return device_words<32>("a QIODevice");
}

// Whether a device is closed and has no error of its own: errorString() would
// be "Unknown error".
template <qt_device D>
bool is_closed_qt(D const& device) {
  if constexpr (qt_file<D>)
    if (static_cast<int>(device.error()) != 0) return false;
  return !device.isOpen();
}

// The error of a failed call, with Qt's message.
template <qt_device D>
[[gnu::cold, gnu::noinline]] error qt_failure(D const& device, text operation,
                                              bool has_right_mode) {
  auto const name = qt_name(device);
  if (is_closed_qt(device))
    return {library_problem::closed, operation, name.bytes()};
  if (device.isOpen() && !has_right_mode)
    return {library_problem::device_failed, operation, name.bytes(),
            text("its open mode does not allow this")};
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

// The error of an impossible count, which a device of the program may return.
template <qt_device D>
[[gnu::cold, gnu::noinline]] error qt_miscount(D const& device, text operation,
                                               long long answer,
                                               std::size_t size) {
  return impossible_count(operation, qt_name(device).bytes(),
                          static_cast<unsigned long long>(answer),
                          operation == text("read") ? than_room : than_given,
                          size);
}

// How many of `size` bytes a write took, from its return value.
template <qt_device D>
std::size_t taken_by_qt(D const& device, long long answer, std::size_t size,
                        error& why) {
  auto const count = static_cast<std::size_t>(answer);
  if (RILL_LIKELY(count <= size)) return count;
  why = answer < 0 ? qt_write_failure(device)
                   : qt_miscount(device, "write", answer, size);
  return 0;
}
// Writes some of the bytes, and returns how many.
template <qt_device D>
std::size_t put_to_qt(D& device, text bytes, error& why) {
  long long const answer =
      device.write(bytes.data, static_cast<long long>(bytes.size));
  return taken_by_qt(device, answer, bytes.size, why);
}

// Whether Qt has bytes in a buffer that are not written.
template <qt_device D>
bool holds_output(D const& device) {
  if constexpr (requires { device.encryptedBytesToWrite(); })
    if (device.encryptedBytesToWrite() > 0) return true;
  return device.bytesToWrite() > 0;
}

// Writes the buffer of a QFile known only as a QIODevice: a seek writes it, or
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

// Flushes Qt's buffer. QFile::close() hides the error of its last write
// (QTBUG-75077), so flush() and error() are called. Waits for a connection.
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

// Returns true if reading ended by an error. The values of error() are in Qt's
// documentation. Two values of a socket are no errors: -1 (UnknownSocketError)
// means no error yet, 1 (RemoteHostClosedError) is the orderly end. A process
// has two errors of reading: 0 (FailedToStart) and 3 (ReadError).
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

// What a call that got no new bytes has found: a read of 0 bytes, or a peek at
// no more than the `held` bytes known before.
struct qt_pause {
  long long answer = 0;  // Qt's return value
  long long held = 0;
  bool is_last = false;  // the end was found; last bytes may have come with it
};

// Waits if more bytes may come. Returns true if they can be read; false at the
// end, and with an error in `why`.
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

// Reads some bytes, and returns how many; 0 at the end and after an error.
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

// A QIODevice as a source of scan.

// Peeks by QIODevice::peek(), and consumes by read().
template <qt_device D>
class qt_peeking {
 public:
  qt_peeking(D& from) noexcept : from_(from) {}

  std::size_t look(char* room, std::size_t held, std::size_t size, error& why) {
    qt_pause pause;
    pause.held = static_cast<long long>(held);
    do {
      pause.answer = from_.peek(room, static_cast<long long>(size));
      if (pause.answer > static_cast<long long>(size)) {
        why = qt_miscount(from_, "read", pause.answer, size);
        return 0;
      }
      if (pause.answer > pause.held)
        return static_cast<std::size_t>(pause.answer);
    } while (wait_for_qt(from_, pause, why));
    return held;
  }
  bool take(char* room, std::size_t size, error& why) {
    auto const wanted = static_cast<long long>(size);
    if (wanted == 0 || from_.read(room, wanted) == wanted) return true;
    why = qt_read_failure(from_);
    return false;
  }
  auto name() const { return qt_name(from_); }

 private:
  D& from_;
};

}  // namespace detail

/// A QIODevice variable as a source: takes only the scanned bytes from it.
template <detail::qt_device D>
struct source_traits<D> {
  using held = detail::held_device<detail::qt_peeking<D>, D>;
  template <class Use>
  static auto with(D& from, Use use) {
    return detail::scan_device<detail::qt_peeking<D>>(from, use);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
