// peer: stdio
// row: posix_spawn | start+ start-more start-large* | posix_spawn, waitpid
// row: vfork_exec | start start-more start-large* | vfork, execv, waitpid
// row: fork_exec | start+ start-more start-large* | fork, execv, waitpid
// row: posix_spawn_pipes | capture+ capture-more pipes+ | posix_spawn, pipes
//   and poll(2) into strings
// row: popen | capture+ capture-more | popen, fread, pclose: by a shell,
//   standard output alone
#include "posix.h"

namespace {

uint64_t posix_spawn_row(race::job const& j) {
  return race::start_again(j, race::spawn_and_wait);
}

// A macro, because a function that calls vfork must not return in the child.
#define RACE_START_BY(FORK)                                       \
  [](char const* path) {                                          \
    char* const arguments[] = {const_cast<char*>(path), nullptr}; \
    pid_t const child = FORK();                                   \
    if (child != 0) return race::has_succeeded(child);            \
    execv(path, arguments);                                       \
    _exit(127);                                                   \
  }

uint64_t fork_row(race::job const& j) {
  return race::start_again(j, RACE_START_BY(fork));
}
uint64_t vfork_row(race::job const& j) {
  return race::start_again(j, RACE_START_BY(vfork));
}

struct two_texts {
  std::string texts[2];

  void operator()(int which, char const* data, size_t size) {
    texts[which - 1].append(data, size);
  }
  race::span of(int which) const {
    return {texts[which].data(), texts[which].size()};
  }
};

uint64_t pipes_row(race::job const& j) {
  if (!j.is("pipes"))
    return race::capture_again(j, [](char const* path) {
      two_texts taken;
      auto const child = race::spawn_piped(path, "hello", false);
      bool const ended =
          race::poll_loop(child, {}, [&](auto... of) { taken(of...); });
      return ended && race::is_hello(taken.of(0).data, taken.of(0).size);
    });
  return race::relay_again(
      j, [](char const* path, race::span input, auto give) {
        two_texts taken;
        auto const child = race::spawn_piped(path, nullptr, true);
        if (!race::poll_loop(child, input, [&](auto... of) { taken(of...); }))
          race::fail("the child has failed");
        give(taken.of(0), taken.of(1));
      });
}

uint64_t popen_row(race::job const& j) {
  return race::capture_again(j, [](char const* path) {
    std::string const command = "exec " + std::string(path) + " hello";
    FILE* const from = popen(command.c_str(), "r");
    if (from == nullptr) return false;
    char text[64];
    size_t const size = fread(text, 1, sizeof text, from);
    return pclose(from) == 0 && race::is_hello(text, size);
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"posix_spawn", posix_spawn_row},
                            {"vfork_exec", vfork_row},
                            {"fork_exec", fork_row},
                            {"posix_spawn_pipes", pipes_row},
                            {"popen", popen_row}};
  return race::main(argc, argv, rows);
}
