// peer: limit
// row: start_only | capture+ capture-more | posix_spawn and waitpid of the same
//   program, without pipes
// row: poll_loop | pipes+ | the pipes' own speed: one loop of poll, buffers of
//   64 KiB, nothing kept
// row: poll_loop_kept | pipes+ | the same loop into two blocks of huge pages,
//   whose size is known
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

// A block for one output, of untouched pages.
char* fresh_block(size_t size) {
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) race::fail("out of memory");
  madvise(memory, size, MADV_HUGEPAGE);
  return static_cast<char*>(memory);
}

uint64_t kept_row(race::job const& j) {
  return race::relay_again(
      j, [](char const* path, race::span input, auto give) {
        size_t const size = input.size + race::piece_size;
        char* const blocks[] = {fresh_block(size), fresh_block(size)};
        size_t sizes[2] = {};
        auto const child = race::spawn_piped(path, nullptr, true);
        bool const ended = race::poll_loop(
            child, input, [&](int i) { return blocks[i - 1] + sizes[i - 1]; },
            [&](int i, char const*, size_t more) { sizes[i - 1] += more; });
        if (!ended) race::fail("the child has failed");
        give({blocks[0], sizes[0]}, {blocks[1], sizes[1]});
        for (char* block : blocks) munmap(block, size);
      });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"start_only", start_row},
                            {"poll_loop", poll_row},
                            {"poll_loop_kept", kept_row}};
  return race::main(argc, argv, rows);
}
