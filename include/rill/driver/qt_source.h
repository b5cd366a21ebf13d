// rill/driver/qt_source.h: a QIODevice as a source of scan.
//
// Floor 6. Part of rill/driver/qt.h. Tests: test/driver/qt_source_test.cpp,
// test/driver/qt_test.cpp.
#ifndef RILL_DRIVER_QT_SOURCE_H
#define RILL_DRIVER_QT_SOURCE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../stream/source.h"
#include "peeking_reader.h"
#include "qt_device.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Looks by QIODevice::peek(), and takes by read().
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

/// A QIODevice that is a variable: what was scanned is taken from it, and not
/// a byte more.
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
