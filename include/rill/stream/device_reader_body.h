// rill/stream/device_reader_body.h: the bodies of device_reader.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_DEVICE_READER_BODY_H
#define RILL_STREAM_DEVICE_READER_BODY_H

#include "device_reader.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool device_reader::fill(reader& base) {
  auto& self = static_cast<device_reader&>(base);
  if (self.error_) return false;
  self.make_counted_room();
  rill::error why;
  std::size_t const got =
      self.source_->get(self, self.room_begin(), self.asked_size(), why);
  RILL_ASSERT(got <= self.room_size());
  self.add(got);
  if (why) {
    self.cause_ = why;
    self.error_ = why.code();
  }
  return got != 0;
}

RILL_CORE source_position device_reader::locate_source(reader const& base) {
  auto const& self = static_cast<device_reader const&>(base);
  source_position at = self.position_;
  at.name = self.source_->own_name
                ? self.source_->own_name(self)
                : text(self.source_->name, length_of(self.source_->name));
  at.reason = self.cause_.reason();
  return at;
}

RILL_CORE source_position device_reader::place_in_source(reader const& base,
                                                         char const* place) {
  auto const& self = static_cast<device_reader const&>(base);
  return count_on(self.memo_, locate_source(base), base, place);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
