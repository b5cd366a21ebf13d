// test/support/memory_sweep.h: runs code in which each allocation fails in
// turn, and which may end with an error or with the lost-output handler.
#ifndef RILL_TEST_SUPPORT_MEMORY_SWEEP_H
#define RILL_TEST_SUPPORT_MEMORY_SWEEP_H

#include <doctest/doctest.h>
#include <rill/os/error.h>
#include <rill/stream/lost_output.h>
#include <rill/stream/writer.h>

#include <functional>
#include <new>
#include <string>

#include "failing_memory.h"

namespace rill_test {

// Counts calls of the handler, without allocating.
inline int lost = 0;
inline void count_lost(rill::error const&) noexcept { ++lost; }
struct lost_counter {
  rill::lost_output_handler before = rill::set_lost_output_handler(count_lost);
  lost_counter() { lost = 0; }
  lost_counter(lost_counter const&) = delete;
  lost_counter& operator=(lost_counter const&) = delete;
  ~lost_counter() { rill::set_lost_output_handler(before); }
};

// Runs work() with each allocation failing in turn, alone and with all later
// ones. After each run calls check(whether an error was reported or output was
// lost).
inline void sweep_work(std::function<void()> const& work,
                       std::function<void(bool has_failed)> const& check) {
  if (!can_fail_memory()) return;
  int failures = 0;
  for (bool const is_lasting : {false, true}) {
    bool has_struck = true;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      CAPTURE(is_lasting);
      lost_counter const counter;
      long const blocks = live_blocks;
      bool is_told = false, is_expected = true, can_go_on = false;
      memory = {at, is_lasting, false};
      try {
        work();
      } catch (std::bad_alloc const&) {
        is_told = can_go_on = true;
      } catch (rill::error const& e) {
        is_told = true;
        is_expected = e.code() == rill::library_problem::no_memory ||
                      e.code() == rill::os::c_error(ENOMEM);
      }
      memory.left = -1;
      has_struck = memory.has_struck;
      long const leaked = live_blocks - blocks;
      CHECK(leaked == 0);
      CHECK(is_expected);
      CHECK(has_struck >= is_told);
      // A writer that threw std::bad_alloc tries again when it is destroyed.
      CHECK(lost <= (is_told && !can_go_on ? 0 : 1));
      failures += has_struck;
      check(is_told || lost != 0);
      // With AddressSanitizer a reader allocates new memory for each piece.
      REQUIRE(at < (RILL_ADDRESS_SANITIZER ? 10'000 : 1000));
    }
  }
  CHECK(failures > 2);
}

// A writer without put area that appends to a string.
class roomless : public rill::writer {
 public:
  explicit roomless(std::string& to) : writer(device, nullptr, 0), to_(to) {}

 private:
  static void drain(rill::writer& base, char const* data, std::size_t size) {
    if (size != 0) static_cast<roomless&>(base).to_.append(data, size);
  }
  static void flush_nothing(rill::writer&) {}
  static constexpr rill::writer_device device{drain, flush_nothing};
  std::string& to_;
};

}  // namespace rill_test

#endif
