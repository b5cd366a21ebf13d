// rill/process/filled_text.h: texts of any length from the system, and blocks
// of them.
//
// Floor 5. Allocates; throws std::bad_alloc alone. Tests:
// test/process/environment_test.cpp, test/process/program_test.cpp.
#ifndef RILL_PROCESS_FILLED_TEXT_H
#define RILL_PROCESS_FILLED_TEXT_H

#include "../memory/owned_text.h"
#include "../os/error.h"
#include "../os/program_terms.h"

namespace rill::inline RILL_BUILD::detail {

/// Calls read(out, room), which returns an os::filled, with increasing room
/// until `into` has the whole text. Requires that `into` is empty.
template <class Read>
os::filled fill(owned_text& into, Read read) {
  for (std::size_t room = 1000;;) {
    os::filled const got = read(into.prepare(room), room);
    if (got.error || got.size <= room) {
      into.commit(got.error ? 0 : got.size);
      return got;
    }
    room = larger(got.size, 2 * room);
  }
}

/// Removes the first text from a block of texts, each with a NUL behind it,
/// and returns it. Requires that the block is not empty.
inline text take_text(text& block) noexcept {
  char const* end = block.begin();
  while (end != block.end() && *end != '\0') ++end;
  text const first{block.data, static_cast<std::size_t>(end - block.data)};
  std::size_t const taken = smaller(first.size + 1, block.size);
  block = {block.data + taken, block.size - taken};
  return first;
}

/// Returns the name in `NAME=value`. It is empty if the line has no '=', and
/// if it begins with one, as the lines of Windows for the drives do.
inline text name_of_variable(text line) noexcept {
  for (std::size_t size = 0; size != line.size; ++size)
    if (line.data[size] == '=') return {line.data, size};
  return {line.data, 0};
}

/// Returns why no variable can have this name and value, or no error.
inline error_code problem_of_variable(text name, text value) noexcept {
  bool is_bad = name.size == 0;
  for (char const c : name) is_bad = is_bad || c == '=' || c == '\0';
  for (char const c : value) is_bad = is_bad || c == '\0';
  return is_bad ? error_code(library_problem::unusable_variable) : error_code{};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
