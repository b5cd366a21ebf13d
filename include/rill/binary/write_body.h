// rill/binary/write_body.h: buffers for counted bytes, and errors of writing.
//
// Layer 6. The bodies of write.h. Tests: test/binary/write_test.cpp.
#ifndef RILL_BINARY_WRITE_BODY_H
#define RILL_BINARY_WRITE_BODY_H

#include "write.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE void message_writer::drain(writer& base, char const* data,
                                     std::size_t size) {
  auto& self = static_cast<message_writer&>(base);
  text const old = self.pending();
  if (self.is_kept() && size <= most_kept && old.size + size <= most_kept) {
    storage const before =
        self.more_.grow(2 * (old.size + size) + message_block, old);
    self.cursor_ = copy_bytes(self.more_.data() + old.size, data, size);
    self.begin_ = self.more_.data();
    self.end_ = self.more_.data() + self.more_.size();
    return;
  }
  self.counted_ += old.size + size;
  self.begin_ = self.cursor_ = self.end_ = nullptr;
}

// Reached when a hook writes more than it did while the bytes were counted.
[[gnu::cold]] RILL_CORE void counted_writer::drain(writer& base, char const*,
                                                   std::size_t size) {
  auto& self = static_cast<counted_writer&>(base);
  if (size == 0) return;
  self.stop(library_problem::no_room);
  raise(rill::error(self.error_, "write binary"));
}

RILL_CORE binary_problem put_into(writer& out, put_function put,
                                  void const* values) {
  binary_target to(out);
  to.finish(put(to, to.begin(), values));
  return to.problem();
}

[[gnu::cold, gnu::noinline]] RILL_CORE error put_error(binary_problem problem,
                                                       writer const& out) {
  if (problem != binary_problem::none)
    return error(error_code(problem), "write binary");
  if (out.error()) return error(out.error(), "write binary");
  return {};
}

RILL_CORE void put_or_raise(writer& out, put_function put, void const* values) {
  binary_problem const problem = put_into(out, put, values);
  if (RILL_UNLIKELY(problem != binary_problem::none))
    raise(put_error(problem, out));
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
