// rill/print/dbg_level.h: which levels dbg_at prints.
//
// Floor 5. Allocates nothing, throws nothing. Any thread may call the
// functions. Tests: test/print/dbg_level_test.cpp, test/system/dbg_test.py.
#ifndef RILL_PRINT_DBG_LEVEL_H
#define RILL_PRINT_DBG_LEVEL_H

#include "dbg_output.h"

#if RILL_HOSTED
#include "../os/environment.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// The level of a name or of digits; -1 of another text. Syslog's own names
// are known too.
constexpr int level_of(text words) noexcept {
  struct known {
    text name;
    int level;
  };
  constexpr known all[] = {
      {"none", 0},        {"error", 3}, {"err", 3},
      {"warning", 4},     {"warn", 4},  {"notice", 5},
      {"information", 6}, {"info", 6},  {"debug", 7},
  };
  for (known const& one : all)
    if (words == one.name) return one.level;
  bool const is_digit =
      words.size == 1 && words.data[0] >= '0' && words.data[0] <= '7';
  return is_digit ? words.data[0] - '0' : -1;
}

// -1 until it is asked for, or set.
RILL_STATE inline int dbg_level_in_force = -1;

// What RILL_DBG_LEVEL says: without it every level, and every level after a
// line on standard error where it has another text.
[[gnu::cold]] inline int dbg_level_of_environment() {
  int level = static_cast<int>(debug_level::debug);
#if RILL_HOSTED
  char room[16];
  os::filled const got = os::read_variable("RILL_DBG_LEVEL", room, sizeof room);
  if (got.is_there && !got.error && got.size != 0) {
    bool const is_whole = got.size <= sizeof room;
    int const named = is_whole ? level_of({room, got.size}) : -1;
    if (named < 0)
      say_line(
          "rill: RILL_DBG_LEVEL: expected none, error, warning, notice, "
          "information, debug or 0 to 7",
          true);
    else
      level = named;
  }
#endif
  // A level that was set meanwhile stays.
  int before = -1;
  bool const is_ours =
      __atomic_compare_exchange_n(&dbg_level_in_force, &before, level, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return is_ours ? level : before;
}

}  // namespace detail

/// Returns the level in force: the one that was set, otherwise that of the
/// environment variable RILL_DBG_LEVEL when it was first asked for. The
/// variable has the name of a level or its number, 0 to 7; without it, all
/// levels are printed.
inline debug_level dbg_level() {
  int level = __atomic_load_n(&detail::dbg_level_in_force, __ATOMIC_RELAXED);
  if (level < 0) level = detail::dbg_level_of_environment();
  return static_cast<debug_level>(level);
}

/// Sets the level in force and returns the one before: dbg_at prints messages
/// of this level and of more important ones, with debug_level::none nothing.
///
/// Example:
///     rill::set_dbg_level(rill::debug_level::warning);
inline debug_level set_dbg_level(debug_level level) {
  debug_level const before = dbg_level();
  __atomic_store_n(&detail::dbg_level_in_force, static_cast<int>(level),
                   __ATOMIC_RELAXED);
  return before;
}

namespace detail {

inline bool is_dbg_printed(debug_level level) {
  return level != debug_level::none && level <= dbg_level();
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
