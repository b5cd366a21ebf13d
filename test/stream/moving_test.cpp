// test/stream/moving_test.cpp: the writers and readers that can be moved are
// those that docs/files.md names.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/unicode.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/files.h"

namespace {

enum class move { never, once, always };

template <class T>
constexpr move move_of = !std::is_move_constructible_v<T> ? move::never
                         : std::is_move_assignable_v<T>   ? move::always
                                                          : move::once;
template <class... T>
constexpr bool all_move(move how) {
  static_assert((!std::is_copy_constructible_v<T> && ...));
  static_assert((!std::is_copy_assignable_v<T> && ...));
  return ((move_of<T> == how) && ...);
}

using sink = std::size_t (*)(char const*, std::size_t);
using source = std::size_t (*)(char*, std::size_t);

static_assert(
    all_move<rill::file_writer, rill::file_reader, rill::file_update,
             rill::borrowed_writer, rill::borrowed_reader, rill::encoded_writer,
             rill::decoded_reader, rill::c_file, rill::c_file_unlocked,
             rill::filebuf_file, rill::temporary_file, rill::memory_writer,
             rill::memory_reader, rill::string_writer<std::string>,
             rill::callback_writer<sink>, rill::callback_reader<source>,
             rill::ring_writer<sink>, rill::ring_reader<source>,
             rill::tee_writer, rill::counting_writer>(move::always));
static_assert(all_move<rill::ring_pipe, rill::ring_pipe_writer,
                       rill::ring_pipe_reader, rill::replacement_writer,
                       rill::locked<rill::file_writer>>(move::never));

}  // namespace

TEST_CASE("stream/moving: writers in a vector keep their bytes") {
  rill_test::folder const folder;
  std::vector<rill::file_writer> parts;
  for (int i = 0; i != 9; ++i) {
    parts.emplace_back(folder / std::to_string(i).c_str());
    for (rill::file_writer& part : parts) rill::print(part, i);
  }
  parts.front() = rill::file_writer(folder / "x");
  parts.clear();
  for (int i = 0; i != 9; ++i)
    CHECK(rill_test::content_of(folder / std::to_string(i).c_str()) ==
          std::string("012345678").substr(static_cast<std::size_t>(i)));
}
