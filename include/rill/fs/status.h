// rill/fs/status.h: what the system says of an entry of a folder.
//
// Floor 5. Allocates nothing, throws nothing. Tests: test/fs/status_test.cpp.
#ifndef RILL_FS_STATUS_H
#define RILL_FS_STATUS_H

#include "../os/file.h"
#include "../os/posix/entry.h"

namespace rill::inline RILL_BUILD::fs {

using rill::device_kind;

/// A point in time: seconds since 1970-01-01 00:00 UTC, leap seconds not
/// counted, and nanoseconds after that. Converts to the time points of
/// <chrono>, where 0 is that moment, as it is in std::chrono::system_clock.
struct file_time : os::time_point {
  constexpr file_time() noexcept = default;
  constexpr file_time(long long since_1970, unsigned nanoseconds_after) noexcept
      : os::time_point{since_1970, nanoseconds_after} {}
  constexpr explicit file_time(os::time_point native) noexcept
      : os::time_point(native) {}

  /// From std::chrono::sys_time and the like.
  template <class Point>
    requires requires(Point const& p) {
      typename Point::clock;
      p.time_since_epoch().count();
      Point::period::den;
    }
  constexpr explicit file_time(Point const& point) noexcept {
    using period = typename Point::period;
    static_assert(period::num == 1 || period::den == 1,
                  "rill::fs::file_time: a period of whole seconds, or a whole "
                  "part of one");
    auto const count = static_cast<long long>(point.time_since_epoch().count());
    long long const per_second = period::den;
    long long whole = count / per_second;
    long long rest = count % per_second;
    if (rest < 0) {
      --whole;
      rest += per_second;
    }
    seconds = whole * period::num;
    nanoseconds = static_cast<unsigned>(
        static_cast<double>(rest) * (1e9 / static_cast<double>(per_second)));
    if (1'000'000'000 % per_second == 0)
      nanoseconds = static_cast<unsigned>(rest * (1'000'000'000 / per_second));
  }

  /// To a time point of the same clock's kind; what it cannot hold of the
  /// fraction is cut off towards the past, and a time that is too far away
  /// becomes the farthest there is: of nanoseconds in 64 bits, 1677 or 2262.
  template <class Point>
    requires requires {
      typename Point::clock;
      typename Point::duration;
      Point::period::den;
    }
  constexpr explicit operator Point() const noexcept {
    using duration = typename Point::duration;
    using count_type = typename duration::rep;
    using period = typename Point::period;
    if constexpr (period::den >= 1'000'000'000)
      return Point(duration(static_cast<count_type>(
          counted(period::den, nanoseconds * (period::den / 1'000'000'000)))));
    else if constexpr (period::num == 1)
      return Point(duration(static_cast<count_type>(
          counted(period::den, nanoseconds / (1'000'000'000 / period::den)))));
    else
      return Point(duration(static_cast<count_type>(
          seconds / period::num - (seconds % period::num < 0 ? 1 : 0))));
  }

  friend constexpr bool operator==(file_time a, file_time b) noexcept {
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
  }
  friend constexpr bool operator<(file_time a, file_time b) noexcept {
    return a.seconds != b.seconds ? a.seconds < b.seconds
                                  : a.nanoseconds < b.nanoseconds;
  }

 private:
  // So many parts of a second and `rest` more; the nearest number there is.
  constexpr long long counted(long long per_second,
                              long long rest) const noexcept {
    // Before 1970 the rest leads back towards 0: it is taken off the next
    // second, so that no step goes farther than the sum.
    bool const is_before = seconds < 0;
    long long count = 0;
    bool const is_too_far =
        __builtin_mul_overflow(seconds + is_before, per_second, &count) ||
        __builtin_add_overflow(count, is_before ? rest - per_second : rest,
                               &count);
    if (!is_too_far) return count;
    return is_before ? -0x7FFFFFFFFFFFFFFF - 1 : 0x7FFFFFFFFFFFFFFF;
  }
};

/// What an entry is. Sizes are in bytes; `permissions` are the lower 12 bits
/// that chmod(1) takes: 0644.
struct file_status {
  device_kind kind = device_kind::unknown;
  unsigned permissions = 0;
  unsigned long long size = 0;       ///< of a link: of its text
  unsigned long long allocated = 0;  ///< what it takes of the disk
  unsigned long long device = 0;     ///< device and inode together name a file
  unsigned long long inode = 0;
  unsigned long long link_count = 0;
  unsigned owner = 0;
  unsigned group = 0;
  file_time modified;  ///< its bytes
  file_time accessed;
  file_time changed;  ///< its bytes, name, owner or permissions

  file_status() noexcept = default;
  explicit file_status(os::entry_status const& from) noexcept
      : kind(from.kind),
        permissions(from.mode),
        size(from.size),
        allocated(from.allocated),
        device(from.device),
        inode(from.inode),
        link_count(from.link_count),
        owner(from.owner),
        group(from.group),
        modified(from.modified),
        accessed(from.accessed),
        changed(from.changed) {}

  bool is_regular() const noexcept { return kind == device_kind::regular; }
  bool is_directory() const noexcept { return kind == device_kind::directory; }
  bool is_symbolic_link() const noexcept {
    return kind == device_kind::symbolic_link;
  }
  /// Returns true when both are one file.
  bool is_same_file(file_status const& other) const noexcept {
    return device == other.device && inode == other.inode;
  }
};

}  // namespace rill::inline RILL_BUILD::fs

#endif
