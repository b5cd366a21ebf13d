// covers: cstdio/c_file_buffer.h, stream/source.h
#include <rill/stream.h>
#include <rill/cstdio/c_file_buffer.h>

#include <cstring>

#include <doctest/doctest.h>

TEST_CASE(
    "cstdio/c_file_buffer: what is written to a writer's area is output") {
  char bytes[8];
  rill::memory_writer out(bytes, sizeof bytes);
  out.write("ab", 2);
  rill::buffer_area<char> const area = rill::put_area(out);
  CHECK(area.cursor == bytes + 2);
  CHECK(area.size() == 6);
  std::memcpy(area.cursor, "cd", 2);
  rill::advance_put_area(out, area.cursor + 2);
  CHECK(out.pending().size == 4);
  CHECK(std::memcmp(bytes, "abcd", 4) == 0);
  CHECK(rill::put_area(out).size() == 4);
}

TEST_CASE("cstdio/c_file_buffer: what a reader has in memory can be taken") {
  rill::memory_reader in("12 34", 5);
  rill::buffer_area<char const> const area = rill::get_area(in);
  CHECK(area.size() == 5);
  rill::advance_get_area(in, area.cursor + 3);
  CHECK(in.available() == 2);
  CHECK(*in.cursor() == '3');
  CHECK(rill::buffer_area<char>{}.size() == 0);
}
