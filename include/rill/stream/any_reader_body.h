// rill/stream/any_reader_body.h: the bodies of any_reader.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_ANY_READER_BODY_H
#define RILL_STREAM_ANY_READER_BODY_H

#include "any_reader.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE void call_writer::begin_call(writer& base) {
  auto& self = static_cast<call_writer&>(base);
  if (self.error_ || self.refuse_own_device()) return;
  if (self.block_.size() == 0) {
    self.block_ = storage(smallest_block);
    self.begin_ = self.cursor_ = self.block_.data();
  }
  if (!self.call_) self.call_ = self.cursor_;
  self.show_room();
}

RILL_CORE void call_writer::end_call(writer& base, bool is_abandoned) {
  auto& self = static_cast<call_writer&>(base);
  if (!is_abandoned) {
    self.pass_held();
    self.end_ = self.cursor_;
    return self.report();
  }
  self.pass_or_report();
  self.end_ = self.cursor_;
}

// Grows the block for `wanted` more bytes, at most to largest_block. Keeps the
// bytes of the call.
RILL_CORE void call_writer::grow(std::size_t wanted) {
  std::size_t const held = pending().size;
  std::size_t size = block_.size();
  while (size < largest_block && size - held < wanted) size *= 2;
  if (size == block_.size()) return;
  (void)block_.grow(size, pending());
  begin_ = call_ = block_.data();
  cursor_ = begin_ + held;
  show_room();
}

RILL_CORE void call_writer::take_in_call(text bytes) {
  grow(larger(bytes.size, std::size_t{1}));
  if (bytes.size > room() || room() == 0) {
    pass_held();
    if (error_) return;
    show_room();
  }
  if (bytes.size <= room())
    cursor_ = copy_bytes(cursor_, bytes.data, bytes.size);
  else
    pass(bytes);
}

RILL_CORE void call_writer::drain(writer& base, char const* data,
                                  std::size_t size) {
  auto& self = static_cast<call_writer&>(base);
  if (!self.error_ && !self.refuse_own_device()) {
    if (self.call_)
      self.take_in_call({data, size});
    else
      self.pass({data, size});
  }
  self.report();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
