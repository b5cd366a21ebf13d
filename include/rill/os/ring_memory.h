// rill/os/ring_memory.h: a ring buffer mapped twice in a row, so that a range
// across its end is contiguous.
//
// Layer 3. Throws nothing. Maps the same pages twice, side by side, from an
// unnamed file in memory, or on Windows from a section without a file. On POSIX
// the pages are shared, also with a child after fork. Tests:
// test/os/ring_memory_test.cpp, test/os/win32/memory_test.cpp.
#ifndef RILL_OS_RING_MEMORY_H
#define RILL_OS_RING_MEMORY_H

#if defined(__unix__) || defined(__APPLE__)
#include "posix/device.h"
#include "posix/map.h"
#elif defined(_WIN32)
#include "win32/device.h"  // failed_handle
#include "win32/map.h"
#endif

namespace rill::inline RILL_BUILD::os {

/// 2 * size bytes, of which byte i and byte size + i are the same, or the
/// error.
struct ring_memory {
  char* data = nullptr;
  error_code error;
};

#if defined(__unix__) || defined(__APPLE__)

// Returns a descriptor of an empty file in memory; -1 and errno on failure.
inline int open_memory_file() {
#if defined(MFD_CLOEXEC)
  return ::memfd_create("rill-ring", MFD_CLOEXEC);
#elif defined(SHM_ANON)
  return ::shm_open(SHM_ANON, O_RDWR | O_CLOEXEC, 0600);
#else
  errno = ENOSYS;
  return -1;
#endif
}

/// The functions that a test can replace.
struct ring_memory_calls {
  int (*open_memory_file)() = os::open_memory_file;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE ring_memory_calls ring_memory_call;

// Populates all pages at once, if the system can: otherwise each page faults in
// both halves, which takes 1.5 times as long. Not for more than 1 MiB, because
// the memory might never be used.
inline int ring_flags([[maybe_unused]] std::size_t size) noexcept {
#if defined(MAP_POPULATE)
  if (size <= std::size_t{1} << 20)
    return MAP_SHARED | MAP_FIXED | MAP_POPULATE;
#endif
  return MAP_SHARED | MAP_FIXED;
}

// Maps the file's pages at both halves of a reservation of twice the size.
inline ring_memory map_file_twice(int file, std::size_t size) noexcept {
  int const access = PROT_READ | PROT_WRITE;
  void* const place = map_call.mmap(nullptr, 2 * size, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return {nullptr, last_error()};
  char* const data = static_cast<char*>(place);
  for (std::size_t half = 0; half != 2; ++half)
    if (map_call.mmap(data + half * size, size, access, ring_flags(size), file,
                      0) == MAP_FAILED) {
      error_code const reason = last_error();
      (void)map_call.munmap(data, 2 * size);
      return {nullptr, reason};
    }
  return {data, {}};
}

/// Maps `size` bytes twice. Requires a multiple of the page size.
inline ring_memory map_twice(std::size_t size) noexcept {
  if (size == 0 || size > ~std::size_t{0} / 4)
    return {nullptr, {error_source::system, EINVAL}};
  int const made = ring_memory_call.open_memory_file();
  if (made < 0) return {nullptr, last_error()};
  opened const file = above_standard_handles(made);
  if (file.error) return {nullptr, file.error};
  error_code const cut = truncate(file.handle, static_cast<long long>(size));
  ring_memory const memory =
      cut ? ring_memory{nullptr, cut} : map_file_twice(file.handle, size);
  // The mappings keep the file alive.
  (void)close(file.handle);
  return memory;
}

inline void unmap_twice(char* data, std::size_t size) noexcept {
  (void)map_call.munmap(data, 2 * size);
}

#elif defined(_WIN32)

extern "C" void* rill_MapViewOfFileEx(void*, windows_word, windows_word,
                                      windows_word, std::size_t, void*) noexcept
    __asm__("MapViewOfFileEx");

// Finds free address space and maps both halves there. Returns null if another
// thread takes the space meanwhile.
inline char* map_section_twice(void* section, std::size_t size) noexcept {
  constexpr windows_word reserve = 0x2000, no_access = 1, release = 0x8000;
  constexpr windows_word read_and_write = 6;
  void* const place = map_call.allocate(nullptr, 2 * size, reserve, no_access);
  if (!place) return nullptr;
  (void)map_call.release(place, 0, release);
  char* const data = static_cast<char*>(place);
  if (!rill_MapViewOfFileEx(section, read_and_write, 0, 0, size, data))
    return nullptr;
  if (rill_MapViewOfFileEx(section, read_and_write, 0, 0, size, data + size))
    return data;
  error_code const why = last_error();
  (void)map_call.unmap_view(data);
  rill_SetLastError(static_cast<windows_word>(why.number));
  return nullptr;
}

/// Maps `size` bytes twice. Requires a multiple of map_granularity().
inline ring_memory map_twice(std::size_t size) noexcept {
  constexpr windows_word page_read_and_write = 4;
  constexpr int attempts = 16;
  if (size == 0 || size > ~std::size_t{0} / 4)
    return {nullptr, {error_source::system, windows_error::invalid_parameter}};
  void* const section = map_call.create_file_mapping(
      failed_handle(), nullptr, page_read_and_write,
      static_cast<windows_word>(size >> 32),
      static_cast<windows_word>(size & 0xFFFFFFFF), nullptr);
  if (!section) return {nullptr, last_error()};
  ring_memory memory;
  for (int i = 0; i != attempts && !memory.data; ++i)
    memory.data = map_section_twice(section, size);
  if (!memory.data) memory.error = last_error();
  (void)call.close_handle(section);  // the views keep it alive
  return memory;
}

inline void unmap_twice(char* data, std::size_t size) noexcept {
  (void)map_call.unmap_view(data);
  (void)map_call.unmap_view(data + size);
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
