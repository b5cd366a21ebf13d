// rill/os/posix/directory.h: the names in an open folder, by readdir.
//
// Floor 3. What os/directory.h takes where no system's own file is better.
// Tests: test/os/directory_test.cpp.
#ifndef RILL_OS_POSIX_DIRECTORY_H
#define RILL_OS_POSIX_DIRECTORY_H

#include "directory_call.h"
#include "entry_list.h"

namespace rill::inline RILL_BUILD::os {

// Adds one record. The kind is left unknown where the system gives none.
inline void add_entry(entry_block& into, dirent const& entry) {
  std::size_t const size = ::strlen(entry.d_name);
  // A whole number of 8 bytes, so that each record is aligned.
  std::size_t const length = (entry_name_offset + size + 8) / 8 * 8;
  into.reserve(length);
  entry_record& record = into.at(into.size());
  record.inode = static_cast<unsigned long long>(entry.d_ino);
  record.place = 0;
  record.length = static_cast<unsigned short>(length);
#if defined(DT_UNKNOWN)
  record.kind = entry.d_type;
#else
  record.kind = 0;
#endif
  ::memcpy(into.end() + entry_name_offset, entry.d_name, size + 1);
  into.grow_to(into.size() + length);
}

// Closes a stream, also when there is no memory for what it gives.
class held_stream {
 public:
  explicit held_stream(DIR* stream) noexcept : stream_(stream) {}
  held_stream(held_stream const&) = delete;
  held_stream& operator=(held_stream const&) = delete;
  ~held_stream() { (void)directory_call.closedir(stream_); }

 private:
  DIR* stream_;
};

/// Adds the names in an open folder, from its position to its end. On an
/// error, what was read before it stays.
inline error_code read_entries_by_stream(native_handle folder,
                                         entry_block& into) {
  // The stream closes what it is made of, so it gets a descriptor of its own.
  opened const copy = duplicate(folder);
  if (copy.error) return copy.error;
  DIR* const stream = directory_call.fdopendir(copy.handle);
  if (!stream) {
    error_code const error = last_error();
    (void)close(copy.handle);
    return error;
  }
  held_stream const closes_it(stream);
  for (;;) {
    errno = 0;
    if (dirent const* const entry = directory_call.readdir(stream)) {
      add_entry(into, *entry);
    } else if (errno == 0 || errno == ENOENT) {
      return {};
    } else if (errno != EINTR) {
      return last_error();
    }
  }
}

}  // namespace rill::inline RILL_BUILD::os

#endif
