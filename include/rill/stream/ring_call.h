// rill/stream/ring_call.h: what a ring asks of its callable, and what the
// answer means.
//
// Floor 4. As stream/byte_call.h, and the answer may be a result too. Tests:
// test/stream/ring_reader_test.cpp, test/stream/ring_writer_test.cpp.
#ifndef RILL_STREAM_RING_CALL_H
#define RILL_STREAM_RING_CALL_H

#include "byte_call.h"

namespace rill::inline RILL_BUILD::detail {

// What a ring does, for its errors.
struct ring_action {
  text verb;
  text path;
  char const* than;  // of impossible_count
};
inline constexpr ring_action ring_reads{"read", "from a ring", than_room};
inline constexpr ring_action ring_writes{"write", "to a ring", than_given};

// An error is kept whole, a code gets the operation.
inline error ring_error(error const& reason, ring_action const&) {
  return reason;
}
inline error ring_error(error_code reason, ring_action const& action) {
  return {reason, action.verb, action.path};
}

// The count of an answer; 0 and a cause after an error.
template <class Answer>
std::size_t count_of(Answer const& answer, ring_action const& action,
                     error& cause) {
  if constexpr (result_of_call<Answer>) {
    if (answer) return count_of(*answer, action, cause);
    cause = ring_error(answer.error(), action);
    return 0;
  } else {
    if (error_code const told = told_error(answer)) {
      cause = ring_error(told, action);
      return 0;
    }
    return static_cast<std::size_t>(answer);
  }
}

// Calls once with a block, and returns how many bytes of it were moved: at
// most `size`, which becomes what was offered. What moves nothing returns 0
// and has a cause or none. A larger count is a cause too. Only a sink may
// return nothing.
template <bool IsSink, class Call, class Byte>
std::size_t call_ring(Call& call, Byte* data, std::size_t& size,
                      ring_action const& action, error& cause) {
  if constexpr (std::is_void_v<decltype(call_with_size(call, data, size))>) {
    static_assert(IsSink, "rill: a source must return how many bytes it wrote");
    call_with_size(call, data, size);
    return size;
  } else {
    std::size_t const count =
        count_of(call_to_the_end(call, data, size), action, cause);
    if (count <= size) [[likely]]
      return count;
    cause =
        impossible_count(action.verb, action.path, count, action.than, size);
    return 0;
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
