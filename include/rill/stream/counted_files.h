// rill/stream/counted_files.h: a memo of positions in files for the next
// error, kept per file and not per reader.
//
// Floor 4. For FILEs, of which rill keeps no state between calls. An entry is
// a fact about the content: the first n bytes of this file end in line m. It
// holds for each stream and each thread until the file changes, and is used
// only where the system would report a change
// (docs/decisions/0015-places.md). Allocates nothing, throws nothing. Tests:
// test/stream/counted_files_test.cpp.
#ifndef RILL_STREAM_COUNTED_FILES_H
#define RILL_STREAM_COUNTED_FILES_H

#include "../os/clock.h"
#include "file_position.h"

namespace rill::inline RILL_BUILD::detail {

// The first `offset` bytes of a file end in this line and column, and in
// these bytes.
struct counted_file {
  unsigned long long device = 0;
  unsigned long long inode = 0;
  unsigned long long size = 0;
  unsigned long long changed = 0;
  long long offset = 0;
  unsigned long long line = 1;
  unsigned long long column = 0;
  unsigned long long used = 0;  // at which use; 0 when nothing is remembered
  char last[16] = {};
};

// The last of them. Two streams over one file have two, so that one is not
// counted from the start whenever the other is ahead.
class counted_files {
 public:
  static constexpr int most = 16;

  // What is remembered of this very content and ends last before an offset;
  // else the start of the file.
  counted_file before(os::device_status const& file, long long offset) noexcept;

  // Takes the place of what it was counted on from, or of the oldest.
  void keep(counted_file const& now, counted_file const& from) noexcept;

 private:
  static bool is_same(counted_file const& a, counted_file const& b) noexcept;

  // Held for the time of a copy. A child of fork may find it taken for ever:
  // then it counts from the start.
  class taken {
   public:
    explicit taken(counted_files& all) noexcept : all_(all) {
      for (int i = 0; i != 10'000 && !is_held_; ++i)
        is_held_ =
            __atomic_exchange_n(&all.is_taken_, 1, __ATOMIC_ACQUIRE) == 0;
    }
    taken(taken const&) = delete;
    taken& operator=(taken const&) = delete;
    ~taken() {
      if (is_held_) __atomic_store_n(&all_.is_taken_, 0, __ATOMIC_RELEASE);
    }
    explicit operator bool() const noexcept { return is_held_; }

   private:
    counted_files& all_;
    bool is_held_ = false;
  };

  int is_taken_ = 0;
  unsigned long long uses_ = 0;
  counted_file all_[most];
};

RILL_STATE inline constinit counted_files known_files;

// True when any later change of the file has another time than its last one:
// the clock that files are stamped by, which ticks each 10 ms at most, and on
// file systems with times in seconds each 2 s, has moved on since.
bool tells_changes(os::device_status const& file,
                   unsigned long long now) noexcept;

// Keeps the last bytes of what was read, `held` of them so far.
[[gnu::cold]] void keep_last_bytes(char (&last)[16], std::size_t& held,
                                   text read) noexcept;

// Counts on from one place of a file to the offset of another, which gets its
// line and column. False when the file is shorter, or has other bytes before
// the first place than it had: a change that the system does not tell, as of a
// mapped file, most often changes them. Mostly one call of the system.
bool count_between(os::native_handle handle, counted_file const& from,
                   counted_file& to) noexcept;

// A regular file as it was when its lines began to be counted, and when that
// was. The time comes first: what is counted is no older than it.
struct dated_file {
  unsigned long long now = os::system_nanoseconds();
  os::native_handle handle;
  os::device_status status;

  explicit dated_file(os::native_handle from)
      : handle(from), status(os::status(from)) {}
};

// The position of an offset in a file, counted on from the nearest place
// before it that is known. The line is 0 when the file has become shorter.
[[gnu::cold]] source_position position_in_known_file(dated_file const& file,
                                                     long long offset);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "counted_files_body.h"
#endif

#endif
