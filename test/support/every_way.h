// test/support/every_way.h: prints values in every way, and compares the text.
#ifndef RILL_TEST_SUPPORT_EVERY_WAY_H
#define RILL_TEST_SUPPORT_EVERY_WAY_H

#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <stdio.h>  // open_memstream, setvbuf
#include <stdlib.h>
#include <string.h>  // memcmp, memset

#include <memory>  // std::make_unique: blocks of the exact size
#include <string>

#include "fake_device.h"
#include "files.h"

namespace rill_test {

// A sink with data() and size().
struct memory_block {
  char* data_;
  std::size_t size_;
  char* data() const { return data_; }
  std::size_t size() const { return size_; }
};

// Calls format_into with `size` bytes between guard bytes.
template <class... Args>
bool fits_into(std::size_t size, std::string const& want, Args const&... args) {
  constexpr std::size_t guard = 8;
  auto const block = std::make_unique<char[]>(size + 2 * guard);
  memset(block.get(), '#', size + 2 * guard);
  char* const memory = block.get() + guard;
  rill::format_result const r =
      rill::format_into(memory_block{memory, size}, args...);
  std::size_t const kept = size < want.size() ? size : want.size();
  return r.size_needed == want.size() && r.truncated == (size < want.size()) &&
         r.end == memory + kept && memcmp(memory, want.data(), kept) == 0 &&
         memcmp(block.get(), "########", guard) == 0 &&
         memcmp(memory + size, "########", guard) == 0;
}

template <class... Args>
bool fits_into_all(std::string const& want, Args const&... args) {
  // Sizes near the end of the text and near its possible bounds.
  std::size_t const few = want.size() < 120 ? want.size() : 40;
  for (std::size_t size = 0; size <= few; ++size)
    if (!fits_into(size, want, args...)) return false;
  std::size_t const near = want.size() < 4 ? 0 : want.size() - 4;
  for (std::size_t more = 0; more != 7; ++more)
    if (!fits_into(near + more, want, args...)) return false;
  for (std::size_t more = 8; more < 100; more += 9)
    if (!fits_into(want.size() + more, want, args...)) return false;
  return true;
}

template <class... Args>
bool writes_to_file(std::size_t buffer, std::string const& want,
                    Args const&... args) {
  fake_device device;
  {
    rill::file_writer out(rill::file(fake_device::handle), buffer);
    rill::print(out, "x", args..., 'y');
    rill::println(out, args...);
    rill::print(out, args...);
  }
  return device.bytes == "x" + want + "y" + want + "\n" + want;
}

#if defined(_WIN32)
// Uses a FILE* on a file: Windows has no stream over memory.
template <class... Args>
bool writes_to_stream(std::string const& want, Args const&... args) {
  folder const place;
  FILE* const stream = fopen((place / "out").c_str(), "wb");
  rill::print(stream, "x", args...);
  rill::println(stream, args...);
  fclose(stream);
  return content_of(place / "out") == "x" + want + want + "\n";
}
#else
// Uses a FILE* with a buffer of 16 bytes.
template <class... Args>
bool writes_to_stream(std::string const& want, Args const&... args) {
  char* memory = nullptr;
  size_t size = 0;
  FILE* const stream = open_memstream(&memory, &size);
  rill::print(stream, "x", args...);
  rill::println(stream, args...);
  fclose(stream);
  bool const same = std::string(memory, size) == "x" + want + want + "\n";
  free(memory);
  return same;
}
#endif

/// Whether print, println, concat, append, format_into and formatted_size all
/// give `want`, into sinks with free space and without.
template <class... Args>
bool prints_everywhere(std::string const& want, Args const&... args) {
  if (rill::concat(args...) != want) return false;
  if (rill::formatted_size(args...) != want.size()) return false;
  std::string text = "<";
  rill::append(text, args...);
  if (text != "<" + want) return false;
  for (std::size_t buffer : {1u, 15u, 16u, 17u, 41u, 64u, 300u, 8000u})
    if (!writes_to_file(buffer, want, args...)) return false;
  return fits_into_all(want, args...) && writes_to_stream(want, args...);
}

}  // namespace rill_test

#endif
