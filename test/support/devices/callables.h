// test/support/devices/callables.h: scripted devices as callables, and the
// readers and writers over them.
#ifndef RILL_TEST_SUPPORT_DEVICES_CALLABLES_H
#define RILL_TEST_SUPPORT_DEVICES_CALLABLES_H

#include <rill/stream/callback.h>

#include <utility>  // std::declval

#include "script.h"

namespace rill_test {

inline auto taker(scripted_sink& to) {
  return [&to](char const* data, std::size_t size) -> long {
    return to.take(data, size);
  };
}
inline auto giver(scripted_source& from) {
  return [&from](char* out, std::size_t size) -> long {
    return from.give(out, size);
  };
}

using taking_callable = decltype(taker(std::declval<scripted_sink&>()));
using giving_callable = decltype(giver(std::declval<scripted_source&>()));
using callback_writer = rill::callback_writer<taking_callable>;
using callback_reader = rill::callback_reader<giving_callable>;

}  // namespace rill_test

#endif
