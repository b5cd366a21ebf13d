// test/support/qt_standin.h: strings and a device with the members of Qt 6 that
// driver/qt.h uses, written from Qt's documentation alone. The device follows a
// script.
#ifndef RILL_TEST_SUPPORT_QT_STANDIN_H
#define RILL_TEST_SUPPORT_QT_STANDIN_H

#include <cstddef>
#include <string>
#include <utility>  // std::move, std::exchange

namespace rill_test {

struct qt_char {
  char16_t code = 0;
  qt_char() = default;
  explicit qt_char(char16_t unit) : code(unit) {}
  char16_t unicode() const { return code; }
  char toLatin1() const { return static_cast<char>(code); }
  bool operator==(qt_char const&) const = default;
};

// QString: counts its sizes in long long and has no assign() (before Qt 6.6).
class qt_string {
 public:
  qt_string() = default;
  explicit qt_string(std::u16string from) : units_(std::move(from)) {}
  bool isNull() const { return units_.empty(); }
  long long size() const { return static_cast<long long>(units_.size()); }
  qt_char const* data() const {
    return reinterpret_cast<qt_char const*>(units_.data());
  }
  qt_char* data() { return reinterpret_cast<qt_char*>(units_.data()); }
  void resize(long long size) { units_.resize(static_cast<std::size_t>(size)); }
  qt_string& append(qt_char const* from, long long count) {
    for (long long i = 0; i != count; ++i) units_ += from[i].code;
    return *this;
  }
  std::u16string text() const { return units_; }

 private:
  std::u16string units_;
};

// QByteArray.
class qt_byte_array {
 public:
  qt_byte_array() = default;
  explicit qt_byte_array(std::string from) : bytes_(std::move(from)) {}
  bool isNull() const { return bytes_.empty(); }
  bool isEmpty() const { return bytes_.empty(); }
  qt_byte_array chopped(long long count) const {
    return qt_byte_array(
        bytes_.substr(0, bytes_.size() - static_cast<std::size_t>(count)));
  }
  long long size() const { return static_cast<long long>(bytes_.size()); }
  char const* constData() const { return bytes_.data(); }
  char const* data() const { return bytes_.data(); }
  char* data() { return bytes_.data(); }
  char const* begin() const { return bytes_.data(); }
  char const* end() const { return bytes_.data() + bytes_.size(); }
  void resize(long long size) { bytes_.resize(static_cast<std::size_t>(size)); }
  qt_byte_array& append(char const* from, long long count) {
    bytes_.append(from, static_cast<std::size_t>(count));
    return *this;
  }
  std::string const& text() const { return bytes_; }

 private:
  std::string bytes_;
};

// QLatin1StringView and QUtf8StringView.
struct qt_latin1_view {
  std::string bytes;
  bool isNull() const { return bytes.empty(); }
  long long size() const { return static_cast<long long>(bytes.size()); }
  char const* data() const { return bytes.data(); }
  char const* constData() const { return bytes.data(); }
  char const* latin1() const { return bytes.data(); }
};
struct qt_utf8_view {
  std::u8string bytes;
  bool isNull() const { return bytes.empty(); }
  long long size() const { return static_cast<long long>(bytes.size()); }
  char8_t const* data() const { return bytes.data(); }
  char8_t const* utf8() const { return bytes.data(); }
};

struct qt_script {
  long long most = 1 << 30;    // bytes that a call moves at most
  int fails_at = -1;           // index, from 0, among calls that can fail
  int throws_at = -1;          // the same, and throws
  int takes_nothing_at = -1;   // index of a write that returns 0
  long long miscounts_by = 0;  // adds this to each returned count
  bool is_open = true;
  bool is_writable = true;
  bool is_readable = true;
  bool is_sequential = false;
  std::u16string says = u"the wire is cut";
};

// QIODevice. A write goes to `queue`. flush(), or waitForBytesWritten() of the
// sequential kinds, moves it to `written`.
class qt_device {
 public:
  explicit qt_device(qt_script how = {}) : script(std::move(how)) {}
  qt_device(qt_device const&) = delete;

  long long write(char const* data, long long size) {
    ++writes;
    if (is_next(script.takes_nothing_at)) return 0;
    if (!script.is_open || fails()) return -1;
    long long const taken = size < script.most ? size : script.most;
    queue.append(data, static_cast<std::size_t>(taken));
    return taken + script.miscounts_by;
  }
  long long read(char* room, long long size) {
    ++reads;
    if (!script.is_open || fails()) return -1;
    long long const given = copy(room, size);
    input.erase(0, static_cast<std::size_t>(given));
    return given + (given > 0 ? script.miscounts_by : 0);
  }
  long long peek(char* room, long long size) {
    ++peeks;
    if (!script.is_open || fails()) return -1;
    // QIODevice::peek reads from its device until it has `size` bytes: it is
    // short only at the end.
    long long const most = script.most;
    script.most = size;
    long long const given = copy(room, size);
    script.most = most;
    return given + (given > 0 ? script.miscounts_by : 0);
  }
  bool isOpen() const { return script.is_open; }
  bool isReadable() const { return script.is_open && script.is_readable; }
  bool isWritable() const { return script.is_open && script.is_writable; }
  bool isSequential() const { return script.is_sequential; }
  long long bytesAvailable() const {
    return static_cast<long long>(input.size());
  }
  long long bytesToWrite() const {
    return static_cast<long long>(queue.size());
  }
  // Makes the next element of `later` available.
  bool waitForReadyRead(int) {
    ++waits;
    if (fails() || later.empty()) {
      input += std::exchange(with_end, {});
      return false;
    }
    std::size_t const end = later.find('|');
    input += later.substr(0, end);
    later.erase(0, end == std::string::npos ? end : end + 1);
    return true;
  }
  bool waitForBytesWritten(int) {
    ++waits;
    if (fails() || queue.empty()) return false;
    std::size_t const size = queue.size() < 7 ? queue.size() : 7;
    written.append(queue, 0, size);
    queue.erase(0, size);
    return true;
  }
  qt_string errorString() const { return qt_string(script.says); }

  // All received bytes, in order.
  std::string all() const { return written + queue; }

  qt_script script;
  std::string input, later, with_end;
  std::string queue, written;
  int calls = 0, writes = 0, reads = 0, peeks = 0, waits = 0;
  bool has_failed = false;

 protected:
  bool is_next(int call) const { return calls == call; }
  bool fails() {
    int const call = calls++;
    throw_at(call);
    has_failed |= call == script.fails_at;
    return call == script.fails_at;
  }

 private:
  void throw_at([[maybe_unused]] int call) {
#if defined(__cpp_exceptions)
    if (call == script.throws_at) throw call;
#endif
  }
  long long copy(char* room, long long size) {
    auto given =
        static_cast<std::size_t>(size < script.most ? size : script.most);
    if (given > input.size()) given = input.size();
    input.copy(room, given);
    return static_cast<long long>(given);
  }
};

// QFile: has flush() and error().
class qt_file : public qt_device {
 public:
  using qt_device::qt_device;
  bool flush() {
    ++flushes;
    if (!script.is_open || fails()) return false;
    written += queue;
    queue.clear();
    return true;
  }
  int error() const { return has_failed ? 4 : 0; }
  void unsetError() { has_failed = false; }
  qt_string fileName() const { return qt_string(u"d\u00e4ta.txt"); }

  int flushes = 0;
};

// QTcpSocket: has waiting functions; its state 0 is "not connected".
class qt_socket : public qt_device {
 public:
  explicit qt_socket(qt_script how = {}) : qt_device(std::move(how)) {
    script.is_sequential = true;
  }
  int state() const { return is_connected ? 3 : 0; }
  int error() const { return number; }
  bool waitForConnected(int) { return is_connected; }

  bool is_connected = true;
  int number = -1;  // 1: closed by the peer
};

}  // namespace rill_test

#endif
