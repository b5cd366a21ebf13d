// rill/os/posix/entry_list.h: the names in a folder, in a block of memory.
//
// Layer 3. Allocates, so it may throw std::bad_alloc; nothing else. Tests:
// test/os/directory_test.cpp.
#ifndef RILL_OS_POSIX_ENTRY_LIST_H
#define RILL_OS_POSIX_ENTRY_LIST_H

#include "../../memory/storage.h"
#include "device.h"

namespace rill::inline RILL_BUILD::os {

/// One name in a folder, in the layout of Linux's getdents64, so that Linux
/// needs no copy; other systems fill it in. The name ends with a NUL.
struct entry_record {
  unsigned long long inode;
  long long place;        ///< for the system; readers of the list may reuse it
  unsigned short length;  ///< bytes to the next record
  unsigned char kind;     ///< d_type, for kind_of
  char name[1];           ///< in fact as long as the name
};

// The name begins in the padding of the struct.
inline constexpr std::size_t entry_name_offset =
    __builtin_offsetof(entry_record, name);
static_assert(entry_name_offset == 19);

/// Records of several folders, one list after the other. Refer to them by
/// offset: the block moves when it grows.
class entry_block {
 public:
  std::size_t size() const noexcept { return size_; }
  char* end() const noexcept { return block_.data() + size_; }
  std::size_t room() const noexcept { return block_.size() - size_; }

  entry_record& at(std::size_t offset) const noexcept {
    return *reinterpret_cast<entry_record*>(block_.data() + offset);
  }

  std::size_t offset_of(entry_record const& record) const noexcept {
    return static_cast<std::size_t>(reinterpret_cast<char const*>(&record) -
                                    block_.data());
  }

  /// Makes room for `count` more bytes.
  void reserve(std::size_t count) {
    if (room() >= count) return;
    (void)block_.grow(2 * (size_ + count), text(block_.data(), size_));
  }
  void grow_to(std::size_t size) noexcept { size_ = size; }
  void cut_to(std::size_t size) noexcept { size_ = size; }

 private:
  storage block_;
  std::size_t size_ = 0;
};

/// Converts a directory entry's d_type (DT_REG and others) to a kind. On every
/// system, DT_ values are the upper bits of st_mode.
constexpr device_kind kind_of_type(unsigned type) noexcept {
  switch (type) {
    case 1:
      return device_kind::pipe;
    case 2:
      return device_kind::character;
    case 4:
      return device_kind::directory;
    case 6:
      return device_kind::block;
    case 8:
      return device_kind::regular;
    case 10:
      return device_kind::symbolic_link;
    case 12:
      return device_kind::socket;
  }
  return device_kind::unknown;
}

/// Returns the kind of an entry if the folder reports it; otherwise `unknown`.
inline device_kind kind_of(entry_record const& record) noexcept {
  return kind_of_type(record.kind);
}

/// Returns true for "." and "..".
inline bool is_dot_or_dots(char const* name) noexcept {
  return name[0] == '.' &&
         (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

}  // namespace rill::inline RILL_BUILD::os

#endif
