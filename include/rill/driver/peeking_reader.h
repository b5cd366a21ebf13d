// rill/driver/peeking_reader.h: a reader that consumes only the scanned bytes
// of a device: it peeks, and takes bytes later.
//
// Layer 7. Part of rill/driver/qt.h and rill/driver/mfc.h. One buffer on the
// heap. Tests: test/driver/qt_source_test.cpp, test/driver/mfc_test.cpp.
#ifndef RILL_DRIVER_PEEKING_READER_H
#define RILL_DRIVER_PEEKING_READER_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../memory/owned_text.h"
#include "../os/error.h"
#include "../stream/read_buffer.h"

namespace rill::inline RILL_BUILD::detail {

// `Device` is constructed from the foreign device, and has
//
//     // Peeks at most `size` bytes, of which `held` are known. Returns
//     // how many: more than `held`, except at the end or with `why` set.
//     std::size_t look(char* room, std::size_t held, std::size_t size,
//                      error& why);
//     // Consumes the first `size` bytes by reading them again to `room`. The
//     // size can be 0: a device that peeks by reading must then seek back.
//     // Returns false, with the reason in `why`, if that fails.
//     bool take(char* room, std::size_t size, error& why);
//     auto name() const;  // device_words
template <class Device>
class peeking_reader : public buffered_reader {
 public:
  template <class From>
  peeking_reader(From& from, std::size_t size)
      : buffered_reader(device, size), from_(from), shown_(end_) {
    position_.line = 0;  // unknown
  }
  peeking_reader(peeking_reader const&) = delete;
  // Ignores errors: the destructor runs at the end of a range, or during
  // another exception.
  ~peeking_reader() {
#if RILL_EXCEPTIONS
    try {
      (void)finish();
    } catch (...) {
    }
#else
    (void)finish();
#endif
  }

  /// Consumes the scanned bytes in the device. Returns false if that fails;
  /// cause() has the reason. The device then returns these bytes again.
  bool finish() {
    auto const size = static_cast<std::size_t>(cursor_ - shown_);
    char* const at = const_cast<char*>(shown_);
    shown_ = cursor_;
    rill::error why;
    bool const has_looked = has_looked_;
    has_looked_ = false;
    if (!has_looked || from_.take(at, size, why)) return true;
    if (!error_) keep(why);
    return false;
  }
  rill::error const& cause() const noexcept { return cause_; }

 private:
  void keep(rill::error const& why) noexcept {
    cause_ = why;
    error_ = why.code();
  }

  // Consumes the scanned bytes, then peeks at more. Afterwards shown_ points to
  // the copy of the device's next byte.
  static bool fill(reader& base) {
    auto& self = static_cast<peeking_reader&>(base);
    if (self.error_) return false;
    if (!self.finish()) return false;
    self.make_room();
    self.shown_ = self.cursor_;
    return self.look();
  }
  bool look() {
    std::size_t const held = available();
    has_looked_ = true;
    rill::error why;
    char* const at = room_begin() - held;
    std::size_t const size = from_.look(at, held, held + room_size(), why);
    bool const has_more = !why && size > held;
    add(has_more ? size - held : 0);
    if (why) keep(why);
    return has_more;
  }

  static source_position locate_device(reader const& base) {
    auto const& self = static_cast<peeking_reader const&>(base);
    source_position at = self.position_;
    if (self.name_.empty()) self.name_.add(self.from_.name().bytes());
    at.name = self.name_.bytes();
    at.reason = self.cause_.reason();
    return at;
  }
  static constexpr reader_device device{fill, locate_device};

  Device from_;
  char const* shown_;
  bool has_looked_ = false;  // Device::look() was called after the last take()
  rill::error cause_;        // of error_
  mutable owned_text name_;
};

// Holds a reader over a device during the lifetime of a range.
template <class Device, class From>
class held_device {
 public:
  explicit held_device(From& from) noexcept : from_(from) {}
  held_device(held_device&& other) noexcept
      : from_(other.from_), in_(other.in_) {
    other.in_ = nullptr;
  }
  ~held_device() { delete in_; }

  rill::reader& reader() {
    if (!in_) in_ = new peeking_reader<Device>(from_, block);
    return *in_;
  }

 private:
  static constexpr std::size_t block = 4096;

  From& from_;
  peeking_reader<Device>* in_ = nullptr;
};

// Runs one call of scan.
template <class Device, class From, class Use>
auto scan_device(From& from, Use use) {
  constexpr std::size_t block = 256;
  peeking_reader<Device> in(from, block);
  auto result = use(static_cast<reader&>(in));
  if (!in.finish()) raise(in.cause());
  return result;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
