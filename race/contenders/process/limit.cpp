// peer: limit
// row: start_only | capture+ capture-more | posix_spawn and waitpid of the same
//   program, without pipes
// row: poll_loop | pipes+ | the pipes' own speed: one loop of poll, buffers of
//   64 KiB, nothing kept
#include "posix.h"

namespace {

uint64_t start_row(race::job const& j) {
  return race::capture_again(j, race::spawn_and_wait);
}

uint64_t poll_row(race::job const& j) {
  std::string const path = race::child_path("relay");
  auto const input = race::load<char>(j.input);
  uint64_t sizes[2];
  for (int round = 0; round != 2; ++round) {
    sizes[0] = sizes[1] = 0;
    race::start_clock();
    auto const child = race::spawn_piped(path.c_str(), nullptr, true);
    bool const ended = race::poll_loop(
        child, {input.data, input.size},
        [&](int which, char const*, size_t size) { sizes[which - 1] += size; });
    race::stop_clock();
    if (!ended || sizes[0] != sizes[1]) race::fail("the child has failed");
  }
  return sizes[0];
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"start_only", start_row}, {"poll_loop", poll_row}};
  return race::main(argc, argv, rows);
}
