// rill/binary/source_body.h: what targets and sources do at the end of their
// buffers.
//
// Layer 6. The bodies of source.h. Tests: test/binary/target_test.cpp,
// test/binary/source_test.cpp.
#ifndef RILL_BINARY_SOURCE_BODY_H
#define RILL_BINARY_SOURCE_BODY_H

#include "source.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE void binary_target::commit(char* at) {
  // A hook must not write to the writer directly: commit would overwrite it.
  RILL_ASSERT(is_on_scratch_ || out_.cursor() == start_);
  if (is_on_scratch_)
    out_.write(scratch_, static_cast<std::size_t>(at - scratch_));
  else
    out_.advance_to(at);
}

[[gnu::cold, gnu::noinline]] RILL_CORE char* binary_target::reserve_slowly(
    char* at, std::size_t size) {
  commit(at);
  if (out_.reserve(size)) return use_writer();
  return use_scratch();
}

// One check of the room for short lists. Not inline, because a type has many of
// them: inline is 0.5 ns faster and 120 bytes larger.
RILL_CORE char* binary_target::put_list(char* at, void const* data,
                                        std::size_t count, std::size_t size) {
  std::size_t const bytes = count * size;
  if (RILL_LIKELY(bytes <= binary_run - count_size)) {
    at = store_count(reserve(at, count_size + bytes), count);
    return copy_short(at, static_cast<char const*>(data), bytes);
  }
  at = store_count(reserve(at, count_size), count);
  return put_bytes(at, data, bytes);
}

// Passes data to the writer, which can give it to the device without copying.
[[gnu::noinline]] RILL_CORE char* binary_target::put_slowly(char* at,
                                                            char const* data,
                                                            std::size_t size) {
  commit(at);
  out_.write(data, size);
  return use_writer();
}

// An error of the device also ends up here, but stays in the reader.
[[gnu::cold, gnu::noinline]] RILL_CORE char const* binary_source::need_slowly(
    char const* at, std::size_t size) {
  passed_ = offset(at);
  finish(at);
  text const there = in_.peek(size);
  bool const has_memory = in_.cursor() != nullptr;
  start_ = has_memory ? in_.cursor() : &nothing;
  end_ = has_memory ? in_.end() : &nothing;
  if (there.size >= size) return start_;
  has_ended_ = true;
  return fail(start_, binary_problem::cut, size, there.size);
}

// Refuses a last byte of 0: only the shortest form is valid.
[[gnu::cold, gnu::noinline]] RILL_CORE char const* binary_source::count_slowly(
    char const* at, unsigned long long& value) {
  unsigned long long found = 0;
  for (unsigned shift = 0;; shift += 7) {
    at = need(at, 1);
    if (!at) return nullptr;
    unsigned long long const byte = static_cast<unsigned char>(*at++);
    bool const is_too_large = shift == 63 && byte > 1;
    bool const is_too_long = shift != 0 && byte == 0;
    if (is_too_large || is_too_long)
      return fail(at - 1, binary_problem::bad_value, byte);
    found |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  value = found;
  return at;
}

[[gnu::cold, gnu::noinline]] RILL_CORE bool binary_source::admit_slowly(
    char const* at, unsigned long long count, std::size_t least,
    std::size_t made) noexcept {
  if (made != 0 && count > memory_left_ / made) {
    fail(at, binary_problem::too_much_memory, count, limits_.memory);
    return false;
  }
  memory_left_ -= count * made;
  if (least != 0 && count > left(at) / least) is_whole_ = false;
  return true;
}

[[gnu::cold, gnu::noinline]] RILL_CORE char const* binary_source::lacks(
    unsigned long long begin, unsigned long long count,
    std::size_t least) noexcept {
  unsigned long long const there = offset(end_) - begin;
  if (!has_ended_ || least == 0 || count <= there / least) return nullptr;
  return fail_short(begin, count, least, there);
}

[[gnu::cold, gnu::noinline]] RILL_CORE char const* binary_source::fail_short(
    unsigned long long begin, unsigned long long count, std::size_t least,
    unsigned long long there) noexcept {
  failure_.clear();
  if (count > there)
    failure_.set(binary_problem::too_long, begin, count, there);
  else
    failure_.set(binary_problem::cut, begin, count * least, there);
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
