// rill/binary/tagged_body.h: reads tags and skips values.
//
// Layer 6. The bodies of tagged.h. Tests: test/binary/tagged_test.cpp.
#ifndef RILL_BINARY_TAGGED_BODY_H
#define RILL_BINARY_TAGGED_BODY_H

#include "tagged.h"

namespace rill::inline RILL_BUILD::detail {

// Reads the next tag. Its number must be above the one before.
RILL_CORE char const* group_reader<tagged_format>::next(binary_source& from,
                                                        char const* at) {
  if (is_pending_) return at;
  unsigned long long tag = 0;
  char const* const after = from.count(at, tag);
  if (!after) return nullptr;
  bool const ascends = tag >> 3 > tag_ >> 3;
  if (tag != 0 && !ascends)
    return from.fail(after, binary_problem::out_of_order, tag >> 3);
  tag_ = tag;
  is_pending_ = true;
  return after;
}

RILL_CORE char const* group_reader<tagged_format>::find(
    binary_source& from, char const* at, unsigned long long number,
    bool& found) {
  last = number;
  for (;;) {
    at = next(from, at);
    if (!at) return nullptr;
    found = tag_ >> 3 == number;
    if (tag_ == 0 || tag_ >> 3 >= number) return at;
    is_pending_ = false;
    at = skip_wire(from, at, wire());
    if (!at) return nullptr;
  }
}

RILL_CORE char const* group_reader<tagged_format>::find_choice(
    binary_source& from, char const* at, unsigned long long& number) {
  at = next(from, at);
  number = tag_ >> 3;
  return at;
}

RILL_CORE char const* group_reader<tagged_format>::end(binary_source& from,
                                                       char const* at) {
  bool found = false;
  at = find(from, at, ~0ull >> 2, found);
  is_pending_ = false;
  return at;
}

RILL_CORE char const* get_list_head(binary_source& from, char const* at,
                                    unsigned long long& count, unsigned& wire) {
  at = from.count(at, count);
  if (at) at = from.need(at, 1);
  if (!at) return nullptr;
  wire = static_cast<unsigned char>(*at);
  if (wire > wire_list) return from.fail(at, binary_problem::bad_value, wire);
  return at + 1;
}

RILL_CORE char const* skip_units(binary_source& from, char const* at,
                                 unsigned long long count, std::size_t size) {
  unsigned long long const begin = from.offset(at);
  unsigned long long const most = ~0ull / size;
  at = get_chunks<1>(from, at, (count < most ? count : most) * size,
                     [](char const*, std::size_t) {});
  return at ? at : from.lacks(begin, count, size);
}

RILL_CORE char const* skip_list(binary_source& from, char const* at) {
  unsigned long long count = 0;
  unsigned wire = 0;
  at = get_list_head(from, at, count, wire);
  if (!at) return nullptr;
  if (wire <= wire_16) return skip_units(from, at, count, 1u << wire);
  for (; at && count != 0; --count) at = skip_wire(from, at, wire);
  return at;
}

RILL_CORE char const* skip_wire(binary_source& from, char const* at,
                                unsigned wire) {
  if (wire <= wire_16) return skip_units(from, at, 1ull << wire, 1);
  if (wire == wire_sized) {
    unsigned long long size = 0;
    at = from.count(at, size);
    return at ? skip_units(from, at, size, 1) : nullptr;
  }
  if (!from.enter(at)) return nullptr;
  if (wire == wire_list)
    at = skip_list(from, at);
  else
    at = group_reader<tagged_format>().end(from, at);
  from.leave();
  return at;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
