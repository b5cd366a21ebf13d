// test/support/coder_memory.h: runs a compressed format while allocations of
// its library fail.
#ifndef RILL_TEST_SUPPORT_CODER_MEMORY_H
#define RILL_TEST_SUPPORT_CODER_MEMORY_H

#include <doctest/doctest.h>
#include <rill/compression/coder.h>

#include <string>
#include <vector>

#include "coder_runs.h"
#include "failing_memory.h"

namespace rill_test {

// Passes a text through an encoder or a decoder, into memory allocated before.
inline rill::error_code run_coder(rill::compression const& which,
                                  rill::detail::coder_calls const& calls,
                                  rill::text in, std::vector<char>& out,
                                  std::size_t& size) {
  rill::result<coder> work = coder::open(which, calls, "test");
  if (!work) return work.error().code();
  size = 0;
  for (;;) {
    std::size_t const room = std::min<std::size_t>(out.size() - size, 5000);
    coder_step const step =
        work->step(in, out.data() + size, room, coder_goal::finish);
    in = {in.data + step.read, in.size - step.read};
    size += step.written;
    if (step.outcome == coder_outcome::failed) return step.error;
    if (step.outcome == coder_outcome::done) return {};
  }
}

// Lets each allocation of a coder fail once, alone or with all later ones. The
// result is no_memory or the right bytes, and no block leaks.
inline void check_memory(rill::compression const& which,
                         rill::detail::coder_calls const& calls, rill::text in,
                         std::string const& wanted) {
  if (!can_fail_memory()) return;
  std::vector<char> out(wanted.size() + 65536);
  std::size_t size = 0;
  int failures = 0;
  for (bool const is_lasting : {false, true}) {
    bool has_struck = true;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      CAPTURE(is_lasting);
      long const before = live_blocks;
      memory = {at, is_lasting, false};
      rill::error_code const error = run_coder(which, calls, in, out, size);
      memory.left = -1;
      has_struck = memory.has_struck;
      long const lost = live_blocks - before;
      CHECK(lost == 0);
      if (error) {
        ++failures;
        CHECK(has_struck);
        CHECK((error == rill::error_code(rill::library_problem::no_memory)));
      } else {
        CHECK(std::string(out.data(), size) == wanted);
      }
      if (at > 10000) FAIL("without an end");
    }
  }
  CHECK(failures != 0);
}

inline void check_memory(rill::compression const& which,
                         std::string const& plain) {
  std::vector<char> out(2 * plain.size() + 65536);
  std::size_t size = 0;
  rill::detail::compression_format const& format = which.format();
  REQUIRE(!run_coder(which, format.encoder, plain, out, size));
  std::string const packed(out.data(), size);
  check_memory(which, format.encoder, plain, packed);
  check_memory(which, format.decoder, packed, plain);
}

}  // namespace rill_test

#endif
